#!/usr/bin/env python3
"""Runs a program beside busy loops; nobody may be blamed.

    no_alarm.py [--seconds S] [--loops N] -- COMMAND...

COMMAND gets so many steps that it does not end, and SIGTERM after S seconds: it must
leave as that asks for, without an error or a warning.
"""
import argparse
import signal
import subprocess
import sys
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--loops", type=int, default=2)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
             for _ in range(options.loops)]
    try:
        run = subprocess.Popen([*options.command, "--steps", "1000000000"],
                               stderr=subprocess.PIPE, text=True)
        begin = time.monotonic()
        while run.poll() is None and time.monotonic() - begin < options.seconds:
            time.sleep(0.1)
        lasted = time.monotonic() - begin
        run.send_signal(signal.SIGTERM)
        _, said = run.communicate()
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    alarms = [line for line in said.splitlines() if "error: " in line or "warning: " in line]
    last = said.splitlines()[-1] if said else ""
    print(f"{lasted:.0f} s, status {run.returncode}: {last}")
    if run.returncode != 128 + signal.SIGTERM or alarms:
        sys.exit("\n".join(alarms) or "it ended by itself")


if __name__ == "__main__":
    main()
