//===- Modules.cpp - Modules that check their own results -----------------===//
//
// A test of another project is a function that computes something and hands it,
// with what it should be, to a custom call:
//
//   func.func @main() {                      func.func @main(%x) -> y {
//     %x = call @inputs()                      %y = stablehlo.abs %x
//     %y = stablehlo.abs %x             =>     return %y
//     %e = call @expected()                  }
//     custom_call @check.expect_eq(%y, %e)   with the values of %x and %e
//   }
//
// Constants and the results of functions without arguments become arguments, so
// that nothing is computed before the program runs; where the module needs them
// as they are, it is taken as it is written. Three items per module say whether
// it is read and printed, right in the interpreter, and right compiled; with
// --sharded there are two random annotations for each of three meshes instead.
//
//===----------------------------------------------------------------------===//
#include "Precise.h"
#include "Suites.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Flow/Flow.h"
#include "popt/Interfaces/ShardingOp.h"
#include "popt/Reference/FromMLIR.h"
#include "popt/Support/Inputs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <fstream>

using namespace mlir;
using namespace popt;
using namespace popt::check;
using reference::ElementType;
using reference::Tensor;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// A value, what it should be, and how close it must come.
struct Check {
  Operation *op;
  Value actual, expected;
  Tolerance tolerance;
};
} // namespace

static std::optional<Check> checkOf(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call || call->getNumOperands() != 2 || call->getNumResults() != 0)
    return std::nullopt;
  // The tolerances that a call without attributes has.
  constexpr uint64_t defaultUlps = 3;
  constexpr double defaultTolerance = 1e-3;
  StringRef target = call.getCallTargetName();
  Check check{op, op->getOperand(0), op->getOperand(1), {}};
  if (target == "check.expect_close") {
    auto limit = [&](StringRef name, uint64_t otherwise) {
      auto given = op->getAttrOfType<IntegerAttr>(name);
      return given ? given.getValue().getLimitedValue() : otherwise;
    };
    check.tolerance.ulps = {limit("min_ulp_difference", 0),
                            limit("max_ulp_difference", defaultUlps)};
  } else if (target == "check.expect_almost_eq") {
    auto given = op->getAttrOfType<FloatAttr>("tolerance");
    check.tolerance.atol = given ? given.getValueAsDouble() : defaultTolerance;
  } else if (target != "check.expect_eq") {
    return std::nullopt;
  }
  return check;
}

static SmallVector<Check> checksOf(func::FuncOp function) {
  SmallVector<Check> checks;
  for (Block &block : function.getBody())
    for (Operation &op : block)
      if (std::optional<Check> check = checkOf(&op))
        checks.push_back(*check);
  return checks;
}

static SmallVector<func::FuncOp> testsOf(ModuleOp module) {
  SmallVector<func::FuncOp> tests;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getNumArguments() == 0 && !function.isExternal() &&
        !checksOf(function).empty())
      tests.push_back(function);
  return tests;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A copy of the module whose @main is its `index`-th test.
static OwningOpRef<ModuleOp> isolate(ModuleOp module, size_t index) {
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  SmallVector<func::FuncOp> tests = testsOf(*copy);
  for (auto [i, test] : llvm::enumerate(tests))
    if (i != index)
      test.erase();
  tests[index].setName("main");
  tests[index].setPublic();
  return copy;
}

/// A value that a test is given.
static bool isInput(Operation &op) {
  if (op.getNumOperands() != 0 || op.use_empty() ||
      !llvm::all_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  return isa<func::CallOp, stablehlo::ConstantOp>(op);
}

/// Makes `results` what the function returns.
static void setResults(func::FuncOp function, ValueRange results) {
  function.front().getTerminator()->setOperands(results);
  function.setResAttrsAttr(nullptr);
  function.setFunctionType(FunctionType::get(
      function.getContext(), function.getArgumentTypes(), results.getTypes()));
}

/// Erases operations without uses, also the checks.
static void eraseUnused(func::FuncOp function) {
  for (const Check &check : checksOf(function))
    check.op->erase();
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (!op.hasTrait<OpTrait::IsTerminator>() && op.use_empty() &&
        (isMemoryEffectFree(&op) || isInput(op)))
      op.erase();
}

/// Splits a test into a program, the values it is given and those that it must
/// give; the latter are missing, with the engine's error, if they cannot be
/// evaluated.
static std::shared_ptr<Program> programOf(Engine &engine, ModuleOp test,
                                          bool inputsAreArguments) {
  auto program = std::make_shared<Program>();
  auto mainOf = [](ModuleOp module) {
    return module.lookupSymbol<func::FuncOp>("main");
  };
  OwningOpRef<ModuleOp> values = cast<ModuleOp>(test->clone());
  SmallVector<Value> wanted;
  for (const Check &check : checksOf(mainOf(*values))) {
    wanted.push_back(check.expected);
    program->tolerances.push_back(check.tolerance);
  }
  const size_t numExpected = wanted.size();

  program->module = cast<ModuleOp>(test->clone());
  func::FuncOp main = mainOf(*program->module);
  SmallVector<Value> results;
  for (const Check &check : checksOf(main))
    results.push_back(check.actual);
  setResults(main, results);
  if (inputsAreArguments) {
    // The same operations in both copies.
    for (auto [op, twin] :
         llvm::zip_equal(main.front(), mainOf(*values).front())) {
      if (!isInput(op))
        continue;
      for (auto [value, same] :
           llvm::zip_equal(op.getResults(), twin.getResults())) {
        const bool isUsed = llvm::any_of(value.getUsers(), [](Operation *user) {
          return !checkOf(user) && !user->hasTrait<OpTrait::IsTerminator>();
        });
        if (!isUsed)
          continue;
        value.replaceAllUsesWith(
            main.front().addArgument(value.getType(), value.getLoc()));
        wanted.push_back(same);
      }
    }
    main.setFunctionType(FunctionType::get(main.getContext(),
                                           main.front().getArgumentTypes(),
                                           main.getResultTypes()));
  }
  eraseUnused(main);

  setResults(mainOf(*values), wanted);
  eraseUnused(mainOf(*values));
  auto evaluated = engine.evaluate(*values, {});
  if (!evaluated)
    return program;
  auto firstArgument =
      evaluated->begin() + static_cast<std::ptrdiff_t>(numExpected);
  program->expected.assign(evaluated->begin(), firstArgument);
  program->arguments.assign(firstArgument, evaluated->end());
  program->exact = [&engine, copy = program.get()] {
    return evaluatePrecisely(engine, *copy);
  };
  return program;
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

static std::string print(ModuleOp module, bool generic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  module->print(os, flags.printGenericOpForm(generic));
  return text;
}

/// Reads, prints in both forms and reads again.
static Outcome checkText(Engine &engine, const std::string &text) {
  OwningOpRef<ModuleOp> module = engine.parse(text);
  if (!module)
    return {Outcome::Refused, engine.error()};
  const std::string printed = print(*module, /*generic=*/false);
  for (bool generic : {false, true}) {
    OwningOpRef<ModuleOp> again = engine.parse(print(*module, generic));
    if (!again)
      return {Outcome::Wrong, "its own text is refused: " + engine.error()};
    if (print(*again, /*generic=*/false) != printed)
      return {Outcome::Wrong, "its own text is another module"};
  }
  return {};
}

namespace {

/// Modules as files; the base of both suites.
class Modules : public Suite {
public:
  std::vector<std::string> files;

protected:
  OwningOpRef<ModuleOp> read(Engine &engine, size_t index) {
    std::string error;
    std::unique_ptr<llvm::MemoryBuffer> file = readInput(files[index], error);
    return file ? engine.parse(file->getBuffer().str()) : nullptr;
  }
};

class Stages : public Modules {
public:
  uint64_t size() const override { return files.size() * 3; }
  std::string name(uint64_t number) const override {
    static constexpr const char *stages[] = {"text", "reference", "compiled"};
    return files[number / 3] + " " + stages[number % 3];
  }
  Outcome make(Engine &engine, uint64_t number, Choices &,
               Item &item) override {
    std::string error;
    std::unique_ptr<llvm::MemoryBuffer> file =
        readInput(files[number / 3], error);
    if (!file)
      return {Outcome::Refused, error};
    std::string text = file->getBuffer().str();
    if (number % 3 == 0) {
      if (!item.keepAs.empty())
        std::ofstream(item.keepAs + ".mlir") << text;
      return checkText(engine, text);
    }
    // What cannot be read counts once.
    OwningOpRef<ModuleOp> module = engine.parse(text);
    Outcome worst;
    for (size_t i = 0, n = module ? testsOf(*module).size() : 0; i < n; ++i) {
      OwningOpRef<ModuleOp> test = isolate(*module, i);
      Outcome outcome = run(engine, *test, number % 3 == 2, true, item.keepAs);
      if (outcome.kind == Outcome::Refused)
        outcome = run(engine, *test, number % 3 == 2, false, item.keepAs);
      if (outcome.kind > worst.kind)
        worst = outcome;
      // The first test that fails is the one that stays.
      if (!item.keepAs.empty() && outcome.kind > Outcome::Nearer)
        break;
    }
    return worst;
  }
  std::vector<std::string> failing(uint64_t number,
                                   Outcome::Kind kind) const override {
    if (number % 3 == 0)
      return {"popt", "{}", "-o", "/dev/null"};
    std::vector<std::string> command = Suite::failing(number, kind);
    if (!command.empty() && number % 3 == 1)
      command.push_back("--reference");
    return command;
  }

private:
  /// Files with a program, its arguments and what it should give; an error if
  /// they cannot be written.
  static std::string keep(const Program &program, const std::string &keepAs) {
    std::string error;
    std::ofstream(keepAs + ".mlir") << print(*program.module, false);
    if (writeNpz(keepAs + ".in.npz", "arg", program.arguments, error))
      writeNpz(keepAs + ".out.npz", "res", program.expected, error);
    return error;
  }

  static Outcome run(Engine &engine, ModuleOp test, bool compiled,
                     bool inputsAreArguments, const std::string &keepAs) {
    std::shared_ptr<Program> program =
        programOf(engine, test, inputsAreArguments);
    if (!keepAs.empty())
      if (std::string error = keep(*program, keepAs); !error.empty())
        return {Outcome::Refused, error};
    if (program->expected.empty()) {
      // Of what is refused anyhow the compiler's words count.
      std::string why = engine.error();
      bool lowers = engine.lowers(
          *program->module, compiled ? Emit::Scheduled : Emit::Partitioned);
      return {Outcome::Refused, lowers ? why : engine.error()};
    }
    return compiled ? engine.runCompiled(*program->module, *program)
                    : engine.interpret(*program->module, *program);
  }
};

/// Whether sharding a program may change the order of a sum and nothing else:
/// all its operations are linear, or change the type.
static bool isLinear(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  return llvm::all_of(main.front().without_terminator(), [](Operation &op) {
    auto model = dyn_cast<ShardingOpInterface>(op);
    return op.use_empty() || op.getNumOperands() == 0 ||
           isa<stablehlo::ConvertOp>(op) ||
           (model && !model.getLinearGroups(Monoid::Sum).empty());
  });
}

/// What sums that make up `expected` may differ in another order: two units in
/// the last place of the largest.
static double orderOf(const Tensor &expected) {
  double unit = 0, largest = 0;
  switch (expected.type()) {
  case ElementType::F32:
  case ElementType::C64:
    unit = std::numeric_limits<float>::epsilon();
    break;
  case ElementType::F64:
  case ElementType::C128:
    unit = std::numeric_limits<double>::epsilon();
    break;
  default:
    return 0;
  }
  const Tensor wide = reference::convert(expected, ElementType::C128);
  for (std::complex<double> value : wide.values<std::complex<double>>())
    if (std::isfinite(std::abs(value)))
      largest = std::max(largest, std::abs(value));
  return 2 * unit * largest;
}

/// Every module with two annotations on each mesh.
class ShardedModules : public Modules {
public:
  uint64_t size() const override { return files.size() * perFile; }
  std::string name(uint64_t number) const override {
    return files[number / perFile] + " " + std::to_string(number % perFile);
  }
  Outcome make(Engine &engine, uint64_t number, Choices &choices,
               Item &item) override {
    const size_t index = number / perFile;
    if (!current || currentIndex != index) {
      current = nullptr;
      currentIndex = index;
      OwningOpRef<ModuleOp> module = read(engine, index);
      if (module && !testsOf(*module).empty())
        current = programOf(engine, *isolate(*module, 0), true);
      if (current && isLinear(*current->module))
        for (auto [tolerance, expected] :
             llvm::zip(current->tolerances, current->expected))
          tolerance.order = orderOf(expected);
    }
    if (!current || current->expected.empty())
      return {};
    item.program = current;
    item.annotated = cast<ModuleOp>((*current->module)->clone());
    Annotation annotation = randomAnnotation(
        choices, kMeshes()[number % perFile / 2], *item.annotated, Drawing());
    annotate(*item.annotated, annotation);
    return {};
  }

private:
  static constexpr uint64_t perFile = 6;
  static const std::vector<Mesh> &kMeshes() {
    // 2, 2x2 and 3.
    static const std::vector<Mesh> meshes = {smallMeshes()[0], smallMeshes()[3],
                                             smallMeshes()[1]};
    return meshes;
  }
  std::shared_ptr<Program> current;
  size_t currentIndex = 0;
};

} // namespace

std::unique_ptr<Suite>
popt::check::makeModules(const SuiteOptions &options,
                         const std::vector<std::string> &folders,
                         std::string &error) {
  std::unique_ptr<Modules> modules;
  if (options.sharded)
    modules = std::make_unique<ShardedModules>();
  else
    modules = std::make_unique<Stages>();
  for (const std::string &folder : folders) {
    std::error_code code;
    for (llvm::sys::fs::recursive_directory_iterator it(folder, code), end;
         it != end && !code; it.increment(code))
      if (StringRef(it->path()).ends_with(".mlir"))
        modules->files.push_back(it->path());
  }
  std::sort(modules->files.begin(), modules->files.end());
  if (modules->files.empty()) {
    error = "no modules in these folders";
    return nullptr;
  }
  return modules;
}
