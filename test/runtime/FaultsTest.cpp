//===- FaultsTest.cpp - POPT_FAULT, word by word --------------------------===//
//
// What rules may say, and what becomes of the calls that they speak of.
//
//===----------------------------------------------------------------------===//
#include "Fault.h"
#include "Tables.h"
#include "system/System.h"
#include <cerrno>
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace popt::rt;
using Do = sys::FaultRule::Do;

namespace {
/// What a test does to see that a call fails with ENOSPC.
void expectFailure(const char *name, const std::function<bool()> &fails) {
  Fault fault(std::string("call=") + name + ",do=fail:ENOSPC");
  errno = 0;
  EXPECT_TRUE(fails()) << name;
  EXPECT_EQ(errno, ENOSPC) << name;
  EXPECT_FALSE(fails() && errno == ENOSPC) << name << " fails once";
}

struct FaultsTest : testing::Test {
  TemporaryFolder folder;
  const std::string path = folder.file("data");

  FaultsTest() { testing::internal::CaptureStderr(); }
  ~FaultsTest() override { testing::internal::GetCapturedStderr(); }
  int opened() {
    int file = sys::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    EXPECT_GE(file, 0);
    return file;
  }
};
} // namespace

TEST(FaultRulesTest, WhatIsRead) {
  std::vector<sys::FaultRule> rules;
  std::string error;
  ASSERT_TRUE(sys::parseFaults(
      "rank=2,call=write,after=17,do=fail:ENOSPC,file=rank-2;"
      " at=step 3 command 12,do=stall:200ms,times=all; rank=none,call=any,"
      "do=fail:5; rank=1,do=slow:3x; at=command 4,do=stall",
      rules, error))
      << error;
  ASSERT_EQ(rules.size(), 5u);
  EXPECT_EQ(rules[0].rank, 2);
  EXPECT_EQ(rules[0].call, sys::Call::Write);
  EXPECT_EQ(rules[0].after, 17);
  EXPECT_EQ(rules[0].times, 1);
  EXPECT_EQ(rules[0].error, ENOSPC);
  EXPECT_EQ(rules[0].file, "rank-2");
  EXPECT_TRUE(rules[1].isOfCommands);
  EXPECT_EQ(rules[1].step, 3);
  EXPECT_EQ(rules[1].command, 12);
  EXPECT_EQ(rules[1].what, Do::Stall);
  EXPECT_DOUBLE_EQ(rules[1].amount, 0.2);
  EXPECT_EQ(rules[1].times, INT64_MAX);
  EXPECT_EQ(rules[2].rank, sys::FaultRule::kNoRank);
  EXPECT_EQ(rules[2].error, 5);
  EXPECT_EQ(rules[3].amount, 3);
  EXPECT_EQ(rules[3].times, INT64_MAX);
  EXPECT_EQ(rules[4].step, sys::FaultRule::kAny);
  EXPECT_EQ(rules[4].amount, 0);
  EXPECT_TRUE(sys::parseFaults(" ;", rules, error));
  EXPECT_TRUE(rules.empty());
}

TEST(FaultRulesTest, WhatIsRefused) {
  const std::pair<const char *, const char *> cases[] = {
      {"call=wrte,do=stop", "\"wrte\" is no call; there are any, open, read, "},
      {"call=write,do=explode",
       "\"explode\" can't be done; there are fail, short, flip, stall, slow, "
       "skip, swap, stop, kill"},
      {"call=write,do=fail",
       "do=fail wants an error as in fail:ENOSPC, not \"\""},
      {"call=write,do=fail:EWHAT", "fail:ENOSPC, not \"EWHAT\""},
      {"call=write,do=stall:5",
       "do=stall wants a time as in stall:5s or stall:200ms, not \"5\""},
      {"do=slow:x", "do=slow wants a factor as in slow:3x, not \"x\""},
      {"do=slow:0.5x", "do=slow wants a factor as in slow:3x, not \"0.5x\""},
      {"call=write,do=kill:9", "do=kill takes nothing after a colon"},
      {"call=write,rank=two,do=kill",
       "rank wants a whole number or none, not \"two\""},
      {"call=write,times=-1,do=kill",
       "times wants a whole number or all, not \"-1\""},
      {"call=write,after=,do=kill", "after wants a whole number, not \"\""},
      {"at=line 3,do=kill", "\"line 3\" is no place in a program; at=step 3 "
                            "command 12 is one, at=step 3 another"},
      {"at=step 3 step 4,do=kill", "\"step 3 step 4\" is no place"},
      {"call=write,when=3,do=kill",
       "\"when\" is no word; there are rank, call, at, file, after, times, do"},
      {"kill", "\"kill\" is no word; words are as rank=2"},
      {"call=write,call=read,do=kill", "it says call twice"},
      {"call=write", "it does not say what to do, as in do=fail:EIO"},
      {"do=kill", "it must say either which call, as in call=write, or which "
                  "command of the program, as in at=step 3 command 12"},
      {"call=write,at=step 3,do=kill", "it must say either which call"},
      {"call=write,do=skip", "do=skip is for commands of the program, as in "
                             "at=step 3 command 12"},
      {"at=step 3,do=short", "do=short is for calls, as in call=write"},
      {"at=step 3,file=x,do=kill", "file is of calls, as in call=write"},
      {"call=rename,do=flip", "do=flip is for calls that move bytes: read, "
                              "write, send, recv"},
  };
  for (const auto &[text, wrong] : cases) {
    std::vector<sys::FaultRule> rules;
    std::string error;
    EXPECT_FALSE(sys::parseFaults(text, rules, error)) << text;
    EXPECT_EQ(error.find(std::string("POPT_FAULT: \"") + text + "\": "), 0u)
        << error;
    EXPECT_NE(error.find(wrong), std::string::npos) << error;
    EXPECT_NE(error.find("(POPT_FAULT='rank=2,call=write,after=17,"
                         "do=fail:ENOSPC', for example)"),
              std::string::npos)
        << error;
  }
}

TEST_F(FaultsTest, EveryCallFails) {
  int file = opened(), ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  char byte = 0;
  struct stat info;
  sockaddr address = {};
  pollfd nothing = {};
  const char *name = path.c_str();
  iovec part = {&byte, 1};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  expectFailure("open", [&] { return sys::open("/", O_RDONLY) < 0; });
  expectFailure("read", [&] { return sys::read(file, &byte, 1) < 0; });
  expectFailure("read", [&] { return sys::pread(file, &byte, 1, 0) < 0; });
  expectFailure("write", [&] { return sys::write(file, &byte, 1) < 0; });
  expectFailure("write", [&] { return sys::writeAll(file, &byte, 1) != 0; });
  expectFailure("fsync", [&] { return sys::fsync(file) < 0; });
  expectFailure("stat", [&] { return sys::stat(name, &info) < 0; });
  expectFailure("stat", [&] { return sys::fstat(file, &info) < 0; });
  expectFailure("access", [&] { return sys::access(name, R_OK) < 0; });
  expectFailure("ftruncate", [&] { return sys::ftruncate(file, 9) < 0; });
  expectFailure("fcntl", [&] { return sys::fcntl(file, F_GETFL, 0) < 0; });
  expectFailure("rename", [&] { return sys::rename(name, name) < 0; });
  expectFailure("link", [&] { return sys::link(name, name) < 0; });
  expectFailure("open", [&] { return sys::openNameless(name, 0600) < 0; });
  expectFailure("unlink", [&] { return sys::unlink(name) < 0; });
  expectFailure("mkdir", [&] { return sys::mkdir(name, 0700) < 0; });
  expectFailure("rmdir", [&] { return sys::rmdir(name) < 0; });
  expectFailure("opendir", [&] {
    DIR *opened = sys::opendir("/");
    return !opened || closedir(opened) != 0;
  });
  expectFailure("memfd_create", [&] { return sys::memfd_create("a", 0) < 0; });
  expectFailure("mmap", [&] {
    return sys::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                     0) == MAP_FAILED;
  });
  expectFailure("dlopen", [&] { return !sys::dlopen(nullptr, RTLD_NOW); });
  expectFailure("socket",
                [&] { return sys::socket(AF_UNIX, SOCK_STREAM, 0) < 0; });
  expectFailure("bind", [&] { return sys::bind(ends[0], &address, 2) < 0; });
  expectFailure("listen", [&] { return sys::listen(ends[0], 1) < 0; });
  expectFailure("accept",
                [&] { return sys::accept4(ends[0], nullptr, nullptr, 0) < 0; });
  expectFailure("connect",
                [&] { return sys::connect(ends[0], &address, 2) < 0; });
  expectFailure("poll", [&] { return sys::poll(&nothing, 0, 0) < 0; });
  expectFailure("send", [&] { return sys::send(ends[0], &byte, 1, 0) < 0; });
  expectFailure("send", [&] { return sys::sendmsg(ends[0], &message, 0) < 0; });
  expectFailure("recv", [&] { return sys::recv(ends[1], &byte, 1, 0) < 0; });
  expectFailure("recv", [&] {
    return sys::recvmsg(ends[1], &message, MSG_DONTWAIT) < 0;
  });
  expectFailure("close", [&] { return sys::close(file) < 0; });
  EXPECT_EQ(sys::close(file), -1) << "it was closed";
  {
    Fault fault("call=fork,do=fail:EAGAIN");
    EXPECT_EQ(sys::fork(), -1);
  }
  Fault fault("call=pthread_create,do=fail:EAGAIN");
  EXPECT_THROW(sys::beforeThread(), std::system_error);
  sys::close(ends[0]);
  sys::close(ends[1]);
}

TEST_F(FaultsTest, BytesThatAreMoved) {
  int file = opened();
  {
    Fault fault("call=write,do=short");
    EXPECT_EQ(sys::write(file, "abcdef", 6), 3);
    EXPECT_EQ(sys::write(file, "def", 3), 3);
  }
  char text[7] = "";
  {
    Fault fault("call=read,do=short; call=read,do=flip,after=1");
    EXPECT_EQ(sys::pread(file, text, 6, 0), 3);
    EXPECT_EQ(sys::pread(file, text, 6, 0), 6);
    EXPECT_STREQ(text, "abc`ef"); // "d" but for a bit
  }
  {
    Fault fault("call=write,do=flip");
    const char *given = "xyz";
    EXPECT_EQ(sys::writeAll(file, given, 3), 0);
    EXPECT_STREQ(given, "xyz");
  }
  EXPECT_EQ(contents(path), "abcdefx}z");
  sys::close(file);
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
  char first[] = "ab", second[] = "cd", got[5] = "";
  iovec parts[] = {{first, 2}, {second, 2}}, whole = {got, 4};
  msghdr message = {};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  Fault fault("call=send,do=flip");
  EXPECT_EQ(sys::sendmsg(ends[0], &message, 0), 4);
  message.msg_iov = &whole;
  message.msg_iovlen = 1;
  EXPECT_EQ(sys::recvmsg(ends[1], &message, 0), 4);
  EXPECT_STREQ(got, "afcd");
  EXPECT_EQ(whole.iov_len, 4u);
  sys::close(ends[0]);
  sys::close(ends[1]);
}

TEST_F(FaultsTest, WhoAndWhen) {
  int file = opened();
  auto fails = [&] { return sys::fsync(file) < 0; };
  {
    Fault fault("rank=2,call=fsync,after=1,times=2,do=fail:EIO");
    EXPECT_FALSE(fails()); // of no rank
    std::thread other([&] {
      sys::actAs(2);
      EXPECT_EQ(std::vector<bool>({fails(), fails(), fails(), fails()}),
                std::vector<bool>({false, true, true, false}));
    });
    other.join();
  }
  {
    Fault fault("rank=none,call=fsync,times=all,do=fail:EIO");
    EXPECT_TRUE(fails());
    sys::processActsAs(1);
    EXPECT_FALSE(fails());
    sys::processActsAs(-1);
    EXPECT_TRUE(fails());
  }
  Fault fault("call=any,file=other,times=all,do=fail:EIO");
  EXPECT_FALSE(fails());
  EXPECT_LT(sys::unlink(folder.file("this").c_str()), 0);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_LT(sys::unlink(folder.file("this.other").c_str()), 0);
  EXPECT_EQ(errno, EIO);
  sys::close(file);
}

TEST_F(FaultsTest, Commands) {
  Fault fault("rank=1,at=step 3 command 12,do=skip; at=command 5,do=swap,"
              "after=1; rank=2,do=slow:3x");
  int begun = 0;
  auto meets = [&](int64_t rank, int64_t step, int64_t command) {
    sys::actAs(rank);
    return sys::faultOfCommand(step, command, [&] { ++begun; });
  };
  EXPECT_TRUE(sys::hasCommandFaults());
  EXPECT_FALSE(meets(1, 2, 12).skips);
  EXPECT_FALSE(meets(0, 3, 12).skips);
  EXPECT_TRUE(meets(1, 3, 12).skips);
  EXPECT_FALSE(meets(1, 3, 12).skips);
  EXPECT_FALSE(meets(0, 1, 5).swaps);
  EXPECT_TRUE(meets(0, 2, 5).swaps);
  EXPECT_EQ(meets(2, 1, 1).factor, 3);
  EXPECT_EQ(meets(2, 9, 9).factor, 3);
  EXPECT_EQ(meets(0, 9, 9).factor, 1);
  EXPECT_EQ(begun, 3); // what is left out is not begun
  sys::actAs(-1);
}

TEST(FaultProcessTest, WhatIsSaid) {
  TemporaryFolder folder;
  std::string path = folder.file("data");
  char text[4];
  testing::internal::CaptureStderr();
  Fault fault("call=write,do=fail:EIO; call=read,do=flip; call=read,do=short,"
              "after=1");
  int file = sys::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  EXPECT_LT(sys::write(file, "abcd", 4), 0);
  EXPECT_EQ(sys::write(file, "abcd", 4), 4);
  EXPECT_EQ(sys::pread(file, text, 4, 0), 4);
  EXPECT_EQ(sys::pread(file, text, 4, 0), 2);
  sys::close(file);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "POPT_FAULT: no rank: write of " + path +
                " (call 1) fails: Input/output error\n"
                "POPT_FAULT: no rank: read of " +
                path +
                " (call 1) has a bit flipped\n"
                "POPT_FAULT: no rank: read of " +
                path + " (call 2) is cut short\n");
}

// Everything is said, and ends or waits as it should.
TEST(FaultProcessTest, KillsStopsAndStalls) {
  auto child = [](const char *text) {
    pid_t process = fork();
    if (process == 0) {
      Fault fault(text);
      sys::actAs(3);
      sys::beforeThread();
      _exit(7);
    }
    int status = 0;
    waitpid(process, &status, WUNTRACED);
    if (WIFSTOPPED(status)) {
      kill(process, SIGCONT);
      waitpid(process, &status, 0);
      return WEXITSTATUS(status) == 7 ? SIGSTOP : -1;
    }
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
  };
  testing::internal::CaptureStderr();
  EXPECT_EQ(child("call=pthread_create,do=kill"), SIGKILL);
  EXPECT_EQ(child("call=pthread_create,do=stop"), SIGSTOP);
  EXPECT_EQ(child("call=pthread_create,do=stall:1ms"), -7);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "POPT_FAULT: rank 3: pthread_create (call 1) kills the process\n"
            "POPT_FAULT: rank 3: pthread_create (call 1) stops the process\n"
            "POPT_FAULT: rank 3: pthread_create (call 1) stalls for 0.001 s\n");
}
