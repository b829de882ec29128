"""popt.shardings: what propagation finds is what jax.jit takes."""
import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import NamedSharding, PartitionSpec as P

pytestmark = pytest.mark.skipif(len(jax.devices()) < 4, reason="needs four devices")


def step(params, batch):
    def loss_of(p):
        hidden = jnp.tanh(batch["x"] @ p["w1"] + p["b1"])
        return jnp.mean((hidden @ p["w2"] - batch["y"]) ** 2)
    loss, grads = jax.value_and_grad(loss_of)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), {"loss": loss}


def arguments(width=32):
    keys = jax.random.split(jax.random.key(0), 4)
    params = {"w1": jax.random.normal(keys[0], (16, width)), "b1": jnp.zeros(width),
              "w2": jax.random.normal(keys[1], (width, 8))}
    return params, {"x": jax.random.normal(keys[2], (8, 16)), "y": jax.random.normal(keys[3], (8, 8))}


def same(args, ins, outs):
    want = step(*args)
    got = jax.jit(step, in_shardings=ins, out_shardings=outs)(*args)
    assert all(jax.tree.leaves(jax.tree.map(lambda g, s: g.sharding == s, got, outs)))
    jax.tree.map(lambda g, w: np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-5), got, want)


def test_propagated():
    """One weight and the batch are said; the rest follows."""
    args = arguments()
    mesh = jax.make_mesh((2, 2), ("dp", "tp"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
    ins, outs = popt.shardings(step, args, mesh=mesh, in_shardings=(
        {"w1": P(None, "tp"), "b1": None, "w2": None}, P("dp")))
    assert ins[0]["b1"] == NamedSharding(mesh, P("tp"))
    assert ins[0]["w2"].spec[0] == ("tp",) or ins[0]["w2"].spec[0] == "tp"
    assert outs[0]["w1"].is_equivalent_to(NamedSharding(mesh, P(None, "tp")), 2)
    assert outs[1]["loss"].is_fully_replicated
    same(args, ins, outs)


def test_plan():
    """A plan names arguments; the mesh is made of the first devices."""
    args = arguments()
    plan = {"popt_plan": 1, "shardings": [{"match": "params['w1']", "dims": [["fsdp"], []]},
                                          {"match": "batch*", "dims": [["fsdp"], []]}]}
    ins, outs = popt.shardings(step, args, mesh={"fsdp": 4}, plan=plan)
    assert ins[0]["w1"].spec[0] in ("fsdp", ("fsdp",))
    assert ins[1]["y"].spec[0] in ("fsdp", ("fsdp",))
    same(args, ins, outs)


def test_uneven():
    """JAX takes no uneven sharding: the dimension stays whole."""
    args = arguments(width=30)
    plan = {"popt_plan": 1, "shardings": [{"match": "params['w1']", "dims": [[], ["tp"]]}]}
    ins, outs = popt.shardings(step, args, mesh={"tp": 4}, plan=plan)
    assert ins[0]["w1"].is_fully_replicated
    same(args, ins, outs)


def test_part_of_an_axis():
    plan = {"popt_plan": 1, "shardings": [{"match": "params['w1']", "dims": [[], ["tp:(1)2"]]}]}
    with pytest.raises(ValueError, match="is not made of whole axes of the mesh"):
        popt.shardings(step, arguments(), mesh={"tp": 4}, plan=plan)


def test_unknown_name_in_plan():
    plan = {"popt_plan": 1, "shardings": [{"match": "weights", "dims": [[], ["tp"]]}]}
    with pytest.raises(popt.PoptError):
        popt.shardings(step, arguments(), mesh={"tp": 4}, plan=plan)
