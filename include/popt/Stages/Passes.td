//===- Passes.td - Passes of the phase Stages ----------*- tablegen -*-===//
#ifndef POPT_STAGES_PASSES_TD
#define POPT_STAGES_PASSES_TD

include "mlir/Pass/PassBase.td"

def TakePiecesPass : Pass<"take-pieces", "::mlir::ModuleOp"> {
  let summary = "Take pieces from where they were made";
  let description = [{
    On a mesh with a stage axis: a slice of a concatenation is a slice of the piece, or
    the piece, if it lies within one; a slice of a slice is one slice; concatenations
    have no empty pieces, and neighbouring slices are one piece; a reshape that undoes
    others is what they began with; a loop of one iteration is its body. A scan that is
    unrolled whole puts rows together and takes single ones of them, so one coordinate
    would hold all. What a sharding or `dist.recompute` is said of stays.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
      %1 = stablehlo.slice %0 [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>
      %2 = stablehlo.reshape %1 : (tensor<1x8xf32>) -> tensor<8xf32>
      return %2 : tensor<8xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%a: tensor<1x8xf32>, %b: tensor<1x8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.reshape %b : (tensor<1x8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def RollLoopsPass : Pass<"roll-loops", "::mlir::ModuleOp"> {
  let summary = "Make an unrolled scan a scan over single rows";
  let description = [{
    On a mesh with a stage axis: `lax.scan(.., unroll=k)` has a body of k equal parts,
    which take and leave rows in groups. It becomes a scan over single rows with one
    part, as JAX writes it without `unroll`, so that what knows scans over layers knows
    it. Parts are compared from what they leave, without gradients from what they make
    of the rows of a group; where they are not alike, or a sharding or `dist.recompute`
    is said of a group, the loop stays.

    Where `unroll` does not divide the layers, the rest stands beside the loop. If the
    operations after a loop are those of one more iteration, of the next row of the same
    stacks, they join the loop, and the stacks that it leaves have one more row; unless
    something else reads what only the loop has then.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x2x8xf32>) {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %empty = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
      %0:3 = stablehlo.while(%i = %begin, %y = %x, %kept = %empty) : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
      cond {
        %three = stablehlo.constant dense<3> : tensor<i32>
        %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %no = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %a = stablehlo.tanh %y : tensor<8xf32>
        %b = stablehlo.tanh %a : tensor<8xf32>
        %first = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<1x8xf32>
        %second = stablehlo.reshape %b : (tensor<8xf32>) -> tensor<1x8xf32>
        %both = stablehlo.concatenate %first, %second, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
        %group = stablehlo.reshape %both : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
        %next = stablehlo.dynamic_update_slice %kept, %group, %i, %no, %no : (tensor<3x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %b, %next : tensor<i32>, tensor<8xf32>, tensor<3x2x8xf32>
      }
      return %0#1, %0#2 : tensor<8xf32>, tensor<3x2x8xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<3x2x8xf32>) {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %empty = stablehlo.constant dense<0.0> : tensor<3x2x8xf32>
      %flat = stablehlo.reshape %empty : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
      %0:3 = stablehlo.while(%t = %begin, %y = %x, %kept = %flat) : tensor<i32>, tensor<8xf32>, tensor<6x8xf32>
      cond {
        %six = stablehlo.constant dense<6> : tensor<i32>
        %go = stablehlo.compare LT, %t, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %no = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %a = stablehlo.tanh %y : tensor<8xf32>
        %row = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<1x8xf32>
        %next = stablehlo.dynamic_update_slice %kept, %row, %t, %no : (tensor<6x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
        %j = stablehlo.add %t, %one : tensor<i32>
        stablehlo.return %j, %a, %next : tensor<i32>, tensor<8xf32>, tensor<6x8xf32>
      }
      %1 = stablehlo.reshape %0#2 : (tensor<6x8xf32>) -> tensor<3x2x8xf32>
      return %0#1, %1 : tensor<8xf32>, tensor<3x2x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def MergeLoopsPass : Pass<"merge-loops", "::mlir::ModuleOp"> {
  let summary = "Make one loop of a loop that only runs another over groups of rows";
  let description = [{
    On a mesh with a stage axis: a scan over groups of layers whose body is a scan over
    the layers of a group becomes one scan over all layers: stacks of groups become
    flat, and a row is read or written at the number that both loops lead to. Sums that
    the inner loop begins with zeros and the outer one adds are carried through. Numbers
    are computed for each iteration and must grow evenly. The loops stay where the outer
    body does more, where what the inner one begins with is made there (a
    `jax.checkpoint` around a group), and where a sharding or `dist.recompute` is said
    of a group.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %0:2 = stablehlo.while(%i = %begin, %y = %x) : tensor<i32>, tensor<8xf32>
      cond {
        %three = stablehlo.constant dense<3> : tensor<i32>
        %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %no = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %slice = stablehlo.dynamic_slice %w, %i, %no, %no, sizes = [1, 2, 8] : (tensor<3x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
        %group = stablehlo.reshape %slice : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
        %1:3 = stablehlo.while(%j = %no, %z = %y, %rows = %group) : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>
        cond {
          %two = stablehlo.constant dense<2> : tensor<i32>
          %go = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %go : tensor<i1>
        } do {
          %row = stablehlo.dynamic_slice %rows, %j, %no, sizes = [1, 8] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
          %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
          %next = stablehlo.multiply %z, %layer : tensor<8xf32>
          %k = stablehlo.add %j, %one : tensor<i32>
          stablehlo.return %k, %next, %rows : tensor<i32>, tensor<8xf32>, tensor<2x8xf32>
        }
        %k = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %k, %1#1 : tensor<i32>, tensor<8xf32>
      }
      return %0#1 : tensor<8xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%w: tensor<3x2x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %flat = stablehlo.reshape %w : (tensor<3x2x8xf32>) -> tensor<6x8xf32>
      %0:3 = stablehlo.while(%t = %begin, %y = %x, %rows = %flat) : tensor<i32>, tensor<8xf32>, tensor<6x8xf32>
      cond {
        %six = stablehlo.constant dense<6> : tensor<i32>
        %go = stablehlo.compare LT, %t, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %no = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %row = stablehlo.dynamic_slice %rows, %t, %no, sizes = [1, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
        %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
        %next = stablehlo.multiply %y, %layer : tensor<8xf32>
        %k = stablehlo.add %t, %one : tensor<i32>
        stablehlo.return %k, %next, %rows : tensor<i32>, tensor<8xf32>, tensor<6x8xf32>
      }
      return %0#1 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def WriteRowsPass : Pass<"write-rows", "::mlir::ModuleOp"> {
  let summary = "Write rows that would be added to zeros once";
  let description = [{
    On a mesh with a stage axis: where the body of a scan takes its weights by number,
    `weights[i]`, their gradient is a sum that begins with zeros, to which each
    iteration adds a row. If iterations add to different rows, they write them. Rows
    keep the sign of a zero, which adding 0.0 might clear; the numbers are equal.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32>) -> tensor<4x8xf32> {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
      %0:2 = stablehlo.while(%i = %begin, %sum = %z) : tensor<i32>, tensor<4x8xf32>
      cond {
        %four = stablehlo.constant dense<4> : tensor<i32>
        %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %no = stablehlo.constant dense<0> : tensor<i32>
        %now = stablehlo.dynamic_slice %sum, %i, %no, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
        %row = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
        %more = stablehlo.add %now, %row : tensor<1x8xf32>
        %next = stablehlo.dynamic_update_slice %sum, %more, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
      }
      return %0#1 : tensor<4x8xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32>) -> tensor<4x8xf32> {
      %begin = stablehlo.constant dense<0> : tensor<i32>
      %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
      %0:2 = stablehlo.while(%i = %begin, %sum = %z) : tensor<i32>, tensor<4x8xf32>
      cond {
        %four = stablehlo.constant dense<4> : tensor<i32>
        %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %no = stablehlo.constant dense<0> : tensor<i32>
        %row = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<1x8xf32>
        %next = stablehlo.dynamic_update_slice %sum, %row, %i, %no : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %next : tensor<i32>, tensor<4x8xf32>
      }
      return %0#1 : tensor<4x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def SplitLoopsPass : Pass<"split-loops", "::mlir::ModuleOp"> {
  let summary = "Cut scans whose layers lie along the stage axis";
  let description = [{
    A *stack* is a tensor that has the layers of a network along a dimension. If
    that dimension is split over the stage axis, each coordinate holds a block of
    layers: this pass makes an argument (or result) of each block, pinned to its
    coordinate, and cuts the scans along stacks into one loop for each run of
    iterations whose layers one coordinate holds. What loops carry besides goes
    from part to part; counters are computed again at each place. The user's word
    on one stack spreads to the others: residuals, gradients, the state of an
    optimizer. Operations outside of scans run on each block; a sum over layers
    is a sum of the blocks' sums. Slices, concatenations, pads and updates of
    layers take each layer from the block that has it, as do gathers and scatters
    by numbers that follow from constants, and reshapes regroup the layers of each
    block. What cannot run on blocks gets the stack put together, with a warning
    that says how many bytes are sent.

    Branches are inlined first: the operations of their regions move into the
    function, and each result is a select. place-stages makes branches of it again.

    Scans must read and write a stack in rows along the dimension of layers
    (`dynamic_slice`, `dynamic_update_slice`), at indices that follow from
    constants: any expression of the loop's counters. A loop whose iterations need
    layers of several coordinates is unrolled; if that is too long, an error says
    which access prevents the split.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32>,
                    %w: tensor<4x8xf32> {dist.sharding = #dist.sharding<@mesh, [{"pp"}, {} ]>})
        -> tensor<8xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0:3 = stablehlo.while(%i = %zero, %h = %x, %ws = %w) : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
      cond {
        %four = stablehlo.constant dense<4> : tensor<i32>
        %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %go : tensor<i1>
      } do {
        %first = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %row = stablehlo.dynamic_slice %ws, %i, %first, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
        %layer = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
        %next = stablehlo.multiply %h, %layer : tensor<8xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %next, %ws : tensor<i32>, tensor<8xf32>, tensor<4x8xf32>
      }
      return %0#1 : tensor<8xf32>
    }
    ```
    After (bodies left out):
    ```
    func.func @main(%x: tensor<8xf32> {dist.index = 0 : i64},
        %w0: tensor<2x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>>, dist.index = 1 : i64, dist.place = array<i64: 0>},
        %w1: tensor<2x8xf32> {dist.block_of = #dist.block_of<dim 0 of tensor<4x8xf32>>, dist.index = 1 : i64, dist.place = array<i64: 1>})
        -> (tensor<8xf32> {dist.index = 0 : i64}) {
      %0:3 = stablehlo.while(%i = 0, %h = %x, %ws = %w0) { .. 0 and 1: layer %i of %ws .. }  // at 0
      %1:3 = stablehlo.while(%i = 2, %h = %0#1, %ws = %w1) { .. 2 and 3: layer %i - 2 of %ws .. }  // at 1
      return %1#1
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def PlaceStagesPass : Pass<"place-stages", "::mlir::ModuleOp"> {
  let summary = "Give every operation its coordinate of the stage axis";
  let description = [{
    Pins on a stage axis say where arguments live; this pass gives every other
    value and operation its place, `dist.place`. Operations run where their
    parameters are, and otherwise where the fewest bytes are sent. Values that
    can be computed everywhere (constants, counters, learning-rate schedules)
    have no place and are computed wherever they are read. State that is not
    pinned is held where it is read, if its next value can be computed there;
    otherwise one coordinate holds it.

    The choice for all operations is one pairwise problem; a remark has its cost
    and a lower bound. A sum of values from several coordinates that several
    coordinates read becomes a `dist.combine`, later one all-reduce.

    A loop runs at one coordinate. One that would take weights away from others is
    unrolled if its iterations need nothing of each other but sums, as loops over
    parts of a batch do; any other gets a warning.

    A branch is inlined, so that its operations get places like all others; then
    those that one place runs become a branch there. Choices between values that
    are there anyway stay choices. A loop whose carried values have to do with
    each other within places alone becomes a loop for each place.

    A state result has the place of its argument. Pins leave the shardings:
    later phases divide the operations of a place over device axes only.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8x4xf32>,
                    %a: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [0]}>},
                    %b: tensor<4x4xf32> {dist.sharding = #dist.sharding<@mesh, [{}, {} ], at = {"pp" = [1]}>})
        -> tensor<8x4xf32> {
      %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      return %1 : tensor<8x4xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8x4xf32>,
                    %a: tensor<4x4xf32> {dist.place = array<i64: 0>},
                    %b: tensor<4x4xf32> {dist.place = array<i64: 1>})
        -> tensor<8x4xf32> {
      %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
      return %1 : tensor<8x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def CutCheckpointsPass : Pass<"cut-checkpoints", "::mlir::ModuleOp"> {
  let summary = "Compute layers again at their coordinates, from what was sent before";
  let description = [{
    Layers under one `jax.checkpoint` wait at one `optimization_barrier` for the
    cotangent of the last one's result, and are computed again from the first one's
    input. If they have places at several coordinates, activations and cotangents
    pass the boundary a second time. This pass gives each coordinate a barrier of its
    own: it keeps what it was sent on the way forward, and waits for the cotangent,
    or for what it is sent on the way back.

    A value that is sent in the forward pass is the same as one that is computed
    again if equal operations make it of equal values (`lib/Stages/SameValue.h`).
    Where none is found a coordinate waits for what the barrier waited for, and what
    it is sent is sent again.

    Of a checkpoint in a checkpoint the inner barriers read results of the outer one.
    They are cut first, and keep what was sent, so that often nothing needs to be
    computed again for them. Where that is so the outer barrier is left out.

    place-stages has chosen a place for each value of a barrier; parts of one have
    the same number `dist.barrier`.

    Before:
    ```mlir
    %0 = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {dist.place = array<i64: 1>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %2:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %1 : tensor<8x4xf32>, tensor<8x4xf32>
    %3 = stablehlo.dot_general %2#0, %a, contracting_dims = [1] x [0] {dist.place = array<i64: 0>} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %4 = stablehlo.multiply %3, %2#1 {dist.place = array<i64: 1>} : tensor<8x4xf32>
    %5 = stablehlo.multiply %2#0, %4 {dist.place = array<i64: 0>} : tensor<8x4xf32>
    ```
    After:
    ```mlir
    %2:2 = stablehlo.optimization_barrier {dist.place = array<i64: 1>} %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
    %3 = stablehlo.multiply %2#0, %2#1 {dist.place = array<i64: 1>} : tensor<8x4xf32>
    %4:2 = stablehlo.optimization_barrier {dist.place = array<i64: 0>} %x, %3 : tensor<8x4xf32>, tensor<8x4xf32>
    %5 = stablehlo.multiply %4#0, %4#1 {dist.place = array<i64: 0>} : tensor<8x4xf32>
    ```
  }];
}

def TrimLastIterationsPass : Pass<"trim-last-iterations", "::mlir::ModuleOp"> {
  let summary = "Leave out of a loop's last iteration what only a further one would read";
  let description = [{
    If the last value that a counted loop carries has no readers, its last
    iteration does not compute it: it becomes a loop of its own, of one
    iteration, without the operations that lead there alone. The scan that goes
    back over layers is such a loop if nothing needs the gradient of the first
    layer's input.

    A loop stays as it is if that saves less than 1% of its flops. It runs before
    tasks are formed, so that their seconds count what is left. The remark is of
    category `schedule`.

    Before:
    ```mlir
    %0:3 = stablehlo.while(%i = 0, %g = %dy, %dws = %zeros) ... 4 iterations {
      %dw = stablehlo.dot_general %h, %g ...
      %dws1 = stablehlo.dynamic_update_slice %dws, %dw, ...
      %dx = stablehlo.dot_general %g, %w ...
      stablehlo.return %j, %dx, %dws1
    }
    return %0#2
    ```
    After:
    ```mlir
    %0:3 = stablehlo.while(%i = 0, %g = %dy, %dws = %zeros) ... 3 iterations {
      ... the same ...
    }
    %1:3 = stablehlo.while(%i = 3, %g = %0#1, %dws = %0#2) ... 1 iteration {
      %dw = stablehlo.dot_general %h, %g ...
      %dws1 = stablehlo.dynamic_update_slice %dws, %dw, ...
      stablehlo.return %j, %g, %dws1
    }
    return %1#2
    ```
  }];
  let dependentDialects = ["::popt::stablehlo::StablehloDialect"];
}

def FormTasksPass : Pass<"form-tasks", "::mlir::ModuleOp"> {
  let summary = "Cut time loops on a stage axis into tasks";
  let description = [{
    A task is what a coordinate of the stage axis runs without interruption for
    one microbatch: one of its visits, or a part of one (TaskForming.h). The
    loop gets `dist.tasks`, with the seconds that each task takes on the
    machine; each operation of the body gets `dist.in_tasks`, its task at each
    coordinate where it runs. Operations without it are in no task: each task
    that reads one has a copy.

    Some schedules run the weight part of visits apart, or cut the last visit in
    two; so this pass asks which schedule is meant, and writes it on the module
    (`dist.schedule`), where the next passes find it. Two of them run two copies
    of the network in opposite directions: the loop's operations get a second
    copy each, at mirrored places, and what is around the loop both places.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
    func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>) {
        %h = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<4xf32>
        %next = stablehlo.add %sum, %h {dist.place = array<i64: 1>} : tensor<4xf32>
        dist.return %next : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
    func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
          attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
        %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
        %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
        dist.return %next : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", "\"\"",
           "1f1b, gpipe, another name of a schedule, auto, or an order file "
           "(F.csv); empty: that of the plan, else 1f1b">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def RecomputeInTasksPass : Pass<"recompute-in-tasks", "::mlir::ModuleOp"> {
  let summary = "Let backward tasks compute again what they would take over";
  let description = [{
    What a forward task makes and a backward task of its coordinate reads is
    held for each microbatch in flight. Under a `policy`, or by the user's word
    (`dist.recompute`), backward tasks get copies of the operations that make
    it, and only checkpoints are held. Policies are those of the pass
    `recompute`. The copies are in `dist.in_tasks` of the task that reads them
    first; `dist.tasks` gets the new seconds. Values are chosen for each
    coordinate by itself, so that what it holds at once is least by estimate, in
    the order of the schedule. What other coordinates need is sent once, as
    before: copies read what was received.

    Whatever the policy, tasks make for themselves what a few operations on
    elements make from one value that they take over anyway, if only kernels read
    it: that is no slower than to load it, and it is never stored
    (CheapInTasks.cpp).

    Never copied: what depends on values that the loop carries, and what
    `recompute` never copies. Remarks are of category `memory`.

    Before: 1 is in the forward task 0 and the backward task 2.
    ```mlir
    %a = stablehlo.dot_general %x, %w, ... {dist.in_tasks = array<i64: 1>}
    %h = stablehlo.tanh %a {dist.in_tasks = array<i64: 1>}
    ...
    %dv = stablehlo.dot_general %h, %dy, ... {dist.in_tasks = array<i64: 2>}
    ```
    After, with policy `selective`:
    ```mlir
    %a = stablehlo.dot_general %x, %w, ... {dist.in_tasks = array<i64: 1>}
    %h = stablehlo.tanh %a {dist.in_tasks = array<i64: 1>}
    ...
    %again = stablehlo.tanh %a {dist.in_tasks = array<i64: 2>}
    %dv = stablehlo.dot_general %again, %dy, ... {dist.in_tasks = array<i64: 2>}
    ```
  }];
  let options = [
    Option<"policy", "policy", "std::string", "\"\"",
      "none, selective or full; empty: the module's dist.recompute_policy, else none">];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::mlir::func::FuncDialect",
                           "::popt::stablehlo::StablehloDialect"];
}

def ScheduleTasksPass : Pass<"schedule-tasks", "::mlir::ModuleOp"> {
  let summary = "Put the tasks of all stages into the order of a schedule";
  let description = [{
    The tasks of all coordinates are one problem of popt/Pipeline. The schedule
    that the module asks for (`dist.schedule`) is generated, or read from a
    file, and checked; the loop gets `dist.orders`, one `#dist.order` per
    coordinate. Steps name tasks by their index in `dist.tasks`, and messages by
    theirs among the values that one coordinate sends to another. `sent` stands
    before the first task that starts, as simulated, after the message was
    taken. A remark, and `dist.pipeline` of the module, have the predicted
    makespan, bubble and slots.

    The schedule is meant for the longest loop; another loop that it does not
    fit takes 1f1b.

    Schedule `auto` is for all loops: the best order that is found for their
    tasks, at their costs, in the memory budget (popt/Pipeline/AutoSchedule.h).
    Where weight parts apart gain nothing they are merged with their visits. A
    second remark has what was chosen, its makespan, a lower bound and the
    runner-up; `dist.pipeline` has the same as `choice`.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
    func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
          attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>]} {
        %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
        %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
        dist.return %next : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
    func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
          attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>],
                      dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, sent 0:1>,
                                     #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1>]} {
        %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
        %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
        dist.return %next : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [Option<"memoryBudget", "memory-budget", "int64_t", "0",
                        "bytes per device that schedule \"auto\" may use; 0: "
                        "as many as the fastest named schedule">,
                 Option<"taskCosts", "task-costs", "std::string", "\"\"",
                        "measured seconds of tasks, a file that --bench "
                        "--per-task wrote; empty: as estimated">];
  let dependentDialects = ["::popt::dist::DistDialect"];
}

def DrawTimelinePass : Pass<"draw-timeline", "::mlir::ModuleOp"> {
  let summary = "Draw when the tasks of a schedule run";
  let description = [{
    Simulates `dist.orders` of the longest time loop on the machine and writes a
    picture: a lane per coordinate, with its tasks and messages. The module
    stays as it is.

    ```mlir
    dist.mesh @mesh = <stage ["pp"=2], time ["mb"=2]>
    func.func @main(%x: tensor<4xf32> {dist.place = array<i64: 0>}) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<4xf32>)
          attributes {dist.tasks = [#dist.task<at 0 visit 0, 1.0e-06>, #dist.task<at 1 visit 0, 1.0e-06>],
                      dist.orders = [#dist.order<run 0:0, send 0:0, run 0:1, send 0:1, sent 0:0, sent 0:1>,
                                     #dist.order<recv 0:0, run 1:0, recv 0:1, run 1:1>]} {
        %h = stablehlo.tanh %x {dist.in_tasks = array<i64: 0>, dist.place = array<i64: 0>} : tensor<4xf32>
        %next = stablehlo.add %sum, %h {dist.in_tasks = array<i64: 1>, dist.place = array<i64: 1>} : tensor<4xf32>
        dist.return %next : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
    gives a picture like
    ```
    1f1b, 2 stages, 2 microbatches
    pp = 0  | 0 | 1 |
    pp = 1      | 0 | 1 |
    ```
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "the SVG file that is written">];
}

def SplitStagesPass : Pass<"split-stages", "::mlir::ModuleOp"> {
  let summary = "One function per coordinate of the stage axis";
  let description = [{
    Splits `@main`, whose operations say where they run (`dist.place`), into one
    function per coordinate, named after axis and coordinate. A value that is
    read at another coordinate is sent as soon as it exists (`dist.send`) and
    received before its first reader (`dist.recv`); messages between two
    coordinates are received in the order in which they are sent. Operations
    without a place run in every function that reads them; `dist.combine`
    becomes `dist.reduce_stages` in all functions that have an operand.
    Combinations at the same coordinates become one, where the first of them
    stands, as far as their operands exist there.

    A time loop that is cut into tasks (form-tasks) and has orders
    (schedule-tasks) becomes a time loop in each function, with the coordinate's
    tasks (`dist.task`) and messages, each once for all microbatches, and
    `dist.order`, which says in which order they run.

    A function has the arguments that its coordinate holds, and the results;
    `dist.index` is their number in the whole program, and their shardings say
    at which coordinates they are.

    Before:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>, dist.global_type = tensor<8xf32>})
        -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ]>, dist.global_type = tensor<8xf32>}) {
      %0 = stablehlo.tanh %x {dist.place = array<i64: 0>} : tensor<8xf32>
      %1 = stablehlo.negate %0 {dist.place = array<i64: 1>} : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
    After:
    ```mlir
    dist.mesh @mesh = <stage ["pp"=2]>
    func.func @main_pp0(%x: tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ], at = {"pp" = [0]}>, dist.global_type = tensor<8xf32>, dist.index = 0 : i64})
        attributes {dist.coordinate = 0 : i64} {
      %0 = stablehlo.tanh %x : tensor<8xf32>
      dist.send %0 message 0 to 1 on @mesh : tensor<8xf32>
      dist.sent %0 message 0 : tensor<8xf32>
      return
    }
    func.func @main_pp1()
        -> (tensor<8xf32> {dist.sharding = #dist.sharding<@mesh, [{} ], at = {"pp" = [1]}>, dist.global_type = tensor<8xf32>, dist.index = 0 : i64})
        attributes {dist.coordinate = 1 : i64} {
      %0 = dist.recv message 0 from 0 on @mesh : tensor<8xf32>
      %1 = stablehlo.negate %0 : tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::popt::dist::DistDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // POPT_STAGES_PASSES_TD
