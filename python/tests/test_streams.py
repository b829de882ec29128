"""popt.write_batches: what it writes, and programs that take it from a pipe."""
import io
import json
import os
import subprocess
import sys

import numpy as np
import popt
import pytest

MODULE = """
sdy.mesh @mesh = <["dp"=2]>
func.func @main(%w: tensor<3xi32> {tf.aliasing_output = 0 : i32} loc("w"),
    %x: tensor<4x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {}]>} loc("batch['x']"))
    -> (tensor<3xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %rows = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<4x3xi32>, tensor<i32>) -> tensor<3xi32>
  %now = stablehlo.add %w, %rows : tensor<3xi32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<4x3xi32>, tensor<i32>) -> tensor<i32>
  return %now, %sum : tensor<3xi32>, tensor<i32>
}
"""
LOADER = """
import sys
import numpy as np, popt
def batches(first):
    for number in range(first, 100):
        yield {"batch['x']": np.full((4, 3), number, np.uint16)}
folder, steps = sys.argv[1], sys.argv[2:]
end = popt.write_batches(batches, "-", resume=folder, steps=int(steps[0]) if steps else None)
print("wrote to", end, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    try:
        popt.find_tool("poptc")
    except FileNotFoundError:
        pytest.skip("poptc is not built")
    folder = tmp_path_factory.mktemp("streams")
    (folder / "sum.mlir").write_text(MODULE)
    return popt.compile_file(folder / "sum.mlir", folder / "sum")


def run(program, folder, steps, more=(), loader=()):
    """(status, what was said, the sums of all steps) of a program that a loader feeds."""
    package = os.path.dirname(os.path.dirname(popt.__file__))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])}
    feeding = subprocess.Popen([sys.executable, "-c", LOADER, str(folder / "ck"), *loader], env=env,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ran = subprocess.run([program, "--init", "w=zeros", "--batches", "-", "--steps", str(steps), "--save",
                          folder / "ck", "--resume", "--metrics", folder / "m.json", *more],
                         stdin=feeding.stdout, stderr=subprocess.PIPE, text=True)
    feeding.stdout.close()
    said = feeding.communicate()[1].decode()
    assert "wrote to" in said, said
    rows = json.loads((folder / "m.json").read_text())["metrics_per_step"]
    return ran.returncode, ran.stderr, [row[0] for row in rows]


# Tokens of 16 bits go to an argument of 32; what a loader has beyond --steps is its own
# matter; a run that ends early, or is run again, goes on where it was.
def test_a_loader_feeds_a_program(program, tmp_path):
    status, said, sums = run(program, tmp_path, 3)
    assert status == 0, said
    assert sums == [0, 12, 24]
    status, said, sums = run(program, tmp_path, 9, loader=["5"])
    assert status == 1
    assert "-: the loader has ended before batch 5, and the run has 9 steps" in said
    assert sums == [0, 12, 24, 36, 48]
    status, said, sums = run(program, tmp_path, 7)
    assert status == 0, said
    assert sums == [12 * number for number in range(7)]
    assert popt.load(tmp_path / "ck")["w"].tolist() == [4 * sum(range(7))] * 3


def parsed(data):
    """[(metadata, {name: (type, shape, bytes)})] of a stream."""
    documents = []
    while data:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8:8 + length])
        data = data[8 + length:]
        metadata = header.pop("__metadata__")
        end = max(entry["data_offsets"][1] for entry in header.values())
        documents.append((metadata, {
            name: (entry["dtype"], entry["shape"], data[slice(*entry["data_offsets"])])
            for name, entry in header.items()}))
        data = data[end:]
    return documents


def test_what_a_batch_is(tmp_path):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    batch = {"a": np.arange(6, dtype=">i4").reshape(2, 3).T, "b": np.float32(2.5), "c": np.zeros((0, 2)),
             "d": np.ones(2, ml_dtypes.bfloat16), "e": np.ones(3, ml_dtypes.int4), "f": [True, False]}
    out = io.BytesIO()
    assert popt.write_batches([batch], out) == 1
    (metadata, tensors), = parsed(out.getvalue())
    assert metadata == {"batch": "0"}
    assert {name: (dtype, shape) for name, (dtype, shape, _) in tensors.items()} == {
        "a": ("I32", [3, 2]), "b": ("F32", []), "c": ("F64", [0, 2]), "d": ("BF16", [2]),
        "e": ("U8", [3]), "f": ("BOOL", [2])}
    assert tensors["a"][2] == np.array([0, 3, 1, 4, 2, 5], "<i4").tobytes()
    assert tensors["d"][2] == b"\x80\x3f" * 2
    safetensors = pytest.importorskip("safetensors.numpy")
    out = io.BytesIO()
    popt.write_batches([{name: batch[name] for name in "abcf"}], out)
    read = safetensors.load(out.getvalue())
    for name in "abcf":
        np.testing.assert_array_equal(read[name], batch[name])


# A list begins again, an iterator is read on, a function is told where to begin.
def test_where_a_loader_begins(tmp_path):
    numbers = [{"x": np.int32(number)} for number in range(3)]

    def taken(batches, **options):
        out = io.BytesIO()
        popt.write_batches(batches, out, **options)
        return [(int(metadata["batch"]), int.from_bytes(tensors["x"][2], "little"))
                for metadata, tensors in parsed(out.getvalue())]
    assert taken(numbers) == [(0, 0), (1, 1), (2, 2)]
    assert taken(numbers, steps=5) == [(0, 0), (1, 1), (2, 2), (3, 0), (4, 1)]
    assert taken(iter(numbers), first=2) == [(2, 2)]
    assert taken(lambda first: numbers[first:], first=1, steps=2) == [(1, 1)]
    assert taken(numbers, resume=tmp_path / "none", steps=1) == [(0, 0)]


def test_a_tree_goes_by_the_argument_that_it_is():
    pytest.importorskip("jax")
    out = io.BytesIO()
    popt.write_batches([{"x": np.zeros(1), "y": [np.zeros(2)]}], out, name="batch")
    (_, tensors), = parsed(out.getvalue())
    assert set(tensors) == {"batch['x']", "batch['y'][0]"}


@pytest.mark.parametrize("batch, message", [
    (np.zeros(3), "batch 0 is a ndarray: give a dict of arrays by the names of arguments, or name="),
    ({}, "batch 0 is a dict: give a dict of arrays"),
    ({"x": object()}, "batch 0: x: an array of type object cannot be stored"),
    ({"x": np.zeros(1, np.longdouble)}, "batch 0: x: an array of type float128 cannot be stored")])
def test_what_is_no_batch(batch, message):
    with pytest.raises(TypeError, match=message):
        popt.write_batches([batch], io.BytesIO())


def test_what_goes_wrong(tmp_path):
    with pytest.raises(ValueError, match="first is 2, and resume='ck' says where to begin, too"):
        popt.write_batches([], io.BytesIO(), first=2, resume="ck")

    def failing():
        yield {"x": np.zeros(1)}
        raise OSError("the disk is gone")
    with pytest.raises(OSError, match="the disk is gone"):
        popt.write_batches(failing(), io.BytesIO())
