#!/usr/bin/env python3
"""Compares the peak memory of unsharded steps with the plan's and with XLA's.

    memory.py --bin build/bin --corpus ../shared/corpus [MODEL...]

Per model: the planned arena in whole pages is what a run measures, and it is at
most XLA's arguments + outputs - aliased + temporaries, and 64 KiB. Neither has
the workspace of the matrix libraries.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE, ALLOWANCE = 4096, 64 << 10


def output(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError(" ".join(command[:2]) + ": " + done.stderr.strip()[-400:])
    return done.stdout


def check(options, model):
    """(line, whether it is as promised)"""
    path = os.path.join(options.corpus, "models", model, "single.mlir")
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "scheduled.mlir")
        output(os.path.join(options.bin, "poptc"), path, "--emit=scheduled", "-o", text)
        with open(text) as f:
            planned = int(re.search(r"step\.arena_bytes = (\d+)", f.read()).group(1))
    bench = json.loads(output(os.path.join(options.bin, "popt-run"), path, "-O0", "--init", "random:1",
                              "--bench", "1"))
    xla = json.loads(output(sys.executable, os.path.join(HERE, "..", "..", "bench", "jax_step.py"),
                            path))["peak_bytes"][0]
    measured, workspace = bench["peak_bytes"][0], bench["workspace_bytes"][0]
    line = f"{model}: planned {planned}, measured {measured}, workspace {workspace}, XLA {xla}"
    pages = (planned + PAGE - 1) // PAGE * PAGE
    return line, measured == pages and planned <= xla + ALLOWANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*")
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--corpus", required=True)
    options = parser.parse_args()
    models = options.models or sorted(os.listdir(os.path.join(options.corpus, "models")))
    wrong = 0
    for model in models:
        try:
            line, good = check(options, model)
        except (RuntimeError, AttributeError) as error:
            line, good = f"{model}: {error}", False
        wrong += not good
        print(("passed " if good else "FAILED ") + line, flush=True)
    print(f"{len(models)} models, {wrong} failed")
    return 1 if wrong or not models else 0


if __name__ == "__main__":
    sys.exit(main())
