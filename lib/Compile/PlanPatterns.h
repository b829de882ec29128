//===- PlanPatterns.h - Few entries for many values -------------*- C++ -*-===//
//
// What each argument and result has becomes entries of a plan, as a person would
// write them: the general case first, then patterns for what differs, then names.
//
//   params['layers'][0..2]['w'], opt['mu']['layers'][0..2]['w']    [{}, {"tp"}]
//   params['layers'][3]['w']                                       [{"tp"}, {}]
//   params['head'], opt['mu']['head'], batch                       [{}, {}]
// become
//   {"match": "*", "dims": []},
//   {"match": "*['w']", "dims": [[], ["tp"]]},
//   {"match": "params['layers'][3]['w']", "dims": [["tp"]]}
//
// A pattern is `*`, or a name's beginning, its end, or its root and its end
// (`opt*['w']`), with `*` for all numbers.
// Greedy: the next entry is that which makes most kinds of values right, less those
// that it makes wrong. Private to lib/Compile.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_COMPILE_PLANPATTERNS_H
#define POPT_LIB_COMPILE_PLANPATTERNS_H

#include "popt/Annotate/Plan.h"

#include "llvm/ADT/ArrayRef.h"

namespace popt {

/// A value of the boundary and what it has.
struct NamedEntry {
  std::string name;
  size_t rank = 0; ///< an entry for it lists no more dimensions
  /// Nothing: no entry may match the value.
  std::optional<PlanSharding> entry;
  bool isImplied = false; ///< it has that without an entry, too
};

/// Entries that give each value what it has, if they are applied in their order.
std::vector<PlanSharding> findPatterns(llvm::ArrayRef<NamedEntry> values);

} // namespace popt

#endif // POPT_LIB_COMPILE_PLANPATTERNS_H
