//===- Dist.td - Operations of the dist dialect ------------*- tablegen -*-===//
#ifndef POPT_DIALECT_DIST_DIST_TD
#define POPT_DIALECT_DIST_DIST_TD

include "popt/Dialect/Dist/DistBase.td"
include "popt/Dialect/Dist/DistCollectives.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

def Dist_MeshOp : Dist_Op<"mesh", [Symbol]> {
  let summary = "The module's mesh";
  let description = [{
    Declares the axes that shardings name. The rank of a device is the
    mixed-radix number of its device and stage coordinates, major to minor.

    ```mlir
    dist.mesh @mesh = <["dp"=2, "tp"=2], stage ["pp"=4], time ["mb"=8]>
    ```

    **Constraints**
    - (C1) the module has one mesh.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Dist_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::popt::Mesh toMesh() { return getMesh().toMesh(); }
    ::mlir::FlatSymbolRefAttr getRef() {
      return ::mlir::FlatSymbolRefAttr::get(getSymNameAttr());
    }
  }];
}

//===----------------------------------------------------------------------===//
// Global operations
//===----------------------------------------------------------------------===//

def Dist_ConstraintOp : Dist_Op<"constraint", [SameOperandsAndResultType]> {
  let summary = "The user's sharding of a value";
  let description = [{
    The result is the operand in this sharding. It binds: propagation starts
    from it, and Partition reshards to it. Without uses it still states the
    operand's sharding.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = dist.constraint %x <@mesh, [{"dp"}, {?} ]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```

    **Constraints**
    - (C1) the sharding fits the type.
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_ShardingAttr:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Dist_ShardingGroupOp : Dist_Op<"sharding_group"> {
  let summary = "Values that must have one sharding";
  let description = [{
    All values with the same group number get the same sharding.

    ```mlir
    func.func @main(%x: tensor<8x4xf32>) {
      dist.sharding_group %x group = 3 : tensor<8x4xf32>
      return
    }
    ```

    **Constraints**
    - (C1) the group number is not negative;
    - (C2) all members of a group have the same shape.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group);
  let assemblyFormat = "$input `group` `=` $group attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Dist_Direction : I32EnumAttr<"Direction", "where shardings may propagate", [
    I32EnumAttrCase<"None", 0, "none">,
    I32EnumAttrCase<"Forward", 1, "forward">,
    I32EnumAttrCase<"Backward", 2, "backward">]> {
  let cppNamespace = "::popt::dist";
  let genSpecializedAttr = 0;
}
def Dist_DirectionAttr : EnumAttr<Dist_Dialect, Dist_Direction, "direction">;

def Dist_PropagationBarrierOp
    : Dist_Op<"propagation_barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "Shardings cross in one direction only, or not at all";
  let description = [{
    ```mlir
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = dist.propagation_barrier %x allow = forward : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_DirectionAttr:$allow);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `allow` `=` custom<DirectionWord>($allow) attr-dict `:` type($result)";
}

def Dist_ReshardOp : Dist_Op<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "Moves a value from one sharding to another";
  let description = [{
    The type is global. `from` is the sharding in which the operand is, `to` the
    one in which the result is. `by` lists the moves that were chosen, one after
    the other; without it they are open.

    ```mlir
    dist.mesh @mesh = <["dp"=2]>
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = dist.reshard %x from <@mesh, [{"dp"}, {} ]>
                           to <@mesh, [{}, {"dp"} ]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```

    **Constraints**
    - (C1) both shardings fit the type;
    - (C2) so does the sharding after each move, and that after the last one is
      `to`, closed.
  }];
  let arguments = (ins AnyRankedTensor:$input, Dist_ShardingAttr:$from,
                       Dist_ShardingAttr:$to,
                       OptionalAttr<TypedArrayAttrBase<Dist_MoveAttr, "moves">>:$moves);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `from` $from `to` $to attr-dict (`by` $moves^)? `:` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$input,
                                 "ShardingAttr":$from, "ShardingAttr":$to),
    [{ build($_builder, $_state, type, input, from, to, nullptr); }]>];
  let hasVerifier = 1;
}

def Dist_RollOp : Dist_Op<"roll", [Pure, SameOperandsAndResultType]> {
  let summary = "Moves elements around a dimension";
  let description = [{
    Element i of the dimension becomes element i + `by`; elements that leave at
    the end come back at the start. The type is global: Partition makes a local
    program of it.

    ```mlir
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = dist.roll %x dim 0 by 3 : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```

    **Constraints**
    - (C1) `dim` is a dimension of the type;
    - (C2) `by` is not negative and less than its extent, or 0.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim, I64Attr:$by);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `dim` $dim `by` $by attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Dist_ManualOp : Dist_Op<"manual", [RecursiveMemoryEffects, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "A region that the user partitioned by hand";
  let description = [{
    Inside, values are blocks along the manual axes and whole along the others.
    An operand arrives in its `in` sharding; its block argument's type is local
    with regard to the manual axes alone. Results leave in their `out` shardings.
    Communication along manual axes is explicit in the body.

    ```mlir
    dist.mesh @mesh = <["dp"=2, "tp"=2]>
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = dist.manual(%x) in [#dist.sharding<@mesh, [{"tp", ?}, {?} ]>]
          out [#dist.sharding<@mesh, [{"tp", ?}, {?} ]>] axes {"tp"}
          (%block: tensor<4x4xf32>) {
        dist.return %block : tensor<4x4xf32>
      } : (tensor<8x4xf32>) -> tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```

    **Constraints**
    - (C1) one sharding per operand and per result, each fits its type;
    - (C2) the manual axes are whole axes of the mesh, each named once, and not
      manual in an enclosing region;
    - (C3) in a dimension, manual axes come before the others;
    - (C4) manual axes divide the dimensions that they split;
    - (C5) the region has one argument per operand, and its terminator one
      operand per result, of the local types.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, ArrayAttr:$in_shardings,
                       ArrayAttr:$out_shardings, Dist_AxisListAttr:$manual_axes);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `in` $in_shardings `out` $out_shardings `axes` $manual_axes
    custom<BodyRegion>($body) attr-dict `:` functional-type($inputs, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ShardingAttr getInSharding(unsigned i) {
      return ::llvm::cast<ShardingAttr>(getInShardings()[i]);
    }
    ShardingAttr getOutSharding(unsigned i) {
      return ::llvm::cast<ShardingAttr>(getOutShardings()[i]);
    }
  }];
}

def Dist_ReturnOp : Dist_Op<"return", [Pure, ReturnLike, Terminator,
    ParentOneOf<["ManualOp", "BucketOp", "TimeLoopOp"]>]> {
  let summary = "Ends the body of manual regions, buckets and time loops";
  let description = [{
    Its operands are what leaves a manual region or a bucket, or what a time
    loop carries to its next step.
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange());
  }]>];
}

//===----------------------------------------------------------------------===//
// Coordinates and steps of local programs
//===----------------------------------------------------------------------===//

def Dist_ScalarI32 : 0DTensorOf<[I32]>;

def Dist_AxisIndexOp : Dist_Op<"axis_index", [Pure]> {
  let summary = "This coordinate's number along axes";
  let description = [{
    The mixed-radix number, major to minor, of this coordinate along the axes as
    listed. The only way in which coordinates enter programs.

    ```mlir
    dist.mesh @mesh = <["dp"=2, "tp"=4]>
    func.func @main() -> tensor<i32> {
      %0 = dist.axis_index {"dp", "tp":(1)2} on @mesh : tensor<i32>
      return %0 : tensor<i32>
    }
    ```

    **Constraints**
    - (C1) the axes are of the mesh, none used twice.
  }];
  let arguments = (ins Dist_AxisListAttr:$axes, FlatSymbolRefAttr:$mesh);
  let results = (outs Dist_ScalarI32:$result);
  let assemblyFormat = "$axes `on` $mesh attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Dist_BlockOp : Dist_Op<"block", [Pure]> {
  let summary = "Begin and extent of this coordinate's block of a dimension";
  let description = [{
    The block, in global elements, that this coordinate holds of a dimension of
    extent `of` split by the axes as listed (in units of `by` elements). The
    extent may be 0.

    ```mlir
    dist.mesh @mesh = <["a"=2, "b"=2]>
    func.func @main() -> (tensor<i32>, tensor<i32>) {
      %begin, %extent = dist.block {"a", "b"} of 5 on @mesh : tensor<i32>, tensor<i32>
      return %begin, %extent : tensor<i32>, tensor<i32>
    }
    ```

    **Constraints**
    - (C1) the axes are of the mesh, none used twice;
    - (C2) `of` is at least 0, `by` at least 1.
  }];
  let arguments = (ins Dist_AxisListAttr:$axes, I64Attr:$of,
                       DefaultValuedAttr<I64Attr, "1">:$by, FlatSymbolRefAttr:$mesh);
  let results = (outs Dist_ScalarI32:$begin, Dist_ScalarI32:$extent);
  let assemblyFormat = [{
    $axes `of` $of (`by` $by^)? `on` $mesh attr-dict `:` type($begin) `,` type($extent)
  }];
  let hasVerifier = 1;
}

def Dist_EmptyOp : Dist_Op<"empty", [Pure]> {
  let summary = "A tensor of any contents";
  let description = [{
    Memory that is written before it is read, as `form-kernels` finds of what
    loops begin with. It costs no time.

    ```mlir
    func.func @main() -> tensor<4x16xf32> {
      %0 = dist.empty : tensor<4x16xf32>
      return %0 : tensor<4x16xf32>
    }
    ```
  }];
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

class Dist_MemoryMoveOp<string mnemonic>
    : Dist_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Dist_ToHostOp : Dist_MemoryMoveOp<"to_host"> {
  let summary = "Copies a value from device memory to host memory";
  let description = [{
    Part of local programs. An operation that reads a value of host memory runs
    on the host and leaves its results there; place-memory puts these moves
    where values change sides.

    ```mlir
    func.func @main(%g: tensor<4xf32>, %m: tensor<4xf32> {dist.on_host})
        -> (tensor<4xf32> {dist.on_host}) {
      %0 = dist.to_host %g : tensor<4xf32>
      %1 = stablehlo.add %m, %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
}

def Dist_ToDeviceOp : Dist_MemoryMoveOp<"to_device"> {
  let summary = "Copies a value from host memory to device memory";
  let description = [{
    The other direction of `dist.to_host`.

    ```mlir
    func.func @main(%m: tensor<4xf32> {dist.on_host}) -> tensor<4xf32> {
      %0 = dist.to_device %m : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
}

def Dist_TimeLoopOp : Dist_Op<"time_loop", [RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "Runs its body once for every time step";
  let description = [{
    What fold-time makes of the operations that vary over time. The body runs
    once per step, one step after the other; the number of steps is the product
    of the axes, and the first block argument is the step's number, from 0: the
    mixed-radix number, major to minor, of the time step along the axes as
    listed. The other arguments are carried from step to step: accumulators, and
    buffers of which each step writes its slice. They begin as the operands; the
    results are the values that the last time step returns. The body reads other
    values from around the loop.

    ```mlir
    dist.mesh @mesh = <time ["mb"=4]>
    func.func @main(%x: tensor<4x8xf32>, %zero: tensor<8xf32>) -> tensor<8xf32> {
      %0 = dist.time_loop over {"mb"} on @mesh (%step, %sum = %zero) -> (tensor<8xf32>) {
        %c = stablehlo.constant dense<0> : tensor<i32>
        %row = stablehlo.dynamic_slice %x, %step, %c, sizes = [1, 8]
            : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
        %flat = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
        %next = stablehlo.add %sum, %flat : tensor<8xf32>
        dist.return %next : tensor<8xf32>
      }
      return %0 : tensor<8xf32>
    }
    ```

    **Constraints**
    - (C1) the axes are time axes of the mesh, none used twice;
    - (C2) the body has the step's number, of type tensor<i32>, and one argument
      per operand, of its type;
    - (C3) the results have the operands' types, and the body returns one value
      per result, of its type.
  }];
  let arguments = (ins Variadic<AnyType>:$inits, Dist_AxisListAttr:$axes,
                       FlatSymbolRefAttr:$mesh);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Product of the axes' sizes.
    int64_t getNumSteps();
    ::mlir::BlockArgument getStep() { return getBody().getArgument(0); }
    /// The block arguments of what is carried.
    ::mlir::Block::BlockArgListType getCarried() {
      return getBody().getArguments().drop_front();
    }
  }];
}

#endif // POPT_DIALECT_DIST_DIST_TD
