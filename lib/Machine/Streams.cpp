// The progress of work in streams, from one begin or end to the next. Test:
// test/unit/Machine/StreamsTest.cpp.

#include "popt/Machine/Streams.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace popt {

namespace {
class Progress {
public:
  Progress(const Machine &machine, const std::vector<StreamWork> &works)
      : machine(machine), works(works), left(works.size()),
        hasBegun(works.size()), isDone(works.size()) {
    for (size_t i = 0; i < works.size(); ++i) {
      left[i] = works[i].seconds;
      if (works[i].level >= 0)
        messages.push_back(i);
      auto stream = static_cast<size_t>(works[i].stream);
      if (stream >= streams.size())
        streams.resize(stream + 1);
      streams[stream].works.push_back(i);
    }
  }

  double run() {
    double now = 0;
    while (true) {
      finishInstant();
      std::vector<size_t> active = findActive();
      if (active.empty())
        return now;
      double step = std::numeric_limits<double>::infinity();
      for (size_t i : active)
        step = std::min(step, left[i] * slowdownOf(i, active));
      now += step;
      for (size_t i : active) {
        double stretched = left[i] * slowdownOf(i, active);
        left[i] = stretched <= step ? 0 : left[i] * (1 - step / stretched);
      }
    }
  }

private:
  struct Stream {
    std::vector<size_t> works;
    size_t next = 0;
  };

  /// Begins the stream's next work if it can run; collectives begin in the order
  /// of works.
  bool run(const Stream &stream) {
    if (stream.next == stream.works.size())
      return false;
    size_t i = stream.works[stream.next];
    if (hasBegun[i])
      return true;
    const std::vector<int> &after = works[i].after;
    bool isMessage = works[i].level >= 0;
    if (!std::all_of(
            after.begin(), after.end(),
            [&](int before) { return isDone[static_cast<size_t>(before)]; }) ||
        (isMessage && messages[numMessagesBegun] != i))
      return false;
    numMessagesBegun += isMessage;
    return hasBegun[i] = true;
  }

  /// Ends what can run and has nothing left, and what only waits for that.
  void finishInstant() {
    for (bool moved = true; moved;) {
      moved = false;
      for (Stream &stream : streams)
        while (run(stream) && left[stream.works[stream.next]] <= 0) {
          isDone[stream.works[stream.next++]] = true;
          moved = true;
        }
    }
  }

  std::vector<size_t> findActive() {
    std::vector<size_t> active;
    size_t numBefore;
    do { // one begins after another
      numBefore = active.size();
      active.clear();
      for (const Stream &stream : streams)
        if (run(stream))
          active.push_back(stream.works[stream.next]);
    } while (active.size() > numBefore);
    return active;
  }

  double slowdownOf(size_t i, const std::vector<size_t> &active) const {
    int level = works[i].level;
    auto isBeside = [&](auto isSuch) {
      return std::count_if(active.begin(), active.end(),
                           [&](size_t j) { return isSuch(works[j]); });
    };
    if (level == StreamWork::kHostLink)
      return 1;
    if (level == StreamWork::kComputes) {
      double most = 1;
      for (const DeviceSpec &device : machine.devices)
        most = std::max(most, device.slowdownBesideLinks);
      return isBeside([](auto &w) { return w.level >= 0; }) ? most : 1;
    }
    level = std::min<int>(level, static_cast<int>(machine.links.size()) - 1);
    auto sharing = static_cast<double>(
        isBeside([&](auto &w) { return w.level == level; }));
    return isBeside([](auto &w) { return w.level == StreamWork::kComputes; })
               ? sharing * machine.links[level].slowdownBesideKernels
               : sharing;
  }

  const Machine &machine;
  const std::vector<StreamWork> &works;
  std::vector<double> left; ///< seconds, alone
  std::vector<bool> hasBegun, isDone;
  std::vector<size_t> messages; ///< the works that use links
  size_t numMessagesBegun = 0;
  std::vector<Stream> streams;
};
} // namespace

double secondsInStreams(const Machine &machine,
                        const std::vector<StreamWork> &works) {
  for ([[maybe_unused]] size_t i = 0; i < works.size(); ++i)
    for ([[maybe_unused]] int before : works[i].after)
      assert(before >= 0 && static_cast<size_t>(before) < i &&
             "works wait for earlier ones");
  return Progress(machine, works).run();
}

} // namespace popt
