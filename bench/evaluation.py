#!/usr/bin/env python3
"""Processor seconds and memory of one evaluation, from propagated to planned.

    evaluation.py --bin build/bin --llama FOLDER [--repeats 3] [--strategies propagated] [--only NAME]

Compiles llama3_8b (single.mlir and dp8_tp8.mlir.gz of FOLDER) to --emit=propagated and to
--emit=scheduled. The difference, each the least of some runs, is what it takes to judge a plan:
with --strategies=propagated one program, without both that compare-strategies compares. Memory is
the most that the whole process holds. Needs only the standard library.
"""
import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile


def pipelined(folder, dp, stages, microbatches):
    """A plan that pins llama's layers, equally many to each stage."""
    with open(os.path.join(folder, "case.json")) as file:
        names = [argument["name"] for argument in json.load(file)["args"]]
    shardings, inputs = [], {}
    for number, name in enumerate(names):
        layer = re.search(r"\['layers'\]\[(\d+)\]", name)
        if name.startswith("batch"):
            inputs[f"arg{number}"] = [["dp", "mb"]]
        elif layer:
            stage = int(layer.group(1)) * stages // 32
            shardings.append({"match": f"arg{number}", "at": {"pp": stage}})
        elif "count" not in name:
            stage = 0 if "embed" in name else stages - 1
            shardings.append({"match": f"arg{number}", "at": {"pp": stage}})
    return {"popt_plan": 1, "inputs": inputs, "shardings": shardings,
            "mesh": {"device": [["dp", dp]], "stage": [["pp", stages]],
                     "time": [["mb", microbatches]]}}


def cost(command):
    """(user seconds, bytes held) of a command."""
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"fails: {' '.join(command)}")
    return usage.ru_utime, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--llama", required=True, help="folder with llama3_8b's modules")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--strategies", default="least-cost")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print("| | propagated (s) | evaluation (s) | memory (MB) |\n|--|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as scratch:
        two = os.path.join(scratch, "dp8_tp8.mlir")
        with gzip.open(os.path.join(options.llama, "dp8_tp8.mlir.gz")) as file, \
                open(two, "wb") as text:
            text.write(file.read())
        plan = os.path.join(scratch, "plan.json")
        with open(plan, "w") as file:
            json.dump(pipelined(options.llama, 4, 8, 16), file)
        single = os.path.join(options.llama, "single.mlir")
        for name, arguments in {
                "dp=8, tp=8": [two, "--cluster=h100:8x8"],
                "pp=8, dp=4, 16 microbatches": [single, "--plan", plan, "--cluster=h100:4x8"],
                "dp=2048, tp=8": [two, "--mesh=dp=2048", "--cluster=h100:2048x8"]}.items():
            if options.only not in name:
                continue
            command = [os.path.join(options.bin, "poptc"), *arguments, "-o", os.devnull,
                       f"--strategies={options.strategies}"]
            runs = {emit: [cost([*command, f"--emit={emit}"]) for _ in range(options.repeats)]
                    for emit in ("propagated", "scheduled")}
            first, last = (min(seconds for seconds, _ in runs[emit])
                           for emit in ("propagated", "scheduled"))
            held = max(held for _, held in runs["scheduled"])
            print(f"| {name} | {first:.2f} | {last - first:.2f} | {held / 1e6:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
