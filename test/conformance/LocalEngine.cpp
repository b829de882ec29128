//===- LocalEngine.cpp - Messages between the threads of a process --------===//
//
// Tested by test/conformance (the worlds "messages...").
//
//===----------------------------------------------------------------------===//

#include "LocalEngine.h"

#include <cstring>
#include <deque>
#include <map>
#include <mutex>

using namespace popt::rt;

namespace {
using Message = std::vector<char>;

/// What has been sent to one rank.
struct Mailbox {
  std::mutex mutex;
  /// By source and tag; short messages have tag 0.
  std::map<std::pair<int32_t, int32_t>, std::deque<Message>> queues;
};

using Mailboxes = std::vector<Mailbox>;

class LocalEngine : public Engine {
public:
  LocalEngine(std::shared_ptr<Mailboxes> boxes, int32_t rank,
              LocalOptions options)
      : boxes(std::move(boxes)), rank(rank), options(options),
        random(options.seed + static_cast<uint64_t>(rank)) {}

  const char *name() const override { return "local"; }

  void post(int32_t target, const void *message, int64_t bytes) override {
    put(target, 0, message, bytes);
  }
  bool poll(int32_t &out_source, std::vector<char> &out_message) override {
    auto n = static_cast<int32_t>(boxes->size());
    for (int32_t i = 0; i < n; ++i) {
      // Whose turn it is changes, or one sender could keep out the others.
      turn = (turn + 1) % n;
      if (take(turn, 0, out_message)) {
        out_source = turn;
        return true;
      }
    }
    return false;
  }
  Request sendStart(int32_t target, int32_t tag, const void *buffer,
                    int64_t bytes) override {
    put(target, tag, buffer, bytes);
    return remember({});
  }
  Request recvStart(int32_t source, int32_t tag, void *buffer,
                    int64_t bytes) override {
    order[{source, tag}].push_back(last + 1);
    return remember({source, tag, buffer, bytes});
  }
  bool test(Request request) override {
    auto found = open.find(request);
    const Receive &receive = found->second;
    if (receive.buffer) {
      std::deque<Request> &started = order[{receive.source, receive.tag}];
      Message message;
      if (started.front() != request ||
          !take(receive.source, receive.tag, message))
        return false;
      started.pop_front();
      if (started.empty())
        order.erase({receive.source, receive.tag});
      if (static_cast<int64_t>(message.size()) != receive.bytes) {
        failed = "data of another size than expected";
        return false;
      }
      memcpy(receive.buffer, message.data(), message.size());
    }
    open.erase(found);
    return true;
  }

private:
  struct Receive {
    int32_t source = 0, tag = 0;
    void *buffer = nullptr;
    int64_t bytes = 0;
  };

  Request remember(const Receive &receive) {
    open[++last] = receive;
    return last;
  }
  void put(int32_t target, int32_t tag, const void *bytes, int64_t size) {
    if (rank == 0 && options.failsAfter >= 0 && options.failsAfter-- == 0)
      failed = "the cable is cut";
    if (options.observe)
      options.observe(rank, target, size);
    auto *begin = static_cast<const char *>(bytes);
    Mailbox &box = (*boxes)[static_cast<size_t>(target)];
    std::lock_guard<std::mutex> lock(box.mutex);
    box.queues[{rank, tag}].emplace_back(begin, begin + size);
  }
  bool take(int32_t source, int32_t tag, Message &out_message) {
    Mailbox &box = (*boxes)[static_cast<size_t>(rank)];
    std::lock_guard<std::mutex> lock(box.mutex);
    auto found = box.queues.find({source, tag});
    if (found == box.queues.end() || isLate())
      return false;
    out_message = std::move(found->second.front());
    found->second.pop_front();
    if (found->second.empty())
      box.queues.erase(found);
    return true;
  }
  bool isLate() {
    if (!options.seed)
      return false;
    random = random * 6364136223846793005u + 1442695040888963407u;
    return random >> 62 == 0;
  }

  const std::shared_ptr<Mailboxes> boxes;
  const int32_t rank;
  LocalOptions options;
  uint64_t random;
  int32_t turn = 0;
  Request last = 0;
  std::map<Request, Receive> open;
  /// Receives of equal source and tag: the first started gets the first data.
  std::map<std::pair<int32_t, int32_t>, std::deque<Request>> order;
};
} // namespace

std::vector<std::unique_ptr<Engine>>
popt::rt::makeLocalEngines(int32_t size, LocalOptions options) {
  auto boxes = std::make_shared<Mailboxes>(static_cast<size_t>(size));
  std::vector<std::unique_ptr<Engine>> engines;
  for (int32_t rank = 0; rank < size; ++rank)
    engines.push_back(std::make_unique<LocalEngine>(boxes, rank, options));
  return engines;
}
