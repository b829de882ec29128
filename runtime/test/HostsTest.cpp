//===- HostsTest.cpp - Ranks of several hosts find each other -------------===//
//
// Hosts are played by threads and processes that call themselves so. Hosts with
// networks of their own: test/Execute/hosts.py.
//
//===----------------------------------------------------------------------===//
#include "HostsFixture.h"
#include <random>
#include <sys/socket.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
using RendezvousTest = HostsFixture;
using Ranks = std::vector<int64_t>;
} // namespace

TEST_F(RendezvousTest, WhoIsWhere) {
  std::vector<Comer> comers;
  const char *hosts[] = {"a", "b", "a", "c", "b"};
  for (int64_t rank : {3, 1, 4, 0, 2}) {
    comers.push_back(comer(rank, 5, hosts[rank]));
    comers.back().port = 1000 + static_cast<int>(rank);
  }
  std::vector<Visit> results = playAll(comers);
  for (size_t i = 0; i < results.size(); ++i) {
    const Visit &result = results[i];
    ASSERT_TRUE(result.ok) << result.error;
    const HostMap &map = result.met.hosts;
    EXPECT_EQ(map.names, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(map.hostOfRank, (std::vector<int32_t>{0, 1, 0, 2, 1}));
    EXPECT_EQ(map.ranksOf(1), (Ranks{1, 4}));
    EXPECT_EQ(map.processes, std::vector<int32_t>(5, getpid()));
    EXPECT_EQ(map.token, results[0].met.hosts.token);
    int64_t rank = comers[i].rank;
    for (size_t peer = 0; peer < 5; ++peer) {
      EXPECT_EQ(map.addresses[peer].port, 1000 + static_cast<int>(peer));
      // The test's network has one host.
      EXPECT_NE(map.addresses[peer].host.find("127.0.0.1"), std::string::npos);
    }
    EXPECT_EQ(result.met.connections.size(), rank == 0                ? 3u
                                             : rank == 1 || rank == 3 ? 1u
                                                                      : 0u);
  }
}

// The connections that stay carry messages.
TEST_F(RendezvousTest, ConnectionsStay) {
  std::vector<Visit> results = playAll({comer(0, 2, "a"), comer(1, 2, "b")});
  ASSERT_TRUE(results[0].ok && results[1].ok);
  Connection &there = *results[0].met.connections[1];
  Connection &back = *results[1].met.connections[0];
  Bytes message(100000, 7), got;
  there.allow(200000);
  back.send(MessageKind::Words, message);
  back.send(MessageKind::Bye, {});
  MessageKind kind = MessageKind::Hello;
  for (int i = 0; i < 1000 && kind != MessageKind::Bye; ++i) {
    EXPECT_TRUE(back.move());
    EXPECT_TRUE(there.move());
    while (there.take(kind, got))
      if (kind == MessageKind::Words) {
        EXPECT_EQ(got, message);
      }
    usleep(1000);
  }
  EXPECT_EQ(kind, MessageKind::Bye);
  results[1].met.connections.clear();
  for (int i = 0; i < 1000 && there.move(); ++i)
    usleep(1000);
  EXPECT_EQ(there.ending(), Ending::Closed);
}

TEST_F(RendezvousTest, RanksThatAreMissing) {
  timeout = 0.5;
  expectAll({comer(0, 4, "a"), comer(2, 4, "b")},
            "ranks 1, 3 did not come within 0.5 s of rank 0, which waits on a");
}

TEST_F(RendezvousTest, RanksThatAreThereTwice) {
  std::vector<Visit> results =
      playAll({comer(0, 3, "a"), comer(1, 3, "b"), comer(1, 3, "b")});
  for (const Visit &result : results) {
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.error,
              "rank 1 is there twice, on b and on b: each process "
              "needs a rank of its own");
  }
}

TEST_F(RendezvousTest, RanksThatDiffer) {
  std::vector<Comer> comers = {comer(0, 3, "a"), comer(1, 3, "b"),
                               comer(2, 3, "b")};
  comers[2].facts["steps"] = "4";
  expectAll(comers,
            "rank 2 has steps 4, rank 0 has 3: start all ranks with the "
            "same program, flags and files");
  expectAll(
      {comer(0, 2, "a"), comer(1, 3, "b")},
      "rank 1 on b is one of 3 ranks, rank 0 one of 2: start all with the "
      "same number");
  comers = {comer(0, 2, "a"), comer(7, 2, "b")};
  expectAll(comers, "a process on b calls itself rank 7 of 2");
}

// Rank 0 hears all of them in its first look, in the order in which they came,
// and tells all what it found first.
TEST_F(RendezvousTest, SeveralAreWrong) {
  const std::string wrong =
      "rank 2 has steps 4, rank 0 has 3: start all ranks with the same "
      "program, flags and files";
  Comer second = comer(2, 4, "b");
  second.facts["steps"] = "4";
  auto differs = hello(second), right = hello(comer(1, 4, "b"));
  Comer third = comer(3, 4, "c");
  third.facts["steps"] = "5";
  auto differsToo = hello(third);
  Socket other = anotherVersion();
  Visit result = play(comer(0, 4, "a"));
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.error, wrong);
  for (Connection *way : {differs.get(), right.get(), differsToo.get()}) {
    heard(*way, MessageKind::Welcome);
    EXPECT_EQ(heard(*way, MessageKind::Refused), wrong);
  }
}

// Who has ended may be started again.
TEST_F(RendezvousTest, OneComesAgain) {
  Comer first = comer(1, 3, "b");
  std::thread early([&] { // and ends then
    EXPECT_EQ(heard(*hello(first), MessageKind::Welcome), "");
  });
  std::thread rank0([&] {
    Visit result = play(comer(0, 3, "a"));
    EXPECT_TRUE(result.ok) << result.error;
  });
  early.join();
  for (const Visit &result : playAll({first, comer(2, 3, "c")}))
    EXPECT_TRUE(result.ok) << result.error;
  rank0.join();
}

TEST_F(RendezvousTest, AnotherVersion) {
  timeout = 2;
  std::string heard;
  std::thread other([&] {
    Socket way = anotherVersion();
    char answer[1000];
    ssize_t size = recv(way.get(), answer, sizeof answer, 0);
    for (int i = 0; i < 100 && size < 0; ++i, usleep(20000))
      size = recv(way.get(), answer, sizeof answer, 0);
    heard.assign(answer, size > 0 ? static_cast<size_t>(size) : 0);
  });
  Visit result = play(comer(0, 2, "a"));
  other.join();
  EXPECT_FALSE(result.ok);
  const std::string text =
      "is of another version of popt (its messages are of version 9, those of "
      "this process of 2): start all ranks with the same popt";
  EXPECT_NE(result.error.find(text), std::string::npos) << result.error;
  EXPECT_NE(heard.find(text), std::string::npos);
}

// Ten thousand connections that say anything, or nothing.
TEST_F(RendezvousTest, Strangers) {
  timeout = 120;
  constexpr int kStrangers = 10000;
  std::thread strangers([&] {
    std::mt19937 random(1);
    std::vector<Socket> open;
    for (int i = 0; i < kStrangers; ++i) {
      Socket way = stranger();
      Bytes words(random() % 200);
      for (uint8_t &byte : words)
        byte = static_cast<uint8_t>(random());
      // Some know how messages begin, but not the job.
      if (i % 4 == 0)
        for (size_t b = 0; b < std::min<size_t>(7, words.size()); ++b)
          words[b] = static_cast<uint8_t>("POPT\1\0\1"[b]);
      if (i % 3)
        static_cast<void>(
            send(way.get(), words.data(), words.size(), MSG_NOSIGNAL));
      if (i % 5 == 0)
        open.push_back(std::move(way));
      if (open.size() > 300)
        open.erase(open.begin());
    }
  });
  std::thread rank1([&] {
    Visit result = play(comer(1, 3, "b"));
    EXPECT_TRUE(result.ok) << result.error;
  });
  std::thread rank0([&] {
    Visit result = play(comer(0, 3, "a"));
    EXPECT_TRUE(result.ok) << result.error;
  });
  strangers.join();
  Visit result = play(comer(2, 3, "c"));
  EXPECT_TRUE(result.ok) << result.error;
  rank1.join();
  rank0.join();
}

TEST_F(RendezvousTest, AddressesThatLeadNowhere) {
  auto fails = [&](const StoreAddress &address) {
    Visit result;
    EXPECT_FALSE(
        goToRank0(address, comer(1, 2, "b"), 0.5, result.met, result.error));
    return result.error;
  };
  // None answers.
  std::string where = "127.0.0.1, port " + std::to_string(door.port());
  EXPECT_EQ(
      fails(address()),
      "rank 0 did not answer at " + where +
          " (test) within 0.5 s: what listens there is not rank 0 of this "
          "job");
  // None listens.
  int port = door.port();
  door = Door();
  EXPECT_EQ(fails({{"127.0.0.1"}, port, ""}),
            "rank 0 did not answer at " + where +
                " within 0.5 s: Connection refused");
  std::string error = fails({{"no.such.host.invalid"}, 1, "MASTER_ADDR"});
  EXPECT_EQ(
      error.find("rank 0 cannot be reached at no.such.host.invalid, port 1 "
                 "(MASTER_ADDR): \"no.such.host.invalid\" has no "
                 "address: "),
      0u)
      << error;
}

TEST_F(RendezvousTest, PortTaken) {
  Door second;
  std::string error;
  EXPECT_FALSE(second.open(door.port(), error));
  EXPECT_EQ(error, "rank 0 cannot wait for the other hosts at port " +
                       std::to_string(door.port()) +
                       ": Address already in use; POPT_PORT names another, the "
                       "same on all ranks");
}

TEST_F(RendezvousTest, RankZeroLeaves) {
  std::thread rank1([&] {
    Visit result = play(comer(1, 2, "b"));
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.error, "rank 0 left before the run began");
  });
  Socket guest;
  while (guest.get() < 0)
    guest = acceptFrom(door.socket());
  Connection way(std::move(guest), 4711, 1000);
  MessageKind kind;
  Bytes hello;
  while (way.move() && !way.take(kind, hello))
    usleep(1000);
  way.send(MessageKind::Welcome, {});
  way.move();
  {
    Connection gone(std::move(way));
  }
  rank1.join();
}

TEST(HostsTest, ThisHost) {
  Host host = thisHost();
  EXPECT_NE(host.name, "");
  EXPECT_EQ(host.id, thisHost().id);
  EXPECT_NE(host.id.find("net:["), std::string::npos) << host.id;
  for (const std::string &address : addressesOfHost())
    EXPECT_EQ(address.find("127."), std::string::npos);
}
