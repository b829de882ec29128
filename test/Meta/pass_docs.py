#!/usr/bin/env python3
"""Checks what every Passes.td says of its passes.

    pass_docs.py SOURCE --popt POPT

A pass has a summary, a description with two examples at least (IR before and
after, or IR and what is said of it), an explanation of every option, and a test
file of its own name, `NAME.mlir` or `NAME-*`. A verifier's examples are modules:
popt accepts the first, and refuses the second with the third, a message. Prints
what is missing; exit status 1 if anything is.
"""
import argparse
import glob
import os
import re
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("source")
parser.add_argument("--popt", required=True)
options = parser.parse_args()

PASS = re.compile(r'^def \w+\s*: \w*Pass<"([\w-]+)".*?^}', re.S | re.M)
DESCRIPTION = re.compile(r"let description = \[\{(.*?)\}\];", re.S)
BLOCK = re.compile(r"^    ```(?:mlir)?\n(.*?)^    ```$", re.S | re.M)
OPTION = re.compile(r'\b(?:List)?Option<"\w+",\s*"([\w-]+)"(.*?)>(?=[,\];])', re.S)

missing = []
tests = {os.path.basename(path).split(".")[0]
         for path in glob.glob(f"{options.source}/test/**/*.*", recursive=True)
         if path.endswith((".mlir", ".test"))}


def run(name, module):
    return subprocess.run([options.popt, "-", f"--{name}"], input=module, capture_output=True,
                          text=True)


def check_verifier(name, blocks):
    accepted = run(name, blocks[0])
    if accepted.returncode:
        missing.append(f"{name}: its first example is refused: {accepted.stderr}")
    refused, message = run(name, blocks[1]), " ".join(blocks[2].split())
    if not refused.returncode or message not in refused.stderr:
        missing.append(f"{name}: its second example gives: {refused.stderr}")


passes = 0
for file in sorted(glob.glob(f"{options.source}/include/popt/*/Passes.td")):
    with open(file) as f:
        text = f.read()
    found = list(PASS.finditer(text))
    if len(found) != len(re.findall(r"^def ", text, re.M)):
        missing.append(f"{file}: a pass is not understood")
    for one in found:
        name, body = one[1], one[0]
        passes += 1
        description = DESCRIPTION.search(body)
        blocks = BLOCK.findall(description[1]) if description else []
        if not re.search(r'let summary = "[A-Z]', body):
            missing.append(f"{name}: no summary")
        if name.startswith("verify-") and len(blocks) >= 3:
            check_verifier(name, blocks)
        elif len(blocks) < 2 or name.startswith("verify-"):
            missing.append(f"{name}: {len(blocks)} examples")
        for option, rest in OPTION.findall(body):
            if not re.search(r'"[^":]* [^"]*"', rest):
                missing.append(f"{name}: option {option} is not explained")
        if not any(test == name or test.startswith(name + "-") for test in tests):
            missing.append(f"{name}: no test of its name")
print(f"{passes} passes")
print("\n".join(missing))
raise SystemExit(1 if missing else 0)
