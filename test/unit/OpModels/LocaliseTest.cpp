//===- LocaliseTest.cpp - Every strategy of every operation, executed -----===//
//
// Takes single operations out of small modules and, for each mesh, runs every
// strategy that the enumeration offers: axes on each factor alone and together,
// evenly or not, in both orders, and partial values of every monoid through each
// linear group. The local program runs on all coordinates in lockstep, with
// poison in the padding, and its results, put together, must equal those of the
// global operation exactly; data are small integers, partial values are random. `make
// check` runs a fixed draw of those of each mesh, POPT_LONG=1 all.
//
// Modules: Inputs/*.mlir, and the corpus where it is present. With
// POPT_COUNTS=FILE none is run: a line per operation, with the number of its
// strategies, is added to the file. docs/operations.py reads it.
//
//===----------------------------------------------------------------------===//
#include "../ContextTest.h"
#include "PartialInputs.h"
#include "Strategies.h"

#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/OpModels/Attention.h"
#include "popt/OpModels/OpModels.h"
#include "popt/Partition/Passes.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;
namespace ref = popt::reference;
using ref::Drawer;
using ref::ElementType;
using ref::RankTensors;
using ref::Tensor;
using ref::Values;

namespace {

const char *const kMeshes[] = {
    R"("a"=2)", R"("a"=3)", R"("a"=4)", R"("a"=2, "b"=2)", R"("a"=2, "b"=3)",
};
constexpr Monoid kMonoids[] = {Monoid::Sum, Monoid::Prod, Monoid::Max,
                               Monoid::Min, Monoid::And,  Monoid::Or,
                               Monoid::Xor};
constexpr int64_t kMaxElements = 4096;
/// So many strategies of an operation on a mesh run in any case.
constexpr size_t kAlwaysRun = 4;

Values valuesFor(OpOperand &operand, Monoid monoid) {
  Operation *op = operand.getOwner();
  unsigned i = operand.getOperandNumber();
  if (isa<popt::stablehlo::DivOp, popt::stablehlo::RemOp>(op) && i == 1)
    return Values::PowersOfTwo;
  if (isa<popt::stablehlo::GatherOp>(op) && i == 1)
    return Values::Index;
  if (isa<popt::stablehlo::DynamicSliceOp>(op) && i >= 1)
    return Values::Index;
  if (isa<popt::stablehlo::DynamicUpdateSliceOp>(op) && i >= 2)
    return Values::Index;
  // Bodies that saturate are associative among positive values.
  if (auto reduce = dyn_cast<popt::stablehlo::ReduceOp>(op))
    if (!reduce.getBody().front().without_terminator().empty() &&
        monoid == Monoid::Sum && op->getNumOperands() == 2 &&
        std::distance(reduce.getBody().front().begin(),
                      reduce.getBody().front().end()) > 2)
      return Values::PowersOfTwo;
  if (auto scatter = dyn_cast<popt::stablehlo::ScatterOp>(op))
    if (i == scatter.getInputs().size())
      return Values::Index;
  return monoid == Monoid::Prod ? Values::Signs : Values::Small;
}

/// The constant that the value is, through broadcasts of scalars.
Operation *constantOf(Value value) {
  Operation *made = value.getDefiningOp();
  if (isa_and_nonnull<popt::stablehlo::BroadcastInDimOp>(made))
    return constantOf(made->getOperand(0));
  return isa_and_nonnull<popt::stablehlo::ConstantOp>(made) ? made : nullptr;
}

/// True if the value decides whether the operation may be split, so that it
/// stays a constant: the initial value of windows.
bool staysConstant(OpOperand &operand) {
  Operation *constant = constantOf(operand.get());
  return isa<popt::stablehlo::ReduceWindowOp>(operand.getOwner()) && constant &&
         constant->getResult(0).getType() == operand.get().getType();
}

/// Rounding that depends on the order of summation. Terms of attention's sums are
/// thousands at most.
double toleranceOf(Operation *op) {
  double tolerance = attentionOf(op) ? 1e-3 : 0;
  op->walk([&](Operation *inner) {
    if (inner != op && isa<popt::stablehlo::ExpOp>(inner))
      tolerance = 1e-5;
  });
  return tolerance;
}

/// One operation of a module, as the only one of a function.
struct Case {
  std::string name;
  Operation *op;
};

DialectRegistry registryOfModels() {
  DialectRegistry registry;
  registerOpModels(registry);
  registry.insert<func::FuncDialect, popt::stablehlo::StablehloDialect,
                  chlo::ChloDialect, sdy::SdyDialect, dist::DistDialect>();
  return registry;
}

class LocaliseTest : public popt::test::ContextTest {
protected:
  LocaliseTest() : ContextTest(registryOfModels()) {}

  ~LocaliseTest() override {
    std::printf("%zu operations, %zu distinct names, %d strategies run, %d "
                "with partial values, %d with uneven blocks\n",
                seen.size(), names.size(), strategies, withTerms, uneven);
    if (countsFile)
      if (std::ofstream stream(countsFile, std::ios::app); stream)
        for (const auto &[name, count] : counts)
          stream << name << ' ' << count << '\n';
  }

  /// Checks every operation of every function of the file.
  void checkFile(const std::string &path) {
    messages.clear();
    ParserConfig config(&context);
    auto module = parseSourceFile<ModuleOp>(path, config);
    ASSERT_TRUE(module) << path << ": " << messages;
    module->walk([&](Operation *op) {
      if (isa_and_nonnull<func::FuncOp>(op->getParentOp()) && isTestable(op))
        check({std::filesystem::path(path).filename().string(), op});
    });
  }

  /// Meshes of three axes and of eight blocks, too: many more strategies.
  bool withThreeAxes = false;

private:
  bool isTestable(Operation *op) {
    auto model = dyn_cast<ShardingOpInterface>(op);
    if (!model || op->getNumResults() == 0)
      return false;
    // Regions that are partitioned on their own.
    if (op->getNumRegions() && !valueTiesOf(op).empty())
      return false;
    auto isSmall = [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape() &&
             tensor.getNumElements() <= kMaxElements &&
             ref::elementTypeFromMLIR(tensor.getElementType());
    };
    if (!llvm::all_of(op->getOperandTypes(), isSmall) ||
        !llvm::all_of(op->getResultTypes(), isSmall))
      return false;
    bool isClosed = true;
    op->walk([&](Operation *inner) {
      isClosed &=
          !isa<func::CallOp>(inner) && !isa<popt::stablehlo::WhileOp>(inner);
      for (Value operand : inner->getOperands())
        if (inner != op &&
            !op->isAncestor(operand.getParentRegion()->getParentOp()))
          isClosed = false;
    });
    if (!isClosed)
      return false;
    std::string text;
    llvm::raw_string_ostream stream(text);
    op->print(stream, OpPrintingFlags().printGenericOpForm().useLocalScope());
    // Operand names differ between equal operations.
    std::string key;
    bool isName = false;
    for (char c : text.substr(text.find('"'))) {
      isName = c == '%' || (isName && (isalnum(c) || c == '_' || c == '#'));
      if (!isName)
        key += c;
    }
    if (!seen.insert(key).second)
      return false;
    names.insert(op->getName().getStringRef().str());
    return true;
  }

  /// A module with this mesh whose @main is the operation alone.
  OwningOpRef<ModuleOp> outline(Operation *op, const std::string &mesh) {
    auto module = parseSourceString<ModuleOp>(
        "module { dist.mesh @mesh = <[" + mesh + "]> }", &context);
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    SmallVector<Type> types;
    for (OpOperand &operand : op->getOpOperands())
      if (!staysConstant(operand))
        types.push_back(operand.get().getType());
    auto func = func::FuncOp::create(
        builder, op->getLoc(), "main",
        builder.getFunctionType(types, op->getResultTypes()));
    mlir::Block *block = func.addEntryBlock();
    builder.setInsertionPointToStart(block);
    // The same value may stand twice among the operands.
    SmallVector<Value> operands;
    unsigned next = 0;
    for (OpOperand &operand : op->getOpOperands())
      operands.push_back(
          staysConstant(operand)
              ? builder.clone(*constantOf(operand.get()))->getResult(0)
              : Value(block->getArgument(next++)));
    IRMapping mapping;
    mapping.map(op->getOperands(), operands);
    Operation *copy = builder.clone(*op, mapping);
    copy->setOperands(operands);
    func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
    return module;
  }

  void check(const Case &test) {
    for (const char *mesh : kMeshes)
      if (failures <= 40)
        checkOnMesh(test, mesh);
    // Eight blocks of short dims: empty ones.
    for (const char *mesh : {R"("a"=2, "b"=2, "c"=3)", R"("a"=8)"})
      if (failures <= 40 && withThreeAxes)
        checkOnMesh(test, mesh);
  }

  void checkOnMesh(const Case &test, const std::string &meshText) {
    OwningOpRef<ModuleOp> global = outline(test.op, meshText);
    Mesh mesh = dist::getMesh(*global).toMesh();
    auto main = global->lookupSymbol<func::FuncOp>("main");
    auto model =
        cast<ShardingOpInterface>(main.front().getTerminator()->getPrevNode());
    FactorRule rule = model.getFactorRule();
    ASSERT_EQ(rule.check(), "") << test.name;
    std::vector<OpLayouts> done;
    for (const Candidate &candidate : candidatesOf(mesh, model, rule)) {
      if (llvm::is_contained(done, candidate.layouts))
        continue;
      done.push_back(candidate.layouts);
      if (done.size() > kAlwaysRun && !isDrawn())
        continue;
      if (!run(test, *global, mesh, candidate.layouts) && ++failures > 40)
        return;
    }
  }

  /// Every second candidate, counted over all meshes and operations so that one that is
  /// left out on a mesh runs on another; all for the counts and with POPT_LONG=1.
  bool isDrawn() {
    static const char *const set = std::getenv("POPT_LONG");
    return countsFile || set || ++considered % 2;
  }

  /// The candidates under hints that put the axes on each factor, divisible or
  /// not.
  std::vector<Candidate> candidatesOf(const Mesh &mesh, ShardingOpInterface op,
                                      const FactorRule &rule) {
    StrategyOptions options;
    for (size_t i = 0; i < mesh.axes.size(); ++i)
      options.axes.push_back(mesh.ref(static_cast<int>(i)));
    options.monoids.assign(std::begin(kMonoids), std::end(kMonoids));
    options.reversed.insert({1, 0});
    // Axes of 4 and 8 in parts, too: on what 2 divides and the axis does not.
    options.parts.resize(mesh.axes.size());
    for (const AxisRef &axis : options.axes)
      if (axis.size % 4 == 0)
        options.parts[axis.axis] = {{axis.axis, 1, 2},
                                    {axis.axis, 2, axis.size / 2}};
    OpLayouts none;
    for (Value operand : op->getOperands())
      none.operands.push_back(Layout::replicate(
          cast<RankedTensorType>(operand.getType()).getRank()));
    for (Value result : op->getResults())
      none.results.push_back(Layout::replicate(
          cast<RankedTensorType>(result.getType()).getRank()));
    std::vector<Candidate> all =
        enumerateCandidates(mesh, op, rule, none, options);
    size_t count = rule.factors.size();
    size_t choices = 1;
    for (size_t i = 0; i < mesh.axes.size(); ++i)
      choices *= count;
    for (size_t choice = 0; choice < choices; ++choice) {
      Strategy strategy;
      strategy.factors.resize(count);
      bool isUneven = false;
      size_t rest = choice;
      for (const AxisRef &axis : options.axes) {
        size_t f = rest % count;
        rest /= count;
        strategy.factors[f].push_back(axis);
        isUneven |= rule.factors[f].size % product(strategy.factors[f]) != 0;
        if (rule.factors[f].monoid)
          strategy.monoid = *rule.factors[f].monoid;
      }
      if (!isUneven)
        continue;
      std::optional<OpLayouts> hints =
          layoutsFromStrategy(mesh, rule, strategy);
      if (!hints)
        continue;
      for (Candidate &candidate :
           enumerateCandidates(mesh, op, rule, *hints, options))
        all.push_back(std::move(candidate));
    }
    return all;
  }

  std::string describe(const Case &test, const Mesh &mesh,
                       const OpLayouts &layouts) {
    std::string text = test.name + ": ";
    llvm::raw_string_ostream stream(text);
    test.op->print(stream, OpPrintingFlags().skipRegions());
    stream << "\n";
    for (const Layout &layout : layouts.operands)
      stream << "  operand " << layout.str(mesh) << "\n";
    for (const Layout &layout : layouts.results)
      stream << "  result " << layout.str(mesh) << "\n";
    return text;
  }

  /// True if every partial tensor has a type for which the monoid exists.
  static bool hasMeaning(Operation *op, const OpLayouts &layouts) {
    auto isMeant = [](Value value, const Layout &layout) {
      ElementType type = *ref::elementTypeFromMLIR(
          cast<RankedTensorType>(value.getType()).getElementType());
      return layout.partial.empty() ||
             ref::identityElement(layout.monoid, type).has_value();
    };
    for (auto [value, layout] : llvm::zip(op->getOperands(), layouts.operands))
      if (!isMeant(value, layout))
        return false;
    for (auto [value, layout] : llvm::zip(op->getResults(), layouts.results))
      if (!isMeant(value, layout))
        return false;
    return true;
  }

  static bool fail(const std::string &message) {
    ADD_FAILURE() << message;
    return false;
  }

  bool run(const Case &test, ModuleOp global, const Mesh &mesh,
           const OpLayouts &layouts) {
    if (!hasMeaning(test.op, layouts))
      return true;
    ++counts[test.op->getName().getStringRef().str()];
    if (countsFile)
      return true;
    messages.clear();
    OwningOpRef<ModuleOp> module = global.clone();
    auto main = module->lookupSymbol<func::FuncOp>("main");
    Operation *terminator = main.front().getTerminator();
    Operation *op = terminator->getPrevNode();
    auto attr = [&](const Layout &layout) {
      return dist::ShardingAttr::fromLayout(
          &context, FlatSymbolRefAttr::get(&context, "mesh"), mesh, layout);
    };
    Monoid monoid = Monoid::Sum;
    SmallVector<dist::ShardingAttr> reads, made;
    bool isUneven = false, hasTerms = false;
    for (auto [argument, layout] :
         llvm::zip_equal(op->getOperands(), layouts.operands)) {
      reads.push_back(attr(layout));
      dist::setSharding(argument, reads.back());
      if (!layout.partial.empty())
        monoid = layout.monoid;
      hasTerms |= !layout.partial.empty();
      for (auto [dim, size] : llvm::enumerate(
               cast<RankedTensorType>(argument.getType()).getShape()))
        isUneven |= !isEven(layout.dims[dim], size);
    }
    for (auto [result, layout] :
         llvm::zip_equal(op->getResults(), layouts.results)) {
      made.push_back(attr(layout));
      dist::setSharding(result, made.back());
      dist::setResultSharding(main, result.getResultNumber(), made.back());
      if (!layout.partial.empty())
        monoid = layout.monoid;
    }
    if (!reads.empty())
      dist::setOperandShardings(op, reads);
    dist::setOperandShardings(terminator, made);
    ++strategies;
    withTerms += hasTerms;
    uneven += isUneven;

    Drawer drawer{std::mt19937(strategies)};
    SmallVector<Tensor> arguments;
    SmallVector<RankTensors> locals;
    for (auto [operand, layout] :
         llvm::zip_equal(op->getOpOperands(), layouts.operands)) {
      if (!isa<BlockArgument>(operand.get()))
        continue;
      std::optional<ref::Input> input = ref::makeInput(
          drawer, mesh, layout, cast<RankedTensorType>(operand.get().getType()),
          valuesFor(operand, monoid));
      if (!input)
        return fail("partial values do not combine: " +
                    describe(test, mesh, layouts));
      arguments.push_back(input->global);
      locals.push_back(input->ranks);
    }
    auto expected = ref::interpret(global, arguments);
    if (failed(expected))
      return fail(messages + describe(test, mesh, layouts));
    PassManager manager(&context);
    manager.addPass(createPartitionPass());
    if (failed(manager.run(*module)))
      return fail(messages + describe(test, mesh, layouts));
    ref::InterpreterOptions options;
    options.poisonPadding = true;
    auto ran = ref::interpretLockstep(*module, ref::lockstepMesh(mesh), locals,
                                      options);
    if (failed(ran))
      return fail(messages + describe(test, mesh, layouts));
    double tolerance = toleranceOf(test.op);
    for (size_t i = 0; i < layouts.results.size(); ++i) {
      std::string error;
      ref::MaybeTensor got = ref::collect(
          mesh, layouts.results[i], (*expected)[i].shape(), (*ran)[i], error);
      ref::Comparison same;
      if (got)
        same = ref::compare(*got, (*expected)[i], tolerance, tolerance);
      if (!got || !same.equal) {
        std::string text;
        llvm::raw_string_ostream(text) << *module;
        return fail("result " + std::to_string(i) + ": " +
                    (got ? same.message : error) + "\n" +
                    describe(test, mesh, layouts) + text);
      }
    }
    return true;
  }

  const char *const countsFile = std::getenv("POPT_COUNTS");
  std::set<std::string> seen, names;
  std::map<std::string, int> counts;
  int considered = 0;
  int strategies = 0, withTerms = 0, uneven = 0, failures = 0;
};

TEST_F(LocaliseTest, OwnModules) {
  withThreeAxes = true;
  checkFile(POPT_SOURCE_DIR "/test/unit/OpModels/Inputs/ops.mlir");
  checkFile(POPT_SOURCE_DIR "/test/unit/OpModels/Inputs/pointwise.mlir");
}

/// Operations that communicate themselves, or that drop what is not theirs.
TEST_F(LocaliseTest, HardDims) {
  withThreeAxes = true;
  checkFile(POPT_SOURCE_DIR "/test/unit/OpModels/Inputs/hard-dims.mlir");
}

TEST_F(LocaliseTest, Attention) {
  checkFile(POPT_SOURCE_DIR "/test/unit/OpModels/Inputs/attention.mlir");
}

TEST_F(LocaliseTest, Halo) {
  checkFile(POPT_SOURCE_DIR "/test/unit/OpModels/Inputs/halo.mlir");
}

TEST_F(LocaliseTest, Corpus) {
  const char *set = std::getenv("POPT_SHARED");
  std::string folder =
      (set ? std::string(set) : std::string(POPT_SOURCE_DIR "/../shared")) +
      "/corpus/ops";
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "skipped: no corpus at " << folder;
  std::vector<std::string> files;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path().string());
  llvm::sort(files);
  for (const std::string &file : files)
    checkFile(file);
}

} // namespace
