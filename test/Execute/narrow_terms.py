"""Inputs whose blocks sum to 257 and 2, and the once rounded sum.

narrow_terms.py PREFIX writes PREFIX.inputs.npz and PREFIX.expected.npz. bf16
numbers are stored as their bits.
"""

import sys

import numpy as np


def bits(values):
    """The upper half of f32: exact for the numbers used here."""
    return (np.asarray(values, np.float32).view(np.uint32) >> 16).astype(np.uint16)


w = np.zeros((1024, 4), np.float32)
w[0], w[1], w[1022], w[1023] = 256, 1, 1, 1
x = np.ones((64, 1024), np.float32)
np.savez(sys.argv[1] + ".inputs.npz", arg0=bits(x), arg1=bits(w))
np.savez(
    sys.argv[1] + ".expected.npz",
    res0=bits(np.full((64, 4), 260)),
    res1=bits(np.full(4, 260)),
)
