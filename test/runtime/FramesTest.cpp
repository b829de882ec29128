//===- FramesTest.cpp - Frames that no rank sends, between hosts ----------===//
//
// What comes over a connection is checked before it is used, from any sender and
// in any state: to rank 0 from strangers and from ranks that have come, to
// a rank from what listens in rank 0's place, to relays. Nothing ends but what
// the frame is of. Letters and data: LettersTest; numFrames() says how many.
//
//===----------------------------------------------------------------------===//
#include "Dice.h"
#include "HostsFixture.h"
#include "TcpClient.h"
#include "UpdateProgram.h"
#include "health/Diagnosis.h"
#include "health/Observation.h"
#include "launch/Meeting.h"
#include "launch/Relay.h"
#include <map>
#include <sys/un.h>

using namespace popt::rt;

namespace {
constexpr uint64_t kJob = 4711;
constexpr MessageKind kKinds[] = {
    MessageKind::Hello,       MessageKind::Welcome,   MessageKind::Refused,
    MessageKind::Hosts,       MessageKind::Words,     MessageKind::Failure,
    MessageKind::StopRequest, MessageKind::Freeze,    MessageKind::Frozen,
    MessageKind::Release,     MessageKind::Challenge, MessageKind::Proof,
    MessageKind::Listener,    MessageKind::Listeners};

/// Two ends that are connected.
std::pair<Socket, Socket> makePair() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
  return {Socket(ends[0]), Socket(ends[1])};
}

/// As far as the other end takes it.
bool put(const Socket &way, const Bytes &bytes) {
  return ::send(way.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(bytes.size());
}

struct FramesTest : HostsFixture {
  Dice dice{44};
  /// One that a rank sends, changed, or its message alone.
  Bytes changedFrame(MessageKind kind, const Bytes &message) {
    return dice.oneIn(3) ? dice.change(frameOf(kJob, kind, message))
                         : frameOf(kJob, kind, dice.change(message));
  }
  MessageKind anyKind() { return kKinds[dice.below(std::size(kKinds))]; }
};

/// A segment whose relay talks to the test.
struct RelayFramesTest : FramesTest {
  StepTable table = updateProgram();
  Dice dice{45};
  void play(int32_t rank);
};
} // namespace

// Whatever comes: messages of at most so many bytes, or none any more.
TEST_F(FramesTest, OfAConnection) {
  constexpr uint32_t kMost = 1000;
  size_t numHeard = 0;
  for (size_t i = 0; i < numFrames();) {
    auto [ours, theirs] = makePair();
    Connection way(std::move(ours), kJob, kMost);
    while (i++ < numFrames()) {
      Bytes frame = frameOf(kJob, anyKind(), dice.bytes(dice.below(100)));
      if (!put(theirs, dice.oneIn(4) ? frame : dice.change(frame)) ||
          !way.move())
        break;
      MessageKind kind;
      Bytes message;
      for (; way.take(kind, message); ++numHeard)
        ASSERT_LE(message.size(), kMost);
    }
  }
  EXPECT_GT(numHeard, numFrames() / 4);
}

// Rank 0 waits for three ranks. Strangers say what they like, rank 1 has come and
// says what it likes; then all have come.
TEST_F(FramesTest, ToRank0) {
  timeout = 600;
  Visit rank0;
  std::thread first([&] { rank0 = play(request(0, 4, "a")); });
  auto rank1 = hello(request(1, 4, "b"));
  EXPECT_EQ(heard(*rank1, MessageKind::Welcome), "");
  Socket way = stranger();
  for (size_t i = 0; i < numFrames(); ++i) {
    if (dice.oneIn(2)) {
      if (!put(way, changedFrame(anyKind(), dice.bytes(dice.below(100)))) ||
          dice.oneIn(3))
        way = stranger();
    } else {
      rank1->send(anyKind(), dice.bytes(dice.below(100)));
      rank1->move();
    }
  }
  way = Socket();
  EXPECT_TRUE(rank1->move());
  rank1.reset();
  std::vector<Visit> others =
      playAll({request(1, 4, "b"), request(2, 4, "c"), request(3, 4, "c")});
  first.join();
  EXPECT_TRUE(rank0.ok) << rank0.error;
  for (const Visit &other : others)
    EXPECT_TRUE(other.ok) << other.error;
}

TEST_F(FramesTest, OfWhoIsWhere) {
  MessageWriter message;
  message.put<uint64_t>(1);
  message.put<uint64_t>(2);
  message.putText("a");
  message.putText("b");
  message.putList(std::vector<int32_t>{0, 1, 0});
  message.putList(std::vector<int32_t>{7, 8, 9});
  message.putText("10.0.0.7");
  Bytes places = write({{"", "10.0.0.7", 1}, {"::1", "", 2}, {"a", "b", 3}});
  HostMap hosts;
  std::string address;
  std::vector<PeerListener> listeners;
  ASSERT_TRUE(readHosts(message.bytes, 3, hosts, address));
  ASSERT_TRUE(readListeners(places, 3, listeners));
  for (size_t i = 0; i < numFrames(); ++i) {
    std::vector<PeerListener> changedListeners;
    if (readListeners(dice.change(places), 3, changedListeners))
      ASSERT_EQ(changedListeners.size(), 3u);
    HostMap changed;
    if (!readHosts(dice.change(message.bytes), 3, changed, address))
      continue;
    for (int64_t rank = 0; rank < 3; ++rank) {
      ASSERT_GE(changed.hostOf(rank), 0);
      ASSERT_LT(changed.hostOf(rank), changed.size());
    }
  }
}

// To a rank that looks for rank 0: what is there is not.
TEST_F(FramesTest, InRank0sPlace) {
  size_t attempts = numFrames() / 50;
  std::atomic<bool> isOver{false};
  std::thread server([&] {
    while (!isOver) {
      Socket guest = acceptFrom(listener.socket());
      if (guest.get() < 0) {
        usleep(100);
        continue;
      }
      Connection way(std::move(guest), kJob, kMostHello);
      // As far as it goes before what no rank 0 says.
      ServerHandshake handshake(Purpose::Rendezvous);
      for (size_t steps = dice.below(3), i = 0; steps && i < 1000; ++i) {
        MessageKind kind;
        Bytes message;
        if (way.move() && way.take(kind, message)) {
          handshake.take(way, kind, message, Secret());
          --steps;
        }
        usleep(10);
      }
      if (dice.oneIn(2))
        way.send(MessageKind::Welcome, {});
      way.send(anyKind(), dice.bytes(dice.below(100)));
      way.move();
      put(Socket(dup(way.file())),
          changedFrame(anyKind(), dice.bytes(dice.below(100))));
      usleep(100);
    }
  });
  for (size_t i = 0; i < attempts; ++i) {
    Visit visit;
    EXPECT_FALSE(
        goToRank0(address(), request(1, 2, "b"), 0.01, visit.met, visit.error));
    EXPECT_NE(visit.error, "");
  }
  isOver = true;
  server.join();
}

//===----------------------------------------------------------------------===//
// Relays
//===----------------------------------------------------------------------===//

void RelayFramesTest::play(int32_t rank) {
  constexpr int32_t kRanks = 4;
  int file = Segment::createShared(kRanks, 4096);
  std::shared_ptr<Segment> segment = Segment::attach(file);
  ::close(file);
  Rendezvous met;
  met.hosts.names = {"a", "b"};
  met.hosts.hostOfRank = {0, 0, 1, 1};
  met.hosts.processes = std::vector<int32_t>(kRanks, getpid());
  met.hosts.addresses.resize(kRanks);
  writeHosts(*segment, met.hosts, rank);
  for (int32_t r : {rank, rank + 1})
    segment->rankRecord(r).process.store(getpid());
  auto [ours, theirs] = makePair();
  met.connections.resize(rank == 0 ? 2 : 1);
  met.connections.back() =
      std::make_unique<Connection>(std::move(ours), kJob, 1000);
  Connection peer(std::move(theirs), kJob, 64 << 20);
  StopGate gate(kRanks);
  Relay relay(table, segment, gate, std::move(met), rank);
  // What its own relay says is what another one would.
  std::map<MessageKind, Bytes> samples;
  auto listen = [&] {
    MessageKind kind;
    Bytes message;
    ASSERT_TRUE(peer.move());
    while (peer.take(kind, message))
      samples[kind] = message;
  };
  for (int i = 0; i < 3000 && samples.empty(); ++i, usleep(1000))
    listen();
  ASSERT_TRUE(samples.count(MessageKind::Words));
  MessageWriter numbers;
  for (int64_t number : {3, 15, 7})
    numbers.put(number);
  for (size_t i = 0; i < numFrames(); ++i) {
    MessageKind kind = dice.oneIn(2) ? MessageKind::Words : anyKind();
    Bytes message = kind == MessageKind::Words ? samples[kind] : numbers.bytes;
    // Of the other host's ranks.
    if (kind == MessageKind::Words && dice.oneIn(2))
      message[0] = static_cast<uint8_t>(rank == 0 ? 2 : 0);
    // A failure that makes sense ends the run.
    if (kind == MessageKind::Failure)
      message.resize(dice.below(8));
    peer.send(kind, dice.change(message));
    if (i % 100 == 99) {
      listen();
      std::vector<RankState> states = observeAll(*segment);
      Diagnosis found =
          diagnose(states, 0, [](int32_t, int32_t) { return false; });
      if (found.fault != Diagnosis::Fault::None) {
        EXPECT_NE(describe(found, states, table), "");
      }
      ASSERT_FALSE(segment->hasFailed());
    }
    while (peer.isSending() && peer.move())
      usleep(10);
  }
  MessageWriter failure;
  failure.put<uint32_t>(POPT_RT_ABORTED);
  failure.put<int32_t>(0);
  failure.putText("the end");
  peer.send(MessageKind::Failure, failure.bytes);
  for (int i = 0; i < 20000 && !segment->hasFailed(); ++i, usleep(1000))
    peer.move();
  std::string text;
  EXPECT_EQ(segment->failure(&text), POPT_RT_ABORTED);
  EXPECT_EQ(text, "the end");
  for (int32_t r : {rank, rank + 1})
    segment->rankRecord(r).left.store(1);
  std::string error;
  relay.finish(error);
}

TEST_F(RelayFramesTest, ToRank0s) { play(0); }
TEST_F(RelayFramesTest, ToAnother) { play(2); }

//===----------------------------------------------------------------------===//
// Meetings of one host
//===----------------------------------------------------------------------===//

static Socket connectTo(const RendezvousGroup &group) {
  Socket way(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::string name = meetingName(group, "frames");
  std::copy(name.begin(), name.end(), address.sun_path + 1);
  auto size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  while (connect(way.get(), reinterpret_cast<sockaddr *>(&address), size))
    usleep(1000);
  return way;
}

TEST_F(FramesTest, ToAMeeting) {
  RendezvousGroup group = {
      "frames " + std::to_string(getpid()), "frames", {0, 1}, 0};
  Facts facts = {{"steps", "3"}};
  std::vector<int> none, others;
  std::string error, itsError;
  bool ok = false;
  std::thread first(
      [&] { ok = meet(group, "frames", facts, 600, none, error); });
  std::string greeting = "popt meeting 2\n1\n\nsteps\n3";
  Bytes right(greeting.begin(), greeting.end());
  for (size_t i = 0; i < numFrames(); ++i) {
    Bytes packet = dice.oneIn(100) ? Bytes(1 << 17, 'x') : dice.change(right);
    // The greeting of a rank is heard.
    std::string text(packet.begin(), packet.end());
    if (text.compare(0, 15, greeting, 0, 15) == 0)
      packet[0] = 'P';
    static_cast<void>(put(connectTo(group), packet));
  }
  RendezvousGroup second = group;
  second.rank = 1;
  EXPECT_TRUE(meet(second, "frames", facts, 600, others, itsError)) << itsError;
  first.join();
  EXPECT_TRUE(ok) << error;
}
