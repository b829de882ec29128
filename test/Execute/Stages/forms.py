#!/usr/bin/env python3
"""Compares ways to walk along a stack of layers with the plain scan.

    forms.py --bin build/bin

The modules `forms` of Inputs/export.py compute the same. As pipelines each sends at most
1.1 times the bytes that the scan of one layer after another sends, its ranks hold at
most 1.5 times as much, and nothing is warned of.
Needs only the standard library. Exit status 1 if something differs.
"""
import json
import os
import sys

import stages

FORMS = ["groups2", "groups3", "unroll2", "unroll4", "slices", "parts", "pairs", "three",
         "backwards", "numbers", "taken", "nested", "turned", "dots"]


def measured(options, form, places, axes):
    """What a step sends, the bytes of each rank, and what the compiler says."""
    printed, said = stages.planned(options, "popt-run", "forms", places, axes, "-v", "--init",
                                   "random", "--bench", "1", form=form)
    bench = json.loads(printed)
    return sum(kind["wire_bytes"] for kind in bench["comm"].values()), bench["peak_bytes"], said


def checks(options, expect):
    for places, axes in [("stack2", {"mb": 2}), ("stack3", {}), ("stack0.1.1", {"mb": 2})]:
        plain, held, _ = measured(options, "plain", places, axes)
        for form in FORMS:
            sent, peaks, said = measured(options, form, places, axes)
            expect(f"{form} {places} sends what the scan does",
                   sent <= 1.1 * plain, f"{sent}, {plain}")
            expect(f"{form} {places} holds what the scan does", max(peaks) <= 1.5 * max(held),
                   f"{peaks}, {held}")
            expect(f"{form} {places} warns of nothing", "warning" not in said, said)


if __name__ == "__main__":
    sys.exit(stages.run_checks(__doc__, checks))
