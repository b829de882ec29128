#!/usr/bin/env python3
"""Ranks of a pipeline hold the weights and the optimizer state of their layers only.

    held.py --bin build/bin --corpus ../shared/corpus gpt_scan@stack2 gpt_accum@4/mb=4

Cases are those of stages.py, without data and tensor parallelism and with each
weight at one stage: what all ranks together hold of state is what one device holds,
but for counters, and each holds a part. Needs only the standard library. Exit status
1 if a case differs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import stages

COUNTERS = 128  # bytes of a rank's, in whole lines of the arena


def state_of(options, flags):
    """Bytes of state of each rank."""
    done = subprocess.run([os.path.join(options.bin, "poptc"), *flags, "-v",
                           "--remarks-filter=schedule", "-O0", "--emit=step", "-o", os.devnull],
                          capture_output=True, text=True, timeout=600)
    if done.returncode:
        sys.exit(done.stderr)
    return [int(n) for n in re.findall(r"the arena has \d+ bytes: state (\d+)", done.stderr)]


def main():
    options = stages.parser_of(__doc__).parse_args()
    failed = 0
    for case in options.cases:
        model, rest = case.split("@")
        places, *more = rest.split("/")
        file, _ = stages.case_of(options, model)
        one, = state_of(options, [file("single.mlir")])
        with tempfile.TemporaryDirectory() as folder:
            held = state_of(options, stages.module_and_flags(options, model, "single", places,
                                                             more, folder))
        holds = one <= sum(held) <= one + COUNTERS * len(held) and max(held) < 0.7 * one
        failed += not holds
        print(f"{'passed' if holds else 'FAILED'} {case}: {held} bytes of state, one device {one}",
              flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
