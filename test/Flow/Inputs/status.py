#!/usr/bin/env python3
"""Runs the tools with wrong and right usage; checks exit statuses and messages.

    status.py BIN DEMO_MODEL INPUTS SCRATCH
"""
import os
import shutil
import subprocess
import sys

import numpy

BIN, MODEL, HERE, SCRATCH = (os.path.abspath(p) for p in sys.argv[1:5])
shutil.rmtree(SCRATCH, ignore_errors=True)
os.makedirs(SCRATCH)
os.chdir(SCRATCH)

dp4, inputs = MODEL + "/dp4.mlir", MODEL + "/inputs.npz"
data = dict(numpy.load(inputs))
numpy.savez("wrong-shape.npz", **{**data, "arg1": data["arg1"].T})
numpy.savez("wrong-type.npz", **{**data, "arg1": data["arg1"].astype(numpy.float64)})
numpy.savez("missing-key.npz", **{k: v for k, v in data.items() if k != "arg3"})
with open("not-a-file.npz", "wb") as f:
    f.write(b"PK\x03\x04 nothing")
with open("broken.mlir", "w") as f:
    f.write("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %y : tensor<4xf32>\n}\n")
with open("broken.json", "w") as f:
    f.write("{\"popt_plan\": 1,")

# (exit status, part of the message, command)
CASES = [
    # Wrong usage.
    (2, "--nosuch", ["poptc", dp4, "--nosuch"]),
    (2, "--nosuch", ["popt-run", dp4, "--nosuch"]),
    (2, "positional", ["poptc"]),
    (2, "positional", ["popt-run"]),
    (2, "nothing", ["poptc", dp4, "--emit=nothing"]),
    (2, "-O7: expected -O0 to -O3", ["poptc", dp4, "-O7"]),
    (2, "--remarks-filter=[: not a regular expression", ["poptc", dp4, "--remarks-filter=["]),
    (2, "poptc: --mesh=xx:dp=2: \"xx\" is no kind of axis", ["poptc", dp4, "--mesh=xx:dp=2"]),
    (2, "--mesh=dp=0: size \"0\" of \"dp=0\" is no number from 1",
     ["popt-run", dp4, "--mesh=dp=0"]),
    (2, "poptc: --state=x: \"x\" is not written argument=result", ["poptc", dp4, "--state=x"]),
    (2, "expected imported, annotated, propagated or partitioned",
     ["popt-run", dp4, "--reference", "--at=nowhere", "--inputs", inputs]),
    (2, "whole number", ["popt-run", dp4, "--inputs", inputs, "--steps", "x"]),
    (2, "compiled for 4 ranks", ["popt-run", dp4, "-n", "3", "--inputs", inputs]),
    # Parts of the command line that this build does not have.
    *[(2, "not in this build", command) for command in [
        ["poptc", dp4, "--target=sm_90"], ["poptc", dp4, "--schedule=1f1b"],
        ["poptc", dp4, "--memory-budget=1G"], ["poptc", dp4, "--batch=x=0"],
        ["poptc", dp4, "--recompute=full"], ["poptc", dp4, "--timeline=t.svg"],
        ["poptc", dp4, "--mesh=stage:pp=2"], ["poptc", dp4, "--mesh=time:mb=2"],
        ["popt-run", dp4, "--inputs", inputs, "--transport", "mpi"],
        ["popt-run", dp4, "--inputs", inputs, "--transport", "nccl"],
        ["popt-run", dp4, "--inputs", inputs, "--save", "folder"],
        ["popt-run", dp4, "--inputs", inputs, "--resume", "folder"]]],
    # Modules.
    (1, "missing.mlir", ["poptc", "missing.mlir"]),
    (1, "missing.mlir", ["popt", "missing.mlir"]),
    (1, "missing.mlir", ["popt-run", "missing.mlir"]),
    (1, "broken.mlir:2:10: error:", ["poptc", "broken.mlir"]),
    (1, "recursion.mlir:6:8: error: calls @again recursively", ["poptc", HERE + "/recursion.mlir"]),
    (1, "the module has no function @main; it has @other", ["poptc", HERE + "/no-main.mlir"]),
    (1, "unknown-axis.mlir:2:1: error: axis \"y\" is not in the mesh",
     ["poptc", HERE + "/unknown-axis.mlir"]),
    (1, "axis-twice.mlir:2:1: error: axis \"x\" of size 2 is used twice in the sharding of argument 0",
     ["poptc", HERE + "/axis-twice.mlir"]),
    (1, "rank.mlir:2:1: error: 1 dimension is listed for a value of rank 2",
     ["poptc", HERE + "/rank.mlir"]),
    (1, "dynamic.mlir:1:1: error: argument 0 has type 'tensor<?x6xf32>'", ["poptc", HERE + "/dynamic.mlir"]),
    (1, "two-meshes.mlir:2:1: error: mesh", ["poptc", HERE + "/two-meshes.mlir"]),
    # Other inputs of the compiler.
    (1, "error: --mesh=dq: axis \"dq\" has no size", ["poptc", dp4, "--mesh=dq"]),
    (1, "error: --state: \"nobody\" matches no argument",
     ["popt-run", dp4, "--state=nobody=res0"]),
    (1, "missing.json", ["poptc", dp4, "--cluster=missing.json"]),
    (1, "missing.json", ["poptc", dp4, "--plan=missing.json"]),
    (1, "broken.json", ["poptc", dp4, "--plan=broken.json"]),
    (1, "cannot write", ["poptc", dp4, "-o", "no/such/folder/out"]),
    # Data.
    (1, "argument 0 (\"params[0]['bias']\") has no value", ["popt-run", dp4]),
    (1, "cannot open missing.npz", ["popt-run", dp4, "--inputs", "missing.npz"]),
    (1, "not-a-file.npz", ["popt-run", dp4, "--inputs", "not-a-file.npz"]),
    (1, "no key \"arg3\"", ["popt-run", dp4, "--inputs", "missing-key.npz"]),
    (1, "is f32[24x64], but the file has f32[64x24]",
     ["popt-run", dp4, "--inputs", "wrong-shape.npz"]),
    (1, "is f32[24x64], but the file has f64[24x64]",
     ["popt-run", dp4, "--inputs", "wrong-type.npz"]),
    (1, "cannot write", ["popt-run", dp4, "--inputs", inputs, "--outputs", "no/such/o.npz"]),
    (1, "wrong elements", ["popt-run", dp4, "--inputs", inputs, "--expect", "expected.npz"]),
    # Right usage.
    (0, "popt", ["poptc", "--version"]),
    (0, "--poison-padding", ["popt-run", "--help"]),
    (0, "", ["poptc", dp4, "-o", "out"]),
    (0, "", ["popt-run", dp4, "-n", "4", "--inputs", inputs]),
]

wrong = 0
numpy.savez("expected.npz", res0=data["arg0"] + 1)
for status, message, command in CASES:
    done = subprocess.run([os.path.join(BIN, command[0]), *command[1:]], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60)
    # Messages go to stderr; results, versions and help to stdout.
    said = done.stderr if status else done.stdout + done.stderr
    if done.returncode != status or message not in said:
        wrong += 1
        print(f"{' '.join(command)}\n  exit status {done.returncode}, expected {status} and "
              f"\"{message}\"\n  {said[:600]}")
print(f"{len(CASES)} commands, {wrong} wrong")
sys.exit(1 if wrong else 0)
