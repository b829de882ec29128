"""Weights of other programs, such as Hugging Face's, as arguments, and back.

    params = popt.load_weights("hf/model.safetensors.index.json", params, names="names.json")
    popt.save_weights("ck", "hf2", names="names.json", dtype="bfloat16")

Names, transposed and stacked layers, and casts are as --names of binaries says
(docs/Data.md): a file, or a dict in its form.
"""
import contextlib
import json
import os
import tempfile

import numpy as np

from . import native
from .checkpoints import found as checkpoint_in
from .leaves import is_key


def load_weights(path, like, *, name="params", names=None):
    """The argument `name` in the form of `like`, a pytree of arrays or
    `jax.ShapeDtypeStruct`, with what a file has in place of its leaves; leaves that the
    file lacks stay.

    path    npz, npy, safetensors, or an index of such files
    names   what its keys become; None: they are called as the arguments

    Errors: PoptError that names the key, the pattern and what may have been meant.
    """
    import jax
    paths, tree = jax.tree_util.tree_flatten_with_path(like)
    leaves = [leaf for _, leaf in paths]
    taken = weights_of(path, names, [(name + jax.tree_util.keystr(where), leaf)
                                     for where, leaf in paths])
    return jax.tree.unflatten(tree, [taken.get(i, leaf) for i, leaf in enumerate(leaves)])


def weights_of(path, names, wanted, has_numbers=False):
    """{number: array} of what a file has of (name, array or shape). Random keys and what
    is no array are not looked for. `has_numbers`: they are all arguments of a program,
    which a file may call arg0, arg1, …, as binaries write them."""
    numbers, tensors = [], []
    for number, (name, leaf) in enumerate(wanted):
        if leaf is None or is_key(leaf):
            continue
        dtype = getattr(leaf, "dtype", None)
        dtype = np.asarray(leaf).dtype if dtype is None else dtype
        numbers.append(number)
        key = f"arg{number}" if has_numbers else name
        tensors.append((key, name, np.dtype(dtype).name, [int(n) for n in np.shape(leaf)]))
    with _names_file(names) as file:
        found = native.load().read_weights(os.fspath(path), file, tensors)
    return {numbers[i]: array for i, array in found.items()}


def save_weights(checkpoint, folder, *, names=None, dtype=None, file_bytes=None):
    """Writes the state of a checkpoint, or of the newest in a folder of them, as Hugging
    Face keeps a model: safetensors of at most `file_bytes` (5e9) with an index, in a new
    folder; returns how many tensors.

    names   read backwards: what an argument is called there; what no name gives is left
            out. None: all as they are called here
    dtype   of all floats, such as "bfloat16"; None: their own

    Errors: PoptError.
    """
    with _names_file(names) as file:
        return checkpoint_in(checkpoint).export(os.fspath(folder), file,
                                                None if dtype is None else np.dtype(dtype).name
                                                if not isinstance(dtype, str) else dtype,
                                                int(file_bytes or 0))


@contextlib.contextmanager
def _names_file(names):
    """The path of names that may be a dict."""
    if not isinstance(names, dict):
        yield None if names is None else os.fspath(names)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "names")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(names, file)
        yield path
