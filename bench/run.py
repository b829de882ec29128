#!/usr/bin/env python3
"""popt beside JAX/XLA on this machine: steps, compile time, memory, collectives.

    bench/run.py --bin build/bin [--rounds 5] [--json bench/results.json]

Steps: the same StableHLO module compiled by popt and by XLA, both pinned to one
core, in turn; the median of the rounds' medians. Memory: a popt rank's arena
and workspace against XLA's memory analysis. Collectives: bench/collectives.py.
Ratios are XLA's figure over popt's: more than 1 means popt is better. Needs
numpy, and JAX for the comparison. Exit status 1 if a program fails.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
TIMED = ("bench_gpt", "bench_mlp")


def generate(case, file):
    """Inputs of a case without data, by the rules of its case.json."""
    arrays = {}
    for i, (argument, rule) in enumerate(zip(case["args"], case["generate"])):
        size = int(numpy.prod(argument["shape"], dtype=numpy.int64))
        if rule["kind"] == "fill":
            value = numpy.full(size, rule["value"])
        else:
            with numpy.errstate(over="ignore"):
                h = (numpy.arange(size, dtype=numpy.uint32) + numpy.uint32(7919 * i)) \
                    * numpy.uint32(2654435761)
                h ^= h >> numpy.uint32(16)
                h *= numpy.uint32(2246822519)
                h ^= h >> numpy.uint32(13)
            if rule["kind"] == "integer":
                value = h % numpy.uint32(rule["modulus"])
            else:
                u = (h >> numpy.uint32(8)).astype(numpy.float32) / numpy.float32(1 << 24)
                value = rule["offset"] + rule["scale"] * (2 * u - 1)
        arrays[f"arg{i}"] = value.astype(argument["dtype"]).reshape(argument["shape"])
    numpy.savez(file, **arrays)


def run(command, core=None):
    """stdout of a command; ends this program if it fails."""
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nexit status {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def case_of(corpus, name):
    with open(os.path.join(corpus, "models", name, "case.json")) as f:
        return json.load(f)


def time_steps(options, name, folder):
    """Interleaved medians of one module on one core."""
    core = max(os.sched_getaffinity(0))
    case = case_of(options.corpus, name)
    inputs, binary = os.path.join(folder, "inputs.npz"), os.path.join(folder, "step")
    model = os.path.join(options.corpus, "models", name, "single.mlir")
    generate(case, inputs)
    compile_s = json.loads(run([options.popt_run, model, "--inputs", inputs, "--bench", "1"],
                               core))["compile_s"]
    run([options.poptc, model, "-o", binary], core)
    ours, theirs = [], []
    for _ in range(options.rounds):
        ours.append(json.loads(run([binary, "--inputs", inputs, "--bench", str(options.steps)],
                                   core)))
        theirs.append(json.loads(run([sys.executable, os.path.join(HERE, "jax_step.py"), model,
                                      "--inputs", inputs, "--bench", str(options.steps)], core)))
    median = lambda rounds: statistics.median(r["step_ms"]["median"] for r in rounds)
    return {"model": name, "popt_ms": median(ours), "jax_ms": median(theirs),
            "popt_compile_s": compile_s,
            "jax_compile_s": statistics.median(r["compile_s"] for r in theirs)}


def memory(options, name, folder):
    """Bytes of one rank of the unsharded step."""
    case = case_of(options.corpus, name)
    model = os.path.join(options.corpus, "models", name, "single.mlir")
    inputs = os.path.join(options.corpus, "models", name, "inputs.npz")
    if not os.path.exists(inputs):
        inputs = os.path.join(folder, "inputs.npz")
        generate(case, inputs)
    ours = json.loads(run([options.popt_run, model, "--inputs", inputs, "--bench", "1"]))
    theirs = json.loads(run([sys.executable, os.path.join(HERE, "jax_step.py"), model]))
    return {"model": name, "popt_bytes": ours["peak_bytes"][0] + ours["workspace_bytes"][0],
            "arena_bytes": ours["peak_bytes"][0], "jax_bytes": theirs["peak_bytes"][0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=os.path.join(SOURCE, "build", "bin"))
    parser.add_argument("--corpus", default=os.path.join(
        os.environ.get("POPT_SHARED", os.path.join(SOURCE, "..", "shared")), "corpus"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=10, help="steps of one round")
    parser.add_argument("--only", default="steps,memory,collectives")
    parser.add_argument("--memory-models", default="mlp_sgd,hybrid_conv,gpt_adamw,attention_fwd,"
                                                   "bench_mlp,bench_gpt")
    parser.add_argument("--json", default=os.path.join(HERE, "results.json"))
    options = parser.parse_args()
    options.poptc = os.path.join(os.path.abspath(options.bin), "poptc")
    options.popt_run = os.path.join(os.path.abspath(options.bin), "popt-run")
    parts = options.only.split(",")
    results = {}
    jax = subprocess.run([sys.executable, "-c", "import jax"], stderr=subprocess.DEVNULL).returncode == 0
    if not os.path.isdir(options.corpus) or not jax:
        print("SKIPPED steps and memory: no corpus, or no JAX in this Python (make venv)")
        parts = [p for p in parts if p == "collectives"]

    if "steps" in parts:
        print("one core                 popt ms     XLA ms   ratio   popt compile s   XLA compile s   ratio")
        results["steps"] = []
        for name in TIMED:
            with tempfile.TemporaryDirectory() as folder:
                r = time_steps(options, name, folder)
            results["steps"].append(r)
            print(f"  {name:<20} {r['popt_ms']:>9.2f}  {r['jax_ms']:>9.2f} {r['jax_ms'] / r['popt_ms']:>7.2f} "
                  f"{r['popt_compile_s']:>16.2f} {r['jax_compile_s']:>15.2f} "
                  f"{r['jax_compile_s'] / r['popt_compile_s']:>7.2f}", flush=True)
    if "memory" in parts:
        print("\nmemory of one rank    popt bytes    of it arena      XLA bytes   ratio")
        results["memory"] = []
        for name in options.memory_models.split(","):
            with tempfile.TemporaryDirectory() as folder:
                r = memory(options, name, folder)
            results["memory"].append(r)
            print(f"  {name:<16} {r['popt_bytes']:>13,}  {r['arena_bytes']:>13,}  {r['jax_bytes']:>13,} "
                  f"{r['jax_bytes'] / r['popt_bytes']:>7.2f}", flush=True)
    with open(options.json, "w") as f:
        json.dump(results, f, indent=1)
    status = 0
    if "collectives" in parts:
        print("\ncollectives of 4 ranks beside Open MPI", flush=True)
        build = os.path.dirname(os.path.abspath(options.bin))
        status = subprocess.run([sys.executable, os.path.join(HERE, "collectives.py"),
                                 "--build", build]).returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
