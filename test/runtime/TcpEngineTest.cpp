//===- TcpEngineTest.cpp - Messages over TCP ------------------------------===//
//
// What it promises to all who use an engine: test/conformance (the worlds
// "tcp..."). Here is what can be wrong with connections.
//
//===----------------------------------------------------------------------===//
#include "transport/messages/TcpEngine.h"
#include "Fault.h"
#include "TcpClient.h"
#include <array>
#include <netinet/tcp.h>
#include <numeric>
#include <thread>

using namespace popt::rt;

namespace {
constexpr uint64_t kRun = 4711;

struct TcpEngineTest : testing::Test {
  /// Of rank 0, 1, ...; those beyond `engines` are played by the test.
  void start(int32_t ranks, size_t engines) {
    std::vector<Socket> sockets(static_cast<size_t>(ranks));
    addresses.assign(sockets.size(), {"127.0.0.1", 0});
    for (size_t rank = 0; rank < sockets.size(); ++rank)
      ASSERT_TRUE(listenOn(0, sockets[rank], addresses[rank].port));
    for (size_t rank = 0; rank < sockets.size(); ++rank)
      if (rank < engines)
        all.push_back(makeTcpEngine(std::move(sockets[rank]), run,
                                    static_cast<int32_t>(rank), addresses,
                                    /*patienceSeconds=*/0.2));
      else
        listeners.push_back(std::move(sockets[rank]));
  }
  /// Lets all engines go on until it is so, for ten seconds at most.
  template <typename Condition>
  bool await(const Condition &condition, int milliseconds = 10000) {
    for (int i = 0; i < milliseconds; ++i, usleep(1000)) {
      if (condition())
        return true;
      for (const std::unique_ptr<Engine> &engine : all) {
        std::pair<int32_t, std::vector<char>> letter;
        while (engine->poll(letter.first, letter.second))
          letters.push_back(letter);
      }
    }
    return false;
  }
  bool awaitFailure(const std::string &text) {
    await([&] { return !all[0]->failure().empty(); });
    EXPECT_EQ(all[0]->failure(), text);
    return all[0]->failure() == text;
  }
  std::string nameOf(size_t rank) const {
    return "rank " + std::to_string(rank) + " (127.0.0.1, port " +
           std::to_string(addresses[rank].port) + ")";
  }
  /// A connection with rank 0.
  Socket connectToRank0() const { return connectToPort(addresses[0].port); }
  void goOn() {
    std::pair<int32_t, std::vector<char>> letter;
    while (all[0]->poll(letter.first, letter.second))
      letters.push_back(letter);
  }
  /// Of rank 1, which the test plays.
  Socket comeToRank0() {
    return come(addresses[0].port, run.number, 1, run.secret, [&] { goOn(); });
  }
  /// Rank 1 comes, says the first byte of a letter of so many, and leaves.
  void comeAndLeave(int64_t bytes);
  /// Rank 0 comes to rank 1, which the test plays, and both prove themselves.
  std::unique_ptr<Connection> acceptRank0();
  /// The same, and is welcome.
  Socket receiveRank0();
  void setSecret() {
    std::string error;
    ASSERT_TRUE(Secret::make("a secret of the job", run.secret, error))
        << error;
  }

  TcpRun run = {kRun, {}};
  std::vector<TcpAddress> addresses;
  std::vector<std::unique_ptr<Engine>> all;
  std::vector<Socket> listeners;
  std::vector<std::pair<int32_t, std::vector<char>>> letters; ///< that came
};

// As they lie on the wire.
struct Frame {
  int32_t tag = 0, unused = 0;
  int64_t bytes = 0;
};
} // namespace

void TcpEngineTest::comeAndLeave(int64_t bytes) {
  Socket way = comeToRank0();
  say(way, Frame{0, 0, bytes});
  say(way, 'x');
}

std::unique_ptr<Connection> TcpEngineTest::acceptRank0() {
  Socket guest;
  EXPECT_TRUE(await([&] {
    guest = acceptFrom(listeners[0]);
    return guest.get() >= 0;
  }));
  auto way = std::make_unique<Connection>(std::move(guest), run.number, 100);
  ServerHandshake handshake(Purpose::Data);
  Bytes message;
  auto state = ServerHandshake::State::GoesOn;
  while (state == ServerHandshake::State::GoesOn) {
    MessageKind kind = hear(*way, message, [&] { goOn(); });
    if (!handshake.hasHello()) {
      MessageReader in = readHello(message);
      EXPECT_EQ(in.take<int32_t>(), 0);
      EXPECT_EQ(in.take<int32_t>(), 1);
    }
    state = handshake.take(*way, kind, message, run.secret);
  }
  EXPECT_EQ(state, ServerHandshake::State::Proven);
  return way;
}

Socket TcpEngineTest::receiveRank0() {
  std::unique_ptr<Connection> way = acceptRank0();
  way->send(MessageKind::Welcome, {});
  flush(*way);
  return way->release();
}

// Letters overtake data that none waits for, and data comes in any order of
// tags, in the order of its sends within a tag.
TEST_F(TcpEngineTest, DataWaitsForItsReceiver) {
  start(2, 2);
  constexpr size_t kCount = 1 << 20;
  std::vector<int32_t> first(kCount), second(kCount, 2), third(kCount, 3);
  std::iota(first.begin(), first.end(), 0);
  constexpr int64_t kBytes = kCount * sizeof(int32_t);
  Engine &from = *all[0], &into = *all[1];
  std::vector<Engine::Request> open = {
      from.sendStart(1, 5, first.data(), kBytes),
      from.sendStart(1, 5, second.data(), kBytes),
      from.sendStart(1, 7, third.data(), kBytes),
      from.sendStart(1, 9, nullptr, 0)};
  from.post(1, "letter", 6);
  EXPECT_TRUE(await([&] { return letters.size() == 1; }));
  EXPECT_EQ(std::string(letters[0].second.data(), 6), "letter");
  for (Engine::Request request : open)
    EXPECT_FALSE(from.test(request));

  std::vector<int32_t> got[3];
  for (std::vector<int32_t> &buffer : got)
    buffer.resize(kCount);
  std::vector<Engine::Request> coming = {
      into.recvStart(0, 9, nullptr, 0),
      into.recvStart(0, 7, got[2].data(), kBytes),
      into.recvStart(0, 5, got[0].data(), kBytes),
      into.recvStart(0, 5, got[1].data(), kBytes)};
  for (Engine::Request request : open)
    EXPECT_TRUE(await([&] { return from.test(request); }));
  for (Engine::Request request : coming)
    EXPECT_TRUE(await([&] { return into.test(request); }));
  EXPECT_EQ(got[0], first);
  EXPECT_EQ(got[1], second);
  EXPECT_EQ(got[2], third);
  EXPECT_EQ(from.failure() + into.failure(), "");
}

// Whatever the kernel takes and gives at once.
TEST_F(TcpEngineTest, PartsOfMessages) {
  for (const char *fault :
       {"call=send,times=200,do=short", "call=recv,times=200,do=short",
        "call=send,times=50,do=fail:EINTR", "call=recv,times=50,do=fail:EINTR",
        "call=connect,times=1,do=fail:ECONNREFUSED"}) {
    all.clear();
    letters.clear();
    Fault now(fault);
    start(2, 2);
    std::vector<char> data(300'000, 'x'), got(data.size());
    Engine::Request leaving = all[0]->sendStart(1, 1, data.data(), 300'000);
    Engine::Request coming = all[1]->recvStart(0, 1, got.data(), 300'000);
    all[0]->post(1, "abc", 3);
    all[0]->post(1, "", 0);
    all[0]->post(1, "d", 1);
    EXPECT_TRUE(await([&] { return letters.size() == 3; })) << fault;
    EXPECT_EQ(letters[0].second.size(), 3u);
    EXPECT_EQ(letters[1].second.size(), 0u);
    EXPECT_TRUE(await([&] { return all[0]->test(leaving); })) << fault;
    EXPECT_TRUE(await([&] { return all[1]->test(coming); })) << fault;
    EXPECT_EQ(got, data);
    EXPECT_EQ(all[0]->failure() + all[1]->failure(), "");
  }
}

// They are many, say nothing or something else, or come to another run.
TEST_F(TcpEngineTest, StrangersAreNotHeard) {
  start(2, 2);
  std::vector<Socket> strangers;
  for (int i = 0; i < 300; ++i) {
    strangers.push_back(connectToRank0());
    if (i % 3 == 1)
      say(strangers.back(), std::array<char, 100>{"GET / HTTP/1.1"});
    if (i % 3 == 2) {
      Bytes other =
          frameOf(kRun + 1, MessageKind::Hello, Bytes(sizeof(Nonce) + 8, 0));
      send(strangers.back().get(), other.data(), other.size(), MSG_NOSIGNAL);
      say(strangers.back(), Frame{0, 0, 0});
    }
  }
  all[1]->post(0, "hello", 5);
  EXPECT_TRUE(await([&] { return letters.size() == 1; }));
  EXPECT_EQ(letters[0].first, 1);
  EXPECT_EQ(all[0]->failure(), "");
}

TEST_F(TcpEngineTest, APeerThatCannotBeReached) {
  start(2, 1);
  listeners.clear();
  all[0]->post(1, "anybody?", 8);
  awaitFailure(nameOf(1) + " cannot be reached: Connection refused; a firewall "
                           "may keep their hosts apart");
}

// As behind a firewall: the kernel drops who comes while too many wait.
TEST_F(TcpEngineTest, APeerThatDoesNotAnswer) {
  start(2, 1);
  ASSERT_EQ(listen(listeners[0].get(), 0), 0);
  std::vector<Socket> waiting;
  for (int i = 0; i < 4; ++i) {
    waiting.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(addresses[1].port));
    connect(waiting.back().get(), reinterpret_cast<sockaddr *>(&address),
            sizeof address);
  }
  all[0]->post(1, "anybody?", 8);
  awaitFailure(nameOf(1) + " cannot be reached: it does not answer; a firewall "
                           "may keep their hosts apart");
}

TEST_F(TcpEngineTest, APeerThatLeavesWithinAMessage) {
  start(2, 1);
  comeAndLeave(5);
  awaitFailure("the connection with " + nameOf(1) +
               " has ended: within a message");
}

// Who has done its work may leave.
TEST_F(TcpEngineTest, APeerThatLeaves) {
  start(2, 1);
  comeAndLeave(1);
  EXPECT_TRUE(await([&] { return letters.size() == 1; }));
  for (int i = 0; i < 300; ++i, usleep(1000)) {
    int32_t source = 0;
    std::vector<char> message;
    EXPECT_FALSE(all[0]->poll(source, message));
  }
  EXPECT_EQ(all[0]->failure(), "");
}

TEST_F(TcpEngineTest, ASendAfterThePeerHasLeft) {
  start(2, 1);
  all[0]->post(1, "a", 1);
  Socket guest = receiveRank0();
  guest = Socket();
  EXPECT_TRUE(await([&] {
    all[0]->post(1, "b", 1);
    return !all[0]->failure().empty();
  }));
  EXPECT_EQ(all[0]->failure().find("the connection with " + nameOf(1) +
                                   " has ended: "),
            0u)
      << all[0]->failure();
}

// The welcome and the end arrive as one.
TEST_F(TcpEngineTest, APeerThatLeavesAfterItsWelcome) {
  start(2, 1);
  all[0]->post(1, "a", 1);
  std::unique_ptr<Connection> way = acceptRank0();
  int isCorked = 1;
  ASSERT_EQ(setsockopt(way->file(), IPPROTO_TCP, TCP_CORK, &isCorked,
                       sizeof isCorked),
            0);
  way->send(MessageKind::Welcome, {});
  way->push();
  way.reset();
  awaitFailure("the connection with " + nameOf(1) +
               " has ended: right after its welcome");
}

TEST_F(TcpEngineTest, WhatNobodyWaitsFor) {
  for (Frame frame : {Frame{5, 0, 8}, Frame{0, 0, -1}, Frame{0, 0, 1 << 30},
                      Frame{INT32_MIN, 0, 0}}) {
    all.clear();
    start(2, 1);
    Socket way = comeToRank0();
    say(way, frame);
    awaitFailure(nameOf(1) + " sends what no receive waits for");
  }
}

TEST_F(TcpEngineTest, DataOfAnotherSize) {
  start(2, 1);
  char data[8] = {};
  all[0]->sendStart(1, 5, data, 8);
  Socket way = comeToRank0();
  say(way, Frame{-5, 0, 9});
  awaitFailure("data for " + nameOf(1) + " is of another size than expected");
}

// What was sent last arrives, though the sender leaves.
TEST_F(TcpEngineTest, ClosingWaitsForWhatIsLeaving) {
  start(2, 2);
  std::string text(60'000, 'x');
  for (int i = 0; i < 50; ++i)
    all[0]->post(1, text.data(), 60'000);
  std::thread receiver([&] {
    int32_t source = 0;
    std::vector<char> message;
    for (int i = 0; i < 50;)
      i += all[1]->poll(source, message);
  });
  all[0]->close(/*isHealthy=*/true);
  all[0].reset();
  receiver.join();
}

// Rank 1 comes once. Who comes as rank 1 after that is told, if it can prove it; an
// engine that is told so fails.
TEST_F(TcpEngineTest, ASecondConnectionIsRefused) {
  start(2, 1);
  Socket first = comeToRank0();
  say(first, Frame{0, 0, 1});
  say(first, 'x');
  EXPECT_TRUE(await([&] { return letters.size() == 1; }));
  for (bool isProven : {false, true}) {
    Connection second(connectToRank0(), kRun, 100);
    ClientHandshake handshake(second, Purpose::Data, helloOf(1));
    Bytes message;
    EXPECT_EQ(hear(second, message, [&] { goOn(); }), MessageKind::Challenge);
    if (isProven) {
      EXPECT_TRUE(handshake.prove(second, message, run.secret));
    } else {
      second.send(MessageKind::Proof, Bytes(sizeof(Secret::Proof)));
    }
    EXPECT_EQ(hear(second, message, [&] { goOn(); }),
              isProven ? MessageKind::Refused : MessageKind::Bye);
  }
  EXPECT_EQ(all[0]->failure(), "");

  all[0]->post(1, "a", 1);
  std::unique_ptr<Connection> way = acceptRank0();
  way->send(MessageKind::Refused, {});
  flush(*way);
  awaitFailure(nameOf(1) + " is connected with rank 0 already: another process "
                           "calls itself that");
}

// What was said in a run before, or by another client, is of no use.
TEST_F(TcpEngineTest, ReplaysAreNotHeard) {
  for (bool isSecret : {false, true}) {
    if (isSecret)
      setSecret();
    all.clear();
    listeners.clear();
    letters.clear();
    start(2, 1);
    MessageWriter said;
    said.put(newNonce());
    said.put<int32_t>(1);
    said.put<int32_t>(0);
    /// Says that, and hears the engine's nonce and proof.
    auto ask = [&](Connection &way, Nonce &out_nonce) {
      way.send(MessageKind::Hello, said.bytes);
      Bytes challenge;
      EXPECT_EQ(hear(way, challenge, [&] { goOn(); }), MessageKind::Challenge);
      MessageReader in(challenge);
      out_nonce = in.take<Nonce>();
      return in.take<Secret::Proof>();
    };
    Nonce nonce, unread;
    Connection before(connectToRank0(), kRun, 100);
    ask(before, nonce);
    Bytes words = wordsToProve(kRun, Purpose::Data, said.bytes);
    Secret::Proof proof = run.secret.prove(Secret::Side::Client, words.data(),
                                           words.size(), nonce);
    for (int i = 0; i < 100; ++i) {
      Connection again(connectToRank0(), kRun, 100);
      Secret::Proof itsProof = ask(again, unread);
      // Nor is what the engine has said itself.
      MessageWriter answer;
      answer.put(i % 2 ? proof : itsProof);
      again.send(MessageKind::Proof, answer.bytes);
      static_cast<void>(again.move()); // it may have been sent away
    }
    EXPECT_FALSE(await([&] { return !letters.empty(); }, 50));
    EXPECT_EQ(all[0]->failure(), "");
    Socket rank1 = comeToRank0();
    say(rank1, Frame{0, 0, 0});
    EXPECT_TRUE(await([&] { return !letters.empty(); }));
  }
}

// With one secret for several runs: what a rank of another run says, or says to
// rank 0 at the rendezvous, is passed on to the engine.
TEST_F(TcpEngineTest, HandshakesOfOthersAreNotProofs) {
  setSecret();
  start(2, 1);
  auto goesOn = [&] { goOn(); };
  for (auto [number, purpose] : {std::pair{kRun + 1, Purpose::Data},
                                 std::pair{kRun, Purpose::Rendezvous}}) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    Connection client(Socket(ends[0]), number, 100);
    Connection relay(Socket(ends[1]), number, 100);
    Connection way(connectToRank0(), kRun, 100);
    ClientHandshake handshake(client, purpose, helloOf(1));
    client.push();
    Bytes hello, challenge, unread;
    EXPECT_EQ(hear(relay, hello, goesOn), MessageKind::Hello);
    way.send(MessageKind::Hello, hello);
    EXPECT_EQ(hear(way, challenge, goesOn), MessageKind::Challenge);
    EXPECT_FALSE(handshake.prove(client, challenge, run.secret));
    // Nor does the engine accept what the client would say.
    Bytes words = wordsToProve(number, purpose, hello);
    MessageWriter answer;
    answer.put(run.secret.prove(Secret::Side::Client, words.data(),
                                words.size(),
                                MessageReader(challenge).take<Nonce>()));
    way.send(MessageKind::Proof, answer.bytes);
    EXPECT_EQ(hear(way, unread, goesOn), MessageKind::Bye);
  }
}

// An engine sends nothing to who does not know the secret, and believes nothing.
TEST_F(TcpEngineTest, AListenerWithoutTheSecret) {
  setSecret();
  start(2, 1);
  all[0]->post(1, "for rank 1 alone", 16);
  size_t numHeard = 0;
  await([&] {
    Socket guest = acceptFrom(listeners[0]);
    if (guest.get() >= 0) {
      Connection way(std::move(guest), kRun, 100);
      Bytes message;
      EXPECT_EQ(hear(way, message, [&] { goOn(); }), MessageKind::Hello);
      way.send(numHeard % 2 ? MessageKind::Challenge : MessageKind::Refused,
               Bytes(sizeof(Nonce) + sizeof(Secret::Proof)));
      EXPECT_EQ(hear(way, message, [&] { goOn(); }), MessageKind::Bye);
      ++numHeard;
    }
    return !all[0]->failure().empty();
  });
  EXPECT_GT(numHeard, 1u);
  EXPECT_EQ(all[0]->failure(),
            nameOf(1) + " cannot be reached: what is there is another program, "
                        "or does not know the secret");
}
