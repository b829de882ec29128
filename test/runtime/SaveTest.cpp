//===- SaveTest.cpp - Runs that save and go on ----------------------------===//
//
// --save, --save-every, --keep, --resume on threads and on processes. The
// program is UpdateProgram.h's.
//
//===----------------------------------------------------------------------===//
#include "checkpoint/Save.h"
#include "Fault.h"
#include "RunFixture.h"
#include "checkpoint/FolderLock.h"
#include "checkpoint/Index.h"
#include <nlohmann/json.hpp>
#include <regex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace popt::rt;
using nlohmann::json;

namespace {
/// Ranks are threads or processes, and copy their state or not.
struct SaveTest : RunFixture, testing::WithParamInterface<const char *> {
  /// The flags of a run of so many steps, whose files begin with `name`.
  std::vector<std::string> flags(const std::string &name, int steps,
                                 std::vector<std::string> more = {}) {
    std::vector<std::string> all = {"--inputs",
                                    file("in.npz"),
                                    "--batches",
                                    file("batches.npz"),
                                    "--steps",
                                    std::to_string(steps),
                                    "--repeat",
                                    "--outputs",
                                    file(name + ".npz"),
                                    "--metrics",
                                    file(name + ".json"),
                                    "--log",
                                    file(name + ".jsonl")};
    std::istringstream words(GetParam());
    for (std::string word; words >> word;)
      all.push_back(word);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::vector<std::string> listed(const std::string &path) {
    std::vector<std::string> names;
    EXPECT_EQ(machineFiles().list(path, names), 0);
    return names;
  }
  /// A log without the seconds that steps took and ranks communicated.
  std::string logOf(const std::string &name) {
    return std::regex_replace(contents(file(name + ".jsonl")),
                              std::regex("\"(seconds|communicated)\": [^,]*, "),
                              "");
  }
  void expectSame(const std::string &one, const std::string &other) {
    EXPECT_EQ(contents(file(one + ".npz")), contents(file(other + ".npz")));
    EXPECT_EQ(contents(file(one + ".json")), contents(file(other + ".json")));
    EXPECT_EQ(logOf(one), logOf(other));
  }
};

std::string nameOf(const testing::TestParamInfo<const char *> &info) {
  std::string words = info.param;
  return words.empty() ? "Threads" : "Processes";
}
} // namespace

// A run that was ended after any of its steps and started again is the run that
// was not.
TEST_P(SaveTest, GoesOn) {
  ASSERT_EQ(run(flags("whole", 7)).status, 0);
  for (int first = 0; first < 7; ++first) {
    std::string folder = file("from" + std::to_string(first));
    std::vector<std::string> save = {"--save", folder, "--resume"};
    Outcome outcome = run(flags("part", first, save));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    outcome = run(flags("part", 7, save));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "model: note: going on after step " +
                               std::to_string(first) + ", of " + folder +
                               "/step-0000000" + std::to_string(first) + "\n");
    expectSame("part", "whole");
  }
}

TEST_P(SaveTest, EveryAndKeep) {
  std::vector<std::string> save = {"--save", file("ck"), "--save-every", "2"};
  ASSERT_EQ(run(flags("a", 5, save)).status, 0);
  using Names = std::vector<std::string>;
  EXPECT_EQ(listed(file("ck")),
            (Names{"step-00000002", "step-00000004", "step-00000005"}));
  Names inside = listed(file("ck/step-00000004"));
  ASSERT_EQ(inside.size(), 6u);
  const std::string rows = inside[1];
  EXPECT_EQ(rows.find("metrics-"), 0u);
  inside.erase(inside.begin() + 1);
  EXPECT_EQ(inside,
            (Names{"index.json", "rank-0.safetensors", "rank-1.safetensors",
                   "rank-2.safetensors", "rank-3.safetensors"}));
  // All checkpoints of the run have one file of rows.
  struct stat one = {}, other = {};
  ASSERT_EQ(stat(file("ck/step-00000002/" + rows).c_str(), &one), 0);
  ASSERT_EQ(stat(file("ck/step-00000005/" + rows).c_str(), &other), 0);
  EXPECT_EQ(one.st_ino, other.st_ino);
  EXPECT_EQ(one.st_nlink, 3u);
  save.insert(save.end(), {"--keep", "2", "--resume"});
  ASSERT_EQ(run(flags("a", 9, save)).status, 0);
  EXPECT_EQ(listed(file("ck")), (Names{"step-00000008", "step-00000009"}));
}

// What is left to do when all steps are done is to write files again. Results
// are there, also if the run that computed them had no use for them.
TEST_P(SaveTest, NothingIsLeft) {
  std::vector<std::string> save = {"--save", file("ck"), "--save-every", "1",
                                   "--resume"};
  ASSERT_EQ(run(flags("whole", 3, save)).status, 0);
  Outcome outcome = run(flags("again", 3, save));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err,
            "model: note: going on after step 3, of " +
                file("ck/step-00000003") +
                "\nmodel: note: all 3 steps are done, so nothing is computed; "
                "more --steps go on\n");
  EXPECT_EQ(contents(file("again.json")), contents(file("whole.json")));
  EXPECT_EQ(contents(file("again.npz")), contents(file("whole.npz")));

  std::vector<std::string> without = flags("", 3, {"--save", file("ck2")});
  without.erase(std::find(without.begin(), without.end(), "--outputs"),
                std::find(without.begin(), without.end(), "--metrics"));
  ASSERT_EQ(run(without).status, 0);
  save[1] = file("ck2");
  ASSERT_EQ(run(flags("later", 3, save)).status, 0);
  EXPECT_EQ(contents(file("later.npz")), contents(file("whole.npz")));
}

// Without a step there are no results to miss.
TEST_P(SaveTest, NoSteps) {
  std::vector<std::string> save = {"--save", file("ck"), "--resume"};
  ASSERT_EQ(run(flags("whole", 0, save)).status, 0);
  Outcome outcome = run(flags("again", 0, save));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(contents(file("again.npz")), contents(file("whole.npz")));
}

// State whose next value is a constant, or lies where other state does, is saved as it
// was given if no step is run; steps that go on from it read the constant as it is.
TEST_P(SaveTest, StateThatSharesMemory) {
  table = sharingProgram();
  write("in.npz",
        {{"arg0", tensorOf(POPT_RT_I1, {}, std::vector<uint8_t>{1})},
         {"arg1", tensorOf(POPT_RT_I32, {}, std::vector<int32_t>{100})},
         {"arg2", tensorOf(POPT_RT_I32, {}, std::vector<int32_t>{7})}});
  int32_t params[] = {100, 110, 111}, previous[] = {7, 110, 111};
  for (int32_t steps : {0, 1, 2}) {
    std::vector<std::string> all = {
        "--inputs",     file("in.npz"), "--steps",  std::to_string(steps),
        "--save",       file("ck"),     "--resume", "--outputs",
        file("out.npz")};
    std::istringstream words(GetParam());
    for (std::string word; words >> word;)
      all.push_back(word);
    Outcome outcome = run(all, growKernel);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    TensorMap out;
    std::string error;
    ASSERT_TRUE(readTensors(file("out.npz"), out, error)) << error;
    EXPECT_EQ(out["arg0"].data, std::vector<uint8_t>{steps == 0});
    EXPECT_EQ(out["arg1"].data,
              tensorOf(POPT_RT_I32, {}, std::vector{params[steps]}).data);
    EXPECT_EQ(out["arg2"].data,
              tensorOf(POPT_RT_I32, {}, std::vector{previous[steps]}).data);
  }
}

// A checkpoint that is not of its run's last step has the state alone. Files
// that are there stay.
TEST_P(SaveTest, ResultsAreNotThere) {
  ASSERT_EQ(
      run(flags("part", 4, {"--save", file("ck"), "--save-every", "2"})).status,
      0);
  std::string error, last = file("ck/step-00000004");
  ASSERT_EQ(rename(last.c_str(), file("ck/later").c_str()), 0);
  std::string before = contents(file("part.npz"));
  std::vector<std::string> again = {"--save", file("ck"), "--resume"};
  std::string why = file("ck/step-00000002") +
                    " has the state of the last step, and not its results";
  Outcome outcome = run(flags("part", 2, again));
  EXPECT_EQ(outcome.status, 0);
  expectSays(outcome,
             "note: " + file("part.npz") + " stays as it is: " + why + "\n");
  EXPECT_EQ(contents(file("part.npz")), before);
  outcome = run(flags("new", 2, again));
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "error: " + why + ", so " + file("new.npz") +
                          " cannot be written\n");

  ASSERT_EQ(rename(file("ck/later").c_str(), last.c_str()), 0);
  {
    std::fstream damaged(last + "/results.safetensors",
                         std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(-1, std::ios::end);
    damaged.put('x');
  }
  outcome = run(flags("new", 4, again));
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "error: " + last +
                          "/results.safetensors is "
                          "damaged: it is not what was saved\n");
}

// While a run saves into a folder no other one does; one that ends soon is waited
// for (test/Execute/two-writers.test: whole runs).
TEST(SaveFiles, OneWriter) {
  TemporaryFolder folder;
  std::string warning, error;
  auto first = std::make_unique<FolderLock>();
  ASSERT_TRUE(first->take(folder.path, "first", warning, error)) << error;
  EXPECT_EQ(warning, "");
  FolderLock second;
  EXPECT_FALSE(second.take(folder.path, "second", warning, error));
  EXPECT_TRUE(std::regex_match(
      error, std::regex("another run saves into " + folder.path +
                        " \\(process " + std::to_string(getpid()) +
                        " on host .*, first, since 20.*\\); wait until it is "
                        "over, or give another folder")))
      << error;
  std::thread end([&] {
    usleep(100000);
    first.reset();
  });
  EXPECT_TRUE(second.take(folder.path, "second", warning, error)) << error;
  end.join();
}

// Where there are no locks two runs may begin at once, and neither takes the
// other's token for its own.
TEST(SaveFiles, TokensOfTwoRuns) {
  TemporaryFolder folder;
  const std::string one = newRunName(), other = newRunName();
  EXPECT_NE(one, other);
  for (const std::string &run : {one, other})
    EXPECT_EQ(leaveToken(machineFiles(), folder.path, run), 0);
  for (const std::string &run : {one, other})
    EXPECT_TRUE(hasToken(machineFiles(), folder.path, run));
  removeToken(machineFiles(), folder.path, one);
  EXPECT_FALSE(hasToken(machineFiles(), folder.path, one));
  EXPECT_TRUE(hasToken(machineFiles(), folder.path, other));
  removeLeftovers(machineFiles(), folder.path);
  EXPECT_FALSE(hasToken(machineFiles(), folder.path, other));
}

// Nothing of a checkpoint but the state: other arguments come from files, and
// state need not.
TEST_P(SaveTest, OtherArguments) {
  ASSERT_EQ(run(flags("whole", 4)).status, 0);
  ASSERT_EQ(run(flags("part", 2, {"--save", file("ck")})).status, 0);
  write("in.npz", {{"b", inputs["b"]}});
  Outcome outcome = run(flags("part", 4, {"--resume", file("ck")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(contents(file("part.npz")), contents(file("whole.npz")));
  EXPECT_EQ(listed(file("ck")), std::vector<std::string>{"step-00000002"});
}

TEST_P(SaveTest, FolderOfAnotherRun) {
  ASSERT_EQ(run(flags("a", 2, {"--save", file("ck/")})).status, 0);
  expectError(flags("a", 3, {"--save", file("ck")}), 2,
              file("ck") + " has checkpoints of another run (step-00000002); "
                           "give --resume to go on with it, or another folder");
  Outcome outcome = run(flags("a", 1, {"--save", file("ck"), "--resume"}));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find(
                "error: " + file("ck/step-00000002") +
                " is of step 2, after the last of the 1 steps of this run; "
                "--steps says how many there are in all"),
            std::string::npos)
      << outcome.err;
}

// A folder that can't be written costs no step.
TEST_P(SaveTest, NoFolder) {
  std::string blocked = file("in.npz") + "/ck";
  expectError(flags("a", 2, {"--save", blocked}), 1,
              "no checkpoint can be saved: cannot make " + blocked +
                  ": Not a directory");
  Fault full("call=write,file=.lock,times=all,do=fail:ENOSPC");
  Outcome outcome = run(flags("a", 2, {"--save", file("ck")}));
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "model: error: no checkpoint can be saved: cannot "
                      "write " +
                          file("ck/.lock") + ": No space left on device\n");
  EXPECT_EQ(listed(file("ck")), std::vector<std::string>());
}

// A save that fails costs the run nothing but itself, unless it is the last.
TEST_P(SaveTest, NoRoom) {
  ASSERT_EQ(run(flags("whole", 3)).status, 0);
  std::vector<std::string> save = {"--save", file("ck"), "--save-every", "1"};
  {
    Fault once("call=write,file=index.json,do=fail:ENOSPC");
    Outcome outcome = run(flags("a", 3, save));
    EXPECT_EQ(outcome.status, 0);
    expectSays(outcome, "model: warning: checkpoint of step 1: cannot "
                        "write ");
    EXPECT_EQ(listed(file("ck")),
              (std::vector<std::string>{"step-00000002", "step-00000003"}));
    expectSame("a", "whole");
  }
  save[1] = file("ck2");
  Fault always("call=write,file=index.json,times=all,do=fail:ENOSPC");
  Outcome outcome = run(flags("b", 3, save));
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "model: error: the state after step 3 is not "
                      "saved: cannot write ");
  EXPECT_EQ(listed(file("ck2")), std::vector<std::string>());
  expectSame("b", "whole");
}

// What an older run left is removed, and does not count.
TEST_P(SaveTest, Leftovers) {
  for (const char *name : {"ck", "ck/.saving-gone-step-00000009",
                           "ck/.removing-step-00000001", "ck/step-00000007"})
    ASSERT_EQ(mkdir(file(name).c_str(), 0777), 0);
  std::ofstream(file("ck/.saving-gone-step-00000009/rank-0.safetensors"))
      << "cut";
  std::ofstream(file("ck/notes.txt")) << "mine";
  expectError(flags("a", 2, {"--save", file("ck"), "--resume"}), 1,
              "no checkpoint in " + file("ck") +
                  " can be loaded: " + file("ck/step-00000007") +
                  " has no index.json, so its save was not finished");
  ASSERT_EQ(rmdir(file("ck/step-00000007").c_str()), 0);
  ASSERT_EQ(run(flags("a", 2, {"--save", file("ck"), "--resume"})).status, 0);
  EXPECT_EQ(listed(file("ck")),
            (std::vector<std::string>{"notes.txt", "step-00000002"}));
}

// A checkpoint without its files is skipped for the one before it.
TEST_P(SaveTest, Skipped) {
  ASSERT_EQ(run(flags("whole", 4)).status, 0);
  std::vector<std::string> save = {"--save", file("ck"), "--save-every", "2"};
  ASSERT_EQ(run(flags("part", 4, save)).status, 0);
  ASSERT_EQ(unlink(file("ck/step-00000004/rank-2.safetensors").c_str()), 0);
  save.push_back("--resume");
  Outcome outcome = run(flags("part", 4, save));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err,
            "model: warning: a checkpoint is skipped: cannot open " +
                file("ck/step-00000004/rank-2.safetensors") +
                ": No such file or directory\n"
                "model: note: going on after step 2, of " +
                file("ck/step-00000002") + "\n");
  expectSame("part", "whole");
  // It was saved again.
  EXPECT_EQ(listed(file("ck/step-00000004")).size(), 7u);
}

INSTANTIATE_TEST_SUITE_P(, SaveTest, testing::Values("", "--processes"),
                         nameOf);

//===----------------------------------------------------------------------===//
// Once
//===----------------------------------------------------------------------===//

namespace {
struct SaveOnceTest : RunFixture {};
} // namespace

TEST_F(SaveOnceTest, Flags) {
  for (const char *flag : {"--save-every=2", "--keep=2"}) {
    std::string name = std::string(flag).substr(0, std::strcspn(flag, "="));
    expectError({flag}, 2,
                name + " says how to save checkpoints; --save DIR says where");
  }
  expectError({"--resume"}, 2,
              "--resume looks for checkpoints in the folder of --save; give "
              "that, or --resume DIR");
  expectError({"--save", "d", "--bench", "3"}, 2,
              "--bench measures steps, and saves and resumes nothing; leave it "
              "out");
  expectError({"--save", ""}, 2, "--save wants a folder");
  table.arguments[0].stateResult = table.arguments[3].stateResult = -1;
  table.results[0].stateArgument = table.results[2].stateArgument = -1;
  expectError({"--save", "d"}, 2,
              "no argument is state, so there is nothing to save or to resume; "
              "--state arg=res says what a step passes to the next");
}

// Folders that may not be written end a run before its first step, disks without
// room after its last.
TEST_F(SaveOnceTest, NothingCanBeWritten) {
  ASSERT_EQ(chmod(folder.path.c_str(), 0755), 0);
  ASSERT_EQ(mkdir(file("ck").c_str(), 0755), 0);
  auto runIn = [&](void (*limit)()) {
    limit();
    std::string save = file("ck");
    const char *argv[] = {"/bin/model", "--init", "random", "--save",
                          save.c_str()};
    return runMain(5, argv, loaded(table, {{"update", updateKernel}}));
  };
  auto unprivileged = [] {
    if (geteuid() == 0 && setuid(65534) != 0)
      _exit(99);
  };
  EXPECT_EXIT(_exit(runIn([] { allowFilesOf(1000); })),
              testing::ExitedWithCode(1),
              "model: error: the state after step 1 is not saved: cannot write "
              ".*/index.json: File too large");
  std::vector<std::string> names;
  EXPECT_EQ(machineFiles().list(file("ck"), names), 0);
  EXPECT_EQ(names.size(), 0u);
  if (geteuid() == 0) {
    EXPECT_EXIT(_exit(runIn(unprivileged)), testing::ExitedWithCode(1),
                "model: error: no checkpoint can be saved: cannot write "
                ".*/.lock: Permission denied");
  }
}

// A rank dies between steps and saves: the others leave, and what is there is
// good.
TEST_F(SaveOnceTest, OneIsKilled) {
  std::vector<std::string> flags = {
      "--inputs", file("in.npz"), "--batches",     file("batches.npz"),
      "--repeat", "--outputs",    file("out.npz"), "--steps=9"};
  ASSERT_EQ(run(flags).status, 0);
  std::string whole = contents(file("out.npz"));
  flags.insert(flags.end(),
               {"--save", file("ck"), "--save-every=1", "--resume"});
  std::vector<std::string> processes = flags;
  processes.push_back("--processes");
  Outcome outcome = run(processes, killed);
  EXPECT_EQ(outcome.status, 1);
  expectSays(outcome, "was ended by signal 9 (SIGKILL)");
  outcome = run(flags);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(contents(file("out.npz")), whole);
}

// A signal: what was reached is saved, and the status says so.
TEST_F(SaveOnceTest, Interrupted) {
  if (kKeepsSignalsBack)
    GTEST_SKIP() << "the sanitizer keeps signals back";
  for (int signal : {SIGINT, SIGTERM})
    for (const char *how : {"--repeat", "--processes"}) {
      std::string folder = file("ck" + std::to_string(signal) + how);
      Outcome outcome = interrupted({"--save", folder, how}, signal);
      EXPECT_EQ(outcome.status, 75) << outcome.err;
      std::smatch stopped;
      ASSERT_TRUE(std::regex_search(
          outcome.err, stopped, std::regex("stopped after step ([0-9]+) of")));
      CheckpointIndex index;
      Defect defect =
          readIndex(machineFiles(),
                    folder + "/" + folderName(std::stoll(stopped[1])), index);
      EXPECT_EQ(defect.message, "");
    }
}

// SIGUSR1 in the second step: a checkpoint, and the run goes on.
TEST_F(SaveOnceTest, Asked) {
  auto asks = [](void *const *o, const int64_t *scalars) {
    updateKernel(o, scalars);
    if (scalars[0] == 1 && *static_cast<int32_t *>(o[4]) == 102)
      raise(SIGUSR1); // this thread's, so it is seen at once
  };
  Outcome outcome =
      run({"--inputs", file("in.npz"), "--batches", file("batches.npz"),
           "--steps", "40", "--repeat", "--save", file("ck")},
          asks);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::vector<std::string> names;
  EXPECT_EQ(machineFiles().list(file("ck"), names), 0);
  std::sort(names.begin(), names.end());
  ASSERT_EQ(names.size(), 2u);
  EXPECT_EQ(names[1], folderName(40));
  CheckpointIndex index;
  EXPECT_EQ(readIndex(machineFiles(), file("ck/" + names[0]), index).message,
            "");
  EXPECT_GE(index.step, 2);
  EXPECT_LT(index.step, 40);
}
