//===- ReshardTest.cpp - Reshards become collectives, executed ------------===//
//
// For pairs of layouts of small tensors, even and uneven, with partial values of
// several monoids: `dist.reshard` is expanded, partitioned, and run on all
// coordinates with poison in the padding; what comes out must be the value that
// went in.
// The same for all-reduces followed by slices before and after
// form-reduce-scatter.
//
//===----------------------------------------------------------------------===//
#include "../ContextTest.h"
#include "../OpModels/PartialInputs.h"

#include "popt/Collectives/Passes.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Partition/Passes.h"
#include "popt/Reference/Interpreter.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;
namespace ref = popt::reference;

namespace {

class ReshardTest : public popt::test::ContextTest {
protected:
  ReshardTest()
      : ContextTest(
            dialects<func::FuncDialect, popt::stablehlo::StablehloDialect,
                     dist::DistDialect>()) {}

  OwningOpRef<ModuleOp> parseMesh(const std::string &text) {
    return parseSourceString<ModuleOp>(
        "module { dist.mesh @mesh = <[" + text + "]> }", &context);
  }

  /// Every layout of a tensor: each axis on a dim, partial, or unused; two
  /// axes of one dim in both orders.
  static std::vector<Layout> layoutsOf(const Mesh &mesh, size_t rank,
                                       Monoid monoid) {
    std::vector<Layout> all{Layout::replicate(rank)};
    all.front().monoid = monoid;
    for (size_t axis = 0; axis < mesh.axes.size(); ++axis) {
      std::vector<Layout> more;
      for (const Layout &layout : all) {
        more.push_back(layout);
        more.push_back(layout);
        more.back().partial.push_back(mesh.ref(static_cast<int>(axis)));
        for (size_t dim = 0; dim < rank; ++dim)
          for (size_t place = 0; place <= layout.dims[dim].axes.size();
               ++place) {
            more.push_back(layout);
            AxisList &axes = more.back().dims[dim].axes;
            axes.insert(axes.begin() + place, mesh.ref(static_cast<int>(axis)));
          }
      }
      all = std::move(more);
    }
    return all;
  }

  dist::ShardingAttr attr(const Mesh &mesh, const Layout &layout) {
    return dist::ShardingAttr::fromLayout(
        &context, FlatSymbolRefAttr::get(&context, "mesh"), mesh, layout);
  }

  /// Runs the reshards from each layout of the chain to the next.
  void run(const std::string &meshText, RankedTensorType type,
           ArrayRef<Layout> chain, bool formReduceScatter) {
    messages.clear();
    ++runs;
    OwningOpRef<ModuleOp> module = parseMesh(meshText);
    Mesh mesh = dist::getMesh(*module).toMesh();
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    Location loc = builder.getUnknownLoc();
    auto main = func::FuncOp::create(builder, loc, "main",
                                     builder.getFunctionType(type, type));
    builder.setInsertionPointToStart(main.addEntryBlock());
    dist::setSharding(main.getArgument(0), attr(mesh, chain.front()));
    Value value = main.getArgument(0);
    std::string path = chain.front().str(mesh);
    for (size_t i = 1; i < chain.size(); ++i) {
      auto reshard = dist::ReshardOp::create(builder, loc, type, value,
                                             attr(mesh, chain[i - 1]),
                                             attr(mesh, chain[i]));
      dist::setOperandShardings(reshard, attr(mesh, chain[i - 1]));
      dist::setSharding(reshard.getResult(), attr(mesh, chain[i]));
      value = reshard.getResult();
      path += " -> " + chain[i].str(mesh);
    }
    auto end = func::ReturnOp::create(builder, loc, value);
    dist::setOperandShardings(end, attr(mesh, chain.back()));

    PassManager manager(&context);
    manager.addPass(createExpandReshardsPass());
    manager.addPass(createPartitionPass());
    manager.addPass(createVerifyPartitionedPass());
    if (formReduceScatter)
      manager.addPass(createFormReduceScatterPass());
    ASSERT_TRUE(succeeded(manager.run(*module))) << messages << path;
    module->walk([&](dist::ReduceScatterOp) { ++reduceScatters; });

    ref::Drawer drawer{std::mt19937(runs)};
    auto input = ref::makeInput(drawer, mesh, chain.front(), type,
                                chain.front().monoid == Monoid::Prod
                                    ? ref::Values::Signs
                                    : ref::Values::Small);
    ASSERT_TRUE(input);
    ref::InterpreterOptions options;
    options.poisonPadding = true;
    auto ran = ref::interpretLockstep(*module, ref::lockstepMesh(mesh),
                                      {input->ranks}, options);
    ASSERT_TRUE(succeeded(ran)) << messages << path;
    std::string error;
    ref::MaybeTensor got =
        ref::collect(mesh, chain.back(), type.getShape(), (*ran)[0], error);
    ASSERT_TRUE(got) << error << "\n" << path;
    ref::Comparison same = ref::compare(*got, input->global, 0, 0);
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    ASSERT_TRUE(same.equal) << same.message << "\n" << path << "\n" << text;
  }

  RankedTensorType f32(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, Float32Type::get(&context));
  }

  int runs = 0, reduceScatters = 0;
};

/// All pairs on two axes; partial of a maximum must not become those of a sum.
TEST_F(ReshardTest, AllPairs) {
  for (const char *text : {R"("a"=3)", R"("a"=2, "b"=2)", R"("a"=2, "b"=3)"})
    for (Monoid monoid : {Monoid::Sum, Monoid::Max})
      for (RankedTensorType type : {f32({12, 6}), f32({5, 4})}) {
        OwningOpRef<ModuleOp> module = parseMesh(text);
        Mesh mesh = dist::getMesh(*module).toMesh();
        std::vector<Layout> layouts = layoutsOf(mesh, 2, monoid);
        for (const Layout &from : layouts)
          for (const Layout &to : layouts) {
            run(text, type, {from, to}, /*formReduceScatter=*/false);
            if (HasFatalFailure())
              return;
          }
      }
  std::printf("%d reshards run\n", runs);
}

/// A seeded sample on three axes, with the passes that follow.
TEST_F(ReshardTest, SampleOfThreeAxes) {
  const char *text = R"("a"=2, "b"=3, "c"=2)";
  OwningOpRef<ModuleOp> module = parseMesh(text);
  Mesh mesh = dist::getMesh(*module).toMesh();
  std::mt19937 random(7);
  for (Monoid monoid : {Monoid::Sum, Monoid::Prod, Monoid::Min}) {
    std::vector<Layout> layouts = layoutsOf(mesh, 2, monoid);
    for (int i = 0; i < 400; ++i) {
      const Layout &from = layouts[random() % layouts.size()];
      const Layout &to = layouts[random() % layouts.size()];
      run(text, i % 2 ? f32({13, 5}) : f32({24, 12}), {from, to},
          /*formReduceScatter=*/true);
      if (HasFatalFailure())
        return;
    }
  }
}

/// Parts of axes, and blocks of several elements.
TEST_F(ReshardTest, PartsAndGranules) {
  const char *text = R"("a"=4, "b"=2)";
  OwningOpRef<ModuleOp> module = parseMesh(text);
  Mesh mesh = dist::getMesh(*module).toMesh();
  const AxisRef major{0, 1, 2}, minor{0, 2, 2}, a = mesh.ref(0),
                                                b = mesh.ref(1);
  const AxisList lists[] = {{},         {major},        {minor},
                            {minor, b}, {b, major},     {a},
                            {a, b},     {minor, major}, {b, a}};
  std::vector<Layout> layouts;
  for (const AxisList &rows : lists)
    for (const AxisList &columns : lists)
      for (const AxisList &parts : {AxisList{}, {major}, {minor}, {b}}) {
        Layout layout = Layout::replicate(2);
        layout.dims[0].axes = rows;
        layout.dims[1].axes = columns;
        layout.partial = parts;
        if (layout.check(mesh, {24, 16}).empty())
          layouts.push_back(layout);
        if (!rows.empty() && columns.empty()) {
          layout.dims[0].granule = 3;
          if (layout.check(mesh, {24, 16}).empty())
            layouts.push_back(layout);
        }
      }
  ASSERT_GT(layouts.size(), 50u);
  std::mt19937 random(11);
  for (int i = 0; i < 1500; ++i) {
    run(text, f32({24, 16}),
        {layouts[random() % layouts.size()],
         layouts[random() % layouts.size()]},
        /*formReduceScatter=*/true);
    if (HasFatalFailure())
      return;
  }
}

/// All-reduces over some axes, then a slice over some axes, in every order.
TEST_F(ReshardTest, ReducedThenSliced) {
  for (const char *text : {R"("a"=2, "b"=3)", R"("a"=2, "b"=2, "c"=3)"}) {
    OwningOpRef<ModuleOp> module = parseMesh(text);
    Mesh mesh = dist::getMesh(*module).toMesh();
    for (const Layout &to : layoutsOf(mesh, 1, Monoid::Sum))
      for (unsigned mask = 1; mask < 1u << mesh.axes.size(); ++mask) {
        if (!to.partial.empty())
          continue;
        Layout from = Layout::replicate(1), middle = Layout::replicate(1);
        for (size_t axis = 0; axis < mesh.axes.size(); ++axis)
          if (mask >> axis & 1)
            from.partial.push_back(mesh.ref(static_cast<int>(axis)));
        for (RankedTensorType type : {f32({12}), f32({7})}) {
          run(text, type, {from, middle, to}, /*formReduceScatter=*/true);
          if (HasFatalFailure())
            return;
        }
      }
  }
  EXPECT_GT(reduceScatters, 50);
}

} // namespace
