#!/usr/bin/env python3
"""Runs single operations of the corpus as compiled code on one rank.

    ops.py --bin build/bin --corpus ../shared/corpus [--reference] [--target sm_90] [group/name ...]

Each case of ops/index.json is compiled and run by popt-run and compared with
what JAX gave, within the case's own tolerance. What popt does not compile is
listed in EXPECTED below with the reason; such a case must be refused with a
located message (exit status 1), and one that passes must leave the list.
Needs only the standard library. Exit status 1 if a case went wrong.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import re
import subprocess
import sys

# Pattern of group/name -> why popt says no.
EXPECTED = {}

LOCATED = re.compile(r"error: ")


def run_case(case, options):
    """(name, None or what went wrong, whether popt refused it as expected)."""
    name = case["group"] + "/" + case["name"]
    file = os.path.join(options.corpus, "ops", name)
    tolerance = case["tolerance"]
    command = [os.path.join(options.bin, "popt-run"), file + ".mlir", "--inputs", file + ".npz",
               "--expect", file + ".npz", "--rtol", repr(tolerance["rtol"]),
               "--atol", repr(tolerance["atol"])]
    command += ["--target=" + options.target] if options.target else []
    if options.reference:
        command += ["--reference", "--at=partitioned"]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=options.limit, env=dict(os.environ, POPT_POISON="1"))
    except subprocess.TimeoutExpired:
        return name, f"no end after {options.limit} s", False
    why = EXPECTED.get(name)
    said = " | ".join(l for l in done.stderr.splitlines() if l.strip())[:400]
    if done.returncode == 0:
        return name, why and f"passes, but is listed as an exception ({why})", False
    if why and done.returncode == 1 and LOCATED.search(done.stderr):
        return name, None, True
    return name, f"exit status {done.returncode}: {said}", False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", help="only these (group/name, * allowed)")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--reference", action="store_true", help="the interpreter instead")
    parser.add_argument("--target", help="compile for this")
    parser.add_argument("--cuda-driver", help="library to open as CUDA's driver")
    parser.add_argument("--limit", type=float, default=60, help="seconds per case")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.cuda_driver:
        os.environ["POPT_CUDA_DRIVER"] = options.cuda_driver
    with open(os.path.join(options.corpus, "ops", "index.json")) as f:
        cases = json.load(f)
    # These results depend on the runtime that made them.
    cases = [c for c in cases if not c.get("implementation_defined")]
    if options.cases:
        cases = [c for c in cases if any(fnmatch.fnmatch(c["group"] + "/" + c["name"], p)
                                         for p in options.cases)]
    counts = {"passed": 0, "refused as expected": 0, "failed": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, wrong, refused in pool.map(lambda c: run_case(c, options), cases):
            if wrong:
                print(f"FAILED {name}: {wrong}", flush=True)
            counts["failed" if wrong else "refused as expected" if refused else "passed"] += 1
    print(", ".join(f"{n} {kind}" for kind, n in counts.items()))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
