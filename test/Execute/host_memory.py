#!/usr/bin/env python3
"""State in host memory changes where values lie, and no bit of any result.

    host_memory.py [--pattern 'opt*'] MODEL.mlir:INPUTS.npz[:PLAN.json][:flag...] ...

Runs each model twice, without and with a plan (or one more entry of PLAN.json) that
puts the arguments of the pattern into host memory, and compares the results byte by byte. The device's
peak must fall by at least 95% of the bytes of these arguments, they must lie in
host memory, and what crosses in a step must be at most what the other state (the
parameters) takes in each direction, and 1% more. With --crosses 1 all of these bytes may,
as they do where the host computes nothing.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

from measure import measure

import harness

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("cases", nargs="+")
parser.add_argument("--pattern", default="opt*")
parser.add_argument("--crosses", type=float, default=0.5, metavar="PART",
                    help="of the state, in each direction")
options = parser.parse_args()
failed = 0


def crossing(model, flags, plan):
    """Of each rank's program: bytes of arguments on the host, bytes that move to the host and
    to the device in a step."""
    done = subprocess.run([harness.tool("poptc"), model, *flags, "--plan", plan,
                           "--emit=scheduled", "--remarks-filter=memory", "-o", os.devnull],
                          check=True, capture_output=True, text=True)
    return [tuple(map(int, found)) for found in
            re.findall(r"(\d+) bytes of arguments stay in host memory; \d+ operations run there, "
                       r"(\d+) bytes move to the host in a step and (\d+) to the device", done.stderr)]


def check(what, holds):
    global failed
    failed += not holds
    print("passed" if holds else "FAILED", what)


with tempfile.TemporaryDirectory() as folder:
    host = os.path.join(folder, "plan.json")
    for case in options.cases:
        model, inputs, *flags = case.split(":")
        flags = [flag.replace("=time=", "=time:") for flag in flags]
        inputs = ["--inputs", inputs] if inputs else ["--init", "random"]
        what = f"{os.path.basename(os.path.dirname(model))}/{os.path.basename(model)} {' '.join(flags)}"
        plan, words = None, {"popt_plan": 1, "shardings": []}
        if flags and flags[0].endswith(".json"):
            plan = flags.pop(0)
            with open(plan) as f:
                words = json.load(f)
        words["shardings"].append({"match": options.pattern, "memory": "host"})
        with open(host, "w") as f:
            json.dump(words, f)
        plain, before = measure(harness.BIN, model, inputs, flags, plan)
        moved, after = measure(harness.BIN, model, inputs, flags, host)
        check(f"{what}: equal bits", plain == moved)
        fell = [a - b for a, b in zip(before["peak_bytes"], after["peak_bytes"])]
        # Coordinates of a stage axis have programs of their own, and ranks in their order.
        crossed = crossing(model, flags, host)
        for i, (state, to_host, to_device) in enumerate(crossed):
            rank = i * len(fell) // len(crossed)
            check(f"{what}: the peak of rank {rank} fell by {fell[rank]}, {fell[rank] / state:.3f} of "
                  f"{state} bytes of state; host memory has {after['host_bytes'][rank]}",
                  fell[rank] >= 0.95 * state and after["host_bytes"][rank] >= state)
            # Two moments per parameter.
            most = 1.01 * options.crosses * state
            check(f"{what}: {to_host / state:.4f} and {to_device / state:.4f} of the state cross",
                  to_host <= most and to_device <= most)
sys.exit(1 if failed else 0)
