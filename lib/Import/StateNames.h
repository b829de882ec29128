//===- StateNames.h - How well a result's name fits an argument's ---------===//
//
// `result['new_params']` is the next `params`: words that say when a value is
// do not count, however the two are spelled.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_STATENAMES_H
#define POPT_LIB_IMPORT_STATENAMES_H

#include "popt/Dialect/Dist/TreePath.h"

namespace popt {

/// A gradient has the structure of its parameters, and is never their next
/// value.
bool isCalledGradient(llvm::StringRef text);

/// How well a result's name fits an argument's.
struct Fit {
  enum Kind {
    None,
    Hint,  ///< an abbreviation, or the name lies inside something else's
    Called ///< it is called so
  };
  Kind kind = None;
  unsigned depth = 0; ///< keys that agree, from the end

  bool operator<(const Fit &other) const {
    return std::make_pair(kind, depth) <
           std::make_pair(other.kind, other.depth);
  }
  bool operator==(const Fit &other) const {
    return kind == other.kind && depth == other.depth;
  }
};

Fit fitOf(const dist::TreePath &argument, const dist::TreePath &result);

} // namespace popt
#endif // POPT_LIB_IMPORT_STATENAMES_H
