//===- FrontendAttributes.h - sdy attributes that travelled as strings ----===//
//
// Formats that know no sdy carry it in `mhlo.frontend_attributes`:
//
//   mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, ...>"}
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_FRONTENDATTRIBUTES_H
#define POPT_LIB_IMPORT_FRONTENDATTRIBUTES_H

#include "ManualMarkers.h"

namespace popt {

/// Makes them sdy attributes and operations again, and collects the markers of
/// manual regions. `found` says whether there were any: then other strings in
/// the module repeat them. Emits an error at one that cannot be read.
llvm::LogicalResult importFrontendAttributes(mlir::ModuleOp module,
                                             ManualMarkers &markers,
                                             bool &found);

} // namespace popt
#endif // POPT_LIB_IMPORT_FRONTENDATTRIBUTES_H
