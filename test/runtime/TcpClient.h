//===- TcpClient.h - A rank that the test plays, at an engine's listener --===//
#ifndef POPT_RT_TEST_TCPCLIENT_H
#define POPT_RT_TEST_TCPCLIENT_H

#include "transport/messages/TcpGreeting.h"
#include "gtest/gtest.h"
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
  sendAtOnce(way);
  return way;
}

template <typename T> void say(const Socket &way, const T &value) {
  EXPECT_EQ(send(way.get(), &value, sizeof value, MSG_NOSIGNAL),
            static_cast<ssize_t>(sizeof value));
}

/// What it hears; none if the connection ends. `goOn` lets the engine work.
template <typename GoOn>
bool hear(const Socket &way, TcpAnswer &out_answer, const GoOn &goOn) {
  for (int i = 0; i < 10000; ++i, usleep(i < 100 ? 0 : 1000)) {
    ssize_t size = recv(way.get(), &out_answer, sizeof out_answer,
                        MSG_DONTWAIT | MSG_PEEK);
    if (size == sizeof out_answer)
      return recv(way.get(), &out_answer, sizeof out_answer, 0) == size;
    if (size == 0 || (size < 0 && errno != EAGAIN))
      return false;
    goOn();
  }
  return false;
}

/// Says hello to the engine that listens there, and proves it.
template <typename GoOn>
Socket come(int port, TcpHello hello, const Secret &secret, const GoOn &goOn) {
  Socket way = connectToPort(port);
  hello.nonce = newNonce();
  say(way, hello);
  TcpAnswer answer;
  EXPECT_TRUE(hear(way, answer, goOn));
  EXPECT_EQ(answer.status, TcpAnswer::Heard);
  EXPECT_TRUE(secret.accepts(answer.proof, Secret::Side::Server, &hello,
                             sizeof hello, answer.nonce));
  say(way,
      secret.prove(Secret::Side::Client, &hello, sizeof hello, answer.nonce));
  return way;
}

} // namespace popt::rt
#endif // POPT_RT_TEST_TCPCLIENT_H
