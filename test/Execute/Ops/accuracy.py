#!/usr/bin/env python3
"""Measures the errors of compiled real functions in units in the last place (ULP).

    accuracy.py --bin build/bin --table docs/Accuracy.md [--types f32,f64] [NAME ...]

Every function is compiled by popt-run and evaluated where functions go wrong: at all
exponents, next to roots, poles, switches and limits, at subnormal numbers, zeros, infinities
and NaN; f16 and bf16 at every number. The exact value comes from mpmath for f64, and from
numpy and scipy in f64 for narrower types. An error above the bound in the table, a NaN or an
infinity in the wrong place, or a zero of the wrong sign fails: exit status 1.

--exhaustive takes every f32 number, for functions of one operand. --xla also runs XLA (through
JAX) on the same numbers, and fails where it is nearer to the exact value than popt by more
than half an ULP. --write puts what was measured into the table. --reference runs popt's
interpreter instead of compiled code.
"""
import argparse
import ctypes
import math
import os
import re
import subprocess
import sys
import tempfile
import time

import mpmath
import numpy as np
from scipy import special

mpmath.mp.prec = 200
# Stands for a value that is not given.
UNKNOWN = 1.2345678e-5

DIGAMMA_ROOTS = [1.4616321449683623, -0.5040830082644554, -1.5734984731623905, -2.6107208684441446,
                 -3.6352933664369011, -4.6532377617431424, -5.6671624415568855,
                 -9.7026725400018637, -11.714133061228954]
LGAMMA_ROOTS = [1, 2, -2.7476826467274126, -2.4570247382208006, -3.9552942848585979,
                -3.14358088834998, -4.0393618397405369, -4.9915446405600477, -5.0082181683225935,
                -5.9986074800808756, -7.9999751970958207, -9.0000027557148227,
                -12.000000002087676]
POLES = [-1, -2, -3, -7, -20, -170]
TURNS = [math.pi / 2 * k for k in (1, 2, 3, 4, 5, 6, 7, 8, 22, 710, 1e5, 123456789, 1e15)]


class Format:
    """A floating-point type: how popt names it, its limits, and its numbers in files."""

    def __init__(self, name, mantissa, least, most, stored, bits):
        self.name, self.mantissa, self.least, self.most = name, mantissa, least, most
        self.stored, self.bits = stored, bits

    def unit(self, x):
        """The unit in the last place at each |x|."""
        exponent = np.frexp(np.maximum(np.abs(x), np.ldexp(1.0, self.least)))[1] - 1
        return np.ldexp(1.0, np.minimum(exponent, self.most) - self.mantissa)

    def of_bits(self, bits):
        """Numbers from bits, as f64."""
        with np.errstate(all="ignore"):
            if self.name == "bf16":
                return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
            return bits.view(self.stored).astype(np.float64)

    def to_bits(self, x):
        """Bits of the numbers nearest to each x."""
        if self.name != "bf16":
            with np.errstate(all="ignore"):
                return np.asarray(x, np.float64).astype(self.stored).view(self.bits)
        bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


FORMATS = {f.name: f for f in [
    Format("bf16", 7, -126, 127, np.uint16, np.uint16),
    Format("f16", 10, -14, 15, np.float16, np.uint16),
    Format("f32", 23, -126, 127, np.float32, np.uint32),
    Format("f64", 52, -1022, 1023, np.float64, np.uint64)]}


class Function:
    """One operation: its value in f64, its exact value, XLA's, and where it is delicate."""

    def __init__(self, name, wide, exact, lax, near=(), operands=1, pairs=None, least=None,
                 parity=None):
        self.name, self.wide, self.exact, self.lax = name, wide, exact, lax
        self.near, self.operands, self.pairs = near, operands, pairs
        self.parity = parity  # f(-x) = parity * f(x)
        # Errors of results below this are counted in units of this.
        self.least = least or (lambda *operands: np.zeros_like(operands[0]))


def real(f):
    """f, or nothing where its value is not a real number."""
    def g(*x):
        y = f(*x)
        if isinstance(y, mpmath.mpc):
            return y.real if y.imag == 0 else None
        return y
    return g


def cube_root(x):
    return mpmath.sign(x) * mpmath.root(abs(x), 3)


def scaled_bessel(x):
    a = abs(x)
    if a < 600:
        return mpmath.besseli(1, x) * mpmath.exp(-a)
    total, term = mpmath.mpf(1), mpmath.mpf(1)
    for k in range(1, 40):
        term *= -(4 - mpmath.mpf(2 * k - 1) ** 2) / (k * 8 * a)
        total += term
    return mpmath.sign(x) * total / mpmath.sqrt(2 * mpmath.pi * a)


def wide_digamma(x):
    return np.where((x <= 0) & (x == np.floor(x)), np.nan, special.digamma(x))


def wide_polygamma(n, x):
    """With the poles and domain of XLA; scipy has no negative x."""
    return np.array([wide_one_polygamma(a, b) for a, b in zip(n, x)])


def wide_one_polygamma(n, x):
    if not 0 <= n < math.inf or n != math.floor(n) or math.isnan(x):
        return math.nan
    if n > 40:
        return UNKNOWN
    if n == 0:
        return float(wide_digamma(np.float64(x)))
    if x == math.inf:
        return 0.0 * (-1 if n % 2 == 0 else 1)
    if x <= 0 and x == np.floor(x):
        return math.inf if n % 2 == 1 else math.nan
    return float(special.polygamma(n, x)) if x > 0 else UNKNOWN


def exact_polygamma(n, x):
    return mpmath.psi(int(n), x) if n <= 40 and abs(x) <= 200 else None


def wide_zeta(s, q):
    return np.array([wide_one_zeta(a, b) for a, b in zip(s, q)])


def wide_one_zeta(s, q):
    if s == 1:
        return math.inf
    if math.isnan(s) or math.isnan(q) or s < 1:
        return math.nan
    if s > 1e6:
        return UNKNOWN
    if q <= 0 and s != np.floor(s):
        return math.nan
    if q <= 0 and q == np.floor(q):
        return math.inf if s % 2 == 0 else math.nan
    if math.isinf(q):
        return UNKNOWN
    return float(special.zeta(s, q)) if q > 0 else UNKNOWN


def exact_zeta(s, q):
    if abs(q) > 200 or s > 1e6:
        return None
    return mpmath.zeta(s, q) if s <= 40 else mpmath.fsum((q + k) ** -s for k in range(400))


def wide_power(x, y):
    with np.errstate(all="ignore"):
        return np.power(x, y)


def exact_power(x, y):
    if abs(y * mpmath.log(abs(x))) > 1e5:
        return None
    return mpmath.power(x, y)


def pole_term(s, q):
    """Below 0 the largest term of zeta, that of the nearest pole."""
    with np.errstate(all="ignore"):
        term = np.abs(q - np.round(q)) ** -s
        return np.where((q < 0) & (q != np.round(q)), term, 0.0)


def wide_bessel(x):
    return np.copysign(np.where(np.isinf(x), 0.0, special.i1e(x)), x)


def wide_erf_inv(x):
    # What scipy has no value for takes it a long time.
    return np.copysign(special.erfinv(np.where(np.abs(x) <= 1, x, np.nan)), x)


def logistic(x):
    return 1 / (1 + mpmath.exp(-x))


FUNCTIONS = [
    Function("stablehlo.cbrt", np.cbrt, cube_root, "cbrt", parity=-1),
    Function("stablehlo.cosine", np.cos, mpmath.cos, "cos", TURNS, parity=1),
    Function("stablehlo.exponential", np.exp, mpmath.exp, "exp",
             [88.72, -87.33, -103.3, -103.97, 709.78, -708.39, -745.13]),
    Function("stablehlo.exponential_minus_one", np.expm1, mpmath.expm1, "expm1",
             [88.72, -17.3, -37.4, 0.3466, -0.3466, 709.78, 1e-7, 1e-16]),
    Function("stablehlo.log", np.log, mpmath.log, "log", [1, math.sqrt(2), math.sqrt(0.5)]),
    Function("stablehlo.log_plus_one", np.log1p, mpmath.log1p, "log1p",
             [-1, 1e-7, 1e-16, 0.4142, -0.2929, 1]),
    Function("stablehlo.logistic", special.expit, logistic, "logistic",
             [-88.72, -87.33, -103.3, -103.97, 17.3, -709.78, -745.13, 36.7]),
    Function("stablehlo.rsqrt", lambda x: np.where(np.isposinf(x), 0, 1 / np.sqrt(x)),
             real(lambda x: 1 / mpmath.sqrt(x)), "rsqrt"),
    Function("stablehlo.sine", np.sin, mpmath.sin, "sin", TURNS, parity=-1),
    Function("stablehlo.sqrt", np.sqrt, real(mpmath.sqrt), "sqrt"),
    Function("stablehlo.tan", np.tan, mpmath.tan, "tan", TURNS, parity=-1),
    Function("stablehlo.tanh", np.tanh, mpmath.tanh, "tanh",
             [4e-4, 0.55, 0.625, 7.9, 8.66, 9.01, 19.06, 22], parity=-1),
    Function("chlo.acos", np.arccos, real(mpmath.acos), "acos", [1, -1, 0.5, -0.5]),
    Function("chlo.acosh", np.arccosh, real(mpmath.acosh), "acosh", [1]),
    Function("chlo.asin", np.arcsin, real(mpmath.asin), "asin", [1, -1, 0.5], parity=-1),
    Function("chlo.asinh", np.arcsinh, mpmath.asinh, "asinh", parity=-1),
    Function("chlo.atan", np.arctan, mpmath.atan, "atan", [1, 0.4375, 2.4375], parity=-1),
    Function("chlo.atanh", np.arctanh, real(mpmath.atanh), "atanh", [1, -1, 0.5], parity=-1),
    Function("chlo.bessel_i1e", wide_bessel, scaled_bessel, "bessel_i1e", [8, 16, 30], parity=-1),
    Function("chlo.cosh", np.cosh, mpmath.cosh, "cosh", [88.72, 89.41, 709.78, 710.47], parity=1),
    Function("chlo.digamma", wide_digamma, mpmath.digamma, "digamma",
             DIGAMMA_ROOTS + POLES + [0.5, 10, 12], least=lambda x: np.where(x < 0, 1.0, 0.0)),
    Function("chlo.erf", special.erf, mpmath.erf, "erf",
             [0.84375, 1.25, 3.8001585, 3.83, 3.92, 5.86], parity=-1),
    Function("chlo.erf_inv", wide_erf_inv, real(mpmath.erfinv), "erf_inv",
             [1, -1, 0.5, 0.9966], parity=-1),
    Function("chlo.erfc", special.erfc, mpmath.erfc, "erfc",
             [0.4769, 0.84375, 1.25, 2, 9.19, 10.05, 26.5, 27.22]),
    Function("chlo.lgamma", lambda x: np.where(np.isinf(x), np.inf, special.gammaln(x)),
             real(lambda x: mpmath.loggamma(x).real), "lgamma", LGAMMA_ROOTS + POLES + [0.5]),
    Function("chlo.sinh", np.sinh, mpmath.sinh, "sinh", [88.72, 89.41, 709.78, 710.47, 1],
             parity=-1),
    Function("stablehlo.atan2", np.arctan2, mpmath.atan2, "atan2", operands=2),
    Function("stablehlo.power", wide_power, real(exact_power), "pow", operands=2),
    Function("chlo.polygamma", wide_polygamma, real(exact_polygamma), "polygamma", operands=2,
             pairs=(range(0, 13), (-8, 40)),
             least=lambda n, x: special.gamma(n + 1) * pole_term(n + 1, x)),
    Function("chlo.zeta", wide_zeta, real(exact_zeta), "zeta", operands=2,
             pairs=(None, (1, 40)), least=pole_term),
]


def numbers(function, fmt, count, seed):
    """Where a function of one operand is evaluated, as bits."""
    if fmt.bits == np.uint16:
        return np.arange(1 << 16, dtype=np.uint64).astype(np.uint16)
    rng = np.random.default_rng(seed)
    exponents = np.arange(fmt.least - 1, fmt.most + 1)
    if len(exponents) > count:
        exponents = rng.choice(exponents, count, replace=False)
    each = max(1, count // len(exponents))
    mantissa = rng.integers(0, 1 << fmt.mantissa, (len(exponents), each), dtype=np.uint64)
    mantissa[:, 0] = rng.choice([0, 1, (1 << fmt.mantissa) - 1], len(exponents))
    biased = (exponents - fmt.least + 1).astype(np.uint64)[:, None]
    magnitude = (biased << np.uint64(fmt.mantissa) | mantissa).ravel().astype(fmt.bits)
    spread = [rng.uniform(-r, r, count // 4) for r in (1, 4, 20, 120)]
    parts = [fmt.of_bits(magnitude), -fmt.of_bits(magnitude), np.concatenate(spread)]
    bits = [fmt.to_bits(np.concatenate(parts))]
    limits = [0.0, np.ldexp(1.0, fmt.least), np.ldexp(2 - 2.0 ** -fmt.mantissa, fmt.most)]
    for point in list(function.near) + limits:
        for sign in (1.0, -1.0):
            middle = fmt.to_bits(np.array([sign * point])).astype(np.int64)
            bits.append((middle + np.arange(-6, 7)).astype(fmt.bits))
    odd = [np.inf, -np.inf, np.nan, 0.0, -0.0, 1.0, -1.0]
    return np.concatenate(bits + [fmt.to_bits(np.array(odd))])


def pairs(function, fmt, count, seed):
    """Where a function of two operands is evaluated, as two arrays of bits."""
    rng = np.random.default_rng(seed)
    huge = np.ldexp(1.0, fmt.most)
    some = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 5, 100, 101, 2.0 ** fmt.mantissa + 1, huge, np.inf,
                     np.ldexp(1.0, fmt.least), np.ldexp(1.0, fmt.least - fmt.mantissa)])
    some = np.concatenate([some, -some, [np.nan]])
    x, y = [np.repeat(some, len(some))], [np.tile(some, len(some))]
    if function.pairs:
        first, (low, high) = function.pairs
        s = rng.choice(first, count) if first else rng.uniform(1, 30, count)
        x, y = x + [s], y + [rng.uniform(low, high, count)]
        if not first:
            x, y = x + [np.round(s)], y + [rng.uniform(-8, 8, count)]
    else:
        for width in (2, 10, fmt.most):
            x.append(rng.choice([1, -1], count) * np.exp2(rng.uniform(-width, width, count)))
            y.append(rng.choice([1, -1], count) * np.exp2(rng.uniform(-width, width, count)))
        x.append(1 + rng.uniform(-1e-3, 1e-3, count))
        y.append(rng.uniform(-1e5, 1e5, count))
        x.append(-np.exp2(rng.uniform(-9, 9, count)))
        y.append(np.round(rng.uniform(-20, 20, count)))
    return [fmt.to_bits(np.concatenate(p)) for p in (x, y)]


class Exact:
    """Exact values, as the nearest f64 and what it lacks, in units in the last place."""

    def __init__(self, function, fmt, operands, refined=False):
        with np.errstate(all="ignore"):
            self.value = np.array(function.wide(*operands), np.float64)
            self.least = np.array(function.least(*operands), np.float64)
        self.value[~np.isfinite(self.least)] = UNKNOWN
        self.rest = np.zeros_like(self.value)
        # scipy and numpy decide where there is no number; what is a number, mpmath.
        if fmt.name == "f64" or function.pairs or refined:
            odd = ~np.isfinite(self.least) | np.isnan(self.value)
            for x in operands:
                odd |= ~np.isfinite(x) | (x == 0)
            for i in np.flatnonzero(~odd):
                self.refine(i, function, fmt, [mpmath.mpf(float(x[i])) for x in operands])

    def refine(self, i, function, fmt, operands):
        try:
            exact = function.exact(*operands)
        except (ValueError, ZeroDivisionError, OverflowError):
            return
        if exact is None or not mpmath.isfinite(exact):
            return
        self.value[i] = float(exact)
        if math.isfinite(self.value[i]):
            size = np.maximum(np.abs(self.value[i : i + 1]), self.least[i : i + 1])
            unit = float(fmt.unit(size)[0])
            difference = exact - mpmath.mpf(self.value[i])
            self.rest[i] = float(difference / mpmath.mpf(unit))


def is_subnormal(fmt, x):
    return (x != 0) & (np.abs(x) < np.ldexp(1.0, fmt.least))


def errors(fmt, got, exact):
    """Per number the error in ULP; infinite where NaN, infinity or a zero's sign is wrong."""
    with np.errstate(all="ignore"):
        # Infinity stands for 2^(most + 1); in f64 large numbers are halved for that.
        scale = np.where(np.abs(exact.value) > 1, 0.5, 1)
        end = np.ldexp(2 * scale, fmt.most)
        value = np.clip(exact.value * scale, -end, end)
        have = np.clip(got * scale, -end, end)
        unit = fmt.unit(np.maximum(np.abs(exact.value), exact.least)) * scale
        error = np.abs((have - value) / unit - exact.rest)
        # A number is infinite from half a unit above the largest.
        limit = end - unit / 2
        error[np.isinf(got) & (np.abs(value) >= limit) & (np.sign(value) == np.sign(got))] = 0
    error[np.isnan(got) != np.isnan(exact.value)] = np.inf
    error[np.isnan(got) & np.isnan(exact.value)] = 0
    zero = (exact.value == 0) & (exact.rest == 0)
    error[zero & (got == 0) & (np.signbit(got) != np.signbit(exact.value))] = np.inf
    error[exact.value == UNKNOWN] = 0
    if fmt.name == "bf16":  # processors that round to bf16 flush subnormal numbers
        error[is_subnormal(fmt, exact.value) & (got == 0)] = 0
    return error


def text_of(functions, fmt, count):
    """A module that evaluates the functions on arrays of `count` numbers."""
    t = f"tensor<{count}x{fmt.name}>"
    lines = []
    for i, f in enumerate(functions):
        operands = ", ".join(["%x", "%y"][:f.operands])
        inputs = ", ".join([t] * f.operands)
        types = t if f.name.startswith("stablehlo") else f"{inputs} -> {t}"
        lines.append(f"  %{i} = {f.name} {operands} : {types}")
    results = ", ".join(f"%{i}" for i in range(len(functions)))
    arguments = ", ".join(f"{n}: {t}" for n in ["%x", "%y"][:functions[0].operands])
    types = ", ".join([t] * len(functions))
    return (f"func.func @main({arguments}) -> ({types}) {{\n" + "\n".join(lines) +
            f"\n  return {results} : {types}\n}}\n")


class Popt:
    def __init__(self, options):
        self.tool = [os.path.join(options.bin, "popt-run")]
        self.extra = ["--reference"] if options.reference else []

    def __call__(self, functions, fmt, operands):
        with tempfile.TemporaryDirectory() as folder:
            at = lambda name: os.path.join(folder, name)
            with open(at("m.mlir"), "w") as f:
                f.write(text_of(functions, fmt, len(operands[0])))
            np.savez(at("in.npz"), **{f"arg{i}": x.view(fmt.stored)
                                      for i, x in enumerate(operands)})
            subprocess.run(self.tool + [at("m.mlir"), "--inputs", at("in.npz"), "--outputs",
                                        at("out.npz")] + self.extra, check=True)
            with np.load(at("out.npz")) as results:
                return [fmt.of_bits(results[f"res{i}"].view(fmt.bits))
                        for i in range(len(functions))]


def run_xla(functions, fmt, operands):
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    jax.config.update("jax_enable_x64", True)
    kind = {"bf16": jax.numpy.bfloat16}.get(fmt.name, fmt.stored)
    arrays = [jax.numpy.asarray(x.view(kind)) for x in operands]
    results = []
    for f in functions:
        y = np.asarray(jax.jit(getattr(jax.lax, f.lax))(*arrays))
        results.append(fmt.of_bits(y.view(fmt.bits)))
    return results


def worst(fmt, error, operands):
    """The largest error, and the operands that have it."""
    at = int(np.argmax(error))
    return error[at], [float(fmt.of_bits(x[at : at + 1])[0]) for x in operands], at


class Table:
    """docs/Accuracy.md: a row per function; per type the bound, popt's and XLA's error."""

    ROW = re.compile(r"^\| `([\w.]+)` \|(.*)\|$", re.M)

    def __init__(self, file):
        self.file = file
        with open(file) as f:
            self.text = f.read()
        self.rows = {name: [c.strip() for c in cells.split("|")]
                     for name, cells in self.ROW.findall(self.text)}

    @staticmethod
    def column(fmt):
        return {"f32": 0, "f64": 3}.get(fmt.name, 6)

    def bound(self, function, fmt):
        return float(self.rows[function.name][self.column(fmt)])

    def write(self):
        def row(match):
            return f"| `{match[1]}` | " + " | ".join(self.rows[match[1]]) + " |"
        with open(self.file, "w") as f:
            f.write(self.ROW.sub(row, self.text))


def shown(error):
    return f"{error:.2f}" if error < 10 else f"{error:.0f}" if error < 1e4 else \
        f"{error:.0e}" if math.isfinite(error) else "wrong"


def measure(functions, fmt, operands, options, table, failures):
    popt = Popt(options)(functions, fmt, operands)
    xla = run_xla(functions, fmt, operands) if options.xla else [None] * len(functions)
    wide = [fmt.of_bits(x) for x in operands]
    for f, got, other in zip(functions, popt, xla):
        exact = Exact(f, fmt, wide)
        error = errors(fmt, got, exact)
        largest, at, i = worst(fmt, error, operands)
        bound = table.bound(f, fmt) if table else math.inf
        line = f"{f.name} {fmt.name}: {shown(largest)} of {bound:g} ULP at {at}"
        value = exact.value[i]
        if not largest <= bound:
            count = int(np.sum(~(error <= bound)))
            failures.append(f"{line}: {got[i]!r}, not {value!r} ({count} of {len(error)})")
        cells = [None, largest, None]
        if other is not None:
            # XLA on processors flushes subnormal numbers: they are left out.
            normal = ~is_subnormal(fmt, exact.value)
            for x in wide:
                normal &= ~is_subnormal(fmt, x)
            theirs = np.where(normal, errors(fmt, other, exact), 0)
            theirs, where, j = worst(fmt, theirs, operands)
            ours = np.max(np.where(normal, error, 0))
            line += f"; XLA {shown(theirs)} at {where}: {other[j]!r}, not {exact.value[j]!r}"
            if ours > theirs + 0.5:
                failures.append(f"{f.name} {fmt.name}: XLA has {shown(theirs)}, popt {shown(ours)}")
            cells[2] = theirs
        print(line, flush=True)
        if table and options.write:
            for i, cell in enumerate(cells):
                if cell is not None:
                    table.rows[f.name][table.column(fmt) + i] = shown(cell)


class Kernel:
    """The kernel of a function of f32, for `count` numbers."""

    LINE = re.compile(r"step\.kernel\[\d+\] @(\w+) \(@arena\[0\] : \w+, @arena\[\d+\] : \w+\)")

    def __init__(self, function, count, options):
        with tempfile.TemporaryDirectory() as folder:
            module, built = os.path.join(folder, "m.mlir"), os.path.join(folder, "m.so")
            with open(module, "w") as f:
                f.write(text_of([function], FORMATS["f32"], count))
            compiler = [os.path.join(options.bin, "poptc"), module]
            subprocess.run(compiler + ["--emit=obj", "-o", built], check=True)
            step = subprocess.run(compiler + ["--emit=step", "-o", "-"], check=True,
                                  capture_output=True, text=True).stdout
            name, = self.LINE.findall(step)
            ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)
            self.call = getattr(ctypes.CDLL(built), name)
        self.operand, self.result = (self.aligned(count) for _ in range(2))

    @staticmethod
    def aligned(count):
        """An array that begins where arenas do."""
        space = np.empty(count + 16, np.float32)
        return space[-space.ctypes.data % 64 // 4:][:count]

    def __call__(self, x):
        self.operand[:] = x
        places = [array.ctypes.data for array in (self.operand, self.result)]
        self.call((ctypes.c_void_p * 2)(*places), None)
        return self.result


def largest_error(function, x, got, exact, largest):
    """The larger of `largest`, an error and the number that has it, and those of `got`, whose
    exact values are `exact` but for the rounding of f64."""
    fmt = FORMATS["f32"]
    with np.errstate(all="ignore"):
        differs = got.view(np.uint32) != exact.astype(np.float32).view(np.uint32)
    if differs.any():
        differs &= ~(np.isnan(got) & np.isnan(exact))
    if not differs.any():
        return largest
    # What is right is within half a unit; only the rest is measured.
    at = np.flatnonzero(differs)
    wide, got = x[at].astype(np.float64), got[at].astype(np.float64)
    error = errors(fmt, got, Exact(function, fmt, [wide]))
    while True:
        # The largest ones by what mpmath says; those that it shows no larger do not count.
        doubtful = np.flatnonzero(~(error <= largest[0] + 1e-3))
        if len(doubtful) == 0:
            return largest
        some = doubtful[np.argsort(-error[doubtful])[:16]]
        operands = [wide[some]]
        exactly = errors(fmt, got[some], Exact(function, fmt, operands, refined=True))
        error[some] = 0
        worst = int(np.argmax(exactly))
        if not exactly[worst] <= largest[0]:
            largest = (exactly[worst], operands[0][worst])


def exhaust(functions, options, table, failures):
    """All numbers of f32."""
    part, fmt = 1 << 17, FORMATS["f32"]
    for f in functions:
        kernel, largest, begun = Kernel(f, part, options), (0.5, 0.0), time.monotonic()
        for begin in range(0, 1 << 31, part):
            x = np.arange(begin, begin + part, dtype=np.uint32).view(np.float32)
            with np.errstate(all="ignore"):
                exact = f.wide(x.astype(np.float64))
                mirrored = f.parity * exact if f.parity else f.wide(-x.astype(np.float64))
            largest = largest_error(f, x, kernel(x), exact, largest)
            largest = largest_error(f, -x, kernel(-x), mirrored, largest)
        error, at = largest
        bound = table.bound(f, fmt) if table else math.inf
        line = f"{f.name} f32: {shown(error)} of {bound:g} ULP at {at}"
        print(f"{line} ({time.monotonic() - begun:.0f} s)", flush=True)
        if not error <= bound:
            failures.append(line)
        if table and options.write:
            table.rows[f.name][table.column(fmt) + 1] = shown(error)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="only these functions (stablehlo.tanh ...)")
    parser.add_argument("--bin", default="build/bin", help="folder of the tools")
    parser.add_argument("--table", help="the file with the bounds, docs/Accuracy.md")
    parser.add_argument("--types", default="f32,f64,bf16,f16")
    parser.add_argument("--count", type=int, default=1000, help="numbers of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exhaustive", action="store_true")
    parser.add_argument("--xla", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--reference", action="store_true")
    options = parser.parse_args()
    table = Table(options.table) if options.table else None
    chosen = [f for f in FUNCTIONS if not options.names or f.name in options.names]
    failures = []
    ones = [f for f in chosen if f.operands == 1]
    if options.exhaustive:
        exhaust(ones, options, table, failures)
    else:
        for fmt in [FORMATS[t] for t in options.types.split(",")]:
            count = options.count * (8 if fmt.name == "f32" else 1)
            for f in chosen:
                take = numbers if f.operands == 1 else pairs
                operands = take(f, fmt, count, options.seed)
                operands = operands if f.operands == 2 else [operands]
                measure([f], fmt, operands, options, table, failures)
    if table and options.write:
        table.write()
    for failure in failures:
        print("FAILED " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
