//===- WriteFileTest.cpp - A file is replaced, and nothing else is left ---===//
//
// Killed at any call, with several writers, and on file systems that lack what
// others have: the file is the old one or the new one, and the next writer leaves
// it alone in its folder.
//
//===----------------------------------------------------------------------===//
#include "Fault.h"
#include "Tables.h"
#include "data/FileSystem.h"
#include "data/Files.h"
#include "popt-rt/data.h"
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
struct WriteFileTest : testing::Test {
  TemporaryFolder folder;
  std::string path = folder.file("out.npz");

  std::string write(const std::string &text) {
    std::string error;
    // Which argument is evaluated first is up to the compiler.
    const bool isWritten = replaceFile(path, text, error);
    EXPECT_EQ(isWritten, error.empty());
    return error;
  }
  std::vector<std::string> names() {
    std::vector<std::string> found;
    EXPECT_EQ(machineFiles().list(folder.path, found), 0);
    return found;
  }
  /// A process that writes; how it ends.
  pid_t start(const std::function<void()> &body) {
    pid_t process = fork();
    if (process == 0) {
      body();
      _exit(testing::Test::HasFailure());
    }
    return process;
  }
  static int endOf(pid_t process) {
    int status = 0;
    EXPECT_EQ(waitpid(process, &status, 0), process);
    return status;
  }
};

/// File systems without nameless files, without locks, without links to files.
const char *const kLacking[] = {"", "call=open,file=out.npz,do=fail:EOPNOTSUPP",
                                ("call=open,file=out.npz,do=fail:EOPNOTSUPP;"
                                 "call=fcntl,times=all,do=fail:ENOLCK"),
                                "call=link,file=out.npz,do=fail:EXDEV"};
} // namespace

TEST_F(WriteFileTest, Replaces) {
  for (const char *lacking : kLacking) {
    Fault fault(lacking[0] ? lacking : "call=mmap,after=99,do=fail:EIO");
    EXPECT_EQ(write("one"), "") << lacking;
    EXPECT_EQ(write("two"), "") << lacking;
    EXPECT_EQ(contents(path), "two");
    EXPECT_EQ(names(), std::vector<std::string>{"out.npz"}) << lacking;
    ASSERT_EQ(unlink(path.c_str()), 0);
  }
}

// Before each call that writes or names: at most the draft is left, until the
// next one writes.
TEST_F(WriteFileTest, Killed) {
  int left = 0;
  for (bool isNew : {true, false})
    for (std::string lacking : kLacking)
      for (const char *call : {"write", "fsync", "link", "rename", "fcntl"})
        for (int after = 0; after < 4; ++after) {
          unlink(path.c_str());
          if (!isNew)
            ASSERT_EQ(write("old"), "");
          std::string fault = "call=" + std::string(call) +
                              ",after=" + std::to_string(after) + ",do=kill";
          if (!lacking.empty())
            fault += ";" + lacking;
          int status = endOf(start([&] {
            Fault set(fault);
            write("new");
          }));
          std::string now = contents(path);
          bool isKilled = WIFSIGNALED(status);
          EXPECT_TRUE(now == "new" || (isKilled && now == (isNew ? "" : "old")))
              << fault << ": " << now;
          bool isLeft = names().size() > (now.empty() ? 0u : 1u);
          left += isLeft;
          // Nameless ones are gone; without locks that can't be told.
          if (lacking.find("ENOLCK") == std::string::npos) {
            EXPECT_EQ(write("next"), "");
            EXPECT_EQ(write("last"), "");
            EXPECT_EQ(names(), std::vector<std::string>{"out.npz"}) << fault;
          }
          for (const std::string &name : names())
            ASSERT_EQ(unlink(folder.file(name).c_str()), 0);
        }
  EXPECT_GT(left, 3);
}

// Of several processes that write the file at a time each succeeds, also where
// some are killed, and none takes another's draft.
TEST_F(WriteFileTest, ManyWriters) {
  for (const char *lacking : {kLacking[0], kLacking[1]}) {
    std::vector<pid_t> writers;
    for (int writer = 0; writer < 6; ++writer)
      writers.push_back(start([&] {
        for (int round = 0; round < 100; ++round) {
          std::string always(lacking);
          Fault fault(always.empty() ? "call=mmap,after=99,do=fail:EIO"
                                     : always.c_str());
          EXPECT_EQ(write(std::string(5000, char('a' + writer))), "");
          if (writer == 5 && round == 50)
            raise(SIGKILL);
        }
      }));
    for (size_t writer = 0; writer < writers.size(); ++writer)
      EXPECT_EQ(endOf(writers[writer]), writer == 5 ? SIGKILL : 0);
    std::string text = contents(path);
    ASSERT_EQ(text.size(), 5000u);
    EXPECT_EQ(text, std::string(5000, text[0]));
    EXPECT_EQ(write("last"), "");
    EXPECT_EQ(names(), std::vector<std::string>{"out.npz"});
  }
}

// What fails leaves nothing.
TEST_F(WriteFileTest, Failures) {
  ASSERT_EQ(write("old"), "");
  for (std::string lacking : kLacking)
    for (const char *call : {"write", "rename", "link"}) {
      if (lacking.find("link") != std::string::npos ||
          (std::string(call) == "link" && !lacking.empty()))
        continue;
      std::string fault = "call=" + std::string(call) + ",do=fail:ENOSPC";
      Fault set(lacking.empty() ? fault : fault + ";" + lacking);
      EXPECT_EQ(write("new"),
                "cannot write " + path + ": No space left on device")
          << fault;
      EXPECT_EQ(contents(path), "old");
      EXPECT_EQ(names(), std::vector<std::string>{"out.npz"}) << fault;
    }
}

TEST_F(WriteFileTest, Executable) {
  std::string error;
  ASSERT_TRUE(writeFile(path, {{"x", 1}}, error, /*executable=*/true)) << error;
  EXPECT_EQ(access(path.c_str(), X_OK), 0);
}
