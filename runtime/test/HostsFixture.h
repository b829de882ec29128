//===- HostsFixture.h - Ranks that call themselves of several hosts -------===//
#ifndef POPT_RT_TEST_HOSTSFIXTURE_H
#define POPT_RT_TEST_HOSTSFIXTURE_H

#include "control/Rendezvous.h"
#include "gtest/gtest.h"
#include <thread>

namespace popt::rt {

/// What became of a rank.
struct Visit {
  bool ok = false;
  Rendezvous met;
  std::string error;
};

/// Hosts, played by threads that call themselves so.
struct HostsFixture : testing::Test {
  Door door;
  double timeout = 10;

  void SetUp() override {
    std::string error;
    ASSERT_TRUE(door.open(0, error)) << error;
  }
  StoreAddress address() const { return {{"127.0.0.1"}, door.port(), "test"}; }
  static Comer comer(int64_t rank, int64_t size, const std::string &host) {
    return {rank, size, 4711, {"id of " + host, host}, {{"steps", "3"}}};
  }
  Visit play(const Comer &self) const {
    Visit result;
    result.ok =
        self.rank == 0
            ? receiveRanks(door, self, timeout, result.met, result.error)
            : goToRank0(address(), self, timeout, result.met, result.error);
    return result;
  }
  /// All at once, each in a thread.
  std::vector<Visit> playAll(const std::vector<Comer> &comers) const {
    std::vector<Visit> results(comers.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < comers.size(); ++i)
      threads.emplace_back([&, i] { results[i] = play(comers[i]); });
    for (std::thread &thread : threads)
      thread.join();
    return results;
  }
  void expectAll(const std::vector<Comer> &comers, const std::string &error) {
    for (const Visit &result : playAll(comers)) {
      EXPECT_FALSE(result.ok);
      EXPECT_EQ(result.error, error);
    }
  }
  /// A connection of somebody else.
  Socket stranger() const {
    Socket socket;
    std::string problem;
    bool isHopeless = false;
    EXPECT_TRUE(dial(address(), Deadline(10), socket, problem, isHopeless))
        << problem;
    return socket;
  }
};

} // namespace popt::rt
#endif // POPT_RT_TEST_HOSTSFIXTURE_H
