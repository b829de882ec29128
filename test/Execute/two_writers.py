#!/usr/bin/env python3
"""Starts two runs in one folder of checkpoints, again and again: one of them writes.

    two_writers.py [--pairs N] [--seed S] [--no-locks] -- PROGRAM FLAGS...

Both runs of a pair have the same command line, with --save and --resume; the second begins 0
to 500 ms after the first, and each is killed at a random time or left alone. One that is
refused says who writes. Afterwards the newest checkpoint must load, and hold the bits that an
undisturbed run has after as many steps. With --no-locks the file system has none, so that both
write: that must hold all the same. Prints how the runs ended.
"""
import argparse
import collections
import glob
import os
import random
import subprocess
import sys
import tempfile
import time

import harness

STEPS = 40


def end_of(process, seconds):
    """How a process ended that is killed after some seconds; None: never."""
    try:
        _, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        _, errors = process.communicate()
    if process.returncode == -9:
        return "killed"
    if process.returncode == 0:
        return "done"
    if process.returncode == 1 and "another run saves into" in errors:
        return "refused"
    return f"status {process.returncode}: {errors}"


def newest(folder):
    return max(glob.glob(os.path.join(folder, "step-*")), default=None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-locks", action="store_true")
    parser.add_argument("program", nargs="+")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    tool = harness.tool("popt-ckpt")
    environment = dict(os.environ)
    if options.no_locks:
        environment["POPT_FAULT"] = "call=fcntl,file=.lock,times=all,do=fail:ENOLCK"
    ends = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        train = os.path.join(folder, "train")
        subprocess.run([harness.tool("poptc"), options.program[0], "-o", train], check=True)
        command = [train, *options.program[1:], "--steps", str(STEPS), "--save-every", "1"]
        whole = os.path.join(folder, "whole")
        begin = time.monotonic()
        subprocess.run([*command, "--save", whole], check=True)
        longest = max(2 * (time.monotonic() - begin), 0.2)
        for pair in range(options.pairs):
            saved = os.path.join(folder, f"pair-{pair}")
            runs = []
            for _ in range(2):
                runs.append(subprocess.Popen([*command, "--save", saved, "--keep", "3", "--resume"], env=environment,
                                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True))
                time.sleep(rng.uniform(0, 0.5) if len(runs) == 1 else 0)
            for run in rng.sample(runs, 2):
                ends[end_of(run, rng.choice([None, rng.uniform(0, longest)]))] += 1
            last = newest(saved)
            if last is None:
                continue
            same = os.path.join(whole, os.path.basename(last))
            for check in (["verify", last], ["diff", last, same]):
                done = subprocess.run([tool, *check], capture_output=True, text=True)
                if done.returncode:
                    sys.exit(f"pair {pair}: {done.stdout}{done.stderr}")
            if os.path.exists(last + "/results.safetensors") != last.endswith(f"{STEPS}"):
                sys.exit(f"pair {pair}: {last} has results, or lacks them")
    wrong = [end for end in ends if end.startswith("status") and not options.no_locks]
    if wrong:
        sys.exit("\n".join(wrong))
    print(", ".join(f"{count} {end.splitlines()[0]}" for end, count in sorted(ends.items())))


if __name__ == "__main__":
    main()
