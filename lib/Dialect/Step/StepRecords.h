//===- StepRecords.h - Runtime records as attributes, and back ------------===//
#ifndef POPT_LIB_DIALECT_STEP_STEPRECORDS_H
#define POPT_LIB_DIALECT_STEP_STEPRECORDS_H

#include "popt/Dialect/Step/Step.h"
#include "popt/Dialect/Step/Table.h"

#include "mlir/IR/Builders.h"

namespace popt::step {

rt::Operand toRuntime(OperandAttr operand, const Names &names);

/// Lists the attributes of one command; a visitor of rt::AnyOp.
class Describer {
public:
  Describer(mlir::MLIRContext *context, const Names &names)
      : context(context), builder(context), names(names) {}

  OperandAttr operand(const rt::Operand &operand);

  void operator()(const rt::KernelOp &op);
  void operator()(const rt::MatmulOp &op);
  void operator()(const rt::ConvOp &op);
  void operator()(const rt::AttentionOp &op);
  void operator()(const rt::CopyOp &op);
  void operator()(const rt::FillOp &op);
  void operator()(const rt::SetOp &op);
  void operator()(const rt::CollectiveOp &op);
  void operator()(const rt::SendOp &op);
  void operator()(const rt::RecvOp &op);
  void operator()(const rt::LoopOp &op);
  void operator()(const rt::WhileOp &op);
  void operator()(const rt::CaseOp &op);
  void operator()(const rt::ScheduleOp &op);
  void operator()(const rt::WaitOp &op);

  void set(llvm::StringRef name, mlir::Attribute value) {
    attributes.set(name, value);
  }
  void set(llvm::StringRef name, int32_t value) {
    attributes.set(name, builder.getI32IntegerAttr(value));
  }
  mlir::NamedAttrList attributes;

private:
  ScalarAttr scalar(const rt::Scalar &scalar);
  PiecesAttr pieces(const rt::Pieces &pieces);

  mlir::MLIRContext *context;
  mlir::Builder builder;
  const Names &names;
};

} // namespace popt::step
#endif // POPT_LIB_DIALECT_STEP_STEPRECORDS_H
