#!/usr/bin/env python3
"""popt-plan --iopddl on the instances of the ASPLOS 2025 contest, against published answers.

    iopddl.py POPT_PLAN CHECKOUT [--share S] [INSTANCE...]

CHECKOUT is one of github.com/google/iopddl. Each instance has the contest's time,
or this share of it. Answers are checked here, from the file; points are the least
published cost over the own one (0: none that keeps the limit). Published costs are
the least of 20 teams and of the first team's later runs (github.com/ti2-group/
iopddl_experiments).
"""
import gzip
import json
import os
import subprocess
import sys
import time

# Seconds, and the least published cost.
INSTANCES = {
    "A": (60, 6548641531), "B": (60, 532843), "C": (60, 84102445200), "D": (60, 309396217000),
    "E": (60, 338965335000), "F": (120, 364364563561), "G": (120, 217039),
    "H": (120, 527715404000), "I": (120, 583706456000), "J": (120, 1325097240000),
    "K": (180, 2242635780), "L": (180, 1970993740), "M": (180, 49928157500),
    "N": (180, 199470115000), "O": (180, 221037852000), "P": (240, 662197407000),
    "Q": (240, 526776842042), "R": (240, 367060921000), "S": (240, 1521949310),
    "T": (240, 671305745000), "U": (300, 2443995950), "V": (300, 1617084),
    "W": (300, 11818845467155), "X": (300, 278109753000), "Y": (300, 595085773000)}


def cost_of(problem, labels):
    """The cost, or None where the limit is not kept."""
    nodes, edges = problem["nodes"], problem["edges"]
    changes = {}
    for (first, second), usages, label in zip(nodes["intervals"], nodes["usages"], labels,
                                              strict=True):
        if first < second:
            changes[first] = changes.get(first, 0) + usages[label]
            changes[second] = changes.get(second, 0) - usages[label]
    now = 0
    for _, change in sorted(changes.items()):
        now += change
        if now > problem.get("usage_limit", now):
            return None
    return (sum(costs[label] for costs, label in zip(nodes["costs"], labels))
            + sum(costs[labels[a] * len(nodes["costs"][b]) + labels[b]]
                  for (a, b), costs in zip(edges["nodes"], edges["costs"])))


def main():
    tool, checkout, *words = sys.argv[1:]
    share = 1.0
    if "--share" in words:
        at = words.index("--share")
        share = float(words[at + 1])
        del words[at:at + 2]
    points = []
    print("| instance | seconds | popt | published | points | bound / published |")
    print("|---|---|---|---|---|---|")
    for name in words or INSTANCES:
        seconds, published = INSTANCES[name]
        file = next((path for end in (".json.gz", ".json") if os.path.exists(
            path := os.path.join(checkout, "benchmarks", f"asplos-2025-iopddl-{name}{end}"))), None)
        if not file:
            print(f"| {name} | | not there | {published} | | |")
            continue
        begin = time.monotonic()
        lines = subprocess.run([tool, "--iopddl", file, "--seconds", str(share * seconds)],
                               check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
        took = time.monotonic() - begin
        said = dict(line.split() for line in lines[:-1])
        labels = json.loads(lines[-1])
        cost = None
        if labels:
            with (gzip.open if file.endswith("gz") else open)(file) as text:
                cost = cost_of(json.load(text)["problem"], labels)
            assert cost is None or cost == int(said["objective"]), name
        points.append(min(1.0, published / cost) if cost else 0.0)
        print(f"| {name} | {took:.0f} | {cost} | {published} | {points[-1]:.3f} "
              f"| {int(said['bound']) / published:.3f} |", flush=True)
    if points:
        print(f"\n{len(points)} instances, {sum(p > 0 for p in points)} within the limit, "
              f"{sum(points) / len(points):.3f} points on average")


if __name__ == "__main__":
    main()
