#!/usr/bin/env python3
"""Collectives of popt's transports against Open MPI, side by side.

Runs the two programs of runtime/bench in turn, several rounds, takes the median
of each size and prints the ratios:

    bench/collectives.py [--build build] [--ranks 4] [--rounds 7] [--op all_reduce]

--transport says what ranks are: threads; mpi, processes under mpirun that share
memory, as in a run with --transport mpi on one host; messages, the same, but all
data goes by MPI's send and receive, as between hosts.

Exit status 1 if an all_reduce misses its goal (at least 2x Open MPI from 64 KiB
up, never more than 1.3x slower below), 2 if a program is missing.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys

SIZES = [1 << k for k in range(10, 27, 2)] + [1 << k for k in range(17, 26, 4)]


def find_program(build, name):
    for folder in ("runtime/bench", "bench"):
        path = os.path.join(build, folder, name)
        if os.access(path, os.X_OK):
            return path
    return None


def run(command, environment):
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed: {result.stderr.strip()}")
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return {line["bytes"]: line["us"] for line in lines}


def medians(rounds):
    return {size: statistics.median(r[size] for r in rounds) for size in rounds[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="build folder (build)")
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.03, help="per size and round")
    parser.add_argument("--op", default="all_reduce", choices=["all_reduce", "all_gather", "reduce_scatter"])
    parser.add_argument("--transport", default="threads", choices=["threads", "mpi", "messages"])
    parser.add_argument("--max-bytes", type=int, default=64 << 20)
    options = parser.parse_args()

    threads = find_program(options.build, "popt-rt-bench-collectives")
    mpi = find_program(options.build, "popt-rt-bench-collectives-mpi")
    if not threads or not mpi or not shutil.which("mpirun"):
        print("popt-rt-bench-collectives, its -mpi twin or mpirun is missing: build them first", file=sys.stderr)
        return 2
    sizes = sorted(size for size in set(SIZES) if size <= options.max_bytes)
    arguments = [options.op, str(options.seconds)] + [str(size) for size in sizes]
    environment = dict(os.environ, RANKS=str(options.ranks))
    mpirun = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n",
              str(options.ranks)]
    shim = os.path.join(options.build, "lib", "popt", "libpopt-mpi.so")
    environment.setdefault("POPT_MPI", os.path.abspath(shim))
    if options.transport == "messages":
        environment["MESSAGES"] = "1"
    popt = [threads] if options.transport == "threads" else mpirun + [threads]
    mpirun = mpirun + [mpi]

    ours, theirs = [], []
    for _ in range(options.rounds):
        ours.append(run(popt + arguments, environment))
        theirs.append(run(mpirun + arguments, environment))
    ours, theirs = medians(ours), medians(theirs)

    missed = False
    product = 1.0
    print(f"{options.op}, f32, {options.ranks} ranks, {os.cpu_count()} cores, median of {options.rounds} rounds, us")
    print(f"{'bytes':>10} {options.transport:>10} {'Open MPI':>10} {'ratio':>7}")
    for size in sizes:
        ratio = theirs[size] / ours[size]
        goal = 2.0 if size >= 65536 else 1 / 1.3
        miss = options.transport == "threads" and options.op == "all_reduce" and ratio < goal
        product *= ours[size] / theirs[size]
        missed |= miss
        print(f"{size:>10} {ours[size]:>10.1f} {theirs[size]:>10.1f} {ratio:>6.1f}x{'  below its goal' if miss else ''}")
    print(f"time over Open MPI's, geometric mean: {product ** (1 / len(sizes)):.2f}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
