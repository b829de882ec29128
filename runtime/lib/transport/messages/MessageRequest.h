//===- MessageRequest.h - A send or receive by messages ---------*- C++ -*-===//
//
// A send is announced by an envelope, which carries the data if there is little
// of it. It is matched when the peer has started the receive and said so: as on
// the threads transport, a send is over only then, at most
// POPT_RT_OPEN_TRANSFERS of them are open towards a peer, and a mismatch is
// found while both still wait.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_MESSAGEREQUEST_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_MESSAGEREQUEST_H

#include "MessageGroup.h"

namespace popt::rt {

/// Belongs to its group, which reuses it after wait().
class MessageRequest : public popt_rt_request, public Receiver {
public:
  explicit MessageRequest(MessageGroup &group) : group(group) {}
  popt_rt_status wait() override;
  popt_rt_status test(bool &done) override;
  bool match(const Letter &letter) override;

  /// Of a send: the data leaves, under this tag, or has left.
  void sendData(int32_t tag);
  /// With the endpoint locked.
  bool isDone();
  /// Waits for `ready`; what is missing is the peer's part.
  bool waitFor(const std::function<bool()> &ready);

  MessageGroup &group;
  bool isSend = false, isMatched = false;
  int32_t peer = 0;   ///< member
  int64_t number = 0; ///< of a send, among those to the peer
  CallFacts facts{};  ///< the operation, type and count
  char *buffer = nullptr;
  int64_t bytes = 0;
  std::vector<Engine::Request> data; ///< under way
  size_t numDone = 0;                ///< of them

private:
  int64_t look(Patience &patience, const std::function<bool()> &ready);
  std::string mismatch(const CallFacts &send) const;
  Lane &lane() const { return *group.lanes[peer]; }
};

} // namespace popt::rt

#endif
