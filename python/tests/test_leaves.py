"""Leaves that are no plain arrays: typed random keys, functions and other constants,
static arguments; and uneven results, other platforms."""
import functools
import importlib.util
import json
import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import popt
import pytest
from flax import nnx
from jax.sharding import PartitionSpec as P

pytestmark = pytest.mark.usefixtures("native")

RNG = np.random.default_rng(0)
X = RNG.standard_normal((8, 6)).astype(np.float32)
Y = RNG.standard_normal((8, 4)).astype(np.float32)
W = RNG.standard_normal((6, 4)).astype(np.float32)
IMPLS = ["threefry2x32", "rbg", "unsafe_rbg"]
FIELD = os.path.join(os.path.dirname(__file__), "..", "..", "..", "shared", "field")


@pytest.mark.parametrize("case, says", [("08-typed-keys", "as jax.jit"),
                                        ("09-equinox-leaf", ""), ("10-uneven-results", "dp")])
def test_field(case, says):
    if not os.path.exists(f"{FIELD}/{case}.py"):
        pytest.skip("no shared folder")
    if "equinox" in case and importlib.util.find_spec("equinox") is None:
        pytest.skip("no equinox")
    path = os.path.join(os.path.dirname(__file__), "..")
    done = subprocess.run([sys.executable, f"{FIELD}/{case}.py"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(
                              [path, os.environ.get("PYTHONPATH", "")])})
    assert done.returncode == 0 and says in done.stdout, done.stderr


# --- typed keys ---------------------------------------------------------------------

def draw(key, x):
    key, now = jax.random.split(key)
    return key, x + jax.random.normal(now, x.shape)


def same_key(ours, theirs):
    assert isinstance(ours, jax.Array) and ours.dtype == theirs.dtype
    np.testing.assert_array_equal(jax.random.key_data(ours), jax.random.key_data(theirs))


@pytest.mark.parametrize("impl", IMPLS)
def test_keys_go_in_and_come_out(impl):
    ours = theirs = jax.random.key(7, impl=impl)
    step = popt.compile(draw, (ours, X), mesh={"dp": 2}, in_shardings=(None, P("dp")),
                        state={"key": "[0]", "x": None})
    for _ in range(3):
        ours, drawn = step(ours, X)
        theirs, expected = jax.jit(draw)(theirs, X)
        same_key(ours, theirs)
        np.testing.assert_allclose(drawn, expected, rtol=1e-5, atol=1e-6)
    assert step.state == {"key": "result[0]"}
    assert step.shardings[0][0] == P() and step.shardings[1][0] == P()
    same_key(step.last[0], theirs)


# A key for each row: split over the ranks, by the dimensions that JAX shows.
@pytest.mark.parametrize("rows", [8, 7])
def test_a_batch_of_keys(rows):
    def noise(keys, x):
        keys = jax.vmap(lambda k: jax.random.fold_in(k, 3))(keys)
        return keys, jax.vmap(lambda k, x: x + jax.random.uniform(k, x.shape))(keys, x)
    keys, x = jax.random.split(jax.random.key(1), rows), X[:rows]
    step = popt.compile(noise, (keys, x), mesh={"dp": 2}, in_shardings=P("dp"),
                        out_shardings=P("dp"))
    (ours, drawn), (theirs, expected) = step(keys, x), jax.jit(noise)(keys, x)
    same_key(ours, theirs)
    np.testing.assert_allclose(drawn, expected, rtol=1e-6)
    assert step.shardings[0] == (P("dp"), P("dp", None)) and step.shardings[1][0] == P("dp")
    assert [len(range(*b[0].indices(rows))) for b in step.blocks("keys")] == [(rows + 1) // 2, rows // 2]


class Model(nnx.Module):
    def __init__(self, rngs):
        self.up, self.down = nnx.Linear(6, 16, rngs=rngs), nnx.Linear(16, 4, rngs=rngs)
        self.drop, self.norm = nnx.Dropout(.2, rngs=rngs), nnx.BatchNorm(16, rngs=rngs)

    def __call__(self, x):
        return self.down(self.drop(self.norm(jax.nn.relu(self.up(x)))))


def test_nnx_with_dropout():
    model = Model(nnx.Rngs(0, dropout=jax.random.key(1, impl="rbg")))
    graph, state = nnx.split((model, nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)))

    def step(state, x, y):
        model, optimizer = nnx.merge(graph, state)
        loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
        optimizer.update(model, grads)
        return nnx.split((model, optimizer))[1], loss
    compiled = popt.compile(step, (state, X, Y), mesh={"dp": 2}, in_shardings=(None, P("dp"), P("dp")))
    ours = theirs = state
    for _ in range(3):
        ours, loss = compiled(ours, X, Y)
        theirs, expected = jax.jit(step)(theirs, X, Y)
        np.testing.assert_allclose(loss, expected, rtol=1e-4)
    assert compiled.state == {"state": "result[0]"}
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)


def test_a_key_of_another_kind():
    step = popt.compile(draw, (jax.random.key(0, impl="rbg"), X))
    for wrong, called in ((jax.random.key(0, impl="unsafe_rbg"), r"key<urbg>\[\]"),
                          (jax.random.key(0), r"key<fry>\[\]"),
                          (np.zeros(4, np.uint32), r"uint32\[4\]")):
        with pytest.raises(TypeError, match=f"key is {called}, but was compiled as key<rbg>"):
            step(wrong, X)
    raw = popt.compile(lambda k, x: draw(jax.random.wrap_key_data(k), x)[1],
                       (np.zeros(2, np.uint32), X), names=["k", "x"])
    with pytest.raises(TypeError, match=r"k is key<fry>\[\], but was compiled as uint32\[2\]"):
        raw(jax.random.key(0), X)


def test_keys_in_files(tmp_path):
    keys = {"one": jax.random.key(3), "many": jax.random.split(jax.random.key(4, impl="rbg"), 3)}

    def advance(keys, x):
        new = {"one": jax.random.split(keys["one"])[0], "many": keys["many"][::-1]}
        return new, x + jax.random.normal(keys["one"], x.shape)
    case = popt.export(advance, (keys, X), path=tmp_path / "m.mlir", mesh={"dp": 2},
                       in_shardings=(None, P("dp")), state={"keys": "[0]", "x": None})
    described = json.loads((tmp_path / "m.json").read_text())
    assert [(a.get("key"), a["shape"], a["dtype"]) for a in described["args"]] == [
        ("rbg", [3, 4], "uint32"), ("threefry2x32", [2], "uint32"), (None, [8, 6], "float32")]
    assert case.state == {0: 0, 1: 1}
    got = popt.run(case.module_file, case.inputs_file,
                   dtypes={"arg0": "key<rbg>", "arg1": "key<threefry2x32>"})
    new, drawn = jax.jit(advance)(keys, X)
    same_key(got["arg0"], new["many"])
    same_key(got["arg1"], new["one"])
    np.testing.assert_allclose(got["res2"], drawn, rtol=1e-5, atol=1e-6)
    case.save_batches(tmp_path / "b.npz", [{0: keys}, {0: new}])
    assert popt.load_arrays(tmp_path / "b.npz")["arg0"].shape == (2, 3, 4)


def test_shardings_of_keys():
    if len(jax.devices()) < 2:
        pytest.skip("one device")
    def noise(keys, x):
        return keys, jax.vmap(jax.random.normal, (0, None))(keys, (6,)) + x if False else x
    keys = jax.random.split(jax.random.key(1), 8)
    ins, outs = popt.shardings(noise, (keys, X), mesh={"dp": 2}, in_shardings=(P("dp"), P("dp")))
    assert len(ins[0].spec) <= 1
    jax.jit(noise, in_shardings=ins, out_shardings=outs)(keys, X)


# --- constants ----------------------------------------------------------------------

class Word:
    """An object that only knows itself."""

    def __init__(self, word):
        self.word = word

    def __eq__(self, other):
        return self.word == other.word


def apply(model, x):
    y = model["act"](x @ model["w"])
    return {**model, "w": model["w"] + 1}, y * model["scale"]


def model(act=jnp.tanh):
    return {"act": act, "w": W, "name": "mlp", "tag": Word("a"), "none": None, "scale": 2.0,
            "more": [np.sum, b"bytes", jnp.bfloat16, np.float32, np.dtype("int8"), jax.nn.relu]}


def test_leaves_that_are_no_arrays():
    step = popt.compile(apply, (model(), X), mesh={"dp": 2}, in_shardings=(None, P("dp")))
    ours = model()
    for i in range(3):
        ours, y = step(ours, X)
        np.testing.assert_allclose(y, 2 * np.tanh(X @ (W + i)), rtol=1e-5, atol=1e-6)
    assert ours["act"] is jnp.tanh and ours["name"] == "mlp" and ours["tag"] == Word("a")
    assert ours["more"] == model()["more"] and ours["none"] is None
    assert isinstance(ours["w"], popt.Array)
    assert step.state == {"model": "result[0]"}
    ins, outs = step.shardings
    assert ins[0]["act"] is None and outs[0]["w"] == P(None, None)


def test_a_constant_is_a_part_of_the_program():
    step = popt.compile(apply, (model(), X))
    for other, says in (({"act": jnp.sin}, r"model\['act'\] is <.*sin.*>, but was compiled as <.*tanh"),
                        ({"name": "cnn"}, r"model\['name'\] is 'cnn', but was compiled as 'mlp'"),
                        ({"tag": Word("b")}, r"model\['tag'\] is")):
        with pytest.raises(TypeError, match=says + ".*compile again"):
            step({**model(), **other}, X)
    step({**model(), "tag": Word("a")}, X)  # an equal one will do
    with pytest.raises(TypeError, match=r"called with model\['none'\], which it was not compiled with"):
        step({**model(), "none": 1}, X)
    other = popt.compile(apply, (model(jnp.sin), X))
    np.testing.assert_allclose(other(model(jnp.sin), X)[1], 2 * np.sin(X @ W), rtol=1e-5, atol=1e-6)


def test_arrays_of_objects_are_refused():
    for wrong, of in ((np.array([None, 1]), "object"), (np.array(["a"]), "<U1"),
                      (np.array(["2020-01-01"], "datetime64[D]"), "datetime64")):
        with pytest.raises(TypeError, match=rf"args\['x'\]\[0\] is an array of type {of}"):
            popt.export(lambda args: args["y"], ({"x": [wrong], "y": X},), names=["args"])


def test_constants_and_shardings():
    def f(model, x):
        return apply(model, x)
    spec = {"act": None, "w": P(None, "tp"), "name": None, "tag": None, "none": None, "scale": None,
            "more": [None] * 6}
    for given in (spec, {**spec, "act": P("tp")}, None):
        case = popt.export(f, (model(), X), mesh={"tp": 2}, in_shardings=(given, None),
                           donate_argnums=0)
        assert [a["name"] for a in case.args] == ["model['scale']", "model['w']", "x"]
        assert case.leaf_indices(0) == [0, 1] and case.leaf_indices(1) == [2]
        assert case.state == {0: 0, 1: 1}
    if len(jax.devices()) < 2:
        pytest.skip("one device")
    ins, outs = popt.shardings(f, (model(), X), mesh={"tp": 2}, in_shardings=(spec, None))
    assert ins[0]["w"].spec[1] in ("tp", ("tp",)) and ins[0]["act"] is None and outs[0]["name"] is None


def test_equinox():
    eqx = pytest.importorskip("equinox")

    class Net(eqx.Module):
        layers: eqx.nn.MLP
        drop: eqx.nn.Dropout
        table: eqx.nn.Embedding

        def __call__(self, x, key):
            return self.drop(self.layers(x) + self.table(jnp.int32(1)), key=key)
    keys = jax.random.split(jax.random.key(0), 3)
    net = Net(eqx.nn.MLP(6, 4, 16, 2, activation=jax.nn.gelu, key=keys[0]), eqx.nn.Dropout(.3),
              eqx.nn.Embedding(3, 4, key=keys[1]))
    tx = optax.adam(1e-2)

    def step(net, opt, x, y, key):
        key, now = jax.random.split(key)

        def loss_of(net):
            return jnp.mean((jax.vmap(net)(x, jax.random.split(now, len(x))) - y) ** 2)
        loss, grads = eqx.filter_value_and_grad(loss_of)(net)
        updates, opt = tx.update(grads, opt, net)
        return eqx.apply_updates(net, updates), opt, loss, key
    start = (net, tx.init(eqx.filter(net, eqx.is_array)))
    for fn in (step, eqx.filter_jit(step)):
        compiled = popt.compile(fn, (*start, X, Y, keys[2]), mesh={"dp": 2},
                                in_shardings=(None, None, P("dp"), P("dp"), None))
        ours, key = start, keys[2]
        theirs, other = start, keys[2]
        for _ in range(3):
            *ours, loss, key = compiled(*ours, X, Y, key)
            *theirs, expected, other = eqx.filter_jit(step)(*theirs, X, Y, other)
            np.testing.assert_allclose(loss, expected, rtol=1e-4)
        same_key(key, other)
        assert ours[0].layers.activation is net.layers.activation and ours[0].drop.p == .3
    with pytest.raises(TypeError, match=r"net.drop.inference is True, but was compiled as False"):
        compiled(eqx.nn.inference_mode(start[0]), start[1], X, Y, keys[2])
    quiet = popt.compile(lambda net, x, key: jax.vmap(net, (0, None))(x, key),
                         (eqx.nn.inference_mode(net), X, keys[2]))
    np.testing.assert_allclose(quiet(eqx.nn.inference_mode(net), X, keys[2]),
                               jax.vmap(net.layers)(X) + net.table.weight[1], rtol=1e-4, atol=1e-5)


# --- static arguments ---------------------------------------------------------------

def power(x, n, how="sum"):
    for _ in range(n):
        x = x * x
    return getattr(jnp, how)(x, 0)


@pytest.mark.parametrize("fn, options", [
    (jax.jit(power, static_argnums=(1, 2)), {}),
    (jax.jit(power, static_argnames=("n", "how")), {}),
    (power, {"static_argnums": (1, -1)}),
    (power, {"static_argnames": ["how", "n"]}),
    (jax.jit(power, static_argnums=(1, 2)), {"static_argnames": "how"})])
def test_static_arguments(fn, options):
    for n, how in ((2, "sum"), (1, "max")):
        step = popt.compile(fn, (X, n, how), mesh={"dp": 2}, in_shardings=(P("dp"),), **options)
        np.testing.assert_allclose(step(X, n, how), power(X, n, how), rtol=1e-5)
        with pytest.raises(TypeError, match=f"n is 3, but was compiled as {n}, .*compile again"):
            step(X, 3, how)
        with pytest.raises(TypeError, match="how is 'prod', but was compiled as"):
            step(X, n, "prod")
    case = popt.export(fn, (X, 2, "sum"), state={"x": None}, **options)
    assert [a["name"] for a in case.args] == ["x"] and case.leaf_indices(0) == [0]
    assert popt.export(fn, (X, 2, "sum"), mesh={"a": 2}, in_shardings=(P("a"), None, None),
                       **options).mesh == {"a": 2}


def test_static_arguments_hold_anything():
    def f(config, x):
        return {"config": config["act"], "y": config["act"](x) * len(config["sizes"])}
    config = {"act": jnp.cos, "sizes": [1, 2, 3], "lr": 0.1}
    step = popt.compile(f, (config, X), static_argnums=0)
    result = step(dict(config), X)
    np.testing.assert_allclose(result["y"], 3 * np.cos(X), rtol=1e-5, atol=1e-6)
    assert result["config"] is jnp.cos
    with pytest.raises(TypeError, match=r"config is \{.*\}, but was compiled as"):
        step({**config, "lr": 0.2}, X)
    bound = popt.compile(functools.partial(jax.jit(power, static_argnames=("n", "how")), n=2), (X,))
    np.testing.assert_allclose(bound(X), power(X, 2), rtol=1e-5)
    with pytest.raises(ValueError, match="static_argnums: there is no argument 2 of 2"):
        popt.export(f, (config, X), static_argnums=2)
    with pytest.raises(ValueError, match="static_argnames: 'conf' is none of the arguments config, x"):
        popt.export(f, (config, X), static_argnames="conf")


# --- uneven results -----------------------------------------------------------------

def halves(x):
    return {"head": x[:5] * 2, "sum": x.sum(), "all": x, "table": jnp.outer(x[:5, 0], x[:3, 1])}


@pytest.mark.parametrize("mesh, out, head", [
    ({"dp": 2}, {"head": P("dp"), "sum": None, "all": P("dp"), "table": P(None, "dp")}, P("dp", None)),
    ({"dp": 3}, {"head": P("dp"), "sum": P(), "all": None, "table": P("dp")}, P("dp", None)),
    ({"a": 2, "b": 2}, {"head": P(("a", "b")), "sum": P(), "all": P("b"), "table": P("a", "b")},
     P(("a", "b"), None)),
    ({"dp": 4}, {"head": P(None, "dp"), "sum": None, "all": P("dp"), "table": P()}, P(None, "dp"))])
def test_uneven_results(mesh, out, head):
    x = X[:7]
    step = popt.compile(halves, (x,), mesh=mesh, out_shardings=out)
    got, expected = step(x), halves(x)
    for name in expected:
        np.testing.assert_allclose(got[name], expected[name], rtol=1e-6)
    assert step.shardings[1]["head"] == head
    case = popt.export(halves, (x,), mesh=mesh, out_shardings=out)
    assert case.text.count("sdy.mesh @") == 1


def test_uneven_results_of_one_and_of_state():
    half = popt.compile(lambda x: x[:5], (X[:7],), mesh={"dp": 2}, out_shardings=P("dp"))
    np.testing.assert_array_equal(half(X[:7]), X[:5])

    def move(params, x):
        return params - x, (params * x).sum()
    step = popt.compile(move, (X[:7], X[:7]), mesh={"dp": 3}, in_shardings=(P("dp"), None),
                        out_shardings=(P("dp"), None), donate_argnums=0)
    params, total = step(X[:7], X[:7] * 2)
    np.testing.assert_array_equal(params, -X[:7])
    assert step.state == {"params": "result[0]"}
    with pytest.raises(ValueError, match="tp"):
        popt.export(lambda x: x[:5], (X,), mesh={"dp": 2}, out_shardings=P("tp"))


# --- platforms ----------------------------------------------------------------------

# What popt knows as it is for CPUs stays so; what JAX has for one platform is taken.
def test_platforms():
    def f(x, key):
        return jnp.linalg.cholesky(x.T @ x + jnp.eye(6)), jax.random.normal(key, (8,))
    for platform in ("cuda", "tpu", "rocm"):
        step = popt.compile(f, (X, jax.random.key(0)), platform=platform)
        for ours, theirs in zip(step(X, jax.random.key(0)), f(X, jax.random.key(0))):
            np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError, match="platform 'gpu' is none of .*cuda"):
        popt.export(f, (X, jax.random.key(0)), platform="gpu")

    def by_platform(x):
        return jax.lax.platform_dependent(x, cpu=lambda x: x + 1, cuda=lambda x: x + 2,
                                          default=lambda x: x + 3)
    for platform, more in (("cpu", 1), ("cuda", 2), ("tpu", 3)):
        np.testing.assert_array_equal(popt.compile(by_platform, (X,), platform=platform)(X), X + more)


def test_operations_of_one_platform():
    primitive = jax.extend.core.Primitive("only_cuda")
    primitive.def_abstract_eval(lambda x: x)
    from jax.interpreters import mlir
    mlir.register_lowering(primitive, mlir.lower_fun(lambda x: x * 3, multiple_results=False),
                           platform="cuda")
    with pytest.raises(NotImplementedError, match="only_cuda"):
        popt.export(primitive.bind, (X,), names=["x"])
    step = popt.compile(lambda x: primitive.bind(x), (X,), mesh={"dp": 2}, in_shardings=P("dp"),
                        platform="cuda")
    np.testing.assert_array_equal(step(X), X * 3)

    # Products of fp8 with scales, which JAX has for NVIDIA's GPUs alone.
    def scaled(a, b, a_scales, b_scales):
        return jax.nn.scaled_matmul(a, b, a_scales, b_scales)
    args = [jax.ShapeDtypeStruct((1, 128, size), dtype) for size, dtype in
            ((256, jnp.float8_e4m3fn), (256, jnp.float8_e4m3fn), (8, jnp.float8_e8m0fnu),
             (8, jnp.float8_e8m0fnu))]
    with pytest.raises(NotImplementedError, match="scaled_matmul"):
        popt.export(scaled, args)
    assert "block_scaled_dot" in popt.export(scaled, args, platform="cuda").text
