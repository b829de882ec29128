#!/usr/bin/env python3
"""Runs a program beside busy loops; no rank may be blamed that is not slow.

    no_alarm.py [--seconds S] [--loops N] [--slow stopped|RANK] -- COMMAND...

COMMAND gets so many steps that it does not end, and SIGTERM after S seconds: it must
leave as that asks for, without an error or a warning. With --slow there must be one
warning, which names the rank that is slow: RANK, as POPT_FAULT makes it, or one of
COMMAND's processes, which is stopped by signals two thirds of the time. It says how long
that took, and ends the run.
"""
import argparse
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time


def ranks_of(launcher):
    with open(f"/proc/{launcher}/task/{launcher}/children", encoding="utf-8") as file:
        return [int(word) for word in file.read().split()]


def read_lines(stream, said):
    for line in stream:
        said.append(line.rstrip("\n"))


def run_until(run, seconds, said, slow, process):
    """Until the time is over, or the rank `slow` is named; whether the run goes on."""
    begin = time.monotonic()
    while run.poll() is None and time.monotonic() - begin < seconds:
        if process:
            os.kill(process, signal.SIGSTOP)
            time.sleep(0.2)
            os.kill(process, signal.SIGCONT)
        time.sleep(0.1)
        if slow and any("warning: " in line and re.search(slow, line) for line in said):
            print(f"named after {time.monotonic() - begin:.1f} s")
            return
    if slow:
        print(f"not named within {time.monotonic() - begin:.0f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--loops", type=int, default=2)
    parser.add_argument("--slow", help="the rank, or: stopped")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
             for _ in range(options.loops)]
    said = []
    try:
        run = subprocess.Popen([*options.command, "--steps", "1000000000"],
                               stderr=subprocess.PIPE, text=True)
        reader = threading.Thread(target=read_lines, args=(run.stderr, said))
        reader.start()
        slow, process = options.slow and f"rank {options.slow} ", None
        if options.slow == "stopped":
            time.sleep(10)
            process = random.choice(ranks_of(run.pid))
            slow = rf"\(process {process} on "
        begin = time.monotonic()
        run_until(run, options.seconds, said, slow, process)
        lasted = time.monotonic() - begin
        run.send_signal(signal.SIGTERM)
        run.wait()
        reader.join()
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    alarms = [line for line in said if "error: " in line or "warning: " in line]
    right = [line for line in alarms if slow and re.search(slow, line)]
    print(f"{lasted:.0f} s, status {run.returncode}: {said[-1] if said else ''}")
    if run.returncode != 128 + signal.SIGTERM or alarms != right or (slow and not right):
        sys.exit("\n".join(alarms) or "no rank was named, or it ended by itself")


if __name__ == "__main__":
    main()
