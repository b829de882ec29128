#!/usr/bin/env python3
"""Both copies of a network in two directions stay equal, bit for bit.

    copies.py --bin build/bin

Results are written by the lowest coordinate that holds them: of the layers of
coordinate 3, by coordinate 0, from its second copy. With all pins mirrored it is
the other way round. After ten steps all weights must be the same bits.
"""
import json
import os
import subprocess
import tempfile
import zipfile

import stages

MODEL = os.path.join(stages.MODELS, "deep")
LAYERS, STAGES = 8, 4


def plan_of(is_mirrored):
    at = lambda layer: layer * STAGES // LAYERS
    pins = [{"match": f"*['l{layer}']*",
             "at": {"pp": [STAGES - 1 - at(layer) if is_mirrored else at(layer)]}}
            for layer in range(LAYERS)]
    return {"popt_plan": 1, "mesh": {"stage": [["pp", STAGES]], "time": [["mb", 8]]},
            "inputs": {"batch*": [["mb"]]}, "shardings": pins}


def results_of(options, folder, schedule, is_mirrored):
    """The bytes of each result after ten steps."""
    plan, out = os.path.join(folder, "plan.json"), os.path.join(folder, "out.npz")
    with open(plan, "w") as f:
        json.dump(plan_of(is_mirrored), f)
    file = lambda name: os.path.join(MODEL, name)
    subprocess.run([os.path.join(options.bin, "popt-run"), file("single.mlir"), "--plan", plan,
                    "--schedule", schedule, "--inputs", file("inputs.npz"), "--batches",
                    file("batches.npz"), "--steps", "10", "--repeat", "--outputs", out],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    with zipfile.ZipFile(out) as z:
        return {name: z.read(name) for name in z.namelist()}


def checks(options, expect):
    with tempfile.TemporaryDirectory() as folder:
        for schedule in ["chimera", "dualpipe"]:
            first, second = (results_of(options, folder, schedule, m) for m in [False, True])
            differ = [name for name in first if first[name] != second.get(name)]
            expect(f"{schedule}: both copies of {len(first)} results are equal",
                   len(first) > 16 and not differ, differ)


if __name__ == "__main__":
    raise SystemExit(stages.run_checks(__doc__, checks))
