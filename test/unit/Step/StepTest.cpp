//===- StepTest.cpp - What text can't say of a step table -----------------===//
//
// importStepTable refuses what would be lost. What it accepts is tested as text
// (test/Dialect/Step).
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Step/Table.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace popt;

namespace {
struct StepTest : testing::Test {
  MLIRContext context;
  rt::StepTable table;
  std::string message;

  StepTest() {
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diagnostic) { message = diagnostic.str(); });
    table.meshName = "mesh";
    table.mesh.axes = {{"x", 2, rt::AxisKind::Device}};
    table.programs.resize(1);
    table.programOfRank = {0, 0};
    table.locations = {{{"model.py", 1, 2}, "first", {}},
                       {{"model.py", 3, 4}, "", {}}};
    rt::Program &program = table.programs[0];
    program.name = "main";
    program.regions = {{rt::RegionKind::Arena, 64, "arena"},
                       {rt::RegionKind::HostArena, 64, "arena"}};
    for (int32_t i : {0, 1}) {
      rt::Command command;
      command.op = rt::SetOp{rt::Scalar::constant(i)};
      command.location = i;
      rt::Operand operand;
      operand.region = i;
      operand.type = POPT_RT_I32;
      command.operands = {operand};
      program.commands.push_back(command);
    }
    program.bodies = {{0, 1, "step"}, {1, 2, "step"}};
  }
  rt::SetOp &set() {
    return std::get<rt::SetOp>(table.programs[0].commands[0].op);
  }
  bool importFails() {
    return failed(importStepTable(table, UnknownLoc::get(&context)));
  }
};
} // namespace

// Regions and bodies of one name get symbols of their own, and keep the name.
TEST_F(StepTest, Bytes) {
  auto module = importStepTable(table, UnknownLoc::get(&context));
  ASSERT_TRUE(succeeded(module)) << message;
  auto back = translateToStepTable(**module);
  ASSERT_TRUE(succeeded(back)) << message;
  EXPECT_EQ(rt::serialize(*back), rt::serialize(table));
}

TEST_F(StepTest, Unsound) {
  table.programs[0].commands[0].operands[0].offset = 64;
  EXPECT_TRUE(importFails());
  EXPECT_NE(message.find("the step table is not sound: program 0: command 0"),
            std::string::npos)
      << message;
}

TEST_F(StepTest, MeshWithoutName) {
  table.meshName.clear();
  EXPECT_TRUE(importFails());
  EXPECT_EQ(message, "the step table's mesh has no name");
}

TEST_F(StepTest, BodiesApart) {
  table.programs[0].bodies[1] = {0, 1, "again"};
  EXPECT_TRUE(importFails());
  EXPECT_EQ(message, "body \"again\" of program \"main\" begins at command 0, "
                     "not 1, where the one before ends");
  table.programs[0].bodies.pop_back();
  EXPECT_TRUE(importFails());
  EXPECT_EQ(message, "bodies of program \"main\" have 1 commands of 2");
}

TEST_F(StepTest, LocationsOutOfOrder) {
  std::swap(table.locations[0], table.locations[1]);
  std::swap(table.programs[0].commands[0].location,
            table.programs[0].commands[1].location);
  EXPECT_TRUE(importFails());
  EXPECT_NE(message.find("locations out of order"), std::string::npos)
      << message;
  numberLocations(table);
  EXPECT_FALSE(importFails()) << message;
  EXPECT_EQ(table.locations[0].name, "first");
}

TEST_F(StepTest, IgnoredField) {
  set().value = {rt::Scalar::Kind::Microbatch, 1};
  EXPECT_TRUE(importFails());
  EXPECT_NE(message.find("a field that its command ignores"), std::string::npos)
      << message;
}
