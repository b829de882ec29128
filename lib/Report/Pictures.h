//===- Pictures.h - The pictures of a report ------------------------------===//
#ifndef POPT_LIB_REPORT_PICTURES_H
#define POPT_LIB_REPORT_PICTURES_H

#include "Markup.h"

#include "popt/Report/Report.h"

namespace popt {

/// The ranks of a mesh, by coordinates: rows and columns are the two minor
/// axes.
void drawMesh(Markup &page, const Mesh &mesh);

/// A tensor as the blocks into which it is split, each with the ranks that hold
/// it. Returns how many boxes there are.
size_t drawBlocks(Markup &page, const Mesh &mesh, const ReportTensor &tensor);

/// What a rank holds, operation by operation, and for how long the largest
/// tensors live.
void drawMemory(Markup &page, const ReportMemory &memory);

/// The word for a use of memory, and the class by which it is coloured.
llvm::StringRef describe(ReportMemory::Use use);
llvm::StringRef colourOf(ReportMemory::Use use);

} // namespace popt
#endif // POPT_LIB_REPORT_PICTURES_H
