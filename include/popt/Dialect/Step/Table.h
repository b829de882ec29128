//===- Table.h - Between the step dialect and the step table --------------===//
//
// importStepTable and translateToStepTable are inverse to each other: a table
// that was imported, printed, parsed and translated has the same bytes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_STEP_TABLE_H
#define POPT_DIALECT_STEP_TABLE_H

#include "popt-rt/step_table.h"
#include "popt/Layout/Layout.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/OwningOpRef.h"

namespace popt {
namespace step {
class TableOp;
} // namespace step

/// The module of a table that has passed rt::check(). Fails, at `loc`, for what
/// text can't say: bodies that do not follow one another, a mesh without name,
/// locations that are not numbered as numberLocations() does, values in fields
/// that their command ignores.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
importStepTable(const rt::StepTable &table, mlir::Location loc);

/// The table of a verified module, which has one `step.table`.
mlir::FailureOr<rt::StepTable> translateToStepTable(mlir::ModuleOp module);

/// Proves the table of the module sound; what is not is an error at its record
/// or command.
mlir::LogicalResult checkStepTable(mlir::ModuleOp module,
                                   const rt::StepTable &table);

/// How a table is printed so that it can be read back: one command a line, its
/// location at the end.
mlir::OpPrintingFlags stepPrintingFlags();

/// Numbers locations in the order in which commands use them, drops others.
void numberLocations(rt::StepTable &table);

/// The runtime's number of an element type, or nothing; and back.
std::optional<rt::ElementType> toRuntimeType(mlir::Type element);
mlir::Type fromRuntimeType(mlir::MLIRContext *context, rt::ElementType type);
/// The layout of an argument or result in a table: closed, without time axes.
Layout toRuntimeLayout(const Mesh &mesh, Layout layout);

} // namespace popt
#endif // POPT_DIALECT_STEP_TABLE_H
