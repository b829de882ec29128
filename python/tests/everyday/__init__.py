"""Small JAX programs of everyday use, for test_everyday.py.

Each is a function of a few arrays, written as a user would write it, with its
arguments. A file of this folder holds those of one subject; `programs()` lists
all of them. What a decomposition leaves open (signs of singular vectors, order
of equal elements) a program closes itself, so that its results can be compared
number by number.
"""
import dataclasses
import importlib

import numpy as np

SUBJECTS = {
    "linear_algebra": "Linear algebra",
    "special": "Special functions, transforms, polynomials",
    "randoms": "Random numbers",
    "order": "Sorting, searching, counting, segments",
    "indexing": "Indexing and shapes",
    "control": "Loops, branches, scans",
    "gradients": "Gradients, custom rules, checkpoints",
    "networks": "Networks: convolution, pooling, attention, narrow types",
    "effects": "Callbacks and printing",
    "parallel": "Constraints, shard_map, custom partitioning",
}


@dataclasses.dataclass
class Program:
    """One program.

    name       the function's
    uses       what of JAX it uses, for the table
    fn         the function
    args       its arguments
    specs      PartitionSpecs of the arguments, as tuples of axis names or
               None; default: dimension 0 over "x" and dimension 1 over "y",
               where they divide
    rtol       largest difference of a result, relative to its largest element;
               integers and booleans must be equal
    donate     positions of donated arguments
    platform   what the module is exported for
    takes_mesh fn's first argument is the mesh, {axis: size}, {} on one device
    """
    name: str
    uses: str
    fn: object
    args: tuple
    specs: tuple = None
    rtol: float = 1e-5
    donate: tuple = ()
    platform: str = "cpu"
    takes_mesh: bool = False
    subject: str = None


_ALL = []


def program(uses, *args, **options):
    """Decorator: lists the function as a program on these arguments."""
    def add(fn):
        _ALL.append(Program(fn.__name__, uses, fn, args, **options))
        return fn
    return add


def programs():
    """Every program, subject by subject."""
    if not any(p.subject for p in _ALL):
        for subject in SUBJECTS:
            importlib.import_module(f"{__name__}.{subject}")
            for p in _ALL:
                p.subject = p.subject or subject
    return _ALL


def values(*shape, seed=0, dtype=np.float32):
    """Normal random numbers."""
    rng = np.random.default_rng(seed + 17 * len(shape) + sum(shape))
    if np.issubdtype(dtype, np.complexfloating):
        return (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dtype)
    return np.asarray(rng.normal(size=shape)).astype(dtype)


def positive(*shape, seed=0):
    """Random numbers in 0.1 to 3."""
    return np.random.default_rng(seed).uniform(0.1, 3, size=shape).astype(np.float32)


def integers(limit, *shape, seed=0, dtype=np.int32):
    """Random integers in 0 to limit - 1."""
    return np.random.default_rng(seed).integers(0, limit, size=shape).astype(dtype)


def definite(*shape, seed=0):
    """Symmetric positive definite matrices with distinct eigenvalues."""
    a = values(*shape, seed=seed)
    n = shape[-1]
    return (a @ np.swapaxes(a, -1, -2) / n + np.diag(np.arange(1, n + 1))).astype(np.float32)


def key(seed=0):
    """The data of a threefry key."""
    return np.array([0, seed], np.uint32)
