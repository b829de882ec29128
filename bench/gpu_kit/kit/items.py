"""What the kit measures. An item is a function of the tools that returns what goes into
results.json under its name; it raises Failed or Skipped. The most valuable come first."""
import concurrent.futures
import hashlib
import json
import os
import platform
import statistics
import time

import machine
import processes
import profiles
from tools import LIBRARIES, Failed, Skipped, find_program, name_of

ROUNDS = 3
# What takes longer once is not measured again.
PATIENCE_SECONDS = 20


def environment(tools):
    """The GPU, its driver, and what Python has."""
    found = {"system": platform.platform(), "libc": " ".join(platform.libc_ver()),
             "python": platform.python_version(), "cores": os.cpu_count(),
             "libraries": {variable: os.environ.get(variable, "") for variable in LIBRARIES},
             "launcher": [name_of([word]) for word in tools.start()]}
    fields = ["name", "memory.total", "driver_version", "clocks.max.sm", "clocks.sm", "power.limit"]
    try:
        lines = tools.run([find_program("nvidia-smi"), "--query-gpu=" + ",".join(fields),
                           "--format=csv,noheader,nounits"], 20).strip().splitlines()
        found["gpus"] = [dict(zip(fields, line.split(", "))) for line in lines]
    except (Failed, Skipped) as error:
        found["nvidia-smi"] = str(error)
    return found


def copy_rate(tools):
    size = tools.manifest["copy_bytes"]
    found = tools.worker("torch_worker.py", "copy", size, *any_device(tools), limit=60)[0]
    return {**found, "median": statistics.median(found["bytes_per_second"])}


def any_device(tools):
    return ["--any-device"] if tools.options.any_device else []


def rounds(tools, package, steps, flags=("--init", "random"), count=ROUNDS, limit=60):
    """The medians of several runs of --bench, with what the last one says besides."""
    results = [tools.bench(package, steps, limit, flags) for _ in range(count)]
    return {"step_ms": [r["step_ms"]["median"] for r in results],
            "least_ms": min(r["step_ms"]["min"] for r in results),
            "peak_bytes": results[-1]["peak_bytes"],
            "workspace_bytes": results[-1]["workspace_bytes"]}


def timed(program):
    """An item: the steps of one program."""
    def measure(tools):
        found = rounds(tools, program["package"], program["steps"])
        return {**found, **{key: program[key] for key in ("bytes", "flops", "type", "shape", "ranks",
                                                        "launches")
                            if key in program}}
    return measure


def torch_products(tools):
    shapes = [[product["type"], *product["shape"]] for product in tools.manifest["products"]]
    return {"products": tools.worker("torch_worker.py", "products", json.dumps(shapes),
                                     *any_device(tools), limit=90)}


def algorithms(product):
    """What the library's algorithms for a product take: the one that its heuristics put first,
    which popt uses by default, and the fastest."""
    def measure(tools):
        file = os.path.join(tools.scratch, "tuned.json")
        try:
            tools.run(tools.program(product["package"], "--init", "random", "--tune", file), 60)
        except Failed as error:
            if "there is nothing to measure" in str(error):
                raise Skipped("cuBLASLt: not there, or it lacks this product")
            raise
        with open(file, encoding="utf-8") as f:
            found = [call for library in json.load(f)["measured"]
                     for call in library["algorithms"].values()]
        return {"first_us": sum(call["first_proposal_microseconds"] for call in found),
                "best_us": sum(call["microseconds"] for call in found)}
    return measure


def inputs_of(tools, program):
    return ["--inputs", tools.data(program["data"], "inputs.npz"), "--init", "random"] \
        if "data" in program else ["--init", "random"]


def against_jax(model):
    """popt, JAX, popt again: what drifts drifts for both."""
    def measure(tools):
        flags = inputs_of(tools, model)
        begin = time.perf_counter()
        first = rounds(tools, model["package"], model["steps"], flags, 1, limit=40)
        more = ROUNDS - 1 if time.perf_counter() - begin < PATIENCE_SECONDS else 0
        found = {}
        try:
            inputs = flags[:2] if "data" in model else []
            found["jax"] = tools.worker("jax_worker.py", tools.model(model["model"]), *inputs,
                                        "--steps", model["steps"], *any_device(tools), limit=80)
        except (Failed, Skipped) as error:
            found["no_jax"] = str(error)
        found["popt"] = first
        if more:
            last = rounds(tools, model["package"], model["steps"], flags, more, limit=40)
            found["popt"] = {**last, "step_ms": first["step_ms"] + last["step_ms"]}
        return found
    return measure


def expected_flags(tools, case):
    """One call, and all steps of a training case: flags of a program."""
    inputs = ["--inputs", tools.data(case["data"], "inputs.npz")]
    close = ["--rtol", str(case["rtol"]), "--atol", str(case["atol"])]
    yield [*inputs, "--expect", tools.data(case["data"], "expected.npz"), *close]
    if case["steps"]:
        yield [*inputs, "--batches", tools.data(case["data"], "batches.npz"), "--steps",
               str(case["steps"]), "--expect", tools.data(case["data"], "final.npz"), *close]


def correct(cases):
    """Models of the corpus equal JAX's results; several processes share the GPU."""
    def measure(tools):
        commands = [tools.program(case["package"], *flags) for case in cases
                    for flags in expected_flags(tools, case)]
        tools.run_many(commands, 120)
        return {"runs": len(commands)}
    return measure


def equal_bits(case):
    """20 runs write the same bytes."""
    def measure(tools):
        flags = list(expected_flags(tools, case))[-1]
        digests = []
        for begin in range(0, 20, 4):
            files = [os.path.join(tools.scratch, f"bits{i}.npz") for i in range(begin, begin + 4)]
            tools.run_many([tools.program(case["package"], *flags, "--outputs", file)
                            for file in files], 120)
            for file in files:
                with open(file, "rb") as f:
                    digests.append(hashlib.sha256(f.read()).hexdigest())
                os.remove(file)
        return {"runs": len(digests), "different": len(set(digests)) - 1}
    return measure


CHECKERS = ("memcheck", "racecheck", "synccheck", "initcheck")


def sanitized(case):
    """One call under each of compute-sanitizer's checkers, at the same time."""
    def measure(tools):
        sanitizer = find_program("compute-sanitizer")
        program = tools.program(case["package"], *next(expected_flags(tools, case)))

        def check(checker):
            try:
                output = tools.run([sanitizer, "--tool", checker, "--error-exitcode", "9", *program],
                                   90)
            except Failed as error:
                return {"ok": False, "summary": str(error)}
            return {"ok": True, "summary": [l for l in output.splitlines() if "SUMMARY" in l]}
        with concurrent.futures.ThreadPoolExecutor(len(CHECKERS)) as pool:
            return dict(zip(CHECKERS, pool.map(check, CHECKERS)))
    return measure


def first_step(program):
    """From the start of the process to the end of a step, results not written."""
    def measure(tools):
        command = tools.program(program["package"], *inputs_of(tools, program), "--steps", "1")
        seconds = []
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            tools.run(command, 60)
            seconds.append(time.perf_counter() - begin)
        return {"step_seconds": seconds, "median": statistics.median(seconds)}
    return measure


def all_items(tools):
    """[(name, function)], in the order in which they run."""
    kit = tools.manifest
    cases = {case["name"]: case for case in kit["cases"]}
    singles = [case for case in kit["cases"] if case["ranks"] == 1]
    several = [case for case in kit["cases"] if case["ranks"] > 1]
    items = [("environment", environment), ("empty step", timed(kit["empty"]))]
    items += [("copy rate", copy_rate)]
    items += [("correct: " + case["name"], correct([case])) for case in singles]
    items += [("kernel: " + p["name"], timed(p)) for p in kit["kernels"]]
    items += [("copy rate again", copy_rate)]
    items += [("model: " + m["name"], against_jax(m)) for m in kit["models"]]
    items += [("first step: " + m["name"], first_step(m)) for m in kit["models"][:3]]
    items += [("commands: " + m["name"], profiles.commands(m)) for m in kit["models"][:3]]
    items += [("idle: " + m["name"], profiles.idle(m)) for m in kit["models"][:3]]
    items += [("correct: " + " and ".join(case["name"] for case in several[i:i + 2]),
               correct(several[i:i + 2])) for i in range(0, len(several), 2)]
    items += [("product: " + p["name"], timed(p)) for p in kit["products"]]
    items += [("algorithms: " + p["name"], algorithms(p)) for p in kit["products"]]
    items += [("products of PyTorch", torch_products)]
    items += machine_items(kit)
    items += [("bits: " + name, equal_bits(cases[name])) for name in kit["bits"]]
    items += items_of_processes(kit)
    items += [("overlap: " + p["name"], profiles.overlap(p)) for p in kit["overlap"]]
    items += [("sanitizer: " + name, sanitized(cases[name])) for name in kit["sanitizer"]]
    return items


def items_of_processes(kit):
    """Ranks that are processes on the one GPU; faults once for each number of them."""
    items = [("processes: " + case["name"], processes.correct(case, expected_flags))
             for case in kit["processes"]]
    for case in {case["ranks"]: case for case in kit["processes"] if case["steps"]}.values():
        items += [(f"{name}: {case['name']}", processes.fault(case, name))
                  for name in processes.MOST_SECONDS]
    return items + [("overlap of processes: " + p["name"], processes.overlap(p))
                    for p in kit["overlap"]]


def machine_items(kit):
    """What cluster.json is made of; "machine" writes it."""
    return [("launches", timed(kit["launches"]))] + \
        [("square: " + p["name"], timed(p)) for p in kit["squares"]] + \
        [("all-reduce: " + p["name"], timed(p)) for p in kit["all_reduce"]] + \
        [("machine", machine.measure)]


def items_of_machine(tools):
    """--measure-machine."""
    copies = [p for p in tools.manifest["kernels"] if p["name"] == "copy"]
    return [("environment", environment), ("empty step", timed(tools.manifest["empty"])),
            ("copy rate", copy_rate), *[("kernel: copy", timed(p)) for p in copies],
            *machine_items(tools.manifest)]
