//===- Engine.h - What carries messages between hosts -----------*- C++ -*-===//
//
// The few calls that a network must offer: everything else (groups, order of
// sums, agreement, time limits) is built on them, once, so that all engines
// give the same bits and the same messages. There are two streams to a peer:
//
//   short messages   of at most `mostHeadBytes` and mostInlineBytes() of data,
//                    copied when they are posted; those of one sender come out of
//                    `poll` in order
//   data             into a buffer that waits for it, found by source and tag;
//                    messages of equal source and tag arrive in order
//
// No call blocks, ever: a rank that waits asks again, and looks for failures in
// between. An engine makes progress only inside its calls, any of them. It is
// called by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_ENGINE_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_ENGINE_H

#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

/// One rank's connection to its peers.
class Engine {
public:
  /// Data under way; 0: none.
  using Request = uint64_t;
  /// Enough for an all_to_all of 4096 ranks to say all its counts.
  static constexpr int64_t mostHeadBytes = 72 << 10;
  /// Tags of data are 1 to this. (What MPI guarantees is less; Open MPI gives
  /// 8388607 at least.)
  static constexpr int32_t mostTag = (1 << 23) - 2;

  /// Forgets what is under way: no buffer is touched afterwards.
  virtual ~Engine() = default;

  /// "mpi", "tcp"
  virtual const char *name() const = 0;
  /// Largest data that travels in a short message, in bytes.
  virtual int64_t mostInlineBytes() const { return 8 << 10; }

  virtual void post(int32_t target, const void *message, int64_t bytes) = 0;
  /// The next short message that has come, if there is one.
  virtual bool poll(int32_t &out_source, std::vector<char> &out_message) = 0;

  /// The buffers stay where they are until test() says so. The receiver knows
  /// the exact number of bytes.
  virtual Request sendStart(int32_t target, int32_t tag, const void *buffer,
                            int64_t bytes) = 0;
  virtual Request recvStart(int32_t source, int32_t tag, void *buffer,
                            int64_t bytes) = 0;
  /// True once: then the request is over, and is no request any more.
  virtual bool test(Request request) = 0;

  /// No more calls will come. Healthy: wait for a moment until what has been
  /// posted is on its way.
  virtual void close(bool) {}

  /// What the engine could not do; empty as long as all is well. After that its
  /// other answers mean nothing.
  const std::string &failure() const { return failed; }

protected:
  std::string failed;
};

} // namespace popt::rt

#endif
