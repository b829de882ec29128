#!/usr/bin/env python3
"""Steps of ranks as processes against steps of ranks as threads.

    processes.py --bin BIN [--pairs N] [--steps K] -- PROGRAM FLAGS...

Compiles PROGRAM and measures it in turn with --processes and without (--bench), so that
both see the same load. Prints the medians of all medians and of all minima, and their
ratios. The target is at most 1.1.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder of poptc")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("words", nargs="+", help="after --: the program and flags of runs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/program"
        subprocess.run([os.path.join(options.bin, "poptc"), options.words[0], "-o", program],
                       check=True)
        times = {"threads": [], "processes": []}
        for pair in range(options.pairs):
            order = ["threads", "processes"]
            for how in order if pair % 2 else reversed(order):
                flags = ["--processes"] if how == "processes" else []
                result = subprocess.run(
                    [program, *options.words[1:], "--bench", str(options.steps), *flags],
                    check=True, stdout=subprocess.PIPE)
                times[how].append(json.loads(result.stdout)["step_ms"])
    for what in "median", "min":
        threads, processes = (statistics.median(step[what] for step in times[how])
                              for how in ("threads", "processes"))
        ratios = statistics.median(p[what] / t[what]
                                   for t, p in zip(times["threads"], times["processes"]))
        print(f"{what}: threads {threads:.3f} ms, processes {processes:.3f} ms, "
              f"ratio {processes / threads:.3f}, median of pairs {ratios:.3f}")


if __name__ == "__main__":
    main()
