#!/usr/bin/env python3
"""Activations in host memory change where values lie, and no bit of any result.

    offload.py --bin build/bin MODEL.mlir:INPUTS.npz:SCOPES[:PLAN.json][:schedule|--flag...] ...

In a flag "=time=" stands for "=time:". Runs each model without and with a plan (or one more entry of PLAN.json) that has the
host hold what scopes hand to the backward part, under each schedule, and compares the
results byte by byte. Some device must hold less, and none more; the host holds at least
what its device holds less.
"""
import json
import os
import sys
import tempfile

from measure import measure, read_options

options = read_options(__doc__)
failed = 0


def check(what, holds):
    global failed
    failed += not holds
    print("passed" if holds else "FAILED", what)


with tempfile.TemporaryDirectory() as folder:
    for case in options.cases:
        model, inputs, scopes, *flags = case.split(":")
        flags = [flag.replace("=time=", "=time:") for flag in flags]
        plan, words = None, {"popt_plan": 1}
        if flags and flags[0].endswith(".json"):
            plan = flags.pop(0)
            with open(plan) as f:
                words = json.load(f)
        kinds = [flag for flag in flags if not flag.startswith("--")] or [None]
        flags = [flag for flag in flags if flag.startswith("--")]
        for kind in kinds:
            own = dict(words, **({"schedule": {"kind": kind}} if kind else {}))
            paths = []
            offload = {"match": "loc:" + scopes, "policy": "offload"}
            for name, entries in [("held", []), ("host", [offload])]:
                paths.append(os.path.join(folder, name + ".json"))
                with open(paths[-1], "w") as f:
                    json.dump(dict(own, recompute=entries), f)
            held, before = measure(options.bin, model, ["--inputs", inputs], flags, paths[0])
            moved, after = measure(options.bin, model, ["--inputs", inputs], flags, paths[1])
            what = f"{os.path.basename(os.path.dirname(model))} {kind or ''} {' '.join(flags)}"
            check(f"{what}: equal bits", held == moved)
            fell = [a - b for a, b in zip(before["peak_bytes"], after["peak_bytes"])]
            there = after["host_bytes"]
            check(f"{what}: peaks fell by {fell} of {before['peak_bytes']}, the host has {there}",
                  max(fell) > 0 and min(fell) >= 0 and all(a <= b for a, b in zip(fell, there)))
sys.exit(1 if failed else 0)
