#!/usr/bin/env python3
"""Bytes that ranks send over NCCL, counted by the fake one, against what was planned.

    nccl_bytes.py --bin build/bin --corpus ../shared/corpus --cuda-driver libpopt-fake-cuda.so \
        mlp_sgd:dp2_tp2,fsdp deep@2/mb=4/1f1b,zb-h1

Each argument is MODEL:VARIANTS, or a case of stages.py. In NCCL's order of sums and in the
members' (--deterministic), a step sends in each communicator exactly the bytes that follow from
the step table (poptc --emit=step); before the first step, two bytes go between two ranks that
send messages, and nothing else. What --bench reports is the ring's part of that for the rank
that sends most. Needs only the standard library.
"""
import collections
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Stages"))
import stages

BENCH_STEPS = 4  # of --bench 1: three of them are to warm up
SMALL = 64 << 10  # all-reduces of ours of so many bytes in all members are gathered whole


def divided(number, by):
    """Rounded up, as popt::wireBytes() counts each call."""
    return -(-number // by)


class Tensor:
    """The type of an operand: "2x6x8xf32"."""

    def __init__(self, text):
        *shape, element = text.split("x")
        self.shape = [int(extent) for extent in shape]
        self.element = element
        self.width = max(int(re.search(r"\d+", element)[0]) // 8, 1)

    def bytes(self, *without):
        """Of one position in each of these dimensions."""
        kept = (extent for dim, extent in enumerate(self.shape) if dim not in without)
        return self.width * math.prod(kept)


class Program:
    """What one program of the table, which some ranks run, sends in a step."""

    def __init__(self, ranks):
        self.ranks, self.bodies = ranks, {}

    def commands(self, body="step", times=1):
        """(text, how often a step runs it) of what sends."""
        for line in self.bodies[body]:
            if found := re.match(r"step\.loop\[\d+\] @(\S+) times (\d+) ", line):
                yield from self.commands(found[1], times * int(found[2]))
            elif found := re.match(r"step\.schedule\[\d+\] of \[(.*?)\] calls \[(.*?)\]", line):
                names = found[1].replace("@", "").split(", ")
                calls = collections.Counter(found[2].split(", ")[::2])
                for index, count in calls.items():
                    yield from self.commands(names[int(index)].strip('"'), times * count)
            elif found := re.match(r"step\.(?:while|case)\[\d+\] (.*?) \(", line):
                bodies = re.findall(r'@"?([^", \]]+)', found[1])
                if any(list(self.commands(name)) for name in bodies):
                    sys.exit(f"it is not known how often this sends: {line}")
            elif " over @" in line or line.startswith("step.send_start"):
                yield line, times


class StepTable:
    def __init__(self, text):
        self.groups, self.tables, self.programs = {}, {}, []
        for line in map(str.strip, text.splitlines()):
            if found := re.match(r'step\.group @(\S+) (?:".*?" )?= (\[\[.*?\]\])', line):
                self.groups[found[1]] = json.loads(found[2])
            elif found := re.match(r"step\.rank_table @(\S+) = (\[.*?\])", line):
                self.tables[found[1]] = json.loads(found[2])
            elif found := re.match(r"step\.program @\S+ (?:on (\[.*?\]) )?", line):
                self.programs.append(Program(found[1] and json.loads(found[1])))
            elif found := re.match(r'step\.body @"?([^" ]+)"? ', line):
                body = self.programs[-1].bodies.setdefault(found[1], [])
            elif self.programs and re.match(r"step\.\w+\[", line):
                body.append(line)

    def extents(self, table, even, members):
        return [self.tables[table][rank] if table else even for rank in members]

    def collective(self, line, members, is_deterministic):
        """(bytes that all members send, those of the busiest in a ring or chain)"""
        n = len(members)
        kind = re.match(r"step\.(\w+)", line)[1]
        given, result = map(Tensor, re.findall(r"\] : ([\w]+)", line))
        piece = re.search(r" dim (\d+)(?: counts @(\w+) offsets @\w+)? over ", line)
        if kind in ("all_gather", "gather", "reduce_scatter", "scatter"):
            dim = int(piece[1])
            small, large = (given, result) if "gather" in kind else (result, given)
            extents = self.extents(piece[2], small.shape[dim], members)
            sent = (n - 1) * sum(extents) * large.bytes(dim)
            return sent, divided(sent, n)
        if kind == "all_reduce":
            ring = 2 * (n - 1) * given.bytes()
            is_native = given.element[0] == "i" or not is_deterministic and \
                given.element in ("f32", "f64") and re.search(r"\] (sum|prod) ", line)
            is_whole = not is_native and n * given.bytes() <= SMALL
            return n * (n - 1) * given.bytes() if is_whole else ring, divided(ring, n)
        if kind == "all_to_all":
            split = re.search(r" split dim (\d+)(?: counts @(\w+) offsets @\w+)? to ", line)
            dims = int(split[1]), int(piece[1])
            parts = self.extents(split[2], result.shape[dims[0]], members)
            own = self.extents(piece[2], given.shape[dims[1]], members)
            if dims[0] == dims[1]:
                parts, own = [given.shape[dims[0]] // n] * n, [1] * n
            areas = [own[i] * parts[j] for i, j in itertools.permutations(range(n), 2)]
            most = max(own) * sum(parts) * given.bytes(*dims) * (n - 1)
            return sum(areas) * given.bytes(*dims), divided(most, n)
        if kind == "permute":
            pairs = re.findall(r"(\d+) -> (\d+)", line)
            sent = [a for a, b in pairs if a != b and int(a) in members and int(b) in members]
            most = max(collections.Counter(sent).values(), default=0)
            return len(sent) * given.bytes(), most * given.bytes()
        if kind in ("broadcast", "reduce"):
            sent = (n - 1) * result.bytes()
            return sent, result.bytes() if n > 1 else 0
        sys.exit(f"not counted: {line}")

    def sent(self, is_deterministic):
        """({members: bytes that they send in a step}, {(from, to): likewise in messages},
        {kind: bytes in a ring of the rank that sends most})"""
        groups, messages, kinds = (collections.Counter() for _ in range(3))
        for program in self.programs:
            own = collections.Counter()
            for line, times in program.commands():
                if line.startswith("step.send_start"):
                    to = self.tables[re.search(r" to @(\w+)", line)[1]]
                    count = times * Tensor(re.search(r"\] : (\w+)", line)[1]).bytes()
                    own["send"] += count
                    for rank in program.ranks:
                        if to[rank] >= 0:
                            messages[rank, to[rank]] += count
                    continue
                kind = re.match(r"step\.(\w+)", line)[1]
                most = 0
                for members in self.groups[re.search(r" over @(\w+)", line)[1]]:
                    if program.ranks and not set(members) & set(program.ranks):
                        continue
                    count, of_one = self.collective(line, members, is_deterministic)
                    most = max(most, times * of_one)
                    if not program.ranks or members[0] in program.ranks:
                        groups[tuple(members)] += times * count
                own[kind] += most
            kinds |= own
        return +groups, messages, kinds


def run(command, options, folder):
    """(what it prints, the fake's traffic of each communicator)"""
    counters = os.path.join(folder, "counters.json")
    environment = dict(os.environ, POPT_CUDA_DRIVER=options.cuda_driver,
                       POPT_NCCL=options.cuda_driver,
                       POPT_FAKE_CUDA=f"devices=8,checks=none,counters={counters}")
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    with open(counters) as f:
        return done.stdout, json.load(f)["nccl_communicators"]


def by_members(communicators, ranks):
    """{(whether it is that of all ranks, its members): bytes}"""
    sent = collections.Counter()
    for communicator in communicators:
        # Each rank makes its end of that of all first, and is on the device of its number.
        is_first = communicator["number"] <= ranks
        sent[is_first, tuple(communicator["devices"])] += communicator["bytes"]
    return sent


def check(case, options, folder):
    """[(what, sent, predicted)] that differ."""
    flags = [*stages.module_and_flags(options, *case, folder), "--target=sm_90"]
    poptc = os.path.join(options.bin, "poptc")
    binary, step = os.path.join(folder, "step"), os.path.join(folder, "step.mlir")
    subprocess.run([poptc, *flags, "-o", binary], check=True)
    subprocess.run([poptc, *flags, "--emit=step", "-o", step], check=True)
    with open(step) as f:
        table = StepTable(f.read())
    file, _ = stages.case_of(options, case[0])
    wrong = []
    for mode in ([], ["--deterministic"]):
        command = [binary, "--transport", "nccl", *mode, "--inputs", file("inputs.npz")]
        report, several = run([*command, "--bench", "1"], options, folder)
        report = json.loads(report)
        ranks = len(report["peak_bytes"])
        several = by_members(several, ranks)
        one = by_members(run([*command, "--steps", "1"], options, folder)[1], ranks)
        of_step = {key: (count - one[key]) / (BENCH_STEPS - 1) for key, count in several.items()}
        before = {key: one[key] - count for key, count in of_step.items()}
        groups, messages, kinds = table.sent(bool(mode))
        everybody = True, tuple(range(ranks))
        predicted = {(False, members): count for members, count in groups.items()}
        if messages:
            predicted[everybody] = sum(messages.values())
        # What is said before the first step, two ranks say to each other.
        pairs = {frozenset(pair) for pair in messages}
        first = {key: 2 * len(pairs) if key == everybody else 0 for key in before}
        of_kinds = {kind: traffic["wire_bytes"] for kind, traffic in report["comm"].items()}
        for what, a, b in (("a step", of_step, predicted), ("before the first step", before, first),
                           ("the report", of_kinds, {k: round(v) for k, v in kinds.items()})):
            if a != b:
                wrong.append((" ".join([what, *mode]), a, b))
        print(f"{' '.join([stages.name_of(*case), *mode])}: {sum(of_step.values()):.0f} bytes sent in "
              f"{len(of_step)} groups", flush=True)
    return wrong


def main():
    parser = stages.parser_of(__doc__)
    parser.add_argument("--cuda-driver", required=True)
    options = parser.parse_args()
    failed = 0
    for case in stages.cases_of(options.cases):
        with tempfile.TemporaryDirectory() as folder:
            for what, sent, predicted in check(case, options, folder):
                failed += 1
                print(f"FAILED {stages.name_of(*case)} {what}: {sent}, {predicted} predicted",
                      flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
