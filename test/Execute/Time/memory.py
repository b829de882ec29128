#!/usr/bin/env python3
"""Memory of a training step in microbatches.

    memory.py --bin build/bin --corpus ../shared/corpus gpt_adamw:single:2,4,8

With m microbatches a rank holds the state, an accumulator per parameter, and
of everything else about 1/m of what the whole batch takes. Exit status 1 if it
is a quarter more than that.
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from measure import read_options  # noqa: E402

options = read_options(__doc__, corpus=True)
failed = 0


def peak(model, variant, flags):
    file = lambda name: os.path.join(options.corpus, "models", model, name)
    done = subprocess.run([os.path.join(options.bin, "popt-run"), file(variant + ".mlir"),
                           "--inputs", file("inputs.npz"), "--bench", "1", "-O0", *flags],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["peak_bytes"][0]


for case in options.cases:
    model, variant, counts = case.split(":")
    with open(os.path.join(options.corpus, "models", model, "case.json")) as f:
        arguments = json.load(f)["args"]

    def bytes_of(keep):
        total = 0
        for argument in filter(keep, arguments):
            size = 4
            for extent in argument["shape"]:
                size *= extent
            total += size
        return total
    state = bytes_of(lambda argument: True)
    accumulators = bytes_of(lambda argument: argument["name"].startswith("params"))
    whole = peak(model, variant, []) - state
    for count in map(int, counts.split(",")):
        flags = [f"--mesh=time:mb={count}"] + (["--batch=batch[*=0"] if variant == "single" else [])
        rest = peak(model, variant, flags) - state - accumulators
        wrong = rest > 1.25 * whole / count
        failed += wrong
        print(f"{'FAILED' if wrong else 'passed'} {model}:{variant} with {count} microbatches holds "
              f"{rest} bytes beside state and accumulators, one batch {whole}", flush=True)
sys.exit(1 if failed else 0)
