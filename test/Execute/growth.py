#!/usr/bin/env python3
"""Runs many steps with many saves; memory, files and descriptors must not grow.

    growth.py [--steps K] [--saves N] -- COMMAND...

Runs COMMAND, which must not contain --steps or --save, looks at all its processes while
the log grows, and compares what they have most of the time (the median) in the second
tenth of the run with what they have in the last one.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

# Pages that the C library keeps for itself come and go, and so do a save's threads and
# files. What each save leaves behind is more.
SLACK_BYTES, SLACK = 512 << 10, 8


def family(process):
    """The process and those below it."""
    all_of_them = [process]
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            for child in file.read().split():
                all_of_them += family(int(child))
    except OSError:
        pass
    return all_of_them


def look(process, folder):
    """(bytes in memory of its own, descriptors, threads, files) of all its processes."""
    memory = descriptors = threads = 0
    for one in family(process):
        try:
            with open(f"/proc/{one}/status") as file:
                words = dict(line.split(":", 1) for line in file)
            memory += int(words["RssAnon"].split()[0]) * 1024
            threads += int(words["Threads"])
            descriptors += len(os.listdir(f"/proc/{one}/fd"))
        except (OSError, KeyError):
            return None  # it is just ending
    files = sum(len(names) for _, _, names in os.walk(folder))
    return memory, descriptors, threads, files


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--saves", type=int, default=100)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    early, late = [], []
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/log.jsonl"
        process = subprocess.Popen(
            [*options.command, "--steps", str(options.steps), "--log", log,
             "--save", f"{folder}/ck", "--keep", "2",
             "--save-every", str(options.steps // options.saves)], stderr=subprocess.DEVNULL)
        lines = position = 0
        while process.poll() is None:
            if os.path.exists(log):
                with open(log, "rb") as file:
                    file.seek(position)
                    new = file.read()
                position += len(new)
                lines += new.count(b"\n")
            seen = look(process.pid, f"{folder}/ck")
            share = lines / options.steps
            if seen and (0.1 <= share < 0.2 or 0.9 <= share < 0.99):
                (early if share < 0.5 else late).append(seen)
            time.sleep(0.01)
        if process.returncode or not early or not late:
            sys.exit(f"status {process.returncode}, {len(early)} and {len(late)} looks at it")
    for what, slack, before, after in zip(
            ("bytes of memory", "descriptors", "threads", "files"), (SLACK_BYTES, SLACK, SLACK, SLACK),
            map(statistics.median, zip(*early)), map(statistics.median, zip(*late))):
        print(f"{what}: {before:.0f}, then {after:.0f}")
        if after > before + slack:
            sys.exit(f"{what} grow from {before:.0f} to {after:.0f}")


if __name__ == "__main__":
    main()
