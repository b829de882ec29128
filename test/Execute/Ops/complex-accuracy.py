#!/usr/bin/env python3
"""Measures the errors of compiled complex functions in units in the last place (ULP).

    complex-accuracy.py --bin build/bin --table docs/Accuracy.md [--count N] [--xla]
                        [--write] [--reference] [NAME ...]

Each function is compiled by popt-run and evaluated at N pairs of parts: zeros of both signs,
subnormal and tiny numbers, neighbours of branch points, multiples of pi, limits of exp, huge
numbers, in all combinations, and numbers of all exponents. The exact value comes from mpmath,
where a zero part is a number too small to matter: it names the side of a branch cut. An error
above the bound in the section "Complex" of the table fails: exit status 1.

--xla also runs XLA (through JAX) on the same numbers, and fails where popt's largest error is
larger by more than 0.5 ULP. XLA flushes subnormal numbers and loses signs of zeros, which
are left out of the comparison. --write puts what was measured into the table. --reference runs
popt's interpreter instead of compiled code.
"""
import argparse
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

import mpmath
import numpy as np

# Exponents of f64 span 2100 bits; all of them may meet in one sum.
mpmath.mp.prec = 2700
SIDES = [mpmath.mpf(2) ** -2300, mpmath.mpf(2) ** -2000]
HUGE = mpmath.mpf(2) ** 1100


def angle_of(y, x):
    return mpmath.mpc(0, -1) * mpmath.log((x + 1j * y) / mpmath.sqrt(x * x + y * y))


# The exact function and the number of operands.
FUNCTIONS = {
    "chlo.acos": (mpmath.acos, 1),
    "chlo.acosh": (mpmath.acosh, 1),
    "chlo.asin": (mpmath.asin, 1),
    "chlo.asinh": (mpmath.asinh, 1),
    "chlo.atan": (mpmath.atan, 1),
    "chlo.atanh": (mpmath.atanh, 1),
    "chlo.cosh": (mpmath.cosh, 1),
    "chlo.sinh": (mpmath.sinh, 1),
    "chlo.square": (lambda z: z * z, 1),
    "stablehlo.abs": (lambda z: mpmath.mpc(abs(z)), 1),
    "stablehlo.atan2": (angle_of, 2),
    "stablehlo.cbrt": (lambda z: mpmath.exp(mpmath.log(z) / 3), 1),
    "stablehlo.cosine": (mpmath.cos, 1),
    "stablehlo.divide": (lambda x, y: x / y, 2),
    "stablehlo.exponential": (mpmath.exp, 1),
    "stablehlo.exponential_minus_one": (lambda z: mpmath.exp(z) - 1, 1),
    "stablehlo.log": (mpmath.log, 1),
    "stablehlo.log_plus_one": (lambda z: mpmath.log(1 + z), 1),
    "stablehlo.logistic": (lambda z: 1 / (1 + mpmath.exp(-z)), 1),
    "stablehlo.multiply": (lambda x, y: x * y, 2),
    "stablehlo.power": (lambda x, y: mpmath.exp(y * mpmath.log(x)), 2),
    "stablehlo.rsqrt": (lambda z: 1 / mpmath.sqrt(z), 1),
    # 0 has no direction: it is its own sign.
    "stablehlo.sign": (lambda z: z / abs(z) if abs(z) > mpmath.mpf(2) ** -1500 else z, 1),
    "stablehlo.sine": (mpmath.sin, 1),
    "stablehlo.sqrt": (mpmath.sqrt, 1),
    "stablehlo.tan": (mpmath.tan, 1),
    "stablehlo.tanh": (mpmath.tanh, 1),
}
# Right to the size of the larger part only: what cancels is the operands' product.
NORMWISE = {
    "complex64": set(),
    "complex128": {"stablehlo.divide", "stablehlo.power",
                   "stablehlo.exponential_minus_one", "stablehlo.logistic"},
}
# Operands are kept where no intermediate product of the definition overflows.
MODERATE = {"stablehlo.atan2", "stablehlo.power"}


class Format:
    def __init__(self, name, part, text):
        self.name, self.text = name, text
        self.info = np.finfo(part)

    def unit(self, x):
        """The unit in the last place at |x|."""
        exponent = self.info.minexp
        if x:
            exponent = min(max(exponent, mpmath.frexp(x)[1] - 1), self.info.maxexp - 1)
        return mpmath.mpf(2) ** int(exponent - self.info.nmant)

    def pair(self, real, imaginary):
        z = np.empty(len(real), self.name)
        z.real, z.imag = real, imaginary
        return z


FORMATS = [Format("complex64", np.float32, "f32"), Format("complex128", np.float64, "f64")]


def operands(fmt, function, count, rng):
    """`count` values for each operand of a function."""
    info, part = fmt.info, fmt.info.dtype.type
    delicate = [0, info.smallest_subnormal, info.tiny / 4, info.tiny * 3, 1e-30, 1e-16, 1e-7,
                1e-3, 0.5, 1 - info.epsneg, 1, 1 + info.eps, 1.5, math.pi / 2, 2, math.pi, 10,
                30, 88, 89.5, 1e10, 1e30, info.max / 3, info.max]
    if fmt.name == "complex128":
        delicate += [1e-160, 400, 710, 1e160, 1e300]
    delicate = np.array(delicate, part)
    grid = np.array(list(itertools.product(np.concatenate([delicate, -delicate]), repeat=2)))
    decades = 36 if fmt.name == "complex64" else 300

    def spread(low, high, n):
        with np.errstate(all="ignore"):
            return (10.0 ** rng.uniform(low, high, n) * rng.choice([-1, 1], n)).astype(part)

    def one():
        n = count // 4
        if function in MODERATE:
            return fmt.pair(spread(-3, 1.5, count), spread(-3, 1.5, count))
        picked = grid[rng.permutation(len(grid))[:count - 3 * n]]
        turn = rng.uniform(-math.pi, math.pi, n)
        return np.concatenate([
            fmt.pair(picked[:, 0], picked[:, 1]),
            fmt.pair(spread(-decades, decades, n), spread(-decades, decades, n)),
            fmt.pair(spread(-3, 2.5, n), spread(-3, 2.5, n)),
            fmt.pair(np.cos(turn).astype(part), np.sin(turn).astype(part))])

    columns = [one() for _ in range(FUNCTIONS[function][1])]
    return [c[rng.permutation(len(c))] if i else c for i, c in enumerate(columns)]


def exact(function, values):
    """The exact parts, or nothing where the value depends on how small a zero is."""
    def at(side):
        def part(x):
            return mpmath.mpf(float(x)) if x else side * (-1 if np.signbit(x) else 1)
        try:
            z = mpmath.mpc(FUNCTIONS[function][0](*(mpmath.mpc(part(v.real), part(v.imag))
                                                   for v in values)))
        except (ZeroDivisionError, ValueError):
            return None
        return None if mpmath.isnan(z.real) or mpmath.isnan(z.imag) else (z.real, z.imag)

    result = at(SIDES[0])
    if result and any(v.real == 0 or v.imag == 0 for v in values):
        other = at(SIDES[1])
        small = mpmath.mpf(2) ** -900
        if not other or any(abs(a) > small and abs(a - b) > abs(a) * 1e-3
                            for a, b in zip(result, other)):
            return None
    return result


def error(fmt, got, wanted, normwise):
    """The larger part's error in ULP, of the part or of the larger part."""
    limit = mpmath.mpf(2) ** int(fmt.info.maxexp)
    size = max(abs(w) for w in wanted)
    worst = 0.0
    for g, w in zip((got.real, got.imag), wanted):
        if np.isnan(g):
            return math.inf
        w = max(min(w, limit), -limit)
        number = mpmath.mpf(float(g)) if np.isfinite(g) else mpmath.sign(g) * limit
        unit = fmt.unit(w)
        if normwise:
            unit = max(unit, mpmath.mpf(2) ** int(mpmath.frexp(size)[1] - 1 - fmt.info.nmant)
                       if size else unit)
        worst = max(worst, float(abs(number - w) / unit))
    return worst


def is_plain(fmt, values, wanted):
    """No subnormal number and no negative zero, which XLA loses."""
    tiny = 2 * float(fmt.info.tiny)
    parts = [p for v in values for p in (v.real, v.imag)]
    return not (any(0 < abs(p) < tiny for p in [*parts, *wanted]) or
                any(p == 0 and np.signbit(p) for p in parts))


def text_of(fmt, function, count):
    dialect, name = function.split(".")
    tensor = f"tensor<{count}xcomplex<{fmt.text}>>"
    result = f"tensor<{count}x{fmt.text}>" if name == "abs" else tensor
    arguments = ["%x", "%y"][:FUNCTIONS[function][1]]
    types = ", ".join([tensor] * len(arguments))
    return (f"func.func public @main({', '.join(f'{a}: {tensor}' for a in arguments)}) -> {result} {{\n"
            f"  %0 = \"{function}\"({', '.join(arguments)}) : ({types}) -> {result}\n"
            f"  return %0 : {result}\n}}\n")


def run_popt(options, text, values):
    with tempfile.TemporaryDirectory() as folder:
        module, inputs, outputs = (os.path.join(folder, f) for f in ("m.mlir", "i.npz", "o.npz"))
        with open(module, "w") as file:
            file.write(text)
        np.savez(inputs, **{f"arg{i}": v for i, v in enumerate(values)})
        command = [os.path.join(options.bin, "popt-run"), module, "--inputs", inputs,
                   "--outputs", outputs] + ["--reference"] * options.reference
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"popt-run failed on\n{text}{done.stderr}")
        return np.load(outputs)["res0"]


def run_xla(text, values):
    """None where XLA does not know the operation on complex numbers."""
    import jax
    from jax._src import xla_bridge
    from jax._src.lib import xla_client
    jax.config.update("jax_enable_x64", True)
    client = xla_bridge.get_backend("cpu")
    try:
        program = client.compile_and_load(text, client.devices()[:1], xla_client.CompileOptions())
    except jax.errors.JaxRuntimeError:
        return None
    results = program.execute_sharded([jax.device_put(v) for v in values])
    return np.asarray(results.disassemble_into_single_device_arrays()[0][0])


# Rows: function, then bound, popt and XLA for each format.
ROW = re.compile(r"^\| (\w+\.\w+) \|(.*)\|$")


def read_table(path):
    """The lines of the file, and where the rows of its section "Complex" are."""
    with open(path) as file:
        lines = file.read().split("\n")
    start = lines.index("## Complex")
    rows = {}
    for number in range(start + 1, len(lines)):
        if lines[number].startswith("## "):
            break
        if row := ROW.match(lines[number]):
            rows[row[1]] = (number, [c.strip() for c in row[2].split("|")])
    return lines, rows


def shown(value):
    if value is None:
        return "–"
    if not math.isfinite(value):
        return "wrong"
    return f"{value:.2f}" if value < 20 else f"{value:.0f}" if value < 1e4 else f"{value:.0e}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--xla", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--reference", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()

    lines, rows = read_table(options.table)
    if missing := set(FUNCTIONS) ^ set(rows):
        sys.exit(f"{options.table}, section Complex: rows and functions differ: {sorted(missing)}")
    failures = 0
    for function in options.names or FUNCTIONS:
        number, cells = rows[function]
        for column, fmt in enumerate(FORMATS):
            rng = np.random.default_rng(len(function))
            values = operands(fmt, function, options.count, rng)
            tuples = list(zip(*values))
            wanted = [exact(function, v) for v in tuples]
            text = text_of(fmt, function, len(tuples))
            normwise = function in NORMWISE[fmt.name]

            def worst(results, plain):
                errors = [(error(fmt, r, w, normwise), i)
                          for i, (r, w) in enumerate(zip(results, wanted))
                          if w and (not plain or is_plain(fmt, tuples[i], w))]
                return max(errors)

            results = run_popt(options, text, values)
            measured, where = worst(results, False)
            bound = float(cells[3 * column].split()[0])
            cells[3 * column + 1] = shown(measured)
            line = f"{function} {fmt.name}: {shown(measured)} ULP"
            if measured > bound:
                failures += 1
                line += (f", above the bound {bound}: of {tuples[where]} it gives {results[where]}, "
                         f"exact is {[mpmath.nstr(w, 17) for w in wanted[where]]}")
            if options.xla:
                theirs = run_xla(text, values)
                other = None if theirs is None else worst(theirs, True)[0]
                cells[3 * column + 2] = shown(other)
                line += f"; XLA {shown(other)}"
                if other is not None and worst(results, True)[0] > other + 0.5:
                    failures += 1
                    line += ", which is nearer"
            print(line, flush=True)
        lines[number] = f"| {function} | {' | '.join(cells)} |"
    if options.write:
        with open(options.table, "w") as file:
            file.write("\n".join(lines))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
