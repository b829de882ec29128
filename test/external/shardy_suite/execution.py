"""Shardy's executable tests, each program as one global program, sharded.

A test has local programs (part 1) and a main (part 2) that cuts inputs into
blocks, runs the local programs on all devices, and compares blocks. popt takes
the global program: the blocks are put together by the arguments' shardings, the
program runs on the test's mesh, and its results are cut into blocks by the
results' shardings. What stands around that in the main is evaluated by popt's
reference interpreter on one device.

Two kinds of arguments have no global value as they are written, and get one:
copies that differ are the terms of an unreduced value where the program reduces
them, and blocks of a longer dimension where a manual computation reads them.
"""

import re
import tempfile
from pathlib import Path

import numpy

from .chunks import in_parallel, percent, print_table, run, uncommented
from .propagation import balanced, parse_signature, split_list

TYPES = {"i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
         "ui8": "uint8", "ui16": "uint16", "ui32": "uint32", "ui64": "uint64",
         "f16": "float16", "f32": "float32", "f64": "float64",
         "complex<f32>": "complex64", "complex<f64>": "complex128"}


TENSOR = r"tensor<(?:[^<>]|<[^<>]*>)*>"


class Unsupported(Exception):
    """The test needs what this script cannot say."""


class CopiesDiffer(Exception):
    """Along other axes than those that the program reduces."""

    def __init__(self, mesh, reduced):
        super().__init__()
        self.mesh, self.reduced = mesh, reduced


class Failed(Exception):
    """A tool refused, crashed or hung."""

    def __init__(self, result):
        super().__init__(result.first_error())
        self.result = result


# Programs
def functions_of(text):
    """Texts of functions by name."""
    found = {}
    for match in re.finditer(r"(?m)^\s*func\.func[^@]*@(\w+)", text):
        depth, i = 0, text.index("{", signature_end(text, match.end()))
        start = i
        while True:
            depth += {"{": 1, "}": -1}.get(text[i], 0)
            i += 1
            if depth == 0:
                break
        found[match.group(1)] = (text[match.start(): start], text[start:i])
    return found


def signature_end(text, position):
    """Where the parenthesis of the arguments and the results end."""
    position = text.index("(", position)
    position += len(balanced(text, position))
    arrow = re.match(r"\s*->\s*", text[position:])
    if arrow:
        position += arrow.end()
        if text[position] == "(":
            position += len(balanced(text, position))
        else:
            position += re.match(r"[^{]*", text[position:]).end()
    return position


def types_of(text):
    return re.findall(TENSOR, text)


def shape_of(tensor):
    dims, element = re.match(r"tensor<((?:\d+x)*)(.*)>$", tensor).groups()
    return tuple(int(d) for d in dims.split("x")[:-1]), element


def evaluate(tools, text, inputs, *flags):
    """Runs a module's main."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        numpy.savez(folder / "in.npz", **{f"arg{i}": x for i, x in enumerate(inputs)})
        (folder / "m.mlir").write_text(text)
        done = run([tools / "popt-run", folder / "m.mlir", "--inputs", folder / "in.npz",
                    "--outputs", folder / "out.npz", *flags])
        if done.code:
            raise Failed(done)
        with numpy.load(folder / "out.npz") as out:
            return [out[k] for k in sorted(out, key=lambda k: int(re.sub(r"\D", "", k)))]


# Shardings
class Mesh:
    def __init__(self, text):
        self.axes = [(name, int(size)) for name, size in
                     re.findall(r'"(\w+)"\s*=\s*(\d+)', text)]
        ids = re.search(r"device_ids\s*=\s*\[([^]]*)\]", text)
        self.ids = [int(i) for i in ids.group(1).split(",")] if ids else None

    def coordinates(self, device):
        place = self.ids.index(device) if self.ids else device
        result = {}
        for name, size in reversed(self.axes):
            result[name] = place % size
            place //= size
        return result

    def part(self, axis, coordinates):
        """Index and size of an axis or a part of it."""
        match = re.match(r'"(\w+)"(?::\((\d+)\)(\d+))?$', axis)
        name, pre, size = match.groups()
        whole = dict(self.axes)[name]
        pre, size = int(pre or 1), int(size or whole)
        return coordinates[name] // (whole // (pre * size)) % size, size


def block(mesh, dims, shape, device):
    """The slices of a device's block."""
    coordinates = mesh.coordinates(device)
    slices = []
    for axes, extent in zip(dims, shape):
        begin, end = 0, extent
        for axis in axes:
            index, size = mesh.part(axis, coordinates)
            step = -(-(end - begin) // size)
            begin, end = min(begin + index * step, end), min(begin + (index + 1) * step, end)
        slices.append(slice(begin, end))
    return tuple(slices)


def dims_of(sharding, rank):
    if sharding in (None, "closed") or not sharding[0]:
        return [()] * rank
    return [axes for axes, _ in sharding[0]]


class Program:
    """One function of part 1 as a main, with its border's shardings."""

    def __init__(self, text, name):
        functions = functions_of(text)
        if name not in functions:
            raise Unsupported(f"no function @{name}")
        self.signature, self.body = functions[name]
        self.helpers = "".join(
            s + b for n, (s, b) in functions.items() if re.search(rf"@{n}\b", self.body))
        self.meshes = dict(re.findall(r"(?m)^\s*sdy\.mesh (@\w+) = (<\[.*)$", text))
        border = re.sub(r"^[^@]*@\w+", "", self.signature)
        self.arguments, self.results = parse_signature(border)
        self.argument_types = types_of(border)[: len(re.findall(r"%\w+:", border))]
        self.argument_meshes = [
            self.find_mesh(part) for part in re.split(r"%\w+:", border)[1:]]
        arrow = border.rfind("->")
        self.result_meshes = [self.find_mesh(part) for part in
                              re.split(r"(?=tensor<)", border[arrow:])[1:]]

    def find_mesh(self, text):
        """The mesh that a sharding names; else the first with axes."""
        names = [n for n in re.findall(r"@\w+", text) if '"' in self.meshes.get(n, "")]
        names += [n for n, m in self.meshes.items() if '"' in m]
        return Mesh(self.meshes[names[0]]) if names else None

    def text(self):
        signature = re.sub(r"func\.func[^@]*@\w+", "func.func public @main",
                           self.signature)
        meshes = "".join(f"sdy.mesh {n} = {m}\n" for n, m in self.meshes.items())
        return meshes + signature + self.body + "\n" + self.helpers

    def join(self, number, blocks):
        """A global argument from the blocks of all devices."""
        tensor = self.argument_types[number]
        shape, element = shape_of(tensor)
        sharding = self.arguments.get(number)
        dims = dims_of(sharding, len(shape))
        mesh = self.argument_meshes[number]
        whole = numpy.zeros(shape, TYPES[element])
        filled = numpy.zeros(shape, bool)
        for device, part in enumerate(blocks):
            where = block(mesh, dims, shape, device)
            if whole[where].shape != part.shape:
                raise Unsupported(f"blocks of {part.shape} for {tensor}")
            if filled[where].any() and not numpy.array_equal(whole[where], part):
                return self.join_terms(number, blocks)
            whole[where], filled[where] = part, True
        return whole

    def join_terms(self, number, blocks):
        """Copies that differ: blocks of a longer dimension, or terms."""
        shape, element = shape_of(self.argument_types[number])
        if dims_of(self.arguments.get(number), len(shape)) != [()] * len(shape):
            raise Unsupported("blocks that differ between copies")
        mesh = self.argument_meshes[number]
        axes = ", ".join(f'"{name}"' for name, _ in mesh.axes)
        empty = ", ".join(["{}"] * len(shape))
        name = f"%arg{number}"
        if "sdy.manual_computation" in self.body:
            longer = re.sub(r"<\d+", f"<{shape[0] * len(blocks)}",
                            self.argument_types[number])
            if len(self.argument_types) != 1 or number != 0:
                raise Unsupported("several arguments that differ between copies")
            split = re.sub(r"^\{\}", "{" + axes + "}", empty)
            self.signature = self.signature.replace(
                self.argument_types[0], longer, 1).replace(empty, split, 1)
            head, tail = self.body.split("out_shardings", 1)
            close = tail.rindex("} : (") + len("} : (")
            tail = tail[:close] + longer + tail[close + len(self.argument_types[0]):]
            self.body = head.replace(empty, split, 1) + "out_shardings" + tail
            order = mesh.ids or range(len(blocks))
            return numpy.concatenate([blocks[i] for i in order])
        # Only the axes that the program reduces hold terms of their own.
        reduced = sorted(set(re.findall(
            r'"(\w+)"', " ".join(re.findall(
                r"sdy\.(?:all_reduce|reduce_scatter) (?:max |min )?([\[{].*?) %", self.body)))))
        if not reduced:
            raise Unsupported("copies that differ and that nothing reduces")
        terms = {}
        for device, part in enumerate(blocks):
            coordinates = mesh.coordinates(device)
            key = tuple(coordinates[a] for a in reduced)
            if key in terms and not numpy.array_equal(terms[key], part):
                raise CopiesDiffer(mesh, reduced)
            terms[key] = part
        listed = ", ".join(f'"{n}"' for n, _ in mesh.axes if n in reduced)
        self.signature = re.sub(
            rf"({name}:.*?\[{re.escape(empty)}\])", rf"\1, unreduced={{{listed}}}",
            self.signature, count=1, flags=re.S)
        return sum(terms.values())

    def split(self, number, value, device):
        sharding = self.results[number] if number < len(self.results) else None
        return value[block(self.result_meshes[number], dims_of(sharding, value.ndim),
                           value.shape, device)]


# A test's main
PARALLEL = re.compile(
    r'%(\w+)(?::(\d+))?\s*=\s*"interpreter\.run_parallel"\(([^)]*)\)\s*\{\s*'
    r"programs\s*=\s*(\[\[.*?\]\])\s*\}\s*:\s*\(([^)]*)\)\s*->\s*"
    rf"(\([^)]*\)|{TENSOR})", re.S)
CALL = re.compile(
    r"%(\w+)(?::(\d+))?\s*=\s*(?:func\.)?call @(\w+)\(([^)]*)\)\s*:\s*\(([^)]*)\)\s*->\s*"
    rf"(\([^)]*\)|{TENSOR})")
CHECK = re.compile(
    r'(?:"check\.expect_(?:almost_)?eq"\((%[\w#]+),\s*(%[\w#]+)\)\s*(?:<?\{[^}]*\}>?)?\s*:\s*'
    rf"\(({TENSOR}),\s*{TENSOR}\)\s*->\s*\(\)"
    r"|check\.expect_(?:almost_)?eq (%[\w#]+),\s*(%[\w#]+)\s*:\s*(tensor<\S*>))")


class Test:
    """One executable test."""

    def __init__(self, tools, chunk):
        self.tools, self.chunk = tools, chunk
        self.problem, self.text = "", ""
        try:
            self.replay()
        except Unsupported as reason:
            self.problem, self.text = "not replayed", str(reason)
        except Failed as failure:
            result = failure.result
            self.problem = ("crash" if result.crashed else "hang" if result.hung
                            else "refused")
            self.text = result.err[-400:]

    def replay(self):
        parts = re.split(r"(?m)^//--- part\d\.mlir$", self.chunk.text)
        if len(parts) != 3:
            raise Unsupported("not two parts")
        self.part1, part2 = (uncommented(p) for p in parts[1:])
        self.known = {}  # results of programs so far: name -> (types, values)
        body = functions_of(part2)["main"][1][1:-1]
        sequential = functions_of(self.part1)
        while True:
            calls = [m for m in CALL.finditer(body) if m.group(3) not in sequential]
            steps = sorted([*PARALLEL.finditer(body), *calls], key=lambda m: m.start())
            if not steps:
                break
            step = steps[0]
            operands = re.findall(r"%[\w#]+", step.group(3 if step.re is PARALLEL else 4))
            before = CHECK.sub("", body[: step.start()])
            values = self.values(before, operands, types_of(step.group(5)))
            results = (self.run_parallel if step.re is PARALLEL else self.run_call)(
                step, values)
            name, types = step.group(1), types_of(step.group(6))
            self.known[name] = (types, results)
            body = body[: step.start()] + body[step.end():]
        checks = list(CHECK.finditer(body))
        if not checks:
            raise Unsupported("nothing is checked")
        pairs = [(m.group(1) or m.group(4), m.group(2) or m.group(5),
                  m.group(3) or m.group(6)) for m in checks]
        body = CHECK.sub("", re.sub(r"(?m)^\s*(?:func\.)?return\s*$", "", body))
        names = [n for a, b, _ in pairs for n in (a, b)]
        values = self.values(body, names, [t for *_, t in pairs for _ in range(2)])
        self.checked = len(pairs)
        for i, (a, b, _) in enumerate(pairs):
            if not numpy.allclose(values[2 * i], values[2 * i + 1], rtol=1e-5, atol=1e-5):
                self.problem = "wrong"
                self.text = f"{a}: {values[2 * i].tolist()} {b}: {values[2 * i + 1].tolist()}"
                return

    def values(self, statements, names, types):
        """Evaluates values of the main."""
        if not names:
            return []
        arguments, inputs = [], []
        for name, (own, results) in self.known.items():
            for i, (t, value) in enumerate(zip(own, results)):
                new = f"%known_{name}_{i}"
                statements = re.sub(
                    rf"%{name}#{i}\b" if len(own) > 1 else rf"%{name}(?:#0)?\b",
                    new, statements)
                names = [new if n in (f"%{name}#{i}", f"%{name}" if len(own) == 1 else "")
                         else n for n in names]
                arguments.append(f"{new}: {t}")
                inputs.append(value)
        kept = "".join(s + b + "\n" for n, (s, b) in functions_of(self.part1).items()
                       if re.search(rf"@{n}\b", statements))
        kept = re.sub(r"func\.func @", "func.func private @", kept)
        listed = f" {', '.join(names)} : {', '.join(types)}" if names else ""
        text = (f"func.func public @main({', '.join(arguments)}) -> ({', '.join(types)}) {{\n"
                f"{statements}\nreturn{listed}\n}}\n{kept}")
        return evaluate(self.tools, text, inputs, "--reference", "--at=imported")

    def run_call(self, step, values):
        """A sequential function that the test makes of the parallel one."""
        name = step.group(3)
        for prefix in ("sequential_", "original_"):
            name = re.sub("^" + prefix, "", name)
        for candidate in (f"parallel_{name}", f"transformed_{name}", name):
            if candidate in functions_of(self.part1):
                program = Program(self.part1, candidate)
                return evaluate(self.tools, program.text(), values,
                                "--reference", "--at=imported")
        raise Unsupported(f"no function for @{step.group(3)}")

    def run_parallel(self, step, values):
        names = re.findall(r"@(\w+)", step.group(4))
        if len(set(names)) != 1:
            raise Unsupported("several programs")
        name = names[0]
        if name not in functions_of(self.part1):
            # Variants of one function, lowered in two ways.
            known = list(functions_of(self.part1))
            name = known[0] if len(known) == 1 else name
        count = len(values) // len(names)
        blocks = [values[i * count: (i + 1) * count] for i in range(len(names))]
        try:
            return [v for own in self.run_program(name, blocks) for v in own]
        except CopiesDiffer as differ:
            mesh, reduced = differ.mesh, differ.reduced
        # One run for each place along the axes that stay, which see one another's
        # copies nowhere.
        def stay(device):
            return [(a, c) for a, c in mesh.coordinates(device).items() if a not in reduced]

        results = []
        for device in range(len(blocks)):
            own = {tuple(c for c in mesh.coordinates(d).items() if c[0] in reduced): blocks[d]
                   for d in range(len(blocks)) if stay(d) == stay(device)}
            alike = [own[tuple(c for c in mesh.coordinates(d).items() if c[0] in reduced)]
                     for d in range(len(blocks))]
            results += self.run_program(name, alike)[device]
        return results

    def run_program(self, name, blocks):
        """Results of every device, from the blocks of every device."""
        program = Program(self.part1, name)
        if not all(program.argument_meshes + program.result_meshes):
            raise Unsupported("no mesh")
        arguments = [program.join(i, list(own)) for i, own in enumerate(zip(*blocks))]
        results = evaluate(self.tools, program.text(), arguments)
        return [[program.split(i, value, device) for i, value in enumerate(results)]
                for device in range(len(blocks))]


def measure(tools, chunks, jobs):
    tests = in_parallel(lambda c: Test(tools, c), chunks, jobs)
    kinds = ["wrong", "refused", "not replayed", "crash", "hang"]
    folders = sorted({re.sub(r"/[^/]*$", "", t.chunk.file) for t in tests})
    rows = []
    for folder in [*folders, ""]:
        own = [t for t in tests if t.chunk.file.startswith(folder)]
        right = sum(not t.problem for t in own)
        rows.append([folder.split("/")[-1] or "all", len(own), right,
                     percent(right, len(own)),
                     *(sum(t.problem == kind for t in own) for kind in kinds)])
    print_table("Executable tests", ["tests", "files", "right", "share", *kinds], rows)
    return [{"test": t.chunk.name, "problem": t.problem, "text": t.text}
            for t in tests if t.problem]
