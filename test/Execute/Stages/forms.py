#!/usr/bin/env python3
"""Compares ways to walk along a stack of layers with the plain scan.

    forms.py --bin build/bin

The modules `forms` of Inputs/export.py compute the same, as do those of `served`, which
do not train. As pipelines each sends at most 1.1 times the bytes that the scan of one
layer after another sends, its ranks hold at most 1.1 times as much where such a scan is
made of it and 1.5 times elsewhere, and nothing is warned of.
Needs only the standard library. Exit status 1 if something differs.
"""
import json
import re
import sys

import stages

FORMS = ["groups2", "groups3", "unroll2", "unroll4", "slices", "parts", "pairs", "three",
         "backwards", "numbers", "taken", "nested", "turned", "dots", "scans", "unroll6",
         "beside", "rests"]
SERVED = ["unroll2", "unroll6", "beside", "rests"]
# Those that become a plain scan (roll-loops, merge-loops, write-rows).
PLAIN = ["unroll2", "nested", "scans", "rests"]


def measured(options, model, form, places, axes):
    """What a step sends, the bytes of each rank, and what the compiler says."""
    printed, said = stages.planned(options, "popt-run", model, places, axes, "-v",
                                   "--remarks-filter=schedule", "--init", "random", "--bench", "1",
                                   form=form)
    sent = sum(kind["wire_bytes"] for kind in json.loads(printed)["comm"].values())
    return sent, [int(n) for n in re.findall(r"the arena has (\d+) bytes", said)], said


def compare(options, expect, model, forms, places, axes):
    plain, held, _ = measured(options, model, "plain", places, axes)
    for form in forms:
        sent, peaks, said = measured(options, model, form, places, axes)
        name = f"{model} {form} {places}"
        expect(f"{name} sends what the scan does", sent <= 1.1 * plain, f"{sent}, {plain}")
        most = 1.1 if form in PLAIN else 1.5
        expect(f"{name} holds what the scan does", max(peaks) <= most * max(held),
               f"{peaks}, {held}")
        expect(f"{name} warns of nothing", "warning" not in said, said)


def checks(options, expect):
    for places, axes in [("stack2", {"mb": 2}), ("stack3", {}), ("stack0.1.1", {"mb": 2})]:
        compare(options, expect, "forms", FORMS, places, axes)
    compare(options, expect, "served", SERVED, "stack2", {"mb": 2})


if __name__ == "__main__":
    sys.exit(stages.run_checks(__doc__, checks))
