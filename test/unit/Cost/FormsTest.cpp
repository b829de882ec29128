//===- FormsTest.cpp - A program's price at the three forms ---------------===//
//
// The essay in CostModel.h says what the forms differ in; here are the factors
// within which sums over whole programs agree. With POPT_LONG also over the corpus
// (POPT_SHARED, else ../shared).
//
//===----------------------------------------------------------------------===//
#include "../DemoPrograms.h"
#include "FlowContextTest.h"

#include "popt/Cost/LocalProgram.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Interfaces/ValueTieOp.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace popt;

namespace {

/// Seconds of what a device computes in a step.
struct Sums {
  double global = 0, local = 0, kernels = 0;
};

class FormsTest : public test::FlowContextTest {
protected:
  std::optional<Sums> sumsOf(const std::string &path, const std::string &mesh);

private:
  /// The module after passes; null if one refuses it.
  OwningOpRef<ModuleOp> compile(ModuleOp given,
                                function_ref<void(OpPassManager &)> build) {
    OwningOpRef<ModuleOp> copy = given.clone();
    PassManager manager(&context);
    manager.enableVerifier(false);
    build(manager);
    return succeeded(manager.run(*copy)) ? std::move(copy) : nullptr;
  }
};

double runsOfStep(Operation *op) {
  return static_cast<double>(runsOf(op->getBlock()).value_or(kUnknownTrips));
}

bool isCommunication(Operation *op) {
  auto collective = dyn_cast<dist::CollectiveOpInterface>(op);
  return isa<dist::BucketOp>(op) || (collective && costKind(collective));
}

func::FuncOp mainOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("main");
}

double secondsOfGlobal(CostModel costs, func::FuncOp main) {
  double seconds = 0;
  // What is sent within operations takes nothing.
  for (LinkLevel &link : costs.machine.links) {
    link.latencySeconds = 0;
    link.bytesPerSecond = std::numeric_limits<double>::infinity();
  }
  auto layoutOf = [&](Value value) {
    if (std::optional<Layout> layout = dist::getLayout(value, costs.mesh))
      return layout->closed();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return Layout::replicate(type ? type.getRank() : 0);
  };
  main.walk([&](Operation *op) {
    if (!isa<ShardingOpInterface>(op) || !valueTiesOf(op).empty() ||
        isa<dist::ReshardOp>(op))
      return;
    OpLayouts layouts;
    for (Value operand : op->getOperands())
      layouts.operands.push_back(layoutOf(operand));
    for (Value result : op->getResults())
      layouts.results.push_back(layoutOf(result));
    seconds += runsOfStep(op) * costs.globalSeconds(op, layouts);
  });
  return seconds;
}

double secondsOfLocal(const CostModel &costs, func::FuncOp main) {
  LocalProgram program(costs, main);
  SmallVector<Operation *> ops;
  for (Operation &op : main.front().without_terminator())
    ops.push_back(&op);
  double seconds =
      program.seconds(ops, [&](Operation *op) { return program.isFused(op); });
  main.walk([&](Operation *op) {
    if (isCommunication(op))
      seconds -= runsOfStep(op) * costs.costOfRun(op).seconds;
  });
  return seconds;
}

double secondsOfKernels(const CostModel &costs, func::FuncOp main) {
  double seconds = 0;
  main.walk([&](Operation *op) {
    if (valueTiesOf(op).empty() && !isa<func::FuncOp>(op) &&
        !isCommunication(op))
      seconds += runsOfStep(op) * costs.computeSeconds(op);
  });
  return seconds;
}

std::optional<Sums> FormsTest::sumsOf(const std::string &path,
                                      const std::string &mesh) {
  FlowOptions options;
  options.mesh = mesh;
  OwningOpRef<ModuleOp> given =
      parseSourceFile<ModuleOp>(path, ParserConfig(&context));
  if (!given) {
    ADD_FAILURE() << path << ": " << messages;
    return std::nullopt;
  }
  OwningOpRef<ModuleOp> propagated = compile(*given, [&](auto &manager) {
    buildFlow(manager, options, Emit::Propagated);
  });
  OwningOpRef<ModuleOp> global, local, kernels;
  if (propagated)
    global = compile(*propagated,
                     [&](auto &manager) { buildReshards(manager, options); });
  if (global)
    local = compile(*propagated, [&](auto &manager) {
      buildStrategies(manager, options);
      buildLocalProgram(manager, options);
      buildTime(manager);
    });
  if (local)
    kernels = compile(*local, [&](auto &manager) {
      buildTasks(manager, options);
      buildCollectives(manager, options);
      buildMessages(manager);
      buildKernels(manager);
    });
  if (!kernels) {
    ADD_FAILURE() << path << ": " << messages;
    return std::nullopt;
  }
  FailureOr<std::optional<CostModel>> costs = CostModel::of(*global);
  if (failed(costs) || !*costs)
    return std::nullopt; // no mesh: nothing is divided
  return Sums{secondsOfGlobal(**costs, mainOf(*global)),
              secondsOfLocal(**costs, mainOf(*local)),
              secondsOfKernels(**costs, mainOf(*kernels))};
}

/// Sums at two forms are within this factor of each other.
constexpr double kMostApart = 2;

/// Prints a line, and says whether the forms are near each other.
bool areNear(const std::string &name, const Sums &sums) {
  double ofGlobal = sums.local / sums.global;
  double ofKernels = sums.kernels / sums.local;
  llvm::outs() << llvm::format("%-40s %9.2e s, local / global %.2f, kernels / "
                               "local %.2f\n",
                               name.c_str(), sums.kernels, ofGlobal, ofKernels);
  auto isWithin = [](double ratio) {
    return ratio <= kMostApart && ratio >= 1 / kMostApart;
  };
  return isWithin(ofGlobal) && isWithin(ofKernels);
}

TEST_F(FormsTest, ProgramsOfTheRepository) {
  const std::string source = POPT_SOURCE_DIR;
  auto programs = test::demoPrograms();
  programs.push_back({"/test/Report/Inputs/layers.mlir", ""});
  for (const auto &[file, mesh] : programs) {
    std::optional<Sums> sums = sumsOf(source + file, mesh);
    ASSERT_TRUE(sums) << file;
    EXPECT_TRUE(areNear(file, *sums)) << file;
  }
}

TEST_F(FormsTest, ProgramsOfTheCorpus) {
  const char *set = std::getenv("POPT_LONG"),
             *given = std::getenv("POPT_SHARED");
  std::string folder =
      std::string(given ? given : POPT_SOURCE_DIR "/../shared") +
      "/corpus/models";
  if (!set || !*set || *set == '0' || !llvm::sys::fs::is_directory(folder))
    GTEST_SKIP() << "skipped: set POPT_LONG and POPT_SHARED";
  std::error_code error;
  std::vector<std::string> files;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::StringRef(it->path()).ends_with(".mlir") &&
        !llvm::StringRef(it->path()).ends_with("/pp.mlir"))
      files.push_back(it->path());
  llvm::sort(files);
  for (const std::string &file : files)
    if (std::optional<Sums> sums = sumsOf(file, ""))
      EXPECT_TRUE(areNear(file.substr(folder.size()), *sums)) << file;
}

} // namespace
