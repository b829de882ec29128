//===- Collect.h - The parts of a report ----------------------------------===//
//
// Each reads one thing from the programs of the ranks. Private to lib/Report.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_REPORT_COLLECT_H
#define POPT_LIB_REPORT_COLLECT_H

#include "popt/Cost/CostModel.h"
#include "popt/Report/Report.h"

namespace popt {

/// What the user calls an argument of a program.
std::string nameOfArgument(mlir::func::FuncOp function, unsigned index);

/// What a bucket, task or time loop returns as this value, as far inside as that
/// goes; else the value.
mlir::Value valueInside(mlir::Value value);

/// What computes a value, in a word: `dot_general`, `kernel_4_select`; nothing
/// for a block argument.
std::string makerOf(mlir::Value value);

void collectTensors(mlir::ArrayRef<mlir::func::FuncOp> programs,
                    Report &report);

/// Communication of all programs, and seconds and bytes of each.
void collectTransfers(const CostModel &costs,
                      mlir::ArrayRef<mlir::func::FuncOp> programs,
                      Report &report);

/// The arena of a program with a memory plan.
ReportMemory collectMemory(mlir::func::FuncOp program);

/// Of a report that has its programs.
Prediction predict(const CostModel &costs, mlir::ModuleOp module,
                   const Report &report);

} // namespace popt
#endif // POPT_LIB_REPORT_COLLECT_H
