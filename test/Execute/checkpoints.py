#!/usr/bin/env python3
"""Kills runs and starts them again; all files must be those of a run that was left alone.

    checkpoints.py [--steps K] [--kills N] [--flag F]
                   [--launcher "mpirun F..."] [--other "PROGRAM F..."] -- PROGRAM FLAGS...

Compiles the program and runs it for K steps, then again with a checkpoint after
every second step and N times kill -9 on the way, each time with the same command
line; a launcher starts the ranks that are killed, and is left to end by itself. The rank files must open with the safetensors library and, put together, hold
the outputs. Another program, the same on another mesh, must go on from a checkpoint
in the middle and come to the same results, to 1e-4.
"""
import argparse
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import harness
import numpy
import safetensors.numpy


def same(one, other):
    with open(one, "rb") as a, open(other, "rb") as b:
        if a.read() != b.read():
            sys.exit(f"{one} and {other} differ")


def log_of(folder):
    """The lines of a log without the time that steps took."""
    with open(os.path.join(folder, "log.jsonl")) as file:
        return [{**json.loads(line), "seconds": 0, "communicated": 0} for line in file]


def files_in(folder):
    return ["--outputs", f"{folder}/out.npz", "--metrics", f"{folder}/metrics.json",
            "--log", f"{folder}/log.jsonl"]


def processes_of(program):
    """Those that run the file."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{process}/exe") == program:
                found.append(int(process))
        except OSError:
            pass
    return found


def kill(process, program):
    """All ranks, however they were started."""
    ranks = [process.pid] if process.args[0] == program else processes_of(program)
    for rank in ranks:
        try:
            os.kill(rank, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def run_and_kill(command, program, log, lines):
    """Runs until the log has so many lines, or to the end; whether it was killed."""
    process = subprocess.Popen(command)
    while process.poll() is None:
        if os.path.exists(log):
            with open(log, "rb") as file:
                if file.read().count(b"\n") >= lines:
                    kill(process, program)
                    return True
        time.sleep(0.001)
    if process.returncode:
        sys.exit(f"{command} ended with {process.returncode}")
    return False


def join(checkpoint):
    """The tensors of a checkpoint, read with the safetensors library."""
    with open(os.path.join(checkpoint, "index.json")) as file:
        index = json.load(file)
    results = index.get("results", {}).get("file")
    files = {file["name"]: safetensors.numpy.load_file(os.path.join(checkpoint, file["name"]))
             for file in index["files"] if file["name"] != results}
    tensors, pieces = {}, 0
    for tensor in index["tensors"]:
        whole = None
        for block in tensor["blocks"]:
            ranges = [(b, b + e) for b, e in zip(block["begin"], block["extent"])]
            key = tensor["name"]
            if block["extent"] != tensor["shape"]:
                key += "[" + ", ".join(f"{b}:{e}" for b, e in ranges) + "]"
            piece = files[block["file"]][key]
            if whole is None:
                whole = numpy.zeros(tensor["shape"], piece.dtype)
            whole[tuple(slice(b, e) for b, e in ranges)] = piece
            pieces += 1
        tensors[tensor["name"]] = whole
    if pieces != sum(map(len, files.values())):
        sys.exit("the files hold tensors that the index does not name")
    return tensors


def check_files(checkpoint, outputs):
    """Every tensor of the checkpoint is a state output."""
    saved = join(checkpoint)
    expected = [array for name, array in numpy.load(outputs).items() if name.startswith("arg")]
    if len(saved) != len(expected):
        sys.exit(f"{len(saved)} tensors are saved, and {len(expected)} are state")
    for array, (name, tensor) in zip(sorted(expected, key=lambda a: a.tobytes()),
                                     sorted(saved.items(), key=lambda t: t[1].tobytes())):
        if array.shape != tensor.shape or array.tobytes() != tensor.tobytes():
            sys.exit(f"{name} is not what --outputs has")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--launcher", default="", help="of the runs that are killed")
    parser.add_argument("--flag", action="append", default=[], help="of poptc")
    parser.add_argument("--other", action="append", default=[],
                        help="the program on another mesh, and flags of poptc for it")
    parser.add_argument("words", nargs="+", help="after --: the program and flags of runs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        def compiled(words, name):
            subprocess.run([harness.tool("poptc"), *words, "-o",
                            f"{folder}/{name}"], check=True)
            return [f"{folder}/{name}", *options.words[1:], "--steps", str(options.steps)]

        alone, resumed = f"{folder}/alone", f"{folder}/resumed"
        os.makedirs(alone)
        os.makedirs(resumed)
        program = compiled([options.words[0], *options.flag], "program")
        subprocess.run([*program, *files_in(alone)], check=True)
        command = [*options.launcher.split(), *program, *files_in(resumed), "--save", f"{folder}/ck", "--save-every", "2",
                   "--resume"]
        killed = sum(run_and_kill(command, program[0], f"{resumed}/log.jsonl",
                                  (i + 1) * options.steps // (options.kills + 1))
                     for i in range(options.kills))
        run_and_kill(command, program[0], f"{resumed}/log.jsonl", options.steps + 1)
        for name in "metrics.json", "out.npz":
            same(f"{alone}/{name}", f"{resumed}/{name}")
        if log_of(alone) != log_of(resumed):
            sys.exit("the logs differ")
        last = sorted(glob.glob(f"{folder}/ck/step-*"))
        check_files(last[-1], f"{alone}/out.npz")
        print(f"{killed} kills, {len(last)} checkpoints")
        if options.other:
            shutil.rmtree(last[-1])
        for words in options.other:
            other = compiled(words.split(), "other")
            subprocess.run([*other, f"--resume={folder}/ck", "--expect", f"{alone}/out.npz",
                            "--rtol", "1e-4", "--atol", "1e-5"], check=True)


if __name__ == "__main__":
    main()
