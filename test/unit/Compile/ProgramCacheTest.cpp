// What is a part of a program's key, and what comes back.
#include "popt/Compile/ProgramCache.h"
#include "popt/Compile/Session.h"
#include "gtest/gtest.h"

#include <fstream>
#include <set>
#include <unistd.h>

using namespace mlir;
using namespace popt;

namespace {

const char *const kModule = R"(
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
)";

struct ProgramCacheTest : testing::Test {
  ProgramCacheTest() {
    char made[] = "/tmp/popt-cache-test.XXXXXX";
    root = mkdtemp(made);
    setenv("POPT_CACHE_DIR", root.c_str(), 1);
  }
  ~ProgramCacheTest() override {
    EXPECT_EQ(system(("rm -rf " + root).c_str()), 0);
    setenv("POPT_CACHE_DIR", "", 1);
  }
  using Given = std::vector<std::pair<std::string, std::string>>;
  static FlowOptions optionsOf(const Given &given) {
    FlowOptions options;
    for (const auto &[name, value] : given)
      EXPECT_EQ(setOption(options, name, value), "") << name;
    return options;
  }
  /// Empty: no cache is used.
  static std::string keyOf(const Given &given, StringRef text = kModule,
                           StringRef name = "m", bool withReport = false) {
    std::string problem;
    auto cache =
        ProgramCache::open(text, name, optionsOf(given), withReport, problem);
    EXPECT_EQ(problem, "");
    return cache ? cache->key() : "";
  }
  struct Built {
    std::string said;
    bool isCompiled = false;
    FailureOr<BuiltProgram> built = failure();
  };
  static Built build(const Given &given = {}, StringRef text = kModule) {
    Built result;
    Session session(optionsOf(given),
                    [&](DiagnosticSeverity, const std::string &message) {
                      result.said += message;
                    });
    session.askBeforePasses([&] { return result.isCompiled = true; });
    result.built = session.build(llvm::MemoryBuffer::getMemBuffer(text, "m"),
                                 /*withReport=*/true);
    return result;
  }
  std::string write(const char *name, const std::string &text) const {
    std::string path = root + "/" + name;
    std::ofstream(path) << text;
    return path;
  }

  std::string root;
};

/// A value that differs from the default, of each option that changes programs.
const std::map<std::string, std::string> kValues = {
    {"mesh", "dp=2"},
    {"plan", "auto"},
    {"devices", "2"},
    {"state", "x=none"},
    {"batch", "x=0"},
    {"strategies", "propagated"},
    {"cluster", "h100:8"},
    {"memory-budget", "1GB"},
    {"schedule", "gpipe"},
    {"task-costs", "costs.json"},
    {"target", "sm_90"},
    {"target-cpu", "x86-64"},
    {"ptxas", "auto"},
    {"overlap", "off"},
    {"matmul-precision", "f32"},
    {"tuned", "tuned.json"},
    {"recompute", "full"},
    {"O", "1"}};

// Fails for a new option without a value here.
TEST_F(ProgramCacheTest, EveryOptionThatChangesProgramsChangesTheKey) {
  std::set<std::string> keys = {keyOf({})};
  for (const CompileOption &option : compileOptions()) {
    std::string name = option.name.str();
    if (option.effect != OptionEffect::Program)
      continue;
    ASSERT_TRUE(kValues.count(name)) << name;
    std::string key = keyOf({{name, kValues.at(name)}});
    EXPECT_TRUE(keys.insert(key).second) << name;
  }
  // A value is no part of its neighbour.
  EXPECT_NE(keyOf({{"task-costs", "ab"}}), keyOf({{"tuned", "ab"}}));
}

TEST_F(ProgramCacheTest, TextNameAndReportAreOfTheKey) {
  std::string key = keyOf({});
  EXPECT_EQ(key.size(), 64u);
  EXPECT_EQ(keyOf({}), key);
  EXPECT_NE(keyOf({}, std::string(kModule) + " "), key);
  EXPECT_NE(keyOf({}, kModule, "n"), key);
  EXPECT_NE(keyOf({}, kModule, "m", /*withReport=*/true), key);
  // The order of flags is none of it, and the last one counts.
  EXPECT_EQ(keyOf({{"O", "1"}, {"mesh", "dp=2"}}),
            keyOf({{"mesh", "dp=4"}, {"mesh", "dp=2"}, {"O", "1"}}));
}

TEST_F(ProgramCacheTest, WhoWantsNoneHasNone) {
  EXPECT_EQ(keyOf({{"no-cache", ""}}), "");
  EXPECT_EQ(keyOf({{"no-cache", "True"}}), "");
  EXPECT_EQ(keyOf({{"no-cache", "false"}}), keyOf({}));
  FlowOptions options;
  EXPECT_EQ(setOption(options, "no-cache", "maybe"), "expected true or false");
  // It writes a file.
  EXPECT_EQ(keyOf({{"timeline", "f.svg"}}), "");
  setenv("POPT_CACHE_DIR", "", 1);
  EXPECT_EQ(keyOf({}), "");
}

TEST_F(ProgramCacheTest, ThisBuildHasAnIdentity) {
  EXPECT_GE(buildIdentity().size(), 40u);
  EXPECT_EQ(buildIdentity(), buildIdentity());
}

// The program, what was said of it and the report, without a pass.
TEST_F(ProgramCacheTest, WhatIsKeptComesBackWhole) {
  const char *text = R"(
#at = loc("train.py":3:7)
func.func public @main(%x: tensor<4xf32>, %n: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32> loc(#at)
  return %y : tensor<4xf32>
}
)";
  Built first = build({{"mesh", "dp=2"}}, text);
  ASSERT_TRUE(succeeded(first.built));
  EXPECT_TRUE(first.isCompiled);
  Built second = build({{"mesh", "dp=2"}}, text);
  ASSERT_TRUE(succeeded(second.built));
  EXPECT_FALSE(second.isCompiled);
  EXPECT_EQ(second.said, first.said);
  EXPECT_NE(first.built->report.screen, "");
  EXPECT_EQ(second.built->report.screen, first.built->report.screen);
  EXPECT_EQ(second.built->report.page, first.built->report.page);
  EXPECT_EQ(second.built->report.prediction, first.built->report.prediction);
  rt::PackageParts one = packageParts(first.built->program),
                   other = packageParts(second.built->program);
  EXPECT_EQ(one.table, other.table);
  EXPECT_EQ(one.kernels, other.kernels);
}

TEST_F(ProgramCacheTest, WarningsAreSaidAgain) {
  std::string plan = R"({"popt_plan": 1, "mesh": {"device": [["dp", 2]]},
    "predicted": {"step_seconds": 5.0}})";
  Built first = build({{"plan", plan}}), second = build({{"plan", plan}});
  ASSERT_TRUE(succeeded(first.built) && succeeded(second.built)) << first.said;
  EXPECT_FALSE(second.isCompiled);
  EXPECT_NE(first.said.find("plan.predicted"), std::string::npos) << first.said;
  EXPECT_EQ(second.said, first.said);
}

// What a compilation refuses is compiled again, and refused again.
TEST_F(ProgramCacheTest, ErrorsAreNotKept) {
  for (int i = 0; i < 2; ++i) {
    Built built = build({{"batch", "nothing=0"}});
    EXPECT_TRUE(failed(built.built));
    EXPECT_TRUE(built.isCompiled);
    EXPECT_NE(built.said, "");
  }
}

// Files have a part in the key by what they say, wherever they are named: a plan, and
// the machine's file.
TEST_F(ProgramCacheTest, ContentsOfFilesCount) {
  const std::string plan =
      R"({"popt_plan": 1, "mesh": {"device": [["dp", 2]]}})";
  std::string path = write("plan.json", plan);
  EXPECT_TRUE(build({{"plan", path}}).isCompiled);
  EXPECT_FALSE(build({{"plan", path}}).isCompiled);
  write("plan.json", R"({"popt_plan": 1, "mesh": {"device": [["dp", 4]]}})");
  Built four = build({{"plan", path}});
  EXPECT_TRUE(four.isCompiled);
  EXPECT_EQ(four.built->program.table.numRanks(), 4);
  // Both are kept.
  EXPECT_FALSE(build({{"plan", path}}).isCompiled);
  write("plan.json", plan);
  Built two = build({{"plan", path}});
  EXPECT_FALSE(two.isCompiled);
  EXPECT_EQ(two.built->program.table.numRanks(), 2);
  unlink(path.c_str());
  EXPECT_TRUE(failed(build({{"plan", path}}).built));
}

// Where it can't be written, the program is compiled all the same.
TEST_F(ProgramCacheTest, AFolderThatCannotBeWrittenIsAWarning) {
  std::string file = write("file", "x");
  setenv("POPT_CACHE_DIR", (file + "/below").c_str(), 1);
  Built built = build();
  EXPECT_TRUE(succeeded(built.built));
  EXPECT_EQ(built.said, "warning: the cache of compiled programs in " + file +
                            "/below cannot be written: Not a directory; "
                            "POPT_CACHE_DIR names another folder, and "
                            "--no-cache does without\n");
}

} // namespace
