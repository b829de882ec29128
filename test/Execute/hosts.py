#!/usr/bin/env python3
"""Runs whose ranks communicate by MPI, over TCP, or on GPUs by NCCL, on two hosts.

    hosts.py PROGRAM FOLDER SOURCE [--one-host | --torchrun] [--flags=FLAGS] TEST[:TIMES]...

PROGRAM is a compiled program of four ranks with the flags of demo/gpt. mpirun starts two
ranks on each host, or, with --torchrun, what torchrun.py is; hosts are network namespaces with
a cable between them, or, with --one-host, pretended. Tests:

  results   the results are those of threads
  killed    a rank that is killed is named, and all are gone
  stopped   a rank that SIGSTOP stops is named, and all are gone
  alone     one that SIGSTOP stops and that is alone on its host is named, and the others are
            gone; it ends when it goes on (with --torchrun: mpirun ends it)
  ended     SIGTERM on one host saves and ends all after the same step
  slow      a cable of 8 Mbit/s raises no alarm for half a minute (not with --one-host)
  cable     a cable that is pulled is named (not with --one-host)

`killed` and `stopped` choose rank and moment at random, TIMES times (1), and say how long
ranks stayed. Nothing may be left: processes, sockets, shared memory, temporary files.
"""
import argparse
import os
import random
import re
import signal
import subprocess
import sys
import time

import two_hosts

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("folder")
parser.add_argument("source")
parser.add_argument("tests", nargs="+")
parser.add_argument("--one-host", action="store_true")
parser.add_argument("--torchrun", action="store_true")
parser.add_argument("--flags", default="", help="more flags of the program")
parser.add_argument("--seed", type=int, default=18)
options = parser.parse_args()
program, folder = options.program, options.folder
dice = random.Random(options.seed)
FLAGS = ["--inputs", f"{options.source}/demo/gpt/inputs.npz", "--batches",
         f"{options.source}/demo/gpt/batches.npz", "--repeat", *options.flags.split()]
MPIRUN_FLAGS = ["--tag-output", "--mca", "odls_base_sigkill_timeout", "5"]


def start(*flags):
    environment = dict(os.environ)
    if options.one_host:
        environment["POPT_HOSTS"] = "0,0,1,1"
        command = two_hosts.mpirun(4, *MPIRUN_FLAGS)
    elif options.torchrun:
        command = hosts.torchrun(4, "--tag")
    else:
        command = hosts.mpirun(4, *MPIRUN_FLAGS)
    return subprocess.Popen([*command, program, *FLAGS, *flags], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, env=environment)


def rank_processes():
    """The processes of this run, by rank."""
    found = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/environ", "rb") as file:
                words = dict(word.split(b"=", 1) for word in file.read().split(b"\0")
                             if b"=" in word)
            with open(f"/proc/{process}/cmdline", "rb") as file:
                is_program = file.read().startswith(program.encode())
        except OSError:
            continue
        rank = words.get(b"RANK", words.get(b"OMPI_COMM_WORLD_RANK"))
        if is_program and rank is not None:
            found[int(rank)] = int(process)
    return found


def check(condition, what, output):
    if not condition:
        raise SystemExit(f"{what}:\n{output[-4000:]}")


def await_steps(log):
    for _ in range(600):
        if os.path.exists(log) and os.path.getsize(log):
            return
        time.sleep(0.1)
    raise SystemExit("no step has been logged for a minute")


def running(log, *flags):
    path = f"{folder}/{log}.jsonl"
    if os.path.exists(path):
        os.unlink(path)
    run = start("--steps", "1000000", "--log", path, *flags)
    await_steps(path)
    return run


def leftovers():
    """What runs can leave: shared memory that is not mapped, files in the folder.
    Sockets go with their processes."""
    mapped = set()
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/maps", encoding="utf-8") as file:
                mapped |= {line.split()[-1] for line in file if "/dev/shm/" in line}
        except OSError:
            pass
    memory = {f"/dev/shm/{entry}" for entry in os.listdir("/dev/shm")} - mapped
    return memory | {f"{folder}/{entry}" for entry in os.listdir(folder) if ".tmp." in entry}


def end_of(run, begin):
    """Waits until all ranks are gone: (seconds since `begin`, what was said)."""
    while rank_processes():
        if time.time() - begin > 60:
            run.kill()
            raise SystemExit("ranks are still there after a minute")
        time.sleep(0.02)
    took = time.time() - begin
    return took, run.communicate(timeout=100)[0]


def fault(number, what, *flags):
    """Sends a signal to some rank; (seconds, whether it was the one that is named)."""
    before = leftovers()
    run = running(f"{what}", *flags)
    time.sleep(dice.uniform(0, 0.5))
    processes = rank_processes()
    rank = dice.randrange(4)
    os.kill(processes[rank], getattr(signal, number))
    begin = time.time()
    took, output = end_of(run, begin)
    check(run.returncode != 0, f"rank {rank} got {number}, and the run did not fail", output)
    for _ in range(100):
        left = leftovers() - before
        if not left:
            break
        time.sleep(0.1)
    check(not left, f"left over: {left}", output)
    words = {"SIGKILL": "has died", "SIGSTOP": "has been stopped by a signal for [0-9.]+ s"}
    place = r"(in step \d+, command \d+ \(.*\)|after step \d+)"
    named = re.findall(r"error: rank (\d) \(process \d+ on .*\) " + words[number] + " " + place,
                       output)
    check(named, f"rank {rank} got {number}, and no rank is named", output)
    is_right = all(int(other) == rank for other, _ in named)
    if not is_right:
        print(f"rank {rank} got {number}:\n{output}")
    if not options.one_host and is_right:
        for host in "[01]", "[23]":
            # What a rank there says of its own command may stand before it.
            tag = rf"\[(1,|rank ){host}\].*"
            check(re.search(rf"{tag}error: .*rank {rank} \(process", output) or
                  host[1] <= str(rank) <= host[2], "a host does not hear of it", output)
    return took, is_right


def faults(times, *words):
    outcomes = []
    for i in range(times):
        outcomes.append(fault(*words))
        if i % 10 == 9:
            print(f"{words[0]}: {i + 1} times", flush=True)
    right = sum(is_right for _, is_right in outcomes)
    seconds = sorted(took for took, _ in outcomes)
    print(f"{right} of {times} named, over after {seconds[len(seconds) // 2]:.2f} s, "
          f"{seconds[-1]:.2f} s at most")
    return right == times


def results(_):
    subprocess.run([program, *FLAGS, "--steps", "3", "--outputs", f"{folder}/threads.npz"],
                   check=True)
    run = start("--steps", "3", "--outputs", f"{folder}/hosts.npz")
    output = run.communicate(timeout=200)[0]
    check(run.returncode == 0, "the run failed", output)
    with open(f"{folder}/threads.npz", "rb") as one, open(f"{folder}/hosts.npz", "rb") as other:
        check(one.read() == other.read(), "the results are not those of threads", output)
    return True


def killed(times):
    return faults(times, "SIGKILL", "killed")


def stopped(times):
    return faults(times, "SIGSTOP", "stopped", "--watchdog", "2")


def alone(_):
    log = f"{folder}/alone.jsonl"
    words = {"WORLD_SIZE": 4, "MASTER_ADDR": "10.77.0.1", "MASTER_PORT": 29500}
    ranks = []
    for rank in range(4):
        host, local = divmod(rank, 3)
        own = {**words, "RANK": rank, "LOCAL_RANK": local, "LOCAL_WORLD_SIZE": 1 if host else 3}
        ranks.append(subprocess.Popen(
            ["nsenter", f"--net=/run/netns/{hosts.spaces[host]}", f"--uts={folder}/uts{host}",
             program, *FLAGS, "--steps", "1000000", "--log", log, "--watchdog", "2"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, **{name: str(word) for name, word in own.items()}}))
    await_steps(log)
    *others, last = ranks
    last.send_signal(signal.SIGSTOP)
    begin = time.time()
    output = "".join(rank.communicate(timeout=60)[0] for rank in others)
    took = time.time() - begin
    statuses = [rank.returncode for rank in others]
    check(statuses == [1] * 3, f"statuses {statuses}", output)
    check(re.search(r"error: rank 3 \(process \d+ on host1\) has been stopped", output),
          "no message names the rank that is stopped", output)
    time.sleep(2)
    check(last.poll() is None, "the rank that is stopped is gone", output)
    last.send_signal(signal.SIGCONT)
    begin = time.time()
    said = last.communicate(timeout=60)[0]
    check(last.returncode == 1, f"status {last.returncode} of the rank that goes on", said)
    print(f"alone: the others are gone after {took:.1f} s, it {time.time() - begin:.1f} s after it "
          f"goes on: {said.strip()[-200:]}")
    return True


def ended(_):
    end_by_signal("ended", 0)
    return True


def slow(_):
    hosts.slow_cable("8mbit")
    output = end_by_signal("slow", 30)
    alarms = re.findall(r"(?:error|warning): .*", output)
    check(not alarms, "somebody is blamed for a slow cable", output)
    return True


def end_by_signal(log, seconds):
    """Of a rank on the other host, after so many seconds."""
    run = running(log, "--save", f"{folder}/checkpoints-{log}")
    time.sleep(seconds)
    os.kill(rank_processes()[2], signal.SIGTERM)
    output = run.communicate(timeout=100)[0]
    check(run.returncode == 75, f"status {run.returncode} after SIGTERM", output)
    saved = os.listdir(f"{folder}/checkpoints-{log}")
    check(any(entry.startswith("step-") for entry in saved), "nothing was saved", output)
    return output


def cable(_):
    run = running("cable")
    begin = time.time()
    hosts.pull_cable()
    output = run.communicate(timeout=100)[0]
    check(re.search(r"error: rank [02] \(process \d+ on host[01]\) has not been heard of for",
                    output), "no message names the host out of reach", output)
    print(f"cable: over after {time.time() - begin:.1f} s")
    return True


def main():
    is_good = True
    for word in options.tests:
        test, _, times = word.partition(":")
        is_right = {"results": results, "killed": killed, "stopped": stopped, "alone": alone,
                    "ended": ended, "slow": slow, "cable": cable}[test](int(times or 1))
        print(f"{word}: {'ok' if is_right else 'wrong'}", flush=True)
        is_good &= is_right
    sys.exit(not is_good)


if options.one_host:
    main()
with two_hosts.TwoHosts(folder) as hosts:
    main()
