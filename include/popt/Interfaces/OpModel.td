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
      True if the operation must be carried out by moving elements between
      neighbours when this permutation factor is sharded, and `localise` can do
      it. False: the factor is gathered.
    }], "bool", "canShardPermutation", (ins "unsigned":$factor), [{}],
    /*defaultImplementation=*/[{ return false; }]>,

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
