"""Functions that jax.export has exported, compiled by popt."""
import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import popt


def train(params, momentum, batch):
    def loss_of(params):
        hidden = jnp.tanh(batch["x"] @ params["up"])
        return jnp.mean((hidden @ params["down"] - batch["y"]) ** 2)
    loss, grads = jax.value_and_grad(loss_of)(params)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, grads)
    return jax.tree.map(lambda p, m: p - 0.1 * m, params, momentum), momentum, loss


@pytest.fixture
def state():
    random = np.random.default_rng(0)
    params = {"up": random.normal(size=(6, 16)).astype(np.float32),
              "down": random.normal(size=(16, 4)).astype(np.float32)}
    batch = {"x": random.normal(size=(8, 6)).astype(np.float32),
             "y": random.normal(size=(8, 4)).astype(np.float32)}
    return params, jax.tree.map(np.zeros_like, params), batch


def run(step, params, momentum, batch):
    losses = []
    for _ in range(5):
        params, momentum, loss = step(params, momentum, batch)
        losses.append(float(loss))
    return losses, jax.tree.map(np.asarray, params)


def same(found, expected):
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-5)
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5),
                 found[1], expected[1])


def test_a_step_of_one_device_runs_on_two(state):
    exported = export.export(jax.jit(train))(*state)
    step = popt.compile(exported, mesh={"dp": 2}, plan={
        "popt_plan": 1, "shardings": [{"match": "batch*", "dims": [["dp"], []]}]})
    assert len(step.memory) == 2 and step.__name__ == "train"
    assert step.state == {"params": "result[0]", "momentum": "result[1]"}
    assert step.shardings[0][2]["x"] == P("dp", None)
    same(run(step, *state), run(jax.jit(train), *state))


def test_shardings_of_the_export_hold(state):
    mesh = AbstractMesh((2, 2), ("dp", "tp"), axis_types=(AxisType.Auto,) * 2)

    def on(*spec):
        return NamedSharding(mesh, P(*spec))
    weights = {"up": on(None, "tp"), "down": on("tp")}
    jitted = jax.jit(train, in_shardings=(weights, weights, on("dp")))
    exported = export.export(jitted, platforms=["cpu"])(*jax.tree.map(
        lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype), state))
    step = popt.compile(exported)
    assert len(step.memory) == exported.nr_devices == 4
    assert step.shardings[0][0]["up"] == P(None, "tp")
    same(run(step, *state), run(jax.jit(train), *state))


def test_what_it_does_not_use_is_an_argument_all_the_same():
    exported = export.export(jax.jit(lambda a, b, c: a + c))(*[np.ones(3, np.float32)] * 3)
    assert exported.module_kept_var_idx == (0, 2)
    step = popt.compile(exported)
    assert np.asarray(step(np.full(3, 1, "f"), np.full(3, 9, "f"), np.full(3, 2, "f"))).tolist() == [3] * 3
    with pytest.raises(TypeError, match="is called with 2 arguments, but was compiled for 3"):
        step(np.ones(3, "f"), np.ones(3, "f"))


def test_typed_keys():
    exported = export.export(jax.jit(lambda key: jax.random.normal(key, (4,))))(
        jax.ShapeDtypeStruct((), jax.random.key(0).dtype))
    key = jax.random.key(3)
    np.testing.assert_allclose(popt.compile(exported)(key), jax.random.normal(key, (4,)), rtol=1e-5)


def test_files(tmp_path, state):
    exported = export.export(jax.jit(train))(*state)
    case = popt.export(exported, state, path=str(tmp_path / "step.mlir"))
    assert [arg["name"] for arg in case.args][:2] == ["params['down']", "params['up']"]
    (tmp_path / "step.mlirbc").write_bytes(exported.mlir_module_serialized)
    binary = popt.compile(str(tmp_path / "step.mlirbc"), str(tmp_path / "step"))
    expected = train(*state)[2]
    for program in binary, str(tmp_path / "step.mlirbc"):
        found = popt.run(program, case.inputs_file)
        assert np.isclose(found["res4"], expected, rtol=1e-5)


@pytest.mark.parametrize("make, message", [
    (lambda: export.export(jax.jit(lambda a, *, scale: a * scale))(np.ones(2, "f"), scale=2.0),
     "takes scale by keyword; compiled functions take arguments by position"),
    (lambda: export.export(jax.jit(lambda a: a + 1), platforms=["cpu", "cuda"])(np.ones(2, "f")),
     "is exported for cpu and cuda; popt reads modules for one"),
    (lambda: export.export(jax.jit(lambda a: a + 1))(
        jax.ShapeDtypeStruct(export.symbolic_shape("b, 2"), np.float32)),
     "has shapes with symbols: export it for the shapes that it runs with"),
])
def test_what_is_refused(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        popt.compile(make())


def test_options_of_the_export_are_not_said_again():
    exported = export.export(jax.jit(lambda a: a + 1))(np.ones(2, "f"))
    with pytest.raises(ValueError, match="in_shardings: .* is exported already; give it to jax.jit"):
        popt.compile(exported, mesh={"dp": 2}, in_shardings=P("dp"))


def test_bytes_that_are_no_module():
    exported = export.export(jax.jit(lambda a: a + 1))(np.ones(2, "f"))
    bytes_ = exported.mlir_module_serialized
    with pytest.raises(popt.CompileError, match="<artifact>.* error: "):
        popt.artifacts.module_text(bytes_[:len(bytes_) // 2])


def test_the_mesh_of_an_artifact_is_its_first():
    text = 'sdy.mesh @mesh = <["a"=2]>\nsdy.mesh @mesh_0 = <["b"=4, "a"=3]>'
    assert popt.artifacts.meshes_of(text) == [{"a": 2}, {"b": 4, "a": 3}]
