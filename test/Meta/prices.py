#!/usr/bin/env python3
"""Finds seconds that are not asked of lib/Cost, and bytes held that are counted apart.

    prices.py SOURCE

What an operation costs is asked of popt/Cost/CostModel.h, which asks the machine.
The search for reshards prices its moves by the machine, too; the report prints what
a machine's links can do. What a step holds is counted by popt/Analysis/HeldBytes.h,
at the fidelities that its essay lists, for those who are listed below. Prints other
lines that name rates, latencies or formulas of a machine, ask what is held, or add up
what is alive; exit status 1 if there are any.
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
    "lib/Report/Prediction.cpp",  # asks what would be if they were free
}
ASKS = re.compile(r"\b(?:bytesPerSecond|latencySeconds|flopsPerSecond|memoryBytesPerSecond"
                  r"|switchBytesPerSecond|switchLatencySeconds|kernelEfficiency"
                  r"|slowdownBesideLinks|slowdownBesideKernels)\b"
                  r"|\b(?:flopRate|memorySeconds|fractionAt|leastLatency|mostBytesPerSecond|timeSeconds)\("
                  r"|[mM]achine(?:\(\))?\.(?:collective|copySeconds|hostSeconds|computeSeconds)\("
                  r"|\b[dD]evices?(?:\[\w+\])?\.(?:copySeconds|computeSeconds)\("
                  r"|\blatencies\(")
# What a pipeline's messages take is a pair of numbers of a core of its own.
LINK_OF_PIPELINE = re.compile(r"\bproblem\.link\.|pipeline::Link")

# Who may ask what is held, beside lib/Analysis and lib/Memory: at which fidelity.
MAY_HOLD = {
    "lib/Partition/StrategyMemory.cpp",              # hints
    "lib/Partition/StrategyProblem.cpp",             # hints
    "lib/Time/FoldTime.cpp",                         # step
    "lib/Stages/ChosenOrder.cpp",                    # tasks
    "lib/Collectives/CombineCollectives.cpp",        # local
    "lib/Report/Memory.cpp",                         # planned
    "lib/Compile/Chain.cpp",                          # what crosses a cut
}
HOLDS = re.compile(r'#include "popt/Analysis/(?:HeldBytes|Liveness)\.h"')
# Who may add up what is alive: HeldBytes, and searches that ask what an order or a
# placement that they are still making would hold.
MAY_COUNT = {
    "lib/Analysis/HeldBytes.cpp",
    "lib/Memory/MemoryAhead.cpp", "lib/Memory/OverlapCopies.cpp",
    "lib/Memory/PlanMemoryArena.cpp", "lib/Memory/PlanMemoryOrder.cpp",
    "lib/Pipeline",  # a core: instances of what tasks leave for others
}
COUNTS = re.compile(r"\b\w*(?:[aA]live|[hH]eld|[cC]hanges?)(?:\[.*\])?\s*[+-]=.*[bB]ytes")


def is_in(path, places):
    return any(path == place or path.startswith(place + "/") for place in places)


def complaints(path, line):
    """What is wrong with a line of a file."""
    code = line.split("//")[0]
    if ASKS.search(code) and not LINK_OF_PIPELINE.search(code) \
            and not is_in(path, MAY_ASK | {"lib/Pipeline", "include/popt/Pipeline"}):
        yield "asks the machine instead of CostModel"
    if HOLDS.search(line) and not is_in(path, MAY_HOLD | {
            "lib/Analysis", "include/popt/Analysis", "lib/Memory", "include/popt/Memory"}):
        yield "asks what is held, and stands in no list"
    if COUNTS.search(code) and not is_in(path, MAY_COUNT):
        yield "adds up what is alive instead of HeldBytes"


def main(source):
    broken = 0
    for root in ("lib", "include", "tools"):
        for folder, _, files in sorted(os.walk(os.path.join(source, root))):
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), source)
                if not name.endswith((".cpp", ".h")):
                    continue
                with open(os.path.join(source, path)) as file:
                    for number, line in enumerate(file, 1):
                        for complaint in complaints(path, line):
                            print(f"{path}:{number}: {complaint}: {line.strip()}")
                            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
