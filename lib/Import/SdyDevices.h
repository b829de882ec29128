//===- SdyDevices.h - Numbers of devices ------------------------*- C++ -*-===//
#ifndef POPT_LIB_IMPORT_SDYDEVICES_H
#define POPT_LIB_IMPORT_SDYDEVICES_H

#include "SdyMeshes.h"

namespace popt {

/// Gives operations on maximal meshes the number of their device where they
/// read `partition_id`.
void fixDeviceNumbers(mlir::ModuleOp module);

/// Numbers the devices of manual computations on meshes whose order the chosen
/// mesh does not keep as that mesh has them.
llvm::LogicalResult renumberDevices(mlir::ModuleOp module,
                                    const SdyMeshes &meshes);

} // namespace popt
#endif // POPT_LIB_IMPORT_SDYDEVICES_H
