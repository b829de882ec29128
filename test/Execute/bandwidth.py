#!/usr/bin/env python3
"""Reports of --bench say the same of collectives, but for the times.

    bandwidth.py REPORT.json...

Of each kind and group: bandwidths are bytes by time, the groups' counts and bytes are those of
the kind, which "comm" has, too.
"""
import json
import math
import sys

# nccl-tests' factors of the bus bandwidth, among n ranks.
FACTORS = {"all_reduce": lambda n: 2 * (n - 1) / n, "all_gather": lambda n: (n - 1) / n,
           "reduce_scatter": lambda n: (n - 1) / n, "all_to_all": lambda n: (n - 1) / n,
           "permute": lambda n: 1}


def is_near(a, b):
    return math.isclose(a, b, rel_tol=1e-4)


def check(report):
    """What is said beside times."""
    said = {}
    assert set(report["collectives"]) == set(report["comm"]) - {"send"}, report
    for kind, whole in report["collectives"].items():
        groups = whole["groups"].values()
        for key in ("count", "wire_bytes"):
            assert whole[key] == report["comm"][kind][key], (kind, key, report)
        for key in ("count", "wire_bytes", "bytes"):
            assert abs(whole[key] - sum(group[key] for group in groups)) <= len(groups), report
        for part in (whole, *groups):
            assert part["us"] > 0 and is_near(part["algbw"] * part["us"] * 1e3, part["bytes"]), part
        for group in groups:
            assert is_near(group["busbw"], group["algbw"] * FACTORS[kind](group["ranks"])), group
        said[kind] = {name: (group["ranks"], group["count"], group["bytes"], group["wire_bytes"])
                      for name, group in whole["groups"].items()}
    return said


def main():
    found = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as f:
            found.append(check(json.load(f)))
    assert len(found[0]) > 1 and all(other == found[0] for other in found), found


main()
