//===- CheckMemoryTest.cpp - A command touches one memory -----------------===//
#include "Tables.h"
#include "popt-rt/check.h"

using namespace popt::rt;

// Law L17: only copies touch both memories.
TEST(CheckMemoryTest, OneMemory) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand x = b.argument("x", POPT_RT_F32, {4, 6});
  Operand w = b.argument("w", POPT_RT_F32, {6, 5});
  Operand y = b.tensor(POPT_RT_F32, {4, 5});
  Program &program = b.program();
  auto host = static_cast<int32_t>(program.regions.size());
  program.regions.push_back({RegionKind::HostArena, 4096, "host"});
  auto onHost = [&](Operand operand) {
    operand.region = host;
    return operand;
  };
  b.add(CopyOp{}, {w, onHost(w)});
  b.add(MatmulOp{}, {x, w, y});
  EXPECT_EQ(check(b.table), "");
  std::vector<Operand> &operands = b.program().commands[1].operands;
  operands[1] = onHost(w);
  std::string problem = check(b.table);
  EXPECT_NE(problem.find("it touches device memory, arena["), std::string::npos)
      << problem;
  EXPECT_NE(problem.find(", and host memory, host["), std::string::npos)
      << problem;
  operands = {onHost(x), onHost(w), onHost(y)};
  EXPECT_EQ(check(b.table), "");
  // The host of a GPU computes nothing.
  b.table.target = {"sm_90", true};
  problem = check(b.table);
  EXPECT_NE(problem.find("it runs on a GPU, and touches host memory, host["),
            std::string::npos)
      << problem;
}
