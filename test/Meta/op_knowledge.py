#!/usr/bin/env python3
"""Finds operations of other dialects that a phase names.

    op_knowledge.py FOLDER...

Phases ask the interfaces of popt/Interfaces/OpModel.h; what they build themselves they build with
popt/Interfaces/Build.h. Prints the lines; exit status 1 if there are any.
"""
import os
import re
import sys

NAMED = re.compile(r'\b(?:stablehlo|hlo|chlo|sdy)::\w+Op\b|"(?:stablehlo|chlo|sdy)\.\w')

found = 0
for folder in sys.argv[1:]:
    for path, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            with open(os.path.join(path, name)) as f:
                for number, line in enumerate(f, 1):
                    if NAMED.search(line.split("//")[0]):
                        print(f"{os.path.join(path, name)}:{number}: {line.strip()}")
                        found += 1
sys.exit(1 if found else 0)
