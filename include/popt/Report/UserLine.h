//===- UserLine.h - Where a user wrote an operation -----------------------===//
//
// Front ends put the call stack of an operation into its location, and the
// names of transformations and scopes around it:
//
//   "jit(step)/transpose(jvp(mlp))/dot_general"(
//     callsite("dense"("model.py":12:9) at callsite("step"("model.py":40:5) at
//     callsite("export"("tool.py":7:1) ..))))
//
// A user asks for less: line 12 of model.py in `dense`, scope `mlp`, backward.
// What called the jitted function (`step`) is not part of the program.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REPORT_USERLINE_H
#define POPT_REPORT_USERLINE_H

#include "mlir/IR/Location.h"

#include <string>
#include <vector>

namespace popt {

/// Which part of a differentiated program an operation belongs to.
enum class Direction : uint8_t {
  None, ///< not differentiated: optimizers, metrics, inference
  Forward,
  Backward,
  Recomputed, ///< forward again, for the backward part
};
/// "forward", "backward", "recomputed", or nothing.
llvm::StringRef name(Direction direction);

struct UserLine {
  struct Frame {
    std::string file;
    unsigned line = 0;
    std::string function; ///< may be empty
  };
  /// The call stack, innermost first, up to the jitted function.
  std::vector<Frame> frames;
  std::string scope;     ///< named scopes around it: `block/mlp`
  std::string operation; ///< in the front end's words: `dot_general`
  Direction direction = Direction::None;
  /// Of an argument, which has a name instead of a line: `params['w1']`.
  std::string argument;

  /// The innermost frame that is not in an installed package; else the
  /// innermost; null if there is none.
  const Frame *frame() const;
  /// True if the front end says where in its program this is. Else the line, if
  /// there is one, is of the module's text.
  bool isOfFrontEnd() const { return !operation.empty(); }
  /// `model.py:12 in dense (backward)`, `params['w1']`, the operation if there
  /// is no line, or nothing.
  std::string str() const;
  /// The call stack, a frame per line, with the names of folders.
  std::string stack() const;
};

UserLine readUserLine(mlir::Location loc);

} // namespace popt
#endif // POPT_REPORT_USERLINE_H
