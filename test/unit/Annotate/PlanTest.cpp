//===- PlanTest.cpp - The plan file's format ------------------------------===//
#include "popt/Annotate/Plan.h"
#include "../MutatedJson.h"

#include <gtest/gtest.h>

using namespace popt;

static std::string errorOf(const char *text) {
  Plan plan;
  return parsePlan(text, "p.json", plan);
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
                  {"match": "opt*", "memory": "device", "dims": [[{"pp": [0, 1, 1, 0]}, "dp"]], "partial": {"sum": ["dp"]}}],
    "strategies": [], "schedule": {"kind": "1f1b"}, "recompute": [],
    "predicted": {"step_seconds": 0.01, "peak_bytes": {"0": 123456}, "bubble": 0.1,
                  "lower_bound_seconds": 0.009, "comm_bytes": {"all_reduce": 64}}})",
                          "p.json", plan));
  ASSERT_EQ(3u, plan.mesh.size());
  EXPECT_EQ(AxisKind::Stage, *plan.mesh[1].kind);
  ASSERT_EQ(3u, plan.shardings.size());
  EXPECT_TRUE(plan.shardings[0].onlyInputs);
  EXPECT_TRUE((*plan.shardings[1].dims)[1].open);
  EXPECT_EQ((PlanAxis{"tp", 1, 2}), (*plan.shardings[1].dims)[1].axes[0]);
  EXPECT_EQ(Memory::Device, *plan.shardings[2].memory);
  EXPECT_EQ("1f1b", plan.schedule->kind);
  EXPECT_EQ((std::vector<int64_t>{0, 1, 1, 0}),
            (*plan.shardings[2].dims)[0].owners);
  EXPECT_EQ((PlanAxis{"pp"}), (*plan.shardings[2].dims)[0].axes[0]);
  EXPECT_EQ(0.01, plan.predicted->stepSeconds);
  EXPECT_EQ(123456, plan.predicted->peakBytes());
}

/// With every key, as it is written.
static const char *kWritten = R"({"popt_plan": 1,
 "mesh": {"stage":[["pp",2]],"device":[["dp",2],["tp",4]],"time":[["mb",4]],"device_ids":[0,2,1,3]},
 "batch": {"x":0},
 "inputs": {"batch.*":[["dp","mb"]]},
 "state": {"params*":"result[0]*"},
 "shardings": [
  {"match":"w","dims":[[],["tp:(1)2","?"]],"at":{"pp":[0]}},
  {"match":"v","at":{}},
  {"match":"opt*","dims":[[{"pp":[0,1,1,0]},"dp"]],"partial":{"sum":["dp"]},"memory":"host"}],
 "strategies": "propagated",
 "memory_budget": 1000000,
 "schedule": {"kind":"interleaved-1f1b","chunks":2,"microbatches":4},
 "recompute": [
  {"match":"loc:block/*","policy":"full"},
  {"match":"loc:mlp","policy":"save_only_these_names","names":["a"]}],
 "predicted": {"machine":"h","step_seconds":0.01,"model_seconds":0.02,"lower_bound_seconds":0.009,"not_compiled":["a","b"],"bubble":0.1,"exposed_seconds":0.001,"peak_bytes":{"0":9,"1":8},"bytes":{"0":{"state":1,"inputs":2,"kept":3,"activations":6,"temporaries":4,"host":5}},"comm_bytes":{"all_reduce":{"nvlink":3},"send":7}}}
)";

// What is written is read as the same plan, and written the same.
TEST(PlanTest, Written) {
  Plan plan, again;
  ASSERT_EQ("", parsePlan(kWritten, "p.json", plan));
  std::string error;
  EXPECT_EQ(kWritten, writePlan(plan, error).value_or(error));
  ASSERT_EQ("", parsePlan(kWritten, "p.json", again));
  again.predicted.reset();
  EXPECT_TRUE(plan == again);
  again.shardings[1].dims.emplace();
  EXPECT_FALSE(plan == again);
  EXPECT_EQ("{\"popt_plan\": 1}\n", writePlan(Plan(), error).value_or(error));
}

// Plans with mistakes: a message, or a plan that is written and read again.
TEST(PlanTest, Mutated) {
  std::mt19937 random(1);
  int plans = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string text = kWritten;
    for (size_t times = 1 + random() % 3; times > 0; --times)
      text = test::mutateJson(std::move(text), random);
    Plan plan, again;
    std::string problem = parsePlan(text, "p.json", plan), error;
    if (!problem.empty()) {
      ASSERT_EQ(problem.rfind("p.json:", 0), 0u) << problem << "\n" << text;
      continue;
    }
    std::optional<std::string> written = writePlan(plan, error);
    if (!written) {
      ASSERT_NE(error, "");
      continue;
    }
    ++plans;
    ASSERT_EQ(parsePlan(*written, "p.json", again), "") << *written;
    ASSERT_TRUE(plan == again) << text << "\n" << *written;
  }
  EXPECT_GT(plans, 100);
}

TEST(PlanTest, ErrorsNameThePlace) {
  EXPECT_EQ("p.json: plan: \"popt_plan\" is missing", errorOf("{}"));
  EXPECT_EQ(
      "p.json: plan: \"shardngs\" is unknown, did you mean \"shardings\"?",
      errorOf(R"({"popt_plan": 1, "shardngs": []})"));
  EXPECT_EQ(
      "p.json: plan.popt_plan: version 2 is unknown; this popt reads version 1",
      errorOf(R"({"popt_plan": 2})"));
  EXPECT_EQ(
      "p.json: plan.shardings[0].dims[1]: expected a list, got \"tp\"",
      errorOf(
          R"({"popt_plan": 1, "shardings": [{"match": "a", "dims": [[], "tp"]}]})"));
  EXPECT_EQ(
      "p.json: plan.mesh.device[0][1]: expected a whole number from 1, got 0",
      errorOf(R"({"popt_plan": 1, "mesh": {"device": [["dp", 0]]}})"));
  EXPECT_EQ(
      "p.json: plan.schedule.kind: schedule \"1f2b\" is unknown, did you mean "
      "\"1f1b\"?",
      errorOf(R"({"popt_plan": 1, "schedule": {"kind": "1f2b"}})"));
  EXPECT_EQ("p.json: plan: \"mesh\" stands twice in one object",
            errorOf(R"({"popt_plan": 1, "mesh": {}, "mesh": {}})"));
  EXPECT_EQ("p.json:1:2: not valid JSON", errorOf("{"));
  EXPECT_EQ(0u, errorOf(std::string(100000, '[').c_str()).find("p.json: plan"));
}

/// A plan with this entry, and what is wrong with it.
struct BadEntry {
  const char *entry;
  std::string problem;
};

template <size_t count>
static void expectProblems(const BadEntry (&cases)[count]) {
  for (const BadEntry &bad : cases) {
    std::string text = bad.entry;
    if (text.find("popt_plan") == std::string::npos)
      text = "\"popt_plan\": 1, " + text;
    EXPECT_EQ("p.json: " + bad.problem, errorOf(("{" + text + "}").c_str()))
        << text;
  }
}

TEST(PlanTest, EveryEntryIsChecked) {
  const BadEntry cases[] = {
      {R"("popt_plan": "1")",
       "plan.popt_plan: expected a whole number, got \"1\""},
      {R"("mesh": [])", "plan.mesh: expected an object, got []"},
      {R"("mesh": {"device": 4})", "plan.mesh.device: expected a list, got 4"},
      {R"("mesh": {"device": [["dp"]]})",
       "plan.mesh.device[0]: an axis is [name, size]"},
      {R"("mesh": {"device": [["", 2]]})",
       "plan.mesh.device[0]: an axis' name is empty"},
      {R"("mesh": {"device": [["dp", 2.5]]})",
       "plan.mesh.device[0][1]: expected a whole number from 1, got 2.5"},
      {R"("mesh": {"device": [["dp", 9223372036854775808]]})",
       "plan.mesh.device[0][1]: expected a whole number from 1, got "
       "9223372036854775808"},
      {R"("mesh": {"device": [["dp", 2]], "time": [["dp", 2]]})",
       "plan.mesh.time[0]: axis \"dp\" is declared twice"},
      {R"-("inputs": {"x": [[""]]})-",
       "plan.inputs[\"x\"][0][0]: an axis' name is empty"},
      {R"-("inputs": {"x": [["dp:(2)"]]})-",
       "plan.inputs[\"x\"][0][0]: part of an axis is written "
       "\"x:(pre)size\", got \"dp:(2)\""},
      {R"-("inputs": {"x": [["dp:(0)2"]]})-",
       "plan.inputs[\"x\"][0][0]: part of an axis is written "
       "\"x:(pre)size\", got \"dp:(0)2\""},
      {R"-("inputs": {"x": [["?", "dp"]]})-",
       "plan.inputs[\"x\"][0][0]: \"?\" must stand last"},
      {R"-("inputs": {"x": [[1]]})-",
       "plan.inputs[\"x\"][0][0]: expected a string, got 1"},
      {R"("shardings": [{"match": "w", "dims": [[{"x": [0], "y": [0]}]]}])",
       "plan.shardings[0].dims[0][0]: a list of owners is one {\"axis\": "
       "[coordinates]}"},
      {R"("shardings": [{"match": "w", "dims": [["x", {"pp": [0]}]]}])",
       "plan.shardings[0].dims[0][1]: a list of owners must stand first"},
      {R"("shardings": [{"match": "w", "dims": [[{"pp": []}]]}])",
       "plan.shardings[0].dims[0][0].pp: names no coordinate"},
      {R"("shardings": [{"dims": []}])",
       "plan.shardings[0]: \"match\" is missing"},
      {R"("shardings": [{"match": "w", "dim": []}])",
       "plan.shardings[0]: \"dim\" is unknown, did you mean \"dims\"?"},
      {R"("shardings": [{"match": "w", "at": {"pp": []}}])",
       "plan.shardings[0].at.pp: names no coordinate"},
      {R"("shardings": [{"match": "w", "at": {"pp": [1, 0, 1]}}])",
       "plan.shardings[0].at.pp: names a coordinate twice"},
      {R"("shardings": [{"match": "w", "partial": {}}])",
       "plan.shardings[0].partial: partial is one {\"monoid\": [axes]}"},
      {R"("shardings": [{"match": "w", "partial": {"som": []}}])",
       "plan.shardings[0].partial: \"som\" is no way to combine values, did "
       "you mean \"sum\"?"},
      {R"("shardings": [{"match": "w", "memory": "hst"}])",
       "plan.shardings[0].memory: memory is \"host\" or \"device\", not "
       "\"hst\", did you mean \"host\"?"},
      {R"("state": {"w": 1})", "plan.state[\"w\"]: expected a string, got 1"},
      {R"("strategies": [{"match": "w", "fix": "gather-weights"}])",
       "plan.strategies[0]: fixing the strategy of an operation is not in this "
       "build"},
      {R"("schedule": {})", "plan.schedule: \"kind\" is missing"},
      {R"("schedule": {"kind": "1f1b", "chunks": 0})",
       "plan.schedule.chunks: expected a whole number from 1, got 0"},
      {R"("schedule": {"kind": "1f1b", "microbatches": -1})",
       "plan.schedule.microbatches: expected a whole number from 1, got -1"},
      {R"("schedule": {"kind": "gpipe", "order": "o.csv"})",
       "plan.schedule.kind: an order is of schedule \"custom\", not of "
       "\"gpipe\""},
      {R"("schedule": {"kind": "custom"})",
       "plan.schedule.kind: schedule \"custom\" takes its order from a file: "
       "add \"order\": \"FILE.csv\""},
      {R"("predicted": {"bubble": "0.1"})",
       "plan.predicted.bubble: expected a number, got \"0.1\""},
      {R"("predicted": {"step_seconds": -1})",
       "plan.predicted.step_seconds: expected a number from 0, got -1"},
      {R"("predicted": {"peak_bytes": {"0": 0.5}})",
       "plan.predicted.peak_bytes[\"0\"]: expected a whole number from 0, got "
       "0.5"},
      {R"("predicted": {"peak_bytes": {"pp 0": 5}})",
       "plan.predicted.peak_bytes: \"pp 0\" is no coordinate of the stage "
       "axis"},
      {R"("predicted": {"bytes": {"0": {"stat": 5}}})",
       "plan.predicted.bytes[\"0\"]: \"stat\" is unknown, did you mean "
       "\"state\"?"},
      {R"("predicted": {"comm_bytes": {"send": {"ib": -1}}})",
       "plan.predicted.comm_bytes[\"send\"][\"ib\"]: expected a whole number "
       "from 0, got -1"},
      {R"("batch": {"x": -1})",
       "plan.batch[\"x\"]: expected a whole number from 0, got -1"},
  };
  expectProblems(cases);
}

TEST(PlanTest, EntriesOfRecomputeAreChecked) {
  const std::string policies =
      "full, selective, none, nothing_saveable, everything_saveable, "
      "dots_saveable, checkpoint_dots, dots_with_no_batch_dims_saveable, "
      "checkpoint_dots_with_no_batch_dims, save_only_these_names, "
      "save_anything_except_these_names, offload, "
      "offload_dot_with_no_batch_dims";
  const BadEntry cases[] = {
      {R"("recompute": [{"match": "block/*", "policy": "full"}])",
       "plan.recompute[0].match: expected the scope of operations, "
       "\"loc:...\", got \"block/*\""},
      {R"("recompute": [{"match": "loc:*", "policy": "ful"}])",
       "plan.recompute[0].policy: \"ful\" is none of " + policies +
           ", did you mean \"full\"?"},
      {R"("recompute": [{"match": "loc:*", "policy": "dots_savable"}])",
       "plan.recompute[0].policy: \"dots_savable\" is none of " + policies +
           ", did you mean \"dots_saveable\"?"},
      {R"("recompute": [{"match": "loc:*", "policy": "dots"}])",
       "plan.recompute[0].policy: \"dots\" is none of " + policies},
      {R"("recompute": [{"match": "loc:*", "policy": "save_only_these_names"}])",
       "plan.recompute[0]: \"names\" is missing"},
      {R"("recompute": [{"match": "loc:*", "policy": "full", "names": []}])",
       "plan.recompute[0].names: only save_only_these_names and "
       "save_anything_except_these_names take names"},
      {R"("recompute": {})", "plan.recompute: expected a list, got {}"},
  };
  expectProblems(cases);
}

TEST(PlanTest, NestingHasAnEnd) {
  std::string deep = "{\"popt_plan\": " + std::string(70, '[') + "1" +
                     std::string(70, ']') + "}";
  EXPECT_EQ("p.json: plan: lists and objects nest deeper than 64",
            errorOf(deep.c_str()));
}

TEST(PlanTest, ListsOnTheCommandLine) {
  std::vector<MeshOverride> axes;
  EXPECT_EQ("mesh: size \"x\" of \"dp=x\" is no number from 1",
            parseMeshOverrides("dp=x", axes));
  EXPECT_EQ("mesh: \"=2\" names no axis; axes are written dp=2",
            parseMeshOverrides("=2", axes));
  EXPECT_EQ("mesh: \"stge\" is no kind of axis, did you mean \"stage\"?",
            parseMeshOverrides("stge:pp=2", axes));
  axes.clear();
  EXPECT_EQ("mesh: axis \"dp\" is given twice",
            parseMeshOverrides("dp=2,dp=4", axes));
  std::vector<std::pair<std::string, std::string>> state;
  for (const char *text : {"w", "w=", "=r"})
    EXPECT_EQ("state: \"" + std::string(text) +
                  "\" is not written argument=result",
              parseStateList(text, state));
  EXPECT_EQ("", parseStateList("w=r,v=s", state));
  EXPECT_EQ(2u, state.size());
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
