#!/usr/bin/env python3
"""Finds seconds that are not asked of lib/Cost.

    prices.py SOURCE

What an operation costs is asked of popt/Cost/CostModel.h, which asks the machine.
The search for reshards prices its moves by the machine, too; the report prints what
a machine's links can do. Prints other lines that name rates, latencies or formulas of
a machine; exit status 1 if there are any.
"""
import os
import re
import sys

MAY_ASK = {
    "lib/Machine", "include/popt/Machine",  # has the formulas
    "lib/Layout/WireBytes.cpp", "include/popt/Layout/WireBytes.h",
    "tools/popt-run/MeasureMachine.cpp",  # finds the rates
    "lib/Cost", "include/popt/Cost",
    "lib/Reshard",          # a core without MLIR, whose moves are no operations yet
    "lib/Report/Page.cpp",  # shows the links
}
ASKS = re.compile(r"\b(?:bytesPerSecond|latencySeconds|flopsPerSecond|memoryBytesPerSecond)\b"
                  r"|[mM]achine(?:\(\))?\.(?:collective|timeSeconds|copySeconds|hostSeconds|computeSeconds)\("
                  r"|\blatencies\(")
# What a pipeline's messages take is a pair of numbers of a core of its own.
LINK_OF_PIPELINE = re.compile(r"\blink\.|pipeline::Link")


def main(source):
    broken = 0
    for root in ("lib", "include", "tools"):
        for folder, _, files in sorted(os.walk(os.path.join(source, root))):
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), source)
                if not name.endswith((".cpp", ".h")) or any(
                        path == known or path.startswith(known + "/") for known in MAY_ASK) \
                        or path.startswith(("lib/Pipeline/", "include/popt/Pipeline/")):
                    continue
                with open(os.path.join(source, path)) as file:
                    for number, line in enumerate(file, 1):
                        if ASKS.search(line.split("//")[0]) and not LINK_OF_PIPELINE.search(line):
                            print(f"{path}:{number}: asks the machine instead of CostModel: {line.strip()}")
                            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
