//===- ConvolutionWindow.h - A convolution as the step table says it ------===//
#ifndef POPT_LIB_CONVERSION_CONVOLUTIONWINDOW_H
#define POPT_LIB_CONVERSION_CONVOLUTIONWINDOW_H

#include "popt-rt/step_table.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

#include <array>

namespace popt {

/// How the window of a convolution moves.
rt::ConvOp windowOf(stablehlo::ConvolutionOp conv);
/// The dimensions of lhs, rhs and result in the order of rt::ConvOp.
std::array<llvm::SmallVector<int64_t>, 3>
dimensionOrdersOf(stablehlo::ConvolutionOp conv);

} // namespace popt
#endif // POPT_LIB_CONVERSION_CONVOLUTIONWINDOW_H
