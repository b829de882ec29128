//===- Lines.h - Fewer lines of a text ------------------------------------===//
#ifndef POPT_REDUCE_LINES_H
#define POPT_REDUCE_LINES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace popt::reduce {

/// Removes runs of lines, long ones first, as long as the text stays
/// interesting; for texts that are no module.
std::string
shrinkLines(llvm::StringRef text,
            llvm::function_ref<bool(llvm::StringRef)> isInteresting);

} // namespace popt::reduce
#endif // POPT_REDUCE_LINES_H
