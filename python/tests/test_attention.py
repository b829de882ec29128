"""jax.nn.dot_product_attention(implementation="cudnn") and its gradient: compiled and in
the reference interpreter, whole and divided, against JAX's own implementation="xla" on
the same numbers.

Both round the probabilities, and the gradients of scores, to the operands' type, before
they sum products of them in f32; JAX's gradient rounds some values between that popt
keeps in f32. So results differ by the rounding of terms, which is at most 2^-8 (bf16)
or 2^-11 (f16) of the largest, a few times over. JAX's own has no products of f16 on
CPUs: there the same numbers are f32.
"""
import functools
import os

import numpy as np
import pytest

jax = pytest.importorskip("jax")
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import popt

BATCH, QUERIES, KEYS, HEADS, FEATURES = 2, 8, 12, 4, 8
ROUNDED = {"bfloat16": 2.0**-6, "float16": 2.0**-9}


def attend(implementation, form, lengths):
    options = {name: form[name] for name in ("is_causal", "local_window_size", "scale")
               if name in form}
    if lengths is not None:
        options |= {"query_seq_lengths": lengths[0], "key_value_seq_lengths": lengths[1]}

    def call(q, k, v, bias):
        return jax.nn.dot_product_attention(q, k, v, bias, implementation=implementation,
                                            **options)
    return call


def program(implementation, form):
    """The result, and the gradients of all operands."""
    def fn(q, k, v, gradient, bias=None, lengths=None):
        call = attend(implementation, form, lengths)
        if not form.get("backward", True):
            return call(q, k, v, bias)
        operands = (q, k, v) if bias is None else (q, k, v, bias)
        out, pull = jax.vjp(lambda q, k, v, bias=bias: call(q, k, v, bias), *operands)
        return (out, *pull(gradient))
    return fn


def training(implementation):
    """A checkpointed layer, whose backward pass computes attention again."""
    def layer(weights, x):
        q, k, v = (jnp.einsum("btf,fnh->btnh", x, w) for w in weights)
        out = jax.nn.dot_product_attention(q, k, v, is_causal=True, implementation=implementation)
        return out.reshape(x.shape)

    def loss(weights, x):
        return jnp.square(jax.checkpoint(layer)(weights, x).astype(jnp.float32)).mean()
    return jax.value_and_grad(loss)


def arguments(form, dtype):
    rng = np.random.default_rng(7)
    keys = form.get("keys", KEYS)

    def draw(*shape):
        return rng.normal(size=shape).astype(np.float32).astype(jnp.dtype(dtype))
    shape = (BATCH, keys, form.get("key_heads", HEADS), FEATURES)
    args = [draw(BATCH, QUERIES, HEADS, FEATURES), draw(*shape), draw(*shape),
            draw(BATCH, QUERIES, HEADS, FEATURES)]
    args.append(draw(*form["bias"], QUERIES, keys) if "bias" in form else None)
    if "lengths" in form:
        args.append(tuple(np.asarray(x, np.int32) for x in form["lengths"]))
    return args


FORMS = {
    "plain": {},
    "inference": {"backward": False},
    "causal": {"is_causal": True},
    "scaled": {"scale": 0.7, "is_causal": True, "keys": QUERIES},
    "grouped": {"key_heads": 2, "is_causal": True},
    "one-key-head": {"key_heads": 1},
    "lengths": {"lengths": ([5, 8], [12, 7])},
    "causal-lengths": {"is_causal": True, "lengths": ([8, 3], [5, 12])},
    "window": {"is_causal": True, "local_window_size": (2, 0), "keys": QUERIES},
    "bias": {"bias": (BATCH, HEADS)},
    "bias-of-heads": {"bias": (1, HEADS), "is_causal": True},
    "one-bias": {"bias": (1, 1), "key_heads": 2, "lengths": ([5, 8], [12, 7])},
}
# Sequences, heads, queries, and all of them; without annotations: whole.
MESHES = {
    "whole": (None, None),
    "dp": ({"dp": 2}, P("dp")),
    "tp": ({"tp": 2}, P(None, None, "tp")),
    "tp4": ({"tp": 4}, P(None, None, "tp")),
    "sp": ({"sp": 2}, P(None, "sp")),
    "sp-uneven": ({"sp": 3}, P(None, "sp")),
    "all": ({"dp": 2, "sp": 2, "tp": 2}, P("dp", "sp", "tp")),
}


def run(form, dtype, mesh, tmp_path, flags=(), modes=([], ["--reference"])):
    """JAX's results, and popt's by mode."""
    args = arguments(form, dtype)
    axes, spec = MESHES[mesh]
    options = {}
    if axes:
        keys = P(*("tp" if name == "tp" and form.get("key_heads", HEADS) > 1 else
                   name if name == "dp" else None for name in tuple(spec)))
        options = {"mesh": axes, "in_shardings": (spec, keys, keys, spec, None,
                                                  *([None] if "lengths" in form else []))}
    used = [arg for arg in args if arg is not None]
    present = [i for i, arg in enumerate(args) if arg is not None]
    if options:
        options["in_shardings"] = tuple(options["in_shardings"][i] for i in present)

    def on(implementation):
        fn = program(implementation, form)
        if "bias" in form or "lengths" not in form:
            return fn
        return lambda q, k, v, gradient, lengths: fn(q, k, v, gradient, None, lengths)

    exact = [jax.tree.map(lambda x: np.asarray(x, np.float32 if dtype == "float16" and x.dtype == dtype
                                               else x.dtype), arg) for arg in used]
    expected = jax.tree.leaves(jax.jit(on("xla"))(*exact))
    case = popt.export(on("cudnn"), tuple(used), platform="cuda",
                       names=["q", "k", "v", "gradient", "other", "more"][:len(used)],
                       path=os.fspath(tmp_path / "case.mlir"), **options)
    assert "__cudnn$fmha" in case.text
    dtypes = {f"res{i}": leaf["dtype"] for i, leaf in enumerate(case.results)}
    for mode in modes:
        got = popt.run(case.module_file, case.inputs_file, flags=[*mode, *flags], dtypes=dtypes)
        yield expected, [got[f"res{i}"] for i in range(len(expected))]


def compare(expected, got, dtype):
    for i, (want, have) in enumerate(zip(expected, got)):
        want, have = (np.asarray(x, np.float64) for x in (want, have))
        np.testing.assert_allclose(have, want, rtol=ROUNDED[dtype], err_msg=f"result {i}",
                                   atol=ROUNDED[dtype] * np.abs(want).max())


@pytest.mark.parametrize("form", FORMS)
def test_whole(form, tmp_path):
    for expected, got in run(FORMS[form], "bfloat16", "whole", tmp_path):
        compare(expected, got, "bfloat16")


@pytest.mark.parametrize("form", ["causal", "one-bias"])
def test_f16(form, tmp_path):
    for expected, got in run(FORMS[form], "float16", "whole", tmp_path):
        compare(expected, got, "float16")


# Every strategy of every form is executed by test/unit/OpModels/LocaliseTest.cpp.
@pytest.mark.parametrize("mesh,form", [
    ("dp", "causal-lengths"), ("dp", "one-bias"), ("tp", "bias-of-heads"), ("tp4", "grouped"),
    ("sp", "causal-lengths"), ("sp", "lengths"), ("sp-uneven", "window"),
    ("sp-uneven", "one-bias"), ("all", "grouped"), ("all", "bias")])
def test_divided(mesh, form, tmp_path):
    for expected, got in run(FORMS[form], "bfloat16", mesh, tmp_path):
        compare(expected, got, "bfloat16")


# Heads first, as only JAX's own module has it; a mask, which becomes a bias; a window
# without a causal mask; the logarithms of sums as a result.
def test_forms_of_one_call(tmp_path):
    from jax._src.cudnn import fused_attention_stablehlo as cudnn
    q, k, v, gradient = arguments({"key_heads": 2, "keys": QUERIES}, "bfloat16")[:4]
    mask = np.tri(QUERIES, k=2, dtype=bool)[None, None]

    def calls(implementation, heads_first):
        def fn(q, k, v, gradient):
            call = functools.partial(jax.nn.dot_product_attention, implementation=implementation)
            return (call(q, k, v, mask=mask), call(q, k, v, local_window_size=(2, 0)),
                    call(q, k, v, is_causal=True, return_residual=True),
                    jax.vjp(heads_first, q, k, v)[1](gradient))
        return fn

    def swapped(x):
        return jnp.swapaxes(x, 1, 2)
    own = calls("xla", lambda *args: jax.nn.dot_product_attention(*args, scale=0.3, is_causal=True))
    called = calls("cudnn", lambda *args: swapped(cudnn.dot_product_attention(
        *map(swapped, args), scale=0.3, qkv_layout="BNTH", mask_type=cudnn.MaskType.CAUSAL)))
    expected = jax.tree.leaves(jax.jit(own)(q, k, v, gradient))
    case = popt.export(called, (q, k, v, gradient), platform="cuda",
                       path=os.fspath(tmp_path / "case.mlir"))
    dtypes = {f"res{i}": leaf["dtype"] for i, leaf in enumerate(case.results)}
    for mode in ([], ["--reference"]):
        got = popt.run(case.module_file, case.inputs_file, flags=mode, dtypes=dtypes)
        compare(expected, [got[f"res{i}"] for i in range(len(expected))], "bfloat16")


# Layers in a scan whose stack is in stages.
def test_pipelined(tmp_path):
    def training(implementation):
        def layer(x, weights):
            q, k, v = (jnp.einsum("btf,fnh->btnh", x, w) for w in weights)
            out = jax.nn.dot_product_attention(q, k, v, is_causal=True,
                                               implementation=implementation)
            return x + out.reshape(x.shape), None

        def loss(weights, x):
            return jnp.square(jax.lax.scan(layer, x, weights)[0].astype(jnp.float32)).mean()
        return jax.value_and_grad(loss)
    rng = np.random.default_rng(0)
    args = tuple((rng.normal(size=shape) / 4).astype(np.float32).astype(jnp.bfloat16)
                 for shape in ((4, 3, HEADS * FEATURES, HEADS, FEATURES),
                               (4, QUERIES, HEADS * FEATURES)))
    expected = jax.tree.leaves(jax.jit(training("xla"))(*args))
    case = popt.export(training("cudnn"), args, platform="cuda", mesh={"pp": 2},
                       in_shardings=(P("pp"), P()), names=["weights", "x"],
                       path=os.fspath(tmp_path / "case.mlir"))
    dtypes = {f"res{i}": leaf["dtype"] for i, leaf in enumerate(case.results)}
    got = popt.run(case.module_file, case.inputs_file, dtypes=dtypes,
                   flags=["--mesh=stage:pp,time:mb=2", "--batch", "x=0", "--schedule=zb-h1"])
    compare(expected, [got[f"res{i}"] for i in range(len(expected))], "bfloat16")


# The gradients of microbatches are summed in f32, and rounded once.
@pytest.mark.parametrize("flags", [["--recompute=full"], ["--mesh=time:mb=2", "--batch", "x=0"]],
                         ids=["recomputed", "microbatches"])
def test_training(flags, tmp_path):
    rng = np.random.default_rng(3)
    features = HEADS * FEATURES

    def draw(*shape):
        return rng.normal(size=shape).astype(np.float32).astype(jnp.bfloat16)
    weights = [draw(features, HEADS, FEATURES) / 4 for _ in range(3)]
    args = (weights, draw(4, QUERIES, features))
    expected = jax.tree.leaves(jax.jit(training("xla"))(*args))
    case = popt.export(training("cudnn"), args, platform="cuda", mesh={"dp": 2},
                       in_shardings=(None, P("dp")), names=["weights", "x"],
                       path=os.fspath(tmp_path / "case.mlir"))
    assert case.text.count("__cudnn$fmhaSoftmax(") == 2
    dtypes = {f"res{i}": leaf["dtype"] for i, leaf in enumerate(case.results)}
    got = popt.run(case.module_file, case.inputs_file, flags=flags, dtypes=dtypes)
    compare(expected, [got[f"res{i}"] for i in range(len(expected))], "bfloat16")
