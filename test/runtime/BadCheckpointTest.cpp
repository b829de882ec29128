//===- BadCheckpointTest.cpp - Checkpoints that runs refuse ---------------===//
//
// Whatever is wrong, --resume says what and where, and nothing runs.
//
//===----------------------------------------------------------------------===//
#include "MemoryFiles.h"
#include "RunFixture.h"
#include "SavedState.h"
#include "checkpoint/Hash.h"
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace popt::rt;
using json = nlohmann::ordered_json;

namespace {
/// A folder with a checkpoint of the program after 2 steps.
struct BadCheckpointTest : RunFixture {
  const std::string ck = file("ck"), step = ck + "/step-00000002",
                    index = step + "/index.json";

  BadCheckpointTest() { save({"2"}); }

  void save(const std::vector<std::string> &steps) {
    for (const std::string &count : steps)
      EXPECT_EQ(
          run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
               "--repeat", "--steps", count, "--save", ck, "--resume"})
              .status,
          0);
  }
  Outcome resume() {
    return run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                "--repeat", "--steps", "4", "--resume=" + ck});
  }
  void expectRefused(const std::string &message) {
    Outcome outcome = resume();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.err.find("model: error: " + message), std::string::npos)
        << outcome.err;
  }
  static void put(const std::string &path, const std::string &text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  /// Changes the index, and makes its hash right again.
  void edit(const std::function<void(json &)> &change) {
    json all = json::parse(contents(index));
    all.erase("xxh3");
    change(all);
    put(index, sealed(all));
  }
  /// The text of an index with its hash.
  static std::string sealed(const json &all) {
    std::string body = all.dump();
    body.pop_back();
    return body + ",\n \"xxh3\": \"" + toHex(xxh3(body.data(), body.size())) +
           "\"}\n";
  }
  /// The same, and what is said then.
  void expectMistake(const std::function<void(json &)> &change,
                     const std::string &message) {
    std::string before = contents(index);
    edit(change);
    expectRefused(index + ": checkpoint" + message);
    put(index, before);
  }
};
} // namespace

TEST_F(BadCheckpointTest, EditedWithCare) {
  edit([](json &) {});
  Outcome outcome = resume();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(BadCheckpointTest, OlderVersion) {
  edit([](json &all) {
    all["popt_checkpoint"] = 1;
    all.erase("results");
    all["metrics"] = json::array();
  });
  Outcome outcome = resume();
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  // Until version 2 the index had the rows of metrics.
  edit([](json &all) {
    all["popt_checkpoint"] = 2;
    all["metrics"] = {{"1.5"}, {"2.5"}};
  });
  outcome = run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                 "--repeat", "--steps", "3", "--resume=" + ck, "--metrics",
                 file("m.json")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  json rows = json::parse(contents(file("m.json")))["metrics_per_step"];
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], json({1.5}));
  EXPECT_EQ(rows[1], json({2.5}));
}

TEST_F(BadCheckpointTest, IndexThatLies) {
  const std::string tensor = ".tensors[0]", block = tensor + ".blocks[0]";
  auto at = [](json &all) -> json & { return all["tensors"][0]["blocks"][0]; };
  expectMistake([](json &all) { all["files"][1]["name"] = "../x.safetensors"; },
                ".files[1].name: \"../x.safetensors\" is no name of a file in "
                "the checkpoint's folder");
  expectMistake([](json &all) { all["files"][1]["name"] = ".."; },
                ".files[1].name: \"..\" is no name of a file");
  expectMistake([](json &all) { all["files"][1] = all["files"][0]; },
                ".files[1]: \"rank-0.safetensors\" is there twice");
  expectMistake([](json &all) { all["files"][0]["header_bytes"] = 1 << 30; },
                ".files[0]: its header has 1073741824 bytes, and the file ");
  expectMistake([](json &all) { all["files"][0]["header_xxh3"] = "12"; },
                ".files[0].header_xxh3: expected 16 hexadecimal digits, got "
                "\"12\"");
  expectMistake([](json &all) { all["tensors"][0]["type"] = "f31"; },
                tensor + ".type: element type \"f31\" is not known");
  expectMistake([](json &all) { all["tensors"][0]["shape"] = {-7, 5}; },
                tensor + ".shape: these are no extents of a tensor");
  expectMistake(
      [](json &all) { all["tensors"][0]["shape"] = {1L << 40, 1L << 40}; },
      tensor + ".shape: these are no extents of a tensor");
  expectMistake([&](json &all) { at(all)["begin"] = {4, 0}; },
                block + ": this is no part of f32[7x5]");
  expectMistake([&](json &all) { at(all)["begin"] = {0, int64_t(1) << 62}; },
                block + ": this is no part of f32[7x5]");
  expectMistake([&](json &all) { at(all)["begin"] = {0}; },
                block + ": this is no part of f32[7x5]");
  expectMistake([&](json &all) { at(all)["file"] = "rank-7.safetensors"; },
                block + ".file: \"rank-7.safetensors\" is not among the files");
  for (int64_t offset : {int64_t(0), int64_t(100000), int64_t(1) << 62})
    expectMistake([&](json &all) { at(all)["offset"] = offset; },
                  block + ".offset: the block's 48 bytes are not within the "
                          "file's data");
  expectMistake([&](json &all) { at(all)["extent"] = {3, 3}; },
                tensor + ": its blocks have a hole: they cover 32 of 35 "
                         "elements");
  expectMistake([](json &all) { all["tensors"][0]["blocks"].clear(); },
                tensor + ": its blocks have a hole: they cover 0 of 35");
  expectMistake(
      [&](json &all) {
        json &blocks = all["tensors"][0]["blocks"];
        blocks.push_back(blocks[3]);
      },
      tensor + ": its blocks [4:7, 3:5] and [4:7, 3:5] overlap");
  expectMistake(
      [&](json &all) {
        json &blocks = all["tensors"][1]["blocks"];
        blocks.push_back(blocks[0]);
      },
      ".tensors[1]: its blocks [] and [] overlap");
  expectMistake([](json &all) { all["tensors"][1] = all["tensors"][0]; },
                ".tensors[1]: \"params['w']\" is there twice");
  expectMistake([](json &all) { all.erase("step"); }, ": \"step\" is missing");
  expectMistake([](json &all) { all["stop"] = 1; },
                ": \"stop\" is unknown, did you mean \"step\"?");
  expectMistake([](json &all) { all["tensors"] = 3; },
                ".tensors: expected a list, got 3");
  expectMistake([](json &all) { all["results"]["file"] = "rank-9"; },
                ".results.file: \"rank-9\" is not among the files");
}

TEST_F(BadCheckpointTest, OtherVersionOrStep) {
  edit([](json &all) { all["popt_checkpoint"] = 7; });
  expectRefused(index + ": version 7 is newer than this build's, 4");
  for (const char *text : {"{}", "{\"popt_checkpoint\": 4}"}) {
    put(index, text);
    expectRefused("no checkpoint in " + ck + " can be loaded: " + index +
                  " is damaged: its hash is not that of its text");
  }
}

TEST_F(BadCheckpointTest, WrongStep) {
  ASSERT_EQ(rename(step.c_str(), (ck + "/step-3").c_str()), 0);
  expectRefused(ck + "/step-3/index.json is of step 2");
}

TEST_F(BadCheckpointTest, OtherProgram) {
  table.arguments[0].name = "params['v']";
  expectRefused(step + " is of another program: it has no \"params['v']\", "
                       "f32[7x5], did you mean \"params['w']\"?");
  table = updateProgram();
  table.arguments[3].stateResult = table.results[2].stateArgument = -1;
  expectRefused(step + " is of another program: no argument that steps pass on "
                       "is called \"n\"");
  table = updateProgram();
  edit([](json &all) { all["tensors"][1]["type"] = "f32"; });
  expectRefused(step + " is of another program: \"n\" is i32[], but the "
                       "checkpoint has f32[]");
}

TEST_F(BadCheckpointTest, ChangedBytes) {
  std::string path = step + "/rank-1.safetensors", text = contents(path);
  text.back() = static_cast<char>(text.back() ^ 4);
  put(path, text);
  Outcome outcome = resume();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find(
                path +
                " is damaged: [0:4, 3:5] of \"params['w']\" is not what "
                "was saved; to resume from an older checkpoint, remove " +
                step),
            std::string::npos)
      << outcome.err;
  // Nothing is left to do but to write files.
  outcome = run({"--inputs", file("in.npz"), "--steps", "2", "--resume=" + ck,
                 "--outputs", file("out.npz")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find(path + " is damaged"), std::string::npos);
}

// Whatever stands in an index, it is refused with a place, or loads or is
// judged.
TEST_F(BadCheckpointTest, MutatedIndexes) {
  const std::string folder = "/ck/step-00000001", path = folder + "/index.json";
  Wholes wholes = randomWholes(table, 1);
  MemoryFiles files;
  MetricsFile metrics;
  metrics.append({{"0.5", "null"}, {"0.25", "7"}});
  ASSERT_EQ(saveState(files, table, wholes, "/ck", 1, 0, 16, "run", &metrics),
            "");
  std::string &text = files.contentsOf(path);
  const std::string before = text;
  std::vector<json::json_pointer> places;
  json flat = json::parse(before).flatten();
  for (auto &[key, value] : flat.items())
    places.emplace_back(key);
  const std::vector<json> values = {0,
                                    1,
                                    2,
                                    7,
                                    -1,
                                    INT64_MAX,
                                    1e300,
                                    0.5,
                                    nullptr,
                                    true,
                                    "rank",
                                    json::array(),
                                    json::object(),
                                    UINT64_MAX,
                                    "\xce\xb2",
                                    int64_t(1) << 58,
                                    {4, 3},
                                    {1 << 30, 1 << 30},
                                    "f64",
                                    "c128"};
  int refused = 0, loaded = 0;
  for (const json::json_pointer &place : places)
    for (const json &value : values) {
      json all = json::parse(before);
      all[place] = value;
      all.erase("xxh3");
      text = sealed(all);
      CheckpointIndex read;
      Defect defect = readIndex(files, folder, read);
      bool names = defect.message.find(folder) == 0 ||
                   defect.message.find("cannot open " + folder) == 0;
      if (!defect.message.empty())
        EXPECT_TRUE(names) << defect.message;
      else
        ++(loadState(files, table, read, wholes).empty() ? loaded : refused);
    }
  EXPECT_GT(refused, 0);
  EXPECT_GT(loaded, 0);
}

// Rows of metrics that are not what was saved: an older checkpoint takes over.
TEST_F(BadCheckpointTest, Metrics) {
  auto resumed = [&](const std::string &steps) {
    return run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
                "--repeat", "--steps", steps, "--save", ck, "--resume",
                "--metrics", file("m.json")});
  };
  ASSERT_EQ(resumed("3").status, 0);
  std::string newer = ck + "/step-00000003", rows;
  std::vector<std::string> names;
  ASSERT_EQ(machineFiles().list(newer, names), 0);
  for (const std::string &name : names)
    if (name.find("metrics-") == 0)
      rows = newer + "/" + name;
  std::string whole = contents(rows);
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 3);
  auto expectSkipped = [&](const std::string &text, const std::string &why) {
    put(rows, text);
    Outcome outcome = resume();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("a checkpoint is skipped: " + why),
              std::string::npos)
        << outcome.err;
  };
  std::string size = std::to_string(whole.size());
  expectSkipped(whole.substr(1),
                rows + " has " + std::to_string(whole.size() - 1) +
                    " bytes, not the " + size + " that were saved");
  std::string changed = whole;
  changed[3] ^= 1;
  expectSkipped(changed, rows + " is damaged: its first " + size +
                             " bytes are not those that were saved");
  put(rows, whole);
  std::string index = newer + "/index.json", before = contents(index);
  json lies = json::parse(before);
  lies.erase("xxh3");
  lies["metrics"]["rows"] = 2;
  put(index, sealed(lies));
  expectRefused(rows + " has 3 rows, and the index says 2");
  put(index, before);
  // What later saves of the run have added is not the checkpoint's.
  put(rows, whole + "[\"1\"]\n[");
  Outcome outcome = resumed("4");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(json::parse(contents(file("m.json")))["metrics_per_step"].size(),
            4u);
  ASSERT_EQ(unlink(rows.c_str()), 0);
  removeAll(machineFiles(), ck + "/step-00000004");
  EXPECT_NE(resume().err.find("cannot open " + rows), std::string::npos);
}

// A file that is cut off, and two checkpoints of which neither is left.
TEST_F(BadCheckpointTest, ChangedSizes) {
  save({"3"});
  std::string newer = ck + "/step-00000003/rank-1.safetensors",
              older = step + "/rank-3.safetensors";
  ASSERT_EQ(truncate(newer.c_str(), 3), 0);
  Outcome outcome = resume();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("warning: a checkpoint is skipped: " + newer +
                             " has 3 bytes, not the "),
            std::string::npos)
      << outcome.err;
  ASSERT_EQ(unlink(older.c_str()), 0);
  expectRefused("no checkpoint in " + ck + " can be loaded: " + newer +
                " has 3 bytes, not the ");
  EXPECT_NE(resume().err.find(" that were saved; nor can 1 older"),
            std::string::npos);
}

TEST_F(BadCheckpointTest, NoFolder) {
  Outcome outcome = run({"--inputs", file("in.npz"), "--resume=" + file("no")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "model: note: no checkpoint in " + file("no") +
                             ": the run begins\n");
  outcome = run({"--inputs", file("in.npz"), "--resume=" + file("in.npz")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "model: error: cannot read " + file("in.npz") +
                             ": Not a directory\n");
}

// A file that shrinks while it is read.
TEST_F(BadCheckpointTest, ShrinksLater) {
  CheckpointIndex read;
  ASSERT_EQ(readIndex(machineFiles(), step, read).message, "");
  const SavedTensor &tensor = read.tensors[0];
  const std::string path = step + "/" + read.files[0].name;
  ASSERT_EQ(truncate(path.c_str(), 10), 0);
  BoxReader reader(machineFiles(), read);
  Tensor whole(POPT_RT_F32, {7, 5});
  std::string error;
  EXPECT_FALSE(reader.read(tensor, wholeBox(tensor.shape), tensor.shape,
                           whole.data.data(), true, error));
  EXPECT_EQ(error.find(path + " ends at byte "), 0u) << error;
  EXPECT_NE(error.find(", in \"params['w']\""), std::string::npos) << error;
}

// Ranks that mean different folders by one name.
TEST_F(BadCheckpointTest, FolderNotShared) {
  SavePlan plan = planSave(table);
  SaveParts parts;
  parts.files.resize(plan.size());
  parts.hashes.resize(plan.size());
  std::string dir = file("other");
  for (size_t rank = 0; rank < plan.size(); ++rank) {
    // Rank 2 writes elsewhere.
    RankFile written(machineFiles(), table,
                     {rank == 2 ? file("own") : dir, "run", 1},
                     static_cast<int64_t>(rank), plan[rank]);
    std::vector<uint8_t> data(1000);
    for (size_t p = 0; p < plan[rank].size(); ++p)
      written.append(data.data());
    parts.files[rank] = written.finish();
    parts.hashes[rank] = written.hashes();
  }
  CheckpointIndex made;
  made.step = 1;
  made.ranks = 4;
  EXPECT_EQ(commitSave(machineFiles(), table, {dir, "run", 1}, plan, parts,
                       made, {}, 0),
            "rank 0 does not see " + dir +
                "/.saving-run-step-00000001/rank-2.safetensors, which rank 2 "
                "has written; all ranks must share the folder");
  std::vector<std::string> names;
  EXPECT_EQ(machineFiles().list(dir, names), 0);
  EXPECT_EQ(names.size(), 0u);
}
