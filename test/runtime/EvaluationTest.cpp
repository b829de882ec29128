//===- EvaluationTest.cpp - A program that looks at the state -------------===//
//
// What --evaluate takes, and what it refuses. Against the program alone, on compiled
// ones: test/Execute/evaluate.test.
//
//===----------------------------------------------------------------------===//
#include "RunFixture.h"
#include "data/Files.h"
#include "popt-rt/package.h"
#include <nlohmann/json.hpp>

using namespace popt::rt;
using nlohmann::json;

namespace {
struct EvaluationTest : RunFixture {
  /// A program that returns its arguments, of which the first is the run's.
  static TableBuilder looking(const std::string &name = "n",
                              const std::string &other = "") {
    TableBuilder b({{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}});
    Operand n = b.argument(name, POPT_RT_I32, {});
    b.result("seen", n, {});
    if (!other.empty()) {
      Operand x = b.argument(other, POPT_RT_F32, {});
      b.result("given", x, {});
    }
    return b;
  }
  void package(const StepTable &program) {
    std::string error;
    ASSERT_TRUE(writePackage("", {serialize(program), {}}, file("look"), error))
        << error;
  }
  std::vector<std::string> flags(std::vector<std::string> more = {}) {
    std::vector<std::string> all = {
        "--inputs",          file("in.npz"), "--batches",
        file("batches.npz"), "--steps",      "5",
        "--repeat",          "--log",        file("l"),
        "--evaluate",        file("look")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  void expectRefused(const StepTable &program, const std::string &message,
                     const std::vector<std::string> &more = {}) {
    package(program);
    expectError(flags(more), 1, file("look") + ": " + message);
  }
};
} // namespace

TEST_F(EvaluationTest, Looks) {
  package(looking("n", "y").table);
  write("y.npz",
        {{"y", tensorOf(POPT_RT_F32, {3}, std::vector<float>{1, 2, 6})}});
  for (const char *ranks : {"", "--processes"}) {
    std::vector<std::string> all =
        flags({"--evaluate-every", "2", "--evaluate-batches", file("y.npz")});
    if (*ranks)
      all.push_back(ranks);
    Outcome outcome = run(all);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::istringstream lines(contents(file("l")));
    std::vector<json> found;
    for (std::string line; std::getline(lines, line);)
      if (json all = json::parse(line); all.contains("evaluate"))
        found.push_back(
            {all["step"], all["evaluate"]["seen"], all["evaluate"]["given"]});
    EXPECT_EQ(json(found),
              json::parse("[[2, 102, 3], [4, 104, 3], [5, 105, 3]]"));
  }
  // Tokens.
  TableBuilder reading = looking();
  reading.argument("t", POPT_RT_I32, {1, 2});
  package(reading.table);
  std::string error, data = R"({"tokens": "t.npy", "arguments": {"t": 0}})";
  std::vector<uint8_t> npy = formatNpy(Tensor(POPT_RT_I64, {50}));
  ASSERT_TRUE(writeFile(file("t.npy"), {{npy.data(), npy.size()}}, error) &&
              writeFile(file("d.json"), {{data.data(), data.size()}}, error))
      << error;
  Outcome outcome = run(flags({"--evaluate-data", file("d.json")}));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(contents(file("l")).find("{\"seen\": 105"), std::string::npos);
  // Only after the last step, without batches.
  package(looking().table);
  ASSERT_EQ(run(flags()).status, 0);
  EXPECT_NE(
      contents(file("l")).find("{\"step\": 5, \"evaluate\": {\"seen\": 105"),
      std::string::npos);
  EXPECT_EQ(contents(file("l")).find("{\"step\": 4, \"evaluate\""),
            std::string::npos);
}

TEST_F(EvaluationTest, WhatIsWrong) {
  expectRefused(
      looking("step").table,
      "argument 0 (\"step\") is in no --evaluate-batches or "
      "--evaluate-data, and the run has no argument of that name that "
      "stays");
  expectRefused(
      looking("x").table,
      "argument 0 (\"x\") is in no --evaluate-batches or "
      "--evaluate-data, and the run has no argument of that name that "
      "stays");
  TableBuilder wide = looking();
  wide.table.arguments[0].name = "b";
  expectRefused(
      wide.table,
      "argument 0 (\"b\") is i32[] in blocks of i32[], and the run's "
      "is f32[] in blocks of f32[]; compile both for one mesh and with "
      "the same shardings");
  TableBuilder resident(
      {{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}});
  resident.result("b", resident.argument("b", POPT_RT_F32, {}), {});
  expectRefused(resident.table,
                "no argument is called as state of the run, so that it would "
                "find the same after every step");
  TableBuilder silent = looking();
  silent.table.results.clear();
  silent.program().resultAddresses.clear();
  expectRefused(silent.table,
                "it has no scalar result that is no state, so there is nothing "
                "to log");
  TableBuilder other({{"a", 4, AxisKind::Device}});
  other.result("seen", other.argument("n", POPT_RT_I32, {}), {});
  expectRefused(other.table,
                "it is compiled for the mesh <[\"a\"=4]>, and the run is on "
                "<[\"a\"=2, \"b\"=2]>; compile both for one mesh");
  write("none.npz", {{"y", Tensor(POPT_RT_F32, {0})}});
  expectRefused(looking("n", "y").table, "it has no batches",
                {"--evaluate-batches", file("none.npz")});
  expectRefused(looking("n", "y").table,
                "it is run on the same batches each time, and - is a pipe; "
                "give --evaluate-batches files",
                {"--evaluate-batches", "-"});
  TableBuilder gpu = looking();
  gpu.table.target.isGpu = true;
  gpu.table.target.name = "sm_90";
  expectRefused(gpu.table,
                "programs for GPUs have no state in common; leave --evaluate "
                "out, or compile with --target=cpu");
  expectError({"--evaluate-every", "3"}, 2,
              "--evaluate-every, --evaluate-batches and --evaluate-data say "
              "when and on what --evaluate's program is run; give that, too");
  expectError(flags({"--evaluate-batches", "a", "--evaluate-data", "b"}), 2,
              "--evaluate-data and --evaluate-batches both give what it is run "
              "on; leave one out");
  expectError({"--inputs", file("in.npz"), "--bench", "2", "--evaluate", "e"},
              2,
              "--bench measures steps, and evaluates nothing; leave --evaluate "
              "out");
}

// State that begins both arenas is read where it lies.
TEST_F(EvaluationTest, InPlace) {
  auto reader = [](bool isFirst) {
    TableBuilder b({{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}});
    if (!isFirst)
      b.argument("x", POPT_RT_F32, {});
    b.argument("params['w']", POPT_RT_F32, {7, 5}, {{0}, {1}});
    if (isFirst)
      b.argument("x", POPT_RT_F32, {});
    return b;
  };
  EXPECT_TRUE(canReadInPlace(table, reader(true).table, {0, -1}));
  EXPECT_FALSE(canReadInPlace(table, reader(false).table, {-1, 0}));
  TableBuilder changing = reader(true);
  changing.result("params['w']", changing.tensor(POPT_RT_F32, {4, 3}), {7, 5},
                  {{0}, {1}});
  changing.state(0, 0);
  EXPECT_FALSE(canReadInPlace(table, changing.table, {0, -1}));
}
