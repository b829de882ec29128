"""popt.export: argument order and names, donation, shardings, npz contract."""
import json
import re

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import NamedSharding, PartitionSpec as P


def step(params, opt, batch):
    def loss_of(p):
        return jnp.mean((batch["x"] @ p["w"] + p["b"] - batch["y"]) ** 2)
    loss, grads = jax.value_and_grad(loss_of)(params)
    opt = jax.tree.map(lambda m, g: 0.9 * m + g, opt, grads)
    return jax.tree.map(lambda p, m: p - 0.1 * m, params, opt), opt, {"loss": loss}


def arguments():
    params = {"w": np.ones((8, 6), np.float32), "b": np.zeros(6, np.float32)}
    batch = {"x": np.arange(32, dtype=np.float32).reshape(4, 8), "y": np.zeros((4, 6), np.float32)}
    return params, jax.tree.map(np.zeros_like, params), batch


# Leaves are in JAX's flattening order (sorted keys), named after the parameters.
def test_names_order_and_donated_state(tmp_path):
    case = popt.export(step, arguments(), donate_argnums=(0, 1), path=tmp_path / "m.mlir")
    assert [a["name"] for a in case.args] == [
        "params['b']", "params['w']", "opt['b']", "opt['w']", "batch['x']", "batch['y']"]
    assert [r["name"] for r in case.results] == [
        "result[0]['b']", "result[0]['w']", "result[1]['b']", "result[1]['w']", "result[2]['loss']"]
    assert case.state == {0: 0, 1: 1, 2: 2, 3: 3}
    assert [a["donated"] for a in case.args] == [True] * 4 + [False] * 2
    assert case.leaf_indices(2) == [4, 5]
    metadata = json.loads((tmp_path / "m.json").read_text())
    assert metadata["state"]["arg3"] == "res3"
    assert metadata["args"][1] == {"name": "params['w']", "shape": [8, 6], "dtype": "float32",
                                   "parameter": 0, "donated": True}
    assert (tmp_path / "m.mlir").read_text() == case.text


def test_inputs_are_keyed_by_position(tmp_path):
    args = arguments()
    case = popt.export(step, args, path=tmp_path / "m.mlir")
    data = popt.load_arrays(case.inputs_file)
    assert sorted(data) == [f"arg{i}" for i in range(6)]
    np.testing.assert_array_equal(data["arg4"], args[2]["x"])


# A mesh given as sizes needs no devices: 8 are not here.
def test_abstract_mesh_and_prefix_shardings():
    spec = {"w": P(None, "tp"), "b": P("tp")}
    case = popt.export(step, arguments(), mesh={"dp": 4, "tp": 2}, donate_argnums=(0, 1),
                       in_shardings=(spec, spec, P("dp")), out_shardings=(spec, spec, P()))
    assert case.mesh == {"dp": 4, "tp": 2}
    assert 'sdy.mesh @mesh = <["dp"=4, "tp"=2]>' in case.text
    main = next(line for line in case.text.splitlines() if "@main" in line)
    assert main.count('#sdy.sharding<@mesh, [{"dp"}, {}]>') == 2
    assert main.count('#sdy.sharding<@mesh, [{}, {"tp"}]>') == 4


def test_real_mesh_arrays_and_constraints():
    mesh = jax.make_mesh((2, 2), ("dp", "tp"),
                         axis_types=(jax.sharding.AxisType.Auto,) * 2)
    x = jax.device_put(np.ones((4, 8), np.float32), NamedSharding(mesh, P("dp")))
    case = popt.export(lambda a: jax.lax.with_sharding_constraint(a * 2, P("dp", "tp")),
                       (x,), mesh=mesh)
    assert 'sdy.sharding_constraint' in case.text
    assert '[{"dp"}, {}]' in case.text


def test_a_leaf_without_sharding_is_left_open():
    case = popt.export(step, arguments(), mesh={"dp": 2}, in_shardings=(None, None, P("dp")))
    main = next(line for line in case.text.splitlines() if "@main" in line)
    assert main.count("sdy.sharding = ") == 2


def test_bfloat16_is_stored_as_bits(tmp_path):
    x = jnp.asarray([1.0, -2.0, 0.5], jnp.bfloat16)
    case = popt.export(lambda x: x + x, (x,), path=tmp_path / "m.mlir")
    with np.load(case.inputs_file) as data:
        assert data["arg0"].dtype == np.uint16
        np.testing.assert_array_equal(data["arg0"], [0x3f80, 0xc000, 0x3f00])
    back = popt.load_arrays(case.inputs_file, {"arg0": "bfloat16"})
    np.testing.assert_array_equal(back["arg0"].astype(np.float32), [1, -2, 0.5])
    with pytest.raises(ValueError, match="not as wide as float32"):
        popt.load_arrays(case.inputs_file, {"arg0": "float32"})


# What is stored has the type of the module, not that of the Python value.
def test_wide_and_python_scalars_take_jax_types(tmp_path):
    case = popt.export(lambda x, n: x * n, (np.ones(3, np.float64), 2), path=tmp_path / "m.mlir")
    assert [a["dtype"] for a in case.args] == ["float32", "int32"]
    data = popt.load_arrays(case.inputs_file)
    assert data["arg0"].dtype == np.float32 and data["arg1"].dtype == np.int32
    assert data["arg1"].shape == ()


def test_shapes_without_data_write_no_inputs(tmp_path):
    case = popt.export(jnp.sin, (jax.ShapeDtypeStruct((3,), jnp.float32),), path=tmp_path / "m.mlir")
    assert case.inputs_file is None and not list(tmp_path.glob("*.npz"))


def test_unused_arguments_are_kept():
    case = popt.export(lambda a, b: a, (np.ones(2, np.float32), np.ones(3, np.float32)))
    assert len(case.args) == 2 and "tensor<3xf32>" in case.text


def test_names_for_functions_without_any():
    case = popt.export(lambda *args: args[0]["w"] + args[1],
                       ({"w": np.ones(2, np.float32)}, np.ones(2, np.float32)), names=["params", "x"])
    assert [a["name"] for a in case.args] == ["params['w']", "x"]
    with pytest.raises(ValueError, match="1 names for 2 arguments"):
        popt.export(lambda *a: a, (1.0, 2.0), names=["x"])


def test_a_jitted_function_keeps_its_options():
    fn = jax.jit(step, donate_argnums=(0, 1), keep_unused=True)
    assert popt.export(fn, arguments()).state == {0: 0, 1: 1, 2: 2, 3: 3}
    dropping = jax.jit(lambda a, b: a)
    with pytest.raises(ValueError, match="keep_unused=True"):
        popt.export(dropping, (np.ones(2, np.float32), np.ones(3, np.float32)))


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="need a mesh"):
        popt.export(jnp.sin, (np.ones(2, np.float32),), in_shardings=(P("dp"),))
    with pytest.raises(ValueError, match="axis \"dp\" has size 0"):
        popt.export(jnp.sin, (np.ones(2, np.float32),), mesh={"dp": 0})
    with pytest.raises(ValueError, match="more devices than there are numbers for"):
        popt.export(jnp.sin, (np.ones(2, np.float32),), mesh={"dp": 2, "tp": 2**63})


def test_batches(tmp_path):
    case = popt.export(step, arguments())
    steps = [{2: {"x": np.full((4, 8), i, np.float32), "y": np.zeros((4, 6), np.float32)}}
             for i in range(3)]
    case.save_batches(tmp_path / "b.npz", steps)
    data = popt.load_arrays(tmp_path / "b.npz")
    assert sorted(data) == ["arg4", "arg5"] and data["arg4"].shape == (3, 4, 8)
    with pytest.raises(ValueError, match=r"step 1: arg4 .*shape \[2, 8\]"):
        case.save_batches(tmp_path / "b.npz",
                          [steps[0], {2: {"x": np.zeros((2, 8), np.float32), "y": steps[0][2]["y"]}}])
    x = steps[0][2]["x"]
    for value, words in (({"x": x}, r"without batch\['y'\], which"), ({"x": x, "z": x}, r"without batch"
                         r"\['y'\], which it was compiled with and with batch\['z'\], which")):
        with pytest.raises(ValueError, match="step 1: parameter 2 is given " + words):
            case.save_batches(tmp_path / "b.npz", [steps[0], {2: value}])


# Two exports are equal, and nothing of this machine's folders is in the text.
def test_text_is_reproducible():
    first, second = (popt.export(step, arguments(), donate_argnums=(0,)).text for _ in range(2))
    assert first == second
    assert "/site-packages" not in first


# Tokens, by which JAX orders callbacks, are no arguments and no results.
def test_ordered_callbacks_keep_numbers_and_state(tmp_path):
    def counted(state, x):
        jax.debug.print("state {}", state.sum(), ordered=True)
        return x.sum(), state + x
    args = (np.zeros(4, np.float32), np.ones(4, np.float32))
    for mesh in (None, {"x": 2}):
        case = popt.export(counted, args, donate_argnums=0, mesh=mesh, path=tmp_path / "m.mlir",
                           out_shardings=None if mesh is None else (P(), P()))
        assert [a["name"] for a in case.args] == ["state", "x"]
        assert "!stablehlo.token" in case.text
        if case.state:
            assert case.state == {0: 1}
    assert popt.export(counted, args, donate_argnums=0).state == {0: 1}


# A mesh without devices takes what JAX lowers for devices only.
def test_custom_partitioning_is_its_body():
    from jax.experimental.custom_partitioning import custom_partitioning

    @custom_partitioning
    def double(x):
        return x + x
    double.def_partition(partition=lambda mesh, args, result: (mesh, double.fun, result.sharding, ()),
                         infer_sharding_from_operands=lambda mesh, args, result: args[0].sharding,
                         sharding_rule="i -> i")
    case = popt.export(double, (np.ones(8, np.float32),), mesh={"x": 8}, in_shardings=P("x"))
    assert "stablehlo.add" in case.text and "CustomSPMDPartitioning" not in case.text


# By trees and names, where donation says nothing, and against what JAX aliases by
# type; by the user's word.
def test_state_is_found(native):
    def swap(params, opt, x):
        return {"opt": opt + x, "params": params * x}
    ones = np.ones(3, np.float32)
    args = ({"w": ones}, {"w": 2 * ones}, ones)

    def advance(params, opt, x):
        return x.sum(), {k: v + x for k, v in opt.items()}, {k: v * x for k, v in params.items()}
    assert popt.export(advance, args, state={"params": "[2]"}).state == {0: 2, 1: 1}
    named = popt.export(swap, (ones, ones, ones), donate_argnums=(0, 1))
    assert named.state == {0: 1, 1: 0} and named.metadata()["state"] == {"arg0": "res1",
                                                                        "arg1": "res0"}
    assert popt.export(lambda x: x.sum(), (ones,), names=["x"]).state == {}


# JAX refuses shardings that do not divide; popt takes them.
def test_uneven_shardings():
    x, w = np.ones((7, 5), np.float32), np.ones((5, 6), np.float32)
    for other in (P(), P(None, "dp")):
        case = popt.export(lambda x, w: x @ w, (x, w), mesh={"dp": 3}, in_shardings=(P("dp"), other),
                           state={"x": None})
        assert case.text.count("sdy.mesh @") == 1
        assert re.search(r'%arg0: tensor<7x5xf32> \{dist.resident, '
                         r'sdy.sharding = #sdy.sharding<@mesh, \[\{"dp"\}, \{\}\]>', case.text)
    # Two axes of one dimension count together, what JAX may choose does not count.
    case = popt.export(lambda x: x, (np.ones((6, 4), np.float32),), mesh={"dp": 2, "tp": 2},
                       in_shardings=(P(("dp", "tp"), P.UNCONSTRAINED),))
    assert '#sdy.sharding<@mesh, [{"dp", "tp"}, {?}]>' in case.text
    with pytest.raises(ValueError, match="tp"):
        popt.export(lambda x: x, (x,), mesh={"dp": 3}, in_shardings=(P("tp"),))
