#!/usr/bin/env python3
"""Holds Fourier transforms of f64 against exact ones.

    fft-accuracy.py --bin build/bin [--reference]

The last dimension is transformed, by each kind, at lengths that are even, odd and prime, short
ones in one step and longer ones in two. An
error above one unit in the last place of the element's part and 2^-60 of the largest element
fails: exit status 1. --reference runs popt's interpreter instead of compiled code.
"""
import sys

import mpmath
import numpy as np

from run_module import options_of, run_module

mpmath.mp.prec = 200
ROWS = 3


def exact(kind, x, n):
    """The parts of the transform's elements as numbers of 200 bits."""
    if kind == "IRFFT":
        # The spectrum of a real row: first and middle element count as real.
        mirrored = np.conj(x[:, 1:(n + 1) // 2][:, ::-1])
        x = np.concatenate([x, mirrored], 1)
        x.imag[:, 0] = 0
        if n % 2 == 0:
            x.imag[:, n // 2] = 0
    sign, size = (1, n) if kind.startswith("I") else (-1, 1)
    roots = [mpmath.expjpi(mpmath.mpf(2 * sign * turn) / n) / size for turn in range(n)]
    return [[mpmath.fsum(mpmath.mpmathify(complex(value)) * roots[j * k % n]
                         for j, value in enumerate(row))
             for k in range(n // 2 + 1 if kind == "RFFT" else n)] for row in x]


def run(options, kind, x, n):
    types = [f"tensor<{ROWS}x{size}x{element}>" for size, element in {
        "FFT": ((n, "complex<f64>"), (n, "complex<f64>")),
        "IFFT": ((n, "complex<f64>"), (n, "complex<f64>")),
        "RFFT": ((n, "f64"), (n // 2 + 1, "complex<f64>")),
        "IRFFT": ((n // 2 + 1, "complex<f64>"), (n, "f64"))}[kind]]
    text = (f"func.func public @main(%x: {types[0]}) -> {types[1]} {{\n"
            f"  %0 = stablehlo.fft %x, type = {kind}, length = [{n}] : ({types[0]}) -> {types[1]}\n"
            f"  return %0 : {types[1]}\n}}\n")
    return run_module(options, text, x)[0].astype(complex)


def main():
    options = options_of(__doc__)
    rng = np.random.default_rng(0)
    failures = 0
    for kind in "FFT", "IFFT", "RFFT", "IRFFT":
        for n in 1, 2, 12, 17, 33, 64, 105:
            shape = (ROWS, n // 2 + 1 if kind == "IRFFT" else n)
            x = rng.normal(size=shape) * 10.0 ** rng.integers(-4, 4, shape)
            x[0] = 1  # all elements but one of the transform cancel
            if kind != "RFFT":
                x = x + 1j * rng.normal(size=shape)
            wanted = exact(kind, x, n)
            largest = max(abs(value) for row in wanted for value in row)
            worst = 0.0
            for got, value in zip(run(options, kind, x, n).ravel(), sum(wanted, [])):
                for part, right in ((got.real, value.real), (got.imag, value.imag)):
                    allowed = float(np.spacing(abs(float(right)))) + largest * mpmath.mpf(2) ** -60
                    worst = max(worst, float(abs(part - right) / allowed))
            if not worst <= 1:
                failures += 1
                print(f"{kind} of {n}: {worst:.2f} times the allowed error")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
