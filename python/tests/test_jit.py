"""popt.jit: functions that are compiled for each shape that they are called with."""
import functools
import gc
import re
import weakref

import numpy as np
import pytest

import jax
import jax.numpy as jnp
import optax
import popt
from popt import checkpoints
from jax.sharding import PartitionSpec as P
from small_model import X, loss_of, weights
from test_processes import run

pytestmark = pytest.mark.usefixtures("native")

MESH = {"dp": 2}
TX = optax.adam(0.05)


def train(params, opt, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    updates, opt = TX.update(grads, opt, params)
    return optax.apply_updates(params, updates), opt, loss


BEGIN = (weights(), TX.init(weights()))


def batches(*sizes):
    rng = np.random.default_rng(3)
    return [rng.standard_normal((size, 6)).astype(np.float32) for size in sizes]


def close(ours, theirs):
    assert jax.tree.structure(ours) == jax.tree.structure(theirs)
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-6)


# Equal to jax.jit over batches of three sizes, in an order that goes back and forth.
def test_batches_of_several_sizes():
    step = popt.jit(train, mesh=MESH, in_shardings=(None, None, P("dp")))
    reference = jax.jit(train)
    ours = theirs = (weights(), TX.init(weights()))
    for x in batches(8, 8, 3, 8, 5, 3, 8, 8):
        *ours, loss = step(*ours, x)
        *theirs, expected = reference(*theirs, x)
        np.testing.assert_allclose(loss, expected, rtol=1e-4)
    close(jax.tree.map(np.asarray, ours), jax.tree.map(np.asarray, list(theirs)))
    assert len(step.programs) == 3
    assert repr(step) == "<popt.Jitted train, 3 programs>"
    assert isinstance(step.programs[1], popt.Compiled)


# State stays with the ranks when the shape changes: nothing is read, and later programs
# take no memory for it.
def test_state_is_one(monkeypatch):
    wide = {"w": jnp.ones((6, 4096)), "b": jnp.zeros(4096)}

    def advance(params, x):
        return jax.tree.map(lambda p: p + jnp.sum(x), params), jnp.sum(x)
    step = popt.jit(advance, mesh=MESH, in_shardings=({"w": P(None, "dp"), "b": P("dp")}, P("dp")))
    params, _ = step(wide, X)
    monkeypatch.setattr(popt.Array, "__array__", lambda *_: pytest.fail("state was read"))
    old = params
    for x in batches(3, 8, 5):
        params, _ = step(params, x)
    monkeypatch.undo()
    first, *others = (max(program.memory) for program in step.programs)
    state = 7 * 4096 * 4 // 2
    assert first >= state and all(memory < state for memory in others)
    total = X.sum() + sum(x.sum() for x in batches(3, 8, 5))
    np.testing.assert_allclose(params["b"], np.full(4096, total), rtol=1e-4)
    # As of a donated array of JAX.
    assert old["w"].is_deleted() and not params["w"].is_deleted()
    with pytest.raises(RuntimeError, match=r"\['w'\] was updated in place by a later call"):
        np.asarray(old["w"])
    # A copy goes back, whatever the shape.
    params, _ = step(wide, batches(3)[0])
    np.testing.assert_allclose(params["b"], np.full(4096, batches(3)[0].sum()), rtol=1e-4)


# Where a program has another layout for its state, values are copied, and right.
def test_state_in_other_layouts():
    def advance(axis, w, x):
        return {"w": jax.lax.with_sharding_constraint(w, P(axis)) + jnp.sum(x)}
    step = popt.jit(advance, mesh=MESH, static_argnums=0, in_shardings=(None, P("dp")))
    w = np.zeros(4, np.float32)
    for axis, size in (("dp", 2), (None, 4), ("dp", 2), ("dp", 4), (None, 2)):
        w = step(axis, w, np.ones(size, np.float32))["w"]
    np.testing.assert_array_equal(w, np.full(4, 14))
    assert [program.state for program in step.programs] == [{"w": "result['w']"}] * 4
    assert [program.shardings[0][1] for program in step.programs] == [P("dp"), P(None)] * 2
    # The batch first: state is found all the same.
    turned = popt.jit(lambda x, w: {"w": w + jnp.sum(x)}, mesh=MESH, in_shardings=(P("dp"), None))
    w = np.zeros(4096, np.float32)
    for size in (2, 4, 2):
        w = turned(np.ones(size, np.float32), w)["w"]
    np.testing.assert_array_equal(w, np.full(4096, 8))
    first, second = (program.memory[0] for program in turned.programs)
    assert second < 4096 * 4 <= first


def test_types_structures_and_numbers():
    step = popt.jit(lambda x: jax.tree.map(lambda v: v * 2, x), mesh=MESH)
    reference = jax.jit(lambda x: jax.tree.map(lambda v: v * 2, x))
    for x in (X, X.astype(np.int32), {"a": X}, {"a": X, "b": X[:3]}, [X], 3, 3.5, True,
              np.float32(2), jnp.bfloat16(2), X.astype(np.float64), jnp.asarray(X)):
        close(jax.tree.map(np.asarray, step(x)), jax.tree.map(np.asarray, reference(x)))
    # float64 is float32 without x64; jax.Array and numpy are one.
    assert len(step.programs) == 10


def test_random_keys():
    step = popt.jit(lambda key, x: (jax.random.split(key, x.shape[0]), x * 2))
    for size in (2, 3):
        keys, _ = step(jax.random.key(1), np.ones(size, np.float32))
        np.testing.assert_array_equal(jax.random.key_data(keys),
                                      jax.random.key_data(jax.random.split(jax.random.key(1), size)))
    assert len(step.programs) == 2


# Whatever jax.jit accepts by name, popt.jit does.
def test_keywords():
    def scaled(x, w=None, *more, scale=1., how="sum", **rest):
        y = x if w is None else x @ w
        for part in (*more, *rest.values()):
            y = y + part
        return (jnp.sum if how == "sum" else jnp.max)(y * scale), y

    options = {"static_argnames": "how"}
    ours, theirs = popt.jit(scaled, mesh=MESH, **options), jax.jit(scaled, **options)
    w = np.ones((6, 4), np.float32)
    for args, kwargs in (((X,), {}), ((X, w), {}), ((X,), {"w": w}), ((), {"x": X, "scale": 2.}),
                         ((X,), {"how": "max"}), ((X,), {"how": "sum"}), ((X, w), {"how": "max"}),
                         ((X, w, X @ w), {"scale": 3.}), ((X,), {"other": X, "scale": 2.}),
                         ((X, w, X @ w, 1.), {"other": X @ w})):
        close(jax.tree.map(np.asarray, ours(*args, **kwargs)),
              jax.tree.map(np.asarray, theirs(*args, **kwargs)))
    names = [argument["name"] for argument in ours.compiled(X, w=w, scale=2.).exported.args]
    assert names == ["x", "w", "scale"]
    with pytest.raises(TypeError, match="scaled: missing a required argument: 'x'"):
        ours(w=w)
    # Shardings and state are of parameters, however they are given.
    step = popt.jit(train, mesh=MESH, in_shardings=(None, None, P("dp")), donate_argnums=(0, 1),
                    state={0: "[0]"})
    params, opt = weights(), TX.init(weights())
    results = step(x=X, params=params, opt=opt)
    close(jax.tree.map(np.asarray, results), jax.tree.map(np.asarray, jax.jit(train)(params, opt, X)))
    assert step.programs[0].state == {"params": "result[0]", "opt": "result[1]"}
    assert step.programs[0].shardings[0][2] == P("dp", None)
    # Not in the order of the call, and the same as without names.
    step(*results[:2], x=X)
    assert len(step.programs) == 1


# Each argument reaches its parameter, whatever it is called.
def test_keywords_that_are_called_alike():
    def first(w0, *w, lr):
        return w0, w, lr

    def second(x, w=None, *more, **rest):
        return x, w, more, rest

    def third(x, /, **rest):
        return x, rest
    for fn, args, kwargs in ((first, (1., 2., 4.), {"lr": 3.}), (first, (1.,), {"lr": 3.}),
                             (second, (1.,), {"more3": 5.}), (second, (1., 2., 3.), {"more0": 5.}),
                             (third, (1.,), {"x": 2., "x_": 3.})):
        ours = popt.jit(fn)
        close(jax.tree.map(np.asarray, ours(*args, **kwargs)),
              jax.tree.map(np.float32, fn(*args, **kwargs)))
    names = [argument["name"] for argument in ours.programs[0].exported.args]
    assert names == ["x", "x_", "x__"]


# What options say by position is of the parameter that has it.
def test_options_of_keywords():
    def advance(x, w, *, how):
        return {"w": getattr(jnp, how)(x) + w}
    step = popt.jit(jax.jit(advance, static_argnames="how"), mesh=MESH, in_shardings=(P("dp"), None),
                    state={1: "['w']"})
    w = np.ones(4, np.float32)
    for how in ("sum", "max", "sum"):
        np.testing.assert_allclose(step(w=w, x=X, how=how)["w"], getattr(np, how)(X) + w, rtol=1e-5)
    assert len(step.programs) == 2
    assert step.programs[0].state == {"w": "result['w']"}
    for option in ({"donate_argnums": 3}, {"state": {3: None}}):
        with pytest.raises(ValueError, match=f"{next(iter(option))}: there is no argument 3 of 2"):
            popt.jit(advance, **option)


# As JAX has it: beside bf16 a number is a bf16, in this call and in later ones.
def test_weak_types():
    def advance(params, rate):
        return {"params": params * rate, "rate": rate * 0.5}
    step, reference = popt.jit(advance, mesh=MESH), jax.jit(advance)
    for rate in (0.5, jnp.asarray(0.5), np.float32(0.5)):
        ours = theirs = {"params": jnp.ones((4, 4), jnp.bfloat16), "rate": rate}
        for _ in range(2):
            ours, theirs = step(**ours), reference(**theirs)
            close(jax.tree.map(np.asarray, ours), jax.tree.map(np.asarray, theirs))
            assert ours["rate"].weak_type == theirs["rate"].weak_type
    # Of weak types, of bf16 and f32, and of f32 alone.
    assert len(step.programs) == 3
    half = popt.compile(advance, (np.ones(2, jnp.bfloat16), 2.0))(np.ones(2, jnp.bfloat16), 3.0)
    assert half["params"].dtype == jnp.bfloat16 and float(half["params"][0]) == 3


def test_wide_types_and_arrays_of_others():
    step = popt.jit(lambda x: x * 2)
    with jax.enable_x64(True):
        assert step(np.ones(2)).dtype == np.float64
    assert step(np.ones(2)).dtype == np.float32

    class Ones:
        def __init__(self, size):
            self._size = size

        def __array__(self, dtype=None, copy=None):
            return np.ones(self._size, np.float32)
    for size in (3, 4, 3):
        np.testing.assert_array_equal(step(Ones(size)), np.full(size, 2))
    assert len(step.programs) == 4


def test_methods():
    class Model:
        @popt.jit(static_argnums=0)
        def scaled(self, x):
            return x * 3
    np.testing.assert_array_equal(Model().scaled(X), X * 3)
    assert isinstance(Model.scaled, popt.Jitted)


def test_static_arguments():
    def power(x, n, how="sum"):
        return getattr(jnp, how)(x ** n)
    step = popt.jit(power, mesh=MESH, static_argnums=1, static_argnames=("how",))
    for n, how in ((2, "sum"), (3, "sum"), (2, "max"), (2, "sum"), (3, "sum")):
        np.testing.assert_allclose(step(X, n, how), power(X, n, how), rtol=1e-5)
    assert len(step.programs) == 3
    np.testing.assert_allclose(step(X, 2), power(X, 2), rtol=1e-5)
    # Those of a jitted function need no word.
    step = popt.jit(jax.jit(power, static_argnums=(1, 2)), mesh=MESH)
    for n in (2, 3, 2):
        np.testing.assert_allclose(step(X, n, "sum"), power(X, n, "sum"), rtol=1e-5)
    assert len(step.programs) == 2
    # What may change is no part of a program.
    step = popt.jit(lambda x, sizes: x * sizes["a"], static_argnames="sizes")
    with pytest.raises(TypeError, match="sizes is static and a dict, which has no hash, as it may "
                       "change: give what does not, such as a tuple"):
        step(X, {"a": 2})
    with pytest.raises(ValueError, match="static_argnames: 'm' is none of the arguments x, n, how"):
        popt.jit(power, static_argnames="m")


# Functions and strings among the leaves, as in a model.
def test_constants():
    step = popt.jit(lambda model, x: model["act"](x), mesh=MESH)
    for act in (jnp.tanh, jnp.sin, jnp.tanh):
        np.testing.assert_allclose(step({"act": act}, X), act(X), rtol=1e-5, atol=1e-6)
    assert len(step.programs) == 2


def test_a_decorator():
    @popt.jit(mesh=MESH, in_shardings=P("dp"))
    def double(x):
        """Twice x."""
        return 2 * x
    np.testing.assert_array_equal(double(X), 2 * X)
    assert (double.__name__, double.__doc__) == ("double", "Twice x.")
    assert double.programs[0].shardings[0][0] == P("dp", None)
    np.testing.assert_array_equal(popt.jit(fn=functools.partial(jnp.add, 1.))(X), X + 1)


def test_wrong_use():
    with pytest.raises(TypeError, match="jit\\(\\) has no option 'mush'; it has those of popt.compile"):
        popt.jit(train, mush={"dp": 2})
    with pytest.raises(TypeError, match="jit\\(\\) takes a function, and 'step.mlir' is none"):
        popt.jit("step.mlir")
    step = popt.jit(train, mesh=MESH)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        step(weights(), TX.init(weights()))
    # A shape that does not fit the function is JAX's to refuse, and costs nothing.
    with pytest.raises(TypeError, match="dot_general"):
        step(weights(), TX.init(weights()), np.ones((8, 5), np.float32))
    assert step.programs == []
    # popt.compile is for one shape, and says where others go.
    compiled = popt.compile(train, (weights(), TX.init(weights()), X), mesh=MESH)
    with pytest.raises(TypeError, match=r"x is float32\[3, 6\], but was compiled as float32\[8, 6\]; "
                       "popt.jit compiles for each shape and type"):
        compiled(weights(), TX.init(weights()), X[:3])


# What is not used any more is let go of, with its state.
def test_programs_end_with_their_function():
    step = popt.jit(train, mesh=MESH)
    state = (weights(), TX.init(weights()))
    for x in batches(8, 3):
        *state, _ = step(*state, x)
    programs = [weakref.ref(program) for program in step.programs]
    del step, state
    gc.collect()
    assert not any(program() for program in programs)


def test_in_several_processes(tmp_path):
    status, said, errors = run(2, "jitted", str(tmp_path / "two"))
    assert status == 0, errors
    status, alone, errors = run(1, "jitted", str(tmp_path / "one"))
    assert status == 0, errors
    assert said == alone * 2
    assert alone[0]["programs"] == 3 and alone[0]["steps"] == 4
    assert alone[0]["restored"]


def test_processes_that_meet_other_shapes():
    _, said, errors = run(2, "jitted_apart")
    said = [one["said"] for one in said]
    assert len(said) == 4, (said, errors)
    different = [text for text in said if "other arguments" in text]
    assert different == ["rank 1 compiles train with other arguments than rank 0: x float32[8, 6], and x "
                         "float32[4, 6] there; where each process has its own part of a batch, "
                         "popt.local(...) says so"] * 2
    for text in said:
        assert text in different or re.search(
            r"rank 0 is in call 4 of train, rank 1 is in the compilation of train: all processes make the "
            r"same calls", text), text


# Loops go on from one state, whatever the batch is; checkpoints are those of binaries.
def test_runs(tmp_path):
    step = popt.jit(train, mesh=MESH, in_shardings=(None, None, P("dp")))
    with pytest.raises(popt.PoptError, match=r"train has no program yet: call it, or its compiled\(…\), "
                       "with the arguments of a step"):
        step.run(batches(8), state=BEGIN)
    assert step.steps == 0 and step.last is None
    compiled = step.compiled(*BEGIN, jax.ShapeDtypeStruct((8, 6), np.float32))
    given = batches(8, 8, 3, 8, 3)
    seen = []
    ended = step.run(given, state=BEGIN, metrics=("loss",), log=seen.append, save=tmp_path / "ck",
                     save_every=2)
    assert step.programs[0] is compiled and step.newest is step.programs[1]
    assert len(step.programs) == 2
    state, losses = BEGIN, []
    for x in given:
        *state, loss = jax.jit(train)(*state, x)
        losses.append(float(loss))
    np.testing.assert_allclose([done.metrics["loss"] for done in seen], losses, rtol=1e-4)
    close(jax.tree.map(np.asarray, ended.state), tuple(state))
    assert ended.step == step.steps == 5 and float(step.last[2]) == ended.metrics["loss"]
    names = sorted(path.name for path in (tmp_path / "ck").iterdir() if path.name[:5] == "step-")
    assert names == ["step-00000002", "step-00000004", "step-00000005"]
    # Resumed before, in and after the small batch: the bits of the run above.
    for first in (2, 4):
        other = popt.jit(train, mesh=MESH, in_shardings=(None, None, P("dp")))
        other.compiled(*BEGIN, jax.ShapeDtypeStruct((3, 6), np.float32))
        again = other.run(given, resume=tmp_path / f"ck/step-{first:08}", metrics=("loss",))
        assert again.step == 5 and again.metrics == ended.metrics
    # What saves and restores is the program that has the state.
    assert step.save(tmp_path / "own").endswith("step-00000005")
    saved = jax.tree.map(np.array, ended.state)
    numbers = [done.step for done in step.iterate(batches(3, 8))]
    assert numbers == [1, 2] and step.steps == 7
    close(jax.tree.map(np.asarray, step.restore(tmp_path / "own")), saved)
    assert step.steps == 5


def test_runs_that_are_wrong():
    def advance(x, w, scale):
        return {"w" if x.shape[0] == 8 else "other": w + scale * jnp.sum(x), "sum": jnp.sum(x)}
    step = popt.jit(advance, mesh=MESH)
    w, scale = np.zeros(4, np.float32), np.float32(1)
    step.compiled(X, w, scale)
    with pytest.raises(TypeError, match="batch 2: scale has no value: advance was compiled without one; "
                       "give it in each batch"):
        step.run([{"x": X, "scale": scale}, {"x": X}], state=w)
    with pytest.raises(TypeError, match=r"batch 2: advance has the state \{\} for this batch, and "
                       r"\{'w': \"result\['w'\]\"\} for the one before; popt.jit\(..., state=...\) says"):
        step.run([(X, scale), (X[:3], scale)], state=w)


# State that other programs have in the same layouts, in whatever order they are called.
def test_two_models():
    step = popt.jit(lambda w, x: {"w": w + jnp.sum(x)}, mesh=MESH, in_shardings=(None, P("dp")))
    models = {size: np.zeros(size, np.float32) for size in (4096, 8192)}
    for x in batches(8, 3, 5):
        for size in models:
            models[size] = step(models[size], x)["w"]
    expected = sum(x.sum() for x in batches(8, 3, 5))
    for size, w in models.items():
        np.testing.assert_allclose(w, np.full(size, expected), rtol=1e-4)
    assert [program.memory[0] >= 4096 * 4 for program in step.programs] == [True] * 2 + [False] * 4


def test_clear_cache():
    step = popt.jit(train, mesh=MESH)
    state = BEGIN
    for x in batches(8, 3):
        *state, _ = step(*state, x)
    gone = weakref.ref(step.programs[0])
    step.clear_cache()
    gc.collect()
    assert not gone() and step.programs == [] and step.steps == 2
    # State is taken along.
    *state, _ = step(*state, X)
    expected = BEGIN
    for x in (*batches(8, 3), X):
        *expected, _ = jax.jit(train)(*expected, x)
    close(jax.tree.map(np.asarray, state), list(expected))
    assert len(step.programs) == 1


# Programs of one state save it one after the other; any of them restores it for all.
def test_checkpoints_of_programs(tmp_path):
    step = popt.jit(train, mesh=MESH, in_shardings=(None, None, P("dp")))
    state = (weights(), TX.init(weights()))
    for x in batches(8, 3):
        *state, _ = step(*state, x)
    large, small = step.programs
    checkpoints.begin_save(large, tmp_path / "large", 2)
    with pytest.raises(popt.PoptError, match="another program with this state saves still: finish "
                       "that first"):
        checkpoints.begin_save(small, tmp_path / "small", 2)
    checkpoints.finish_saves(large)
    saved = jax.tree.map(np.array, tuple(state))
    step(*state, X)
    params, opt = small.restore(tmp_path / "large")
    close(jax.tree.map(np.asarray, (params, opt)), saved)
    ours = step(params, opt, X)
    close(jax.tree.map(np.asarray, ours), jax.tree.map(np.asarray, jax.jit(train)(*saved, X)))
    assert len(step.programs) == 2
    # What one could not load, none has.
    ours = step(*ours[:2], X)
    path = next((tmp_path / "large").glob("step-*/rank-0.safetensors"))
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(popt.PoptError, match="is damaged"):
        small.restore(tmp_path / "large")
    assert ours[0]["w"].is_deleted() and float(ours[2]) > 0
    with pytest.raises(RuntimeError, match="was updated in place"):
        step(*ours[:2], X)
    step(*saved, X)


# A save that fails ends no run, whichever program comes next.
def test_a_save_that_fails(tmp_path):
    step = popt.jit(train, mesh=MESH, in_shardings=(None, None, P("dp")))
    step.compiled(*BEGIN, jax.ShapeDtypeStruct((8, 6), np.float32))
    folder = tmp_path / "ck"

    def log(done):
        if done.step == 3:
            folder.rename(tmp_path / "gone")  # at once, whatever is written there
            folder.write_text("in the way")
        elif done.step == 5:
            folder.unlink()
    with pytest.warns(UserWarning, match="the state after step 4 is not saved: rank 0: cannot"):
        ended = step.run(batches(8, 8, 8, 8, 3, 3), state=BEGIN, save=folder, save_every=2, log=log)
    assert ended.step == 6 and popt.load(folder).step == 6
