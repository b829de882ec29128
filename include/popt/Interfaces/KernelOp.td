//===- KernelOp.td - How an operation becomes a kernel --------------------===//
#ifndef POPT_INTERFACES_KERNELOP_TD
#define POPT_INTERFACES_KERNELOP_TD

include "mlir/IR/OpBase.td"

def KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let description = [{
    How an operation becomes a kernel on a given target: the kind of loops, the
    arithmetic of one element, its cost, and what it is written out as where
    nothing carries it out as it is.

    The defaults describe an operation that runs on its own and costs one
    arithmetic operation per element of its results.
  }];
  let cppNamespace = "::popt";

  let methods = [
    InterfaceMethod<[{
      How kernels are formed from the operation on this target.
    }], "::popt::KernelKind", "getKernelKind",
    (ins "const ::popt::Target &":$target), [{}],
    /*defaultImplementation=*/[{ return ::popt::KernelKind::Opaque; }]>,

    InterfaceMethod<[{
      Work per element of the result, in additions; 0 for what only moves data.
    }], "unsigned", "getElementCost", (ins), [{}],
    /*defaultImplementation=*/[{ return 0; }]>,

    InterfaceMethod<[{
      Of a map (KernelKind::Map): emits one element of the result, or a vector
      of them, from those of the operands. All operands have the same number of
      lanes. Results of narrow types are rounded by the caller.
    }], "::popt::Elem", "emitElement",
    (ins "::popt::KernelOps &":$ops,
         "::llvm::ArrayRef<::popt::Elem>":$operands), [{}],
    /*defaultImplementation=*/[{
      llvm_unreachable("only maps are emitted by elements");
    }]>,

    InterfaceMethod<[{
      Arithmetic operations of one execution on these local shapes. The default
      counts one per result element.
    }], "double", "getFlops",
    (ins "::llvm::ArrayRef<::mlir::RankedTensorType>":$localOperands,
         "::llvm::ArrayRef<::mlir::RankedTensorType>":$localResults), [{}],
    /*defaultImplementation=*/[{
      double count = 0;
      for (::mlir::RankedTensorType type : localResults)
        count += static_cast<double>(type.getNumElements());
      return count;
    }]>,

    InterfaceMethod<[{
      How often one evaluation of all results reads an element of this operand,
      at most, if it is not stored in between. The default says often (16) of
      operations with loops of their own. Repeating by a broadcast does not
      count: it depends on the loops around.
    }], "int64_t", "getReadsPerElement", (ins "unsigned":$operand), [{}],
    /*defaultImplementation=*/[{
      return ::popt::kernelKindOf($_op.getOperation()) ==
                     ::popt::KernelKind::OwnLoops
                 ? 16
                 : 1;
    }]>,

    InterfaceMethod<[{
      True if the operation reads this operand in any order of its dims
      (strides) at no cost: library calls.
    }], "bool", "takesAnyStrides", (ins "unsigned":$operand), [{}],
    /*defaultImplementation=*/[{ return false; }]>,

    InterfaceMethod<[{
      If the operation does nothing but put the dims of its operand into another
      order: the operand's dim of each result dim.
    }], "std::optional<::llvm::SmallVector<int64_t>>", "getPermutation", (ins),
    [{}], /*defaultImplementation=*/[{ return std::nullopt; }]>,

    InterfaceMethod<[{
      Builds an equal operation whose result comes out with its dims in this
      order, at no further cost; null if there is none.
    }], "::mlir::Value", "buildPermuted",
    (ins "::mlir::OpBuilder &":$builder,
         "::llvm::ArrayRef<int64_t>":$permutation), [{}],
    /*defaultImplementation=*/[{ return {}; }]>,

    InterfaceMethod<[{
      Builds the results from other operations if nothing carries out this one
      as it is; nothing if it is to stay.
    }], "std::optional<::llvm::SmallVector<::mlir::Value>>", "decompose",
    (ins "::mlir::OpBuilder &":$builder), [{}],
    /*defaultImplementation=*/[{ return std::nullopt; }]>,

    InterfaceMethod<[{
      True if Import writes the operation out by `decompose`: shorthand for
      operations that are divided better one by one.
    }], "bool", "isShorthand", (ins), [{}],
    /*defaultImplementation=*/[{ return false; }]>,
  ];
}

#endif // POPT_INTERFACES_KERNELOP_TD
