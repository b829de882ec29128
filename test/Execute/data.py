#!/usr/bin/env python3
"""Runs programs that say which tokens they got, and compares numpy's own loader.

    data.py FOLDER write|check|resume [PROGRAM...]

The loader is what docs/Data.md says of windows and of their order. `resume`: the second
program goes on, with half as many windows a step, where the first was stopped. Exit status
1 where a program has other tokens.
"""
import json
import pathlib
import struct
import subprocess
import sys

import numpy as np

MASK = 2**64 - 1
SHAPE = (2, 4, 6)  # of x and y in Inputs/tokens.mlir
ROWS, LENGTH = 8, 6


def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def shuffled(seed, epoch, count, place):
    """Which of `count` windows is number `place` of an epoch."""
    key, bits = mix((mix(seed) + epoch) & MASK), 1
    while 4**bits < count:
        bits += 1
    while True:
        left, right = place >> bits, place & (2**bits - 1)
        for step in range(6):
            left, right = right, left ^ mix(key ^ step << 56 ^ right) & (2**bits - 1)
        place = left << bits | right
        if place < count:
            return place


def loader(files, data, first, rows):
    """Windows number `first` and on of all epochs: x and y, from lists of tokens."""
    stride, span = data.get("stride", LENGTH), LENGTH + 1
    windows = [tokens[at:at + span] for tokens in files
               for at in range(0, len(tokens) - span + 1, stride)]
    taken = []
    for number in range(first, first + rows):
        epoch, place = divmod(number, len(windows))
        if "shuffle" in data:
            place = shuffled(data["shuffle"], epoch, len(windows), place)
        taken.append(windows[place])
    taken = np.array(taken, np.int32)
    return taken[:, :-1], taken[:, 1:], len(windows)


def write_megatron(path, documents, code=8):
    """A .bin and its .idx, by the format's facts (Megatron's IndexedDataset)."""
    np.concatenate(documents).tofile(path.with_suffix(".bin"))
    lengths = np.array([len(d) for d in documents], np.int32)
    places = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
    path.with_suffix(".idx").write_bytes(
        b"MMIDIDX\0\0" + struct.pack("<QBQQ", 1, code, len(lengths), len(lengths) + 1) +
        lengths.tobytes() + (places * documents[0].itemsize).tobytes() +
        np.arange(len(lengths) + 1, dtype=np.int64).tobytes())


def cases(folder):
    """(name, what --data says, the files' tokens)."""
    random = np.random.default_rng(0)
    draw = lambda count, kind: random.integers(0, 60_000, count).astype(kind)
    raw = [draw(500, np.uint16), draw(5, np.uint16), draw(333, np.uint16)]
    for number, tokens in enumerate(raw):
        tokens.tofile(folder / f"shard-{number + 9}.bin")
    documents = [draw(count, np.int32) for count in (40, 1, 200, 99)]
    write_megatron(folder / "megatron", documents, code=4)
    np.save(folder / "array.npy", draw(300, np.int64))
    shifts = {"x": 0, "y": 1}
    return [
        ("order", {"tokens": "shard-*.bin", "arguments": shifts}, raw),
        ("shuffled", {"tokens": "shard-*.bin", "arguments": shifts, "shuffle": 7, "epochs": 3,
                      "vocabulary": 60_000}, raw),
        ("megatron", {"tokens": ["megatron.bin"], "arguments": {"arg1": 0, "y": 1}, "stride": 1,
                      "shuffle": 2**60}, [np.concatenate(documents)]),
        ("array", {"tokens": "array.npy", "type": "int64", "arguments": shifts, "stride": 4,
                   "shuffle": 0, "epochs": 2}, [np.load(folder / "array.npy")])]


def run(program, folder, name, flags):
    subprocess.run([program, "--init", "zeros", "--data", folder / f"{name}.json", *flags],
                   check=True, stderr=subprocess.DEVNULL)


def check(folder, programs):
    failed = 0
    for name, data, files in cases(folder):
        (folder / f"{name}.json").write_text(json.dumps(data))
        windows = loader(files, data, 0, 1)[2]
        steps = windows * data.get("epochs", 1) // ROWS
        wanted = []
        for step in range(steps):
            x, y, _ = loader(files, data, step * ROWS, ROWS)
            wanted.append(weigh(x, y))
        for program in programs:
            out, metrics = folder / "out.npz", folder / "metrics.json"
            run(program, folder, name, ["--outputs", out, "--metrics", metrics])
            got = [row[-1] for row in json.loads(metrics.read_text())["metrics_per_step"]]
            last = np.load(out)
            x, y, _ = loader(files, data, (steps - 1) * ROWS, ROWS)
            equal = (got == wanted and np.array_equal(last["res1"], x.reshape(SHAPE)) and
                     np.array_equal(last["res2"], y.reshape(SHAPE)))
            print(name, program, steps, "steps:", "equal" if equal else "DIFFERENT")
            failed += not equal
    return failed


def weigh(x, y):
    """What Inputs/tokens.mlir says of a batch."""
    weights = np.tile(np.arange(SHAPE[1]), len(x) // SHAPE[1])[:, None]
    return int((x * weights + 3 * y).sum())


def resume(folder, first, second):
    """Windows of the second epoch, too."""
    name, data, files = cases(folder)[1]
    (folder / f"{name}.json").write_text(json.dumps(data))
    metrics, before, after = folder / "metrics.json", 20, 9
    saves = ["--save", folder / "ck", "--metrics", metrics, "--resume"]
    run(first, folder, name, [*saves, "--steps", str(before)])
    run(second, folder, name, [*saves, "--steps", str(before + after)])
    got = [row[-1] for row in json.loads(metrics.read_text())["metrics_per_step"]]
    sizes = [ROWS] * before + [ROWS // 2] * after
    wanted = [weigh(*loader(files, data, sum(sizes[:step]), size)[:2])
              for step, size in enumerate(sizes)]
    print(name, "resumed:", "equal" if got == wanted else "DIFFERENT")
    return got != wanted


if __name__ == "__main__":
    where = pathlib.Path(sys.argv[1])
    if sys.argv[2] == "write":
        plan = {"popt_plan": 1, "mesh": {"device": [["dp", 2], ["tp", 2]]},
                "inputs": {"x": [[], ["dp"], ["tp"]], "y": [["dp"], [], []]}}
        (where / "plan.json").write_text(json.dumps(plan))
    elif sys.argv[2] == "resume":
        sys.exit(resume(where, *sys.argv[3:]))
    else:
        sys.exit(check(where, sys.argv[3:]) > 0)
