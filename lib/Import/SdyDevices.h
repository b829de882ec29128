//===- SdyDevices.h - Operations on one device -----------------*- C++ -*-===//
#ifndef POPT_LIB_IMPORT_SDYDEVICES_H
#define POPT_LIB_IMPORT_SDYDEVICES_H

#include "popt/Dialect/Sdy/Sdy.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt {

/// Gives operations on maximal meshes the number of their device where they
/// read `partition_id`.
void fixDeviceNumbers(mlir::ModuleOp module);

} // namespace popt
#endif // POPT_LIB_IMPORT_SDYDEVICES_H
