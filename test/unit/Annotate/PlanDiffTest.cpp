//===- PlanDiffTest.cpp - What differs between two plans ------------------===//
#include "popt/Annotate/PlanDiff.h"

#include <gtest/gtest.h>

using namespace popt;

static std::string differences(const char *a, const char *b) {
  Plan plans[2];
  EXPECT_EQ("", parsePlan(a, "a.json", plans[0]));
  EXPECT_EQ("", parsePlan(b, "b.json", plans[1]));
  std::string error, text;
  std::optional<std::vector<std::string>> lines =
      differencesOf(plans[0], plans[1], error);
  EXPECT_TRUE(lines.has_value()) << error;
  for (const std::string &line : *lines)
    text += line + "\n";
  return text;
}

TEST(PlanDiffTest, Entries) {
  const char *a = R"({"popt_plan": 1, "shardings": [
    {"match": "a", "dims": []}, {"match": "b", "dims": [["x"]]}]})";
  EXPECT_EQ("", differences(a, a));
  EXPECT_EQ(R"(shardings: - {"match":"b","dims":[["x"]]}
shardings: + {"match":"b","dims":[[],["x"]]}
)",
            differences(a, R"({"popt_plan": 1, "shardings": [
    {"match": "a", "dims": []}, {"match": "b", "dims": [[], ["x"]]}]})"));
  EXPECT_EQ("shardings: equal entries in another order\n",
            differences(a, R"({"popt_plan": 1, "shardings": [
    {"match": "b", "dims": [["x"]]}, {"match": "a", "dims": []}]})"));
  EXPECT_EQ(R"(shardings: - {"match":"a","dims":[]}
shardings: - {"match":"b","dims":[["x"]]}
)",
            differences(a, R"({"popt_plan": 1})"));
}

TEST(PlanDiffTest, ValuesAndFigures) {
  EXPECT_EQ(R"(mesh.device: [["dp",4]] -> [["dp",2],["tp",2]]
strategies: nothing -> "propagated"
predicted.step_seconds: 0.004 -> 0.003 (-25.0%)
)",
            differences(R"({"popt_plan": 1, "mesh": {"device": [["dp", 4]]},
    "predicted": {"step_seconds": 0.004}})",
                        R"({"popt_plan": 1, "strategies": "propagated",
    "mesh": {"device": [["dp", 2], ["tp", 2]]},
    "predicted": {"step_seconds": 0.003}})"));
}
