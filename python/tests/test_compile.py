"""popt.compile: a JAX function as a program in this process."""
import collections
import dataclasses
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
import weakref

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import popt
import pytest
from jax.sharding import PartitionSpec as P
from small_model import X, loss_of, weights

pytestmark = pytest.mark.usefixtures("native")



def train(params, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


MESHES = {"single": {}, "dp2": {"mesh": {"dp": 2}, "in_shardings": (P(), P("dp"))},
          "fsdp4": {"mesh": "dp=4", "in_shardings": ({"b": P("dp"), "w": P(None, "dp")}, P("dp"))},
          "dp2_tp2": {"mesh": {"dp": 2, "tp": 2},
                      "in_shardings": ({"b": P("tp"), "w": P(None, "tp")}, P("dp"))}}


@pytest.mark.parametrize("mesh", MESHES)
def test_training_is_jax_training(mesh):
    step = popt.compile(train, (weights(), X), **MESHES[mesh])
    reference = jax.jit(train)
    ours = theirs = weights()
    for _ in range(20):
        ours, loss = step(ours, X)
        theirs, expected = reference(theirs, X)
        np.testing.assert_allclose(loss, expected, rtol=1e-5)
    for key in ours:
        assert isinstance(ours[key], popt.Array)
        np.testing.assert_allclose(ours[key], theirs[key], rtol=1e-5, atol=1e-6)
    assert step.state == {"params": "result[0]"}


# --- what a compiled function says of itself -------------------------------------

def test_facts(tmp_path):
    step = popt.compile(train, (weights(), X), **MESHES["dp2_tp2"])
    (params, x), (new, loss) = step.shardings
    assert params == new == {"b": P("tp"), "w": P(None, "tp")}
    assert x == P("dp", None) and loss == P()
    assert len(step.memory) == 4 and min(step.memory) > 0
    assert step.cost["step_seconds"] > 0 and step.cost["machine"] == "builtin"
    assert 0 < step.cost["peak_bytes"]["0"] <= max(step.memory)
    assert "4 ranks" in step.report()
    assert step.blocks("params['w']") == [(slice(0, 6), slice(2 * (rank % 2), 2 * (rank % 2) + 2))
                                          for rank in range(4)]
    with pytest.raises(KeyError, match=r"w: there are params\['b'\], params\['w'\], x"):
        step.blocks("w")
    step.report(path=tmp_path / "step.html")
    page = (tmp_path / "step.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "Who holds what" in page
    assert "tensor<4x6xf32>" in step.text() and "step.table" in step.text("step")
    assert repr(step) == "<popt.Compiled train, 4 ranks>"
    with pytest.raises(popt.CompileError, match='"partitoned" is none of imported, .* did you mean'):
        step.text("partitoned")


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class TrainState:
    params: dict
    step: jax.Array


def test_state_by_trees():
    def advance(state, x):
        params, loss = train(state.params, x)
        return TrainState(params, state.step + 1), {"loss": loss}
    step = popt.compile(advance, (TrainState(weights(), jnp.int32(0)), X))
    assert step.state == {"state": "result[0]"}
    state = TrainState(weights(), jnp.int32(0))
    for _ in range(3):
        state, metrics = step(state, X)
    assert int(state.step) == 3 and isinstance(metrics["loss"], np.ndarray)

    # What names leave open, or say otherwise, is said by the user.
    def swap(a, b):
        return {"one": a + 1, "two": b * 2}
    zero = jnp.zeros(3)
    step = popt.compile(swap, (zero, zero), state={"a": "['two']", "b": None})
    assert step.state == {"a": "result['two']"}


# --- values in and out ------------------------------------------------------------

DTYPES = ["bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "bfloat16",
          "float32", "complex64", "float8_e4m3fn", "float8_e5m2", "float8_e4m3",
          "float8_e3m4", "float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz",
          "float8_e8m0fnu", "float4_e2m1fn", "int2", "int4", "uint2", "uint4"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_types_there_and_back(dtype):
    numbers = [[1, 1, 2], [4, 1, 2]] if dtype == "float8_e8m0fnu" else [[0, 1, 2], [3, 1, 0]]
    values = jnp.asarray(numbers).astype(dtype)
    same = popt.compile(lambda x: (x, x.T), (values,), mesh={"dp": 2}, in_shardings=(P("dp"),),
                        names=["x"], state={"x": None})
    for given in (values, np.asarray(values), np.asfortranarray(values)):
        got, transposed = same(given)
        assert got.dtype == values.dtype and transposed.dtype == values.dtype
        assert np.array_equal(got, values) and np.array_equal(transposed, np.asarray(values).T)


def test_weights_of_four_bits():
    """As users store and multiply them: i4 weights with a scale per column."""
    rng = np.random.default_rng(5)
    weights_ = rng.integers(-8, 8, (16, 8)).astype(ml_dtypes.int4)
    scale, x = rng.random(8, np.float32), rng.random((4, 16), np.float32)

    def product(w, scale, x):
        return x @ (w.astype(jnp.float32) * scale)
    step = popt.compile(product, (weights_, scale, x), mesh={"x": 2},
                        in_shardings=(P("x"), P(), P(None, "x")))
    np.testing.assert_allclose(step(weights_, scale, x),
                               x @ (weights_.astype(np.float32) * scale), rtol=1e-5)


def test_arguments_that_jax_would_convert():
    add = popt.compile(lambda x, y: x + y, (X, 1.0))
    np.testing.assert_array_equal(add(X.astype(np.float64), 2), X + 2)
    np.testing.assert_array_equal(add(X.tolist() and X[::-1], np.float64(2)), X[::-1] + 2)
    np.testing.assert_array_equal(add(jnp.asarray(X), jnp.float32(2)), X + 2)


def test_wrong_arguments():
    step = popt.compile(train, (weights(), X))
    with pytest.raises(TypeError, match="train is called with 1 arguments, but was compiled for 2"):
        step(weights())
    for params, x, words in (
            ({"w": 0.}, X, "without params['b'], which it was compiled with"),
            ({**weights(), "c": 0.}, X, "with params['c'], which it was not compiled with"),
            ({"w": 0., "c": 0.}, X, "without params['b'], which it was compiled with and with "
                                    "params['c'], which it was not compiled with"),
            (weights(), (X,), "without x, which it was compiled with and with x[0], which"),
            (dict.fromkeys("abcdef", 0.), X, "with params['a'], params['c'], params['d'] and 2 more")):
        with pytest.raises(TypeError, match="train is called .*" + re.escape(words)):
            step(params, x)
    summed = popt.compile(lambda xs: sum(xs), ((X, X),), names=["xs"])
    with pytest.raises(TypeError, match=r"with xs\[0\] in a list, but was compiled with it in a tuple"):
        summed([X, X])
    typed = popt.compile(lambda m: {"x": m["x"]}, (collections.OrderedDict(x=X),), names=["m"])
    with pytest.raises(TypeError, match=r"with m\['x'\] in a dict, but was .* in a OrderedDict"):
        typed({"x": X})
    with pytest.raises(TypeError, match=r"x is float32\[4, 6\], but was compiled as float32\[8, 6\]"):
        step(weights(), X[:4])
    with pytest.raises(TypeError, match=r"params\['w'\] is int32\[6, 4\], but was compiled as"):
        step({**weights(), "w": np.ones((6, 4), np.int32)}, X)
    step(weights(), X)  # none the worse for it


def test_numpy_arrays_may_change():
    scale = popt.compile(lambda w, x: x * w, (np.ones(2, np.float32), X[:, :2]))
    w = np.ones(2, np.float32)
    np.testing.assert_array_equal(scale(w, X[:, :2]), X[:, :2])
    w[:] = 3
    np.testing.assert_array_equal(scale(w, X[:, :2]), X[:, :2] * 3)


def test_no_results_and_no_arguments():
    assert popt.compile(lambda: jnp.arange(3.0))().tolist() == [0, 1, 2]
    assert popt.compile(lambda x: (), (X,))(X) == ()
    assert popt.compile(lambda x: jnp.zeros((0, 3)) + x, (np.zeros((0, 3), np.float32),))(
        np.zeros((0, 3), np.float32)).shape == (0, 3)


# --- state ------------------------------------------------------------------------

def test_state_is_an_array():
    step = popt.compile(train, (weights(), X), **MESHES["dp2"])
    params, _ = step(weights(), X)
    w = params["w"]
    assert (w.shape, w.dtype, w.ndim, w.size) == ((6, 4), np.float32, 2, 24)
    host = np.asarray(w)
    assert np.asarray(w) is host and not host.flags.writeable
    np.testing.assert_array_equal(w + 1, host + 1)
    np.testing.assert_array_equal(jnp.asarray(w), host)
    np.testing.assert_array_equal(np.from_dlpack(w), host)
    assert w.mean() == host.mean() and len(w) == 6 and float(w[0, 0]) == host[0, 0]
    assert w.block_until_ready() is w
    assert f"{popt.compile(lambda n: n + 1, (1.5,))(1.5):.2f}" == "2.50"


def test_updated_state_is_gone_unless_one_looked():
    step = popt.compile(train, (weights(), X))
    first, _ = step(weights(), X)
    kept = np.array(first["b"])
    second, _ = step(first, X)
    assert first["w"].is_deleted() and not second["w"].is_deleted()
    with pytest.raises(RuntimeError, match=r"result\[0\]\['w'\] was updated in place by a later call"):
        np.asarray(first["w"])
    assert "updated by a later call" in repr(first["w"])
    np.testing.assert_array_equal(first["b"], kept)
    with pytest.raises(RuntimeError, match="updated in place"):
        step(first, X)
    # From values of one's own the training begins anew.
    again, _ = step(weights(), X)
    np.testing.assert_array_equal(again["b"], kept)


def test_functions_share_state():
    step = popt.compile(train, (weights(), X), **MESHES["dp2_tp2"])
    loss = popt.compile(loss_of, (step(weights(), X)[0], X), **MESHES["dp2"])
    params = theirs = weights()
    for _ in range(3):
        params, before = step(params, X)
        theirs, expected = jax.jit(train)(theirs, X)
        np.testing.assert_allclose(before, expected, rtol=1e-5)
        for _ in range(2):
            np.testing.assert_allclose(loss(params, X), jax.jit(loss_of)(theirs, X), rtol=1e-5)


def test_memory_is_given_back():
    gc.collect()  # what other tests left
    step = popt.compile(train, (weights(), X), **MESHES["dp2"])
    params, _ = step(weights(), X)
    program = weakref.ref(step)
    threads = len(os.listdir("/proc/self/task"))
    del step
    assert program() is None
    np.testing.assert_equal(params["w"].shape, (6, 4))  # its state lives on
    params["w"].mean()
    del params
    gc.collect()
    assert len(os.listdir("/proc/self/task")) == threads - 2


def test_threads_take_turns():
    count = popt.compile(lambda n: n + 1, (0,))
    count(0)
    lock, value = threading.Lock(), [np.int32(0)]

    def work():
        for _ in range(100):
            with lock:
                value[0] = count(value[0])
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert int(value[0]) == 400


# --- plans, pipelines, options ------------------------------------------------------

def test_plan_and_pipeline():
    def layers(params, x):
        for name in ("first", "second"):
            x = jnp.tanh(x @ params[name])
        return jnp.mean(x ** 2)

    def advance(params, x):
        loss, grads = jax.value_and_grad(layers)(params, x)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss
    params = {"first": jnp.full((6, 6), 0.1), "second": jnp.full((6, 6), 0.2)}
    plan = {"popt_plan": 1, "shardings": [{"match": "params['first']", "at": {"pp": [0]}},
                                          {"match": "params['second']", "at": {"pp": [1]}}]}
    step = popt.compile(advance, (params, X), mesh={"stage:pp": 2, "time:mb": 4}, plan=plan,
                        batch={"x": 0}, schedule="1f1b", memory_budget=1e9)
    assert len(step.memory) == 2
    ours = theirs = params
    for _ in range(5):
        ours, loss = step(ours, X)
        theirs, expected = jax.jit(advance)(theirs, X)
        np.testing.assert_allclose(loss, expected, rtol=1e-5)
    np.testing.assert_allclose(ours["first"], theirs["first"], rtol=1e-5)
    assert "pipeline 1f1b" in step.report()
    assert "dist.mesh" in step.text("annotated")  # the plan is still there


def test_warnings_and_errors():
    with pytest.raises(popt.CompileError,
                       match='memory-budget = "lots": expected a number of bytes') as error:
        popt.compile(train, (weights(), X), memory_budget="lots")
    assert len(error.value.messages) == 1
    with pytest.raises(popt.CompileError, match='there is no option "messh", did you mean "mesh"'):
        popt.compile(train, (weights(), X), options={"messh": "dp=2"})
    with pytest.raises(ValueError, match='"dp" is no axis with a size'):
        popt.compile(train, (weights(), X), mesh="dp")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        popt.compile(train, (weights(), X), mesh={"dp": 2})
    assert any(issubclass(w.category, popt.CompileWarning) and w.filename == __file__
               for w in caught)


def test_errors_show_the_users_line():
    def call(x):
        return jax.pure_callback(lambda x: x, x, x) + 1  # this line
    with pytest.raises(popt.CompileError, match=r"test_compile.py:\d+(.|\n)*this line"):
        popt.compile(call, (X,), source_root="/nowhere")


def test_lines_are_the_users(tmp_path):
    """Not those of the libraries that he calls, in which most of it happens."""
    import flax.linen as nn
    import optax

    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            return nn.Dense(4)(nn.relu(nn.Dense(16)(x)))
    net, tx = Net(), optax.adamw(1e-2)

    def fit(params, opt, x):
        grads = jax.grad(lambda p: jnp.mean(net.apply(p, x) ** 2))(params)
        updates, opt = tx.update(grads, opt, params)
        return optax.apply_updates(params, updates), opt
    params = net.init(jax.random.key(0), X)
    step = popt.compile(fit, (params, tx.init(params), X), mesh={"dp": 2},
                        in_shardings=(None, None, P("dp")))
    step.report(path=tmp_path / "page.html")
    for text in (step.report(), step.text("step")):
        assert re.search(r"test_compile.py\W+\d+", text)
        assert not re.search(r"(linear|stochastic|transform|numerics|update|utils)\.py", text)
    assert "linear.py" in step.exported.text


# --- Ctrl-C -------------------------------------------------------------------------

LOOP = """
import signal, sys, threading, os, time
sys.path.insert(0, sys.argv[1])
import jax, jax.numpy as jnp, numpy as np, popt
def spin(n, x):
    return n + 1, jax.lax.fori_loop(0, 400, lambda i, x: jnp.tanh(x @ x), x)
step = popt.compile(spin, (np.int32(0), np.zeros((256, 256), np.float32)))
n, x = np.int32(0), np.zeros((256, 256), np.float32)
n, _ = step(n, x)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    while True:
        n, _ = step(n, x)
except KeyboardInterrupt:
    n, _ = step.last
    print("stopped after", int(n), "then", int(step(n, x)[0]))
"""


def test_ctrl_c_ends_after_the_step():
    folder = os.path.join(os.path.dirname(__file__), "..")
    done = subprocess.run([sys.executable, "-c", LOOP, folder], capture_output=True, text=True,
                          timeout=120)
    words = done.stdout.split()
    assert words[:2] == ["stopped", "after"], done.stderr
    assert int(words[4]) == int(words[2]) + 1 > 2


def test_module_files(tmp_path):
    text = popt.export(lambda x: 2 * x, (np.ones(4, np.float32),)).text
    (tmp_path / "double.mlir").write_text(text)
    made = popt.compile(tmp_path / "double.mlir", tmp_path / "double", mesh={"dp": 2}, opt_level=1)
    assert os.access(made, os.X_OK)
    for keywords in ({"schedule": "1f1b"}, {"timeout": 5}, {"in_shardings": (P("dp"),)}):
        with pytest.raises(TypeError, match=f"no {next(iter(keywords))} with a module file; "
                                            "compile_file"):
            popt.compile(tmp_path / "double.mlir", tmp_path / "double", **keywords)


def test_shardings_that_do_not_divide():
    x = jnp.arange(35.0).reshape(7, 5)
    double = popt.compile(lambda x: 2 * x, (x,), mesh={"dp": 3}, in_shardings=(P("dp"),), names=["x"])
    np.testing.assert_array_equal(double(x), 2 * x)
    assert [block[0] for block in double.blocks("x")] == [slice(0, 3), slice(3, 6), slice(6, 7)]
