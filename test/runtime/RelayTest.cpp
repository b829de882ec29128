//===- RelayTest.cpp - Keeps the hosts of a run together ------------------===//
//
// Each host is a segment, a gate and a relay; ranks are threads, or only said to
// be there.
//
//===----------------------------------------------------------------------===//
#include "launch/Relay.h"
#include "HostsFixture.h"
#include "UpdateProgram.h"
#include "health/Diagnosis.h"
#include "health/Observation.h"
#include <atomic>
#include <csignal>
#include <functional>
#include <unistd.h>

using namespace popt::rt;

namespace {
struct RelayTest : HostsFixture {
  /// Two ranks on each of three hosts.
  static constexpr int64_t kRanks = 6;
  static constexpr int32_t kHosts = 3;
  static int32_t hostOf(int64_t rank) { return static_cast<int32_t>(rank / 2); }

  struct PlayedHost {
    std::shared_ptr<Segment> segment;
    std::unique_ptr<StopGate> gate;
    std::unique_ptr<Relay> relay;
  };
  StepTable table = updateProgram();
  std::vector<PlayedHost> hosts{kHosts};

  /// All but the relays of those that are `kept`.
  void meet(std::vector<Rendezvous> *kept = nullptr, int32_t keptHost = -1) {
    std::vector<JoinRequest> requests;
    const char *names[] = {"a", "b", "c"};
    for (int64_t rank = 0; rank < kRanks; ++rank)
      requests.push_back(request(rank, kRanks, names[hostOf(rank)]));
    std::vector<Visit> results = playAll(requests);
    for (int32_t host = 0; host < kHosts; ++host) {
      int32_t rank = 2 * host;
      Visit &result = results[static_cast<size_t>(rank)];
      ASSERT_TRUE(result.ok) << result.error;
      PlayedHost &played = hosts[static_cast<size_t>(host)];
      int file = Segment::createShared(kRanks, 4096);
      ASSERT_GE(file, 0);
      played.segment = Segment::attach(file);
      close(file);
      writeHosts(*played.segment, result.met.hosts, rank);
      for (int64_t r = rank; r < rank + 2; ++r)
        record(host, r).process.store(getpid());
      played.gate = std::make_unique<StopGate>(kRanks);
      if (host == keptHost)
        kept->push_back(std::move(result.met));
      else
        played.relay = std::make_unique<Relay>(
            table, played.segment, *played.gate, std::move(result.met), rank);
    }
  }
  RankRecord &record(int32_t host, int64_t rank) {
    return hosts[static_cast<size_t>(host)].segment->rankRecord(
        static_cast<int32_t>(rank));
  }
  /// Waits until something is so, as long as ten seconds.
  static bool await(const std::function<bool()> &isSo) {
    for (int i = 0; i < 10000 && !isSo(); ++i)
      usleep(1000);
    return isSo();
  }
  /// All ranks have left, and the relays, too.
  void leave() {
    for (int64_t rank = 0; rank < kRanks; ++rank)
      record(hostOf(rank), rank).left.store(1);
    std::vector<std::thread> threads;
    for (PlayedHost &host : hosts)
      if (host.relay)
        threads.emplace_back([&] {
          std::string error;
          host.relay->finish(error);
          EXPECT_EQ(error, "");
        });
    for (std::thread &thread : threads)
      thread.join();
  }
  std::string failureOn(int32_t host) {
    std::string text;
    hosts[static_cast<size_t>(host)].segment->failure(&text);
    return text;
  }
  bool hasFailed(int32_t host) {
    return hosts[static_cast<size_t>(host)].segment->hasFailed();
  }
};
} // namespace

// What rank 3 does on its host is seen on all.
TEST_F(RelayTest, RanksAreSeenEverywhere) {
  meet();
  RankRecord &there = record(1, 3);
  there.journal.inStep(7, 2);
  for (int64_t op = 0; op < 300; ++op)
    there.journal.begin(op);
  there.computes.store(1);
  there.waiting.store(1);
  there.waitsFor.store(5 + 1);
  there.assured.store(nowNanoseconds());
  there.deviceWaits.store(5);
  OpenCall call;
  call.command = 17;
  there.streams.setOldest(call);
  there.streams.areOpen.store(1);
  uint64_t channel = nameOfMessages(3, 5);
  there.streams.add(channel)->issued.store(4);
  for (int32_t host : {0, 2}) {
    const Segment &segment = *hosts[static_cast<size_t>(host)].segment;
    EXPECT_TRUE(await([&] { return observe(segment, 3).op == 299; }));
    Observation seen = observe(segment, 3);
    EXPECT_EQ(seen.deviceWaits, 5u);
    EXPECT_TRUE(seen.hasOpenCalls);
    EXPECT_EQ(seen.openCall.command, 17);
    EXPECT_EQ(segment.rankRecord(3).streams.find(channel)->issued.load(), 4u);
    EXPECT_EQ(seen.host, "b");
    EXPECT_EQ(seen.process, getpid());
    EXPECT_EQ(seen.step, 7);
    EXPECT_EQ(seen.microbatch, 2);
    EXPECT_EQ(seen.waitsFor, 5);
    EXPECT_TRUE(seen.computes);
    EXPECT_FALSE(seen.isStopped);
    EXPECT_FALSE(seen.isGone);
    EXPECT_EQ(nameOf(3, seen),
              "rank 3 (process " + std::to_string(getpid()) + " on b)");
    EXPECT_LT(nowNanoseconds() - segment.rankRecord(3).assured.load(),
              int64_t(20) * 1'000'000'000);
    EXPECT_TRUE(observe(segment, 2).connects);
  }
  // Where ranks are judged, the last commands are there, and no others.
  std::vector<BegunCommand> recent = record(0, 3).journal.recent();
  ASSERT_EQ(recent.size(), Journal::kLength);
  EXPECT_EQ(recent.front().op, 300 - static_cast<int64_t>(Journal::kLength));
  EXPECT_EQ(recent.back().step, 7);
  EXPECT_EQ(record(2, 3).journal.recent().back().op, 299);
  EXPECT_LE(record(2, 3).journal.recent().size(), 2u);
  leave();
}

TEST_F(RelayTest, FailuresAreToldToAll) {
  meet();
  hosts[1].segment->failAll(POPT_RT_ABORTED, "rank 3: no more room");
  for (int32_t host : {0, 2}) {
    EXPECT_TRUE(await([&] { return hasFailed(host); }));
    EXPECT_EQ(failureOn(host), "rank 3: no more room");
  }
  // The first one counts.
  hosts[2].segment->failAll(POPT_RT_ABORTED, "rank 5: neither");
  EXPECT_EQ(failureOn(0), "rank 3: no more room");
}

TEST_F(RelayTest, ProcessesThatDie) {
  std::vector<Rendezvous> kept;
  meet(&kept, 1);
  kept.clear(); // and with it the connection
  for (int32_t host : {0, 2}) {
    EXPECT_TRUE(await([&] { return hasFailed(host); }));
    EXPECT_EQ(failureOn(host), "rank 2 (process " + std::to_string(getpid()) +
                                   " on b) has died");
    EXPECT_EQ(hosts[static_cast<size_t>(host)].segment->header().died.load(),
              3);
  }
}

TEST_F(RelayTest, RankZeroDies) {
  std::vector<Rendezvous> kept;
  meet(&kept, 0);
  kept.clear();
  for (int32_t host : {1, 2}) {
    EXPECT_TRUE(await([&] { return hasFailed(host); }));
    EXPECT_EQ(failureOn(host), "rank 0 (process " + std::to_string(getpid()) +
                                   " on a) has died");
  }
}

// Its kernel answers, it does not.
TEST_F(RelayTest, ProcessesThatAreStopped) {
  std::vector<Rendezvous> kept;
  meet(&kept, 1);
  const Segment &segment = *hosts[0].segment;
  EXPECT_TRUE(await([&] { return observe(segment, 2).isStopped; }));
  EXPECT_FALSE(observe(segment, 3).isStopped);
  EXPECT_FALSE(hasFailed(0));
  std::vector<RankState> states = observeAll(segment);
  states[2].stillFor = 2'000'000'000;
  EXPECT_EQ(findStoppedConnector(states, 3'000'000'000).rank, -1);
  Diagnosis found = findStoppedConnector(states, 1'000'000'000);
  EXPECT_EQ(found.rank, 2);
  EXPECT_NE(describe(found, states, table)
                .find(" on b) has been stopped by a signal for 2.0 s"),
            std::string::npos);
  found.fault = Diagnosis::Fault::Unreachable;
  EXPECT_NE(describe(found, states, table)
                .find(" on b) has not been heard of for 2.0 s before the first "
                      "step: nothing comes through between its host and this "
                      "one any more"),
            std::string::npos);
}

// Requests on any host at any time: all ranks do the same.
TEST_F(RelayTest, StopRequestsAreDecidedByAll) {
  meet();
  constexpr int64_t kSteps = 100000;
  std::vector<int64_t> done(kRanks);
  std::vector<std::vector<int64_t>> saves(kRanks);
  std::vector<std::atomic<int64_t>> at(kRanks);
  std::vector<std::thread> ranks;
  for (int64_t rank = 0; rank < kRanks; ++rank)
    ranks.emplace_back([&, rank] {
      StopGate &gate = *hosts[static_cast<size_t>(hostOf(rank))].gate;
      int64_t step = 0;
      for (; step < kSteps && gate.mayBegin(rank, step); ++step) {
        if (gate.isToSave(step))
          saves[static_cast<size_t>(rank)].push_back(step);
        // No rank is more than three steps ahead of another.
        at[static_cast<size_t>(rank)] = step;
        for (std::atomic<int64_t> &other : at)
          while (other.load() + 3 < step)
            sched_yield();
        usleep(static_cast<useconds_t>((rank * 7 + step * 13) % 5 * 100));
      }
      at[static_cast<size_t>(rank)] = kSteps;
      done[static_cast<size_t>(rank)] = step;
    });
  for (size_t host : {1, 0, 2}) {
    usleep(300000);
    hosts[host].gate->requestSave();
  }
  usleep(400000);
  hosts[2].gate->request(SIGTERM);
  for (std::thread &rank : ranks)
    rank.join();
  for (int64_t rank = 0; rank < kRanks; ++rank) {
    EXPECT_EQ(done[static_cast<size_t>(rank)], done[0]);
    EXPECT_EQ(saves[static_cast<size_t>(rank)], saves[0]);
  }
  EXPECT_LT(done[0], kSteps);
  EXPECT_EQ(saves[0].size(), 3u);
  for (const PlayedHost &host : hosts) {
    EXPECT_EQ(host.gate->stoppedAfter(), done[0]);
    EXPECT_EQ(host.gate->signal(), SIGTERM);
  }
  leave();
}

// Messages of another rank's host, of no rank, or cut short change nothing.
TEST_F(RelayTest, WordsThatMakeNoSense) {
  std::vector<Rendezvous> kept;
  meet(&kept, 1);
  Connection &way = *kept[0].connections[0];
  for (size_t bytes : {1, 8, 100, 1000}) {
    way.send(MessageKind::Words, Bytes(bytes, 0xff));
    way.send(MessageKind::Failure, Bytes(bytes, 0));
    way.send(MessageKind::Hello, Bytes(bytes, 1));
    way.send(MessageKind::Release, {});
  }
  MessageWriter failure;
  failure.put<uint32_t>(POPT_RT_ABORTED);
  failure.put<int32_t>(3);
  failure.putText("rank 2 is gone");
  way.send(MessageKind::Failure, failure.bytes);
  EXPECT_TRUE(await([&] {
    way.move();
    return hasFailed(2);
  }));
  EXPECT_EQ(failureOn(2), "rank 2 is gone");
  EXPECT_EQ(failureOn(0), "rank 2 is gone");
}
