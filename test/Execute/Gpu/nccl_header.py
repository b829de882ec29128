"""Compiles Inputs/nccl/compare.cpp against each nccl.h of POPT_NCCL_INCLUDES.

    nccl_header.py COMPILER SOURCE [FLAGS]

Flags come before the folders of the source.
"""
import os
import subprocess
import sys


def main(compiler, source, *flags):
    here = os.path.join(source, "test", "Execute", "Gpu", "Inputs", "nccl")
    for folder in os.environ["POPT_NCCL_INCLUDES"].split(os.pathsep):
        if not os.path.exists(os.path.join(folder, "nccl.h")):
            sys.exit(f"POPT_NCCL_INCLUDES: {folder} has no nccl.h")
        done = subprocess.run(
            [compiler, "-std=c++17", "-fsyntax-only", *flags,
             "-I", os.path.join(source, "runtime", "lib"),
             "-I", here, "-I", folder, os.path.join(here, "compare.cpp")], check=False)
        if done.returncode:
            sys.exit(f"Nccl.h differs from {folder}/nccl.h")


main(*sys.argv[1:])
