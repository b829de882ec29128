"""Checkpoints of compiled functions, and of binaries, both ways."""
import json
import os
import random
import subprocess

import jax
import jax.numpy as jnp
import numpy as np
import popt
import pytest
from jax.sharding import PartitionSpec as P
from popt import checkpoints
from small_model import X, loss_of, weights

pytestmark = pytest.mark.usefixtures("native")


def train(params, count, x):
    loss, grads = jax.value_and_grad(loss_of)(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), count + 1, loss


BEGIN = (weights(), jnp.int32(0))
LAYOUTS = {"dp2": ({"dp": 2}, (None, None, P("dp"))),
           "tp4": ({"tp": 4}, ({"b": P(), "w": P("tp")}, None, None)),
           "dp2_tp2": ({"dp": 2, "tp": 2}, ({"b": P("tp"), "w": P(None, "tp")}, None, P("dp"))),
           "one": (None, None)}


def compiled(layout="dp2", fn=train, args=(*BEGIN, X)):
    mesh, shardings = LAYOUTS[layout]
    return popt.compile(fn, args, mesh=mesh, in_shardings=shardings)


def steps(step, count, state=BEGIN):
    for _ in range(count):
        *state, loss = step(*state, X)
    return state, loss


def same(one, other):
    one, other = (tuple(tree) if isinstance(tree, list) else tree for tree in (one, other))
    assert jax.tree.structure(one) == jax.tree.structure(other)
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other)):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def test_goes_on_bit_by_bit(tmp_path):
    step = compiled()
    state, _ = steps(step, 3)
    assert step.save(tmp_path / "ck") == str(tmp_path / "ck" / "step-00000003")
    state, loss = steps(step, 2, state)
    other = compiled()
    restored = other.restore(tmp_path / "ck")
    assert other.steps == 3 and all(isinstance(leaf, popt.Array) for leaf in jax.tree.leaves(restored))
    # It is there before a call.
    assert int(restored[1]) == 3
    again, other_loss = steps(other, 2, restored)
    assert other.steps == 5 and float(loss) == float(other_loss)
    same(state, again)
    # What was restored is gone as any state that a call has updated.
    with pytest.raises(RuntimeError, match="updated in place"):
        np.asarray(restored[0]["w"])


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_any_mesh(tmp_path, layout):
    step = compiled("dp2_tp2")
    state, _ = steps(step, 3)
    step.save(tmp_path)
    other = compiled(layout)
    same(other.restore(tmp_path), state)
    saved = popt.load(tmp_path)
    assert saved.step == 3 and len(saved) == 3 and saved.folder.endswith("step-00000003")
    np.testing.assert_array_equal(saved["params['w']"], state[0]["w"])
    same(saved.tree("params", BEGIN[0]), state[0])
    with pytest.raises(KeyError, match="has no params\\['c'\\]: it has "):
        saved.tree("params", {"c": X})
    with pytest.raises(TypeError, match=r"params\['w'\] is float32\[6, 4\] in .*, and float32\[8, 6\] here"):
        saved.tree("params", {"w": X})


def test_binaries_both_ways(tmp_path):
    """A binary goes on from Python's checkpoint, and Python from the binary's."""
    case = popt.export(train, (*BEGIN, X), mesh={"tp": 4}, in_shardings=LAYOUTS["tp4"][1],
                       path=tmp_path / "train.mlir")
    binary = popt.compile_file(case.module_file, tmp_path / "train")
    step = compiled("dp2")
    state, _ = steps(step, 2)
    step.save(tmp_path / "ck", loader=Place(5))
    done = subprocess.run([binary, "--inputs", case.inputs_file, "--steps", "5", "--save",
                           tmp_path / "ck", "--resume"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "going on after step 2" in done.stderr
    restored = jax.tree.map(np.asarray, step.restore(tmp_path / "ck"))
    assert step.steps == 5 and int(restored[1]) == 5
    expected, _ = steps(step, 5)
    for a, b in zip(jax.tree.leaves(restored), jax.tree.leaves(expected)):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-5)


class Place:
    """A loader that knows its place."""

    def __init__(self, at=0):
        self.at, self.random = at, random.Random(at)

    def state_dict(self):
        return {"at": self.at, "random": self.random.getstate(), 3: np.float32(0.5),
                "words": np.arange(3, dtype=np.uint8), "raw": b"\x00\xff", "none": float("nan")}

    def load_state_dict(self, state):
        self.at, self.state = state["at"], state
        self.random.setstate(state["random"])


def test_loader(tmp_path):
    step = compiled()
    steps(step, 1)
    loader = Place(7)
    loader.random.random()
    step.save(tmp_path, loader=loader)
    again = Place()
    step.restore(tmp_path, loader=again)
    assert again.at == 7 and again.random.random() == loader.random.random()
    assert again.state[3] == 0.5 and isinstance(again.state[3], np.float32)
    assert again.state["raw"] == b"\x00\xff" and again.state["words"].dtype == np.uint8
    assert np.isnan(again.state["none"])
    # It is a file of the checkpoint like others: other tools check it.
    with open(tmp_path / "step-00000001" / "loaders.json") as file:
        content = json.load(file)
    assert content["popt_loaders"] == 1 and ["at", 7] in content["processes"][0]["loader"]["is"]
    with pytest.raises(TypeError, match=r"Place.state_dict\(\)\['at'\] is of type object"):
        step.save(tmp_path, loader=Place2())
    with pytest.raises(TypeError, match="list has neither state_dict and load_state_dict nor"):
        step.save(tmp_path, loader=[])
    with open(tmp_path / "step-00000001" / "loaders.json", "r+b") as file:
        file.write(b" ")
    with pytest.raises(popt.PoptError, match="loaders.json is damaged"):
        step.restore(tmp_path, loader=again)
    step.restore(tmp_path)


class Place2(Place):
    __name__ = "Place"

    def state_dict(self):
        return {"at": object()}


Place2.__name__ = "Place"


def test_keep_and_numbers(tmp_path):
    step = compiled()
    state, _ = steps(step, 1)
    for number in (10, 20, 30):
        step.save(tmp_path, step=number, keep=2)
    assert sorted(os.listdir(tmp_path)) == ["step-00000020", "step-00000030"]
    assert int(step.restore(tmp_path / "step-00000020")[1]) == 1 and step.steps == 20


def test_mistakes(tmp_path):
    step = compiled()
    with pytest.raises(popt.PoptError, match="train has no state to save before its first call"):
        step.save(tmp_path)
    with pytest.raises(popt.PoptError, match="there is no checkpoint in .*/none"):
        step.restore(tmp_path / "none")
    state, _ = steps(step, 1)
    step.save(tmp_path)
    with pytest.raises(popt.PoptError, match="no checkpoint can be saved: cannot make /dev/null/ck"):
        step.save("/dev/null/ck")
    other = popt.compile(lambda params, x: ({"v": params["v"] + x}, 0.0), ({"v": X}, X),
                         names=["params", "x"])
    with pytest.raises(popt.PoptError, match=r"step-00000001 is of another program: it has no "
                                             r"\"params\['v'\]\""):
        other.restore(tmp_path)
    evaluate = popt.compile(loss_of, (weights(), X))
    evaluate(weights(), X)
    with pytest.raises(popt.PoptError, match="no argument of loss_of is state"):
        evaluate.save(tmp_path)
    path = tmp_path / "step-00000001" / "rank-0.safetensors"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(popt.PoptError, match="rank-0.safetensors is damaged"):
        step.restore(tmp_path)
    # The state is lost, and can be given again.
    steps(step, 1)
    with pytest.raises(popt.PoptError, match="is damaged"):
        dict(popt.load(tmp_path))
    path.unlink()
    with pytest.raises(popt.PoptError, match="no checkpoint in .* can be loaded: cannot open"):
        popt.load(tmp_path)
    step.save(tmp_path, step=0)
    with pytest.warns(UserWarning, match="a checkpoint is skipped: cannot open"):
        assert popt.load(tmp_path).step == 0


def test_typed_keys_and_types(tmp_path):
    def advance(state, x):
        key, now = jax.random.split(state["key"])
        return {"key": key, "half": state["half"] + jax.random.bits(now, (), jnp.uint8).astype(jnp.bfloat16),
                "small": state["small"]}, jnp.sum(x)
    begin = {"key": jax.random.key(3), "half": jnp.bfloat16(1.5), "small": jnp.float8_e4m3fn(2)}
    step = popt.compile(advance, (begin, X), mesh={"dp": 2}, in_shardings=(None, P("dp")))
    state, _ = step(begin, X)
    step.save(tmp_path)
    expected, _ = step(state, X)
    expected = jax.tree.map(np.asarray, {**expected, "key": jax.random.key_data(expected["key"])})
    restored = step.restore(tmp_path)
    assert jax.dtypes.issubdtype(restored["key"].dtype, jax.dtypes.prng_key)
    again, _ = step(restored, X)
    same({**again, "key": jax.random.key_data(again["key"])}, expected)
    loaded = popt.load(tmp_path).tree("state", begin)
    assert loaded["half"].dtype == jnp.bfloat16 and loaded["key"].dtype == begin["key"].dtype


def test_codes():
    for value in (None, True, 3, 1 << 100, -0.5, "x", [1, (2, [3])], {"a": {1: 2, "!": 3}}, b"",
                  float("-inf")):
        text = json.dumps(checkpoints.encoded(value, "value"), allow_nan=False)
        assert checkpoints.decoded(json.loads(text)) == value
        assert type(checkpoints.decoded(json.loads(text))) is type(value)
