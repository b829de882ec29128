#!/usr/bin/env python3
"""Runs every pass from the text that a crash reproducer has.

    reproducers.py SOURCE --popt POPT --poptc POPTC --temp FOLDER

Walks through the passes of some compilations, one pass a process, with the module
as text between them. Each pass runs before one that fails, so MLIR writes a
reproducer: the module before and both passes with their options. It must fail in
the same way; without the failing pass its output is what the next pass begins
with. In the end that must be the module that all passes make in one process.
Passes of no flow run the same way. Exit status 1 if a step differs, or if a pass
of include/popt/*/Passes.td is in none.
"""
import argparse
import functools
import glob
import os
import re
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("source")
parser.add_argument("--popt", required=True)
parser.add_argument("--poptc", required=True)
parser.add_argument("--temp", required=True)
options = parser.parse_args()

# Fails on every module.
FAILING = "set-machine{cluster=no-such-machine.json}"
LOCATED = "--mlir-print-debuginfo"
PIPELINE = re.compile(r'(?<=pipeline: ").*?(?=",)')
INPUTS = f"{options.source}/test/Flow/Inputs"

seen = set()
problems = []
os.makedirs(options.temp, exist_ok=True)
os.chdir(options.temp)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def split(passes):
    """The passes of a pipeline: commas within braces are a pass's own."""
    depth, begin, found = 0, 0, []
    for at, character in enumerate(passes + ","):
        depth += (character in "{(") - (character in "})")
        if character == "," and depth == 0:
            found.append(passes[begin:at].strip())
            begin = at + 1
    return found


def keep(name, text):
    with open(name, "w") as f:
        f.write(text)


@functools.cache
def step(name, module):
    """The module after a pass, by the reproducer of a failure right after it."""
    keep("module.mlir", module)
    failed = run(options.popt, "module.mlir", f"--pass-pipeline=any({name},{FAILING})", LOCATED,
                 "--mlir-disable-threading",
                 "--mlir-pass-pipeline-crash-reproducer=reproducer.mlir")
    again = run(options.popt, "reproducer.mlir", "--run-reproducer")
    messages = [re.findall("error: (.*no-such-machine.*)", one.stderr) for one in (failed, again)]
    if not messages[0] or messages[0] != messages[1]:
        problems.append(f"{name}: fails with {failed.stderr}, its reproducer with {again.stderr}")
    with open("reproducer.mlir") as f:
        text = f.read()
    written = PIPELINE.search(text)[0]
    kept, last = split(written[written.index("(") + 1:-1])
    assert last.startswith("set-machine"), written
    keep("kept.mlir", PIPELINE.sub(lambda _: f"any({kept})", text))
    after = run(options.popt, "kept.mlir", "--run-reproducer", LOCATED)
    if after.returncode:
        problems.append(f"{name}: its reproducer gives {after.stderr}")
    seen.add(re.split(r"[{(]", name)[0])
    return after.stdout


def passes_of(model, *flags):
    printed = run(options.poptc, f"{INPUTS}/{model}", *flags, "-###")
    return split(printed.stderr.strip()[len("any("):-len(")")])


def walk(model, passes):
    """All passes, one a process and all in one."""
    with open(f"{INPUTS}/{model}") as f:
        module = f.read()
    keep("module.mlir", module)
    whole = run(options.popt, "module.mlir", f"--pass-pipeline=any({','.join(passes)})", LOCATED)
    for name in passes:
        module = step(name, module)
    if whole.returncode or whole.stdout != module:
        keep("by-pass.mlir", module)
        keep("whole.mlir", whole.stdout)
        problems.append(f"{model}: {passes[-1]} leaves another module than all passes one by one: "
                        f"{whole.stderr}")


step_table = passes_of("training-step.mlir", "--timeline=timeline.svg", "--memory-budget=1GB")
walk("training-step.mlir",
     step_table + ["verify-memory-plan", "emit-step", "verify-step-table"])
walk("training-step.mlir", step_table[:step_table.index("form-kernels") + 1] + ["lower-kernels"])
for stop in "propagated", "partitioned":
    walk("format.mlir", ["print-factor-rules"] +
         passes_of("format.mlir", f"--emit={stop}", "--format=stablehlo"))

for file in glob.glob(f"{options.source}/include/popt/*/Passes.td"):
    with open(file) as f:
        for name in re.findall(r'^def \w+\s*: \w*Pass<"([\w-]+)"', f.read(), re.M):
            if name not in seen:
                problems.append(f"{name} is in no pipeline of this test")
print(f"{len(seen)} passes")
print("\n".join(problems))
raise SystemExit(1 if problems else 0)
