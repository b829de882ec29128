#!/usr/bin/env python3
"""Gradient accumulation written by hand beside a time axis.

    bench/accumulation.py --bin build/bin [--microbatches 4] [--scale 4] [--rounds 5]

Exports the two steps of python/examples/gpt_accumulate.py, runs the plain one
with --mesh time:mb=M and the other as it is, both on the same inputs: results
must agree and the time axis must not send more bytes (one percent for ties).
Fewer it may: with other numbers of microbatches or scales the loop by hand sends
up to twice as many. Then both are timed on one rank and one core, in turn, by
the processor time of more steps against one; the medians of the rounds are
printed, and their ratio. --rounds 0 only checks. Needs JAX.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stderr.strip()[-2000:])
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--microbatches", type=int, default=4)
    parser.add_argument("--scale", type=int, default=4, help="of width and batch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    popt_run = os.path.join(os.path.abspath(options.bin), "popt-run")
    with tempfile.TemporaryDirectory() as folder:
        run([sys.executable, os.path.join(HERE, "..", "python", "examples", "gpt_accumulate.py"),
             folder, str(options.microbatches), str(options.scale)])
        file = lambda name: os.path.join(folder, name)
        inputs = ["--inputs", file("inputs.npz")]
        time = f"time:mb={options.microbatches}"
        ways = {"by hand": [popt_run, file("accumulated.mlir")],
                "time axis": [popt_run, file("plain.mlir")]}
        mesh = lambda way, axes: "--mesh=" + ",".join(
            axes + ([time] if way == "time axis" else []))

        # The bias-corrected first step divides by the root of tiny squares.
        run([*ways["by hand"], *inputs, "--outputs", file("expected.npz")])
        run([*ways["time axis"], mesh("time axis", []), *inputs, "--expect", file("expected.npz"),
             "--rtol", "1e-3", "--atol", "2e-4"])
        sent = {}
        for way, command in ways.items():
            bench = json.loads(run([*command, *([mesh(way, [])] if way == "time axis" else []),
                                    *inputs, "--bench", "1"]))
            sent[way] = sum(kind["wire_bytes"] for kind in bench["comm"].values())
            print(f"{way}: a rank of two sends {sent[way]} bytes per step, "
                  f"holds {bench['peak_bytes'][0]}")
        # Both plans are least in time; layouts of equal time differ by a few bytes.
        if sent["time axis"] > 1.01 * sent["by hand"]:
            sys.exit("the time axis sends more")
        if options.rounds == 0:
            return
        binary = {way: file(way.replace(" ", "-")) for way in ways}
        for way, command in ways.items():
            run([os.path.join(os.path.abspath(options.bin), "poptc"), command[1],
                 mesh(way, ["dp=1"]), "-o", binary[way]])

        def cpu(way, steps):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run(["taskset", "-c", "0", binary[way], *inputs, "--bench", str(steps)])
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        medians = {way: [] for way in ways}
        for _ in range(options.rounds):
            for way in ways:
                medians[way].append((cpu(way, options.steps + 1) - cpu(way, 1)) / options.steps)
        for way, times in medians.items():
            print(f"{way}: {1e3 * statistics.median(times):.2f} ms of processor time per step")
        ratio = statistics.median(medians["time axis"]) / statistics.median(medians["by hand"])
        print(f"time axis over by hand: {ratio:.3f}")


if __name__ == "__main__":
    main()
