#!/usr/bin/env python3
"""Runs programs with ranks as threads and as processes; all files must be equal.

    processes.py -- PROGRAM FLAGS...
"""
import argparse
import filecmp
import os
import subprocess
import sys
import tempfile

import harness


def run(popt_run, words, folder):
    """The files that a run writes; ends this program if it fails."""
    os.makedirs(folder)
    files = [os.path.join(folder, name) for name in ("outputs.npz", "metrics.json")]
    subprocess.run([popt_run, *words, "--outputs", files[0], "--metrics", files[1]], check=True)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="+", help="after --: the program and flags of popt-run")
    options = parser.parse_args()
    popt_run = harness.tool("popt-run")
    with tempfile.TemporaryDirectory() as folder:
        threads = run(popt_run, options.words, os.path.join(folder, "threads"))
        processes = run(popt_run, [*options.words, "--processes"],
                        os.path.join(folder, "processes"))
        for one, two in zip(threads, processes):
            if not filecmp.cmp(one, two, shallow=False):
                sys.exit(f"{os.path.basename(one)} differs between threads and processes")


if __name__ == "__main__":
    main()
