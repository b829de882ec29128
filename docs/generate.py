#!/usr/bin/env python3
"""Writes docs/Dialects/*.md and docs/Passes.md from the .td files (make docs).

Every folder of include/popt/Dialect is a dialect: its page comes from the .td
file named like the folder (or <Folder>Ops.td). Every Passes.td is a phase;
phases stand in flow order. Needs mlir-tblgen and the standard library.
"""
import argparse
import os
import re
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(SOURCE, "include")
PHASES = ["Import", "Annotate", "Plan", "Propagate", "Partition", "Time", "Stages", "Collectives", "Kernels", "Memory",
          "Conversion", "Export", "Reference", "Flow"]


def tblgen(options, td, *flags):
    command = [os.path.join(options.llvm, "bin", "mlir-tblgen"), td, *flags, "-I", INCLUDE,
               "-I", os.path.join(options.llvm, "include")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return re.sub(r"[ \t]+\n", "\n", done.stdout).strip() + "\n"


def dialect_pages(options):
    root = os.path.join(INCLUDE, "popt", "Dialect")
    for folder in sorted(os.listdir(root)):
        files = [os.path.join(root, folder, name + ".td") for name in (folder + "Ops", folder)]
        td = next((f for f in files if os.path.exists(f)), None)
        if not td:
            continue
        text = tblgen(options, td, "-gen-dialect-doc", "-dialect", folder.lower())
        write(options, os.path.join("Dialects", folder + ".md"), text)


def passes_page(options):
    parts = ["# Passes\n\nIn flow order. `popt --help` lists the same.\n"]
    for phase in PHASES:
        td = os.path.join(INCLUDE, "popt", phase, "Passes.td")
        if os.path.exists(td):
            text = tblgen(options, td, "-gen-pass-doc")
            text = re.sub(r"<!--.*?-->\n*", "", text)
            parts.append(f"## {phase}\n\n" + text)
    write(options, "Passes.md", "\n".join(parts))


def write(options, name, text):
    file = os.path.join(options.out, name)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w") as f:
        f.write(text)
    print(f"{file}: {text.count(chr(10))} lines")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--llvm", default="/usr/lib/llvm-22", help="root of LLVM")
    parser.add_argument("--out", default=os.path.join(SOURCE, "docs"))
    options = parser.parse_args()
    dialect_pages(options)
    passes_page(options)


if __name__ == "__main__":
    main()
