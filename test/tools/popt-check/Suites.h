//===- Suites.h - Where programs and their annotations come from ----------===//
#ifndef POPT_CHECK_SUITES_H
#define POPT_CHECK_SUITES_H

#include "Execute.h"

namespace popt::check {

/// One program with shardings, ready to run.
struct Item {
  std::shared_ptr<const Program> program;
  mlir::OwningOpRef<mlir::ModuleOp> annotated;
  /// Files of the arguments and expected results, where there are some.
  std::string inputs, expected;
  /// popt-run splits partial arguments in another way.
  bool partialArguments = false;
  /// Instead of a program: the input that `make` has tested already. Files that
  /// begin with `keepAs` hold it before it is tested, if that is not empty.
  std::string text, keepAs;
};

/// A numbered set of items. It is made before workers start; `make` runs in
/// them.
class Suite {
public:
  virtual ~Suite() = default;
  virtual uint64_t size() const = 0;
  /// Item `number`; random decisions come from `choices`. An outcome that is
  /// not right says why there is none.
  virtual Outcome make(Engine &engine, uint64_t number, Choices &choices,
                       Item &item) = 0;
  virtual std::string name(uint64_t number) const = 0;
  /// A command, a program beside this one, that fails on a kept module {} as
  /// the item did; empty for popt-reduce's own, which finds wrong results.
  virtual std::vector<std::string> failing(uint64_t /*number*/,
                                           Outcome::Kind kind) const {
    if (kind == Outcome::Wrong)
      return {};
    return {"popt-run", "{}", "--init=random"};
  }
  /// The most address space that an item may need; 0: any.
  virtual uint64_t memoryBytes() const { return 0; }
};

/// What of a suite runs.
struct SuiteOptions {
  std::string folder; ///< of the corpus' form
  std::string filter; ///< glob of case names; empty for all
  uint64_t count = 1; ///< items, or items per model
  bool singles = false;
  bool sharded = false;
  int64_t largestInput = 0; ///< bytes of a file; 0: any
};

/// Cases of FOLDER/index.json: combinations at random, or every layout of every
/// argument and result alone. Null and `error` if the folder has no index.
std::unique_ptr<Suite> makeCases(const SuiteOptions &options,
                                 std::string &error);
/// single.mlir of the models of a folder, annotated at random.
std::unique_ptr<Suite> makeModels(const SuiteOptions &options,
                                  std::string &error);
/// Programs made up at random.
std::unique_ptr<Suite> makePrograms(const SuiteOptions &options);
/// Modules under the folders that check their own results.
std::unique_ptr<Suite> makeModules(const SuiteOptions &options,
                                   const std::vector<std::string> &folders,
                                   std::string &error);
/// Mutations of the modules and plans under the folders.
std::unique_ptr<Suite> makeTexts(const SuiteOptions &options,
                                 const std::vector<std::string> &folders,
                                 std::string &error);

} // namespace popt::check
#endif // POPT_CHECK_SUITES_H
