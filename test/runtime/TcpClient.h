//===- TcpClient.h - A rank that the test plays, at an engine's listener --===//
#ifndef POPT_RT_TEST_TCPCLIENT_H
#define POPT_RT_TEST_TCPCLIENT_H

#include "net/Handshake.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace popt::rt {

inline Socket connectToPort(int port) {
  Socket way(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  EXPECT_EQ(connect(way.get(), reinterpret_cast<sockaddr *>(&address),
                    sizeof address),
            0);
  fcntl(way.get(), F_SETFL, O_NONBLOCK);
  sendAtOnce(way);
  return way;
}

template <typename T> void say(const Socket &way, const T &value) {
  EXPECT_EQ(send(way.get(), &value, sizeof value, MSG_NOSIGNAL),
            static_cast<ssize_t>(sizeof value));
}

/// A message as Connection sends it.
inline Bytes frameOf(uint64_t job, MessageKind kind, const Bytes &message) {
  MessageWriter out;
  out.put<uint32_t>(0x54504f50);
  out.put(kMessageVersion);
  out.put(kind);
  out.put(static_cast<uint32_t>(message.size()));
  out.put(job);
  out.bytes.insert(out.bytes.end(), message.begin(), message.end());
  return std::move(out.bytes);
}

/// What a rank says of itself to the engine of rank 0.
inline Bytes helloOf(int32_t rank) {
  MessageWriter hello;
  hello.put(rank);
  hello.put<int32_t>(0);
  return std::move(hello.bytes);
}

/// What it hears; Bye if the connection ends. `goOn` lets the engine work.
template <typename GoOn>
MessageKind hear(Connection &way, Bytes &out_message, const GoOn &goOn) {
  auto kind = MessageKind::Bye;
  for (int i = 0; i < 10000; ++i, usleep(i < 100 ? 0 : 1000)) {
    bool isThere = way.move();
    if (way.take(kind, out_message) || !isThere)
      break;
    goOn();
  }
  return kind;
}

/// Says hello to the engine that listens there, and proves it.
template <typename GoOn>
Socket come(int port, uint64_t run, int32_t rank, const Secret &secret,
            const GoOn &goOn) {
  Connection way(connectToPort(port), run, 100);
  ClientHandshake handshake(way, Purpose::Data, helloOf(rank));
  Bytes message;
  EXPECT_EQ(hear(way, message, goOn), MessageKind::Challenge);
  EXPECT_TRUE(handshake.prove(way, message, secret));
  EXPECT_EQ(hear(way, message, goOn), MessageKind::Welcome);
  return way.release();
}

} // namespace popt::rt
#endif // POPT_RT_TEST_TCPCLIENT_H
