"""jax.nn.scaled_matmul and scaled_dot_general (MXFP8, NVFP4), as JAX lowers them for
NVIDIA's GPUs: compiled and in the reference interpreter, on one device and on a
mesh, against the product of the dequantised numbers.

The products of numbers and scales are exact; f32 sums of them in another order differ
by less than 1e-5 of the largest, and bf16 results are rounded once (2^-8).
"""
import os

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
import ml_dtypes
from jax.sharding import PartitionSpec as P

import popt

BATCH, ROWS, COLUMNS, CONTRACTED = 2, 8, 12, 128


def numbers(rng, shape, element):
    return rng.normal(size=shape).astype(np.float32).astype(element)


def scales(rng, shape, element):
    return (2.0 ** rng.integers(-6, 7, shape)).astype(np.float32).astype(element)


def run(fn, args, tmp_path, **options):
    """What fn's first result is, compiled and interpreted."""
    case = popt.export(fn, tuple(args), platform="cuda", names=[f"a{i}" for i in range(len(args))],
                       path=os.fspath(tmp_path / "case.mlir"), **options)
    dtypes = {"res0": case.results[0]["dtype"]}
    return [popt.run(case.module_file, case.inputs_file, flags=mode, dtypes=dtypes)["res0"]
            for mode in ([], ["--reference"])]


# Not on a mesh; along the rows of both operands; along the contracted dimension, whose
# blocks of numbers have their scales with them.
@pytest.mark.parametrize("specs", [None, (P("x"), P("x")), (P(None, "x"), P(None, "y")),
                                   (P(None, None, "x"), P(None, None, "x"))], ids=str)
@pytest.mark.parametrize("block,number,scale", [(32, "float8_e4m3fn", "float8_e8m0fnu"),
                                                (16, "float4_e2m1fn", "float8_e4m3fn")])
@pytest.mark.parametrize("result", ["float32", "bfloat16", "float16"])
def test_scaled_matmul(block, number, scale, result, specs, tmp_path):
    rng = np.random.default_rng(block)
    number, scale = getattr(ml_dtypes, number), getattr(ml_dtypes, scale)
    a = numbers(rng, (BATCH, ROWS, CONTRACTED), number)
    b = numbers(rng, (BATCH, COLUMNS, CONTRACTED), number)
    s = scales(rng, (BATCH, ROWS, CONTRACTED // block), scale)
    t = scales(rng, (BATCH, COLUMNS, CONTRACTED // block), scale)
    x, y = (np.asarray(v, np.float64) * np.repeat(np.asarray(w, np.float64), block, -1)
            for v, w in ((a, s), (b, t)))
    expected = np.einsum("bmk,bnk->bmn", x, y)
    options = {} if specs is None else {"mesh": {"x": 2, "y": 2}, "in_shardings": (*specs, *specs)}
    for got in run(lambda *args: jax.nn.scaled_matmul(*args, preferred_element_type=result),
                   (a, b, s, t), tmp_path, **options):
        assert got.dtype == jnp.dtype(result)
        rounded = {"float32": 1e-5, "bfloat16": 2.0**-8, "float16": 2.0**-10}[result]
        np.testing.assert_allclose(np.asarray(got, np.float64), expected, rtol=rounded,
                                   atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("mode", ["mxfp8", "nvfp4"])
def test_scaled_dot_general(mode, tmp_path):
    """Quantised in the program: near the product of the unquantised numbers, which has
    three bits of mantissa (or two) in each factor."""
    rng = np.random.default_rng(7)
    a, b = (rng.normal(size=(n, CONTRACTED)).astype(np.float32) for n in (ROWS, COLUMNS))

    def fn(a, b):
        scale = jnp.ones((1,), jnp.float32) if mode == "nvfp4" else None
        config = jax.nn.get_scaled_dot_general_config(mode, global_scale=scale)
        return jax.nn.scaled_dot_general(a, b, (((1,), (1,)), ((), ())), configs=[config] * 3)

    compiled, reference = run(fn, (a, b), tmp_path)
    np.testing.assert_allclose(compiled, reference, rtol=1e-5, atol=1e-4)
    error = np.abs(compiled - a @ b.T).max() / np.abs(a @ b.T).max()
    assert error < (0.05 if mode == "mxfp8" else 0.25)
