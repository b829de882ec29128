//===- HostsFixture.h - Ranks that call themselves of several hosts -------===//
#ifndef POPT_RT_TEST_HOSTSFIXTURE_H
#define POPT_RT_TEST_HOSTSFIXTURE_H

#include "launch/Rendezvous.h"
#include "gtest/gtest.h"
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace popt::rt {

/// What became of a rank.
struct Visit {
  bool ok = false;
  Rendezvous met;
  std::string error;
};

/// Hosts, played by threads that call themselves so.
struct HostsFixture : testing::Test {
  Listener listener;
  int port = 0; ///< where the others look for rank 0
  double timeout = 10;

  void SetUp() override {
    std::string error;
    ASSERT_TRUE(listener.open(0, error)) << error;
    port = listener.port();
  }
  StoreAddress address() const { return {{"127.0.0.1"}, port, "test"}; }
  static JoinRequest request(int64_t rank, int64_t size,
                             const std::string &host) {
    JoinRequest self;
    self.rank = rank;
    self.size = size;
    self.job = 4711;
    self.host = {"id of " + host, host};
    self.facts = {{"steps", "3"}};
    return self;
  }
  Visit play(const JoinRequest &self) const {
    Visit result;
    result.ok =
        self.rank == 0
            ? receiveRanks(listener, self, timeout, result.met, result.error)
            : goToRank0(address(), self, timeout, result.met, result.error);
    return result;
  }
  /// All at once, each in a thread.
  std::vector<Visit> playAll(const std::vector<JoinRequest> &requests) const {
    std::vector<Visit> results(requests.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < requests.size(); ++i)
      threads.emplace_back([&, i] { results[i] = play(requests[i]); });
    for (std::thread &thread : threads)
      thread.join();
    return results;
  }
  void expectAll(const std::vector<JoinRequest> &requests,
                 const std::string &error) {
    for (const Visit &result : playAll(requests)) {
      EXPECT_FALSE(result.ok);
      EXPECT_EQ(result.error, error);
    }
  }
  /// Of a rank that has said who it is, to rank 0 that is there already; to hear
  /// the answer later.
  std::unique_ptr<Connection> hello(const JoinRequest &self) const {
    auto way = std::make_unique<Connection>(stranger(), self.job, 1 << 20);
    MessageKind kind;
    Bytes answer;
    EXPECT_TRUE(greet(*way, self, Deadline(10), kind, answer));
    static_cast<void>(way->move());
    return way;
  }
  /// The next message of rank 0; its text.
  static std::string heard(Connection &way, MessageKind kind) {
    auto came = MessageKind::Bye;
    Bytes message;
    bool isThere = true;
    while (!way.take(came, message) && isThere) {
      isThere = way.move(); // it may have said something before it left
      usleep(1000);
    }
    EXPECT_EQ(came, kind);
    return message.empty() ? "" : MessageReader(message).takeText();
  }
  /// A connection of a stranger.
  Socket stranger() const {
    Socket socket;
    std::string problem;
    bool isHopeless = false;
    EXPECT_TRUE(dial(address(), Deadline(10), socket, problem, isHopeless))
        << problem;
    return socket;
  }
  /// A connection of a rank whose messages are of version 9.
  Socket anotherVersion() const {
    Socket way = stranger();
    uint8_t header[20] = {'P', 'O', 'P', 'T', 9, 0, 1};
    header[12] = 4711 & 255;
    header[13] = 4711 >> 8;
    EXPECT_EQ(send(way.get(), header, sizeof header, MSG_NOSIGNAL), 20);
    return way;
  }
};

} // namespace popt::rt
#endif // POPT_RT_TEST_HOSTSFIXTURE_H
