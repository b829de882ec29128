//===- Scan.h - The model of chlo.scan ------------------------------------===//
#ifndef POPT_LIB_OPMODELS_CHLO_SCAN_H
#define POPT_LIB_OPMODELS_CHLO_SCAN_H

namespace mlir {
class MLIRContext;
}

namespace popt {

void attachChloScanModel(mlir::MLIRContext *context);

} // namespace popt
#endif // POPT_LIB_OPMODELS_CHLO_SCAN_H
