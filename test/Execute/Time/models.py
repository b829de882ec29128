#!/usr/bin/env python3
"""Runs training steps of the corpus in microbatches against what JAX gave.

    models.py --bin build/bin --corpus ../shared/corpus mlp_sgd:dp:4 gpt_adamw:dp2_tp2:2:reference

Each case is model:variant:steps, and any of `reference` to interpret the program
at every coordinate and time step instead of compiling it, `folded` to interpret it
after fold-time, `all` to run all training steps, their metrics included, and
NAME=DIM to name the batch of a layout without a data axis. A result passes
within the model's own rtol and atol. Prints a line per case; exit status 1 if
one failed.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("cases", nargs="+")
parser.add_argument("--bin", default="build/bin")
parser.add_argument("--corpus", required=True)
parser.add_argument("--limit", type=float, default=500, help="seconds per command")
options = parser.parse_args()
failed = 0
for case in options.cases:
    model, variant, steps, *how = case.split(":")
    folder = os.path.join(options.corpus, "models", model)
    file = lambda name: os.path.join(folder, name)
    with open(file("case.json")) as f:
        tolerance = json.load(f)
    command = [os.path.join(options.bin, "popt-run"), file(variant + ".mlir"),
               "--mesh=time:mb=" + steps, "-O0", "--inputs", file("inputs.npz"),
               "--rtol", str(tolerance["rtol"]), "--atol", str(tolerance["atol"])]
    if "reference" in how:
        command += ["--reference", "--poison-padding"]
    if "folded" in how:
        command += ["--reference", "--at=folded", "--poison-padding"]
    batch = [word for word in how if "=" in word]
    if batch:
        command += ["--batch", ",".join(batch)]
    curve, metrics = [], None
    if "all" in how:
        with open(file("curve.json")) as f:
            curve = json.load(f)["metrics_per_step"]
        metrics = tempfile.NamedTemporaryFile(suffix=".json")
        command += ["--batches", file("batches.npz"), "--steps", str(len(curve)),
                    "--expect", file("final.npz"), "--metrics", metrics.name]
    else:
        command += ["--expect", file("expected.npz")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.limit,
                              env=dict(os.environ, POPT_POISON="1"))
        wrong = "" if done.returncode == 0 else " | ".join(done.stderr.strip().splitlines()[-4:])
        if not wrong and metrics:
            with open(metrics.name) as f:
                got = json.load(f)["metrics_per_step"]
            near = lambda a, b: abs(a - b) <= tolerance["atol"] + tolerance["rtol"] * abs(b)
            wrong = next((f"metrics of step {step} are {a}, expected {b}"
                          for step, (a, b) in enumerate(zip(got, curve))
                          if len(a) != len(b) or not all(map(near, a, b))), "")
    except subprocess.TimeoutExpired:
        wrong = f"no end after {options.limit} s"
    failed += bool(wrong)
    print(f"{'FAILED' if wrong else 'passed'} {case}" + (f": {wrong[:500]}" if wrong else ""),
          flush=True)
print(f"{len(options.cases)} cases, {failed} failed")
sys.exit(1 if failed else 0)
