#!/usr/bin/env python3
"""Compares what a compilation says that stages send with what their step tables send.

    claims.py --bin build/bin MODEL@STAGES[/AXIS=SIZE..][/SCHEDULE][/most=BYTES][/warns]...

Messages and bytes are equal, those of all microbatches and of all ranks. With /most=BYTES
they are also at most so many. Only a case with /warns has a warning that state is sent.
Needs only the standard library. Exit status 1 if something differs.
"""
import math
import os
import re
import subprocess
import sys
import tempfile

import stages

BITS = {"i1": 8, "i8": 8, "ui8": 8, "bf16": 16, "f16": 16, "i16": 16, "i32": 32, "ui32": 32,
        "f32": 32, "i64": 64, "ui64": 64, "f64": 64}


def bytes_of(line):
    shape, element = re.search(r": ((?:\d+x)*)(\w+)\) event", line).groups()
    size = BITS[element] // 8
    for extent in shape.split("x")[:-1]:
        size *= int(extent)
    return size


def sent_by(table):
    """(messages, bytes) of all ranks of all programs."""
    messages = total = ranks = 0
    body, calls, pending = None, {}, []

    def close():
        nonlocal messages, total
        for name, size in pending:
            times = ranks * (calls[name] if name else 1)
            messages += times
            total += size * times
        calls.clear()
        pending.clear()

    for line in table.splitlines():
        if found := re.search(r"step\.program @\S+ on \[(.*?)\]", line):
            close()
            body, ranks = None, 1 + found[1].count(",")
        elif found := re.search(r"step\.schedule\[\d+\] of \[(.*?)\] calls \[(.*?)\]", line):
            names = [name.strip('@"') for name in found[1].split(", ")]
            numbers = [int(number) for number in found[2].split(", ")][::2]
            for name, number in zip(names, range(len(names))):
                calls[name] = numbers.count(number)
        elif found := re.search(r'step\.body @"?([^" ]+)"? \{', line):
            body = found[1]
        elif "step.send_start" in line:
            pending.append((body if body in calls else None, bytes_of(line)))
    close()
    return messages, total


def main():
    options = stages.parser_of(__doc__).parse_args()
    failed = 0
    for model, variant, places, more in stages.cases_of(options.cases):
        most = next((int(part[5:]) for part in more if part.startswith("most=")), math.inf)
        warns = "warns" in more
        case = (model, variant, places,
                [part for part in more if part != "warns" and not part.startswith("most=")])
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [os.path.join(options.bin, "poptc"),
                 *stages.module_and_flags(options, *case, folder),
                 "--remarks-filter=propagate", "-O0", "--emit=step", "-o", "-"],
                capture_output=True, text=True, timeout=600)
        claimed = re.search(r"(\d+) messages of (\d+) bytes in all", done.stderr)
        sent = sent_by(done.stdout)
        holds = claimed and sent == (int(claimed[1]), int(claimed[2])) and sent[1] <= most
        says = "each step sends" in done.stderr or "sent in each step" in done.stderr
        holds = holds and says == warns
        failed += not holds
        print(f"{'passed' if holds else 'FAILED'} {stages.name_of(*case)}: "
              f"claimed {claimed and claimed[0]}, sent {sent[0]} of {sent[1]}", flush=True)
        if done.returncode:
            print(done.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
