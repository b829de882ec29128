#!/usr/bin/env python3
"""Counts the files that name a pointwise operation.

    pointwise_files.py SOURCE

Takes the functions of one real operand in CHLO (the operations that the
reference runs by `runReal`): what adding another one touches. Each must be named
by its definition, its model and its meaning, and nowhere else in lib, include and
tools. Prints the counts; exit status 1 if one differs.
"""
import os
import re
import sys

EXPECTED = {"include/popt/Dialect/Chlo/ChloOps.td", "lib/OpModels/Chlo/Chlo.cpp",
            "lib/Reference/Ops/Elementwise.cpp"}
# Random numbers are made with the one; the other is refused on complex numbers,
# which its definition allows.
USES = {"erf_inv": {"lib/OpModels/StableHLO/Rng.cpp"},
        "bessel_i1e": {"lib/Import/VerifyImported.cpp"}}

source = sys.argv[1]


def read(path):
    with open(os.path.join(source, path)) as f:
        return f.read()


names = re.findall(r'"chlo\.(\w+)", runReal<', read("lib/Reference/Ops/Elementwise.cpp"))
files = [os.path.relpath(os.path.join(path, name), source)
         for root in ("lib", "include", "tools")
         for path, _, found in os.walk(os.path.join(source, root))
         for name in found if name.endswith((".cpp", ".h", ".td"))]
texts = {file: read(file) for file in files}
failed = not names
for name in names:
    cls = re.search(r'def \w*?_(\w+Op)\b[^\n]*<"%s"' % name,
                    texts["include/popt/Dialect/Chlo/ChloOps.td"])[1]
    named = re.compile(r'"chlo\.%s"|\b(?<!math::)(?:Chlo_)?%s\b' % (name, cls))
    found = {file for file, text in texts.items() if named.search(text)} - USES.get(name, set())
    print(f"chlo.{name}: {len(found)} files")
    if found != EXPECTED:
        print("  " + ", ".join(sorted(found ^ EXPECTED)))
        failed = True
sys.exit(1 if failed else 0)
