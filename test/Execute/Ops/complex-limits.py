#!/usr/bin/env python3
"""Holds complex functions against numpy where parts are zeros, infinities, NaN or 1.

    complex-limits.py --bin build/bin [--reference]

numpy follows C, annex G. What that leaves open is left open: signs of zeros and of infinities
beside a NaN, and the sign of the zero of tanh where both parts are infinite. The exponential of
a number whose imaginary part is infinite or NaN is NaN (docs/Accuracy.md). A difference is
printed: exit status 1. --reference runs popt's interpreter instead of compiled code.
"""
import itertools
import sys

import numpy as np

from run_module import options_of, run_module

FUNCTIONS = {
    "chlo.acos": np.arccos,
    "chlo.acosh": np.arccosh,
    "chlo.asin": np.arcsin,
    "chlo.asinh": np.arcsinh,
    "chlo.atan": np.arctan,
    "chlo.atanh": np.arctanh,
    "chlo.cosh": np.cosh,
    "chlo.sinh": np.sinh,
    "stablehlo.cosine": np.cos,
    "stablehlo.exponential": np.exp,
    "stablehlo.log": np.log,
    "stablehlo.sine": np.sin,
    "stablehlo.sqrt": np.sqrt,
    "stablehlo.tan": np.tan,
    "stablehlo.tanh": np.tanh,
}
PARTS = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]


def run(options, text, z):
    tensor = f"tensor<{len(z)}xcomplex<{text}>>"
    lines = [f"  %{i} = \"{name}\"(%x) : ({tensor}) -> {tensor}\n"
             for i, name in enumerate(FUNCTIONS)]
    results = ", ".join(f"%{i}" for i in range(len(FUNCTIONS)))
    types = ", ".join([tensor] * len(FUNCTIONS))
    return run_module(options, f"func.func public @main(%x: {tensor}) -> ({types}) {{\n"
                      f"{''.join(lines)}  return {results} : {types}\n}}\n", z)


def is_same(got, wanted, signs):
    if np.isnan(wanted):
        return np.isnan(got)
    if np.isinf(wanted) or wanted == 0:
        return abs(got) == abs(wanted) and (not signs or np.signbit(got) == np.signbit(wanted))
    return abs(got - wanted) <= 1e-6 * abs(wanted)


def main():
    options = options_of(__doc__)
    failures = 0
    for text, element in ("f32", np.complex64), ("f64", np.complex128):
        z = np.array([complex(*parts) for parts in itertools.product(PARTS, PARTS)], element)
        for name, results in zip(FUNCTIONS, run(options, text, z)):
            with np.errstate(all="ignore"):
                wanted = FUNCTIONS[name](z)
            if name == "stablehlo.exponential":
                wanted[~np.isfinite(z.imag)] = complex(np.nan, np.nan)
            for operand, got, right in zip(z, results, wanted):
                signs = not np.isnan(right) and not (
                    "tan" in name and np.isinf(operand.real) and np.isinf(operand.imag))
                if not (is_same(got.real, right.real, signs) and
                        is_same(got.imag, right.imag, signs)):
                    failures += 1
                    print(f"{name} of {operand} is {got}, not {right}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
