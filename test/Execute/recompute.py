#!/usr/bin/env python3
"""Recomputation changes what is held, and no bit of any result.

    recompute.py --bin build/bin MODEL.mlir:INPUTS.npz:SELECTIVE:FULL[:flag...] ...

Runs each model under every policy. SELECTIVE and FULL are the largest parts of
the peak without recomputation that may remain. With MODEL.mlir:INPUTS.npz:PART:PLAN.json
the plan says what is computed again.
"""
import sys

from measure import measure, read_options

options = read_options(__doc__)
failed = 0


def run(policy, model, inputs, flags):
    """The results' bytes by name, and the peak of the rank that holds most."""
    asked = "--plan" if policy.endswith(".json") else "--recompute"
    results, bench = measure(options.bin, model, ["--inputs", inputs], [asked, policy, *flags], None)
    return results, max(bench["peak_bytes"])


for case in options.cases:
    model, inputs, selective, full, *flags = case.split(":")
    flags = [flag.replace("=time=", "=time:") for flag in flags]
    results, most = run("none", model, inputs, flags)
    policies = [("selective", selective), ("full", full)]
    if full.endswith(".json"):
        policies = [(full, selective)]
    for policy, part in policies:
        same, peak = run(policy, model, inputs, flags)
        for what, holds in [("equal bits", same == results), ("peak", peak <= float(part) * most)]:
            failed += not holds
            print("passed" if holds else "FAILED",
                  f"{model} {' '.join(flags)} {policy}: {what}, {peak / most:.3f} of the peak")
sys.exit(1 if failed else 0)
