//===- CrashTest.cpp - Crashes and errors while a checkpoint is saved -----===//
//
// The newest complete checkpoint loads bit by bit, whichever file operation is
// the last and whatever becomes of what was not synced.
//
//===----------------------------------------------------------------------===//
#include "MemoryFiles.h"
#include "SavedState.h"
#include "UpdateProgram.h"

using namespace popt::rt;

namespace {
using Fate = MemoryFiles::Fate;

/// Two checkpoints are there, and a third is saved.
struct Scene {
  MemoryFiles files;
  StepTable table = updateProgram();
  std::vector<Wholes> states; ///< by step
  std::string run = "first";
  std::unique_ptr<MetricsFile> metrics = std::make_unique<MetricsFile>();

  Scene() {
    for (uint32_t step = 0; step < 5; ++step)
      states.push_back(randomWholes(table, step));
    EXPECT_EQ(save(1), "");
    EXPECT_EQ(save(2), "");
  }
  std::string save(int64_t step, int64_t keep = 0) {
    metrics->append(rows(step));
    return saveState(files, table, states[step], "/ck", step, keep,
                     /*cutBytes=*/16, run, metrics.get());
  }
  /// Of so many steps. Two runs have other rows only where steps were lost.
  static MetricRows rows(int64_t steps) {
    MetricRows all;
    for (int64_t step = 1; step <= steps; ++step)
      all.push_back({std::to_string(step * 1000), "null"});
    return all;
  }
  /// Another process goes on.
  void beginRun(const std::string &name) {
    run = name;
    metrics = std::make_unique<MetricsFile>();
  }
  /// The step of the newest checkpoint; it must load.
  int64_t load() {
    CheckpointIndex index = newest(files, "/ck");
    EXPECT_EQ(loadState(files, table, index, states[index.step]), "");
    EXPECT_EQ(index.metrics, rows(index.step));
    return index.step;
  }
  std::vector<std::string> names() {
    std::vector<std::string> found;
    EXPECT_EQ(files.list("/ck", found), 0);
    return found;
  }
};

/// What becomes of things that were not synced: all alike, or as dice fall.
std::function<Fate()> fateOf(uint32_t number) {
  if (number < 4)
    return [number] { return static_cast<Fate>(number); };
  auto dice = std::make_shared<std::mt19937>(number);
  return [dice] { return static_cast<Fate>((*dice)() % 4); };
}
} // namespace

TEST(CrashTest, AtEveryOperation) {
  int64_t states = 0, saved = 0;
  for (int64_t keep : {0, 1, 2})
    for (uint32_t fate = 0; fate < 16; ++fate)
      for (int64_t last = 0;; ++last) {
        Scene scene;
        scene.files.failAt(last, EIO, /*isCrash=*/true);
        std::string said = scene.save(3, keep);
        if (scene.files.count() <= last) {
          EXPECT_EQ(said, "");
          break;
        }
        scene.files.restart(fateOf(fate));
        int64_t step = scene.load();
        // When the save was over, only old checkpoints were at stake.
        bool isOver = said.empty() || said.find("cannot remove old") == 0;
        EXPECT_GE(step, isOver ? 3 : 2) << last << ", " << fate;
        ++states;
        saved += step == 3;
        // The next run goes on.
        removeLeftovers(scene.files, "/ck");
        scene.beginRun("second");
        EXPECT_EQ(scene.save(step == 3 ? 4 : 3), "");
        EXPECT_EQ(scene.load(), step == 3 ? 4 : 3);
        for (const std::string &name : scene.names())
          EXPECT_EQ(name.find("step-"), 0u) << name;
        // Those from before have what they had.
        for (int64_t old = keep ? 99 : 1; old < step; ++old) {
          CheckpointIndex index;
          std::string name = "/ck/" + folderName(old);
          EXPECT_EQ(readIndex(scene.files, name, index).message, "");
          EXPECT_EQ(index.metrics, Scene::rows(old));
        }
      }
  EXPECT_GE(states, 1000);
  EXPECT_GT(saved, 50);
}

// One operation fails: the save says so, the one before it stays, and the next
// save works.
TEST(CrashTest, ErrorAtEveryOperation) {
  for (int64_t number = 0;; ++number) {
    Scene scene;
    scene.files.failAt(number, ENOSPC, /*isCrash=*/false);
    std::string said = scene.save(3);
    if (scene.files.count() <= number)
      break;
    int64_t step = scene.load();
    if (said.empty()) // what failed does not matter
      EXPECT_EQ(step, 3);
    else
      EXPECT_NE(said.find("No space left on device"), std::string::npos)
          << said;
    scene.files.failAt(-1, 0, false);
    EXPECT_EQ(scene.save(4), "");
    EXPECT_EQ(scene.load(), 4);
  }
}

// A checkpoint that can't be loaded makes room for one of the same step, and
// does not count among those that stay.
TEST(CrashTest, DamagedOnesMakeRoom) {
  Scene scene;
  ASSERT_EQ(scene.save(3), "");
  scene.files.contentsOf("/ck/step-00000003/index.json")[20] ^= 1;
  ASSERT_EQ(scene.files.makeFolder("/ck/step-00000004"), 0);
  EXPECT_EQ(scene.load(), 2);
  EXPECT_EQ(scene.save(3, /*keep=*/1), "");
  EXPECT_EQ(scene.load(), 3);
  EXPECT_EQ(scene.names(),
            (std::vector<std::string>{"step-00000003", "step-00000004"}));
}

// Each save writes the rows since the one before; a file system without links gets
// all of them, and an old checkpoint of a run that goes elsewhere keeps its own.
TEST(CrashTest, RowsOfMetrics) {
  for (bool hasLinks : {true, false}) {
    Scene scene;
    scene.files.hasLinks = hasLinks;
    ASSERT_EQ(scene.save(3), "");
    uint64_t before =
        scene.files.bytesOf("/ck/step-00000003/metrics-first.jsonl");
    ASSERT_EQ(scene.save(4), "");
    EXPECT_EQ(scene.load(), 4);
    EXPECT_EQ(scene.files.bytesOf("/ck/step-00000003/metrics-first.jsonl") >
                  before,
              hasLinks)
        << "one file with several names";
    // Another run goes on after step 2, and loses the steps after it.
    scene.beginRun("second");
    ASSERT_EQ(scene.save(2), "");
    ASSERT_EQ(scene.save(3), "");
    CheckpointIndex index;
    ASSERT_EQ(readIndex(scene.files, "/ck/step-00000004", index).message, "");
    EXPECT_EQ(index.metrics, Scene::rows(4));
  }
}
