"""Arrays in .npz files, by the rule that every popt tool follows.

Keys are `arg0`, `arg1`, … (arguments of `@main` in order) or `res0`, `res1`, …
(its results; state goes by the argument that it becomes). npz knows no bfloat16,
float8 or int4: such arrays are stored as unsigned integers of equal width, bit
for bit, and their real type is read from the module or from the case's metadata.
Typed random keys are stored as their words.
"""
import contextlib
import os
import re
import threading

import numpy as np

from .leaves import is_key

# Types an .npy header can name: bool, signed, unsigned, float, complex.
_NATIVE_KINDS = "biufc"


def plain(array):
    """The array in a type that .npz can hold; a view of its bits where it must.

    Errors: TypeError for values without plain bits (objects, strings).
    """
    if is_key(array):
        import jax
        array = jax.random.key_data(array)
    array = np.asarray(array)
    if array.dtype.isbuiltin == 2 and array.dtype.itemsize in (1, 2):  # of ml_dtypes
        return array.view(f"u{array.dtype.itemsize}")
    if array.dtype.kind in _NATIVE_KINDS:
        return array
    raise TypeError(f"an array of type {array.dtype} cannot be stored")


def save_arrays(file, arrays, prefix="arg"):
    """Writes `prefix0`, `prefix1`, … compressed. `arrays` is a sequence, or a
    dict whose keys are used as they are."""
    if not isinstance(arrays, dict):
        arrays = {f"{prefix}{i}": a for i, a in enumerate(arrays)}
    arrays = {key: plain(a) for key, a in arrays.items()}
    if not isinstance(file, (str, os.PathLike)):
        np.savez_compressed(file, **arrays)
        return
    path = os.fspath(file)
    # As numpy names them.
    with replaced(path if path.endswith(".npz") else path + ".npz", "wb") as out:
        np.savez_compressed(out, **arrays)


@contextlib.contextmanager
def replaced(path, mode):
    """A file that takes the place of `path` when it is whole: another process that
    writes the same one leaves its own or this, and no mixture."""
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device
        with open(path, mode) as file:
            yield file
        return
    draft = f"{path}.tmp.{os.getpid()}.{threading.get_ident()}"
    try:
        with open(draft, mode) as file:
            yield file
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(draft)
        raise


def load_arrays(file, dtypes=None):
    """{key: array} of an .npz file. `dtypes` ({key: name}) turns stored bits back
    into their type, such as {"arg3": "bfloat16"}, and words into typed keys,
    {"res0": "key<threefry2x32>"}.

    Errors: ValueError where the stored width differs from the type's, OSError.
    """
    if isinstance(file, (str, os.PathLike)) and os.path.exists(file) and not os.path.isfile(file):
        raise OSError(f"{os.fspath(file)} is a folder, a pipe or a device, and no regular file")
    with np.load(file) as data:
        arrays = {key: data[key] for key in data.files}
    for key, name in (dtypes or {}).items():
        if key not in arrays:
            continue
        if key_type := re.fullmatch("key<(.*)>", name):
            import jax
            arrays[key] = jax.random.wrap_key_data(arrays[key], impl=key_type[1])
            continue
        dtype = dtype_of(name)
        if arrays[key].dtype == dtype:
            continue
        if dtype.itemsize != arrays[key].dtype.itemsize:
            raise ValueError(f"{file}: {key} is stored as {arrays[key].dtype}, "
                             f"which is not as wide as {name}")
        arrays[key] = arrays[key].view(dtype)
    return arrays


def dtype_of(name):
    """numpy's type of this name, also where ml_dtypes has it."""
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes  # comes with JAX
        return np.dtype(getattr(ml_dtypes, name))
