"""Everyday training steps, each run 20 steps by popt and by JAX's own loop.

State is found by the names of arguments and results. A step either trains as
JAX's loop does, or is refused with the pairings that would be possible; none
trains something else without a word.
"""
import dataclasses
import re
import subprocess
import typing

import jax
import jax.numpy as jnp
import numpy as np
import optax
import popt
import pytest
from flax.training import train_state

STEPS = 20
RNG = np.random.default_rng(0)
X = RNG.standard_normal((8, 6)).astype(np.float32)
Y = RNG.standard_normal((8, 4)).astype(np.float32)


def weights(seed=1, scale=0.3):
    rng = np.random.default_rng(seed)
    return {"b": jnp.asarray(scale * rng.standard_normal(4), jnp.float32),
            "w": jnp.asarray(scale * rng.standard_normal((6, 4)), jnp.float32)}


def zeros(tree):
    return jax.tree.map(jnp.zeros_like, tree)


def apply(p, x):
    return jnp.tanh(x @ p["w"] + p["b"])


def loss_of(p, x):
    return jnp.mean((apply(p, x) - Y) ** 2)


def decayed(p, x):
    """With an L2 term, whose gradient has the weights themselves in it."""
    return loss_of(p, x) + 0.01 * sum(jnp.sum(leaf ** 2) for leaf in jax.tree.leaves(p))


def sgd(p, g, rate=0.1):
    return jax.tree.map(lambda p, g: p - rate * g, p, g)


def momentum(m, g):
    return jax.tree.map(lambda m, g: 0.9 * m + g, m, g)


def average(e, p):
    return jax.tree.map(lambda e, p: 0.95 * e + 0.05 * p, e, p)


ADAM = optax.adamw(1e-2)
CHAIN = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(),
                    optax.add_decayed_weights(1e-3), optax.scale_by_learning_rate(1e-2))
TRACE = optax.sgd(1e-2, momentum=0.9, nesterov=True)


def optimise(tx, params, opt, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    updates, opt = tx.update(grads, opt, params)
    return optax.apply_updates(params, updates), opt, loss


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Linear:
    weight: jax.Array
    bias: jax.Array


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Model:
    """Attribute paths, as of equinox modules: model.first.weight."""
    first: Linear
    second: Linear

    def __call__(self, x):
        x = jnp.tanh(x @ self.first.weight + self.first.bias)
        return x @ self.second.weight + self.second.bias


def model():
    p, q = weights(1), weights(2)
    return Model(Linear(p["w"], p["b"]), Linear(q["w"].T @ p["w"], q["b"]))


class Carry(typing.NamedTuple):
    params: typing.Any
    momentum: typing.Any
    count: typing.Any


CASES = {}


def case(args, advance, donate=(), expect="equal", **options):
    """Registers a step: `advance(args, results)` are the next step's arguments."""
    def register(fn):
        CASES[fn.__name__] = (fn, args, advance, donate, expect, options)
        return fn
    return register


P, M, O = weights(), zeros(weights()), ADAM.init(weights())


# --- optax, tuples ------------------------------------------------------------

@case((P, O, X), lambda a, r: (r[0], r[1], a[2]), donate=(0, 1))
def adam_tuple(params, opt_state, x):
    return optimise(ADAM, params, opt_state, x)


@case((P, O, X), lambda a, r: (r[0], r[1], a[2]))
def adam_tuple_not_donated(params, opt_state, x):
    return optimise(ADAM, params, opt_state, x)


@case((P, CHAIN.init(P), X), lambda a, r: (r[1], r[0], a[2]), donate=(0, 1))
def chain_returned_in_another_order(params, opt_state, x):
    params, opt_state, loss = optimise(CHAIN, params, opt_state, x)
    return opt_state, params, loss


@case((P, TRACE.init(P), X), lambda a, r: (r[2], r[1], a[2]), donate=(0, 1))
def loss_first(params, opt_state, x):
    params, opt_state, loss = optimise(TRACE, params, opt_state, x)
    return loss, opt_state, params


@case((P, optax.sgd(0.1).init(P), X), lambda a, r: (r[0], r[1], a[2]))
def optimiser_without_state(params, opt_state, x):
    return optimise(optax.sgd(0.1), params, opt_state, x)


# --- sorted dicts -------------------------------------------------------------

@case((P, O, X), lambda a, r: (r["params"], r["opt"], a[2]), donate=(0, 1))
def sorted_dict(params, opt, x):
    params, opt, loss = optimise(ADAM, params, opt, x)
    return {"params": params, "opt": opt, "loss": loss}


@case((P, M, X), lambda a, r: (r["params"], r["opt"], a[2]), donate=(0, 1))
def sorted_dict_of_equal_structures(params, opt, x):
    g = jax.grad(loss_of)(params, x)
    opt = momentum(opt, g)
    return {"params": sgd(params, opt), "opt": opt, "loss": loss_of(params, x)}


@case((P, M, X), lambda a, r: (r["params"], r["momentum"], a[2]))
def sorted_dict_not_donated(params, momentum_, x):
    m = momentum(momentum_, jax.grad(decayed)(params, x))
    return {"momentum": m, "params": sgd(params, m)}


@case((P, X), lambda a, r: (r["params"], a[1]), donate=(0,))
def gradients_and_params(params, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    return {"grads": g, "params": sgd(params, g), "loss": loss}


@case((P, X), lambda a, r: (r["new_params"], a[1]))
def renamed_keys(params, x):
    loss, g = jax.value_and_grad(decayed)(params, x)
    return {"aux": {"grads": g, "loss": loss}, "new_params": sgd(params, g)}


@case((P, O, X), lambda a, r: (r["out"]["params"], r["out"]["opt_state"], a[2]), donate=(0, 1))
def nested_results(params, opt_state, x):
    params, opt_state, loss = optimise(ADAM, params, opt_state, x)
    return {"log": {"loss": loss}, "out": {"opt_state": opt_state, "params": params}}


@case((P, O, X), lambda a, r: (r["weights"], r["opt"], a[2]), donate=(0, 1))
def another_word_for_params(params, opt_state, x):
    params, opt_state, loss = optimise(ADAM, params, opt_state, x)
    return {"loss": loss, "opt": opt_state, "weights": params}


# --- one state ----------------------------------------------------------------

TRAIN = train_state.TrainState.create(apply_fn=None, params=P, tx=ADAM)


@case((TRAIN, X), lambda a, r: (r[0], a[1]), donate=(0,))
def flax_train_state(state, x):
    loss, g = jax.value_and_grad(loss_of)(state.params, x)
    return state.apply_gradients(grads=g), loss


@case((TRAIN, X), lambda a, r: (r, a[1]))
def flax_train_state_alone(state, x):
    return state.apply_gradients(grads=jax.grad(loss_of)(state.params, x))


@case((TRAIN, X), lambda a, r: (r["state"], a[1]))
def flax_train_state_in_a_dict(state, x):
    loss, g = jax.value_and_grad(loss_of)(state.params, x)
    return {"loss": loss, "state": state.apply_gradients(grads=g)}


@case(((P, O), X), lambda a, r: (r[0], a[1]), donate=(0,))
def state_is_a_tuple(state, x):
    params, opt, loss = optimise(ADAM, *state, x)
    return (params, opt), loss


@case(((P, O), X), lambda a, r: (r[:2], a[1]))
def state_is_flattened(state, x):
    return optimise(ADAM, *state, x)


@case(({"params": P, "opt": O, "step": jnp.int32(0)}, X),
      lambda a, r: ({k: r[k] for k in ("params", "opt", "step")}, a[1]), donate=(0,))
def state_dict_with_metrics_beside(state, x):
    params, opt, loss = optimise(ADAM, state["params"], state["opt"], x)
    return {"loss": loss, "opt": opt, "params": params, "step": state["step"] + 1}


@case((Carry(P, M, jnp.int32(0)), X), lambda a, r: (r[0], a[1]))
def named_tuple_not_donated(carry, x):
    m = momentum(carry.momentum, jax.grad(loss_of)(carry.params, x))
    return Carry(sgd(carry.params, m), m, carry.count + 1), loss_of(carry.params, x)


@case((model(), X), lambda a, r: (r[0], a[1]), donate=(0,))
def equinox_model(model, x):
    loss, g = jax.value_and_grad(lambda m: jnp.mean((m(x) - Y) ** 2))(model)
    return sgd(model, g), loss


@case((model(), ADAM.init(model()), X), lambda a, r: (r["model"], r["opt"], a[2]))
def equinox_model_in_a_dict(model, opt, x):
    loss, g = jax.value_and_grad(lambda m: jnp.mean((m(x) - Y) ** 2))(model)
    updates, opt = ADAM.update(g, opt, model)
    return {"grads": g, "loss": loss, "model": optax.apply_updates(model, updates), "opt": opt}


# --- equal structures in tuples -------------------------------------------------

@case((P, M, X), lambda a, r: (r[0], r[1], a[2]), donate=(0, 1))
def momentum_tuple(params, velocity, x):
    v = momentum(velocity, jax.grad(loss_of)(params, x))
    return sgd(params, v), v, loss_of(params, x)


@case((P, M, X), lambda a, r: (r[0], r[1], a[2]))
def momentum_tuple_with_decay_not_donated(params, velocity, x):
    v = momentum(velocity, jax.grad(decayed)(params, x))
    return sgd(params, v), v, loss_of(params, x)


@case((P, M, X), lambda a, r: (r[1], r[0], a[2]), donate=(0, 1), expect="refused")
def momentum_tuple_swapped(params, velocity, x):
    v = momentum(velocity, jax.grad(loss_of)(params, x))
    return v, sgd(params, v), loss_of(params, x)


@case((P, M, X), lambda a, r: (r[1], r[0], a[2]), expect="refused")
def momentum_tuple_swapped_not_donated(params, velocity, x):
    v = momentum(velocity, jax.grad(decayed)(params, x))
    return v, sgd(params, v), loss_of(params, x)


@case((P, M, X), lambda a, r: (r[1], r[2], a[2]), donate=(0, 1))
def momentum_tuple_after_the_loss(params, velocity, x):
    v = momentum(velocity, jax.grad(loss_of)(params, x))
    return loss_of(params, x), sgd(params, v), v


@case((P, X), lambda a, r: (r[1], a[1]), donate=(0,), expect="refused")
def gradients_before_params(params, x):
    g = jax.grad(loss_of)(params, x)
    return g, sgd(params, g)


@case((P, X), lambda a, r: (r[0], a[1]), donate=(0,))
def gradients_after_params(params, x):
    g = jax.grad(loss_of)(params, x)
    return sgd(params, g), g


@case((P, P, X), lambda a, r: (r[0], r[1], a[2]), donate=(0, 1))
def averaged_weights(params, ema, x):
    params = sgd(params, jax.grad(loss_of)(params, x))
    return params, average(ema, params), loss_of(params, x)


@case((P, P, X), lambda a, r: (r["params"], r["ema_params"], a[2]))
def averaged_weights_by_name(params, ema_params, x):
    params = sgd(params, jax.grad(loss_of)(params, x))
    return {"ema_params": average(ema_params, params), "params": params}


@case((weights(1), weights(2), X), lambda a, r: (r["generator"], r["discriminator"], a[2]),
      donate=(0, 1))
def two_networks(generator, discriminator, x):
    g = sgd(generator, jax.grad(lambda g: loss_of(g, x) - loss_of(discriminator, x))(generator))
    d = sgd(discriminator, jax.grad(lambda d: loss_of(d, x))(discriminator))
    return {"discriminator": d, "generator": g}


@case((weights(1), weights(2), X), lambda a, r: (r["gen"], r["disc"], a[2]))
def two_networks_abbreviated(generator, discriminator, x):
    g = sgd(generator, jax.grad(loss_of)(generator, x))
    d = sgd(discriminator, jax.grad(decayed)(discriminator, x))
    return {"disc": d, "gen": g}


@case((weights(1), weights(2), X), lambda a, r: (a[0], r[0], a[2]), donate=(1,))
def frozen_teacher(teacher, student, x):
    g = jax.grad(lambda s: jnp.mean((apply(s, x) - apply(teacher, x)) ** 2))(student)
    return sgd(student, g), loss_of(student, x)


# --- masters, counters, histories ----------------------------------------------

def half(tree):
    return jax.tree.map(lambda t: t.astype(jnp.bfloat16), tree)


@case((half(P), P, O, X), lambda a, r: (r[0], r[1], r[2], a[3]), donate=(0, 1, 2))
def bf16_weights_and_masters(params, master, opt, x):
    g = jax.tree.map(lambda g: g.astype(jnp.float32), jax.grad(loss_of)(params, x))
    updates, opt = ADAM.update(g, opt, master)
    master = optax.apply_updates(master, updates)
    return half(master), master, opt


@case((half(P), P, X), lambda a, r: (r[0], r[1], a[2]))
def bf16_weights_not_donated(params, master, x):
    g = jax.grad(loss_of)(params, x)
    master = sgd(master, jax.tree.map(lambda g: g.astype(jnp.float32), g))
    return half(master), master


@case((P, jnp.float32(0.1), X), lambda a, r: (r[0], a[1], a[2]))
def learning_rate_beside_the_loss(params, rate, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    return sgd(params, g, rate), loss


@case((P, jnp.float32(0.1), X), lambda a, r: (r[0], a[1], a[2]), donate=(0, 1), expect="refused")
def donated_learning_rate(params, rate, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    return sgd(params, g, rate), loss


@case((P, jnp.float32(0.1), X), lambda a, r: (r[0], r[1], a[2]), donate=(0, 1))
def decaying_learning_rate(params, rate, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    return sgd(params, g, rate), rate * 0.99, loss


@case((P, jnp.int32(0), X), lambda a, r: (r[0], r[1], a[2]))
def step_counter_not_donated(params, count, x):
    rate = 0.1 / (1 + count.astype(jnp.float32))
    return sgd(params, jax.grad(loss_of)(params, x), rate), count + 1


@case((P, {"loss": jnp.zeros(32), "count": jnp.int32(0)}, X),
      lambda a, r: (r["params"], r["history"], a[2]))
def history_of_metrics(params, history, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    at = history["count"]
    return {"history": {"loss": history["loss"].at[at].set(loss), "count": at + 1},
            "params": sgd(params, g)}


@case((P, jax.random.key_data(jax.random.key(0)), X), lambda a, r: (r[0], r[1], a[2]))
def random_key_not_donated(params, key, x):
    keys = jax.random.split(jax.random.wrap_key_data(key))
    noise = 0.01 * jax.random.normal(keys[1], x.shape)
    return sgd(params, jax.grad(loss_of)(params, x + noise)), jax.random.key_data(keys[0])


@case((P, X), lambda a, r: (r[0], a[1]), expect="refused")
def autoencoder_returns_its_output(params, x):
    def loss(p):
        z = apply(p, x)
        return jnp.mean((z @ p["w"].T - x) ** 2), z @ p["w"].T
    g, output = jax.grad(loss, has_aux=True)(params)
    return sgd(params, g), output * 1.0, loss(params)[0]


@case((P, O, X), lambda a, r: (r[0], r[1], a[2]), donate=(0,))
def half_donated(params, opt_state, x):
    return optimise(ADAM, params, opt_state, x)


@case((P, X), lambda a, r: (r[1], a[1]), expect="refused")
def loss_then_params_not_donated(params, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    return loss, sgd(params, g)


@case((P, X), lambda a, r: (r, a[1]))
def params_alone_not_donated(params, x):
    return sgd(params, jax.grad(decayed)(params, x))


@case((P, X), lambda a, r: (r["p"], a[1]), donate=(0,))
def updated_inside_a_condition(params, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    p = jax.lax.cond(jnp.isfinite(loss), lambda: sgd(params, g), lambda: params)
    return {"loss": loss, "p": p}


@case((P, M, X), lambda a, r: (r[0], r[1], a[2]))
def steps_inside_a_loop(params, velocity, x):
    def body(carry, _):
        p, v = carry
        v = momentum(v, jax.grad(decayed)(p, x))
        return (sgd(p, v, 0.01), v), loss_of(p, x)
    (params, velocity), losses = jax.lax.scan(body, (params, velocity), None, length=3)
    return params, velocity, losses


@case((P["w"], M["w"], X), lambda a, r: (r["w"], r["v"], a[2]), donate=(0, 1))
def bare_arrays(w, v, x):
    v = 0.9 * v + jax.grad(lambda w: jnp.mean((x @ w - Y) ** 2))(w)
    return {"v": v, "w": w - 0.1 * v}


@case((P, X), lambda a, r: (r["params"], a[1]), donate=(0,), state={0: "params"})
def bound_by_the_user(params, x):
    g = jax.grad(loss_of)(params, x)
    return {"old": params, "params": sgd(params, g)}


@case((P, M, X), lambda a, r: (r[1], r[0], a[2]), donate=(0, 1),
      state={"params": "result[1]", 1: "[0]"})
def bound_by_the_user_in_a_tuple(params, velocity, x):
    v = momentum(velocity, jax.grad(loss_of)(params, x))
    return v, sgd(params, v)


@case((P, jnp.float32(0.1), X), lambda a, r: (r[0], a[1], a[2]), donate=(0, 1), state={1: None})
def bound_to_nothing(params, rate, x):
    loss, g = jax.value_and_grad(loss_of)(params, x)
    return sgd(params, g, rate), loss


# --- running them ---------------------------------------------------------------

def popt_run(file, *flags):
    return subprocess.run([popt.find_tool("popt-run"), str(file), *map(str, flags)],
                          capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module", autouse=True)
def tools():
    try:
        popt.find_tool("popt-run")
    except FileNotFoundError:
        pytest.skip("popt-run is not built")


def loop(fn, args, advance, steps):
    """JAX's own loop; returns the arguments after it and the last results."""
    step = jax.jit(fn)
    for _ in range(steps):
        results = step(*args)
        args = advance(args, results)
    return args, results


def assert_trained(file, exported, args, results, carried):
    """The file's state is the loop's, its other results those of the last step."""
    data = popt.load_arrays(file, {f"{kind}{i}": leaf["dtype"] for kind, leaves in
                                   (("arg", exported.args), ("res", exported.results))
                                   for i, leaf in enumerate(leaves)})
    for i in carried:
        assert f"arg{i}" in data, f"{exported.args[i]['name']} is not state"
    leaves = {"arg": jax.tree.leaves(args), "res": jax.tree.leaves(results)}
    for key, value in data.items():
        wanted = np.asarray(leaves[key[:3]][int(key[3:])]).astype(np.float64)
        tolerance = 2e-2 if value.dtype.itemsize == 2 else 2e-4
        np.testing.assert_allclose(value.astype(np.float64), wanted, rtol=tolerance,
                                   atol=tolerance / 20, err_msg=key)


@pytest.mark.parametrize("name", CASES)
def test_a_step_trains_or_is_refused(name, tmp_path):
    fn, args, advance, donate, expect, options = CASES[name]
    case = popt.export(fn, args, donate_argnums=donate, path=tmp_path / "m.mlir", **options)
    after, results = loop(fn, args, advance, STEPS)
    # What the loop replaces is what popt has to find.
    carried, index = [], 0
    for old, new in zip(args, advance(args, jax.jit(fn)(*args))):
        count = len(jax.tree.leaves(old))
        if new is not old:
            carried += range(index, index + count)
        index += count
    run = popt_run(case.module_file, "--inputs", case.inputs_file, "--steps", STEPS,
                   "--outputs", tmp_path / "out.npz")
    if expect == "refused":
        assert run.returncode == 1, run.stderr
        flag = re.search(r"--state \"([^\"]*)\"", run.stderr)
        assert flag and "=result" in flag.group(1), run.stderr
        return
    assert run.returncode == 0, run.stderr
    assert_trained(tmp_path / "out.npz", case, after, results, carried)


# What a file gives per step is no question, and no state.
def test_batches_answer_questions(tmp_path):
    fn, args, *_ = CASES["autoencoder_returns_its_output"]
    case = popt.export(fn, args, path=tmp_path / "m.mlir")
    batches = [RNG.standard_normal(X.shape).astype(np.float32) for _ in range(4)]
    case.save_batches(tmp_path / "b.npz", [{1: x} for x in batches])
    run = popt_run(case.module_file, "--inputs", case.inputs_file, "--batches", tmp_path / "b.npz",
                   "--outputs", tmp_path / "out.npz")
    assert run.returncode == 0, run.stderr
    params = args[0]
    for x in batches:
        results = jax.jit(fn)(params, x)
        params = results[0]
    assert_trained(tmp_path / "out.npz", case, (params, x), results, [0, 1])


# One call needs to know nothing of state; gradients are no weights.
def test_functions_that_are_no_steps(tmp_path):
    for fn, warning in ((jax.grad(loss_of), "no argument is state"),
                        (jax.value_and_grad(loss_of), "no argument is state"),
                        (jax.grad(decayed), "leave open: p=result;"),
                        (lambda p, x: x + apply(p, x) @ p["w"].T, "leave open: x=result;")):
        case = popt.export(fn, (P, X), path=tmp_path / "m.mlir")
        once = popt_run(case.module_file, "--inputs", case.inputs_file)
        assert once.returncode == 0 and not once.stderr, once.stderr
        more = popt_run(case.module_file, "--inputs", case.inputs_file, "--steps", 3)
        assert warning in more.stderr
        assert more.returncode == (0 if warning.startswith("no argument") else 1)
        case = popt.export(fn, (P, X), path=tmp_path / "m.mlir", state={0: None, 1: None})
        assert popt_run(case.module_file, "--inputs", case.inputs_file, "--steps", 3).returncode == 0


# The executable is asked as popt-run is; what it leaves is what it begins with.
def test_an_executable_goes_on_where_it_stopped(tmp_path):
    fn, args, advance, *_ = CASES["sorted_dict_not_donated"]
    case = popt.export(fn, args, path=tmp_path / "m.mlir")
    program = popt.compile_file(case.module_file, tmp_path / "exe")
    first = popt.run(program, case.inputs_file, outputs=tmp_path / "a.npz", flags=["--steps", 3])
    second = popt.run(program, {**first, "arg4": X}, flags=["--steps", 2])
    after, _ = loop(fn, args, advance, 5)
    for i, leaf in enumerate(jax.tree.leaves(after)[:4]):
        np.testing.assert_allclose(second[f"arg{i}"], leaf, rtol=1e-4, atol=1e-5)


def test_mistakes_in_state_are_named():
    def step(params, x):
        return {"new": sgd(params, params), "x": x[0]}
    for state, message in (({2: "new"}, "2 is no parameter of \\['params', 'x'\\]"),
                           ({"param": "new"}, "'param' is no parameter"),
                           ({0: "old"}, "no result 'old' has the leaves of 0"),
                           ({1: "x"}, "1 is float32\\[8, 6\\], but its result float32\\[6\\]")):
        with pytest.raises(ValueError, match=message):
            popt.export(step, (P, X), state=state)
