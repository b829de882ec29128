#!/usr/bin/env python3
"""Counts the bytes that the ranks of a scanned model send, beside XLA's.

    wire_bytes.py --bin build/bin --corpus ../shared/corpus

XLA's figure is what one device sends, and all send as much; its devices gather
weights, where stages send activations alone. What is compared is the sum over all
devices: the first and last stage of a pipeline send half of what others do. The
busiest rank's figure is printed, too. Needs only the standard library. Exit status
1 if stages send more than a tenth.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import stages

SIZES = {"f32": 4, "i32": 4, "i1": 1, "bf16": 2}


def bytes_of(line):
    """Of the tensor types after the last colon."""
    total = 0
    for shape, element in re.findall(r"tensor<((?:\d+x)*)(\w+)>", line.rsplit(" : ", 1)[1]):
        size = SIZES[element]
        for extent in shape.split("x")[:-1]:
            size *= int(extent)
        total += size
    return total


def sent_by(text, microbatches):
    """Per function: bytes that each of its ranks sends in a step."""
    sent, depth = [], 0
    for line in text.splitlines():
        if re.match(r"  func\.func @main_pp\d+", line):
            sent.append(0)
        elif "dist.time_loop" in line:
            depth = len(line) - len(line.lstrip())
        elif depth and line.startswith(" " * depth + "}"):
            depth = 0
        times = microbatches if depth else 1
        if "dist.send " in line:
            sent[-1] += times * bytes_of(line)
        elif found := re.search(r"dist\.reduce_stages .* at \[(.*?)\]", line):
            members = found[1].count(",") + 1
            sent[-1] += times * 2 * (members - 1) / members * bytes_of(line)
        elif re.search(r"= dist\.(all_|reduce_|permute)", line):
            sys.exit(f"not counted: {line}")
    return sent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default="build/bin")
    parser.add_argument("--corpus", required=True)
    options = parser.parse_args()
    folder = os.path.join(options.corpus, "models", "gpt_scan")
    with open(os.path.join(folder, "case.json")) as f:
        case = json.load(f)
    xla = case["variants"]["pp"]["xla"]
    theirs = sum(kind["wire_bytes"] for kind in xla["collectives"].values())
    names = [argument["name"] for argument in case["args"]]
    failed = 0
    for microbatches in (1, 4):
        axes = {"mb": microbatches} if microbatches > 1 else {}
        with tempfile.TemporaryDirectory() as temporary:
            plan = os.path.join(temporary, "plan.json")
            with open(plan, "w") as f:
                json.dump(stages.plan_of("gpt_scan", names, f"stack{xla['devices']}", axes), f)
            text = subprocess.run(
                [os.path.join(options.bin, "poptc"), os.path.join(folder, "single.mlir"), "--plan",
                 plan, "--emit=scheduled", "-o", "-"], stdout=subprocess.PIPE, text=True,
                check=True, timeout=600).stdout
        sent = sent_by(text, microbatches)
        share = sum(sent) / (theirs * len(sent))
        failed += not (len(sent) == xla["devices"] and 0 < share <= 0.1)
        print(f"{microbatches} microbatches: {sent} bytes sent by the ranks, {theirs} by each of "
              f"XLA's: {share:.3f} of XLA's sum, {max(sent) / theirs:.3f} the busiest rank's")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
