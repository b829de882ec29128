#!/usr/bin/env python3
"""Starts popt-run once for each rank, as torchrun does: one compiles for all.

    compile_once.py --ranks N -- PROGRAM FLAGS...

The results must be those of one process; the compiler's remarks come once. Then
the ways in which it can go wrong: rank 0 cannot compile, a rank was started with
other flags, rank 0 is not there.
"""
import argparse
import filecmp
import os
import subprocess
import tempfile

import harness

JOB = str(os.getpid())  # no other test's


def run_all(commands):
    """Status and messages of each rank, of which all are started at once."""
    statuses, said, _ = harness.ends([harness.start(command, rank, len(commands), JOB)
                                    for rank, command in enumerate(commands)])
    return list(zip(statuses, said))


def expect(what, condition, detail):
    harness.check(condition, what, [detail])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", required=True, type=int)
    parser.add_argument("words", nargs="+", help="after --: the program and flags of popt-run")
    options = parser.parse_args()
    command = [harness.tool("popt-run"), *options.words]
    n = options.ranks
    with tempfile.TemporaryDirectory() as folder:
        one, many = os.path.join(folder, "one.npz"), os.path.join(folder, "many.npz")
        subprocess.run([*command, "--outputs", one], check=True)
        joined = [*command, "--remarks-filter=.*", "--outputs", many]
        ends = run_all([joined] * n)
        expect("joined", all(status == 0 for status, _ in ends), ends)
        expect("results differ", filecmp.cmp(one, many, shallow=False), ends)
        counts = [text.count("remark:") for _, text in ends]
        expect("remarks", counts[0] > 0 and not any(counts[1:]), counts)

        bad = os.path.join(folder, "bad.mlir")
        with open(bad, "w") as file:
            file.write("module {")
        ends = run_all([[command[0], bad]] * n)
        expect("bad program", all(status == 1 for status, _ in ends), ends)
        expect("bad program", "bad.mlir:1" in ends[0][1], ends[0])
        for _, text in ends[1:]:
            expect("bad program", text == "popt-run: error: rank 0 could not compile the "
                   "program, and says why\n", text)

        ends = run_all([command] * (n - 1) + [[*command, "--ftime-report"]])
        expect("other flags", all(status == 1 for status, _ in ends), ends)
        expect("other flags", f"rank {n - 1} has flags" in ends[0][1], ends[0])

        alone = harness.start([*command, "--timeout", "0.2"], 1, n, JOB)
        (status,), (text,), _ = harness.ends([alone])
        expect("no rank 0", status == 1, text)
        expect("no rank 0", f'rank 0 of job "localhost {JOB}" did not come within 0.2 s' in text, text)


if __name__ == "__main__":
    main()
