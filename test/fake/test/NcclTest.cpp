//===- NcclTest.cpp - The fake NCCL has NCCL's rules ----------------------===//
#include "FakeGpu.h"

#include <atomic>
#include <cmath>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace popt::fake {
namespace {

/// A rank of a communicator on its GPU.
struct Rank : OneGpu {
  int32_t rank, size;
  NcclComm all = nullptr;

  Rank(int32_t rank, int32_t size) : OneGpu(rank), rank(rank), size(size) {}
  template <class T>
  std::vector<T> allReduce(const std::vector<T> &values, NcclType type,
                           NcclReduction reduction) {
    Address memory = upload(values);
    EXPECT_EQ(ncclAllReduce(at(memory), at(memory), values.size(), type,
                            reduction, all, stream),
              kNcclSuccess);
    return download<T>(memory, values.size());
  }
  /// Both ways, as its peer does at the same time.
  void connectWith(int peer) {
    Address bytes = upload<int8_t>({1, 0});
    ncclGroupStart();
    EXPECT_EQ(ncclSend(at(bytes), 1, kNcclI8, peer, all, stream), kNcclSuccess);
    EXPECT_EQ(ncclRecv(at(bytes + 1), 1, kNcclI8, peer, all, stream),
              kNcclSuccess);
    EXPECT_EQ(ncclGroupEnd(), kNcclSuccess);
    EXPECT_EQ(download<int8_t>(bytes, 2)[1], 1);
  }
  static void *at(Address address) { return reinterpret_cast<void *>(address); }
};

using Body = std::function<void(Rank &)>;

NcclId newId() {
  NcclId id = {};
  EXPECT_EQ(ncclGetUniqueId(&id), kNcclSuccess);
  return id;
}

void runRank(int32_t rank, int32_t size, const NcclId &id, const Body &body) {
  Rank self(rank, size);
  ASSERT_EQ(ncclCommInitRankConfig(&self.all, size, id, rank, nullptr),
            kNcclSuccess);
  body(self);
}

/// Runs the body on ranks that are threads, each with a GPU.
void runThreads(int32_t size, const std::string &words, const Body &body) {
  FreshDriver{"devices=8" + (words.empty() ? "" : "," + words)};
  NcclId id = newId();
  std::vector<std::thread> threads;
  for (int32_t rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] { runRank(rank, size, id, body); });
  for (std::thread &thread : threads)
    thread.join();
}

/// So much of its stream is not done, however long one waits.
bool isStuck(Rank &rank) {
  for (int i = 0; i < 50; ++i) {
    if (rank.cu.cuStreamQuery(rank.stream) != kNotReady)
      return false;
    usleep(1000);
  }
  return true;
}

// The sum of part c begins at rank c + 1; a small one is that of a tree.
TEST(FakeNccl, SumsInRingAndTreeOrder) {
  runThreads(4, "", [](Rank &self) {
    const float values[] = {1e8f, 3.25f, -1e8f, 7.5f};
    for (size_t count : {size_t(8), size_t(4096)}) {
      std::vector<float> sum = self.allReduce(
          std::vector<float>(count, values[self.rank]), kNcclF32, kNcclSum);
      for (size_t i : {size_t(0), count - 1}) {
        size_t last = i * 4 / count;
        float ring = values[(last + 1) % 4];
        for (size_t hop = 2; hop <= 4; ++hop)
          ring = values[(last + hop) % 4] + ring;
        float tree = values[0] + (values[1] + values[3]) + values[2];
        EXPECT_EQ(sum[i], count < 100 ? tree : ring);
      }
    }
  });
}

TEST(FakeNccl, RoundsAtEachHopAndDropsNan) {
  runThreads(3, "seed=2", [](Rank &self) {
    // 256, 1, 1 in bf16: each 1 is lost by itself.
    std::vector<uint16_t> sum = self.allReduce<uint16_t>(
        {self.rank == 0 ? uint16_t(0x4380) : uint16_t(0x3f80)}, kNcclBF16,
        kNcclSum);
    EXPECT_EQ(sum[0], 0x4380);
    float value = self.rank == 1 ? NAN : float(self.rank);
    EXPECT_EQ(self.allReduce<float>({value}, kNcclF32, kNcclMax)[0], 2);
    EXPECT_EQ(self.allReduce<int8_t>({100}, kNcclI8, kNcclSum)[0],
              int8_t(300 - 256));
  });
}

TEST(FakeNccl, OtherCollectives) {
  runThreads(3, "seed=3", [](Rank &self) {
    float mine = float(self.rank + 1);
    Address in = self.upload<float>({mine, mine, mine});
    Address out = self.upload<float>({0, 0, 0});
    auto call = [&](NcclStatus status, std::vector<float> expected) {
      EXPECT_EQ(status, kNcclSuccess);
      EXPECT_EQ(self.download<float>(out, 3), expected);
    };
    call(ncclAllGather(self.at(in), self.at(out), 1, kNcclF32, self.all,
                       self.stream),
         {1, 2, 3});
    call(ncclReduceScatter(self.at(in), self.at(out), 1, kNcclF32, kNcclProd,
                           self.all, self.stream),
         {6, 2, 3});
    call(ncclBroadcast(self.at(in), self.at(out), 3, kNcclF32, 1, self.all,
                       self.stream),
         {2, 2, 2});
    call(ncclReduce(self.at(in), self.at(out), 2, kNcclF32, kNcclSum, 2,
                    self.all, self.stream),
         self.rank == 2 ? std::vector<float>{6, 6, 2}
                        : std::vector<float>{2, 2, 2});
  });
}

// Two ranks that both send first wait for ever; in a group they do not.
TEST(FakeNccl, TransfersAreARendezvous) {
  for (bool isGroup : {false, true})
    runThreads(2, "", [&](Rank &self) {
      self.connectWith(1 - self.rank);
      Address in = self.upload<int32_t>({self.rank});
      Address out = self.upload<int32_t>({-1});
      if (isGroup)
        ncclGroupStart();
      EXPECT_EQ(ncclSend(self.at(in), 1, kNcclI32, 1 - self.rank, self.all,
                         self.stream),
                kNcclSuccess);
      EXPECT_EQ(ncclRecv(self.at(out), 1, kNcclI32, 1 - self.rank, self.all,
                         self.stream),
                kNcclSuccess);
      if (isGroup) {
        ncclGroupEnd();
        EXPECT_EQ(self.download<int32_t>(out, 1)[0], 1 - self.rank);
      } else {
        EXPECT_TRUE(isStuck(self));
        EXPECT_EQ(ncclCommAbort(self.all), kNcclSuccess);
        EXPECT_EQ(self.download<int32_t>(out, 1)[0], -1);
      }
    });
}

// Two ranks make their connections together. Who is asked for both ways, and makes
// one, reads a message of the wrong size.
TEST(FakeNccl, ConnectsBothWaysAtOnce) {
  runThreads(2, "", [](Rank &self) {
    Address memory = self.upload<int32_t>({self.rank, 0});
    if (self.rank == 0) {
      EXPECT_EQ(
          ncclSend(self.at(memory), 1, kNcclI32, 1, self.all, self.stream),
          kNcclInternalError);
    } else {
      ncclGroupStart();
      ncclRecv(self.at(memory), 1, kNcclI32, 0, self.all, self.stream);
      ncclSend(self.at(memory + 4), 1, kNcclI32, 0, self.all, self.stream);
      EXPECT_EQ(ncclGroupEnd(), kNcclRemoteError);
    }
    EXPECT_EQ(ncclCommAbort(self.all), kNcclSuccess);
  });
}

// Of three, each pair is connected by itself; but a group is launched when it has
// met all its peers.
TEST(FakeNccl, ConnectsInTheCallsOfBoth) {
  std::atomic<bool> isLaunched = false;
  runThreads(3, "", [&](Rank &self) {
    Address memory = self.upload<int32_t>({7, 8});
    auto send = [&](int peer) {
      EXPECT_EQ(
          ncclSend(self.at(memory), 1, kNcclI32, peer, self.all, self.stream),
          kNcclSuccess);
    };
    auto receive = [&](int peer) {
      EXPECT_EQ(ncclRecv(self.at(memory + 4), 1, kNcclI32, peer, self.all,
                         self.stream),
                kNcclSuccess);
    };
    if (self.rank == 0) {
      send(1);
    } else if (self.rank == 1) {
      ncclGroupStart();
      receive(0);
      send(2);
      ncclGroupEnd();
      isLaunched = true;
    } else {
      usleep(50000);
      EXPECT_FALSE(isLaunched);
      receive(1);
    }
    EXPECT_EQ(self.download<int32_t>(memory, 2)[1], self.rank ? 7 : 8);
  });
}

// Who ends breaks the calls of those that need it, and no others.
TEST(FakeNccl, AMemberThatIsGoneBreaksCalls) {
  for (bool leaves : {false, true})
    runThreads(3, "", [&](Rank &self) {
      self.allReduce<int32_t>({1}, kNcclI32, kNcclSum);
      if (self.rank == 2) {
        EXPECT_EQ((leaves ? ncclCommDestroy : ncclCommAbort)(self.all),
                  kNcclSuccess);
        return;
      }
      self.connectWith(1 - self.rank);
      Address memory = self.upload<int32_t>({1});
      EXPECT_EQ(ncclAllReduce(self.at(memory), self.at(memory), 1, kNcclI32,
                              kNcclSum, self.all, self.stream),
                kNcclSuccess);
      NcclStatus status = kNcclSuccess;
      for (int i = 0; i < 2000 && !status; ++i) {
        usleep(1000);
        EXPECT_EQ(ncclCommGetAsyncError(self.all, &status), kNcclSuccess);
      }
      EXPECT_EQ(status, kNcclRemoteError);
      EXPECT_EQ(ncclCommAbort(self.all), kNcclSuccess);
    });
}

// Two communicators in two streams, of which one kernel fits at once. In the order
// of calls, one order on all ranks does, and two wait for ever.
TEST(FakeNccl, KernelsThatDoNotFitWait) {
  setenv("NCCL_LAUNCH_ORDER_IMPLICIT", "1", 1);
  for (bool isCrossed : {false, true})
    runThreads(2, "nccl-kernels=1", [&](Rank &self) {
      NcclComm other = nullptr;
      EXPECT_EQ(ncclCommSplit(self.all, 0, self.rank, &other, nullptr),
                kNcclSuccess);
      Address a = self.upload<int32_t>({1}), b = self.upload<int32_t>({2});
      Stream second = nullptr;
      EXPECT_CU(self.cu.cuStreamCreate(&second, kStreamNonBlocking));
      auto sum = [&](bool isOther) {
        Address memory = isOther ? b : a;
        EXPECT_EQ(ncclAllReduce(self.at(memory), self.at(memory), 1, kNcclI32,
                                kNcclSum, isOther ? other : self.all,
                                isOther ? second : self.stream),
                  kNcclSuccess);
      };
      bool isOtherFirst = isCrossed && self.rank == 1;
      sum(isOtherFirst);
      sum(!isOtherFirst);
      if (isCrossed) {
        EXPECT_TRUE(isStuck(self));
        EXPECT_EQ(ncclCommAbort(self.all), kNcclSuccess);
        EXPECT_EQ(ncclCommAbort(other), kNcclSuccess);
      } else {
        EXPECT_CU(self.cu.cuStreamSynchronize(second));
        EXPECT_EQ(self.download<int32_t>(a, 1)[0], 2);
        EXPECT_EQ(self.download<int32_t>(b, 1)[0], 4);
      }
    });
  unsetenv("NCCL_LAUNCH_ORDER_IMPLICIT");
}

TEST(FakeNccl, SplitsByColourAndKey) {
  runThreads(4, "", [](Rank &self) {
    NcclComm part = nullptr;
    int color = self.rank == 3 ? kNcclNoColor : self.rank % 2;
    EXPECT_EQ(ncclCommSplit(self.all, color, -self.rank, &part, nullptr),
              kNcclSuccess);
    EXPECT_EQ(part == nullptr, self.rank == 3);
    if (self.rank % 2)
      return;
    Address in = self.upload<int32_t>({self.rank});
    Address out = self.upload<int32_t>({0, 0});
    EXPECT_EQ(ncclAllGather(self.at(in), self.at(out), 1, kNcclI32, part,
                            self.stream),
              kNcclSuccess);
    EXPECT_EQ(self.download<int32_t>(out, 2), (std::vector<int32_t>{2, 0}));
  });
}

// However far some are ahead of others.
TEST(FakeNccl, SplitsFollowOneAnother) {
  runThreads(4, "", [](Rank &self) {
    Address in = self.upload<int32_t>({self.rank});
    Address out = self.upload<int32_t>({0, 0});
    for (int i = 0; i < 50; ++i) {
      NcclComm part = nullptr;
      bool isOfNeighbours = i % 2;
      int color = isOfNeighbours ? self.rank / 2 : self.rank % 2;
      EXPECT_EQ(ncclCommSplit(self.all, color, self.rank, &part, nullptr),
                kNcclSuccess);
      EXPECT_EQ(ncclAllGather(self.at(in), self.at(out), 1, kNcclI32, part,
                              self.stream),
                kNcclSuccess);
      int32_t first = isOfNeighbours ? 2 * color : color;
      EXPECT_EQ(
          self.download<int32_t>(out, 2),
          (std::vector<int32_t>{first, first + (isOfNeighbours ? 1 : 2)}));
      EXPECT_EQ(ncclCommDestroy(part), kNcclSuccess);
    }
  });
}

// A communicator that does not block is polled; calls in between are refused.
TEST(FakeNccl, InProgress) {
  FreshDriver{"devices=2,seed=5"};
  NcclId id = newId();
  auto run = [&](int32_t rank) {
    Rank self(rank, 2);
    NcclConfig config;
    config.blocking = 0;
    EXPECT_EQ(ncclCommInitRankConfig(&self.all, 2, id, rank, &config),
              kNcclInProgress);
    auto settle = [&] {
      NcclStatus status = kNcclInProgress;
      while (status == kNcclInProgress &&
             ncclCommGetAsyncError(self.all, &status) == kNcclSuccess) {
      }
      EXPECT_EQ(status, kNcclSuccess);
    };
    settle();
    Address memory = self.upload<float>({1});
    int waits = 0;
    for (int i = 0; i < 20; ++i) {
      NcclStatus status =
          ncclAllReduce(self.at(memory), self.at(memory), 1, kNcclF32, kNcclSum,
                        self.all, self.stream);
      if (status == kNcclInProgress) {
        ++waits;
        EXPECT_EQ(ncclAllReduce(self.at(memory), self.at(memory), 1, kNcclF32,
                                kNcclSum, self.all, self.stream),
                  kNcclInvalidUsage);
      }
      settle();
    }
    EXPECT_GT(waits, 0);
    EXPECT_EQ(self.download<float>(memory, 1)[0], float(1 << 20));
  };
  std::thread other([&] { run(1); });
  run(0);
  other.join();
}

TEST(FakeNccl, RefusesOneGpuTwice) {
  FreshDriver{"devices=1"};
  NcclId id = newId();
  auto join = [&](int32_t rank) {
    Rank self(0, 2);
    EXPECT_EQ(ncclCommInitRankConfig(&self.all, 2, id, rank, nullptr),
              kNcclInvalidUsage);
  };
  std::thread other([&] { join(1); });
  join(0);
  other.join();
}

TEST(FakeNccl, RefusesWhatDoesNotMatch) {
  FreshDriver{"devices=2"};
  Rank self(0, 1);
  NcclId unknown = {};
  EXPECT_EQ(ncclCommInitRankConfig(&self.all, 1, unknown, 0, nullptr),
            kNcclSystemError);
  setenv("NCCL_SOCKET_IFNAME", "nowhere7", 1);
  EXPECT_EQ(ncclGetUniqueId(&unknown), kNcclSystemError);
  unsetenv("NCCL_SOCKET_IFNAME");
  NcclId id = newId();
  EXPECT_EQ(ncclCommInitRankConfig(&self.all, 1, id, 0, nullptr), kNcclSuccess);
  EXPECT_EQ(ncclCommInitRankConfig(&self.all, 1, id, 0, nullptr),
            kNcclInvalidUsage);
  EXPECT_EQ(ncclCommInitRankConfig(&self.all, 2, id, 1, nullptr),
            kNcclInternalError);
  EXPECT_EQ(ncclGroupEnd(), kNcclInvalidUsage);
}

// The third meeting of the process fails; nothing goes on until it is aborted.
TEST(FakeNccl, AsynchronousErrorsComeLater) {
  runThreads(1, "async-error=3", [](Rank &self) {
    Address memory = self.upload<float>({1});
    auto call = [&] {
      return ncclAllReduce(self.at(memory), self.at(memory), 1, kNcclF32,
                           kNcclSum, self.all, self.stream);
    };
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(call(), kNcclSuccess);
    EXPECT_TRUE(isStuck(self));
    NcclStatus status = kNcclSuccess;
    EXPECT_EQ(ncclCommGetAsyncError(self.all, &status), kNcclSuccess);
    EXPECT_EQ(status, kNcclRemoteError);
    EXPECT_EQ(call(), kNcclRemoteError);
    EXPECT_EQ(ncclCommAbort(self.all), kNcclSuccess);
    EXPECT_CU(self.cu.cuStreamSynchronize(self.stream));
  });
}

// Another communicator may break meanwhile, which nothing waits for.
TEST(FakeNccl, AsynchronousErrorsOfOthers) {
  runThreads(1, "async-error=1@2", [](Rank &self) {
    NcclComm other = nullptr;
    ASSERT_EQ(ncclCommInitRankConfig(&other, 1, newId(), 0, nullptr),
              kNcclSuccess);
    Address memory = self.upload<float>({1});
    EXPECT_EQ(ncclAllReduce(self.at(memory), self.at(memory), 1, kNcclF32,
                            kNcclSum, self.all, self.stream),
              kNcclSuccess);
    EXPECT_CU(self.cu.cuStreamSynchronize(self.stream));
    NcclStatus status = kNcclSuccess;
    EXPECT_EQ(ncclCommGetAsyncError(self.all, &status), kNcclSuccess);
    EXPECT_EQ(status, kNcclSuccess);
    EXPECT_EQ(ncclCommGetAsyncError(other, &status), kNcclSuccess);
    EXPECT_EQ(status, kNcclRemoteError);
    EXPECT_EQ(ncclCommAbort(other), kNcclSuccess);
  });
}

TEST(FakeNccl, DifferentCallsAreAFinding) {
  runThreads(2, "", [](Rank &self) {
    Address memory = self.upload<float>({1, 1});
    EXPECT_EQ(ncclAllReduce(self.at(memory), self.at(memory),
                            size_t(1 + self.rank), kNcclF32, kNcclSum, self.all,
                            self.stream),
              kNcclSuccess);
    EXPECT_TRUE(isStuck(self));
    EXPECT_EQ(ncclCommAbort(self.all), kNcclSuccess);
  });
  std::string report = popt_fake_cuda_report(0);
  EXPECT_NE(report.find("make different calls"), std::string::npos) << report;
}

TEST(FakeNccl, RegisteredMemoryIsForgottenFirst) {
  for (bool isFreedFirst : {false, true}) {
    runThreads(1, "", [&](Rank &self) {
      Address memory = self.upload<float>({1, 1});
      void *handle = nullptr;
      EXPECT_EQ(ncclCommRegister(self.all, self.at(memory), 8, &handle),
                kNcclSuccess);
      EXPECT_EQ(ncclCommDeregister(self.all, self.at(0)), kNcclInvalidArgument);
      if (isFreedFirst)
        EXPECT_CU(self.cu.cuMemFree(memory));
      EXPECT_EQ(ncclCommDeregister(self.all, handle), kNcclSuccess);
    });
    EXPECT_EQ(popt_fake_cuda_report(0) == nullptr, !isFreedFirst);
  }
}

// The same between processes: what they share is a file.
TEST(FakeNccl, RanksMayBeProcesses) {
  FreshDriver{"devices=8"};
  NcclId id = newId();
  std::vector<pid_t> children;
  for (int32_t rank = 0; rank < 3; ++rank) {
    children.push_back(fork());
    if (children.back() != 0)
      continue;
    runRank(rank, 3, id, [](Rank &self) {
      for (int i = 0; i < 10; ++i)
        EXPECT_EQ(
            self.allReduce<int32_t>({self.rank + i}, kNcclI32, kNcclSum)[0],
            3 + 3 * i);
    });
    _exit(testing::Test::HasFailure());
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

} // namespace
} // namespace popt::fake
