#!/usr/bin/env python3
"""Runs training steps under memory budgets.

    budget.py --bin build/bin --corpus ../shared/corpus gpt_adamw:fsdp:0.8 gpt_adamw:fsdp:0.8:time:mb=4

A case is model:variant:part[:mesh]; the budget is this part of what a step takes
without one. Nothing is recomputed by policy, and strategies are the propagated ones, so
that both steps divide their work alike. The results must be the expected ones and the
measured peak within the budget. If memory has no price, what is sent more is what the
remarks of fit-memory say.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from measure import read_options  # noqa: E402

options = read_options(__doc__, corpus=True)
failed = 0


def run(model, variant, flags):
    done = subprocess.run([os.path.join(options.bin, "popt-run"),
                           os.path.join(options.corpus, "models", model, variant + ".mlir"),
                           "--inputs", os.path.join(options.corpus, "models", model, "inputs.npz"),
                           "-O1", "--recompute=none", "--strategies=propagated", *flags],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{model}:{variant} {' '.join(flags)}: {done.stderr[-2000:]}")
    return done


def bench(model, variant, flags):
    done = run(model, variant, [*flags, "--bench", "1", "--remarks-filter=collectives|partition"])
    found = json.loads(done.stdout)
    wire = sum(kind["wire_bytes"] for kind in found["comm"].values())
    more = sum(int(n) * int(times or 1) for n, times in re.findall(
        r"sends (-?\d+) bytes more.*?(?:\((\d+) times\))?$", done.stderr, re.M))
    price = re.search(r"a step takes .*? s, (?:as propagated, )?at (\S+) s per byte", done.stderr)
    return max(found["peak_bytes"]), wire, more, float(price.group(1)) if price else 0


for case in options.cases:
    model, variant, part, *mesh = case.split(":", 3)
    mesh = [f"--mesh={axes}" for axes in mesh]
    peak, wire, _, _ = bench(model, variant, mesh)
    budget = int(peak * float(part))
    limited = [*mesh, f"--memory-budget={budget}"]
    less, sent, more, price = bench(model, variant, limited)
    with open(os.path.join(options.corpus, "models", model, "case.json")) as f:
        tolerance = json.load(f)
    run(model, variant, [*limited, "--expect",
                         os.path.join(options.corpus, "models", model, "expected.npz"),
                         "--rtol", str(tolerance["rtol"]), "--atol", str(tolerance["atol"])])
    # A rank's arena is whole pages.
    wrong = less > budget + 4095 or (price == 0 and (sent - wire != more or more <= 0))
    failed += wrong
    print(f"{'FAILED' if wrong else 'passed'} {case}: peak {less} instead of {peak} bytes, budget "
          f"{budget}; sends {sent} instead of {wire}, by the remarks {more} more; "
          f"a byte costs {price} s", flush=True)
sys.exit(1 if failed else 0)
