//===- Passes.td - Passes of the phase Import --------------*- tablegen -*-===//
#ifndef POPT_IMPORT_PASSES_TD
#define POPT_IMPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ImportSdyPass : Pass<"import-sdy", "::mlir::ModuleOp"> {
  let summary = "Turn sdy annotations into dist";
  let description = [{
    Meshes become one `dist.mesh`, shardings `dist.sharding` and
    `dist.shardings`, constraints, groups, barriers and manual regions their
    `dist` counterparts. Axes of size 1 are dropped. Several meshes over the
    same devices become one, in which axes of the others are written as parts;
    meshes that cannot are an error. A sharding on one device (a maximal mesh)
    becomes replicated, with a remark. Collectives on global types and
    `sdy.reshard` become constraints.

    Before:
    ```mlir
    sdy.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {?} ]>})
        -> tensor<8x4xf32> {
      %0 = sdy.sharding_constraint %x <@mesh, [{}, {"dp"} ]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32> {dist.sharding = #dist.sharding<@mesh, [{"dp"}, {?} ]>})
        -> tensor<8x4xf32> {
      %0 = dist.constraint %x <@mesh, [{}, {"dp"} ]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect", "::popt::stablehlo::StablehloDialect"];
}

def ImportGspmdPass : Pass<"import-gspmd", "::mlir::ModuleOp"> {
  let summary = "Turn sharding strings into sdy";
  let description = [{
    `mhlo.sharding` strings of arguments, results and operations become
    `sdy.sharding`, `custom_call @Sharding` a constraint (open in
    `unspecified_dims`), and operations between `@SPMDFullToShardShape` and
    `@SPMDShardToFullShape` an `sdy.manual_computation`. The mesh is the
    coarsest one in which all strings can be written, with axes `axis_0`,
    `axis_1`, ..., over `mhlo.num_partitions` devices; strings that no mesh
    satisfies are an error. If the module has `xla.sdy.*` frontend attributes,
    these are read and the strings, which repeat them, are dropped.

    Before:
    ```mlir
    module attributes {mhlo.num_partitions = 4 : i32} {
      func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"})
          -> tensor<8x4xf32> {
        %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[1,4]<=[4]}"}
            : (tensor<8x4xf32>) -> tensor<8x4xf32>
        return %0 : tensor<8x4xf32>
      }
    }
    ```
    After:
    ```mlir
    module attributes {mhlo.num_partitions = 4 : i32} {
      sdy.mesh @mesh = <["axis_0"=2, "axis_1"=2]>
      func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis_0"}, {} ]>})
          -> tensor<8x4xf32> {
        %0 = sdy.sharding_constraint %x <@mesh, [{}, {"axis_0", "axis_1"} ]> : tensor<8x4xf32>
        return %0 : tensor<8x4xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::popt::sdy::SdyDialect"];
}

def FlattenTuplesPass : Pass<"flatten-tuples", "::mlir::ModuleOp"> {
  let summary = "Replace tuples by their elements";
  let description = [{
    A custom call whose result is a tuple gets the tuple's elements as results;
    `tuple` and `get_tuple_element` disappear. Tuples of tuples are flattened in
    order. Tuples of arguments, results and loops stay, and are an error after
    Import.

    Before:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<2xi8>>
      %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<4xf32>, tensor<2xi8>>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0:2 = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi8>)
      return %0#0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def InlineCallsPass : Pass<"inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inline every call into @main";
  let description = [{
    Calls and composites (by their decomposition) are replaced by the callee's
    body; other functions are removed. Operations keep both locations, as
    `callsite(callee at caller)`. A sharding on a callee's argument or result,
    or on the call, becomes a constraint. By default each call has shardings of
    its own; `grouped` is Shardy's mode of one sharding for all calls. Recursion, a missing `@main` and calls
    of functions without a body are errors.

    Before:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"grouped", "grouped", "bool", "false",
           "what goes into a function at all its calls is sharded alike, and "
           "what comes out of it">,
  ];
  let dependentDialects = ["::popt::dist::DistDialect", "::popt::sdy::SdyDialect"];
}

def DropEffectsPass : Pass<"drop-effects", "::mlir::ModuleOp"> {
  let summary = "Leave out calls of Python, tokens, and placements";
  let description = [{
    Compiled programs run without Python. Callbacks whose results reach no
    result of the function (`jax.debug.print`, `jax.debug.callback`,
    `io_callback` for its effect) are removed with one warning, together with
    operations that only they read; a callback whose result is used is an error.
    Tokens then order nothing: arguments, results, loops, branches and barriers
    lose them, and `tf.aliasing_output` counts the results that stay. A value
    takes the place of its `annotate_device_placement`, `MoveToHost`,
    `MoveToDevice` or `LayoutConstraint`, with a remark; their shardings become
    constraints. What `jax.checkpoint` offloads by its policies is so placed in
    the host's memory: the operation that makes it gets `dist.recompute` with
    `offloaded`, as by a plan. Arguments and results that JAX keeps there
    (`mhlo.memory_kind`) get `dist.on_host`.

    Before:
    ```mlir
    func.func @main(%t: !stablehlo.token, %x: tensor<4xf32>) -> (!stablehlo.token, tensor<4xf32>) {
      %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x) {has_side_effect = true}
          : (!stablehlo.token, tensor<4xf32>) -> !stablehlo.token
      return %0, %x : !stablehlo.token, tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def ImportStatePass : Pass<"import-state", "::mlir::ModuleOp"> {
  let summary = "Name arguments and results, and find the state";
  let description = [{
    `dist.name` of an argument is its location's name, of a result its
    `jax.result_info`. Both are paths in a tree, such as `opt[0].mu['w']`, and
    decide which result is an argument's next value (`dist.state`). Subtrees of
    equal keys and types are paired by name; donated ones otherwise by the order
    of the call; the others by their position in it, if the result carries them
    on. Equal types alone are not enough. docs/Decisions/0017 has the rule and
    its reasons.

    `tf.aliasing_output` and `jax.buffer_donor` say what is donated; the pairs
    that they imply count only if nothing has a name, which a remark says. Names
    that contradict them win, with a warning. An argument that could become one
    of several results is given `dist.state_candidates`, and `dist.donated` if it
    is: `apply-plan` settles these. `dist.not_donated` and `dist.by_place` mark
    state that only its name or only its place says. `dist.state` and
    `dist.resident` (no state) of the text itself are kept. A state result
    without a sharding takes its argument's.

    Before:
    ```mlir
    func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']"))
        -> (tensor<4xf32> {jax.result_info = "result[0]['w']"}) {
      return %w : tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%w: tensor<4xf32> {dist.name = "params['w']", dist.state = 0 : i64})
        -> (tensor<4xf32> {dist.name = "result[0]['w']"}) {
      return %w : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def SimplifyInputPass : Pass<"simplify-input", "::mlir::ModuleOp"> {
  let summary = "Give each use its own constant, and expand cheap chlo operations";
  let description = [{
    Constants, iotas, what is computed of them alone, and broadcasts of scalars
    get one copy per use, so that uses that have nothing to do with each other
    do not share a sharding. `chlo.square` and the tests for infinity become
    stablehlo; other chlo operations stay. A branch that runs whatever the arguments
    are takes the place of its `if` or `case`. Sums that a loop carries, and to which
    it adds rows among zeros, get the rows added in place; a loop within that one
    begins with the sum.

    Before:
    ```mlir
    func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %c = stablehlo.constant dense<1.0> : tensor<4xf32>
      %0 = stablehlo.add %x, %c : tensor<4xf32>
      %1 = stablehlo.add %y, %c : tensor<4xf32>
      return %0, %1 : tensor<4xf32>, tensor<4xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %c = stablehlo.constant dense<1.0> : tensor<4xf32>
      %c_0 = stablehlo.constant dense<1.0> : tensor<4xf32>
      %0 = stablehlo.add %x, %c : tensor<4xf32>
      %1 = stablehlo.add %y, %c_0 : tensor<4xf32>
      return %0, %1 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect",
                           "::popt::chlo::ChloDialect"];
}

def ShareRowsPass : Pass<"share-rows", "::mlir::ModuleOp"> {
  let summary = "Keep no stacks whose rows are those of another tensor";
  let description = [{
    Where the body of a scan takes its weights by number, `weights[i]`, JAX leaves
    them row by row to the scan that goes back. Such a stack is a slice of the
    weights, and is read there. In loops within loops (layers of groups) the inner
    stack is a slice at the outer number, and the outer stack then goes in the same
    way. Numbers are computed for each iteration; a stack stays where rows come in
    another order, where a sharding or `dist.recompute` is said of it, and where
    it would hold a larger tensor in its place.

    Before:
    ```mlir
    func.func @main(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
      %0:2 = stablehlo.while(%i = %begin, %rows = %z) : tensor<i32>, tensor<4x8xf32>
      cond {
        %four = stablehlo.constant dense<4> : tensor<i32>
        %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %no = stablehlo.constant dense<0> : tensor<i32>
        %row = stablehlo.dynamic_slice %w, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
        %next = stablehlo.dynamic_update_slice %rows, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
      }
      return %0#1 : tensor<4x8xf32>
    }
    ```
    After:
    ```mlir
    func.func @main(%w: tensor<4x8xf32>) -> tensor<4x8xf32> {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %0 = stablehlo.while(%i = %begin) : tensor<i32>
      cond {
        %four = stablehlo.constant dense<4> : tensor<i32>
        %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j : tensor<i32>
      }
      return %w : tensor<4x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def VerifyImportedPass : Pass<"verify-imported", "::mlir::ModuleOp"> {
  let summary = "Check what holds after Import";
  let description = [{
    One function, `@main`, with a body; only `func`, `stablehlo`, `chlo` and
    `dist` operations; static shapes. The module is left as it is: before and
    after are the same.

    This passes:
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.tanh %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    This is refused, since the shape is not static:
    ```mlir
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      return %x : tensor<?xf32>
    }
    ```
    ```
    error: argument 0 has type 'tensor<?xf32>', whose shape is not static; export the module with the shapes it runs with
    ```
  }];
  let options = [
    Option<"executed", "executed", "bool", /*default=*/"false",
           "popt itself runs the program, so that custom calls have to be known">
  ];
}

#endif // POPT_IMPORT_PASSES_TD
