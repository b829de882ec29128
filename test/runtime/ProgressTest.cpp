// What a user sees of a run while it goes on, and how one is stopped.
#include "report/Progress.h"
#include "Fault.h"
#include "Tables.h"
#include "popt-rt/data.h"
#include "session/StopGate.h"
#include <csignal>
#include <cstdio>
#include <gtest/gtest.h>
#include <set>
#include <thread>

using namespace popt::rt;

namespace {
/// What was written to a temporary file.
std::string contents(std::FILE *file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
    text += static_cast<char>(c);
  std::fclose(file);
  return text;
}
} // namespace

TEST(Progress, ClockTime) {
  EXPECT_EQ(clockTime(0), "0:00");
  EXPECT_EQ(clockTime(0.2), "0:01");
  EXPECT_EQ(clockTime(61), "1:01");
  EXPECT_EQ(clockTime(3600 + 62), "1:01:02");
}

TEST(Progress, LinesInAFileComeEveryOtherSecond) {
  std::FILE *out = std::tmpfile();
  std::string error;
  {
    Progress progress("model", {"loss"}, 10, out, /*isTerminal=*/false);
    progress.start(100);
    for (int step = 0; step < 10; ++step)
      EXPECT_EQ(progress.addStep(step, {"0.5"}, 101 + step), "");
  }
  EXPECT_EQ(contents(out), "model: step 2/10  loss 0.5  1000 ms  0:08 left\n"
                           "model: step 4/10  loss 0.5  1000 ms  0:06 left\n"
                           "model: step 6/10  loss 0.5  1000 ms  0:04 left\n"
                           "model: step 8/10  loss 0.5  1000 ms  0:02 left\n"
                           "model: step 10/10  loss 0.5  1000 ms  0:00 left\n");
}

// An evaluation is no part of the next step.
TEST(Progress, Evaluations) {
  std::FILE *out = std::tmpfile();
  {
    Progress progress("model", {"loss"}, 4, out, /*isTerminal=*/false);
    progress.start(0);
    EXPECT_EQ(progress.addStep(0, {"0.5"}, 1), "");
    EXPECT_EQ(progress.addEvaluation(1, {"loss", "error"}, {"0.25", "3"}, 11),
              "");
    EXPECT_EQ(progress.addStep(1, {"0.5"}, 12), "");
  }
  EXPECT_EQ(contents(out),
            "model: step 2/4  loss 0.5  evaluated loss 0.25 error 3  1000 ms  "
            "0:02 left\n");
}

TEST(Progress, CommunicationAndSaves) {
  std::FILE *out = std::tmpfile();
  std::string error;
  {
    Progress progress("model", {}, 100, out, /*isTerminal=*/false);
    progress.start(0);
    for (int step = 0; step < 4; ++step) {
      progress.addCommunicated(0.25);
      if (step == 2)
        progress.addSaved(2, 2.5);
      EXPECT_EQ(progress.addStep(step, {}, 1 + step), "");
    }
  }
  EXPECT_EQ(
      contents(out),
      "model: step 2/100  1000 ms, 25% communicating  1:38 left\n"
      "model: step 4/100  1000 ms, 25% communicating  1:36 left  step 2 saved "
      "0:02 ago\n");
}

TEST(Progress, TheLineOnATerminalIsWrittenOver) {
  std::FILE *out = std::tmpfile();
  std::string error;
  {
    Progress progress("model", {"loss"}, 3, out, /*isTerminal=*/true);
    progress.start(0);
    EXPECT_EQ(progress.addStep(0, {"0.125"}, 1), "");
    EXPECT_EQ(progress.addStep(1, {"9"}, 1.05), ""); // too soon
    EXPECT_EQ(progress.addStep(2, {"7"}, 1.08), ""); // the last is shown
  }
  EXPECT_EQ(contents(out), "\rmodel: step 1/3  loss 0.125  1000 ms  0:02 left"
                           "\rmodel: step 3/3  loss 7  360 ms  0:00 left     "
                           "\n");
}

TEST(Progress, ALogThatCannotBeWritten) {
  Progress progress("model", {}, 2, stderr, false);
  std::string error;
  EXPECT_FALSE(progress.openLog("/nowhere/log.jsonl", 0, error));
  EXPECT_EQ(error,
            "cannot write /nowhere/log.jsonl: No such file or directory");
  ASSERT_TRUE(progress.openLog("/dev/full", 0, error));
  // Once, and in the end.
  EXPECT_EQ(progress.addStep(0, {}, 1),
            "cannot write /dev/full: No space left on device; the run goes on, "
            "and tries again after each step");
  EXPECT_EQ(progress.addStep(1, {}, 2), "");
  EXPECT_EQ(progress.endLog(),
            "cannot write /dev/full: No space left on device");
}

// Lines that could not be written follow; of half a line nothing stays.
TEST(Progress, ALogThatCanBeWrittenAgain) {
  TemporaryFolder folder;
  std::string path = folder.file("log.jsonl"), error;
  Progress progress("model", {}, 9, stderr, false);
  ASSERT_TRUE(progress.openLog(path, 0, error)) << error;
  EXPECT_EQ(progress.addStep(0, {}, 1), "");
  std::string one = contents(path);
  {
    Fault full("call=write,file=log.jsonl,after=1,times=all,do=fail:ENOSPC;"
               "call=write,file=log.jsonl,do=short");
    EXPECT_NE(progress.addStep(1, {}, 2), "");
    EXPECT_EQ(progress.addStep(2, {}, 3), "");
    EXPECT_GT(contents(path).size(), one.size());
    EXPECT_NE(progress.endLog(), "");
    EXPECT_EQ(contents(path), one);
  }
}

TEST(Progress, ALogWithRoomAgain) {
  TemporaryFolder folder;
  std::string path = folder.file("log.jsonl"), error;
  Progress progress("model", {}, 9, stderr, false);
  ASSERT_TRUE(progress.openLog(path, 0, error)) << error;
  {
    Fault full("call=write,file=log.jsonl,after=1,times=2,do=fail:ENOSPC;"
               "call=write,file=log.jsonl,do=short");
    for (int step = 0; step < 4; ++step)
      EXPECT_EQ(progress.addStep(step, {}, 1 + step).empty(), step != 0);
  }
  EXPECT_EQ(progress.endLog(), "");
  std::istringstream lines(contents(path));
  int step = 0;
  for (std::string line; std::getline(lines, line);)
    EXPECT_EQ(line.find("{\"step\": " + std::to_string(++step) + ","), 0u);
  EXPECT_EQ(step, 4);
}

TEST(StopGate, OpenUntilAsked) {
  StopGate gate(2);
  EXPECT_TRUE(gate.mayBegin(0, 0));
  EXPECT_TRUE(gate.mayBegin(1, 0));
  EXPECT_TRUE(gate.mayBegin(1, 1));
  EXPECT_EQ(gate.stoppedAfter(), -1);
  gate.request(SIGINT);
  // Rank 1 has begun step 1, so rank 0 does it, too.
  EXPECT_TRUE(gate.mayBegin(0, 1));
  EXPECT_FALSE(gate.mayBegin(0, 2));
  EXPECT_FALSE(gate.mayBegin(1, 2));
  EXPECT_EQ(gate.stoppedAfter(), 2);
}

// However ranks race with the request, all run the same steps.
TEST(StopGate, AllRanksStopAfterTheSameStep) {
  for (int round = 0; round < 20; ++round) {
    constexpr int ranks = 4;
    StopGate gate(ranks);
    int64_t ran[ranks] = {};
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
      threads.emplace_back([&, rank] {
        while (gate.mayBegin(rank, ran[rank]))
          ++ran[rank];
      });
    std::this_thread::sleep_for(std::chrono::microseconds(round));
    gate.request(SIGINT);
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(std::set<int64_t>(ran, ran + ranks).size(), 1u);
    EXPECT_EQ(gate.stoppedAfter(), ran[0]);
  }
}

// However ranks race with requests, all save after the same steps.
TEST(StopGate, AllRanksSaveAfterTheSameSteps) {
  constexpr int ranks = 4;
  int64_t saves = 0;
  for (int round = 0; round < 20; ++round) {
    StopGate gate(ranks);
    std::vector<int64_t> saved[ranks];
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank)
      threads.emplace_back([&, rank] {
        for (int64_t step = 0; gate.mayBegin(rank, step); ++step) {
          if (gate.isToSave(step))
            saved[rank].push_back(step);
          if (step % 64 == 0)
            std::this_thread::yield();
        }
      });
    for (int request = 0; request < 20; ++request) {
      std::this_thread::sleep_for(std::chrono::microseconds(20 * round));
      gate.requestSave();
    }
    gate.request(SIGTERM);
    for (std::thread &thread : threads)
      thread.join();
    for (int rank = 1; rank < ranks; ++rank)
      EXPECT_EQ(saved[rank], saved[0]) << "round " << round;
    saves += static_cast<int64_t>(saved[0].size());
    EXPECT_EQ(gate.signal(), SIGTERM);
  }
  EXPECT_GT(saves, 0);
}
