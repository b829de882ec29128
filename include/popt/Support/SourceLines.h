//===- SourceLines.h - Source lines under messages --------------*- C++ -*-===//
#ifndef POPT_SUPPORT_SOURCELINES_H
#define POPT_SUPPORT_SOURCELINES_H

#include "llvm/Support/SourceMgr.h"

namespace popt {

/// A source line that is longer than this is shown in part.
constexpr int kSourceColumns = 120;

/// From now on messages of `sources` go to `stream`, and of source lines that
/// are too long they show what is around the column. Front ends print the
/// arguments of a function on one line, which may have many thousand columns.
void cutSourceLines(llvm::SourceMgr &sources, llvm::raw_ostream &stream);

} // namespace popt

#endif // POPT_SUPPORT_SOURCELINES_H
