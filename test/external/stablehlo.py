#!/usr/bin/env python3
"""Holds popt against StableHLO's own tests and prints tables.

    stablehlo.py CHECKOUT --bin build/bin [--jobs 2] [--only REGEX] [--sharded]
                 [--json FILE] [--keep FOLDER]

CHECKOUT is a source tree of https://github.com/openxla/stablehlo. Three kinds of
tests are taken from it:

- testdata: one operation each as JAX exports it, with inputs and expected
  results;
- interpret, math: functions that check what they compute, also by several
  processes with collectives among them;
- dialect: texts of the dialects' own tests, some of which announce errors.

Each becomes a module in a temporary folder whose checks are custom calls; then
`popt-check modules` reads and prints it, interprets it and runs it compiled, and
compares within the test's own tolerance. Results beyond it that are nearer to the
value that f64 gives than what is expected count as right and are listed. --sharded does so with two random
annotations on each of the meshes 2, 2x2 and 3. Exit status 1 if something
crashes, hangs or is wrong.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass

from common import Chunk, cause, causes, chunks, run, table

# What only StableHLO's interpreter knows.
NOT_EXPRESSED = [
    ("interpreter.probe", "writes values to files of the interpreter"),
    ("interpreter.print", "prints values of the interpreter"),
    ("infeed=", "takes from an infeed queue of the interpreter"),
]


@dataclass
class Test:
    suite: str
    chunk: Chunk
    text: str  # with checks as custom calls
    skipped: str = ""  # why popt cannot express it

    @property
    def name(self):
        return f"{self.suite}/{self.chunk.name}"


# ---------------------------------------------------------------------------
# Texts
# ---------------------------------------------------------------------------


def balanced(text, begin):
    """The end of a type or attribute that begins at `begin`: after its brackets,
    or at the first character that cannot belong to it."""
    depth, i, in_string = 0, begin, False
    while i < len(text):
        c = text[i]
        if c == '"':
            in_string = not in_string
        elif not in_string:
            if c in "<([{":
                depth += 1
            elif c in ">)]}" and not (c == ">" and text[i - 1] == "-"):
                depth -= 1
                if depth < 0:
                    return i
            elif depth == 0 and not (c.isalnum() or c in "_!.#"):
                return i
        i += 1
    return i


def skip(text, begin, pattern):
    """The match of a pattern at `begin`, after blanks."""
    return re.compile(r"\s*" + pattern).match(text, begin)


def checks_as_calls(text):
    """`check.expect_*` operations as custom calls; constants become operations."""
    text = re.sub(r'"check\.(expect_\w+_const)"\((%[\w#]+)\) <\{(?:tolerance = (\S+) : f64, )?'
                  r"value = (.*?)\}> : \(.*?\) -> \(\)",
                  lambda m: f"check.{m[1]} {m[2]}, {m[4]}" +
                  (f", tolerance = {m[3]}" if m[3] else ""), text)
    out, at, number = [], 0, 0
    start = re.compile(r"check\.expect_(eq|almost_eq|close)(_const)?\s+(%[\w#.]+)\s*,\s*")
    while m := start.search(text, at):
        kind, const, actual = m.groups()
        out.append(text[at:m.start()])
        end = balanced(text, m.end()) if const else skip(text, m.end(), r"%[\w#.]+").end()
        value = text[m.end():end].strip()
        attributes = {"almost_eq": {"tolerance": "1.0e-4 : f64"},
                      "close": {"max_ulp_difference": "1 : ui64"}}.get(kind, {})
        type_ = ""
        while True:
            if named := skip(text, end, r",\s*(\w+)\s*=\s*([\d.eE+-]+)(\s*:\s*f64)?"):
                name, given = named.group(1), named.group(2)
                if name == "tolerance" and not re.search(r"[.eE]", given):
                    given += ".0"
                attributes[name] = given + (" : f64" if name == "tolerance" else " : ui64")
                end = named.end()
            elif braces := skip(text, end, r"\{\s*(\w+)\s*=\s*([^}]*?)\s*\}"):
                attributes[braces.group(1)] = braces.group(2)
                end = braces.end()
            elif not type_ and (colon := skip(text, end, r":\s*")):
                end = balanced(text, colon.end())
                type_ = text[colon.end():end]
            elif second := skip(text, end, r",\s*(?=tensor<)"):
                end = balanced(text, second.end())
            else:
                break
        expected = value
        if const:
            expected = f"%expected_{number}"
            out.append(f"{expected} = stablehlo.constant {value} : {type_}\n")
        number += 1
        given = ", ".join(f"{k} = {v}" for k, v in attributes.items())
        out.append(f"stablehlo.custom_call @check.expect_{kind}({actual}, {expected}) "
                   f"{{has_side_effect = true{', ' + given if given else ''}}} : "
                   f"({type_}, {type_}) -> ()")
        at = end
    return "".join(out) + text[at:]


def types_of(text):
    """The types of a comma-separated list."""
    types, at = [], 0
    while at < len(text):
        begin = skip(text, at, r"[,\s]*").end()
        if begin >= len(text):
            break
        at = balanced(text, begin)
        types.append(text[begin:at])
    return types


def with_leading_one(type_):
    return "tensor<1x" + type_[len("tensor<"):]


def stacked(type_, count):
    return f"tensor<{count}x" + type_[len("tensor<"):]


def processes_as_region(text):
    """A grid of processes that all run one function, as a manual region over a
    mesh: values of processes are stacked, and every process takes its own. None
    if they run several functions."""
    m = re.search(r'(?:%(\w+)(?::\d+)?\s*=\s*)?"interpreter\.run_parallel"\(([^)]*)\)\s*'
                  r"\{\s*programs\s*=\s*\[(.*?)\]\s*\}\s*:\s*", text, re.DOTALL)
    if not m:
        return None
    rows = re.findall(r"\[([^\[\]]*)\]", m.group(3) + "]")
    grid = [re.findall(r"@[\w.]+", row) for row in rows]
    functions = {f for row in grid for f in row}
    count = sum(map(len, grid))
    inputs = re.findall(r"%[\w#]+", m.group(2))
    end = balanced(text, m.end())
    in_types = types_of(text[m.end() + 1:end - 1])
    arrow = skip(text, end, r"->\s*").end()
    end = balanced(text, arrow)
    results = text[arrow:end]
    out_types = types_of(results[1:-1] if results.startswith("(") else results)
    if (len(functions) != 1 or len({len(row) for row in grid}) != 1
            or any("token" in t for t in in_types + out_types)):
        return None
    function, name = functions.pop(), m.group(1)
    per_in, per_out = len(inputs) // count, len(out_types) // count
    lines, operands = [], []
    for i in range(per_in):
        type_ = in_types[i]
        parts = [f"%in_{i}_{p}" for p in range(count)]
        for p, part in enumerate(parts):
            lines.append(f"{part} = stablehlo.reshape {inputs[p * per_in + i]} : "
                         f"({type_}) -> {with_leading_one(type_)}")
        operands.append(f"%in_{i}")
        ones = ", ".join([with_leading_one(type_)] * count)
        lines.append(f"%in_{i} = stablehlo.concatenate {', '.join(parts)}, dim = 0 : "
                     f"({ones}) -> {stacked(type_, count)}")

    def sharding(type_):
        shape = type_[len("tensor<"):].split("x")[:-1]
        return "<@processes, [" + ", ".join(['{"r", "p"}'] + ["{}"] * len(shape)) + "]>"

    ins, outs = in_types[:per_in], out_types[:per_out]
    blocks = ", ".join(f"%block_{i}: {with_leading_one(t)}" for i, t in enumerate(ins))
    bind = f"%out:{per_out} = " if per_out else ""
    lines.append(f"{bind}sdy.manual_computation({', '.join(operands)}) "
                 f"in_shardings=[{', '.join(map(sharding, ins))}] "
                 f"out_shardings=[{', '.join(map(sharding, outs))}] "
                 f'manual_axes={{"r", "p"}} ({blocks}) {{')
    for i, t in enumerate(ins):
        lines.append(f"%own_{i} = stablehlo.reshape %block_{i} : ({with_leading_one(t)}) -> {t}")
    call = f"%got:{per_out} = " if per_out else ""
    lines.append(f"{call}func.call {function}({', '.join(f'%own_{i}' for i in range(per_in))}) : "
                 f"({', '.join(ins)}) -> ({', '.join(outs)})")
    for i, t in enumerate(outs):
        lines.append(f"%give_{i} = stablehlo.reshape %got#{i} : ({t}) -> {with_leading_one(t)}")
    gives = ", ".join(f"%give_{i}" for i in range(per_out))
    lines.append(f"sdy.return {gives} : {', '.join(map(with_leading_one, outs))}")
    lines.append(f"}} : ({', '.join(stacked(t, count) for t in ins)}) -> "
                 f"({', '.join(stacked(t, count) for t in outs)})")
    for p in range(count):
        for i, t in enumerate(outs):
            rank = len(t[len("tensor<"):].split("x")) - 1
            extents = [f"{p}:{p + 1}"] + [f"0:{e}" for e in t[len("tensor<"):].split("x")[:rank]]
            lines.append(f"%part_{p}_{i} = stablehlo.slice %out#{i} [{', '.join(extents)}] : "
                         f"({stacked(t, count)}) -> {with_leading_one(t)}")
            lines.append(f"%{name}_{p * per_out + i} = stablehlo.reshape %part_{p}_{i} : "
                         f"({with_leading_one(t)}) -> {t}")
    rest = text[end:]
    if name:
        rest = re.sub(rf"%{name}#(\d+)", rf"%{name}_\1", rest)
        rest = re.sub(rf"%{name}\b(?!_)", f"%{name}_0", rest)
    body = text[:m.start()] + "\n".join(lines) + rest
    mesh = f'sdy.mesh @processes = <["r"={len(grid)}, "p"={len(grid[0])}]>\n'
    counts = (f"attributes {{mhlo.num_replicas = {len(grid)} : i32, "
              f"mhlo.num_partitions = {len(grid[0])} : i32}} ")
    if head := re.search(r"module\s+(@\w+\s+)?\{", body):
        return (body[:head.end() - 1] + counts + "{\n" + mesh + body[head.end():])
    return "module " + counts + "{\n" + mesh + body + "\n}"


# ---------------------------------------------------------------------------
# Suites
# ---------------------------------------------------------------------------


def files_of(folder, recursive=True):
    for parent, folders, names in os.walk(folder):
        folders.sort()
        if not recursive:
            folders.clear()
        for name in sorted(names):
            if name.endswith(".mlir"):
                yield os.path.join(parent, name)


def collect(root):
    """All tests of a checkout."""
    tests = []
    data = os.path.join(root, "testdata")
    for path in files_of(data):
        kind = os.path.relpath(os.path.dirname(path), data)
        suite = "testdata" if kind == "." else f"testdata {kind}"
        for chunk in chunks(path, os.path.basename(path)[:-5]):
            tests.append(executable(suite, chunk))
    for folder in ["interpret", "math"]:
        top = os.path.join(root, "tests", folder)
        for path in files_of(top):
            name = os.path.relpath(path, top)[:-5]
            for chunk in chunks(path, name):
                tests.append(executable(folder, chunk))
    top = os.path.join(root, "tests")
    for folder, deep in [(top, False), (os.path.join(top, "chlo"), True),
                         (os.path.join(top, "transforms"), True)]:
        for path in files_of(folder, deep):
            for chunk in chunks(path, os.path.relpath(path, top)[:-5]):
                tests.append(Test("dialect", chunk, chunk.text))
    return tests


def executable(suite, chunk):
    for word, why in NOT_EXPRESSED:
        if word in chunk.text:
            return Test(suite, chunk, chunk.text, why)
    text = checks_as_calls(chunk.text)
    if "interpreter.run_parallel" in text:
        region = processes_as_region(text)
        if region is None:
            return Test(suite, chunk, text, "processes that run several functions")
        text = region
    return Test(suite, chunk, text)


# ---------------------------------------------------------------------------
# Running
# ---------------------------------------------------------------------------


def check(tests, arguments, folder):
    """Outcomes by test name: stage -> (kind, message); what is right is absent."""
    by_path = {}
    for number, test in enumerate(tests):
        path = os.path.join(folder, f"{number:05}.mlir")
        by_path[path] = test
        with open(path, "w", encoding="utf-8") as file:
            file.write(test.text)
    lines = os.path.join(folder, "outcomes")
    command = [os.path.join(arguments.bin, "popt-check"), "modules", folder,
               "--jobs", str(arguments.jobs), "--outcomes", lines, "--most", "0",
               "--limit", str(arguments.limit)]
    if arguments.sharded:
        command += ["--sharded", "--compile", "1", "--seed", str(arguments.seed)]
    status, out, err = run(command)
    if status not in (0, 1):
        sys.exit(f"{' '.join(command)}: {out}{err}")
    outcomes = defaultdict(dict)
    with open(lines, encoding="utf-8") as file:
        for line in file:
            outcome = json.loads(line)
            path, stage = outcome["item"].rsplit(" ", 1)
            outcomes[by_path[path].name][stage] = (outcome["kind"], outcome["message"])
    return outcomes


def kind_of(outcomes, stage):
    return outcomes.get(stage, ("right", ""))[0]


def report(tests, outcomes):
    """The tables; the number of modules that crash, hang or are wrong."""
    rows, bad, found = [], 0, defaultdict(list)
    for suite in dict.fromkeys(t.suite for t in tests if t.suite != "dialect"):
        of = [t for t in tests if t.suite == suite and not t.skipped
              and not t.chunk.expected_errors]
        count = Counter()
        for test in of:
            result = outcomes.get(test.name, {})
            text = kind_of(result, "text")
            count["read"] += text != "refused"
            count["printed"] += text == "right"
            ran = ["reference", "compiled"] if text != "refused" else []
            for stage in ran:
                count[stage] += kind_of(result, stage) in ("right", "nearer")
            kinds = {kind_of(result, s) for s in ["text"] + ran}
            for kind in ["nearer", "wrong", "crash", "hang", "refused"]:
                count[kind] += kind in kinds
            bad += bool(kinds & {"wrong", "crash", "hang"})
            for stage in ["text"] + ran:
                if stage in result:
                    kind, message = result[stage]
                    found[f"{suite}: {kind}, {stage}"].append((cause(message), test.name))
        rows.append([suite, len(of)] + [count[k] for k in
                    ["read", "printed", "compiled", "reference", "nearer", "wrong",
                     "crash", "hang", "refused"]])
    print(table(["suite", "modules", "read", "round trip", "compiled right",
                 "reference right", "nearer", "wrong", "crash", "hang", "refused"], rows))
    bad += report_dialect([t for t in tests if t.suite == "dialect"], outcomes, found)
    for title in sorted(found):
        print(causes(title, found[title]))
    report_skipped(tests)
    return bad


def report_dialect(tests, outcomes, found):
    """Texts: what announces an error is refused, everything else is read."""
    if not tests:
        return 0
    rows, bad = [], 0
    for announced in [False, True]:
        of = [t for t in tests if bool(t.chunk.expected_errors) == announced]
        kinds = Counter()
        for test in of:
            kind, message = outcomes.get(test.name, {}).get("text", ("right", ""))
            kinds[kind] += 1
            if kind in ("crash", "hang") or (kind == "wrong") != announced and kind != "refused" \
                    and kind != "right":
                bad += 1
            if (kind == "right") == announced or kind in ("wrong", "crash", "hang"):
                found[f"dialect: {kind}" + (", an error is announced" if announced else "")
                      ].append((cause(message) if message else test.chunk.name.split(".")[0],
                                test.name))
        rows.append(["with an announced error" if announced else "without", len(of),
                     kinds["right"] + kinds["wrong"], kinds["right"], kinds["refused"],
                     kinds["crash"] + kinds["hang"]])
    print(table(["dialect tests", "chunks", "read", "round trip", "refused", "crash, hang"],
                rows))
    return bad


def report_sharded(tests, outcomes, draws=6):
    meshes = ["2", "2x2", "3"]
    rows, bad, found = [], 0, defaultdict(list)
    for index, mesh in enumerate(meshes):
        count = Counter()
        for test in tests:
            for draw in (2 * index, 2 * index + 1):
                kind, message = outcomes.get(test.name, {}).get(str(draw), ("right", ""))
                count[kind] += 1
                if kind != "right":
                    found[kind].append((cause(message), f"{test.name} {draw}"))
                    bad += kind in ("wrong", "crash", "hang")
        rows.append([mesh, sum(count.values())] +
                    [count[k] for k in ["right", "nearer", "wrong", "crash", "hang", "refused"]])
    print(table(["mesh", "runs", "right", "nearer", "wrong", "crash", "hang", "refused"], rows))
    for title in sorted(found):
        print(causes(f"sharded: {title}", found[title]))
    return bad


def report_skipped(tests):
    found = [(t.skipped, t.name) for t in tests if t.skipped]
    print(causes("not expressed in popt", found))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkout", help="source tree of StableHLO")
    parser.add_argument("--bin", default="build/bin", help="folder of popt-check")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", help="regular expression of test names")
    parser.add_argument("--sharded", action="store_true",
                        help="static testdata with random shardings")
    parser.add_argument("--seed", type=int, default=1, help="of the shardings")
    parser.add_argument("--limit", type=float, default=60, help="seconds of a module")
    parser.add_argument("--json", help="file for all outcomes that are not right")
    parser.add_argument("--keep", help="folder for the modules as they are run")
    arguments = parser.parse_args()

    root = os.path.join(arguments.checkout, "stablehlo")
    if not os.path.isdir(os.path.join(root, "testdata")):
        sys.exit(f"{arguments.checkout} is no checkout of StableHLO: it has no stablehlo/testdata")
    begin = time.monotonic()
    tests = collect(root)
    if arguments.sharded:
        tests = [t for t in tests if t.suite == "testdata"]
    if arguments.only:
        tests = [t for t in tests if re.search(arguments.only, t.name)]
    if not tests:
        sys.exit("no test has such a name")
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        outcomes = check([t for t in tests if not t.skipped], arguments, folder)
    bad = (report_sharded if arguments.sharded else report)(tests, outcomes)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(outcomes, file, indent=1)
    print(f"{len(tests)} modules in {time.monotonic() - begin:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
