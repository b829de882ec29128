//===- ExchangeTest.cpp - Checkpoints as models, and back -----------------===//
//
// What fails on the way; that models are right: test/Execute/ckpt-exchange.test.
//
//===----------------------------------------------------------------------===//
#include "checkpoint/Exchange.h"
#include "MemoryFiles.h"
#include "SavedState.h"

using namespace popt::rt;

namespace {
struct ExchangeTest : testing::Test {
  MemoryFiles files;
  StepTable table;
  Wholes wholes;
  CheckpointIndex index;
  NameMap names;

  void save(const std::map<std::string, std::vector<int64_t>> &shapes) {
    TableBuilder b({{"a", 2, AxisKind::Device}});
    for (const auto &[name, shape] : shapes) {
      Operand o = b.argument(name, POPT_RT_F32, shape, {{0}});
      b.result(name, o, shape, {{0}});
      auto last = static_cast<int32_t>(b.table.arguments.size()) - 1;
      b.state(last, last);
    }
    table = b.table;
    wholes = randomWholes(table, 1);
    ASSERT_EQ(saveState(files, table, wholes, "/ck", 3), "");
    index = newest(files, "/ck");
  }
  void read(const std::string &text) {
    int file = -1;
    std::string error;
    ASSERT_EQ(files.create("/names.json", file), 0);
    ASSERT_EQ(files.write(file, text.data(), text.size()), 0);
    files.close(file);
    ASSERT_TRUE(readNameMap(files, "/names.json", names, error)) << error;
  }
  std::string exportTo(const std::string &folder) {
    ExportOptions options;
    options.names = &names;
    options.fileBytes = 20;
    Exported done;
    std::string error;
    return exportModel(files, index, folder, options, done, error) ? "" : error;
  }
};
} // namespace

// Stacks are cut, a file for each slice, and come back.
TEST_F(ExchangeTest, ThereAndBack) {
  save({{"w", {3, 2, 5}}, {"v", {4}}});
  read(R"({"l.*.w": {"to": "w", "stack": true, "transpose": true}})");
  ASSERT_EQ(exportTo("/hf"), "");
  Sources model;
  std::string error, path = "/hf/model.safetensors.index.json";
  ASSERT_TRUE(openSources(files, path, model, error)) << error;
  EXPECT_EQ(model.files.size(), 3u);
  EXPECT_EQ(model.files[0].path, "/hf/model-00001-of-00003.safetensors");
  ASSERT_TRUE(model.tensors.count("l.2.w"));
  EXPECT_EQ(model.tensors["l.2.w"].shape, (std::vector<int64_t>{5, 2}));
  size_t taken = 0;
  ASSERT_TRUE(importModel(files, path, &names, index, "/new", taken, error))
      << error;
  EXPECT_EQ(taken, 1u);
  CheckpointIndex back = newest(files, "/new");
  EXPECT_EQ(back.step, 3);
  EXPECT_EQ(loadState(files, table, back, wholes), "");
}

TEST_F(ExchangeTest, OneKeyForTwoTensors) {
  save({{"p1.2", {4}}, {"p.12", {4}}});
  read(R"({"k**": "p*.*"})");
  EXPECT_EQ(exportTo("/hf"), "/names.json: names[\"k**\"]: \"p.12\" and "
                             "\"p1.2\" would both be called \"k12\"");
}

// Damage, and disks that fail: no index is left that says all is well.
TEST_F(ExchangeTest, Failures) {
  save({{"v", {40}}, {"w", {3, 20}}});
  read(R"({"w": "w", "v": {"to": "v", "merge": [0, 1]}})");
  EXPECT_EQ(exportTo("/bad"),
            "/names.json: names[\"v\"]: \"v\" of /ck/step-00000003 is f32[40]: "
            "an argument of 1 axes, of which the first 0 are stacked, has no "
            "axes [0, 1] to merge");
  read(R"({"w": "w", "v": "v"})");
  std::vector<std::string> listed;
  for (int64_t at = 0;; ++at) {
    std::string folder = "/f" + std::to_string(at);
    files.failAt(at, ENOSPC, /*isCrash=*/false);
    std::string error = exportTo(folder);
    bool isDone = files.count() <= at;
    files.failAt(-1, 0, false);
    if (isDone) {
      EXPECT_EQ(error, "");
      break;
    }
    EXPECT_NE(error.find("No space left on device"), error.npos) << error;
  }
  std::string path = index.folder + "/" + index.files[0].name;
  char &byte = files.contentsOf(path)[index.tensors[0].blocks[0].offset];
  byte = static_cast<char>(byte ^ 1);
  EXPECT_EQ(exportTo("/damaged").find(path + " is damaged: "), 0u);
  ASSERT_EQ(files.list("/damaged", listed), 0);
  EXPECT_EQ(
      std::count(listed.begin(), listed.end(), "model.safetensors.index.json"),
      0);
  size_t taken = 0;
  std::string error;
  EXPECT_FALSE(importModel(files, path, nullptr, index, "/new", taken, error));
}
