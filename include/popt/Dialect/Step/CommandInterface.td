//===- CommandInterface.td - What commands share -----------*- tablegen -*-===//
#ifndef POPT_DIALECT_STEP_COMMANDINTERFACE_TD
#define POPT_DIALECT_STEP_COMMANDINTERFACE_TD

include "mlir/IR/OpBase.td"

def CommandOpInterface : OpInterface<"CommandOpInterface"> {
  let cppNamespace = "::popt::step";
  let description = [{
    One command of the table. All have operands (addresses), a stream, events to
    wait for and an event of their own; what is particular to one is its
    runtime record.
  }];
  let methods = [
    InterfaceMethod<"The index that text gives it, if any.",
      "std::optional<uint64_t>", "getPc">,
    InterfaceMethod<"Addresses, as #step.operand.",
      "::mlir::ArrayAttr", "getOperandList">,
    InterfaceMethod<"0 computes; others may run concurrently.",
      "uint32_t", "getStream">,
    InterfaceMethod<"Events that must be complete before it starts.",
      "::llvm::ArrayRef<int32_t>", "getWaits">,
    InterfaceMethod<"The event that is complete when it is.",
      "std::optional<uint32_t>", "getEvent">,
    InterfaceMethod<"Its record in the table.",
      "::popt::rt::AnyOp", "toRuntime", (ins "const ::popt::step::Names &":$names)>
  ];
}

#endif // POPT_DIALECT_STEP_COMMANDINTERFACE_TD
