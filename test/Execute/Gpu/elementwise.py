#!/usr/bin/env python3
"""Element-wise operations on GPUs give the CPU's bits.

    elementwise.py --bin build/bin --cuda-driver libpopt-fake-cuda.so [--target sm_100]

Every unary and binary operation of real numbers, in f32 and bf16, on random numbers of all
magnitudes and on infinities, NaN, zeros and subnormal numbers; 4099 elements, so that the
last vectors are cut. NaNs are equal to one another. Where the CPU calls the C library, which
is up to a unit in the last place off in f32 and GPUs are not, so much is allowed. The CPU is
one without an instruction that rounds to bf16: that takes subnormal numbers for zero.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np

UNARY = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log",
         "log_plus_one", "logistic", "negate", "round_nearest_afz", "round_nearest_even",
         "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"]
BINARY = ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder",
          "subtract"]
CHLO = ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "digamma", "erf", "erf_inv", "erfc",
        "lgamma", "sinh"]
# The CPU calls the C library for these; sine and cosine only of large numbers.
NEAR = ["acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cosh", "cosine", "power",
        "remainder", "sine", "sinh", "tan"]
COUNT = 4099


def ordered(bits):
    """Floats as integers in the same order: neighbours differ by 1."""
    signed = bits.astype(np.int64)
    top = np.int64(1) << (8 * bits.dtype.itemsize - 1)
    return np.where(signed & top, top - signed, signed)


def module(kind):
    """One result for each operation."""
    tensor = f"tensor<{COUNT}x{kind}>"
    lines, names = [], []
    for operation in UNARY + BINARY + CHLO:
        operands, types = ("%x, %y", f"({tensor}, {tensor})") if operation in BINARY else \
            ("%x", f"({tensor})")
        name, dialect = "%" + operation, "chlo" if operation in CHLO else "stablehlo"
        lines.append(f'  {name} = "{dialect}.{operation}"({operands}) : {types} -> {tensor}')
        names.append(name)
    results = ", ".join([tensor] * len(names))
    return (f"func.func @main(%x: {tensor}, %y: {tensor}) -> ({results}) {{\n" +
            "\n".join(lines) + f"\n  return {', '.join(names)} : {results}\n}}\n")


def inputs(kind):
    """f32 numbers, or the upper halves of such as bf16's raw bits."""
    random = np.random.default_rng(0)
    special = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e-40, -1e-40, 3e38, 0.5, 88,
                        -88, 2, 1e-20], np.float32)
    values = []
    for _ in range(2):
        x = (random.standard_normal(COUNT) *
             10.0 ** random.uniform(-20, 20, COUNT) ** random.integers(0, 2, COUNT)
             ).astype(np.float32)
        pairs = random.integers(0, len(special), 2 * len(special) ** 2)
        x[:len(pairs)] = special[pairs]
        values.append(x if kind == "f32" else (x.view(np.uint32) >> 16).astype(np.uint16))
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--cuda-driver", required=True)
    parser.add_argument("--target", default="sm_90")
    options = parser.parse_args()
    run = os.path.join(options.bin, "popt-run")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        file = lambda name: os.path.join(folder, name)
        for kind in ("f32", "bf16"):
            with open(file("m.mlir"), "w") as f:
                f.write(module(kind))
            x, y = inputs(kind)
            np.savez(file("in.npz"), arg0=x, arg1=y)
            common = [run, file("m.mlir"), "--inputs", file("in.npz")]
            subprocess.run([*common, "--target-cpu=x86-64-v2", "--outputs", file("cpu.npz")],
                           check=True)
            environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver,
                               POPT_FAKE_CUDA="sm=" + options.target.lstrip("sm_"))
            done = subprocess.run(
                [*common, "--target=" + options.target, "--outputs", file("gpu.npz")],
                env=environment)
            failed |= done.returncode
            cpu, gpu = np.load(file("cpu.npz")), np.load(file("gpu.npz"))
            bits = np.uint32 if kind == "f32" else np.uint16
            for i, name in enumerate(UNARY + BINARY + CHLO):
                a, b = cpu[f"res{i}"], gpu[f"res{i}"]
                isnan = lambda v: np.isnan(v) if kind == "f32" else (v & 0x7fff) > 0x7f80
                allowed = 1 if name in NEAR and kind == "f32" else 0
                off = np.abs(ordered(a.view(bits)) - ordered(b.view(bits)))
                # A zero of the other sign is wrong, though it is the same number.
                zeros = (off == 0) & (a.view(bits) != b.view(bits))
                wrong = ((off > allowed) | zeros) & ~(isnan(a) & isnan(b))
                if wrong.any():
                    at = int(np.argmax(wrong))
                    failed = 1
                    print(f"{name} of {kind}: {wrong.sum()} of {COUNT} differ, the first of "
                          f"{x[at]}, {y[at]}: {a[at]} on the CPU, {b[at]} on the GPU")
    print(f"{2 * len(UNARY + BINARY + CHLO)} operations")
    return failed


if __name__ == "__main__":
    sys.exit(main())
