//===- ShardingTest.cpp - Shardings as attributes, and where they stand ---===//
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;
using namespace popt::dist;

namespace {

class ShardingTest : public testing::Test {
protected:
  ShardingTest() {
    context.loadDialect<DistDialect, func::FuncDialect>();
    mesh.axes = {{"a", 8, AxisKind::Device},
                 {"b", 4, AxisKind::Device},
                 {"one", 1, AxisKind::Device},
                 {"pp", 3, AxisKind::Stage}};
  }

  ShardingAttr parse(const std::string &text) {
    return dyn_cast_or_null<ShardingAttr>(
        parseAttribute("#dist.sharding<@mesh, " + text + ">", &context));
  }

  std::string print(Attribute attr) {
    std::string text;
    llvm::raw_string_ostream(text) << attr;
    return text;
  }

  func::FuncOp load(const char *text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return *module->getOps<func::FuncOp>().begin();
  }

  Operation *find(func::FuncOp func, StringRef name) {
    Operation *found = nullptr;
    func.walk([&](Operation *op) {
      if (op->getName().getStringRef() == name)
        found = op;
    });
    return found;
  }

  MLIRContext context;
  Mesh mesh;
  OwningOpRef<ModuleOp> module;
};

//===----------------------------------------------------------------------===//
// Attribute and layout
//===----------------------------------------------------------------------===//

/// Everything that a layout can say survives the way there and back.
TEST_F(ShardingTest, LayoutsAndBack) {
  for (const char *text :
       {"[]", "[{}, {?}]", R"([{"a"}, {"b", ?}])", R"([{"b", "a"}])",
        R"([{"a":(1)2}, {"a":(2)4}])", R"([{"a":(4)2, "b"}p3, {?}p1])",
        R"([{"a"} by 128])", R"([{}], partial = sum{"a", "b"})",
        R"([{"b"}], partial = max{"a":(1)2})",
        R"([{}], partial = and{"a":(2)2})", R"([{}], replicated = {"a", "b"})",
        R"([{}], at = {"a" = [0, 7], "pp" = [2]})",
        R"([{}], partial = sum{"pp"}, at = {"pp" = [0, 2]})",
        R"([{"one"}], memory = host)"}) {
    ShardingAttr attr = parse(text);
    ASSERT_TRUE(attr) << text;
    Layout layout = attr.toLayout(mesh);
    EXPECT_EQ(attr,
              ShardingAttr::fromLayout(&context, attr.getMesh(), mesh, layout))
        << text;
    EXPECT_EQ(print(attr), "#dist.sharding<@mesh, " + layout.str(mesh) + ">");
  }
}

TEST_F(ShardingTest, PartsOfAxes) {
  Layout layout = parse(R"([{"a":(2)4, "b"}])").toLayout(mesh);
  ASSERT_EQ(2u, layout.dims[0].axes.size());
  EXPECT_EQ((AxisRef{0, 2, 4}), layout.dims[0].axes[0]);
  EXPECT_EQ(mesh.ref(1), layout.dims[0].axes[1]);
  // A part that is the whole axis is written as the axis.
  layout.dims[0].axes = {{0, 1, 8}};
  FlatSymbolRefAttr name = FlatSymbolRefAttr::get(&context, "mesh");
  EXPECT_EQ(parse(R"([{"a"}])"),
            ShardingAttr::fromLayout(&context, name, mesh, layout));
}

/// Axes that the mesh lacks are left out; checkSharding says so beforehand.
TEST_F(ShardingTest, UnknownAxesAreDropped) {
  Layout layout = parse(R"([{"z", "a"}], partial = sum{"y"}, at = {"x" = [0]})")
                      .toLayout(mesh);
  EXPECT_EQ(AxisList{mesh.ref(0)}, layout.dims[0].axes);
  EXPECT_TRUE(layout.partial.empty());
  EXPECT_TRUE(layout.pins.empty());
}

/// Pins are in the mesh's order in a layout, however they were written.
TEST_F(ShardingTest, PinsAreSorted) {
  Layout layout =
      parse(R"([], at = {"pp" = [2], "b" = [0, 1]})").toLayout(mesh);
  ASSERT_EQ(2u, layout.pins.size());
  EXPECT_EQ((Pin{1, {0, 1}}), layout.pins[0]);
  EXPECT_EQ((Pin{3, {2}}), layout.pins[1]);
}

/// Without partial values the monoid means nothing, so that equal layouts are
/// equal.
TEST_F(ShardingTest, NoMonoidWithoutTerms) {
  Layout layout = Layout::replicate(1);
  layout.monoid = Monoid::Max;
  FlatSymbolRefAttr name = FlatSymbolRefAttr::get(&context, "mesh");
  EXPECT_EQ(parse("[{}]"),
            ShardingAttr::fromLayout(&context, name, mesh, layout));
}

TEST_F(ShardingTest, ClosedForms) {
  ShardingAttr open = parse(
      R"([{"a", ?}p2 by 4, {?}], partial = sum{"b"}, replicated = {"one"}, at = {"pp" = [1]}, memory = host)");
  EXPECT_FALSE(open.isFullyClosed());
  ShardingAttr closed = open.getClosed();
  EXPECT_TRUE(closed.isFullyClosed());
  EXPECT_EQ(
      closed,
      parse(
          R"([{"a"} by 4, {}], partial = sum{"b"}, at = {"pp" = [1]}, memory = host)"));
  EXPECT_EQ(
      open.replaceDim(1, closed.getDims()[0]),
      parse(
          R"([{"a", ?}p2 by 4, {"a"} by 4], partial = sum{"b"}, replicated = {"one"}, at = {"pp" = [1]}, memory = host)"));
  FlatSymbolRefAttr name = FlatSymbolRefAttr::get(&context, "mesh");
  EXPECT_EQ(parse("[{}, {}]"), ShardingAttr::getReplicated(name, 2));
  EXPECT_EQ(parse("[{?}]"), ShardingAttr::getReplicated(name, 1, true));
}

TEST_F(ShardingTest, LocalTypesAreTheLargestBlocks) {
  auto type = RankedTensorType::get({10, 6}, Float32Type::get(&context));
  auto local = [&](const char *text) {
    return getLocalType(type, parse(text).toLayout(mesh));
  };
  auto expected = [&](int64_t a, int64_t b) {
    return RankedTensorType::get({a, b}, type.getElementType());
  };
  EXPECT_EQ(type, local("[{}, {}]"));
  EXPECT_EQ(expected(2, 2), local(R"([{"a"}, {"b"}])"));
  EXPECT_EQ(expected(5, 6), local(R"([{"a":(1)2}, {}])"));
  EXPECT_EQ(expected(4, 6), local(R"([{"b"} by 4, {}])"));
  // Partial values and pins leave the shape.
  EXPECT_EQ(type, local(R"([{}, {}], partial = sum{"a"}, at = {"pp" = [1]})"));
}

//===----------------------------------------------------------------------===//
// Where shardings stand
//===----------------------------------------------------------------------===//

constexpr const char *kModule = R"(
  dist.mesh @mesh = <["a"=8, "b"=4, "one"=1], stage ["pp"=3]>
  func.func @main(%x: tensor<8xf32> {dist.name = "x", dist.state = 1 : i64},
                  %y: tensor<8x4xf32>)
      -> (tensor<8x4xf32> {jax.result_info = "loss"}, tensor<8xf32>) {
    %0, %1 = dist.manual(%x, %y)
        in [#dist.sharding<@mesh, [{}]>, #dist.sharding<@mesh, [{}, {}]>]
        out [#dist.sharding<@mesh, [{}]>, #dist.sharding<@mesh, [{}, {}]>]
        axes {} (%p: tensor<8xf32>, %q: tensor<8x4xf32>) {
      dist.return %p, %q : tensor<8xf32>, tensor<8x4xf32>
    } : (tensor<8xf32>, tensor<8x4xf32>) -> (tensor<8xf32>, tensor<8x4xf32>)
    return %1, %0 : tensor<8x4xf32>, tensor<8xf32>
  })";

TEST_F(ShardingTest, TheMeshIsTheModules) {
  func::FuncOp func = load(kModule);
  EXPECT_EQ(getMesh(func), getMesh(*module));
  EXPECT_EQ("mesh", getMesh(find(func, "dist.return")).getSymName());
  EXPECT_EQ(mesh.str(), getMesh(func).toMesh().str());
  EXPECT_FALSE(getMesh(nullptr));
}

TEST_F(ShardingTest, Arguments) {
  func::FuncOp func = load(kModule);
  Value x = func.getArgument(0);
  EXPECT_FALSE(getSharding(x));
  EXPECT_FALSE(getLayout(x, mesh));
  ShardingAttr sharding = parse(R"([{"a"}])");
  setSharding(x, sharding);
  EXPECT_EQ(sharding, getSharding(x));
  EXPECT_EQ(sharding.toLayout(mesh), *getLayout(x, mesh));
  setSharding(x, {});
  EXPECT_FALSE(getSharding(x));
}

TEST_F(ShardingTest, ResultsOfOperations) {
  func::FuncOp func = load(kModule);
  Operation *manual = find(func, "dist.manual");
  Value second = manual->getResult(1);
  setSharding(second, {}); // nothing to remove
  ShardingAttr sharding = parse(R"([{"a"}, {"b"}])");
  setSharding(second, sharding);
  EXPECT_EQ(sharding, getSharding(second));
  // The result beside it becomes fully open, which says nothing.
  EXPECT_EQ(parse("[{?}]"), getSharding(manual->getResult(0)));
  setSharding(second, {});
  EXPECT_EQ(parse("[{?}, {?}]"), getSharding(second));
  // Arguments of other regions have no place.
  EXPECT_FALSE(getSharding(manual->getRegion(0).getArgument(0)));
  setSharding(manual->getRegion(0).getArgument(0), parse("[{}]"));
  EXPECT_FALSE(getSharding(manual->getRegion(0).getArgument(0)));
}

TEST_F(ShardingTest, Operands) {
  func::FuncOp func = load(kModule);
  Operation *manual = find(func, "dist.manual");
  EXPECT_FALSE(getOperandSharding(manual->getOpOperand(0)));
  ShardingAttr first = parse(R"([{"a"}])"), second = parse("[{}, {}]");
  setOperandShardings(manual, {first, second});
  EXPECT_EQ(first, getOperandSharding(manual->getOpOperand(0)));
  EXPECT_EQ(second.toLayout(mesh),
            *getOperandLayout(manual->getOpOperand(1), mesh));
}

TEST_F(ShardingTest, StateResultsFollowTheirArguments) {
  func::FuncOp func = load(kModule);
  SmallVector<std::optional<unsigned>> arguments = getStateArguments(func);
  EXPECT_EQ(0u, *arguments[1]);
  EXPECT_FALSE(arguments[0]);
  ShardingAttr sharding = parse(R"([{"a"}])");
  setSharding(func.getArgument(0), sharding);
  shareStateShardings(func);
  EXPECT_EQ(sharding, getResultSharding(func, 1));
  EXPECT_FALSE(getResultSharding(func, 0));
  // What the result says itself stays.
  setResultSharding(func, 1, parse(R"([{"b"}])"));
  shareStateShardings(func);
  EXPECT_EQ(parse(R"([{"b"}])"), getResultSharding(func, 1));
  setResultSharding(func, 1, {});
  EXPECT_FALSE(getResultSharding(func, 1));
}

TEST_F(ShardingTest, AxesOfSizeOneGo) {
  func::FuncOp func = load(kModule);
  setSharding(func.getArgument(0), parse(R"([{"one", "a"}])"));
  setResultSharding(func, 0,
                    parse(R"([{"one"}, {}], partial = sum{"one", "b"})"));
  Operation *manual = find(func, "dist.manual");
  setSharding(manual->getResult(1),
              parse(R"([{}, {"b", "one"}], replicated = {"one"})"));
  dropTrivialAxes(func);
  EXPECT_EQ(parse(R"([{"a"}])"), getSharding(func.getArgument(0)));
  EXPECT_EQ(parse(R"([{}, {}], partial = sum{"b"})"),
            getResultSharding(func, 0));
  EXPECT_EQ(parse(R"([{}, {"b"}])"), getSharding(manual->getResult(1)));
  // Parts with nothing between them any more are one axis.
  setSharding(func.getArgument(0), parse(R"([{"a":(1)2, "one", "a":(2)4}])"));
  dropTrivialAxes(func);
  EXPECT_EQ(parse(R"([{"a"}])"), getSharding(func.getArgument(0)));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

TEST_F(ShardingTest, WhatValuesAreCalled) {
  func::FuncOp func = load(kModule);
  EXPECT_EQ("argument 0 (\"x\")", describeArgument(func, 0));
  EXPECT_EQ("argument 1", describeArgument(func, 1));
  EXPECT_EQ("result 0 (\"loss\")", describeResult(func, 0));
  EXPECT_EQ("result 1", describeResult(func, 1));
}

/// Names of locations, under call sites and fusions.
TEST_F(ShardingTest, NamesOfLocations) {
  Location unknown = UnknownLoc::get(&context);
  EXPECT_FALSE(getLocationName(unknown));
  Location name = NameLoc::get(StringAttr::get(&context, "w"), unknown);
  EXPECT_EQ("w", getLocationName(name).getValue());
  EXPECT_EQ(
      "w",
      getLocationName(FusedLoc::get(&context, {unknown, name})).getValue());
}

TEST_F(ShardingTest, UnknownAxes) {
  Mesh mesh;
  mesh.axes = {{"model", 2, AxisKind::Device}, {"data", 4, AxisKind::Device}};
  EXPECT_EQ("axis \"dta\" is not in the mesh <[\"model\"=2, \"data\"=4]>, did "
            "you mean \"data\"?",
            describeUnknownAxis("dta", mesh));
  EXPECT_EQ("axis \"x\" is not in the mesh <[\"model\"=2, \"data\"=4]>",
            describeUnknownAxis("x", mesh));
}

TEST_F(ShardingTest, ChecksSpeakOfNamesRankAndUse) {
  func::FuncOp func = load(kModule);
  Type type = func.getArgumentTypes()[1];
  auto check = [&](const char *text, Type of) {
    return checkSharding(parse(text), of, getMesh(func));
  };
  EXPECT_EQ("", check(R"([{"a"}, {"b"}])", type));
  EXPECT_EQ("2 dimensions are listed for a value of rank 1",
            check("[{}, {}]", func.getArgumentTypes()[0]));
  EXPECT_EQ("axis \"a\" of size 8 is used twice",
            check(R"([{"a"}, {"a"}])", type));
  EXPECT_EQ("", check(R"([{"a":(1)2}, {"a":(2)4}])", type));
  EXPECT_EQ("axis \"a\":(2)2 of size 2 is used twice",
            check(R"([{"a":(1)4}, {"a":(2)2}])", type));
  EXPECT_NE("", check(R"([{}, {}], at = {"pp" = [3]})", type));
  EXPECT_EQ("", check(R"([{}, {}], at = {"pp" = [2]})", type));
  EXPECT_EQ("mesh @mesh is unknown: the module has no dist.mesh",
            checkSharding(parse("[{}, {}]"), type, {}));
}

} // namespace
