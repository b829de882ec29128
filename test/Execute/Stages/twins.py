#!/usr/bin/env python3
"""Compares a model that scans its layers with its twin, which does not.

    twins.py --bin build/bin

Both, as pipelines of two and four stages, send as many messages and bytes in a
step. A scan holds more memory, and is predicted to take as long within 3%, or up to
5% less: an iteration reads and makes rows where they lie, and copies what it carries.
It never copies a stack, so that bytes do not grow with the square of the layers.
Needs only the standard library. Exit status 1 if something differs.
"""
import json
import re
import sys

import stages

# A scan's memory over its twin's, where it is not 1.3: the fewer the bytes of
# activations, the more the gradients of all layers count.
MOST_HELD = {"narrow": 1.35}


def measured(options, model, places, axes):
    """What a step of the model sends, the bytes of each rank, the predicted seconds."""
    printed, said = stages.planned(options, "popt-run", model, places, axes, "-v",
                                   "--remarks-filter=schedule", "--init", "random", "--bench", "1")
    bench = json.loads(printed)
    seconds = float(re.search(r"predicted makespan ([^ ]+) s", said)[1])
    return bench["comm"], bench["peak_bytes"], seconds


def copied_per_iteration(options, model, places, axes):
    """Elements that an iteration of each loop copies, in the step table."""
    table, _ = stages.planned(options, "poptc", model, places, axes, "--emit=step", "-o", "-")
    copied, name = {}, ""
    for line in table.splitlines():
        body = re.search(r'step\.body @"?(\w+)', line)
        name = body[1] if body else name
        if "step.copy" in line and name.startswith("body"):
            elements = 1
            for extent in re.findall(r"(\d+)x", re.search(r"\] : ([\dx]*)", line)[1]):
                elements *= int(extent)
            copied[name] = copied.get(name, 0) + elements
    return copied


def checks(options, expect):
    copied = copied_per_iteration(options, "scan_llama", "stack2", {"mb": 4})
    expect("iterations copy activations alone", max(copied.values(), default=0) <= 2 * 2 * 6 * 16,
           copied)
    for family, places, scanned, axes in [
            ("llama", "2", "stack2", {"mb": 4}), ("llama", "4", "stack4", {"mb": 4}),
            ("llama", "0.1.1.0", "stack0.1.1.0", {"mb": 2}), ("gpt", "2", "stack2", {"mb": 4}),
            ("gpt", "4", "stack4", {"mb": 4}), ("narrow", "2", "stack2", {"mb": 4}),
            ("narrow", "4", "stack4", {"mb": 4}), ("mlp", "2", "stack2", {"mb": 4}),
            ("mlp", "4", "stack4", {"mb": 4}), ("mlp", "0.1.1.0", "stack0.1.1.0", {"mb": 2})]:
        twin, scan = (measured(options, f"twin_{family}", places, axes),
                      measured(options, f"scan_{family}", scanned, axes))
        expect(f"{family} {scanned} sends what {places} does", scan[0] == twin[0],
               f"{scan[0]}, {twin[0]}")
        expect(f"{family} {scanned} holds what {places} does",
               max(scan[1]) < MOST_HELD.get(family, 1.3) * max(twin[1]),
               f"{scan[1]}, {twin[1]}")
        expect(f"{family} {scanned} takes as long as {places}",
               # A scan stores what an iteration began with once more. It adds gradients in the
               # order of the weights, and its twin transposes their sums after the time loop.
               0.95 * twin[2] < scan[2] < 1.03 * twin[2], f"{scan[2]}, {twin[2]}")


if __name__ == "__main__":
    sys.exit(stages.run_checks(__doc__, checks))
