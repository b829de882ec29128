//===- HostsTest.cpp - Ranks of several hosts find each other -------------===//
//
// Hosts are played by threads and processes that call themselves so. Hosts with
// networks of their own: test/Execute/hosts.py.
//
//===----------------------------------------------------------------------===//
#include "Fault.h"
#include "HostsFixture.h"
#include <atomic>
#include <random>
#include <sys/socket.h>
#include <unistd.h>

using namespace popt::rt;

namespace {
using RendezvousTest = HostsFixture;
using Ranks = std::vector<int64_t>;
} // namespace

TEST_F(RendezvousTest, WhoIsWhere) {
  std::vector<JoinRequest> requests;
  const char *hosts[] = {"a", "b", "a", "c", "b"};
  for (int64_t rank : {3, 1, 4, 0, 2}) {
    requests.push_back(request(rank, 5, hosts[rank]));
    requests.back().needsListener = true;
  }
  std::vector<Visit> results = playAll(requests);
  for (size_t i = 0; i < results.size(); ++i) {
    const Visit &result = results[i];
    ASSERT_TRUE(result.ok) << result.error;
    const HostMap &map = result.met.hosts;
    EXPECT_EQ(map.names, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(map.hostOfRank, (std::vector<int32_t>{0, 1, 0, 2, 1}));
    EXPECT_EQ(map.ranksOf(1), (Ranks{1, 4}));
    EXPECT_EQ(map.processes, std::vector<int32_t>(5, getpid()));
    EXPECT_EQ(map.token, results[0].met.hosts.token);
    int64_t rank = requests[i].rank;
    for (size_t peer = 0; peer < 5; ++peer) {
      EXPECT_EQ(map.addresses[peer].port,
                results[0].met.hosts.addresses[peer].port);
      // The test's network has one host, and nothing listens on other addresses.
      EXPECT_EQ(map.addresses[peer].host, "127.0.0.1");
    }
    EXPECT_EQ(addressOfOwnEnd(result.met.listener), "127.0.0.1");
    EXPECT_EQ(result.met.connections.size(), rank == 0                ? 3u
                                             : rank == 1 || rank == 3 ? 1u
                                                                      : 0u);
  }
}

// The connections that stay carry messages.
TEST_F(RendezvousTest, ConnectionsStay) {
  std::vector<Visit> results =
      playAll({request(0, 2, "a"), request(1, 2, "b")});
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
  expectAll({request(0, 4, "a"), request(2, 4, "b")},
            "ranks 1, 3 did not come within 0.5 s of rank 0, which waits on a");
}

// The second one is told; the others go on.
TEST_F(RendezvousTest, RanksThatAreThereTwice) {
  std::vector<Visit> results(2);
  std::thread rank0([&] { results[0] = play(request(0, 3, "a")); });
  auto rank1 = hello(request(1, 3, "b"));
  heard(*rank1, MessageKind::Welcome);
  Visit second = play(request(1, 3, "c"));
  EXPECT_FALSE(second.ok);
  EXPECT_EQ(second.error, "rank 1 is there already, on b: each process needs a "
                          "rank of its own");
  EXPECT_TRUE(rank1->move());
  rank1.reset();
  std::thread again([&] { results[1] = play(request(1, 3, "b")); });
  Visit rank2 = play(request(2, 3, "c"));
  rank0.join();
  again.join();
  EXPECT_TRUE(rank2.ok) << rank2.error;
  for (const Visit &result : results)
    EXPECT_TRUE(result.ok) << result.error;
}

TEST_F(RendezvousTest, RanksThatDiffer) {
  std::vector<JoinRequest> requests = {request(0, 3, "a"), request(1, 3, "b"),
                                       request(2, 3, "b")};
  requests[2].facts["steps"] = "4";
  expectAll(requests,
            "rank 2 has steps 4, rank 0 has 3: start all ranks with the "
            "same program, flags and files");
}

// Another size or number hears at once that it is wrong; those who wait hear when
// time is over.
TEST_F(RendezvousTest, RanksOfAnotherSize) {
  timeout = 1;
  std::vector<Visit> results =
      playAll({request(0, 2, "a"), request(1, 3, "b"), request(7, 2, "c")});
  EXPECT_EQ(results[1].error,
            "rank 1 on b is one of 3 ranks, rank 0 one of 2: start all with "
            "the same number");
  EXPECT_EQ(results[2].error,
            "a process on c calls itself rank 7 of 2, and rank 0 is one of 2: "
            "start all with the same number");
  const std::string text = results[0].error;
  EXPECT_EQ(text.find("rank 1 did not come within 1 s of rank 0, which waits "
                      "on a; what came instead: "),
            0u)
      << text;
  for (const char *stray :
       {"127.0.0.1 (rank 1 of 3 on b), where ranks are of 2",
        "127.0.0.1 (rank 7 of 2 on c), where ranks are of "
        "2"})
    EXPECT_NE(text.find(stray), std::string::npos) << text;
}

// Rank 0 tells all what it found first.
TEST_F(RendezvousTest, SeveralAreWrong) {
  const std::string wrong =
      "rank 2 has steps 4, rank 0 has 3: start all ranks with the same "
      "program, flags and files";
  Visit result;
  std::thread rank0([&] { result = play(request(0, 4, "a")); });
  auto right = hello(request(1, 4, "b"));
  heard(*right, MessageKind::Welcome);
  JoinRequest second = request(2, 4, "b");
  second.facts["steps"] = "4";
  auto differs = hello(second);
  heard(*differs, MessageKind::Welcome);
  JoinRequest third = request(3, 4, "c");
  third.facts["steps"] = "5";
  auto differsToo = hello(third);
  heard(*differsToo, MessageKind::Welcome);
  for (Connection *way : {differs.get(), right.get(), differsToo.get()})
    EXPECT_EQ(heard(*way, MessageKind::Refused), wrong);
  rank0.join();
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.error, wrong);
}

// One that can't take part ends the waiting of all.
TEST_F(RendezvousTest, ARankThatCannotStart) {
  timeout = 60;
  std::vector<JoinRequest> requests = {request(0, 4, "a"), request(1, 4, "b"),
                                       request(2, 4, "b")};
  requests[2].failure = "inputs.npz: No such file";
  std::vector<Visit> results = playAll(requests);
  EXPECT_TRUE(results[2].ok) << results[2].error; // it has been heard
  for (size_t rank : {0, 1}) {
    EXPECT_FALSE(results[rank].ok);
    EXPECT_EQ(results[rank].error,
              "rank 2 on b could not start: inputs.npz: No such file");
  }
}

TEST_F(RendezvousTest, Rank0ThatCannotStart) {
  timeout = 60;
  JoinRequest rank0 = request(0, 3, "a");
  rank0.failure = "rank 0 could not start: inputs.npz: No such file";
  listener = Listener();
  std::thread refuses([&] { refuseRanks(port, rank0, 10); });
  expectAll({request(1, 3, "b"), request(2, 3, "b")}, rank0.failure);
  refuses.join();
}

// What has the port of rank 0 says nothing, or leaves at once: rank 0 is heard
// elsewhere.
TEST_F(RendezvousTest, Rank0WhosePortIsTaken) {
  timeout = 60;
  JoinRequest rank0 = request(0, 3, "a");
  rank0.failure = "rank 0 could not start: its port is taken";
  std::atomic<bool> ends{false};
  std::thread other([&] {
    while (!ends) {
      Socket guest = acceptFrom(listener.socket());
      usleep(1000);
    }
  });
  std::thread refuses([&] { refuseRanks(listener.port(), rank0, 15); });
  expectAll({request(1, 3, "b"), request(2, 3, "b")}, rank0.failure);
  refuses.join();
  ends = true;
  other.join();
}

// Who has ended may be started again.
TEST_F(RendezvousTest, OneComesAgain) {
  JoinRequest first = request(1, 3, "b");
  std::thread early([&] { // and ends then
    EXPECT_EQ(heard(*hello(first), MessageKind::Welcome), "");
  });
  std::thread rank0([&] {
    Visit result = play(request(0, 3, "a"));
    EXPECT_TRUE(result.ok) << result.error;
  });
  early.join();
  for (const Visit &result : playAll({first, request(2, 3, "c")}))
    EXPECT_TRUE(result.ok) << result.error;
  rank0.join();
}

// It hears so, and those who wait do when time is over.
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
  Visit result = play(request(0, 2, "a"));
  other.join();
  EXPECT_FALSE(result.ok);
  const std::string text =
      "messages of version 9, those of this process are of " +
      std::to_string(kMessageVersion) + ": start all ranks with the same popt";
  EXPECT_EQ(result.error,
            "rank 1 did not come within 2 s of rank 0, which waits "
            "on a; what came instead: 127.0.0.1 with " +
                text);
  EXPECT_NE(heard.find("rank 0 hears " + text), std::string::npos);
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
    Visit result = play(request(1, 3, "b"));
    EXPECT_TRUE(result.ok) << result.error;
  });
  std::thread rank0([&] {
    Visit result = play(request(0, 3, "a"));
    EXPECT_TRUE(result.ok) << result.error;
  });
  strangers.join();
  Visit result = play(request(2, 3, "c"));
  EXPECT_TRUE(result.ok) << result.error;
  rank1.join();
  rank0.join();
}

TEST_F(RendezvousTest, ListenersThatDoNotOpen) {
  std::vector<JoinRequest> requests = {request(0, 3, "a"), request(1, 3, "b"),
                                       request(2, 3, "b")};
  requests[1].needsListener = true;
  {
    Fault fault("call=listen,times=1,do=fail:EMFILE");
    expectAll(requests, "rank 1 on b could not start: cannot listen for other "
                        "hosts at 127.0.0.1: Too many open files");
  }
  requests[0].needsListener = true;
  Fault fault("call=listen,times=1,do=fail:EMFILE");
  expectAll(requests,
            "rank 0 on a cannot listen for other hosts: Too many open files");
}

// One that has come, and is stopped then.
TEST_F(RendezvousTest, AListenerThatStaysAway) {
  Visit result;
  std::thread rank0([&] {
    JoinRequest self = request(0, 2, "a");
    self.listenerSeconds = 0.2;
    result = play(self);
  });
  auto rank1 = hello(request(1, 2, "b"));
  heard(*rank1, MessageKind::Welcome);
  heard(*rank1, MessageKind::Hosts);
  const std::string text =
      "rank 1 on b has come, and did not answer within 0.2 s";
  EXPECT_EQ(heard(*rank1, MessageKind::Refused), text);
  rank0.join();
  EXPECT_EQ(result.error, text);
}

// Only who knows it is heard, and only rank 0 that knows it is believed.
TEST_F(RendezvousTest, Secrets) {
  timeout = 1;
  std::string error;
  std::vector<JoinRequest> requests = {request(0, 3, "a"), request(1, 3, "b"),
                                       request(2, 3, "c")};
  for (JoinRequest &request : requests)
    ASSERT_TRUE(Secret::make("the secret of the job", request.secret, error));
  for (const Visit &result : playAll(requests))
    EXPECT_TRUE(result.ok) << result.error;
  for (bool hasOther : {false, true}) {
    requests[1].secret = {};
    if (hasOther)
      ASSERT_TRUE(Secret::make("another secret", requests[1].secret, error));
    std::vector<Visit> results = playAll(requests);
    for (size_t rank : {0, 2})
      EXPECT_EQ(
          results[rank].error,
          "rank 1 did not come within 1 s of rank 0, which waits on a; "
          "what came instead: 127.0.0.1 (rank 1 of 3 on b), which left "
          "at once: all ranks need the same POPT_SECRET or --secret-file");
    const std::string why =
        hasOther ? "what listens there does not know the secret of this rank "
                   "(POPT_SECRET, --secret-file)"
                 : "what listens there has a secret, and this rank has none: "
                   "give all ranks the same POPT_SECRET or --secret-file";
    EXPECT_NE(results[1].error.find(why), std::string::npos)
        << results[1].error;
  }
  // One that does not care who listens.
  std::thread rank0([&] {
    Visit result = play(requests[0]);
    EXPECT_NE(result.error.find("127.0.0.1 (rank 1 of 3 on b), which does not "
                                "know the secret of rank 0"),
              std::string::npos)
        << result.error;
  });
  Connection way(stranger(), 4711, 1 << 20);
  MessageKind kind;
  Bytes answer;
  requests[1].secret = {};
  EXPECT_FALSE(greet(way, requests[1], Deadline(10), kind, answer));
  EXPECT_EQ(kind, MessageKind::Challenge);
  way.send(MessageKind::Proof, Bytes(sizeof(Secret::Proof), 7));
  EXPECT_EQ(heard(way, MessageKind::Refused),
            "this rank does not know the secret of rank 0: give all ranks the "
            "same POPT_SECRET or --secret-file");
  rank0.join();
}

TEST_F(RendezvousTest, AddressesThatLeadNowhere) {
  auto fails = [&](const StoreAddress &address) {
    Visit result;
    EXPECT_FALSE(
        goToRank0(address, request(1, 2, "b"), 0.5, result.met, result.error));
    return result.error;
  };
  // None answers.
  std::string where = "127.0.0.1, port " + std::to_string(listener.port());
  EXPECT_EQ(
      fails(address()),
      "rank 0 did not answer at " + where +
          " (test) within 0.5 s: what listens there is not rank 0 of this "
          "job");
  // None listens.
  int port = listener.port();
  listener = Listener();
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
  Listener second;
  std::string error;
  EXPECT_FALSE(second.open(listener.port(), error));
  EXPECT_EQ(error, "rank 0 cannot wait for the other hosts at port " +
                       std::to_string(listener.port()) +
                       ": Address already in use; POPT_PORT names another, the "
                       "same on all ranks");
}

TEST_F(RendezvousTest, RankZeroLeaves) {
  std::thread rank1([&] {
    Visit result = play(request(1, 2, "b"));
    EXPECT_FALSE(result.ok);
    EXPECT_EQ(result.error, "rank 0 left before the run began");
  });
  Socket guest;
  while (guest.get() < 0)
    guest = acceptFrom(listener.socket());
  Connection way(std::move(guest), 4711, 1000);
  MessageKind kind;
  Bytes words;
  ServerHandshake handshake(Purpose::Rendezvous);
  auto state = ServerHandshake::State::GoesOn;
  while (state == ServerHandshake::State::GoesOn && way.move()) {
    if (way.take(kind, words))
      state = handshake.take(way, kind, words, Secret());
    usleep(1000);
  }
  EXPECT_EQ(state, ServerHandshake::State::Proven);
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
