//===- OpModel.td - The one interface through which phases see operations -===//
#ifndef POPT_INTERFACES_OPMODEL_TD
#define POPT_INTERFACES_OPMODEL_TD

include "mlir/IR/OpBase.td"

def OpModelInterface : OpInterface<"OpModelInterface"> {
  let description = [{
    What popt knows of an operation. lib/OpModels attaches it to the operations
    of the interchange dialects; a phase asks it and never lists operations.

    Only `getFactorRule` has no default. The defaults describe an operation
    that computes every result element on its own and is not linear in
    anything, and whose local program is the operation itself on blocks.
  }];
  let cppNamespace = "::popt";

  let methods = [
    InterfaceMethod<[{
      The factors of the operation and the dims of operands and results that
      they make up.
    }], "::popt::FactorRule", "getFactorRule", (ins)>,

    InterfaceMethod<[{
      The sets of operands that may hold terms of a value partial under this
      monoid together, so that the results are terms as well (law L2).
    }], "::popt::LinearGroups", "getLinearGroups", (ins "::popt::Monoid":$monoid), [{}],
    /*defaultImplementation=*/[{ return {}; }]>,

    InterfaceMethod<[{
      True if the results can be made at any coordinate, in any layout, without
      communication and at no cost: constants and iota. Such operations are
      cloned per use instead of being resharded.
    }], "bool", "isSource", (ins), [{}],
    /*defaultImplementation=*/[{ return false; }]>,

    InterfaceMethod<[{
      True if the operation may be split along this factor although elements
      depend on other blocks (a permutation, a whole dimension, a reduction
      without a monoid): `localise` then communicates itself, and
      `getInnerMoves` says what that sends. False: the factor is gathered. The
      results of a split reduction without a monoid are whole.
    }], "bool", "communicatesAlong", (ins "unsigned":$factor), [{}],
    /*defaultImplementation=*/[{ return false; }]>,

    InterfaceMethod<[{
      What `localise` sends when the operation runs in these layouts.
    }], "::llvm::SmallVector<::popt::InnerMove>", "getInnerMoves",
    (ins "const ::popt::Mesh &":$mesh, "const ::popt::OpLayouts &":$layouts),
    [{}], /*defaultImplementation=*/[{ return {}; }]>,

    InterfaceMethod<[{
      How often the regions run each time the operation does; nothing if data
      decides. 1 for branches.
    }], "std::optional<int64_t>", "getTripCount", (ins), [{}],
    /*defaultImplementation=*/[{ return 1; }]>,

    InterfaceMethod<[{
      Builds the local program: values of the local result types that hold, on
      every coordinate, the block that the result layouts say. Padding of
      operands is unspecified and must not leak into valid elements; padding
      of results need not be defined.
    }], "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "localise",
    (ins "::popt::LocaliseContext &":$context), [{}],
    /*defaultImplementation=*/[{ return context.clone(); }]>,

    InterfaceMethod<[{
      The factors along which shardings spread. They differ from
      `getFactorRule` where shardings of operand and result should agree though
      the operation cannot run in them (concatenate along its dimension). Empty
      if shardings do not spread through the operation.
    }], "::popt::FactorRule", "getPropagationRule", (ins), [{}],
    /*defaultImplementation=*/[{
      return ::llvm::cast<::popt::OpModelInterface>($_op.getOperation())
          .getFactorRule();
    }]>,

    InterfaceMethod<[{
      When and where shardings spread through the operation.
    }], "::popt::PropagationClass", "getPropagationClass", (ins), [{}],
    /*defaultImplementation=*/[{ return ::popt::PropagationClass::Compute; }]>,

    InterfaceMethod<[{
      The values that the operation ties, if it has regions that run on tensors
      of their own (loops, branches) or passes its operands on unchanged. Only
      such regions are looked into; bodies of reductions are not.
    }], "::llvm::SmallVector<::popt::ValueTie>", "getValueTies", (ins), [{}],
    /*defaultImplementation=*/[{ return {}; }]>,

    InterfaceMethod<[{
      How kernels are formed from the operation.
    }], "::popt::KernelKind", "getKernelKind", (ins), [{}],
    /*defaultImplementation=*/[{ return ::popt::KernelKind::Opaque; }]>,

    InterfaceMethod<[{
      How often one evaluation of all results reads an element of this operand,
      at most, if it is not stored in between. The default says often (16) of
      operations with loops of their own. Repeating by a broadcast does not
      count: it depends on the loops around.
    }], "int64_t", "getReadsPerElement", (ins "unsigned":$operand), [{}],
    /*defaultImplementation=*/[{
      return ::llvm::cast<::popt::OpModelInterface>($_op.getOperation())
                         .getKernelKind() == ::popt::KernelKind::OwnLoops
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

    InterfaceMethod<[{
      True if the regions run any number of times, one execution after another,
      with what is carried between them in the tied values.
    }], "bool", "isLoop", (ins), [{}],
    /*defaultImplementation=*/[{ return false; }]>,

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
  ];
}

#endif // POPT_INTERFACES_OPMODEL_TD
