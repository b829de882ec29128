#!/usr/bin/env python3
"""Train steps with everyday optimizers, as pipelines of two stages.

    updates.py --bin build/bin [--keep DIR] [NAME...]

Each step updates its state by a branch, or as an optimizer of optax does that has
branches inside. It is written for two weights, each on a stage, and for a stack of
four layers that a scan walks along: split over the stages ("NAME/stack"), and with
the middle layers on one of them ("NAME/owners"). In "NAME/ends" six layers are on three
stages, and the first and last have weights of their own, which the middle lacks. Its
results are those of jax.jit on one device; it sends at most 1.1 times the bytes of
the same step without branches (plain gradient descent, or a second pass in every
step) and 64 bytes of scalars; and
no stage holds more than 1.25 times the bytes of the other. Of some the work meets
at one stage, of which one warning says the bytes. Exit status 1 if one differs.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "..", "..", "python"))
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax
from jax.flatten_util import ravel_pytree
from popt.arrays import plain, save_arrays
from popt.export import export

WIDTH, ROWS = 32, 8
# Scalars: predicates, norms, counts.
MOST_SCALARS = 64
# What a step without branches would be, where it is not gradient descent.
PLAIN = {}


def random(*shape, seed=0, scale=1.0):
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(np.float32)


def loss_of(p, b):
    if "blocks" in p:
        x = b["x"] * p["first"] if "first" in p else b["x"]
        h, _ = lax.scan(lambda h, w: (jnp.tanh(h @ w), None), x, p["blocks"])
        h = h * p["last"] if "last" in p else h
    else:
        h = jnp.tanh(b["x"] @ p["a"]) @ p["b"]
    return jnp.mean((h - b["y"]) ** 2)


def weights(stack, seed=0, ends=False):
    if ends:
        return {"blocks": random(6, WIDTH, WIDTH, seed=seed, scale=.2),
                "first": random(WIDTH, seed=seed + 1), "last": random(WIDTH, seed=seed + 2)}
    if stack:
        return {"blocks": random(4, WIDTH, WIDTH, seed=seed, scale=.2)}
    return {"a": random(WIDTH, WIDTH, seed=seed, scale=.2),
            "b": random(WIDTH, WIDTH, seed=seed + 1, scale=.2)}


def where(tree, f, *trees):
    return jax.tree.map(f, tree, *trees)


def descend(p, g, rate=.1):
    return where(p, lambda w, d: w - rate * d, g)


UPDATES = {}
# What the compiler says of those that are no pipelines.
WARNED = {
    "raveled": "4 KiB for this operation, which runs at coordinate 0 of stage axis",
    "batched": "takes the update of",
    "while_small/stack": "to and from which 24 KiB are sent in each step",
}
# What "pp" is in the dimension of the layers, by kind.
LAYERS = {"stack": "pp", "ends": "pp", "owners": {"pp": [0, 1, 1, 0]}}
# Those that are also tried with a list of owners.
OF_OWNERS = {"finite", "multi_steps", "schedule_free", "muon", "average", "low_rank"}
# Those that are also tried with weights at the ends of three stages.
WITH_ENDS = {"finite", "finite_norm", "multi_steps_norm", "schedule_free_finite", "maybe"}


def update(make):
    """make(p): (step(p, s, b) -> (p, s, loss), s)."""
    UPDATES[make.__name__] = make
    return make


def by(optimizer):
    """The step of an optax optimizer."""
    def make(p):
        def step(p, s, b):
            loss, g = jax.value_and_grad(loss_of)(p, b)
            u, s = optimizer.update(g, s, p)
            return optax.apply_updates(p, u), s, loss
        return step, jax.tree.map(np.asarray, optimizer.init(p))
    return make


@update
def sgd(p):
    """Without a branch."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        return descend(p, g), s + 1, loss
    return step, np.int32(4)


def last_two(p):
    """Each matrix, of a stack as well, is one of Muon's."""
    return where(p, lambda w: optax.contrib.MuonDimensionNumbers(w.ndim - 2, w.ndim - 1))


adam = optax.adam(1e-2, eps=1e-3)
for name, optimizer in {
        "finite": optax.apply_if_finite(adam, 3),
        "finite_norm": optax.apply_if_finite(optax.chain(optax.clip_by_global_norm(.5), adam), 3),
        "multi_steps": optax.MultiSteps(adam, 2),
        "multi_steps_norm": optax.MultiSteps(optax.chain(optax.clip_by_global_norm(.5), adam), 1),
        "schedule_free": optax.contrib.schedule_free(optax.sgd(.1), .1, b1=.9),
        "schedule_free_finite": optax.apply_if_finite(
            optax.contrib.schedule_free(optax.sgd(.1), .1, b1=.9), 3),
        "maybe": optax.transforms.conditionally_transform(
            adam, lambda step: step % 2 == 0),
        "mostly": optax.transforms.conditionally_mask(adam, lambda step: step % 2 == 0),
        "muon": optax.contrib.muon(1e-2, muon_weight_dimension_numbers=last_two),
        "muon_finite": optax.apply_if_finite(optax.contrib.muon(1e-2), 3)}.items():
    UPDATES[name] = by(optimizer)


@update
def average(p):
    """A moving average of the weights in every second step."""
    def step(p, s, b):
        count, ema = s
        loss, g = jax.value_and_grad(loss_of)(p, b)
        p = descend(p, g)
        ema = lax.cond(count % 2 == 0, lambda: where(ema, lambda e, w: .9 * e + .1 * w, p),
                       lambda: ema)
        return p, (count + 1, ema), loss
    return step, (np.int32(4), weights("blocks" in p, 5))


@update
def three(p):
    """One of three rules, by the number of the step."""
    def step(p, s, b):
        count, m = s
        loss, g = jax.value_and_grad(loss_of)(p, b)
        m = where(m, lambda m, d: .9 * m + d, g)
        p = lax.switch(count % 3, [
            lambda: descend(p, g),
            lambda: descend(p, m),
            lambda: where(p, lambda w, d: w - .01 * jnp.sign(d), m)])
        return p, (count + 1, m), loss
    return step, (np.int32(4), weights("blocks" in p, 5))


@update
def nested(p):
    """A branch in a branch."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        p = lax.cond(s > 2, lambda: lax.cond(s % 2 == 0, lambda: descend(p, g),
                                             lambda: descend(p, g, .01)), lambda: p)
        return p, s + 1, loss
    return step, np.int32(4)


@update
def clipped(p):
    """The norm of all gradients is a value of the branch alone."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        def clip():
            norm = optax.global_norm(g)
            return descend(p, where(g, lambda d: d / jnp.maximum(1., norm)))
        p = lax.cond(s % 2 == 0, clip, lambda: p)
        return p, s + 1, loss
    return step, np.int32(4)


@update
def iterated(p):
    """A loop in a branch, over the whole tree."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        def orthogonal():
            return lax.fori_loop(0, 3, lambda _, u: where(
                u, lambda x: 1.5 * x - .5 * x @ (jnp.swapaxes(x, -1, -2) @ x)),
                where(g, lambda d: d / (1e-3 + optax.global_norm(d))))
        u = lax.cond(s % 2 == 0, orthogonal, lambda: g)
        return descend(p, u), s + 1, loss
    return step, np.int32(4)


@update
def looped(p):
    """A loop over the whole tree, outside of branches."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        u = lax.fori_loop(0, 3, lambda _, u: where(
            u, lambda x: 1.5 * x - .5 * x @ (jnp.swapaxes(x, -1, -2) @ x)),
            where(g, lambda d: d / (1e-3 + jnp.linalg.norm(d, axis=(-1, -2), keepdims=True))))
        return descend(p, u), s + 1, loss
    return step, np.int32(4)


@update
def while_small(p):
    """A loop of as many iterations as a counter in the state says, over the tree."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        p = lax.while_loop(lambda c: c[0] < s, lambda c: (c[0] + 1, descend(c[1], g, .02)),
                           (0, p))[1]
        return p, s + 1, loss
    return step, np.int32(4)


@update
def raveled(p):
    """The norm of all gradients, put one after another."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        norm = jnp.linalg.norm(ravel_pytree(g)[0])
        return descend(p, where(g, lambda d: d / jnp.maximum(1., norm))), s + 1, loss
    return step, np.int32(4)


@update
def batched(p):
    """The momenta of all weights made orthogonal as one batch of matrices."""
    def step(p, m, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        m = where(m, lambda m, d: .9 * m + d, g)
        u = jnp.stack([w.reshape(-1, WIDTH, WIDTH) for w in jax.tree.leaves(m)])
        u = u / (1e-3 + jnp.linalg.norm(u, axis=(-1, -2), keepdims=True))
        u = 1.5 * u - .5 * u @ (jnp.swapaxes(u, -1, -2) @ u)
        u = jax.tree.unflatten(jax.tree.structure(p), [w.reshape(v.shape) for v, w in
                                                       zip(jax.tree.leaves(p), u)])
        return descend(p, u), m, loss
    return step, weights("blocks" in p, 5)


@update
def scaled(p):
    """Loss scaling: a step that overflows is left out."""
    def step(p, s, b):
        scale, good = s
        loss, g = jax.value_and_grad(lambda p, b: loss_of(p, b) * scale)(p, b)
        g = where(g, lambda d: d / scale)
        finite = jnp.all(jnp.stack([jnp.all(jnp.isfinite(d)) for d in jax.tree.leaves(g)]))
        p = lax.cond(finite, lambda: descend(p, g), lambda: p)
        scale = jnp.where(finite, jnp.where(good > 2, scale * 2, scale), scale / 2)
        return p, (scale, jnp.where(finite, good + 1, 0)), loss / scale
    return step, (np.float32(8), np.int32(3))


@update
def low_rank(p):
    """Frozen weights, with a product of two thin matrices added; Adam on those, if
    the gradient is finite."""
    thin = lambda shape, seed: random(*shape[:-2], shape[-2], 4, seed=seed, scale=.1)
    init = {name: {"down": thin(w.shape, 7), "up": np.swapaxes(thin(w.shape, 8), -1, -2)}
            for name, w in p.items()}
    optimizer = optax.apply_if_finite(adam, 3)

    def step(p, s, b):
        lora, state = s
        def loss(lora):
            return loss_of({n: w + lora[n]["down"] @ lora[n]["up"] for n, w in p.items()}, b)
        value, g = jax.value_and_grad(loss)(lora)
        u, state = optimizer.update(g, state, lora)
        return p, (optax.apply_updates(lora, u), state), value
    return step, (init, jax.tree.map(np.asarray, optimizer.init(init)))


@update
def reset(p):
    """Fresh weights from a key every so often."""
    def step(p, s, b):
        count, key = s
        loss, g = jax.value_and_grad(loss_of)(p, b)
        def fresh():
            keys = jax.random.split(key, len(p))
            return {n: .2 * jax.random.normal(k, w.shape) for k, (n, w) in zip(keys, p.items())}
        p = lax.cond(count % 4 == 0, fresh, lambda: descend(p, g))
        return p, (count + 1, key), loss
    return step, (np.int32(4), np.array([1, 2], np.uint32))


def always(_, then, otherwise):
    return then()


def sometimes(make):
    """Adds NAME, a step with `branch` = lax.cond, and NAME_always, the same in which the
    first side always runs: it sends what that does."""
    def by(branch):
        return lambda p: make(p, branch)
    UPDATES[make.__name__], UPDATES[make.__name__ + "_always"] = by(lax.cond), by(always)
    PLAIN[make.__name__] = PLAIN[make.__name__ + "_always"] = make.__name__ + "_always"
    return make


@sometimes
def second_pass(p, branch):
    """A second forward and backward pass."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        p = descend(p, g)
        p = branch(s % 2 == 0, lambda: descend(p, jax.grad(loss_of)(p, b), .05), lambda: p)
        return p, s + 1, loss
    return step, np.int32(4)


@sometimes
def sharpness(p, branch):
    """SAM: the gradient is taken where the loss is larger nearby."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        norm = optax.global_norm(g)
        g = branch(s % 2 == 0, lambda: jax.grad(loss_of)(descend(p, g, -.05 / norm), b), lambda: g)
        return descend(p, g), s + 1, loss
    return step, np.int32(4)


@sometimes
def lookahead(p, branch):
    """Momentum and moments of a second gradient, taken after the first step."""
    def step(p, s, b):
        count, m, v = s
        loss, g = jax.value_and_grad(loss_of)(p, b)
        ahead = where(p, lambda w, m, d: w - .1 * (.9 * m + d), m, g)
        def average():
            h = jax.grad(loss_of)(ahead, b)
            return where(g, lambda d, h: .5 * (d + h), h)
        g = branch(count % 2 == 0, average, lambda: g)
        m = where(m, lambda m, d: .9 * m + .1 * d, g)
        v = where(v, lambda v, d: .9 * v + .1 * d * d, g)
        p = where(p, lambda w, m, v: w - .1 * m / (jnp.sqrt(v) + .1), m, v)
        return p, (count + 1, m, v), loss
    zeros = jax.tree.map(np.zeros_like, p)
    return step, (np.int32(4), zeros, zeros)


@sometimes
def forward_again(p, branch):
    """The loss after the update, without a gradient: a step that raised it is half undone."""
    def step(p, s, b):
        loss, g = jax.value_and_grad(loss_of)(p, b)
        new = descend(p, g)
        after = branch(s % 2 == 0, lambda: loss_of(new, b), lambda: loss)
        rate = jnp.where(after > loss, .05, 0.)
        return where(new, lambda w, d: w + rate * d, g), s + 1, loss
    return step, np.int32(4)


def plan_of(kind, microbatches):
    shardings = [{"match": "*['blocks']*", "dims": [[LAYERS[kind]]]}] if kind else [
        {"match": f"*['{name}']*", "at": {"pp": at}} for at, name in enumerate("ab")]
    if kind == "ends":
        shardings += [{"match": f"*['{name}']*", "at": {"pp": at}}
                      for name, at in (("first", 0), ("last", 2))]
    return {"popt_plan": 1,
            "mesh": {"stage": [["pp", 3 if kind == "ends" else 2]], "time": [["mb", microbatches]]},
            "inputs": {"b[*": [["mb"]]}, "shardings": shardings}


def measured(options, folder, name):
    """(what is wrong or nothing, bytes sent, bytes held by each stage)"""
    update_name, _, kind = name.partition("/")
    p = weights(bool(kind), ends=kind == "ends")
    step, s = UPDATES[update_name](p)
    batch = {"x": random(ROWS, WIDTH, seed=2), "y": random(ROWS, WIDTH, seed=3)}
    base = os.path.join(folder, name.replace("/", "-"))
    export(step, (p, s, batch), path=base + ".mlir", inputs=base + ".npz")
    results = jax.tree.leaves(jax.jit(step)(p, s, batch))
    save_arrays(base + ".expect.npz", {f"res{i}": plain(x) for i, x in enumerate(results)})
    with open(base + ".plan.json", "w") as f:
        json.dump(plan_of(kind, 2), f)
    run = [os.path.join(options.bin, "popt-run"), base + ".mlir", "--plan", base + ".plan.json", "-O0"]
    done = subprocess.run(run + ["--inputs", base + ".npz", "--expect", base + ".expect.npz",
                                 "--rtol", "1e-3", "--atol", "1e-4"],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        return done.stderr + done.stdout + f" exit status {done.returncode}", 0, []
    said = done.stderr
    done = subprocess.run(run + ["--init", "random", "--bench", "1"], capture_output=True,
                          text=True, timeout=300)
    if done.returncode:
        return done.stderr + f" exit status {done.returncode}", 0, []
    bench = json.loads(done.stdout)
    return said if "warning" in said else "", sum(kind["wire_bytes"] for kind in bench["comm"].values()), bench["peak_bytes"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--keep", metavar="DIR", help="where modules, plans and inputs stay")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or [
        *UPDATES, *(n + "/stack" for n in UPDATES),
        *(n + "/owners" for n in UPDATES if n in OF_OWNERS),
        *(n + "/ends" for n in UPDATES if n in WITH_ENDS)]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        least = {}
        for name in names:
            update_name, slash, kind = name.partition("/")
            plain_name = PLAIN.get(update_name, "sgd") + slash + kind
            if plain_name not in least:
                least[plain_name] = measured(options, folder, plain_name)
            wrong, sent, held = measured(options, folder, name)
            if name in WARNED:
                is_said = wrong.count("warning:") == 1 and WARNED[name] in wrong
                print("ok  " if is_said else "FAIL", name, "warns", "" if is_said else wrong,
                      flush=True)
                failed |= not is_said
                continue
            if not wrong and sent > 1.1 * least[plain_name][1] + MOST_SCALARS:
                wrong = f"sends more than {least[plain_name][1]} bytes"
            if not wrong and max(held) > 1.25 * min(held):
                wrong = "a stage holds much more than the other"
            print("FAIL" if wrong else "ok  ", name, f"sends {sent} bytes, stages hold {held}",
                  wrong, flush=True)
            failed |= bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
