"""Rows with random mistakes are runs or refused, and nothing else: mutated_rows.py DIR [COUNT]."""
import glob
import json
import os
import random
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python")]

import degrees  # noqa: E402
import quantities  # noqa: E402
from rows import lists_of  # noqa: E402

VALUES = [None, 0, -1, 1, 2, 3, 7, 8, 64, 0.5, 1e30, 10**18, float("nan"), float("inf"), True, "x",
          "", [], {}, {"a": 1}, "full", "fp8", "zb-h1"]
KEYS = [*degrees.KEYS_OF_DEGREES, "experts", "top_k", "schedule", "fsdp", "zero", "gpu", "memory_gib"]


class Evaluator:
    """Makes plans without asking what they take."""

    def __call__(self, run):
        run.plan()
        run.cluster()
        run.gradients(0)
        return {"step_seconds": 1.0, "peak_bytes": {"0": 1},
                "bytes": {"0": {"state": 1, "activations": 1}}}

    def best(self, row):
        return [(run, self(run)) for run in degrees.Run.of(row)][0]


def main():
    rows = []
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.json"))):
        with open(path) as file:
            for _, some in lists_of(json.load(file)):
                rows += [row for row in some if isinstance(row, dict)]
    random.seed(1)
    runs = refused = 0
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1000):
        row = dict(random.choice(rows))
        for _ in range(random.choice([1, 1, 2, 3])):
            row[random.choice([*row, *KEYS])] = random.choice(VALUES)
        try:
            for _, _, predict in quantities.of(row, Evaluator()):
                predict()
            runs += 1
        except degrees.RowError:
            refused += 1
        except Exception:
            print("failed:", row)
            raise
    print(f"{runs} runs, {refused} refused")


if __name__ == "__main__":
    main()
