//===- Cut.h - Layers in runs of nearly equal time ------------------------===//
#ifndef POPT_COMPILE_CUT_H
#define POPT_COMPILE_CUT_H

#include <cstddef>
#include <vector>

namespace popt {

/// A part of a chain that is not cut.
struct CutPiece {
  double seconds = 0;     ///< forward, backward and update
  double bytesBefore = 0; ///< that cross the cut before it
};

/// The first piece of each run after the first one, such that the longest run takes
/// least, a byte that crosses a cut costing so many seconds on either side; of those
/// within a hundredth of that, the cuts that fewest bytes cross. Empty if there are
/// fewer pieces than runs.
std::vector<size_t> cutChain(const std::vector<CutPiece> &pieces, size_t runs,
                             double secondsPerByte);

/// The longest of the runs.
double longestRun(const std::vector<CutPiece> &pieces,
                  const std::vector<size_t> &cuts, double secondsPerByte);

} // namespace popt
#endif // POPT_COMPILE_CUT_H
