//===- CorpusModels.h - The programs of the shared corpus -----------------===//
#ifndef POPT_TEST_UNIT_ANALYSIS_CORPUSMODELS_H
#define POPT_TEST_UNIT_ANALYSIS_CORPUSMODELS_H

#include "popt/Flow/Flow.h"

#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

namespace popt {

inline std::string modelsFolder() {
  const char *shared = std::getenv("POPT_SHARED");
  return std::string(shared ? shared : POPT_SOURCE_DIR "/../shared") +
         "/corpus/models/";
}

/// Every program of the corpus' models, `gpt_adamw/dp2_tp2.mlir`.
inline std::vector<std::string> variants() {
  std::error_code error;
  std::vector<std::string> names;
  for (llvm::sys::fs::recursive_directory_iterator it(modelsFolder(), error),
       end;
       it != end && !error; it.increment(error))
    if (llvm::StringRef(it->path()).ends_with(".mlir"))
      names.push_back(it->path().substr(modelsFolder().size()));
  llvm::sort(names);
  return names;
}

/// `gpt_adamw/dp2_tp2.mlir` is `gpt_adamw_dp2_tp2`.
inline std::string nameOf(const testing::TestParamInfo<std::string> &info) {
  std::string name = llvm::StringRef(info.param).drop_back(5).str();
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

/// A program of the corpus on its way through the flow.
class CorpusModel : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    mlir::DialectRegistry registry;
    registerFlowDialects(registry);
    context.appendDialectRegistry(registry);
    module = readModule(modelsFolder() + GetParam(), &context);
    ASSERT_TRUE(module);
  }
  void run(llvm::function_ref<void(mlir::PassManager &)> addPasses) {
    mlir::PassManager manager(&context);
    addPasses(manager);
    ASSERT_TRUE(mlir::succeeded(manager.run(*module)));
  }

  /// From Emit::Propagated to what messages and kernels are made of.
  void runToCollectives() {
    run([&](mlir::PassManager &manager) {
      buildStrategies(manager, options);
      buildLocalProgram(manager, options);
      buildTime(manager);
      buildTasks(manager, options);
      buildCollectives(manager, options);
    });
  }

  const FlowOptions options;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST(CorpusModels, IsThere) {
  if (variants().empty())
    GTEST_SKIP() << "skipped: the shared corpus is not there (set POPT_SHARED)";
}

} // namespace popt
#endif // POPT_TEST_UNIT_ANALYSIS_CORPUSMODELS_H
