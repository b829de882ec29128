//===- StateMatch.h - Which result is the next value of which argument ----===//
//
// State is decided by where arguments and results stand in their trees, never
// by their types alone: `opt` and `grads` have the types of `params`.
//
//   step(params, opt, x) -> {"opt": .., "params": .., "loss": ..}
//   arguments  params['b'] params['w'] opt[0].mu['b'] .. x
//   results    result['loss'] result['opt'][0].mu['b'] .. result['params']['b']
//   ..
//
// A *candidate* of an argument subtree is a result subtree of its structure:
// equal keys below, equal types at the leaves. The largest subtrees are paired,
// so that a part of one never takes what belongs to the whole. Where a subtree
// has no candidate, its parts are looked at.
//
//   1. Names. A result with the argument's name (`result['params']`,
//      `result[1].params`, `result['new_params']`) is its next value. A result
//      that is called a gradient or an update is no next value.
//   2. Donation. Of the rest, donated arguments take their candidate if there
//      is one for each; where there are more, the order of the call decides,
//      unless what the results carry on (Continuation.h) speaks against it.
//   3. Place. An argument that is not donated takes the candidate at its own
//      position in the call (`result[0]` for the first) if that carries it on.
//   4. An argument that then still has candidates is a question.
//
// docs/Decisions/0017-state-by-name.md has the reasons.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_STATEMATCH_H
#define POPT_LIB_IMPORT_STATEMATCH_H

#include "Continuation.h"
#include "popt/Dialect/Dist/TreePath.h"

namespace popt {

/// An argument or a result.
struct StateLeaf {
  dist::TreePath path; ///< of a result: without the word `result`
  mlir::Type type;
  bool isNamed = true;
  /// Of an argument: the user gives its buffer away.
  bool isDonated = false;
  /// Pairs that are known: an argument that is state, a result that is.
  bool isTaken = false;
};

/// Which results are the next values of which arguments.
struct StateMatch {
  /// Per argument the result, where that is decided.
  llvm::SmallVector<std::optional<unsigned>> next;
  /// Per argument the results it could be, where that is not.
  llvm::SmallVector<llvm::SmallVector<unsigned, 1>> candidates;
  /// Per argument: neither a name nor a donation said so.
  llvm::SmallVector<bool> isByPlace;
};

/// Pairs arguments with results by the rule above.
StateMatch matchState(llvm::ArrayRef<StateLeaf> arguments,
                      llvm::ArrayRef<StateLeaf> results,
                      Continuations &continuations);

} // namespace popt
#endif // POPT_LIB_IMPORT_STATEMATCH_H
