#!/usr/bin/env python3
"""What a checkpoint costs, beside a copy in memory and a plain write.

    checkpoints.py --bin BIN [--mib N] [--rounds N] [--folder DIR] [--orbax PYTHON] [--cold]

A program with N MiB of state on 4 ranks (threads, then processes) runs steps and saves.
Measured in turn with what they are compared to:

  wait       seconds by which the step loop is late    a memcpy of the bytes, 4 threads
  on disk    from then until the checkpoint is there   write + fsync of the bytes
  meanwhile  steps while a save is written             steps without

and the time to load it, on the same mesh and on another: with the files in the page cache,
or, with --cold, from the disk; in memory that has just been in use. PYTHON is one with JAX
and Orbax (orbax-checkpoint), whose save and loads are then measured in turn, too. It says
something on a machine that does nothing else.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import threading
import time

import numpy

from before_load import settle, touch

MODULE = """
sdy.mesh @mesh = {mesh}
func.func @main({arguments}, %rate: tensor<f32> loc("rate")) -> ({types}, tensor<f32>) {{
  {body}
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%r0 init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : ({kind}, tensor<f32>) -> tensor<f32>
  return {results}, %loss : {types}, tensor<f32>
}}
"""


# Tensors are split by rows, or by both dimensions.
ROWS = '<["dp"=4]>', '[{"dp"}, {}]'
BLOCKS = '<["a"=2, "b"=2]>', '[{"b"}, {"a"}]'


def write_module(path, layout, tensors, rows, columns):
    """Every step scales each tensor, and sums one over all ranks, which so go together."""
    kind = f"tensor<{rows}x{columns}xf32>"
    mesh, dimensions = layout
    sharding = "{sdy.sharding = #sdy.sharding<@mesh, " + dimensions + ">}"
    arguments = ", ".join(f'%w{i}: {kind} {sharding} loc("w{i}")' for i in range(tensors))
    body = ""
    for i in range(tensors):
        body += (f"%b{i} = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> {kind}\n"
                 f"  %r{i} = stablehlo.multiply %w{i}, %b{i} : {kind}\n  ")
    text = MODULE.format(mesh=mesh, arguments=arguments, body=body, kind=kind,
                         types=", ".join([kind] * tensors),
                         results=", ".join(f"%r{i}" for i in range(tensors)))
    with open(path, "w") as file:
        file.write(text)


def seconds_of(function, *arguments):
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


def copy_in_threads(sources, targets):
    threads = [threading.Thread(target=numpy.copyto, args=pair)
               for pair in zip(targets, sources)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def write_plainly(path, data):
    with open(path, "wb", buffering=0) as file:
        view = memoryview(data).cast("B")
        while view:
            view = view[file.write(view[:1 << 30]):]
        os.fsync(file.fileno())
    os.unlink(path)


def watch_saves(process, folder, log, found):
    """When each line of the log and each checkpoint appeared: (time, lines, names)."""
    while process.poll() is None:
        lines = 0
        if os.path.exists(log):
            with open(log, "rb") as file:
                lines = file.read().count(b"\n")
        try:
            names = {name for name in os.listdir(folder) if name.startswith("step-")}
        except OSError:
            names = set()
        found.append((time.perf_counter(), lines, names))
        time.sleep(0.002)


def measure(program, flags, folder, every):
    """(seconds late, seconds to disk, step while a save is written / step before)."""
    log, checkpoints = f"{folder}/log.jsonl", f"{folder}/ck"
    subprocess.run(["rm", "-rf", checkpoints, log], check=True)
    process = subprocess.Popen(
        [program, *flags, "--init", "random", "--steps", str(2 * every), "--log", log,
         "--save", checkpoints, "--save-every", str(every)], stderr=subprocess.DEVNULL)
    found = []
    watch_saves(process, checkpoints, log, found)
    if process.returncode:
        raise SystemExit(f"{program} ended with {process.returncode}")
    with open(log) as file:
        seconds = [json.loads(line)["seconds"] for line in file]
    name = f"step-{every:08}"
    began = next(when for when, lines, _ in found if lines >= every)
    took = next(when for when, _, names in found if name in names) - began
    # The step after the save begins with the copy, and then the writers are at work.
    before = seconds[every // 4:every]
    clock, meanwhile = seconds[every], []
    for step in seconds[every + 1:]:
        clock += step
        if clock < took:
            meanwhile.append(step)
    if clock < took:
        print(f"a save took longer than {every} steps: --every")
    ratio = statistics.mean(meanwhile) / statistics.mean(before) if meanwhile else 1
    late = seconds[every] - statistics.median(before)
    print(f"  {' '.join(flags) or 'threads'}: step {statistics.median(before):.3f} s, with the "
          f"copy {seconds[every]:.3f} s, then {ratio:.2f} x", flush=True)
    return late, took, ratio


def load_seconds(program, flags, folder, checkpoints, options):
    """From the choice of the checkpoint to the first step."""
    settle(checkpoints, options.cold)
    touch(2 * options.mib)
    log = f"{folder}/load.jsonl"
    steps = max(int(name[5:]) for name in os.listdir(checkpoints)) + 1
    process = subprocess.Popen([program, *flags, "--init", "random", "--steps", str(steps),
                                "--log", log, f"--resume={checkpoints}"],
                               stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if "going on after step" in line:
            begin = time.perf_counter()
            break
    while not os.path.exists(log) or not os.path.getsize(log):
        if process.poll():
            raise SystemExit(f"{program} ended with {process.returncode}")
        time.sleep(0.001)
    end = time.perf_counter()
    process.communicate()
    with open(log) as file:
        step = json.loads(file.readline())["seconds"]
    os.unlink(log)
    return end - begin - step


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="folder of poptc")
    parser.add_argument("--mib", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--every", type=int, default=60, help="steps before the save")
    parser.add_argument("--folder", help="on the disk to measure")
    parser.add_argument("--orbax", metavar="PYTHON")
    parser.add_argument("--cold", action="store_true", help="load from the disk")
    options = parser.parse_args()
    tensors, columns = 8, 4096
    rows = options.mib * (1 << 20) // (tensors * columns * 4)
    state = ",".join(f"w{i}=res{i}" for i in range(tensors))
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        programs = {}
        for name, layout in ("rows", ROWS), ("blocks", BLOCKS):
            programs[name] = f"{folder}/{name}"
            write_module(f"{folder}/{name}.mlir", layout, tensors, rows, columns)
            subprocess.run([os.path.join(options.bin, "poptc"), f"{folder}/{name}.mlir",
                            "--state", state, "-o", programs[name]], check=True)
        data = numpy.ones(options.mib << 20, numpy.uint8)
        parts = numpy.split(data, 4)
        targets = [numpy.zeros_like(part) for part in parts]
        copies, writes, runs, loads = [], [], {}, {}
        for _ in range(options.rounds):
            copies += [seconds_of(copy_in_threads, parts, targets) for _ in range(5)]
            writes.append(seconds_of(write_plainly, f"{folder}/plain", data))
            for how, flags in ("threads", []), ("processes", ["--processes"]):
                runs.setdefault(how, []).append(
                    measure(programs["rows"], flags, folder, options.every))
                for name, program in programs.items():
                    loads.setdefault((how, name), []).append(
                        load_seconds(program, flags, folder, f"{folder}/ck", options))
            if options.orbax:
                subprocess.run([options.orbax, os.path.join(os.path.dirname(__file__),
                                                            "checkpoints_orbax.py"),
                                str(options.mib), folder,
                                "cold" if options.cold else "cached"], check=True)
        copy, write = statistics.median(copies), statistics.median(writes)
        print(f"memcpy {copy:.3f} s, write + fsync {write:.3f} s")
        for how, results in runs.items():
            wait, disk, ratio = (statistics.median(column) for column in zip(*results))
            least = [min(column) for column in zip(*results)]
            same, other = (statistics.median(loads[how, name]) for name in programs)
            print(f"{how}: wait {wait:.3f} s ({wait / copy:.2f} x memcpy; minima "
                  f"{least[0] / min(copies):.2f} x), on disk {disk:.3f} s ({disk / write:.2f} x "
                  f"write; minima {least[1] / min(writes):.2f} x), steps meanwhile {ratio:.2f} x, "
                  f"load {same:.3f} s, on the other mesh {other:.3f} s")


if __name__ == "__main__":
    main()
