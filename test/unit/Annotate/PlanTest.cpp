//===- PlanTest.cpp - The plan file's format ------------------------------===//
#include "popt/Annotate/Plan.h"

#include <gtest/gtest.h>

using namespace popt;

static std::string errorOf(const char *text) {
  Plan plan;
  return parsePlan(text, plan);
}

TEST(PlanTest, OnlyTheStarIsSpecial) {
  EXPECT_TRUE(
      matchesName("params['layers'][*]['w1']", "params['layers'][3]['w1']"));
  EXPECT_FALSE(
      matchesName("params['layers'][*]['w1']", "params['layers'][3]['w2']"));
  EXPECT_TRUE(matchesName("*", ""));
  EXPECT_TRUE(matchesName("a*b*c", "aXbYbZc"));
  EXPECT_FALSE(matchesName("a?c", "abc"));
  EXPECT_FALSE(matchesName("", "a"));
}

TEST(PlanTest, WholePlan) {
  Plan plan;
  EXPECT_EQ("", parsePlan(R"({"popt_plan": 1,
    "mesh": {"device": [["dp", 2]], "stage": [["pp", 2]], "time": [["mb", 4]]},
    "inputs": {"batch.*": [["dp", "mb"]]}, "state": {"params*": "result[0]*"},
    "shardings": [{"match": "w", "dims": [[], ["tp:(1)2", "?"]], "at": {"pp": 0}},
                  {"match": "opt*", "memory": "host", "partial": {"sum": ["dp"]}}],
    "strategies": [{"match": "loc:a/*", "fix": "gather-weights"}],
    "schedule": {"kind": "1f1b"},
    "recompute": [{"match": "loc:b/*", "policy": "full"}],
    "predicted": {"step_seconds": 0.01, "peak_bytes": {"0": 123456}}})",
                          plan));
  ASSERT_EQ(3u, plan.mesh.size());
  EXPECT_EQ(AxisKind::Stage, *plan.mesh[1].kind);
  ASSERT_EQ(3u, plan.shardings.size());
  EXPECT_TRUE(plan.shardings[0].onlyInputs);
  EXPECT_TRUE((*plan.shardings[1].dims)[1].open);
  EXPECT_EQ((PlanAxis{"tp", 1, 2}), (*plan.shardings[1].dims)[1].axes[0]);
  EXPECT_EQ(Memory::Host, *plan.shardings[2].memory);
  EXPECT_EQ("1f1b", plan.scheduleKind);
}

TEST(PlanTest, ErrorsNameThePlace) {
  EXPECT_EQ("plan: \"popt_plan\" is missing", errorOf("{}"));
  EXPECT_EQ("plan: \"shardngs\" is unknown, did you mean \"shardings\"?",
            errorOf(R"({"popt_plan": 1, "shardngs": []})"));
  EXPECT_EQ("plan.popt_plan: version 2 is unknown; this popt reads version 1",
            errorOf(R"({"popt_plan": 2})"));
  EXPECT_EQ(
      "plan.shardings[0].dims[1]: expected a list, got string",
      errorOf(
          R"({"popt_plan": 1, "shardings": [{"match": "a", "dims": [[], "tp"]}]})"));
  EXPECT_EQ("plan.mesh.device[0]: axis \"dp\" has size 0, but sizes begin at 1",
            errorOf(R"({"popt_plan": 1, "mesh": {"device": [["dp", 0]]}})"));
  EXPECT_EQ("plan.schedule.kind: schedule \"1f2b\" is unknown, did you mean "
            "\"1f1b\"?",
            errorOf(R"({"popt_plan": 1, "schedule": {"kind": "1f2b"}})"));
  EXPECT_EQ("plan: \"mesh\" stands twice in one object",
            errorOf(R"({"popt_plan": 1, "mesh": {}, "mesh": {}})"));
  EXPECT_EQ(0u, errorOf("{").find("plan: no JSON: "));
  EXPECT_EQ(0u, errorOf(std::string(100000, '[').c_str()).find("plan"));
}

TEST(PlanTest, MeshOverrides) {
  std::vector<MeshOverride> overrides;
  ASSERT_EQ("", parseMeshOverrides("stage:pp=4,dp=8,time:mb=2", overrides));
  Mesh mesh({{"dp", 2}, {"tp", 2}});
  ASSERT_EQ("", applyOverrides(overrides, mesh));
  EXPECT_EQ("<stage [\"pp\"=4], time [\"mb\"=2], [\"dp\"=8, \"tp\"=2]>",
            mesh.str());
  overrides.clear();
  ASSERT_EQ("", parseMeshOverrides("stage:dq", overrides));
  EXPECT_EQ("mesh: axis \"dq\" has no size and is not in the module's mesh, "
            "did you mean \"dp\"?",
            applyOverrides(overrides, mesh));
  EXPECT_NE("", parseMeshOverrides("dp=0", overrides));
  EXPECT_NE("", parseMeshOverrides("dp=x", overrides));
  EXPECT_NE("", parseMeshOverrides("=2", overrides));
}
