//===- KernelOp.td - How an operation becomes a kernel --------------------===//
#ifndef POPT_INTERFACES_KERNELOP_TD
#define POPT_INTERFACES_KERNELOP_TD

include "mlir/IR/OpBase.td"

def KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let description = [{
    How an operation becomes a kernel on a given target: the kind of loops, the
    arithmetic of one element, its cost, and the operations that replace it if
    neither a kernel nor a library computes it.
  }];
  let cppNamespace = "::popt";

  let methods = [
    InterfaceMethod<[{
      How kernels are formed from the operation on this target.
    }], "::popt::KernelKind", "getKernelKind",
    (ins "const ::popt::Target &":$target)>,

    InterfaceMethod<[{
      Of a source (KernelKind::Source): the dim along which its elements differ;
      nothing if all are equal.
    }], "std::optional<int64_t>", "getVaryingDim", (ins)>,

    InterfaceMethod<[{
      Work per element of the result, in additions; 0 for what only moves data.
    }], "unsigned", "getElementCost", (ins)>,

    InterfaceMethod<[{
      Of a map (KernelKind::Map): emits one element of the result, or a vector
      of them, from those of the operands. All operands have the same number of
      lanes. Results of narrow types are rounded by the caller.
    }], "::popt::Elem", "emitElement",
    (ins "::popt::KernelOps &":$ops,
         "::llvm::ArrayRef<::popt::Elem>":$operands)>,

    InterfaceMethod<[{
      Arithmetic operations of one execution on these local shapes.
    }], "double", "getFlops",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$localOperands,
         "::llvm::ArrayRef<::mlir::RankedTensorType>":$localResults)>,

    InterfaceMethod<[{
      How often one evaluation of all results reads an element of this operand,
      at most, if it is not stored in between. Repeating by a broadcast does not
      count: it depends on the loops around.
    }], "int64_t", "getReadsPerElement", (ins "unsigned":$operand)>,

    InterfaceMethod<[{
      True if the operation reads this operand in any order of its dims
      (strides) at no cost: library calls.
    }], "bool", "takesAnyStrides", (ins "unsigned":$operand)>,

    InterfaceMethod<[{
      If the operation does nothing but put the dims of its operand into another
      order: the operand's dim of each result dim.
    }], "std::optional<::llvm::SmallVector<int64_t>>", "getPermutation", (ins)>,

    InterfaceMethod<[{
      If an equal operation makes the only result with its dims in another
      order, at no further cost: the result's dim of each of its dims.
    }], "std::optional<::llvm::SmallVector<int64_t>>", "getOtherOrder", (ins)>,

    InterfaceMethod<[{
      Builds that operation.
    }], "::mlir::Value", "buildInOtherOrder",
    (ins "::mlir::OpBuilder &":$builder)>,

    InterfaceMethod<[{
      True if a library call (KernelKind::Library) has loops of its own as well, for
      GPUs whose machine lacks the library; what has none is the runtime's.
    }], "bool", "hasLoops", (ins)>,

    InterfaceMethod<[{
      Builds the results from other operations if nothing carries out this one
      as it is; nothing if it is to stay.
    }], "std::optional<::llvm::SmallVector<::mlir::Value>>", "decompose",
    (ins "::mlir::OpBuilder &":$builder)>,

    InterfaceMethod<[{
      True if Import writes the operation out by `decompose`: shorthand for
      operations that are divided better one by one.
    }], "bool", "isShorthand", (ins)>,
  ];
}

#endif // POPT_INTERFACES_KERNELOP_TD
