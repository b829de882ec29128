#!/usr/bin/env python3
"""Ranks of popt-run on one host, of which one can't start: all end at once, and say which.

    farewell.py POPT_RUN MODEL SOURCE
"""
import os
import subprocess
import sys
import time

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


def start(rank, port, flags):
    words = {"RANK": rank, "WORLD_SIZE": RANKS, "LOCAL_RANK": rank, "LOCAL_WORLD_SIZE": RANKS,
             "MASTER_ADDR": "localhost", "MASTER_PORT": port}
    return subprocess.Popen([popt_run, model, *FLAGS, *flags], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, **{name: str(word) for name, word in words.items()}})


for number, (name, (wrong, flags, why)) in enumerate(CASES.items()):
    begin = time.time()
    ranks = [start(rank, f"{os.getpid()}{number}", flags if rank == wrong else [])
             for rank in range(RANKS)]
    said = [rank.communicate(timeout=100)[0] for rank in ranks]
    seconds = time.time() - begin
    if any(rank.returncode not in (1, 2) for rank in ranks) or seconds > 40:
        raise SystemExit(f"{name}: {[rank.returncode for rank in ranks]} after "
                         f"{seconds:.0f} s:\n" + "\n".join(said))
    for rank, text in enumerate(said):
        if rank != wrong and (f"rank {wrong} on " not in text or "could not start: " not in text
                              or why not in text):
            raise SystemExit(f"{name}: rank {rank} does not hear of rank {wrong}:\n{text}")
    print(f"{name}: all hear of it")
