//===- Remarks.h - Remarks of a compilation, collected --------------------===//
//
// Passes say in remarks what they decided (chosen, runner-up, both costs, the
// user's line). A model of many equal layers says the same many times, so
// remarks are collected, and equal ones become one decision.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REPORT_REMARKS_H
#define POPT_REPORT_REMARKS_H

#include "popt/Report/UserLine.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

namespace popt {

/// A remark, or several that say the same of equal layers.
struct Decision {
  std::string category; ///< the phase: "partition"
  std::string name;     ///< "reshard"
  bool isMissed = false;
  bool isAgainst = false; ///< what was to be expected is not done
  std::string text;
  size_t count = 1;
  double seconds = 0; ///< of all together; 0: unknown
  /// Where: the user's lines, equal ones once, or names of arguments as one.
  std::vector<std::string> places;
};

/// Collects the remarks of a context while it lives. What a trial compilation
/// decides is not what runs: as it silences diagnostics, its remarks are not
/// collected.
class RemarkCollector {
public:
  explicit RemarkCollector(mlir::MLIRContext &context);
  ~RemarkCollector();

  /// Decisions so far, unexpected ones and most seconds first; `category` is a regular expression
  /// that picks some.
  std::vector<Decision> decisions(llvm::StringRef category = "") const;

  struct Remark {
    std::string category, name, text;
    bool isMissed = false, isAgainst = false;
    double seconds = 0;
    UserLine line;
  };

private:
  struct Streamer;
  mlir::LogicalResult handle(mlir::Diagnostic &diagnostic);

  mlir::MLIRContext &context;
  llvm::StringMap<Remark> streamed; ///< by the text of their diagnostics
  std::vector<Remark> remarks;
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

} // namespace popt
#endif // POPT_REPORT_REMARKS_H
