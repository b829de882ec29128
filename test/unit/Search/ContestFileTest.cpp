// Instances of the contest: what is read, what is refused, and that no bytes crash.
#include "../../../tools/popt-plan/ContestFile.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <unistd.h>

using namespace popt;

namespace {

/// The contest's own example, whose best cost is 265 within its limit.
const std::string kExample = R"({"problem": {"name": "example",
  "nodes": {"intervals": [[30, 70], [40, 70], [50, 120], [110, 140], [110, 150]],
    "costs": [[15], [55, 65], [25, 45, 35], [85, 75], [95]],
    "usages": [[10], [25, 25], [15, 20, 15], [10, 10], [15]]},
  "edges": {"nodes": [[0, 1], [0, 2], [1, 3], [2, 4], [3, 4]],
    "costs": [[30, 40], [50, 10, 40], [90, 10, 20, 80], [60, 20, 30], [70, 60]]},
  "usage_limit": 50}})";

struct ContestFileTest : testing::Test {
  std::string path =
      testing::TempDir() + "contest" + std::to_string(getpid()) + ".json";
  ~ContestFileTest() override { std::remove(path.c_str()); }

  /// What is wrong, without the path.
  std::string read(const std::string &text, LimitedProblem &problem) {
    std::ofstream(path, std::ios::binary) << text;
    std::string wrong = readContestFile(path, problem);
    if (wrong.rfind(path + ": ", 0) == 0)
      return wrong.substr(path.size() + 2);
    return wrong;
  }
  std::string errorOf(const std::string &from, const std::string &to) {
    std::string text = kExample;
    text.replace(text.find(from), from.size(), to);
    LimitedProblem problem;
    return read(text, problem);
  }
};

TEST_F(ContestFileTest, Example) {
  LimitedProblem problem;
  ASSERT_EQ("", read(kExample, problem));
  EXPECT_EQ(5u, problem.pairs.nodes.size());
  EXPECT_EQ(50, problem.limit);
  EXPECT_EQ(45, problem.pairs.nodes[2][1]);
  std::vector<int> labels = {0, 0, 2, 1, 0};
  EXPECT_EQ(15 + 55 + 35 + 75 + 95 + 30 + 40 + 10 + 30 + 60,
            problem.pairs.evaluate(labels));
  LimitedOptions options;
  options.maxRounds = 12;
  double least = std::numeric_limits<double>::infinity();
  for (int code = 0; code < 2 * 3 * 2; ++code) {
    labels = {0, code % 2, code / 2 % 3, code / 6, 0};
    if (problem.peakOf(labels) <= problem.limit)
      least = std::min(least, problem.pairs.evaluate(labels));
  }
  EXPECT_EQ(least, solve(problem, options).cost);
}

TEST_F(ContestFileTest, LargeCostsAreNotAllowed) {
  LimitedProblem problem;
  std::string text = kExample;
  text.replace(text.find("[55, 65]"), 8, "[1000000000000000000, 65]");
  ASSERT_EQ("", read(text, problem));
  EXPECT_TRUE(std::isinf(problem.pairs.nodes[1][0]));
}

TEST_F(ContestFileTest, Mistakes) {
  LimitedProblem problem;
  EXPECT_EQ("cannot open '/nowhere.json'",
            readContestFile("/nowhere.json", problem));
  EXPECT_EQ("byte 2: not valid JSON", read("{", problem));
  EXPECT_EQ("the file: a list is not expected there", errorOf("{", "[{"));
  EXPECT_EQ("problem.usage_limit: a text is not expected there",
            errorOf("50}}", "\"50\"}}"));
  EXPECT_EQ("problem.name: a truth value is not expected there",
            errorOf("\"example\"", "true"));
  EXPECT_EQ("problem.nodes: 5 intervals, 4 lists of costs, 5 of usages",
            errorOf("[15], [55", "[55"));
  EXPECT_EQ("problem.nodes.intervals[0]: expected two numbers",
            errorOf("[30, 70]", "[30]"));
  EXPECT_EQ("problem.nodes.intervals[0]: too far away",
            errorOf("[30, 70]", "[30, 1e300]"));
  EXPECT_EQ("node 1 has 2 labels and 1 uses", errorOf("[25, 25]", "[25]"));
  EXPECT_EQ("problem.edges: 6 pairs of nodes, 5 lists of costs",
            errorOf("[0, 1],", "[0, 1], [0, 1],"));
  EXPECT_EQ("problem.edges.nodes[0]: expected two nodes",
            errorOf("[0, 1],", "[0, 1, 2],"));
  EXPECT_EQ("problem.edges.nodes[0]: there is no such node",
            errorOf("[0, 1],", "[0, 9],"));
  EXPECT_EQ("problem.edges.costs[0]: expected 1 x 2 numbers, got 1",
            errorOf("[30, 40]", "[30]"));
  EXPECT_EQ("it can't be decompressed",
            read(std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03zz", 12), problem));
}

/// Files whose bytes are changed are read or refused, and solved.
TEST_F(ContestFileTest, MutatedFiles) {
  std::mt19937 rng(3);
  auto below = [&](size_t count) { return rng() % count; };
  const std::string bytes = "0123456789-.eE[]{},:\" \n\x01\xff";
  LimitedOptions options;
  options.maxRounds = 2;
  int solved = 0;
  for (int i = 0; i < 400; ++i) {
    std::string text = kExample;
    for (size_t k = 0, changes = 1 + below(3); k < changes; ++k) {
      size_t at = below(text.size());
      if (below(3) == 0)
        text.erase(at, 1 + below(9));
      else
        text[at] = bytes[below(bytes.size())];
    }
    LimitedProblem problem;
    if (!read(text, problem).empty())
      continue;
    LimitedSolution found = solve(problem, options);
    if (!found.labels.empty()) {
      EXPECT_LE(problem.peakOf(found.labels), problem.limit) << text;
      ++solved;
    }
  }
  EXPECT_GT(solved, 10);
}

} // namespace
