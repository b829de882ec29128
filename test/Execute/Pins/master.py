#!/usr/bin/env python3
"""Trains an MLP with one master, as nn.DataParallel does.

    master.py --bin build/bin --model mlp.mlir --ranks 3 --root 0

Weights, the optimizer's state and the batch live on one rank (`"at": {"dp":
[0]}`). Interpreted at every rank with poisoned padding, and compiled, six steps
must give what one rank gives, curve included. What is sent must be what such a
step needs: weights are broadcast, the batch scattered, gradients and the loss
reduced, and nothing else, the optimizer's state least of all.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

WEIGHTS = [12 * 32, 32 * 2]
ROWS, BATCH = 240, [12, 2]

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--bin", default="build/bin")
parser.add_argument("--model", required=True)
parser.add_argument("--ranks", type=int, default=4)
parser.add_argument("--root", type=int, default=0)
options = parser.parse_args()
ranks = options.ranks


def run(*arguments):
    command = [os.path.join(options.bin, "popt-run"), options.model, "--init", "random:1",
               *arguments]
    done = subprocess.run(command, capture_output=True, text=True,
                          env=dict(os.environ, POPT_POISON="1"))
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stderr)
    return done.stdout


def curve(file):
    with open(file) as f:
        return [x for step in json.load(f)["metrics_per_step"] for x in step]


with tempfile.TemporaryDirectory() as folder:
    made = lambda name: os.path.join(folder, name)
    plan = {"popt_plan": 1, "mesh": {"device": [["dp", ranks]]},
            "shardings": [{"match": name, "at": {"dp": [options.root]}}
                          for name in ("params*", "square*", "batch*", "loss")]}
    with open(made("plan.json"), "w") as f:
        json.dump(plan, f)
    steps = ["--steps", "6"]
    run(*steps, "--outputs", made("single.npz"), "--metrics", made("single.json"))
    pinned = ["--plan", made("plan.json"), "--cluster=builtin:bytes"]
    same = ["--expect", made("single.npz"), "--rtol", "1e-4", "--atol", "1e-6"]
    run(*pinned, "--reference", "--poison-padding", *steps, *same)
    run(*pinned, *steps, *same, "--metrics", made("pinned.json"))
    one, many = curve(made("single.json")), curve(made("pinned.json"))
    assert len(one) == 6 and one[-1] < one[0], one
    assert all(abs(a - b) <= 1e-6 + 1e-4 * abs(a) for a, b in zip(one, many)), (one, many)
    comm = json.loads(run(*pinned, "--bench", "1"))["comm"]
    comm = {kind: (entry["count"], entry["wire_bytes"]) for kind, entry in comm.items()}
    share = lambda elements: round(4 * elements * (ranks - 1) / ranks)
    batch = ROWS * sum(BATCH)
    expected = {"broadcast": (2, 4 * sum(WEIGHTS)), "scatter": (2, share(batch)),
                "reduce": (3, 4 * (sum(WEIGHTS) + 1))}
    assert comm == expected, (comm, expected)
