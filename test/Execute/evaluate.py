#!/usr/bin/env python3
"""Compares what --evaluate logs with the second program alone.

    evaluate.py FOLDER write|check
"""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np

STEPS, EVERY, BATCHES = 5, 2, 3


def write(folder):
    plan = {"popt_plan": 1, "mesh": {"device": [["dp", 2], ["tp", 2]]},
            "inputs": {"x": [["dp"], []]},
            "shardings": [{"match": "params*", "dims": [[], ["tp"]]}]}
    (folder / "plan.json").write_text(json.dumps(plan))
    random = np.random.default_rng(0)
    draw = lambda *shape: random.standard_normal(shape).astype(np.float32)
    np.savez(folder / "in.npz", arg0=draw(8, 4))
    np.savez(folder / "batches.npz", x=draw(STEPS, 16, 8))
    np.savez_compressed(folder / "held-out.npz", x=draw(BATCHES, 32, 8))


def run(folder, program, *flags):
    done = subprocess.run([folder / program, *flags], stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{program} {flags}: {done.stderr}")


def train(folder, *flags):
    run(folder, "train", "--inputs", folder / "in.npz", "--init", "opt*=zeros", "--batches",
        folder / "batches.npz", "--outputs", folder / "out.npz", *flags)
    return dict(np.load(folder / "out.npz"))


def alone(folder, program, w):
    """The means of what a program that changes nothing finds in `w`."""
    np.savez(folder / "w.npz", **{"params['w']": w})
    run(folder, program, "--inputs", folder / "w.npz", "--batches", folder / "held-out.npz",
        "--metrics", folder / "metrics.json")
    found = json.loads((folder / "metrics.json").read_text())
    rows = np.array(found["metrics_per_step"], np.float32).astype(np.float64)
    return rows.mean(axis=0).tolist()


def check(folder):
    log = folder / "log.jsonl"
    states = {steps: train(folder, "--steps", str(steps)) for steps in (2, 4, 5)}
    failed = 0

    # The loss, and how many elements are large, which one of the programs does not say.
    found = {steps: alone(folder, "loss", state["arg0"]) for steps, state in states.items()}
    wanted = {"loss": found, "copied": {steps: means[:1] for steps, means in found.items()}}

    def compare(name, result, wanted):
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        found = {line["step"]: list(line["evaluate"].values()) for line in lines
                 if "evaluate" in line}
        equal = (found == wanted and [line["step"] for line in lines] == [1, 2, 2, 3, 4, 4, 5, 5]
                 and all(np.array_equal(result[key], states[5][key]) for key in result))
        print(name, "equal" if equal else f"DIFFERENT: {found}, not {wanted}")
        return not equal

    evaluate = ["--evaluate-every", str(EVERY), "--evaluate-batches", folder / "held-out.npz",
                "--log", log]
    for program in ("loss", "copied"):
        for ranks in ([], ["--processes"]):
            result = train(folder, "--evaluate", folder / program, *evaluate, *ranks)
            failed += compare(f"{program} {ranks}", result, wanted[program])
    for steps in ("4", "5"):
        result = train(folder, "--evaluate", folder / "loss", *evaluate, "--save", folder / "ck",
                       "--resume", "--steps", steps)
    failed += compare("resumed", result, wanted["loss"])
    # A rank that dies there: the second time that it comes to a program's second step.
    died = subprocess.run([folder / "train", "--init", "zeros", "--steps", "3", *evaluate[:2],
                           "--evaluate", folder / "copied", *evaluate[2:4], "--batches",
                           folder / "batches.npz", "--processes"],
                          env=dict(os.environ, POPT_FAULT="rank=1,at=step 2 command 0,after=1,do=kill"),
                          stderr=subprocess.PIPE, text=True)
    print(died.returncode, died.stderr)
    failed += died.returncode == 0 or "in --evaluate's program, command 0 (" not in died.stderr
    refused = subprocess.run([folder / "train", "--evaluate", folder / "whole", "--init", "zeros"],
                             stderr=subprocess.PIPE, text=True)
    print(refused.stderr)
    failed += ("whole: it is compiled for the mesh <[]>, and the run is on <[\"dp\"=2, \"tp\"=2]>; "
               "compile both for one mesh" not in refused.stderr)
    return failed


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1])
    sys.exit(write(where) if sys.argv[2] == "write" else check(where) > 0)
