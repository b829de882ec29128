"""StableHLO texts of fused kernels and products, with what each must move or compute.

A kernel is {"name", "text", "bytes"}: the bytes that it must read and write at least,
tensors that do not grow with it left out. A product is {"name", "text", "flops", "type",
"shape"}; type and shape (batch, rows, inner, columns) say to PyTorch what it is.
"""


def module(arguments, results, body):
    """`arguments` and `results` are types; `body` names the results it returns."""
    inputs = ", ".join(f"%{name}: tensor<{type}>" for name, type in arguments.items())
    lines = "\n".join("  " + line.strip() for line in body.strip().splitlines())
    outputs = ", ".join(f"tensor<{type}>" for type in results.values())
    names = ", ".join("%" + name for name in results)
    return (f"func.func @main({inputs}) -> ({outputs}) {{\n{lines}\n"
            f"  return {names} : {outputs}\n}}\n")


def binary(result, op, lhs, rhs, type):
    return f"%{result} = stablehlo.{op} %{lhs}, %{rhs} : tensor<{type}>"


def fill(result, value, type):
    value = f"{value:.9e}" if isinstance(value, float) else value
    return f"%{result} = stablehlo.constant dense<{value}> : tensor<{type}>"


def over_rows(result, value, monoid, start, rows, columns):
    """A reduction of each row, spread over the row again."""
    return f"""
    %{result}_start = stablehlo.constant dense<{start}> : tensor<f32>
    %{result}_row = stablehlo.reduce(%{value} init: %{result}_start) applies stablehlo.{monoid} across dimensions = [1] : (tensor<{rows}x{columns}xf32>, tensor<f32>) -> tensor<{rows}xf32>
    %{result} = stablehlo.broadcast_in_dim %{result}_row, dims = [0] : (tensor<{rows}xf32>) -> tensor<{rows}x{columns}xf32>"""


def over_columns(result, value, rows, columns):
    return f"""
    %{result}_start = stablehlo.constant dense<0.0> : tensor<f32>
    %{result} = stablehlo.reduce(%{value} init: %{result}_start) applies stablehlo.add across dimensions = [0] : (tensor<{rows}x{columns}xf32>, tensor<f32>) -> tensor<{columns}xf32>"""


def spread(result, value, rows, columns):
    """A value of each column, on every row."""
    return (f"%{result} = stablehlo.broadcast_in_dim %{value}, dims = [1] : "
            f"(tensor<{columns}xf32>) -> tensor<{rows}x{columns}xf32>")


def copy(rows, columns):
    t = f"{rows}x{columns}xf32"
    return 2, module({"x": t}, {"y": t}, f"%y = stablehlo.negate %x : tensor<{t}>")


def gelu(rows, columns):
    t = f"{rows}x{columns}xf32"
    return 2, module({"x": t}, {"y": t}, "\n".join([
        fill("half", 0.5, t), fill("one", 1.0, t), fill("a", 0.044715, t),
        fill("b", 0.7978845608, t),
        binary("x2", "multiply", "x", "x", t), binary("x3", "multiply", "x2", "x", t),
        binary("ax3", "multiply", "a", "x3", t), binary("s", "add", "x", "ax3", t),
        binary("bs", "multiply", "b", "s", t), f"%t = stablehlo.tanh %bs : tensor<{t}>",
        binary("t1", "add", "one", "t", t), binary("hx", "multiply", "half", "x", t),
        binary("y", "multiply", "hx", "t1", t)]))


def softmax(rows, columns):
    t = f"{rows}x{columns}xf32"
    return 2, module({"x": t}, {"y": t}, "\n".join([
        over_rows("m", "x", "maximum", "0xFF800000", rows, columns),
        binary("d", "subtract", "x", "m", t), f"%e = stablehlo.exponential %d : tensor<{t}>",
        over_rows("s", "e", "add", "0.0", rows, columns), binary("y", "divide", "e", "s", t)]))


def moments(rows, columns):
    """%n: rows of mean 0 and variance 1; %r: what they were multiplied by."""
    t = f"{rows}x{columns}xf32"
    return "\n".join([
        fill("size", float(columns), t), fill("eps", 1e-5, t),
        over_rows("sum", "x", "add", "0.0", rows, columns), binary("mean", "divide", "sum", "size", t),
        binary("c", "subtract", "x", "mean", t), binary("cc", "multiply", "c", "c", t),
        over_rows("ss", "cc", "add", "0.0", rows, columns), binary("var", "divide", "ss", "size", t),
        binary("ve", "add", "var", "eps", t), f"%r = stablehlo.rsqrt %ve : tensor<{t}>",
        binary("n", "multiply", "c", "r", t)])


def layer_norm(rows, columns):
    t, v = f"{rows}x{columns}xf32", f"{columns}xf32"
    return 2, module({"x": t, "scale": v, "bias": v}, {"y": t}, "\n".join([
        moments(rows, columns), spread("sc", "scale", rows, columns),
        spread("bi", "bias", rows, columns), binary("ns", "multiply", "n", "sc", t),
        binary("y", "add", "ns", "bi", t)]))


def layer_norm_backward(rows, columns):
    """dx = r (g - mean(g) - n mean(g n)), and the gradients of scale and bias."""
    t, v = f"{rows}x{columns}xf32", f"{columns}xf32"
    return 3, module({"x": t, "scale": v, "dy": t}, {"dx": t, "dscale": v, "dbias": v}, "\n".join([
        moments(rows, columns), spread("sc", "scale", rows, columns),
        binary("g", "multiply", "dy", "sc", t),
        over_rows("gs", "g", "add", "0.0", rows, columns), binary("gm", "divide", "gs", "size", t),
        binary("gn", "multiply", "g", "n", t),
        over_rows("gns", "gn", "add", "0.0", rows, columns),
        binary("gnm", "divide", "gns", "size", t), binary("ngnm", "multiply", "n", "gnm", t),
        binary("d1", "subtract", "g", "gm", t), binary("d2", "subtract", "d1", "ngnm", t),
        binary("dx", "multiply", "r", "d2", t), binary("dyn", "multiply", "dy", "n", t),
        over_columns("dscale", "dyn", rows, columns), over_columns("dbias", "dy", rows, columns)]))


def cross_entropy(rows, columns):
    """The mean of -log softmax(x)[row, label], and its gradient."""
    t, i, r = f"{rows}x{columns}xf32", f"{rows}x{columns}xi32", f"{rows}xf32"
    return 2, module({"x": t, "labels": f"{rows}xi32"}, {"loss": "f32", "dx": t}, "\n".join([
        f"%at = stablehlo.iota dim = 1 : tensor<{i}>",
        f"%label = stablehlo.broadcast_in_dim %labels, dims = [0] : (tensor<{rows}xi32>) -> tensor<{i}>",
        f"%hit = stablehlo.compare EQ, %at, %label : (tensor<{i}>, tensor<{i}>) -> tensor<{rows}x{columns}xi1>",
        fill("zero", 0.0, t), fill("rate", 1.0 / rows, t),
        over_rows("m", "x", "maximum", "0xFF800000", rows, columns),
        binary("d", "subtract", "x", "m", t), f"%e = stablehlo.exponential %d : tensor<{t}>",
        over_rows("s", "e", "add", "0.0", rows, columns), f"%l = stablehlo.log %s_row : tensor<{r}>",
        f"%chosen = stablehlo.select %hit, %d, %zero : tensor<{rows}x{columns}xi1>, tensor<{t}>",
        over_rows("c", "chosen", "add", "0.0", rows, columns),
        binary("rows", "subtract", "l", "c_row", r), "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        f"%total = stablehlo.reduce(%rows init: %z) applies stablehlo.add across dimensions = [0] : (tensor<{r}>, tensor<f32>) -> tensor<f32>",
        f"%count = stablehlo.constant dense<{float(rows)}> : tensor<f32>",
        binary("loss", "divide", "total", "count", "f32"),
        f"%one = stablehlo.convert %hit : (tensor<{rows}x{columns}xi1>) -> tensor<{t}>",
        binary("p", "divide", "e", "s", t), binary("q", "subtract", "p", "one", t),
        binary("dx", "multiply", "q", "rate", t)]))


def adam(rows, columns):
    t = f"{rows // 4}x{columns}xf32"
    return 7 / 4, module({"p": t, "g": t, "m": t, "v": t}, {"p1": t, "m1": t, "v1": t}, "\n".join([
        fill("b1", 0.9, t), fill("c1", 0.1, t), fill("b2", 0.95, t), fill("c2", 0.05, t),
        fill("eps", 1e-6, t), fill("rate", 1e-3, t),
        binary("bm", "multiply", "b1", "m", t), binary("cg", "multiply", "c1", "g", t),
        binary("m1", "add", "bm", "cg", t), binary("gg", "multiply", "g", "g", t),
        binary("bv", "multiply", "b2", "v", t), binary("cgg", "multiply", "c2", "gg", t),
        binary("v1", "add", "bv", "cgg", t), f"%a = stablehlo.abs %v1 : tensor<{t}>",
        f"%s = stablehlo.sqrt %a : tensor<{t}>", binary("se", "add", "s", "eps", t),
        binary("u", "divide", "m1", "se", t), binary("ru", "multiply", "rate", "u", t),
        binary("p1", "subtract", "p", "ru", t)]))


def transpose(rows, columns):
    return 2, module({"x": f"{rows}x{columns}xf32"}, {"y": f"{columns}x{rows}xf32"},
                     f"%y = stablehlo.transpose %x, dims = [1, 0] : (tensor<{rows}x{columns}xf32>) -> tensor<{columns}x{rows}xf32>")


def column_sum(rows, columns):
    return 1, module({"x": f"{rows}x{columns}xf32"}, {"y": f"{columns}xf32"},
                     over_columns("y", "x", rows, columns))


def norm(rows, columns):
    t = f"{rows}x{columns}xf32"
    return 1, module({"x": t}, {"y": "f32"}, "\n".join([
        binary("xx", "multiply", "x", "x", t), "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        f"%s = stablehlo.reduce(%xx init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<{t}>, tensor<f32>) -> tensor<f32>",
        "%y = stablehlo.sqrt %s : tensor<f32>"]))


def scattered_rows(rows, count):
    """%at: `count` of the rows in an order without neighbours, each as often as others."""
    i = f"{count}x1xi32"
    return "\n".join([f"%n = stablehlo.iota dim = 0 : tensor<{i}>", fill("prime", 7919, i),
                      fill("rows", rows, i), binary("far", "multiply", "n", "prime", i),
                      binary("at", "remainder", "far", "rows", i)])


def gather(rows, columns):
    t = f"{rows}x{columns}xf32"
    return 2, module({"x": t}, {"y": t}, scattered_rows(rows, rows) + f"""
    %y = "stablehlo.gather"(%x, %at) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, {columns}>}}> : (tensor<{t}>, tensor<{rows}x1xi32>) -> tensor<{t}>""")


def scatter_add(rows, columns):
    """Two updates for each row."""
    half = rows // 2
    t, u = f"{half}x{columns}xf32", f"{rows}x{columns}xf32"
    return 2, module({"x": t, "u": u}, {"y": t}, scattered_rows(half, rows) + f"""
    %y = "stablehlo.scatter"(%x, %at, %u) <{{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ab = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %ab : tensor<f32>
    }}) : (tensor<{t}>, tensor<{rows}x1xi32>, tensor<{u}>) -> tensor<{t}>""")


KERNELS = {"copy": copy, "GELU": gelu, "softmax": softmax, "layer norm": layer_norm,
           "layer norm backward": layer_norm_backward, "cross entropy": cross_entropy,
           "Adam": adam, "transpose": transpose, "column sum": column_sum, "norm": norm,
           "gather": gather, "scatter-add": scatter_add}


def kernels(tiny):
    """Tensors of 256 MiB, which no cache of today's GPUs holds."""
    rows, columns = (8, 32) if tiny else (65536, 1024)
    for name, make in KERNELS.items():
        tensors, text = make(rows, columns)
        yield {"name": name, "text": text, "bytes": int(tensors * rows * columns * 4)}


def empty():
    """A step of next to no work: what a launch and its end cost."""
    return copy(1, 4)[1]


LAUNCHES = 64


def launches():
    """Small kernels that wait for each other: of a sum over columns each column is read by
    every sum of the next."""
    lines = [fill("start", 0.0, "f32")]
    for i in range(LAUNCHES):
        before = f"b{i - 1}" if i else "x"
        lines += [f"%y{i} = stablehlo.reduce(%{before} init: %start) applies stablehlo.add across "
                  "dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>",
                  f"%b{i} = stablehlo.broadcast_in_dim %y{i}, dims = [0] : "
                  "(tensor<16xf32>) -> tensor<16x16xf32>"]
    return module({"x": "16x16xf32"}, {f"y{LAUNCHES - 1}": "16xf32"}, "\n".join(lines))


# Name, element type, batch, rows, inner, columns: as in the models that are measured.
PRODUCTS = [
    ("large", "bf16", 1, 4096, 4096, 4096), ("large", "f32", 1, 4096, 4096, 4096),
    ("large", "tf32", 1, 4096, 4096, 4096),
    ("hidden layer", "bf16", 1, 4096, 1024, 4096), ("vocabulary", "bf16", 1, 4096, 1024, 32768),
    ("weight gradient", "bf16", 1, 1024, 4096, 4096), ("attention", "bf16", 64, 1024, 64, 1024),
    ("hidden layer", "f32", 1, 1024, 384, 1536), ("attention", "f32", 48, 128, 64, 128),
    ("large", "f8", 1, 4096, 4096, 4096), ("hidden layer", "f8", 1, 4096, 1024, 4096),
]


def product(kind, type, batch, m, k, n):
    """In "tf32" tensors are f32, and the compiler may round what it multiplies; "f8" has
    f8E4M3FN, both contracted along their rows, and a result of bf16."""
    shape, tensor = [batch, m, k, n], {"tf32": "f32", "f8": "f8E4M3FN"}.get(type, type)
    precision = "DEFAULT" if type == "tf32" else "HIGHEST"
    lead = f"{batch}x" if batch > 1 else ""
    second = (n, k) if type == "f8" else (k, n)
    a, b, c = (f"{lead}{rows}x{columns}x" for rows, columns in ((m, k), second, (m, n)))
    a, b, c = a + tensor, b + tensor, c + ("bf16" if type == "f8" else tensor)
    batching = "batching_dims = [0] x [0], " if batch > 1 else ""
    dims = "[2] x [1]" if batch > 1 else "[1] x [1]" if type == "f8" else "[1] x [0]"
    text = module({"a": a, "b": b}, {"c": c},
                  f"%c = stablehlo.dot_general %a, %b, {batching}contracting_dims = {dims}, "
                  f"precision = [{precision}, {precision}] : (tensor<{a}>, tensor<{b}>) -> tensor<{c}>")
    return {"name": f"{kind} {type} {lead}{m}x{k}x{n}", "text": text, "type": type,
            "shape": shape, "flops": 2 * batch * m * k * n}


def products(tiny):
    for kind, type, batch, m, k, n in PRODUCTS[:3] + PRODUCTS[-1:] if tiny else PRODUCTS:
        yield product(kind, type, batch, *((16, 16, 32) if tiny else (m, k, n)))


def squares(tiny):
    """Products of several sizes, from which a machine's rates are read."""
    for type in ("f32", "bf16"):
        for size in (16, 32) if tiny else (256, 1024, 4096):
            yield product("square", type, 1, size, size, size)


SUM = """ ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    })"""


def collective(kind, ranks, attributes, sizes, shardings, body=""):
    """One collective as it stands. `sizes`: elements of the argument and the result, of a rank and
    of all ranks; `shardings` of both."""
    (given, made), (all_given, all_made) = sizes
    groups = f"dense<[{list(range(ranks))}]> : tensor<1x{ranks}xi64>"
    before, after = (f"<@mesh, [{sharding}]>" for sharding in shardings)
    return f"""sdy.mesh @mesh = <["x"={ranks}]>
func.func @main(%x: tensor<{all_given}xf32> {{sdy.sharding = #sdy.sharding{before}}}) -> (tensor<{all_made}xf32> {{sdy.sharding = #sdy.sharding{after}}}) {{
  %y = sdy.manual_computation(%x) in_shardings=[{before}] out_shardings=[{after}] manual_axes={{"x"}} (%mine: tensor<{given}xf32>) {{
    %z = "stablehlo.{kind}"(%mine) <{{{attributes}channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = {groups}{"" if kind == "all_to_all" else ", use_global_device_ids"}}}>{body} : (tensor<{given}xf32>) -> tensor<{made}xf32>
    sdy.return %z : tensor<{made}xf32>
  }} : (tensor<{all_given}xf32>) -> tensor<{all_made}xf32>
  return %y : tensor<{all_made}xf32>
}}
"""


def collectives(count, ranks):
    """{kind: program} of one collective each, of `count` elements as nccl-tests counts them."""
    part, all = count // ranks, count * ranks
    split, whole = '{"x"}', "{}"
    return {
        "all_reduce": collective("all_reduce", ranks, "", ((count, count), (all, count)),
                                 (split, whole), SUM),
        "reduce_scatter": collective("reduce_scatter", ranks, "scatter_dimension = 0 : i64, ",
                                     ((count, part), (all, count)), (split, split), SUM),
        "all_gather": collective("all_gather", ranks, "all_gather_dim = 0 : i64, ",
                                 ((part, count), (count, count)), (split, whole)),
        "all_to_all": collective("all_to_all", ranks, "concat_dimension = 0 : i64, split_dimension = 0"
                                 f" : i64, split_count = {ranks} : i64, ",
                                 ((count, count), (all, all)), (split, split))}


def beside(count, ranks, size, number):
    """{what: program} of products that wait for each other ("kernels"), of an all-reduce of
    `count` elements ("collective"), and of both ("both"), where neither waits for the other."""
    matrix, part, all = f"{size}x{size}xbf16", f"{count}xf32", f"{count * ranks}xf32"
    names = ["m", *[f"y{i}" for i in range(number)]]
    products = "\n    ".join(
        f"%{after} = stablehlo.dot_general %{before}, %w, contracting_dims = [1] x [0] : "
        f"(tensor<{matrix}>, tensor<{matrix}>) -> tensor<{matrix}>"
        for before, after in zip(names, names[1:]))
    groups = f"dense<[{list(range(ranks))}]> : tensor<1x{ranks}xi64>"
    reduce = (f'%total = "stablehlo.all_reduce"(%x) <{{channel_handle = #stablehlo.channel_handle<'
              f"handle = 1, type = 1>, replica_groups = {groups}, use_global_device_ids}}>{SUM} : "
              f"(tensor<{part}>) -> tensor<{part}>")

    def program(body, arguments, results):
        """Of values: {name: (type of a rank, type, sharding)}."""
        given, made = (", ".join(f"<@mesh, [{sharding}]>" for *_, sharding in values.values())
                       for values in (arguments, results))
        types = [f"tensor<{type}>" for _, type, _ in arguments.values()]
        outer = ", ".join(f"%{name}0: tensor<{type}> {{sdy.sharding = #sdy.sharding<@mesh, [{sharding}]>}}"
                          for name, (_, type, sharding) in arguments.items())
        inner = ", ".join(f"%{name}: tensor<{own}>" for name, (own, *_) in arguments.items())
        returned = ", ".join(f"tensor<{type}>" for _, type, _ in results.values())
        outputs = ", ".join(f"%r#{i}" for i in range(len(results)))
        return f"""sdy.mesh @mesh = <["x"={ranks}]>
func.func @main({outer}) -> ({returned}) {{
  %r:{len(results)} = sdy.manual_computation({", ".join(f"%{name}0" for name in arguments)}) in_shardings=[{given}] out_shardings=[{made}] manual_axes={{"x"}} ({inner}) {{
    {body}
    sdy.return {", ".join("%" + name for name in results)} : {returned}
  }} : ({", ".join(types)}) -> ({returned})
  return {outputs} : {returned}
}}
"""
    message = {"x": (part, all, '{"x"}')}
    factors = {name: (matrix, matrix, "{}, {}") for name in "mw"}
    total, last = {"total": (part, part, "{}")}, {names[-1]: (matrix, matrix, "{}, {}")}
    return {"kernels": program(products, factors, last),
            "collective": program(reduce, message, total),
            "both": program(reduce + "\n    " + products, {**message, **factors}, {**total, **last})}
