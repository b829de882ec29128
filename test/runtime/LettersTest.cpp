//===- LettersTest.cpp - Letters and data that no rank sends --------------===//
//
// The engine over TCP checks frames, the endpoint letters, groups what letters
// carry: a rank that seems to send what no rank does ends the run with a message,
// and strangers do nothing. FramesTest has the frames of meetings and relays.
//
//===----------------------------------------------------------------------===//
#include "Dice.h"
#include "TcpClient.h"
#include "popt-rt/transport.h"
#include "transport/Segment.h"
#include "transport/messages/Endpoint.h"
#include "transport/messages/MessageTransport.h"
#include "transport/messages/TcpEngine.h"
#include <algorithm>

using namespace popt::rt;

namespace {
constexpr uint64_t kRun = 4711;

template <typename T> Bytes bytesOf(const T &value) {
  auto *begin = reinterpret_cast<const uint8_t *>(&value);
  return Bytes(begin, begin + sizeof value);
}
Bytes operator+(Bytes first, const Bytes &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// As they lie on the wire.
struct Frame {
  int32_t tag = 0, unused = 0;
  int64_t bytes = 0;
};

/// Rank 0's engine; the test is all others.
struct LettersTest : testing::Test {
  Dice dice{46};
  std::unique_ptr<Engine> engine;
  std::vector<TcpAddress> addresses;
  Socket listenerOfRank1;
  char buffer[4096] = {}; ///< that data goes to
  static constexpr int64_t kDataBytes = 1024, kFence = 1024;

  void start() {
    Socket listener;
    addresses.assign(2, {"127.0.0.1", 0});
    ASSERT_TRUE(listenOn(0, listener, addresses[0].port));
    ASSERT_TRUE(listenOn(0, listenerOfRank1, addresses[1].port));
    engine =
        makeTcpEngine(std::move(listener), {kRun, {}}, 0, addresses, 0.001);
    for (int32_t tag : {3, 5})
      engine->recvStart(1, tag, buffer + kFence, kDataBytes);
    engine->sendStart(1, 7, buffer + kFence, kDataBytes);
  }
  Socket stranger() const { return connectToPort(addresses[0].port); }
  /// The first message of a rank.
  Bytes anyHello(uint64_t run, int32_t rank) {
    return frameOf(run, MessageKind::Hello,
                   dice.bytes(sizeof(Nonce)) + helloOf(rank));
  }
  /// Of rank 1.
  Socket client() {
    return come(addresses[0].port, kRun, 1, Secret(), [&] { progress(1); });
  }
  /// What the engine makes of what has come.
  void progress(int times = 3) {
    int32_t source = 0;
    std::vector<char> letter;
    for (int i = 0; i < times; ++i)
      while (engine->poll(source, letter)) {
        EXPECT_EQ(source, 1);
        EXPECT_LE(letter.size(), size_t(136 << 10));
      }
  }
  /// The next letter is one of rank 1.
  void expectLetter(size_t bytes) {
    int32_t source = -1;
    std::vector<char> letter;
    for (int i = 0; i < 10000 && source < 0; ++i)
      engine->poll(source, letter);
    EXPECT_EQ(source, 1);
    EXPECT_EQ(letter.size(), bytes);
  }
  static bool put(const Socket &way, const Bytes &bytes) {
    return ::send(way.get(), bytes.data(), bytes.size(),
                  MSG_NOSIGNAL | MSG_DONTWAIT) ==
           static_cast<ssize_t>(bytes.size());
  }
  /// Nothing was written beside the buffers.
  void expectFences() {
    auto isZero = [&](int64_t begin, int64_t end) {
      return std::all_of(buffer + begin, buffer + end,
                         [](char byte) { return byte == 0; });
    };
    EXPECT_TRUE(isZero(0, kFence));
    EXPECT_TRUE(isZero(kFence + kDataBytes, sizeof buffer));
  }
  Bytes anyFrame() {
    const int32_t tags[] = {0, 0, 3, 5, -7, 9, INT32_MIN};
    int64_t bytes = dice.oneIn(3) ? kDataBytes : int64_t(dice.below(100));
    Bytes frame = bytesOf(Frame{tags[dice.below(std::size(tags))], 0, bytes});
    if (dice.oneIn(2))
      frame = dice.change(frame);
    return frame + dice.bytes(dice.below(100));
  }
};
} // namespace

// Connections of strangers are dropped, whatever they send; rank 1's is not.
TEST_F(LettersTest, OfStrangers) {
  start();
  Socket way = stranger();
  for (size_t i = 0; i < numFrames(); ++i) {
    // Some know the run, and can't prove it.
    Bytes hello =
        anyHello(kRun + dice.below(3), static_cast<int32_t>(dice.below(4)));
    if (dice.oneIn(2))
      hello = dice.change(hello);
    if (!put(way, hello + dice.bytes(dice.below(60))) || dice.oneIn(3))
      way = stranger();
    progress(1);
  }
  way = Socket();
  progress();
  EXPECT_EQ(engine->failure().find("cannot be reached"), std::string::npos);
  Socket rank1 = client();
  put(rank1, bytesOf(Frame{0, 0, 5}) + Bytes(5, 'x'));
  expectLetter(5);
  expectFences();
}

// What seems to come from rank 1, in one frame or many: at most the engine fails.
TEST_F(LettersTest, OfARank) {
  for (size_t i = 0; i < numFrames();) {
    start();
    Socket way = client();
    while (i++ < numFrames()) {
      if (!put(way, anyFrame()))
        break;
      progress();
      if (!engine->failure().empty())
        break;
    }
  }
  expectFences();
}

// A second connection is dropped, also when the first has ended.
TEST_F(LettersTest, ThatAreSaidAgain) {
  start();
  Socket first = client();
  put(first, bytesOf(Frame{0, 0, 1}) + Bytes(1, 'x'));
  expectLetter(1);
  int32_t source = 0;
  std::vector<char> letter;
  for (size_t i = 0; i < numFrames(); ++i) {
    if (i == numFrames() / 2)
      first = Socket();
    Socket again = stranger();
    put(again,
        anyHello(kRun, 1) +
            frameOf(kRun, MessageKind::Proof, Bytes(sizeof(Secret::Proof))) +
            bytesOf(Frame{0, 0, 1}) + Bytes(1, 'y'));
    EXPECT_FALSE(engine->poll(source, letter));
  }
}

//===----------------------------------------------------------------------===//
// What letters carry
//===----------------------------------------------------------------------===//

namespace {
/// Gives what the test says, and keeps what is sent.
class PlayedEngine : public Engine {
public:
  const char *name() const override { return "played"; }
  void post(int32_t, const void *message, int64_t bytes) override {
    auto *begin = static_cast<const uint8_t *>(message);
    sent.emplace_back(begin, begin + bytes);
  }
  bool poll(int32_t &out_source, std::vector<char> &out_message) override {
    if (coming.empty())
      return false;
    out_source = 1;
    out_message.assign(coming.back().begin(), coming.back().end());
    coming.pop_back();
    return true;
  }
  Request sendStart(int32_t, int32_t, const void *, int64_t) override {
    return 1;
  }
  Request recvStart(int32_t, int32_t tag, void *, int64_t) override {
    EXPECT_GE(tag, 1);
    EXPECT_LE(tag, mostTag);
    return 1;
  }
  bool test(Request) override { return true; }

  std::vector<Bytes> sent, coming;
};

constexpr int32_t kCount = 100;

/// A call of rank 0 in a group of two.
popt_rt_status call(popt_rt_group *group, size_t which) {
  popt_rt_op op{7, "all", nullptr};
  static std::vector<float> send(kCount), recv(2 * kCount);
  const int64_t counts[] = {kCount, kCount};
  popt_rt_request *request = nullptr;
  switch (which) {
  case 0:
    return popt_rt_all_reduce(group, &op, send.data(), recv.data(), kCount,
                              POPT_RT_F32, POPT_RT_SUM);
  case 1:
    return popt_rt_all_gather(group, &op, send.data(), recv.data(), counts,
                              POPT_RT_F32);
  case 2: {
    const int64_t halves[] = {kCount / 2, kCount / 2};
    return popt_rt_all_to_all(group, &op, send.data(), halves, recv.data(),
                              halves, POPT_RT_F32);
  }
  default:
    if (popt_rt_status status = popt_rt_recv_start(
            group, &op, recv.data(), kCount, POPT_RT_F32, 1, &request))
      return status;
    return popt_rt_wait(request);
  }
}
} // namespace

// Letters of rank 1 that are not what its call would send.
TEST(LettersOfCallsTest, AreChecked) {
  Dice dice(47);
  size_t numDone = 0;
  const char *const kExpected[] = {
      "rank 1 sends a letter of",
      "are expected, which no rank does",
      "rank 1 sends calls without end",
      "rank 1 sends transfers without end",
      "rank 1 sends word of a transfer that was not sent",
      "ranks disagree",
      "but rank 0 receives",
      "timed out",
      "left without"};
  std::vector<Bytes> right(4);
  for (size_t i = 0; i < numFrames() + right.size(); ++i) {
    auto owned = std::make_unique<PlayedEngine>();
    PlayedEngine &engine = *owned;
    std::shared_ptr<Segment> segment = Segment::createPrivate(2);
    ASSERT_TRUE(segment);
    std::unique_ptr<popt_rt_transport> transport = makeMessageTransport(
        segment, 0, {0, 1}, std::move(owned), /*timeoutSeconds=*/0.002);
    const int32_t ranks[] = {0, 1};
    popt_rt_group *group = nullptr;
    ASSERT_EQ(popt_rt_group_create(transport.get(), ranks, 2, 0, &group),
              POPT_RT_OK);
    size_t which = i % right.size();
    if (i < right.size()) {
      // What it sends is what the other would; rank 1 would send a transfer.
      popt_rt_op op{7, "all", nullptr};
      std::vector<float> data(kCount);
      popt_rt_request *request = nullptr;
      if (which == 3)
        ASSERT_EQ(popt_rt_send_start(group, &op, data.data(), kCount,
                                     POPT_RT_F32, 1, &request),
                  POPT_RT_OK);
      else
        EXPECT_EQ(call(group, which), POPT_RT_TIMEOUT);
      ASSERT_EQ(engine.sent.size(), 1u);
      right[which] = engine.sent[0];
      continue;
    }
    for (size_t letters = 1 + dice.below(3); letters; --letters)
      engine.coming.push_back(dice.oneIn(3) ? right[which]
                                            : dice.change(right[which]));
    engine.coming.insert(engine.coming.begin(), dice.oneIn(2),
                         dice.change(right[which]));
    if (call(group, which) == POPT_RT_OK) {
      ++numDone;
      continue;
    }
    std::string text;
    segment->failure(&text);
    EXPECT_TRUE(std::any_of(std::begin(kExpected), std::end(kExpected),
                            [&](const char *expected) {
                              return text.find(expected) != std::string::npos;
                            }))
        << text;
  }
  EXPECT_GT(numDone, numFrames() / 10);
}

// Letters of groups that rank 1 makes up, more than there can be.
TEST(LettersOfCallsTest, ForMoreGroupsThanThereAre) {
  auto owned = std::make_unique<PlayedEngine>();
  PlayedEngine &engine = *owned;
  Endpoint endpoint(std::move(owned), 0, 2);
  Envelope envelope;
  envelope.kind = Envelope::Call;
  envelope.tag = 1;
  for (uint64_t i = 0; i < 300'000 && endpoint.failure().empty(); ++i) {
    envelope.group = i;
    engine.coming.push_back(bytesOf(envelope));
    if (engine.coming.size() == 4096)
      endpoint.progress();
  }
  EXPECT_EQ(endpoint.failure(),
            "rank 1 sends for more groups than there are, which no rank does: "
            "what comes from its address may be another program's");
}
