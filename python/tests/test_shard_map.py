"""shard_map beside stages and microbatches: every way to say the axes gives what one
device gives."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax import lax
from jax.sharding import PartitionSpec as P

pytestmark = pytest.mark.usefixtures("native")

RNG = np.random.default_rng(0)
X = RNG.standard_normal((8, 6)).astype(np.float32)
W = (0.3 * RNG.standard_normal((6, 6))).astype(np.float32)
TWO = {"a": W, "b": W.T.copy()}


# Functions of rows: by shard_map over "dp", and for one device in two parts.
def total(by_hand, h):
    if by_hand:
        return h + .1 * lax.psum(jnp.sum(h, 0, keepdims=True), "dp")
    return h + .1 * jnp.sum(h, 0, keepdims=True)


def pointwise(by_hand, h):
    return jnp.tanh(h) * 2


def numbered(by_hand, h):
    if by_hand:
        return h * (1 + lax.axis_index("dp").astype(h.dtype))
    return h * (1 + (jnp.arange(8)[:, None] // 4).astype(h.dtype))


def ring(by_hand, h):
    if by_hand:
        return h + .5 * lax.ppermute(h, "dp", [(0, 1), (1, 0)])
    return h + .5 * jnp.roll(h, 4, 0)


def exchange(by_hand, h):
    """Columns of all rows meet, as tokens at their experts."""
    if by_hand:
        mine = lax.all_to_all(h, "dp", 1, 0, tiled=True)
        mine = mine * (1 + lax.axis_index("dp").astype(h.dtype))
        return lax.all_to_all(mine, "dp", 0, 1, tiled=True)
    return h * (1 + (jnp.arange(6) // 3).astype(h.dtype))


def nested(by_hand, h):
    """A region over "tp" in the one over "dp"."""
    if not by_hand:
        return h + .1 * jnp.sum(h, 0, keepdims=True) + jnp.sum(h, 1, keepdims=True)
    columns = jax.shard_map(lambda v: v + lax.psum(jnp.sum(v, 1, keepdims=True), "tp"),
                            in_specs=P(None, "tp"), out_specs=P(None, "tp"), axis_names={"tp"})
    return columns(h) + .1 * lax.psum(jnp.sum(h, 0, keepdims=True), "dp")


ROWS = {f.__name__: f for f in (total, pointwise, numbered, ring, exchange)}


def mapped(rows, over, h):
    if over is None:
        return rows(False, h)
    return jax.shard_map(functools.partial(rows, True), in_specs=P("dp"), out_specs=P("dp"),
                         **({} if over == "all" else {"axis_names": {over}}))(h)


def train(rows, over, w, x):
    loss, g = jax.value_and_grad(lambda w: jnp.mean(mapped(rows, over, x @ w) ** 2))(w)
    return w - .1 * g, loss


def train_two(rows, over, p, x):
    def loss_of(p):
        h = jnp.tanh(mapped(rows, over, x @ p["a"]))
        return jnp.mean(mapped(rows, over, h @ p["b"]) ** 2)
    loss, g = jax.value_and_grad(loss_of)(p)
    return jax.tree.map(lambda w, d: w - .1 * d, p, g), loss


def check(step, rows, over, weights, **options):
    fn = functools.partial(step, rows, over)
    compiled = popt.compile(fn, (weights, X), names=("w", "x"), **options)
    ours = theirs = weights
    for _ in range(3):
        ours, loss = compiled(ours, X)
        theirs, expected = jax.jit(functools.partial(step, rows, None))(theirs, X)
        np.testing.assert_allclose(loss, expected, rtol=1e-5)
    # Sums of rows and columns make tens of weights, of which f32 has five digits after the point.
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4), ours, theirs)
    return compiled


# --- microbatches -------------------------------------------------------------------

SAID = {"mesh": {"mesh": {"dp": 2, "time:mb": 2}, "batch": {"x": 0}},
        "text": {"mesh": "dp=2,time:mb=2", "batch": {"x": 0}},
        "first": {"mesh": {"time:mb": 2, "dp": 2}, "batch": {"x": 0}},
        "plan": {"mesh": {"dp": 2}, "plan": {"popt_plan": 1, "mesh": {"time": [["mb", 2]]},
                                             "inputs": {"x": [["dp", "mb"]]}}},
        "option": {"mesh": {"dp": 2}, "options": {"mesh": "dp=2,time:mb=2"}, "batch": {"x": 0}}}


@pytest.mark.parametrize("rows, over, said", [
    (rows, over, said) for rows in ROWS for over in ("dp", "all") for said in SAID
    if said == "mesh" or rows == "total"])
def test_microbatches(rows, over, said):
    compiled = check(train, ROWS[rows], over, W, in_shardings=(None, P("dp")), **SAID[said])
    assert len(compiled.memory) == 2
    assert 'time ["mb"=2]' in compiled.text("annotated")


def test_the_time_axis_is_no_device():
    def count(w, x):
        axes = jax.sharding.get_abstract_mesh().axis_names
        return w, jax.shard_map(lambda v: v * lax.psum(1, axes), in_specs=P("dp"),
                                out_specs=P("dp"))(x @ w)
    options = {"mesh": {"dp": 2, "time:mb": 2}, "batch": {"x": 0}, "in_shardings": (None, P("dp"))}
    _, twice = popt.compile(count, (W, X), **options)(W, X)
    np.testing.assert_allclose(twice, 2 * X @ W, rtol=1e-5)


@pytest.mark.parametrize("named", ("argument", "constraint"))
def test_shardings_may_name_it(named):
    def step(w, x):
        h = mapped(total, "all", x @ w)
        if named == "constraint":
            h = lax.with_sharding_constraint(h, P(("dp", "mb")))
        return w, jnp.tanh(h)
    batch = P(("dp", "mb")) if named == "argument" else P("dp")
    compiled = popt.compile(step, (W, X), mesh={"dp": 2, "time:mb": 2}, batch={"x": 0},
                            in_shardings=(None, batch))
    np.testing.assert_allclose(compiled(W, X)[1], jnp.tanh(total(False, X @ W)), rtol=1e-5)


def test_a_region_along_the_time_axis():
    def step(w, x):
        return w, jax.shard_map(lambda v: v, in_specs=P("mb"), out_specs=P("mb"))(x @ w)
    with pytest.raises(popt.CompileError, match='axis "mb" is manual here'):
        popt.compile(step, (W, X), mesh={"dp": 2, "time:mb": 2}, batch={"x": 0})


# --- pipelines ----------------------------------------------------------------------

PINS = [{"match": "*['a']", "at": {"pp": 0}}, {"match": "*['b']", "at": {"pp": 1}}]
STAGES = {
    "own": {"mesh": {"stage:pp": 2, "dp": 2}, "plan": {"popt_plan": 1, "shardings": PINS}},
    "last": {"mesh": {"dp": 2, "stage:pp": 2}, "plan": {"popt_plan": 1, "shardings": PINS}},
    "plan": {"mesh": {"dp": 2}, "plan": {"popt_plan": 1, "mesh": {"stage": [["pp", 2]]},
                                         "shardings": PINS}},
    "microbatches": {"mesh": {"stage:pp": 2, "dp": 2, "time:mb": 2}, "batch": {"x": 0},
                     "schedule": "1f1b", "plan": {"popt_plan": 1, "shardings": PINS}}}


@pytest.mark.parametrize("rows, over, said", [
    (rows, over, said) for rows in ROWS for over in ("dp", "all") for said in STAGES
    if said == "microbatches" or rows == "numbered"])
def test_pipelines(rows, over, said):
    compiled = check(train_two, ROWS[rows], over, TWO, in_shardings=(None, P("dp")), **STAGES[said])
    assert len(compiled.memory) == 4
    # Both stages have their work.
    for stage in ("@main_pp0", "@main_pp1"):
        assert stage in compiled.text("partitioned")


@pytest.mark.parametrize("said", ("own", "plan", "microbatches"))
def test_nested(said):
    options = dict(STAGES[said])
    options["mesh"] = {**options["mesh"], "tp": 2}
    check(train_two, nested, "dp", TWO, in_shardings=(None, P("dp")), **options)


def pairs(by_hand, h):
    """Groups that are no axes: rows 0 and 3 of four blocks meet, 1 and 2."""
    groups = [[0, 3], [1, 2]]
    if by_hand:
        both = lax.all_gather(h, "dp", axis_index_groups=groups)
        return both.sum(0) + lax.psum_scatter(jnp.tile(h, (4, 1)), "dp", tiled=True)
    blocks = h.reshape(4, 2, 6)
    return (blocks + blocks[jnp.array([3, 2, 1, 0])] + blocks.sum(0)).reshape(8, 6)


@pytest.mark.parametrize("said", ("own", "plan", "microbatches"))
def test_groups_that_are_no_axes(said):
    options = dict(STAGES[said])
    options["mesh"] = {**options["mesh"], "dp": 4}
    check(train_two, pairs, "dp", TWO, in_shardings=(None, P("dp")), **options)


def train_stack(rows, over, p, x):
    """Layers in a scan, made again in the backward pass."""
    def loss_of(p):
        def layer(h, w):
            return jnp.tanh(mapped(rows, over, h @ w)), None
        h, _ = lax.scan(jax.checkpoint(layer), x, p["stack"])
        return jnp.mean(h ** 2)
    loss, g = jax.value_and_grad(loss_of)(p)
    return jax.tree.map(lambda w, d: w - .1 * d, p, g), loss


@pytest.mark.parametrize("mesh", ({"stage:pp": 2, "dp": 2}, {"stage:pp": 2, "dp": 2, "time:mb": 2}))
@pytest.mark.parametrize("rows", ("total", "numbered", "ring"))
def test_scanned_layers(rows, mesh):
    plan = {"popt_plan": 1, "shardings": [{"match": "*['stack']", "dims": [["pp"]]}]}
    check(train_stack, ROWS[rows], "dp", {"stack": np.stack([W, W.T, -W, W @ W])}, plan=plan,
          mesh=mesh, batch={"x": 0}, in_shardings=(None, P("dp")))


def test_a_region_along_the_stage_axis():
    """Written for all stages at once, it can't be a part of one."""
    def pipeline(p, x):
        h = jax.shard_map(lambda v: lax.ppermute(v, "pp", [(0, 1), (1, 0)]), in_specs=P("pp"),
                          out_specs=P("pp"))(x @ p["a"])
        return h @ p["b"]
    with pytest.raises(popt.CompileError, match='axis "pp" is manual here'):
        popt.compile(pipeline, (TWO, X), names=("w", "x"), **STAGES["own"])
