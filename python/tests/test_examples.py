"""The example scripts make the shipped models again, to the letter."""
import os
import subprocess
import sys

import numpy as np
import pytest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


@pytest.mark.parametrize("name,modules", [("gpt", ["single", "dp2_tp2"]),
                                          ("mlp", ["single", "dp4", "tp4"]),
                                          ("conv", ["single"]), ("moe", ["single"])])
def test_shipped_models_are_what_the_scripts_make(name, modules, tmp_path):
    script = os.path.join("python", "examples", name + "_train.py")
    subprocess.run([sys.executable, script, str(tmp_path)], cwd=ROOT, check=True)
    for module in modules:
        with open(os.path.join(ROOT, "demo", name, module + ".mlir")) as shipped:
            assert (tmp_path / (module + ".mlir")).read_text() == shipped.read(), module
    for file in ("inputs.npz", "batches.npz"):
        with np.load(tmp_path / file) as made, \
                np.load(os.path.join(ROOT, "demo", name, file)) as shipped:
            assert made.files == shipped.files
            for key in made.files:
                np.testing.assert_array_equal(made[key], shipped[key])


# 20 steps in JAX, on one and on four devices: what the tolerances of demo/run.py rest on.
def test_the_model_learns_and_does_not_drift():
    done = subprocess.run([sys.executable, os.path.join("python", "examples", "gpt_train.py"),
                           "--check"], cwd=ROOT, check=True, capture_output=True, text=True)
    losses = [float(x) for x in done.stdout.splitlines()[0].split()[1:]]
    drifts = [float(line.split(":")[1]) for line in done.stdout.splitlines()[1:]]
    assert losses[-1] < 0.5 * losses[0]
    assert drifts[0] < 2e-5 and drifts[1] < 1e-4
