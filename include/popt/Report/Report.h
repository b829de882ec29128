//===- Report.h - A report of a compilation, for users --------------------===//
//
// Three questions about a compiled step: which rank holds what, what is sent
// and why, what was decided. makeReport answers them from the module at
// Emit::Scheduled, the one that runs, and from the remarks of the passes;
// nothing is computed a second time. Equal layers are one line. printReport
// writes a screen for the terminal, reportPage a page for a browser.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REPORT_REPORT_H
#define POPT_REPORT_REPORT_H

#include "popt/Cost/Prediction.h"
#include "popt/Layout/Layout.h"
#include "popt/Machine/Machine.h"
#include "popt/Report/Remarks.h"
#include "popt/Report/UserLine.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace popt {

/// Arguments (or outputs) of equal types and layouts whose names differ in
/// indices alone.
struct ReportTensor {
  std::string name; ///< below its group's: `['attn']['wk']`
  size_t count = 1;
  std::string type; ///< `f32`
  std::vector<int64_t> shape, localShape;
  Layout layout;
  int64_t localBytes = 0; ///< of one, where it is held
};

/// Tensors side by side in trees: `params['layers'][0..11]`.
struct ReportGroup {
  std::vector<std::string> names; ///< of trees that look the same
  std::vector<ReportTensor> tensors;
};

/// Communication of one kind, for one line of the user.
struct ReportTransfer {
  std::string what; ///< `all-reduce sum`, `message to pp 1`
  std::string over; ///< `{"dp"}`
  /// Coordinates of the stage axis whose ranks do it; empty: there is no such
  /// axis.
  std::vector<int64_t> stages;
  int64_t members = 1;              ///< tensors that a bucket has
  int64_t places = 1;               ///< equal ones in the program
  int64_t runs = 1;                 ///< of each in a step
  bool isGuess = false;             ///< a loop runs as often as its data says
  int64_t bytes = 0;                ///< sent by the busiest rank in one run
  double seconds = 0;               ///< of one run, predicted
  std::vector<std::string> tensors; ///< arguments that are sent
  std::string maker; ///< the operation whose result is sent, if it is one
  std::vector<UserLine> lines; ///< most frequent first

  int64_t stepBytes() const { return places * runs * bytes; }
  double stepSeconds() const {
    return static_cast<double>(places * runs) * seconds;
  }
};

/// What a program holds while it runs.
struct ReportMemory {
  /// What a byte of the arena is held for.
  enum Use { State, Inputs, Kept, Activations, Temporaries, numUses };
  struct Tensor {
    std::string what;
    UserLine line;
    int64_t bytes = 0;
    int64_t begin = 0, end = 0; ///< positions in the step, both included
    Use use = Temporaries;
  };
  int64_t arenaBytes = 0;
  int64_t hostBytes = 0; ///< in host memory
  /// Bytes alive by use at each position; the operation there.
  std::vector<std::array<int64_t, numUses>> alive;
  std::vector<Direction> directions;
  int64_t peakPosition = 0;
  std::vector<Tensor> largest; ///< alive at the peak, largest first
};

/// The program that the ranks of a coordinate of the stage axis run.
struct ReportProgram {
  int64_t stage = -1; ///< -1: there is no stage axis
  double computeSeconds = 0, sendSeconds = 0;
  /// By kind of collective (`send`: of messages) and level of links.
  std::map<std::string, std::map<std::string, int64_t>> sentBytes;
  ReportMemory memory;

  int64_t allSentBytes() const;
};

struct Report {
  std::string title; ///< of the module, for the page
  Mesh mesh;
  Machine machine;
  std::vector<ReportGroup> arguments, outputs;
  std::vector<ReportTransfer> transfers; ///< most bytes first
  std::vector<ReportProgram> programs;
  std::vector<Decision> decisions;
  /// Predictions for the pipeline by name, and its picture as SVG; empty
  /// without a pipeline.
  std::map<std::string, std::string> pipeline;
  std::string timeline;

  Prediction prediction;

  /// The program that takes longest.
  const ReportProgram &slowest() const;
  /// Bytes that the rank that sends most sends in a step.
  int64_t mostSent() const;
};

/// Reads a module at Emit::Scheduled. Nothing, after a located error, if it is
/// none.
mlir::FailureOr<Report> makeReport(mlir::ModuleOp module);

/// At most a screen: 40 lines.
void printReport(const Report &report, llvm::raw_ostream &os);

/// A line for the step, one for the memory of each coordinate, and one for each
/// kind of collective.
void printPrediction(const Prediction &prediction, const Mesh &mesh,
                     llvm::raw_ostream &os);
/// `7.1 ms, 1.2 ms of it waiting for what is sent, bubble 12.0%`.
std::string describeStep(const Prediction &prediction);
/// `5 MiB (3 MiB state, 2 MiB temporaries), and 1 MiB of host memory`. More than
/// a device has is said, too.
std::string describeHeld(const CoordinatePrediction &held,
                         const Prediction &prediction);

/// Each decision on a line, and where it was made.
void printDecisions(mlir::ArrayRef<Decision> decisions, llvm::raw_ostream &os);

/// An HTML page that needs nothing else.
std::string reportPage(const Report &report);

/// `5.28 us`.
std::string describeSeconds(double seconds);
/// `pp 0, 1` of coordinates of the stage axis.
std::string describeStages(const Mesh &mesh, llvm::ArrayRef<int64_t> stages);

} // namespace popt
#endif // POPT_REPORT_REPORT_H
