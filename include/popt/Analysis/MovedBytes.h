//===- MovedBytes.h - Bytes that an operation reads and writes ------------===//
//
// One rule for all forms at which operations are priced (popt/Cost/CostModel.h). Of a
// tensor that is gathered from, sliced or written into, a part counts: a row of a
// stack, rows of a table. Tested by test/unit/Cost/GlobalFormTest.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_MOVEDBYTES_H
#define POPT_ANALYSIS_MOVEDBYTES_H

#include "popt/Interfaces/KernelOp.h"

namespace popt {

/// Bytes of an operand or result, and how many of them are loaded or stored: none
/// of what stays in registers.
struct MovedBytes {
  double whole = 0, moved = 0;
};
/// Bytes that an operation of a kind reads and writes.
double bytesMoved(KernelKind kind, llvm::ArrayRef<MovedBytes> operands,
                  llvm::ArrayRef<MovedBytes> results);

} // namespace popt
#endif // POPT_ANALYSIS_MOVEDBYTES_H
