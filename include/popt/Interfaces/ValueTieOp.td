//===- ValueTieOp.td - How regions and values of an operation tie ---------===//
#ifndef POPT_INTERFACES_VALUETIEOP_TD
#define POPT_INTERFACES_VALUETIEOP_TD

include "mlir/IR/OpBase.td"

def ValueTieOpInterface : OpInterface<"ValueTieOpInterface"> {
  let description = [{
    How an operation with regions that run on tensors of their own (loops,
    branches), or one that passes its operands on unchanged, ties its values:
    operands, carried values, results. Only such regions are visited; bodies of
    reductions are not.
  }];
  let cppNamespace = "::popt";

  let methods = [
    InterfaceMethod<[{
      The values that the operation ties, if it has regions that run on tensors
      of their own (loops, branches) or passes its operands on unchanged. Only
      such regions are looked into; bodies of reductions are not.
    }], "::llvm::SmallVector<::popt::ValueTie>", "getValueTies", (ins)>,

    InterfaceMethod<[{
      True if the regions run any number of times, one execution after another,
      with what is carried between them in the tied values.
    }], "bool", "isLoop", (ins)>,

    InterfaceMethod<[{
      How often the regions run each time the operation does; nothing if data
      decides. 1 for branches.
    }], "std::optional<int64_t>", "getTripCount", (ins)>,
  ];
}

#endif // POPT_INTERFACES_VALUETIEOP_TD
