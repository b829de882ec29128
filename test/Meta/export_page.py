#!/usr/bin/env python3
"""Runs the commands of docs/Export.md.

    export_page.py PAGE POPTC [--write]

The first block of MLIR is example.mlir; every other one must be what the last
command before it (`poptc example.mlir ... -o -`) prints. --write puts the
output there instead.
"""
import re
import subprocess
import sys
import tempfile

page, poptc = sys.argv[1:3]
with open(page) as file:
    text = file.read()
blocks = list(re.finditer(r"```mlir\n(.*?)```", text, re.S))
wrong, pieces, end = 0, [], 0
with tempfile.TemporaryDirectory() as folder:
    with open(f"{folder}/example.mlir", "w") as file:
        file.write(blocks[0].group(1))
    for before, block in zip(blocks, blocks[1:]):
        commands = re.findall(r"`poptc (example\.mlir .*?)`", text[before.end():block.start()])
        printed = subprocess.run([poptc, *commands[-1].split()], cwd=folder, check=True,
                                 capture_output=True, text=True).stdout.strip() + "\n"
        pieces += [text[end:block.start(1)], printed]
        end = block.end(1)
        if printed != block.group(1):
            wrong += 1
            print(f"poptc {commands[-1]} prints\n{printed}")
if wrong and "--write" in sys.argv:
    with open(page, "w") as file:
        file.write("".join(pieces) + text[end:])
sys.exit(wrong > 0)
