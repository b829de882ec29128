#!/usr/bin/env python3
"""StableHLO's portable artifacts mean what the text of the same module does.

    portable.py --bin BIN [--all] SOURCE

Writes modules as artifacts of several versions of StableHLO, by the one that comes
with JAX, and compares what popt prints of them, and with locations, with what it
prints of their text. Then artifacts that popt refuses, with their messages.
--all takes every version and every module of test/Dialect and demo.
"""
import argparse
import glob
import io
import os
import re
import subprocess
import sys
import tempfile

from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import func, stablehlo

VERSIONS = ["0.9.0", "0.15.0", "1.0.0", "1.9.0"]
# Programs of which StableHLO has more than popt.
REFUSED = {
    "shape": ("func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
              "  %0 = stablehlo.abs %x : tensor<?x4xf32>\n  return %0 : tensor<?x4xf32>\n}",
              "tensor<?x4xf32> has no fixed shape; popt compiles for fixed shapes"),
    "unranked": ("func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {\n"
                 "  return %x : tensor<*xf32>\n}",
                 "tensor<*xf32> has no fixed shape; popt compiles for fixed shapes"),
    "computed": ("func.func @main(%x: tensor<8xf32>, %s: tensor<2xi32>) -> tensor<2x4xf32> {\n"
                 "  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<8xf32>, tensor<2xi32>) -> "
                 "tensor<2x4xf32>\n  return %0 : tensor<2x4xf32>\n}",
                 "stablehlo.dynamic_reshape has a shape that it computes"),
    "index select": ("func.func @main(%x: tensor<5x2xf32>, %i: tensor<3xi32>) -> tensor<3x2xf32> {\n"
                     "  %0 = \"stablehlo.torch_index_select\"(%x, %i) {dim = 0 : i64, batch_dims = 0 : "
                     "i64} : (tensor<5x2xf32>, tensor<3xi32>) -> tensor<3x2xf32>\n"
                     "  return %0 : tensor<3x2xf32>\n}",
                     "popt reads no operation \"stablehlo.torch_index_select\""),
}
# A type that is as long in bytecode as one that popt does not have.
LONG = """func.func @main(%x: tensor<1x1x1x1x1xf32>) -> tensor<i32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}"""
PLAIN = """func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.abs %x : tensor<4x6xf32>
  %1 = stablehlo.slice %0 [0:4, 0:6] : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}"""

JOINED = """func.func @main(%x: tensor<4x6xf32>) -> tensor<4x12xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}"""
NAMED = """func.func @main(%x: tensor<4xf32> {mhlo.a = "1", mhlo.b = "2"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}"""
GROUPED = """func.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups =
    #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "dp", size = 2>]>,
    axes = [#stablehlo.axis_ref<name = "dp">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}"""
SHARDED = """sdy.mesh @mesh = <["dp"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}"""
CAST = """func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = builtin.unrealized_conversion_cast %x : tensor<4xf32> to tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}"""
OWN = "%0 = builtin.unrealized_conversion_cast %0 : tensor<f32> to tensor<f32>"
PRODUCT = """func.func @main(%x: tensor<4x6xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1]
    : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}"""
COMPARED = """func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}"""

parser = argparse.ArgumentParser()
parser.add_argument("--bin", required=True)
parser.add_argument("--all", action="store_true")
parser.add_argument("source")
options = parser.parse_args()
folder = tempfile.TemporaryDirectory()
failures = []


def write(name, content):
    path = os.path.join(folder.name, name)
    with open(path, "wb" if isinstance(content, bytes) else "w") as file:
        file.write(content)
    return path


def run(tool, *words):
    return subprocess.run([os.path.join(options.bin, tool), *words], capture_output=True, text=True,
                          timeout=120)


def parse(text):
    with mlir.make_ir_context():
        return ir.Module.parse(text)


def serialize(text, version):
    """The artifact, or None of what this version does not have."""
    module = parse(text)
    try:
        return stablehlo.serialize_portable_artifact(module, version, True)
    except ValueError:
        return None


def deserialized(artifact):
    with mlir.make_ir_context() as context:
        return stablehlo.deserialize_portable_artifact(context, artifact).operation.get_asm(
            enable_debug_info=True)


def compare(name, text):
    """How many artifacts of the module say what its text does."""
    count = 0
    versions = [*VERSIONS, stablehlo.get_current_version()]
    if options.all:
        versions = [f"0.{minor}.0" for minor in range(9, 21)]
        newest = int(stablehlo.get_current_version().split(".")[1])
        versions += [f"1.{minor}.0" for minor in range(newest + 1)]
    for version in versions:
        artifact = serialize(text, version)
        if artifact is None:
            continue
        expected = run("popt", "--mlir-print-debuginfo", write("m.mlir", deserialized(artifact)))
        if expected.returncode:
            continue
        got = run("popt", "--mlir-print-debuginfo", write("m.mlirbc", artifact))
        count += 1
        if got.stdout != expected.stdout:
            lines = [(a, b) for a, b in zip(got.stdout.splitlines(), expected.stdout.splitlines())
                     if a != b]
            failures.append(f"{name} of {version}: {got.stderr or lines[:1]}")
    return count


def native(module):
    """MLIR's own bytecode of the module."""
    bytecode = io.BytesIO()
    module.operation.write_bytecode(bytecode)
    return bytecode.getvalue()


def nested(make, levels, width):
    """A module with an attribute in which each level has the one below several times."""
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.create()
        is_type = make == ir.TupleType.get_tuple
        part = ir.F32Type.get() if is_type else ir.UnitAttr.get()
        for _ in range(levels):
            part = make([part] * width)
        module.operation.attributes["test.a"] = ir.TypeAttr.get(part) if is_type else part
        return native(module)


def declared(levels, width):
    """An artifact with a function of a tuple that has as many levels."""
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.create()
        part = ir.RankedTensorType.get([], ir.F32Type.get())
        for _ in range(levels):
            part = ir.TupleType.get_tuple([part] * width)
        with ir.InsertionPoint(module.body):
            func.FuncOp("f", ([], [part]), visibility="private")
        return stablehlo.serialize_portable_artifact(module, "1.15.0")


def refuse(name, artifact, *messages, tool="popt"):
    done = run(tool, write(name, artifact), *(["-o", os.devnull] if tool == "poptc" else []))
    for message in messages:
        if done.returncode != 1 or message not in done.stderr:
            failures.append(f"{name}: {tool} ends with {done.returncode} and says: {done.stderr}, not "
                            f"\"{message}\"")


def functions(path):
    """The functions of a test file, each a module of its own."""
    with open(path) as file:
        text = re.sub(r"(?m)^\s*//.*\n", "", file.read())
    for part in re.split(r"(?m)^(?=func\.func|\"func\.func\")", text):
        if "func.func" in part:
            yield part


files = sorted(glob.glob(os.path.join(options.source, "test/Dialect/StableHLO/ops-*.mlir")))
modules = sorted(glob.glob(os.path.join(options.source, "demo/*/*.mlir")))
if not options.all:
    modules = modules[:2]
compared = 0
for path in modules:
    with open(path) as file:
        compared += compare(os.path.basename(path), file.read())
for path in files:
    # One module of all functions that StableHLO reads, too.
    kept, names = [], set()
    for part in functions(path):
        name = re.search(r"@(\w+)", part)[1]
        try:
            parse(part)
        except ir.MLIRError:
            continue
        if name not in names:
            names.add(name)
            kept.append(part)
    for part in kept if options.all else ["".join(kept)]:
        compared += compare(os.path.basename(path), part)

for name, (text, message) in REFUSED.items():
    refuse(name, serialize(text, stablehlo.get_current_version()), message)
# Type 20, a list of 5 ones, the element. Of type 24: flags, two types, four numbers; of type
# 42 a list of 6 types.
tensor = re.compile(rb"\x29\x0b\x05\x05\x05\x05\x05(.)", re.DOTALL)


def with_type(other):
    """The artifact with these bytes for the type, in which `e` is the element."""
    return tensor.sub(lambda match: other.replace(b"e", match[1]), serialize(LONG, "1.15.0"))


refuse("quantised", with_type(b"\x31\x03ee\x01\x01\x01\x01"),
       "a value is a quantised type; popt computes with integers and floats")
refuse("future", with_type(b"\x55\x0deeeeee"), "popt has no type \"future\" of StableHLO")
refuse("type", with_type(b"\x79\x0deeeeee"), "type 60 is newer than StableHLO 1.20.0",
       "produced by: StableHLO_v1.15.0")
# A type whose element is the type itself: one of these numbers.
said = [run("popt", write("itself", with_type(b"\x29\x0b\x05\x05\x05\x05\x05" + bytes([number])))).stderr
        for number in range(1, 32, 2)]
if not any("an attribute or type contains itself" in each for each in said):
    failures.append(f"no type contains itself: {said}")


def edited(text, version, pattern, replacement):
    """The artifact with the first place that a pattern of bytes fits replaced."""
    artifact, count = re.compile(pattern, re.DOTALL).subn(replacement, serialize(text, version), count=1)
    if not count:
        failures.append(f"nothing in the artifact is {pattern}")
    return artifact


# Code 9, a type, a number; the type becomes that of a tensor's elements.
element = re.search(rb"\x29\x05\x11\x19(.)", serialize(JOINED, "1.15.0"), re.DOTALL)[1]
refuse("integer", edited(JOINED, "1.15.0", rb"\x13(.)\x05", lambda match: b"\x13" + element + b"\x05"),
       "an integer has type 'f32'")
# Code 6, two names with a value each.
refuse("twice", edited(NAMED, "1.15.0", rb"\x0d\x05(.)(.)(.)(.)", lambda match: b"\x0d\x05" + match[1] + match[2] + match[1] + match[4]),
       "a dictionary has the name \"mhlo.")
# Code 25, a list of axes; the list becomes that of code 23.
listed = re.search(rb"\x2f(.)(.)", serialize(GROUPED, "1.17.0"), re.DOTALL)[2]
refuse("axes", edited(GROUPED, "1.17.0", rb"\x33(.)", lambda match: b"\x33" + listed),
       "is no axis of a mesh")
# Code 1 of sdy, a name and the number 4; code 6, a mesh, one dimension, no more.
refuse("sdy", edited(SHARDED, "1.15.0", rb"\x03(.)\x11", lambda match: b"\x79" + match[1] + b"\x11"),
       "attribute 60 of sdy is newer than what popt reads")
refuse("sharding", edited(SHARDED, "1.15.0", rb"\x0d(.)\x03(.)\x01",
                          lambda match: b"\x0d" + match[2] + b"\x03" + match[2] + b"\x01"),
       "a sharding has mesh", "and combines by reduction 0")
refuse("cast", serialize(CAST, "1.15.0"), "a cast from 'tensor<4xf32>' to 'tensor<2x2xf32>'")
refuse("own", native(parse(OWN)), "a cast reads its own result")
# What is small in bytecode may be as deep, and have as many parts, as it likes.
for name, artifact, message in [
        ("deep type", nested(ir.TupleType.get_tuple, 1000, 1), "a tuple is nested deeper than 64"),
        ("large type", nested(ir.TupleType.get_tuple, 50, 2), "a tuple has more than 65536 parts"),
        ("deep attribute", nested(ir.ArrayAttr.get, 1000, 1), "an attribute is nested deeper than 64"),
        ("large attribute", nested(ir.ArrayAttr.get, 50, 2), "an attribute has more than 4194304 parts"),
        ("deep result", declared(100, 1), "a tuple is nested deeper than 64"),
        ("large result", declared(17, 2), "a tuple has more than 65536 parts")]:
    refuse(name, artifact, message)
for make in [ir.TupleType.get_tuple, ir.ArrayAttr.get]:
    done = run("popt", write("nested", nested(make, 50, 1)))
    if done.returncode:
        failures.append(f"50 levels: {done.stderr}")
# Code 14 is i64, 19 its unsigned one: one of these bytes is the type.
whole = serialize(PLAIN, "1.15.0")
said = [run("popt", write("unsigned", whole[:at] + b"\x27" + whole[at + 1:])).stderr
        for at in range(len(whole)) if whole[at] == 0x1d]
if not any("attribute \"limit_indices\" is dense<[4, 6]> : tensor<2xui64>" in each for each in said):
    failures.append(f"no limit is unsigned: {said}")
refuse("product", serialize(PRODUCT, "0.9.0").replace(b"lhs_contracting_dimensions",
                                                      b"lhs_contracting_dimensionz"),
       "error: has no attribute \"lhs_contracting_dimensions\"")
now = serialize(PLAIN, "1.0.0")
refuse("newer", now.replace(b"_v1.0.0", b"_v2.0.0"),
       "newer: error: written by StableHLO 2.0.0; popt reads 0.9.0 to 1.x: export it for such a version",
       tool="poptc")
refuse("older", now.replace(b"_v1.0.0", b"_v0.8.0"), "written by StableHLO 0.8.0")
refuse("unknown", now.replace(b"_v1.0.0", b"_v1.9.9").replace(b"abs_v1", b"abs_v9"),
       "popt reads no operation \"vhlo.abs_v9\"")
refuse("unknown", now.replace(b"_v1.0.0", b"_v1.98").replace(b"abs_v1", b"abs_v9"),
       "it was written by StableHLO 1.98, popt knows the operations of 0.9.0 to 1.")
refuse("bytecode", native(parse(COMPARED)), "the module is bytecode of \"stablehlo\"")
refuse("torn", now[:len(now) // 2], "torn")
print("\n".join(failures))
print(f"{compared} artifacts say what text does" if not failures else "FAILED")
sys.exit(1 if failures or not compared else 0)
