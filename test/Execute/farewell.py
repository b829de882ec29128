#!/usr/bin/env python3
"""Ranks of popt-run on one host, of which one can't start: all end at once, and say which.

    farewell.py POPT_RUN MODEL SOURCE
"""
import os
import sys

import harness

popt_run, model, source = sys.argv[1:]
FLAGS = ["--inputs", f"{source}/demo/gpt/inputs.npz", "--batches",
         f"{source}/demo/gpt/batches.npz"]
RANKS = 4
# A rank, what is wrong with its flags, what the others hear.
CASES = {
    "unknown flag": (3, ["--no-such-flag"], "popt-run refuses its flags, and says why"),
    "value of a flag": (0, ["--steps", "many"],
                        '--steps wants a whole number, at least 0, not "many"'),
    "missing file": (2, ["--names", "/no/names.json"], "/no/names.json"),
}


for number, (name, (wrong, flags, why)) in enumerate(CASES.items()):
    statuses, said, seconds = harness.ends(
        [harness.start([popt_run, model, *FLAGS, *(flags if rank == wrong else [])], rank, RANKS,
                     f"{os.getpid()}{number}") for rank in range(RANKS)])
    harness.check(set(statuses) <= {1, 2} and seconds <= 40,
                f"{name}: {statuses} after {seconds:.0f} s", said)
    for rank, text in enumerate(said):
        harness.check(rank == wrong or (f"rank {wrong} on " in text and "could not start: " in text
                                      and why in text),
                    f"{name}: rank {rank} does not hear of rank {wrong}", [text])
    print(f"{name}: all hear of it")
