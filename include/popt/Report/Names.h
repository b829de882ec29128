//===- Names.h - Names of equal layers as one -----------------------------===//
#ifndef POPT_REPORT_NAMES_H
#define POPT_REPORT_NAMES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <string>
#include <vector>

namespace popt {

/// Values by name, in the order in which they came.
template <typename T>
using OrderedByName =
    llvm::MapVector<std::string, T, std::map<std::string, unsigned>>;

/// A name without its indices: `params['layers'][*]['w']` of
/// `params['layers'][3]['w']`, and `Block_*` of the key `Block_3`. Names that
/// differ in nothing else have one pattern.
std::string patternOf(llvm::StringRef name);

/// Names of one pattern as one: `params['layers'][0..11]['w']`. Where they are
/// not all combinations of their indices, `*` stands for those that differ.
std::string mergeNames(llvm::ArrayRef<std::string> names);

/// `0, 2..5`: ascending numbers.
std::string describeNumbers(llvm::ArrayRef<int64_t> numbers);

} // namespace popt
#endif // POPT_REPORT_NAMES_H
