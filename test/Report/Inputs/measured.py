#!/usr/bin/env python3
"""Compares what -v predicts a rank to send and to hold with what a run does, and what
popt-plan predicts it to send by kind, to the byte.

    measured.py --bin build/bin MODEL.mlir ["MODEL.mlir --plan=P.json"]...

-v rounds to four digits; a rank's memory is whole pages. Needs only the standard
library. Exit status 1 if something differs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Execute"))
from measure import measured_sent, predicted_sent, read_options  # noqa: E402

UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def read(pattern, text):
    return [float(number) * UNITS[unit] for number, unit in
            re.findall(pattern + r"([\d.e+]+) (B|KiB|MiB|GiB)", text)]


def main():
    options = read_options(__doc__)
    failed = 0
    for model in options.cases:
        with tempfile.TemporaryDirectory() as folder:
            binary = os.path.join(folder, "step")
            said = subprocess.run([os.path.join(options.bin, "poptc"), *model.split(), "-v", "-O0",
                                   "-o", binary], capture_output=True, text=True, check=True).stderr
            bench = subprocess.run([binary, "--init", "random:1", "--bench", "1"],
                                   capture_output=True, text=True, check=True)
            measured = json.loads(bench.stdout)
            sent = measured_sent(measured)
            predicted = predicted_sent(os.path.abspath(options.bin), model.split(), folder)
        is_right = predicted == sent
        held = measured["peak_bytes"]
        arena = max(read(r"memory of a rank(?: at \w+ \d+)?: ", said))
        is_right &= arena * (1 - 1e-3) <= max(held) <= arena * (1 + 1e-3) + 4096
        failed += not is_right
        print(f"{'passed' if is_right else 'FAILED'} {os.path.basename(model)}: sends {sent}, "
              f"predicted {predicted}; holds {max(held)}, predicted {arena:.0f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
