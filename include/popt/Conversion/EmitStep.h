//===- EmitStep.h - The local program becomes a step table ----------------===//
//
// The last step of compilation around the kernels: `@main` on local shapes,
// with the arena offsets of plan-memory, becomes the commands that every rank
// runs.
//
//   call @kernel_0(...)            kernel
//   stablehlo.dot_general          matmul; transposes of operands are strides
//   stablehlo.convolution          conv
//   dist.all_gather, ...           all_gather, ...; uneven blocks through rank
//                                  tables made from the layouts
//   dist.all_slice                 copy from where the rank's block begins
//   dist.to_partial                copy on the first of a group, fill on others
//   dist.axis_index, dist.block    set
//   stablehlo.while, case, if      while, case and bodies
//   stablehlo.constant             bytes of the region of constants
//
// Views and tensors without elements need no command.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_CONVERSION_EMITSTEP_H
#define POPT_CONVERSION_EMITSTEP_H

#include "popt-rt/step_table.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// The table of `@main`. The module must have been through form-kernels and
/// plan-memory. The table has passed popt::rt::check(), and its printed form
/// (popt/Dialect/Step/Table.h) holds all of it. Its kernels are the symbols of
/// the functions marked `popt.kernel` that are called.
mlir::FailureOr<rt::StepTable> emitStepTable(mlir::ModuleOp program);

/// What a kernel computes, if that is one product that a GPU's library has. It is
/// for the table when the kernel has its launches.
std::optional<rt::Product> productOf(mlir::func::FuncOp kernel);
/// Likewise, one convolution.
std::optional<rt::Convolution> convolutionOf(mlir::func::FuncOp kernel);

} // namespace popt

#endif // POPT_CONVERSION_EMITSTEP_H
