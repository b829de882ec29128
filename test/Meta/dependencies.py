#!/usr/bin/env python3
"""Holds the dependency rule of CONTRIBUTING.md against every #include.

    dependencies.py SOURCE

A folder of lib and include/popt may include the folders of its own layer and
below; phases never include each other. Prints what breaks the rule; exit status
1 if anything does.
"""
import os
import re
import sys

# Lowest first. Folders of a layer of phases see no other folder of it.
CORES = ["Text", "Layout", "Machine", "Reshard", "Search", "Pipeline"]
BELOW_PHASES = ["Support", "Dialect", "Arithmetic", "Interfaces", "OpModels",
                "Analysis", "Cost", "Reference"]
PHASES = ["Import", "Annotate", "Propagate", "Partition", "Time", "Stages", "Collectives",
          "Kernels", "Memory", "Conversion", "Export"]
INCLUDED = re.compile(r'#include "popt/(\w+)/')
# What a core may use of other cores.
OF_CORES = {"Text": [], "Layout": [], "Machine": ["Text", "Layout"],
            "Reshard": ["Layout", "Machine"], "Search": [], "Pipeline": ["Text", "Machine"]}


def allowed(folder):
    """Folders that one of this name may include; None: all."""
    if folder in ("Flow", "Compile", "CAPI"):
        return None
    if folder in CORES:
        return OF_CORES[folder]
    if folder in BELOW_PHASES:
        return CORES + BELOW_PHASES[:BELOW_PHASES.index(folder)]
    if folder == "Report":
        return CORES + BELOW_PHASES + PHASES
    return CORES + BELOW_PHASES


def main(source):
    broken = 0
    for root in ("lib", os.path.join("include", "popt")):
        for folder in sorted(os.listdir(os.path.join(source, root))):
            top = os.path.join(source, root, folder)
            if not os.path.isdir(top):
                continue
            if folder not in CORES + BELOW_PHASES + PHASES + ["Report", "Flow", "Compile", "CAPI"]:
                print(f"{root}/{folder}: in no layer; give it one in {os.path.basename(__file__)}")
                broken += 1
                continue
            for path, _, files in sorted(os.walk(top)):
                for name in sorted(files):
                    with open(os.path.join(path, name)) as f:
                        for number, line in enumerate(f, 1):
                            found = INCLUDED.search(line)
                            if not found or found[1] == folder or allowed(folder) is None:
                                continue
                            if found[1] not in allowed(folder):
                                where = os.path.relpath(os.path.join(path, name), source)
                                print(f"{where}:{number}: {folder} includes {found[1]}")
                                broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
