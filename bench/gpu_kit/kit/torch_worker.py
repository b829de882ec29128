#!/usr/bin/env python3
"""Rates that PyTorch reaches on the first GPU, as JSON objects, a line each.

    torch_worker.py copy BYTES [--any-device]
    torch_worker.py products '[["bf16", 1, 4096, 4096, 4096], …]' [--any-device]

copy: bytes read and written per second, of a copy of so many bytes; pinned memory to the
device. products (type, batch, rows, inner, columns; tf32 is f32 with TF32 allowed, f8 two
factors of e4m3 with a result of bf16): the best of PyTorch's libraries (cuBLAS, cuBLASLt).
Every sample is the mean of calls that together take some milliseconds.
"""
import json
import sys
import time

try:
    import torch
except ImportError as error:
    print(json.dumps({"skipped": f"PyTorch: {error}"}))
    sys.exit(0)

ROUNDS = 7
ANY_DEVICE = "--any-device" in sys.argv
if torch.cuda.is_available():
    DEVICE = "cuda"
elif ANY_DEVICE:
    DEVICE = "cpu"
else:
    print(json.dumps({"skipped": "PyTorch has no GPU here"}))
    sys.exit(0)


def wait():
    if DEVICE == "cuda":
        torch.cuda.synchronize()


def samples(work, least_seconds=0.005):
    """Seconds of one call, several times."""
    for _ in range(3):
        work()
    wait()
    begin = time.perf_counter()
    work()
    wait()
    repeat = max(1, min(1000, int(least_seconds / max(time.perf_counter() - begin, 1e-7))))
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(repeat):
            work()
        wait()
        times.append((time.perf_counter() - begin) / repeat)
    return times


def measure_copy(count):
    source = torch.randn(count // 4, device=DEVICE)
    target = torch.empty_like(source)
    seconds = samples(lambda: target.copy_(source))
    host = torch.empty(min(count, 1 << 26) // 4)
    if DEVICE == "cuda":
        host = host.pin_memory()
    part = target[:host.numel()]
    upload = samples(lambda: part.copy_(host, non_blocking=True))
    return {"bytes": count, "bytes_per_second": [2 * count / s for s in seconds],
            "host_bytes_per_second": [4 * host.numel() / s for s in upload]}


def libraries():
    """What PyTorch can be told to multiply with; older versions take no word."""
    choose = getattr(torch.backends.cuda, "preferred_blas_library", None)
    if DEVICE != "cuda" or choose is None:
        return [("default", lambda: None)]
    return [(name, lambda name=name: choose(name)) for name in ("cublas", "cublaslt")]


def measure_float8(product, rows, inner, columns):
    """The library's product without fast accumulation, as popt asks for it."""
    a, b = (torch.randn(size, inner, device=DEVICE).to(torch.float8_e4m3fn)
            for size in (rows, columns))
    scale = torch.ones((), device=DEVICE)
    try:
        return {"product": product, "seconds": {"scaled_mm": samples(lambda: torch._scaled_mm(
            a, b.t(), scale, scale, out_dtype=torch.bfloat16, use_fast_accum=False))}}
    except (AttributeError, RuntimeError) as error:
        return {"product": product, "seconds": {"scaled_mm failed": str(error)[:200]}}


def measure_product(type, batch, rows, inner, columns):
    if type == "f8":
        return measure_float8([type, batch, rows, inner, columns], rows, inner, columns)
    dtype = torch.bfloat16 if type == "bf16" else torch.float32
    torch.backends.cuda.matmul.allow_tf32 = type == "tf32"
    # Sums of bf16 are f32, as popt's.
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    lead = [batch] if batch > 1 else []
    a = 0.02 * torch.randn(*lead, rows, inner, device=DEVICE).to(dtype)
    b = 0.02 * torch.randn(*lead, inner, columns, device=DEVICE).to(dtype)
    c = torch.empty(*lead, rows, columns, device=DEVICE, dtype=dtype)
    found = {}
    for name, choose in libraries():
        try:
            choose()
            found[name] = samples(lambda: torch.matmul(a, b, out=c))
        except RuntimeError as error:
            found[name + " failed"] = str(error)[:200]
    return {"product": [type, batch, rows, inner, columns], "seconds": found}


def main():
    say = lambda result: print(json.dumps({**result, "torch": torch.__version__}), flush=True)
    if sys.argv[1] == "copy":
        say(measure_copy(int(sys.argv[2])))
    else:
        for product in json.loads(sys.argv[2]):
            say(measure_product(*product))
    return 0


if __name__ == "__main__":
    sys.exit(main())
