"""Prints a step of residual layers, written out one by one: h = h + tanh(h w), the sum of
the squares of h - target as loss, and w = w - 0.01 g.

    layers.py LAYERS ROWS WIDTH > MODEL.mlir
"""
import sys


def step(layers, rows, width):
    """The module's text."""
    h, w = f"tensor<{rows}x{width}xf32>", f"tensor<{width}x{width}xf32>"
    arguments = [f"%w{i}: {w} {{tf.aliasing_output = {i} : i32}} loc(\"params[{i}]['w']\")"
                 for i in range(layers)]
    arguments += [f"%{name}: {h} loc(\"batch['{name}']\")" for name in ("x", "target")]
    results = [f"{w} {{jax.result_info = \"result[0][{i}]['w']\"}}" for i in range(layers)]
    results.append('tensor<f32> {jax.result_info = "result[1]"}')
    body = ["%zero = stablehlo.constant dense<0.0> : tensor<f32>",
            f"%one = stablehlo.constant dense<1.0> : {h}",
            f"%rate = stablehlo.constant dense<0.01> : {w}"]

    def dot(name, a, b, dims, types):
        body.append(f"%{name} = stablehlo.dot_general {a}, {b}, contracting_dims = {dims} : {types}")

    def apply(name, what, operands, kind):
        body.append(f"%{name} = stablehlo.{what} {', '.join(operands)} : {kind}")

    into = ["%x"]
    for i in range(layers):
        dot(f"y{i}", into[i], f"%w{i}", "[1] x [0]", f"({h}, {w}) -> {h}")
        apply(f"z{i}", "tanh", [f"%y{i}"], h)
        apply(f"h{i}", "add", [into[i], f"%z{i}"], h)
        into.append(f"%h{i}")
    apply(f"d{layers}", "subtract", [into[-1], "%target"], h)
    apply("squares", "multiply", [f"%d{layers}"] * 2, h)
    body.append("%loss = stablehlo.reduce(%squares init: %zero) applies stablehlo.add "
                f"across dimensions = [0, 1] : ({h}, tensor<f32>) -> tensor<f32>")
    for i in reversed(range(layers)):
        apply(f"s{i}", "multiply", [f"%z{i}"] * 2, h)
        apply(f"r{i}", "subtract", ["%one", f"%s{i}"], h)
        apply(f"e{i}", "multiply", [f"%d{i + 1}", f"%r{i}"], h)
        dot(f"g{i}", into[i], f"%e{i}", "[0] x [0]", f"({h}, {h}) -> {w}")
        if i:
            dot(f"b{i}", f"%e{i}", f"%w{i}", "[1] x [1]", f"({h}, {w}) -> {h}")
            apply(f"d{i}", "add", [f"%d{i + 1}", f"%b{i}"], h)
        apply(f"u{i}", "multiply", [f"%g{i}", "%rate"], w)
        apply(f"n{i}", "subtract", [f"%w{i}", f"%u{i}"], w)
    lines = "".join(f"  {line}\n" for line in body)
    updated = ", ".join([f"%n{i}" for i in range(layers)] + ["%loss"])
    types = ", ".join([w] * layers + ["tensor<f32>"])
    return (f"func.func @main({', '.join(arguments)})\n    -> ({', '.join(results)}) {{\n"
            f"{lines}  return {updated} : {types}\n}}\n")


if __name__ == "__main__":
    print(step(*map(int, sys.argv[1:])), end="")
