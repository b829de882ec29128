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
cancelling = numpy.zeros(4096, numpy.float32)
cancelling[[0, 1, 2048, 2049]] = 1e30, 1, -1e30, 1
numpy.savez("cancel.npz", arg0=cancelling)
os.mkdir("lonely")
shutil.copy(BIN + "/poptc", "lonely/poptc")
os.mkdir("libraries")
for name in "libdnnl.so", "libdnnl.so.2", "liblapack.so.3", "libopenblas.so.0":
    open("libraries/" + name, "w").close()
with open("broken.mlir", "w") as f:
    f.write("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %y : tensor<4xf32>\n}\n")
with open(BIN + "/popt-launch", "rb") as f, open("cut-launcher", "wb") as cut:
    cut.write(f.read(100000))
with open("recompute.json", "w") as f:
    f.write('{"popt_plan": 1, "recompute": [{"match": "loc:block/*", "policy": "full"}]}')
with open("broken.json", "w") as f:
    f.write("{\"popt_plan\": 1,")

# (exit status, part of the message, command, and what it adds to the environment)
CASES = [
    # Wrong usage.
    (2, "--nosuch", ["poptc", dp4, "--nosuch"]),
    (2, "--nosuch", ["popt-run", dp4, "--nosuch"]),
    (2, "positional", ["poptc"]),
    (2, "positional", ["popt-run"]),
    (2, "nothing", ["poptc", dp4, "--emit=nothing"]),
    (2, "\"partitoned\" is none of imported, annotated, propagated, partitioned, folded, collectives, "
     "scheduled, step, llvm, obj, package, exe, did you mean \"partitioned\"?",
     ["poptc", dp4, "--emit=partitoned"]),
    (2, "poptc: --target=cpo: \"cpo\" is none of cpu, ",
     ["poptc", dp4, "--target=cpo"]),
    (2, "poptc: --overlap=on: \"on\" is neither auto nor off", ["poptc", dp4, "--overlap=on"]),
    (2, ", did you mean \"sm_80\"?", ["popt-run", dp4, "--target=sm_8"]),
    (2, "popt-run: --recompute=ful: \"ful\" is none of none, selective, full, did you mean "
     "\"full\"?", ["popt-run", dp4, "--recompute=ful"]),
    (2, "poptc: --schedule=1f1: schedule \"1f1\" is unknown, did you mean \"1f1b\"?",
     ["poptc", dp4, "--schedule=1f1"]),
    (2, "popt-run: --schedule=x: schedule \"x\" is unknown; known are gpipe, 1f1b, eager-1f1b, ",
     ["popt-run", dp4, "--schedule=x"]),
    (2, "poptc: --schedule=custom: schedule \"custom\" has no rule: name its file",
     ["poptc", dp4, "--schedule=custom"]),
    (2, "popt-run: for the --at option: \"partitoned\" is none of imported, annotated, propagated, "
     "partitioned, folded, collectives, did you mean \"partitioned\"?",
     ["popt-run", dp4, "--reference", "--at=partitoned", "--inputs", inputs]),
    (2, "-O7: expected -O0 to -O3", ["poptc", dp4, "-O7"]),
    (2, "--remarks-filter=[: not a regular expression", ["poptc", dp4, "--remarks-filter=["]),
    (2, "poptc: --mesh=xx:dp=2: \"xx\" is no kind of axis", ["poptc", dp4, "--mesh=xx:dp=2"]),
    (2, "--mesh=dp=0: size \"0\" of \"dp=0\" is no number from 1",
     ["popt-run", dp4, "--mesh=dp=0"]),
    (2, "poptc: --target-cpu=nosuch: processor \"nosuch\" is not known for \"x86_64",
     ["poptc", dp4, "--target-cpu=nosuch"]),
    (2, "; see llc -mcpu=help", ["popt-run", dp4, "--target-cpu=nosuch"]),
    (2, "popt-run: --target-cpu=i386: processor \"i386\" has no 64-bit mode",
     ["popt-run", dp4, "--target-cpu=i386"]),
    (2, "popt: Unknown command line argument '--nosuch'", ["popt", dp4, "--nosuch"]),
    (2, "poptc: --memory-budget=1X: expected a number of bytes from 1",
     ["poptc", dp4, "--memory-budget=1X"]),
    (2, "--memory-budget=0: expected a number", ["popt-run", dp4, "--memory-budget=0"]),
    (1, "more than the memory budget of 4096 bytes", ["poptc", dp4, "--memory-budget=4096"]),
    (2, "poptc: --state=x: \"x\" is not written argument=result", ["poptc", dp4, "--state=x"]),
    (0, "popt-run: results are the same after import, annotate, propagate, partition, fold-time",
     ["popt-run", dp4, "--verify-phases", "--inputs", inputs]),
    (0, "popt-run: results are the same after import, annotate",
     ["popt-run", dp4, "--verify-phases", "--at=annotated", "--inputs", inputs]),
    (2, "Unknown command line argument '--verify-phases'", ["poptc", dp4, "--verify-phases"]),
    (2, "Unknown command line argument '--emit=step'", ["popt-run", dp4, "--emit=step"]),
    (2, "popt-run: --at: needs --reference", ["popt-run", dp4, "--at=imported"]),
    (2, "popt-run: --poison-padding: needs --reference", ["popt-run", dp4, "--poison-padding"]),
    (2, "whole number", ["popt-run", dp4, "--inputs", inputs, "--steps", "x"]),
    (2, "compiled for 4 ranks", ["popt-run", dp4, "-n", "3", "--inputs", inputs]),
    (2, "--transport nccl connects GPUs, but the program is compiled for CPUs",
     ["popt-run", dp4, "--inputs", inputs, "--transport", "nccl"]),
    (2, "poptc: --recompute: needs a program in popt's own dialects",
     ["poptc", dp4, "--recompute=full", "--format=stablehlo", "--emit=partitioned"]),
    (2, "MPI can only be used by processes that mpirun or srun has started",
     ["popt-run", dp4, "--inputs", inputs, "--transport", "mpi"]),
    (2, "--resume looks for checkpoints in the folder of --save; give that, or --resume DIR",
     ["popt-run", dp4, "--inputs", inputs, "--resume"]),
    # Modules.
    (1, "missing.mlir", ["poptc", "missing.mlir"]),
    (1, "popt: error: cannot open input file 'missing.mlir'", ["popt", "missing.mlir"]),
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
    (1, "dynamic.mlir:1:21: error: tensor<?x6xf32> has no fixed shape", ["poptc", HERE + "/dynamic.mlir"]),
    (1, "two-meshes.mlir:2:1: error: mesh", ["poptc", HERE + "/two-meshes.mlir"]),
    # Other inputs of the compiler.
    (2, "--batch=x: \"x\" is not written NAME=DIM", ["poptc", dp4, "--batch=x"]),
    (1, "error: --batch=x=0: \"x\" matches no argument", ["poptc", dp4, "--batch=x=0"]),
    (1, "error: --mesh=dq: axis \"dq\" has no size", ["poptc", dp4, "--mesh=dq"]),
    (1, "error: --state: \"no_such\" matches no argument",
     ["popt-run", dp4, "--state=no_such=res0"]),
    (1, "missing.json", ["poptc", dp4, "--cluster=missing.json"]),
    (1, "missing.json", ["poptc", dp4, "--plan=missing.json"]),
    (1, "broken.json", ["poptc", dp4, "--plan=broken.json"]),
    (1, "error: plan.recompute[0]: \"loc:block/*\" matches no operation's scope",
     ["poptc", dp4, "--plan=recompute.json"]),
    (0, "warning: the schedule is not used, as there is no pipeline",
     ["poptc", dp4, "--schedule=1f1b", "--emit=scheduled"]),
    (1, "poptc: cannot write no/such/folder/out: No such file", ["poptc", dp4, "-o", "no/such/folder/out"]),
    (1, "poptc: cannot write no/such/folder/out: No such file",
     ["poptc", dp4, "--emit=step", "-o", "no/such/folder/out"]),
    (1, "popt: cannot write no/such/folder/out: No such file", ["popt", dp4, "-o", "no/such/folder/out"]),
    (0, "", ["poptc", dp4, "-o", "out"], {"TMPDIR": "/no/such/folder"}), # a kill would leave files
    (1, "poptc: popt-launch is not beside this executable",
     [os.path.abspath("lonely/poptc"), dp4, "-o", "out"]),
    (1, "kernels for this processor need the function \"__",
     ["poptc", HERE + "/half.mlir", "--target-cpu=x86-64"]),
    # The reference interpreter.
    (1, "popt-run: the program cannot be interpreted after import",
     ["popt-run", HERE + "/custom.mlir", "--reference", "--at=imported", "--init", "random"]),
    (1, "popt-run: result 0 changes in phase partition: ",
     ["popt-run", HERE + "/cancel.mlir", "--verify-phases", "--inputs", "cancel.npz",
      "--cluster=builtin:bytes"]),
    (1, "the local program of this operation computes other values: ",
     ["popt-run", HERE + "/cancel.mlir", "--verify-phases", "--inputs", "cancel.npz",
      "--cluster=builtin:bytes"]),
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
    (1, "LAPACK's sgeqrf was not found (liblapack.so.3); on Debian install liblapack3",
     ["popt-run", HERE + "/qr.mlir", "--init", "random"], {"LD_LIBRARY_PATH": "libraries"}),
    (1, "wrong elements", ["popt-run", dp4, "--inputs", inputs, "--expect", "expected.npz"]),
    # Right usage.
    (0, "popt", ["poptc", "--version"]),
    (0, "--poison-padding", ["popt-run", "--help"]),
    (0, "poptc appends each program to a copy of this executable, which runs it",
     ["popt-launch", "--help"]),
    (1, "popt-launch: error: it carries no program, or is cut short; poptc makes executables", ["popt-launch"]),
    (1, "popt-launch: error: cut-launcher: it carries no program, or is cut short",
     ["popt-launch", "cut-launcher"]),
    (1, "cut-launcher: error: it is an executable, not a module; run it as it is",
     ["popt-run", "cut-launcher", "--inputs", inputs]),
    (0, "", ["poptc", dp4, "--save-temps", "-o", "lonely/step"]),
    (0, "", ["poptc", dp4, "-o", "out"]),
    (0, "", ["popt-run", dp4, "-n", "4", "--inputs", inputs]),
    (0, "note: oneDNN (libdnnl.so.2) was not found: contractions run", ["popt-run", dp4, "--inputs", inputs],
     {"LD_LIBRARY_PATH": "libraries"}),
]

wrong = 0
numpy.savez("expected.npz", res0=data["arg0"] + 1)
for status, message, command, *added in CASES:
    done = subprocess.run([os.path.join(BIN, command[0]), *command[1:]], text=True,
                          env={**os.environ, **(added[0] if added else {})},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60)
    # Messages go to stderr; results, versions and help to stdout.
    said = done.stderr if status else done.stdout + done.stderr
    if done.returncode != status or message not in said:
        wrong += 1
        print(f"{' '.join(command)}\n  exit status {done.returncode}, expected {status} and "
              f"\"{message}\"\n  {said[:600]}")
if not os.path.isdir("lonely/dp4.temps") or os.path.exists("dp4.temps"):
    wrong += 1
    print("--save-temps wrote " + ", ".join(os.listdir(".")) + " and not lonely/dp4.temps")
print(f"{len(CASES)} commands, {wrong} wrong")
sys.exit(1 if wrong else 0)
