//===- Session.h - One compilation ----------------------------------------===//
//
// Command lines, the C API and Python compile through a session: it owns the
// context, the options and the module after each phase, and passes every
// message on to the user.
//
//   Session session(options, [](auto severity, const std::string &text) { ... });
//   if (session.read("model.mlir") && session.run(Emit::Scheduled))
//     FailureOr<CompiledProgram> program = session.compile();
//
// Who wants the program alone asks for it at once, and gets it from the cache on
// disk if it has been compiled before:
//
//   FailureOr<BuiltProgram> built = session.build(std::move(text), /*withReport=*/false);
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_SESSION_H
#define POPT_COMPILE_SESSION_H

#include "popt/Compile/Options.h"
#include "popt/Compile/ProgramCache.h"
#include "popt/Report/Report.h"
#include "popt/Support/Messages.h"

#include "llvm/Support/SourceMgr.h"

namespace popt {

class Session {
public:
  /// `say` gets each message with its place and source line, ending in a line
  /// break.
  Session(FlowOptions options, Messages::Show say);
  Session(const Session &) = delete;

  /// Asked before each pass. After the first no, which is an error, all are
  /// skipped.
  void askBeforePasses(std::function<bool()> mayGoOn);
  /// From now on decisions are kept for `report`.
  void collectRemarks() { remarks.emplace(context); }

  /// Reads the module. False after an error.
  bool read(llvm::StringRef path);
  /// The same of text that is called by the buffer's name.
  bool parse(std::unique_ptr<llvm::MemoryBuffer> text);

  /// Runs the flow on the module as it was read up to `last` (at most
  /// Emit::Scheduled); `prepare` may change how passes are run. False after an
  /// error.
  bool run(Emit last,
           llvm::function_ref<void(mlir::PassManager &)> prepare = nullptr);
  /// The program of a module's text, in place of parse(), run() and compile(). What the
  /// cache has is not compiled; its messages are said again. Else it is kept there, and
  /// a cache that can't be written is a warning.
  mlir::FailureOr<BuiltProgram>
  build(std::unique_ptr<llvm::MemoryBuffer> text, bool withReport,
        llvm::function_ref<void(mlir::PassManager &)> prepare = nullptr);
  /// After Emit::Scheduled: the step table with its kernels.
  mlir::FailureOr<CompiledProgram> compile();
  /// After Emit::Scheduled: what was compiled, and the decisions if remarks are
  /// collected.
  mlir::FailureOr<Report> report(llvm::StringRef title);
  /// Puts title, timeline and decisions on a report of a program that was compiled
  /// in this context.
  void complete(Report &report, llvm::StringRef title) const;
  /// Warns where a program's figures are not those that the plan carries.
  void warnOfDifferences(const Plan &plan, const Prediction &found) const;

  void say(mlir::DiagnosticSeverity severity, const std::string &text) const {
    show(severity, text);
  }

  FlowOptions options;
  mlir::MLIRContext context;
  std::optional<RemarkCollector> remarks;
  mlir::OwningOpRef<mlir::ModuleOp> module;

private:
  bool take(llvm::function_ref<
            mlir::OwningOpRef<mlir::ModuleOp>(llvm::raw_ostream &errors)>
                read);
  mlir::FailureOr<BuiltProgram>
  compileText(std::unique_ptr<llvm::MemoryBuffer> text, bool withReport,
              llvm::function_ref<void(mlir::PassManager &)> prepare);
  bool mayGoOn();
  bool comparePrediction();

  /// What has been said, while it is noted for the cache.
  std::optional<std::vector<ProgramCache::Message>> said;
  Messages::Show show;
  llvm::SourceMgr sources;
  Messages messages;
  std::function<bool()> asked;
  bool isStopped = false;
};

} // namespace popt
#endif // POPT_COMPILE_SESSION_H
