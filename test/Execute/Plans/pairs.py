#!/usr/bin/env python3
"""Compiles any two recipes of docs/Plan.md as one plan.

    pairs.py --bin build/bin --page docs/Plan.md [--emit propagated] [--one-order]

Two recipes of one model whose axes allow it become one plan: the axes of both, the
dimensions of `inputs` split by the axes of both, the entries of one after those of
the other. Axes do not allow it where one has two sizes, or would split two
dimensions of a tensor, and a plan has one schedule. In both orders the plan must compile. Prints
a line per pair; exit status 1 if one failed.
"""
import argparse
import itertools
import json
import os
import shlex
import subprocess
import sys
import tempfile

from cookbook import ROOT, recipes

KINDS = ("stage", "device", "time")


class Apart(Exception):
    """Why two recipes are not for one program."""


def plan_of(plan, command):
    """A recipe's plan, also where flags say it, and its model."""
    words = shlex.split(command)
    if plan:
        return json.loads(plan), words[1]
    plan = {"popt_plan": 1}
    flags = dict(zip(words[2::2], words[3::2]))
    for axis in filter(None, flags.get("--mesh", "").split(",")):
        name, size = axis.split("=")
        kind, _, name = name.rpartition(":")
        plan.setdefault("mesh", {}).setdefault(kind or "device", []).append([name, int(size)])
    if "--batch" in flags:
        pattern, dim = flags["--batch"].split("=")
        axes = [name for kind in KINDS[1:] for name, _ in plan["mesh"].get(kind, [])]
        plan["inputs"] = {pattern: [[]] * int(dim) + [axes]}
    return plan, words[1]


def merged(first, second):
    if "schedule" in first and "schedule" in second:
        raise Apart("two schedules")
    sizes, mesh = {}, {}
    for kind in KINDS:
        for plan in (first, second):
            for name, size in plan["mesh"].get(kind, []):
                if sizes.setdefault(name, size) != size:
                    raise Apart(f"two sizes of {name}")
                if [name, size] not in mesh.setdefault(kind, []):
                    mesh[kind].append([name, size])
    times = {name for name, _ in mesh.get("time", [])}
    inputs = {}
    for plan in (first, second):
        for pattern, dims in plan.get("inputs", {}).items():
            old = inputs.setdefault(pattern, [])
            old += [[] for _ in dims[len(old):]]
            for dim, axes in zip(old, dims):
                dim += [axis for axis in axes if axis not in dim]
                dim.sort(key=lambda axis: axis in times)
    for dims in inputs.values():
        axes = [axis for dim in dims for axis in dim]
        if len(axes) != len(set(axes)):
            raise Apart("an axis splits two dimensions of inputs")
    plan = {"popt_plan": 1, "mesh": mesh, "inputs": inputs,
            "shardings": first.get("shardings", []) + second.get("shardings", [])}
    for key in ("schedule", "strategies"):
        if key in first or key in second:
            plan[key] = first.get(key, second.get(key))
    return plan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--page", required=True)
    parser.add_argument("--emit", default="", help="a phase; a binary otherwise")
    parser.add_argument("--one-order", action="store_true")
    options = parser.parse_args()
    with open(options.page) as f:
        book = [(title, *plan_of(plan, command)) for title, plan, command, _ in recipes(f.read())]
    failed = done = 0
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "plan.json")
        for (one, first, model), (two, second, other) in itertools.combinations(book, 2):
            if model != other:
                continue
            for plans in ((first, second), (second, first))[options.one_order:]:
                try:
                    plan = merged(*plans)
                except Apart:
                    break
                with open(file, "w") as f:
                    json.dump(plan, f)
                command = [os.path.join(options.bin, "poptc"), os.path.join(ROOT, model), "--plan", file,
                           "-o", os.path.join(folder, "out")]
                if options.emit:
                    command.append(f"--emit={options.emit}")
                run = subprocess.run(command, capture_output=True, text=True, timeout=300)
                done += 1
                if run.returncode:
                    failed += 1
                    print(f"{one} and {two}: FAILED: {run.stderr[-600:]}\n{json.dumps(plan)}")
    print(f"{done} plans of two recipes, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
