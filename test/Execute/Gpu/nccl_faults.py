#!/usr/bin/env python3
"""Each call of NCCL fails, hangs or is left out once on each rank.

    nccl_faults.py PROGRAM FOLDER SOURCE [--faults fail,hang,skip] [--ranks 0,1,2,3]
        [--random 100 --seed 1]
    nccl_faults.py PROGRAM FOLDER SOURCE --commands STEP --random 100

PROGRAM is a compiled program of four ranks on GPUs with the flags of demo/gpt; its ranks
are processes on the fake driver, of which one has the fault. The run must end in time, say
that this rank is to blame, in which operation and line of the user's if there is one, and
leave no process. Of calls that NCCL was given together it can't be told which rank has left
one out: then the message names the operation, and no rank. Where a rank never makes the call,
or the run does not depend on it, the run succeeds, with the numbers of one without faults;
that is counted apart. Exit status 1 if something else happens, or no run names its rank.

With --commands a rank leaves out a whole command of the program, all of a bucket (POPT_FAULT);
STEP is what poptc --emit=step prints of it. Then the rank is always to be named, or its place
beside that of the others, if these are still about to make the call ("ranks disagree").
"""
import argparse
import functools
import json
import os
import random
import re
import subprocess
import sys
import time

# Which of its calls: one of the start or the end, or one in the first steps; and how many a
# rank makes in a step, if it makes some in each. In some sums are in NCCL's order, so that
# NCCL makes them.
CALLS = {"ncclGetVersion": 1, "ncclGetUniqueId": 1, "ncclCommInitRankConfig": 1,
         "ncclCommSplit": 1, "ncclCommGetAsyncError": 200, "ncclGroupStart": 30, "ncclGroupEnd": 30,
         "ncclAllReduce": 15, "ncclAllGather": 5, "ncclReduceScatter": 50, "ncclSend": 5,
         "ncclRecv": 5, "ncclCommRegister": 1, "ncclCommDeregister": 1, "ncclCommFinalize": 1,
         "ncclCommDestroy": 1}
IN_A_STEP = {"ncclGroupStart": 27, "ncclGroupEnd": 27, "ncclAllReduce": 11, "ncclAllGather": 58,
             "ncclReduceScatter": 40, "ncclSend": 41, "ncclRecv": 41}
NATIVE = ["ncclAllReduce", "ncclReduceScatter"]
AROUND = ["ncclGetVersion", "ncclGetUniqueId", "ncclCommInitRankConfig", "ncclCommSplit",
          "ncclCommRegister", "ncclCommDeregister", "ncclCommFinalize", "ncclCommDestroy"]
SECONDS = 10
# Of the start of processes and of steps before the fault.
SLACK = 30
# How messages say who is to blame; the last such words of a message count, since ranks pass
# on what they have heard of others.
BLAMES = [r"rank (\d+) \(process [^)]*\) (?:does not come back from|has computed for|has left out|is .* and left out)",
          r"timed out after \d+ ms: rank (\d+) \((?:[^()]*)\) (?:did not|has not|has left out)",
          r"rank (\d+) \([^()]*\) left without",
          r"rank (\d+): (?:(?!rank \d+:)[^\n])*(?:NCCL \d|gave no|too old)"]

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("folder")
parser.add_argument("source")
parser.add_argument("--faults", default="fail,hang,skip")
parser.add_argument("--ranks", default="0,1,2,3")
parser.add_argument("--calls", default=",".join(CALLS))
parser.add_argument("--random", type=int, default=0, help="so many, anywhere in the first steps")
parser.add_argument("--commands", metavar="STEP", help="leave out commands of the program")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--verbose", action="store_true")
options = parser.parse_args()
METRICS = f"{options.folder}/metrics.json"
FLAGS = ["--inputs", f"{options.source}/demo/gpt/inputs.npz", "--batches",
         f"{options.source}/demo/gpt/batches.npz", "--repeat", "--steps", "12",
         "--watchdog", "2", "--metrics", METRICS]
number = 0


def run(rank, words, native=False, command=""):
    """(seconds, exit statuses, what was said) with a fault on that rank: words of POPT_FAKE_CUDA,
    or a place of the program where it leaves out a command. Of that only the watchdog knows,
    whose limit is longer than --timeout where a busy machine makes steps slow."""
    global number
    number += 1
    begin = time.time()
    processes = []
    for r in range(4):
        environment = {**os.environ, "RANK": str(r), "WORLD_SIZE": "4",
                       "MASTER_PORT": str(20000 + os.getpid() % 10000 + number)}
        if words and r == rank:
            environment["POPT_FAKE_CUDA"] += "," + words
        if command:
            environment["POPT_FAULT"] = f"rank={rank},at={command},do=skip"
        processes.append(subprocess.Popen(
            [options.program, *FLAGS, "--timeout", "20" if command else "8",
             *([] if native else ["--deterministic"])],
            env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
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


def metrics():
    with open(METRICS) as file:
        return json.load(file)["metrics_per_step"]


@functools.cache
def expected(native):
    """The metrics of a run without faults."""
    run(0, "", native)
    return metrics()


def blamed(output):
    """The rank that the run's message blames; None."""
    line = next((line for line in output.splitlines() if "error: " in line), "")
    found = [match for blame in BLAMES for match in re.finditer(blame, line)]
    return max(found, key=lambda match: match.start()).group(1) if found else None


def judge(fault, call, rank, statuses, output):
    if statuses == [0] * 4:
        got = metrics()
        return "unharmed" if got == expected(call in NATIVE) else "wrong"
    if not statuses or not statuses[rank]:
        return "wrong"
    # Others may be done by the time that a rank leaves; and communicators are looked at at any time.
    if call in AROUND or call == "ncclCommGetAsyncError":
        return "named" if blamed(output) == str(rank) else "wrong"
    place = r"error: .*(command|op) \d+ .*(gpt_train\.py:\d+|params\[)"
    if not all(statuses) or not re.search(place, output):
        return "wrong"
    if fault == "leave" and blamed(output) != str(rank):
        return "compared" if re.search(rf"ranks disagree: .*rank {rank} is in", output) else "wrong"
    nobody = re.search(r"error: .*(all others that take part have waited|one of those has left out)", output)
    return "unnamed" if nobody and fault == "skip" else "named" if blamed(output) == str(rank) else "wrong"


def communication():
    """Numbers of the commands that communicate, of each rank's program."""
    of = {}
    with open(options.commands) as file:
        for line in file:
            program = re.match(r" *step\.program @\w+(?: on \[([\d, ]*)\])?", line)
            if program:
                ranks = [int(r) for r in program[1].split(",")] if program[1] else range(4)
                commands = []
                of.update((rank, commands) for rank in ranks)
            command = re.match(r" *step\.(?:all_|reduce|send|recv|permute|broadcast|gather|scatter)\w*\[(\d+)\]", line)
            if command:
                commands.append(int(command[1]))
    return of


def faults():
    """(fault, call, which, rank) of each run."""
    if options.commands:
        choose, of = random.Random(options.seed), communication()
        ranks = [int(rank) for rank in options.ranks.split(",")]
        found = []
        for _ in range(options.random):
            rank = choose.choice(ranks)
            found.append(("leave", f"step {choose.randint(1, 5)}", choose.choice(of[rank]), rank))
        return found
    kinds, calls = options.faults.split(","), options.calls.split(",")
    ranks = [int(rank) for rank in options.ranks.split(",")]
    if not options.random:
        return [(fault, call, CALLS[call], rank)
                for fault in kinds for call in calls for rank in ranks]
    choose = random.Random(options.seed)
    calls = [call for call in calls if call in IN_A_STEP]
    found = []
    for _ in range(options.random):
        call = choose.choice(calls)
        found.append((choose.choice(kinds), call, choose.randint(1, 5 * IN_A_STEP[call]),
                      choose.choice(ranks)))
    return found


def main():
    counts = {"named": 0, "compared": 0, "unnamed": 0, "unharmed": 0, "wrong": 0}
    slowest = 0
    for fault, call, which, rank in faults():
        if fault == "leave":
            seconds, statuses, output = run(rank, "", command=f"{call} command {which}")
        else:
            seconds, statuses, output = run(rank, f"{fault}={call}@{which}", call in NATIVE)
        outcome = judge(fault, call, rank, statuses, output)
        counts[outcome] += 1
        if outcome == "named":
            slowest = max(slowest, seconds)
        if outcome == "wrong" or options.verbose:
            print(f"{outcome}: {fault} {call} {which} on rank {rank}: {statuses}, {seconds:.1f} s"
                  f"\n{output}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()) +
          f"; over after {slowest:.1f} s at most, the start of processes included")
    sys.exit(counts["wrong"] > 0 or not counts["named"])


main()
