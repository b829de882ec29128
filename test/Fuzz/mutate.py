#!/usr/bin/env python3
"""Feeds mutated module texts to popt's tools: whatever a file says, the answer
is a located message, never a crash, a hang or silence.

    mutate.py --bin build/bin --count 2000 --seed 1 FOLDER...

Sources are the .mlir files under the folders. Each input is one of them with a
few mutations of bytes, tokens, numbers or lines; input N of a seed is always
the same. Each is read by `popt` (parse, verify, print) or compiled by
`poptc --emit=partitioned`. Wrong are: death by a signal, an exit status other
than 0, 1 and 2, no end within the limit, a failure without a message, and a
failure whose message names no place. Inputs that go wrong are kept in --keep,
each with a smaller one that popt-reduce makes. Exit status 1 if there were any.
"""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'[@%#!]?[\w.$]+|"(?:[^"\\\n]|\\.)*"|->|::|[^\s\w]')
NUMBERS = ["0", "1", "-1", "2", "3", "7", "255", "65536", "2147483647", "4294967296",
           "9223372036854775807", "9223372036854775808", "-9223372036854775808",
           "99999999999999999999999", "0x7F800000", "1.0e400", "?"]
WORDS = ["tensor<f32>", "tensor<4x?xf32>", "tensor<0x3xf32>", "tensor<2x3xi1>", "complex<f32>",
         "@main", "@mesh", "%arg0", "%0", "#sdy.sharding<@mesh, [{}]>", "stablehlo.add",
         "stablehlo.dot_general", "stablehlo.reduce", "stablehlo.constant", "dense<1.0>",
         "dense<\"0x00\">", "sdy.mesh", "array<i64: 0>", "array<i64>", "loc(\"\")", "true", "{", "}",
         "(", ")", "[", "]", "<", ">", ",", "=", ":", "call @main", "return", "func.func",
         "mhlo.sharding", "\"\"", "\"\\FF\\00\""]
# No core files; an input that wants more than 6 GiB is a crash like any other.
LIMITED = ["sh", "-c", 'ulimit -c 0; ulimit -v 6291456; exec "$@"', "sh"]


def sources_in(folders, largest):
    """[(name, text)] of the module files not larger than `largest` bytes, sorted."""
    files = []
    for folder in folders:
        for base, _, names in os.walk(folder):
            files += [os.path.join(base, n) for n in names if n.endswith(".mlir")]
    out = []
    for file in sorted(files):
        if os.path.getsize(file) <= largest:
            with open(file, encoding="utf-8", errors="replace") as f:
                out.append((file, f.read()))
    return out


def mutate_once(rng, text, sources):
    kind = rng.choice(["byte", "insert", "cut", "token", "token", "number", "number", "swap",
                       "line", "repeat", "move", "splice", "nest", "truncate", "rename"])
    if not text:
        return rng.choice(WORDS)
    at = rng.randrange(len(text))
    if kind == "byte":
        return text[:at] + chr(rng.choice([0, 9, 10, 34, 92, rng.randrange(128), 0xe9])) + text[at + 1:]
    if kind == "insert":
        return text[:at] + rng.choice(WORDS) + text[at:]
    if kind == "cut":
        return text[:at] + text[at + rng.randrange(1, 40):]
    if kind == "truncate":
        return text[:at]
    if kind == "nest":
        opening = rng.choice(["(", "[", "{", "<", "tensor<", "tuple<", "module {", "!", "dense<[",
                              "loc(callsite(", "complex<", "[{", "\"a\"() ({"])
        return text[:at] + opening * rng.choice([2, 100, 20000]) + text[at:]
    if kind in ("token", "number", "swap", "rename"):
        window = text[at:at + 400]
        tokens = [m for m in TOKEN.finditer(window)
                  if kind != "number" or re.fullmatch(r"\d+", m.group())]
        if not tokens:
            return text[:at] + text[at + 1:]
        m = rng.choice(tokens)
        begin, end = at + m.start(), at + m.end()
        if kind == "swap":
            n = rng.choice(tokens)
            if n.start() < m.start():
                m, n = n, m
            return (text[:at + m.start()] + n.group() + text[at + m.end():at + n.start()] + m.group()
                    + text[at + n.end():]) if m.end() <= n.start() else text
        if kind == "rename":
            return text.replace(m.group(), rng.choice(WORDS), rng.choice([1, -1]))
        new = rng.choice(NUMBERS) if kind == "number" else rng.choice(
            [t.group() for t in tokens] + WORDS + [""])
        return text[:begin] + new + text[end:]
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == "line":
        del lines[i:i + rng.choice([1, 1, 3])]
    elif kind == "repeat":
        lines[i:i] = lines[i:i + rng.choice([1, 1, 4])]
    elif kind == "move":
        lines[i], lines[j] = lines[j], lines[i]
    else:
        other = rng.choice(sources)[1].split("\n")
        k = rng.randrange(len(other))
        lines[i:i] = other[k:k + rng.choice([1, 2, 10])]
    return "\n".join(lines)


def make_input(seed, number, sources, mutate=mutate_once):
    """(source name, text or bytes): input `number` of a seed."""
    rng = random.Random(f"{seed}/{number}")
    name, text = rng.choice(sources)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        text = mutate(rng, text, sources)
    return name, text


def verdict(command, text, limit):
    """None if the tool behaved on this input, text or bytes, else (kind, what it said)."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "in.mlir")
        with open(file, "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode(errors="replace"))
        line = [a.format(input=file, output=os.path.join(folder, "out")) for a in command]
        try:
            done = subprocess.run(LIMITED + line, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=limit)
        except subprocess.TimeoutExpired:
            return "hang", f"no end after {limit} s"
    said = done.stderr.decode(errors="replace")
    if done.returncode < 0:
        return "crash", f"signal {-done.returncode}\n{said[-2000:]}"
    if done.returncode not in (0, 1, 2) or re.search(r"Sanitizer|runtime error: ", said):
        return "crash", f"exit status {done.returncode}\n{said[-2000:]}"
    if done.returncode and "error:" not in said:
        return "silent", f"exit status {done.returncode} without an error message\n{said[-500:]}"
    if done.returncode == 1 and not re.search(r"(?:\.\w+|\")?:\d+:\d+(?:: error:| to )|in\.mlir|loc\(", said):
        return "placeless", f"the message names no place\n{said[-500:]}"
    return None


def shrink(reduce, command, kept, limit):
    """Writes a smaller input that fails in the same way beside `kept`; its
    name, or None where popt-reduce finds nothing to keep."""
    small = os.path.splitext(kept)[0] + ".small.mlir"
    line = [a.format(input="{}", output=os.devnull) for a in command]
    done = subprocess.run([reduce, kept, "-o", small, f"--timeout={max(1, round(limit))}",
                           "--limit=60", "--"] + LIMITED + line,
                          stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return None if done.returncode else small


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folders", nargs="+", help="folders with .mlir files")
    parser.add_argument("--bin", required=True, help="folder of popt and poptc")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--limit", type=float, default=10, help="seconds per input")
    parser.add_argument("--largest", type=int, default=40000, help="bytes of a source file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", default=None, help="folder for inputs that go wrong")
    parser.add_argument("--no-shrink", action="store_true")
    options = parser.parse_args()

    sources = sources_in(options.folders, options.largest)
    commands = []
    for tool, flags in (("popt", ["{input}", "-o", "{output}"]),
                        ("poptc", ["{input}", "--emit=partitioned", "-o", "{output}"])):
        file = os.path.join(options.bin, tool)
        if os.path.exists(file):
            commands.append([file] + flags)
    if not sources or not commands:
        sys.exit("mutate.py: no sources or no tools")

    def one(number):
        command = commands[number % len(commands)]
        name, text = make_input(options.seed, number, sources)
        return number, command, name, text, verdict(command, text, options.limit)

    counts = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, command, name, text, wrong in pool.map(
                one, range(options.first, options.first + options.count)):
            if not wrong:
                continue
            kind, said = wrong
            counts[kind] = counts.get(kind, 0) + 1
            print(f"{kind}: input {number} of seed {options.seed}, from {name}, "
                  f"{os.path.basename(command[0])}: {said}", flush=True)
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                kept = os.path.join(options.keep, f"{kind}-{options.seed}-{number}.mlir")
                with open(kept, "w", encoding="utf-8", errors="replace", newline="") as f:
                    f.write(text)
                print(f"  kept in {kept}", flush=True)
                reduce = os.path.join(options.bin, "popt-reduce")
                small = None
                if not options.no_shrink and os.path.exists(reduce):
                    small = shrink(reduce, command, kept, options.limit)
                if small:
                    print(f"  smaller: {small}", flush=True)
    print(f"{options.count} inputs from {len(sources)} files: "
          + (", ".join(f"{n} {k}" for k, n in sorted(counts.items())) or "all answered"))
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
