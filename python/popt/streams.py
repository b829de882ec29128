"""Batches for a compiled program that reads them from a pipe, `--batches -`.

    popt.write_batches(loader, "-", steps=100)          # python loader.py | ./train --batches - …

Each batch is a safetensors document, which says how long it is, and which number it
has (docs/Data.md, "A loader").
"""
import contextlib
import json
import os
import sys

import numpy as np

from .arrays import plain
from .checkpoints import found
from .feeds import Feed
from .leaves import is_key

# numpy's types by the format's names; ml_dtypes' by their own.
_TYPES = {"bool": "BOOL", "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
          "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64", "float16": "F16",
          "bfloat16": "BF16", "float32": "F32", "float64": "F64", "complex64": "C64",
          "complex128": "C128", "float8_e4m3fn": "F8_E4M3", "float8_e5m2": "F8_E5M2",
          "float8_e8m0fnu": "F8_E8M0", "float8_e4m3fnuz": "F8_E4M3FNUZ",
          "float8_e5m2fnuz": "F8_E5M2FNUZ"}


def write_batches(batches, file, steps=None, first=0, resume=None, name=None):
    """Writes batches to a pipe, from which a program takes one for each step. Returns the
    number of the batch after the last one that was written.

    batches   what is iterated, as of `step.run`: a batch is {name of an argument: array};
              or a function of the number of the batch to begin with
    file      "-" for standard output, a path (such as a FIFO's), or a binary file
    steps     the number to end before, as --steps of the program; a list or a loader
              begins again at its end. None: to the end of the batches
    first     the number to begin with: so many are left out
    resume    a folder with checkpoints, as --resume of the program: begin with the batch
              that the newest one comes to, or with number 0 if there is none
    name      of the argument that a batch is, a pytree: `name="batch"` writes the leaves
              of {"x": …} as batch['x']

    A program that has all that it wants closes the pipe; then this ends, too. Errors:
    TypeError for what is no such batch, OSError.
    """
    if resume is not None:
        if first:
            raise ValueError(f"first is {first}, and resume={os.fspath(resume)!r} says where to begin, "
                             "too: leave one out")
        opened = found(resume, must_be=False)
        first = opened.step if opened else 0
    feed = Feed(batches, first=first, limit=steps, ahead=0)
    number = first
    with _opened(file) as write:
        kind, batch, _ = feed.next()
        while kind == "batch":
            document = _document(batch if name is None else _named(name, batch), number)
            try:
                for piece in document:
                    write(piece)
            except BrokenPipeError:
                break
            number += 1
            kind, batch, _ = feed.next()
    if kind == "raised":
        raise batch
    return number


@contextlib.contextmanager
def _opened(file):
    """What writes bytes there. Without a buffer, in which the rest would be lost at a
    pipe's end."""
    if hasattr(file, "write"):
        yield file.write
        file.flush()
        return
    with open(os.dup(sys.stdout.fileno()) if file == "-" else file, "wb", buffering=0) as out:
        def write(data):
            rest = memoryview(data).cast("B")
            while rest:
                rest = rest[out.write(rest):]
        yield write


def _named(name, batch):
    """{name of a leaf: array}, as `popt.export` calls them."""
    import jax
    return {name + jax.tree_util.keystr(path): leaf
            for path, leaf in jax.tree_util.tree_leaves_with_path(batch)}


def _document(batch, number):
    """The bytes of a batch, in pieces."""
    if not isinstance(batch, dict) or not batch:
        raise TypeError(f"batch {number} is a {type(batch).__name__}: give a dict of arrays by the names "
                        "of arguments, or name=, the argument that a batch is")
    header, data, end = {"__metadata__": {"batch": str(number)}}, [], 0
    for key, value in batch.items():
        try:
            bits = np.asarray(plain(value), order="C")
            kind = _TYPES.get((bits if is_key(value) else np.asarray(value)).dtype.name,
                              "U8" if bits.dtype == np.uint8 else None)
            if kind is None:
                raise TypeError(f"an array of type {bits.dtype} cannot be stored")
        except TypeError as error:
            raise TypeError(f"batch {number}: {key}: {error}") from None
        bits = bits.astype(bits.dtype.newbyteorder("<"), copy=False)
        header[key] = {"dtype": kind, "shape": list(np.shape(bits)),
                       "data_offsets": [end, end + bits.nbytes]}
        end += bits.nbytes
        data.append(bits.reshape(-1).view(np.uint8))
    text = json.dumps(header).encode()
    return [len(text).to_bytes(8, "little") + text, *(piece for piece in data if piece.nbytes)]
