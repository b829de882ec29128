#!/usr/bin/env python3
"""Compares estimated peaks with planned arenas.

    liveness.py --bin build/bin --corpus ../shared/corpus gpt_adamw/fsdp gpt_adamw/fsdp:time:mb=4 all

A case is model/variant[:mesh]; `all` stands for every variant of every model,
without and with microbatches. The estimate must be between 0.9 and 1.5 of what
is planned under a budget of as much: where there is room, collectives run later
to run as one, and what waits for them is held on purpose.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("cases", nargs="+")
parser.add_argument("--bin", default="build/bin")
parser.add_argument("--corpus", required=True)
options = parser.parse_args()
LEAST, MOST = 0.9, 1.5


def peaks(name, mesh, budget):
    """Bytes taken and estimated under a budget; None if there is no step."""
    done = subprocess.run([os.path.join(options.bin, "poptc"),
                           os.path.join(options.corpus, "models", name + ".mlir"),
                           *[f"--mesh={axes}" for axes in mesh],
                           f"--memory-budget={budget}", "--remarks-filter=collectives",
                           "--emit=scheduled", "-o", os.devnull],
                          capture_output=True, text=True)
    found = re.search(r"a step takes (\d+) bytes, estimated (\d+),", done.stderr)
    return tuple(map(int, found.groups())) if found else None


cases = []
for case in options.cases:
    if case != "all":
        cases.append(case)
        continue
    for file in sorted(glob.glob(os.path.join(options.corpus, "models", "*", "*.mlir"))):
        name = os.path.relpath(file, os.path.join(options.corpus, "models"))[:-len(".mlir")]
        cases += [name, name + ":time:mb=2"]
failed = 0
for case in cases:
    name, *mesh = case.split(":", 1)
    free = peaks(name, mesh, "1TB")
    if not free and "all" in options.cases and mesh:
        continue  # no batch to split
    taken, estimated = (free and peaks(name, mesh, free[1])) or (1, 0)
    wrong = not LEAST * taken <= estimated <= MOST * taken
    failed += wrong
    print(f"{'FAILED' if wrong else 'passed'} {case}: estimated {estimated} of {taken} bytes, "
          f"{estimated / taken:.2f}", flush=True)
sys.exit(1 if failed else 0)
