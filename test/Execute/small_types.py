"""A module, inputs and true results (those of ml_dtypes) for types of at most 8
bits: small_types.py PREFIX AXIS writes PREFIX.mlir, .inputs.npz, .expect.npz.
Arguments are split along their rows over an axis of that size, unevenly."""
import os
import sys
import warnings

import ml_dtypes
import numpy as np

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "python"))
from popt.arrays import save_arrays  # noqa: E402

warnings.simplefilter("ignore")
ROWS, COLUMNS = 7, 8
INTEGERS = {"i2": "int2", "i4": "int4", "ui2": "uint2", "ui4": "uint4"}
FLOATS = {"f4E2M1FN": "float4_e2m1fn", "f6E2M3FN": "float6_e2m3fn",
          "f6E3M2FN": "float6_e3m2fn", "f8E3M4": "float8_e3m4", "f8E4M3": "float8_e4m3",
          "f8E4M3FN": "float8_e4m3fn", "f8E4M3FNUZ": "float8_e4m3fnuz",
          "f8E4M3B11FNUZ": "float8_e4m3b11fnuz", "f8E5M2": "float8_e5m2",
          "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E8M0FNU": "float8_e8m0fnu"}
# Middles of neighbours, ends of ranges, what is no number.
EDGES = np.array(
    [0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30, 1e-30, -1e-30, 1, -1, 0.25, -0.25,
     0.125, 0.1251, 3e38, 2.0**-127, 2.0**-128, 2.0**-130, 1.5 * 2.0**-127, 1e-45, 1.5,
     1.49, 3, 0.75, 6, 7, 7.5, 8, 5, -5, 0.5, 2.5e38, 448, 464, 465, 57344, 61440, 61439,
     240, 248, 247.9, 15.5, 15.75, 30, 31, 30.9, 28, 30.1, 2.0**-10, 2.0**-11,
     3 * 2.0**-11, 1.5 * 2.0**-17, -2.0**-17], np.float32)
rng = np.random.default_rng(3)
lines, arguments, results, types = [], {}, {}, []


def argument(array, type_):
    name = f"%arg{len(arguments)}"
    arguments[f"arg{len(arguments)}"] = array
    shape = "x".join(map(str, array.shape))
    dims = '{"a"}' + ", {}" * (array.ndim - 1)
    types.append(f"{name}: tensor<{shape}x{type_}> "
                 f"{{dist.sharding = #dist.sharding<@mesh, [{dims}]>}}")
    return name, f"tensor<{shape}x{type_}>"


def result(text, type_, value):
    name = f"%r{len(results)}"
    lines.append(f"  {name} = {text}")
    results[name] = (type_, value)
    return name


def reduce(operation, x, type_, element, init):
    lines.append(f"  %init{len(results)} = stablehlo.constant dense<{init}> : tensor<{element}>")
    return (f"stablehlo.reduce({x} init: %init{len(results)}) applies stablehlo.{operation} "
            f"across dimensions = [0] : ({type_}, tensor<{element}>) -> "
            f"tensor<{COLUMNS}x{element}>")


edges, edge_type = argument(EDGES, "f32")
for element, name in {**INTEGERS, **FLOATS}.items():
    dtype = getattr(ml_dtypes, name)
    is_float = element in FLOATS
    wide = np.float32 if is_float else np.int32
    bits = int(element[1] if is_float else element.lstrip("ui"))
    x, y = (rng.integers(0, 1 << bits, (ROWS, COLUMNS)).astype(np.uint8).view(dtype)
            for _ in range(2))
    z = rng.choice([1, 2, 0.5, 4] if "E8M0" in name.upper() else
                   [0, 1, 2, 0.5] if is_float else [0, 1, 2, 3],
                   (ROWS, COLUMNS)).astype(wide).astype(dtype)
    (ax, type_), (ay, _), (az, _) = (argument(a, element) for a in (x, y, z))
    to = lambda v, dtype=dtype: v.astype(dtype)
    xw, yw, zw = (a.astype(wide) for a in (x, y, z))
    if is_float:
        edge_of = edge_type.replace("f32", element)
        result(f"stablehlo.convert {edges} : ({edge_type}) -> {edge_of}", edge_of, to(EDGES))
    wide_type = type_.replace(element, "f32" if is_float else "i32")
    result(f"stablehlo.convert {ax} : ({type_}) -> {wide_type}", wide_type, xw)
    result(f"stablehlo.add {ax}, {ay} : {type_}", type_, to(xw + yw))
    result(f"stablehlo.multiply {ax}, {ay} : {type_}", type_, to(xw * yw))
    result(f"stablehlo.maximum {ax}, {ay} : {type_}", type_, to(np.maximum(xw, yw)))
    compared = type_.replace(element, "i1")
    result(f"stablehlo.compare LT, {ax}, {ay} : ({type_}, {type_}) -> {compared}", compared,
           xw < yw)
    column = f"tensor<{COLUMNS}x{element}>"
    least = ml_dtypes.finfo(dtype).min if is_float else ml_dtypes.iinfo(dtype).min
    result(reduce("maximum", az, type_, element, float(least) if is_float else least),
           column, to(zw.max(0)))
    if "E8M0" not in name.upper():
        result(reduce("add", az, type_, element, "0.0" if is_float else 0), column,
               to(zw.sum(0)))
    # Along rows, too: five lanes of eight, three of which hold an infinity.
    cut = f"tensor<{ROWS}x5x{element}>"
    part = result(f"stablehlo.slice {ax} [0:{ROWS}, 0:5] : ({type_}) -> {cut}", cut, x[:, :5])
    for operation, extreme in (("maximum", np.maximum), ("minimum", np.minimum)):
        limits = ml_dtypes.finfo(dtype) if is_float else ml_dtypes.iinfo(dtype)
        first = limits.min if operation == "maximum" else limits.max
        text = reduce(operation, part, cut, element, float(first) if is_float else first)
        row = f"tensor<{ROWS}x{element}>"
        result(text.replace("dimensions = [0]", "dimensions = [1]")
               .replace(f"tensor<{COLUMNS}x{element}>", row), row,
               to(extreme.reduce(xw[:, :5], 1)))
    square = f"tensor<{COLUMNS}x{COLUMNS}x{element}>"
    result(f"stablehlo.dot_general {az}, {az}, contracting_dims = [0] x [0] : "
           f"({type_}, {type_}) -> {square}", square, to(zw.T @ zw))
    turned = f"tensor<{COLUMNS}x{ROWS}x{element}>"
    result(f"stablehlo.transpose {ax}, dims = [1, 0] : ({type_}) -> {turned}", turned, x.T)
    if not is_float:
        result(f"stablehlo.negate {ax} : {type_}", type_, to(-xw))
        low = x.view(np.uint8) & ((1 << bits) - 1)
        counts = np.array([bin(v).count("1") for v in low.ravel()]).reshape(low.shape)
        result(f"stablehlo.popcnt {ax} : {type_}", type_, counts.astype(np.int32).astype(dtype))
        result(f"stablehlo.shift_right_logical {ax}, {ay} : {type_}", type_,
               np.where((y.view(np.uint8) & ((1 << bits) - 1)) < bits,
                        low >> (y.view(np.uint8) & ((1 << bits) - 1)), 0)
               .astype(np.int32).astype(dtype))
        part = 8 // bits
        packed = sum((low[:, i::part].astype(np.int32) << (bits * i)) for i in range(part))
        grouped = f"tensor<{ROWS}x{COLUMNS // part}x{part}x{element}>"
        byte = f"tensor<{ROWS}x{COLUMNS // part}xui8>"
        lines.append(f"  %g{element} = stablehlo.reshape {ax} : ({type_}) -> {grouped}")
        b = result(f"stablehlo.bitcast_convert %g{element} : ({grouped}) -> {byte}", byte,
                   packed.astype(np.uint8))
        result(f"stablehlo.bitcast_convert {b} : ({byte}) -> {grouped}", grouped,
               x.reshape(ROWS, COLUMNS // part, part))
    elif bits == 8:
        byte = type_.replace(element, "ui8")
        result(f"stablehlo.bitcast_convert {ax} : ({type_}) -> {byte}", byte, x.view(np.uint8))

prefix, axis = sys.argv[1], sys.argv[2]
returned = ", ".join(t for t, _ in results.values())
with open(prefix + ".mlir", "w", encoding="utf-8") as file:
    file.write(f'dist.mesh @mesh = <["a"={axis}]>\n'
               f"func.func @main({', '.join(types)}) -> ({returned}) {{\n")
    file.write("\n".join(lines))
    file.write(f"\n  return {', '.join(results)} : {returned}\n}}\n")
save_arrays(prefix + ".inputs.npz", arguments)
save_arrays(prefix + ".expect.npz", [v for _, v in results.values()], "res")
