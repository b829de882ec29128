#!/usr/bin/env python3
"""Each call of NCCL fails, hangs or is left out once on each rank.

    nccl_faults.py PROGRAM FOLDER SOURCE [--faults fail,hang,skip] [--ranks 0,1,2,3]

PROGRAM is a compiled program of four ranks on GPUs with the flags of demo/gpt; its ranks
are processes on the fake driver, of which one has the fault. The run must end in time, with
a message that names that rank, and leave no process. Where a rank never makes the call, or
the run does not depend on it, the run succeeds, and that is counted apart.
"""
import argparse
import os
import re
import subprocess
import sys
import time

# Which of its calls: those of the start, and those of some step after the first.
CALLS = {"ncclGetVersion": 1, "ncclGetUniqueId": 1, "ncclCommInitRankConfig": 1,
         "ncclCommGetAsyncError": 200, "ncclGroupStart": 30, "ncclGroupEnd": 30,
         "ncclAllReduce": 30, "ncclAllGather": 5, "ncclReduceScatter": 5, "ncclBroadcast": 5,
         "ncclReduce": 5, "ncclSend": 5, "ncclRecv": 5, "ncclCommFinalize": 1,
         "ncclCommDestroy": 1}
SECONDS = 10
# Of the start of processes and of steps before the fault.
SLACK = 30

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("folder")
parser.add_argument("source")
parser.add_argument("--faults", default="fail,hang,skip")
parser.add_argument("--ranks", default="0,1,2,3")
parser.add_argument("--calls", default=",".join(CALLS))
options = parser.parse_args()
FLAGS = ["--inputs", f"{options.source}/demo/gpt/inputs.npz", "--batches",
         f"{options.source}/demo/gpt/batches.npz", "--repeat", "--steps", "12",
         "--deterministic", "--watchdog", "2", "--timeout", "8"]
number = 0


def run(rank, words):
    """(seconds, exit statuses, what was said) with a fault on that rank."""
    global number
    number += 1
    begin = time.time()
    processes = []
    for r in range(4):
        environment = {**os.environ, "RANK": str(r), "WORLD_SIZE": "4",
                       "MASTER_PORT": str(20000 + os.getpid() % 10000 + number)}
        if r == rank:
            environment["POPT_FAKE_CUDA"] += "," + words
        processes.append(subprocess.Popen([options.program, *FLAGS], env=environment, text=True,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
    outputs = []
    try:
        for process in processes:
            left = SECONDS + SLACK - (time.time() - begin)
            outputs.append(process.communicate(timeout=max(left, 0.1))[0])
    except subprocess.TimeoutExpired:
        for process in processes:
            process.kill()
            process.communicate()
        return time.time() - begin, None, "".join(outputs)
    return time.time() - begin, [p.returncode for p in processes], "".join(outputs)


def main():
    counts = {"named": 0, "unharmed": 0, "wrong": 0}
    slowest = 0
    for fault in options.faults.split(","):
        for call in options.calls.split(","):
            for rank in map(int, options.ranks.split(",")):
                seconds, statuses, output = run(rank, f"{fault}={call}@{CALLS[call]}")
                named = re.search(rf"error: .*rank {rank}\b", output)
                if statuses == [0] * 4:
                    outcome = "unharmed"
                elif statuses and all(statuses) and named:
                    outcome = "named"
                    slowest = max(slowest, seconds)
                else:
                    outcome = "wrong"
                    print(f"{fault} {call} on rank {rank}: {statuses}, {seconds:.1f} s\n{output}",
                          flush=True)
                counts[outcome] += 1
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()) +
          f"; over after {slowest:.1f} s at most, the start of processes included")
    sys.exit(counts["wrong"] > 0)


main()
