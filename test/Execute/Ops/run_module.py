"""Runs one module on one array; shared by the scripts of this folder."""
import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np


def options_of(doc):
    """The command line that says where popt-run is, and whether to interpret."""
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--reference", action="store_true")
    return parser.parse_args()


def run_module(options, text, array):
    """The results of the module's @main, which takes the array."""
    with tempfile.TemporaryDirectory() as folder:
        module, inputs, outputs = (os.path.join(folder, f) for f in ("m.mlir", "i.npz", "o.npz"))
        with open(module, "w") as file:
            file.write(text)
        np.savez(inputs, arg0=array)
        command = [os.path.join(options.bin, "popt-run"), module, "--inputs", inputs,
                   "--outputs", outputs] + ["--reference"] * options.reference
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"popt-run failed on\n{text}{done.stderr}")
        loaded = np.load(outputs)
        return [loaded[f"res{i}"] for i in range(len(loaded.files))]
