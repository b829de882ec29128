#!/usr/bin/env python3
"""Collectives of popt's transports against Open MPI, side by side.

Runs the two programs of runtime/bench in turn, several rounds, and prints, for each
size, the medians and the median of the rounds' ratios:

    bench/collectives.py [--build build] [--ranks 4] [--rounds 7] [--op all_reduce]

--transport says what ranks are: threads; processes that share memory, as in a run with
--processes; mpi, the same under mpirun, as in a run with --transport mpi on one host;
messages, under mpirun, too, but all data goes by MPI's send and receive, as between hosts.

Open MPI runs twice in each round, with ranks that spin while they wait and with ranks
that yield; the faster counts. --against threads compares with popt's threads instead.
With --hosts (as root) two network namespaces with a cable between them have half of the
ranks each.

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
import tempfile

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


def least(*results):
    return {size: min(result[size] for result in results) for size in results[0]}


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="build folder (build)")
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.03, help="per size and round")
    parser.add_argument("--op", default="all_reduce", choices=["all_reduce", "all_gather", "reduce_scatter"])
    parser.add_argument("--transport", default="threads", choices=["threads", "processes", "mpi", "messages"])
    parser.add_argument("--against", default="mpi", choices=["mpi", "threads"])
    parser.add_argument("--hosts", action="store_true", help="two of them")
    parser.add_argument("--min-bytes", type=int, default=0)
    parser.add_argument("--max-bytes", type=int, default=64 << 20)
    return parser.parse_args()


def measure(options, threads, mpi, mpirun):
    """Per round, by size: (microseconds of popt, of what it is compared with)."""
    sizes = [size for size in sorted(set(SIZES)) if options.min_bytes <= size <= options.max_bytes]
    arguments = [options.op, str(options.seconds)] + [str(size) for size in sizes]
    environment = {**os.environ, "RANKS": str(options.ranks), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    shim = os.path.join(options.build, "lib", "popt", "libpopt-mpi.so")
    environment.setdefault("POPT_MPI", os.path.abspath(shim))
    if options.hosts:
        environment["HOSTS"] = ",".join(str(2 * rank // options.ranks)
                                        for rank in range(options.ranks))
    elif options.transport == "messages":
        environment["MESSAGES"] = "1"
    started = ["-x", "POPT_MPI", "-x", "HOSTS"] if options.hosts else []
    alone = options.transport in ("threads", "processes")
    popt = [threads] if alone else [*mpirun, *started, threads]
    ours_environment = {**environment, "PROCESSES": "1"} if options.transport == "processes" else environment

    def peer():
        if options.against == "threads":
            return run([threads] + arguments, environment)
        return least(*(run([*mpirun, "--mca", "mpi_yield_when_idle", how, mpi] + arguments,
                           environment) for how in "01"))

    rounds = []
    for number in range(options.rounds):
        if number % 2:
            theirs = peer()
        ours = run(popt + arguments, ours_environment)
        if not number % 2:
            theirs = peer()
        rounds.append({size: (ours[size], theirs[size]) for size in sizes})
    return rounds


def report(options, rounds):
    """Prints the table; whether a goal was missed."""
    name = "Open MPI" if options.against == "mpi" else "threads"
    missed, product = False, 1.0
    print(f"{options.op}, f32, {options.ranks} ranks, {os.cpu_count()} cores, median of {options.rounds} rounds, us")
    print(f"{'bytes':>10} {options.transport:>10} {name:>10} {name + ' / ' + options.transport:>18}")
    for size in rounds[0]:
        ours, theirs = (statistics.median(r[size][i] for r in rounds) for i in (0, 1))
        ratio = statistics.median(r[size][1] / r[size][0] for r in rounds)
        goal = 2.0 if size >= 65536 else 1 / 1.3
        miss = options.transport == "threads" and options.op == "all_reduce" and ratio < goal
        product /= ratio
        missed |= miss
        print(f"{size:>10} {ours:>10.1f} {theirs:>10.1f} {ratio:>17.2f}x{'  below its goal' if miss else ''}")
    print(f"time over that of {name}, geometric mean: {product ** (1 / len(rounds[0])):.2f}")
    return missed


def main():
    options = parse_options()
    threads = find_program(options.build, "popt-rt-bench-collectives")
    mpi = find_program(options.build, "popt-rt-bench-collectives-mpi")
    if not threads or not mpi or not shutil.which("mpirun"):
        print("popt-rt-bench-collectives, its -mpi twin or mpirun is missing: build them first", file=sys.stderr)
        return 2
    mpirun = ["mpirun", "-q", "--oversubscribe", "--bind-to", "none", "-n", str(options.ranks)]
    if not options.hosts:
        return report(options, measure(options, threads, mpi, mpirun))
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "test", "Execute"))
    import two_hosts
    with tempfile.TemporaryDirectory() as folder, two_hosts.TwoHosts(folder) as hosts:
        threads, mpi = (os.path.abspath(program) for program in (threads, mpi))
        mpirun = [*hosts.enter(), *mpirun, *hosts.network(options.ranks // 2, options.ranks // 2)]
        return report(options, measure(options, threads, mpi, mpirun))


if __name__ == "__main__":
    sys.exit(main())
