//===- Journal.h - What a rank does, and did last ---------------*- C++ -*-===//
//
// A rank logs each command that it begins, always: when a run makes no
// progress, its journal says where it is, and how it came there. It lies in the
// segment, so it can be read when the rank is stopped, or dead.
//
// One thread writes; a reader may see an entry that is half of the last command
// and half of the one 128 commands ago, which only a rank at work overwrites.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_JOURNAL_H
#define POPT_RT_LIB_TRANSPORT_JOURNAL_H

#include "Wait.h"
#include <algorithm>
#include <array>
#include <vector>

namespace popt::rt {

/// A command that a rank has begun.
struct BegunCommand {
  int64_t nanoseconds = 0; ///< on CLOCK_MONOTONIC
  int64_t op = 0, step = 0, microbatch = -1;
};

/// A journal without its entries.
struct JournalWords {
  int64_t step = 0, microbatch = 0, steps = 0, computed = 0, longest = 0;
  int64_t isInStep = 0;
  uint64_t count = 0;
};

/// Zeros are an empty journal.
class Journal {
public:
  static constexpr uint64_t kLength = 128;

  void begin(int64_t op) {
    uint64_t number = count.load(std::memory_order_relaxed);
    Entry &entry = entries[number % kLength];
    // A few milliseconds off, and a quarter of the exact clock's cost.
    put(entry.nanoseconds, nowNanoseconds(CLOCK_MONOTONIC_COARSE));
    put(entry.op, op);
    put(entry.step, step.load(std::memory_order_relaxed));
    put(entry.microbatch, microbatch.load(std::memory_order_relaxed));
    count.store(number + 1, std::memory_order_release);
  }
  void inStep(int64_t theStep, int64_t theMicrobatch) {
    put(step, theStep);
    put(microbatch, theMicrobatch + 1);
    put(isInStep, 1);
  }
  void stepDone(double seconds, double computedSeconds) {
    auto nanoseconds = static_cast<int64_t>(seconds * 1e9);
    put(longest,
        std::max(longest.load(std::memory_order_relaxed), nanoseconds));
    put(computed, computed.load(std::memory_order_relaxed) +
                      static_cast<int64_t>(computedSeconds * 1e9));
    put(steps, steps.load(std::memory_order_relaxed) + 1);
    put(isInStep, 0);
  }

  /// How many commands have begun so far.
  uint64_t numBegun() const { return count.load(std::memory_order_acquire); }
  /// The last of them, the oldest first.
  std::vector<BegunCommand> recent() const { return between(0, numBegun()); }
  /// Those with numbers from `begin` to below `end`, as far as they are there.
  std::vector<BegunCommand> between(uint64_t begin, uint64_t end) const {
    std::vector<BegunCommand> commands;
    begin = std::max({begin, first.load(), end < kLength ? 0 : end - kLength});
    for (uint64_t i = begin; i < end; ++i) {
      const Entry &entry = entries[i % kLength];
      commands.push_back(
          {entry.nanoseconds, entry.op, entry.step, entry.microbatch - 1});
    }
    return commands;
  }
  /// The command that began last; -1: none, or the rank is in no step.
  int64_t currentOp() const {
    uint64_t number = numBegun();
    return isInStep && number ? entries[(number - 1) % kLength].op.load() : -1;
  }
  int64_t currentStep() const { return step; }
  int64_t currentMicrobatch() const { return microbatch - 1; } ///< -1: none
  int64_t stepsDone() const { return steps; }
  int64_t computedNanoseconds() const { return computed; } ///< in those steps
  int64_t longestStepNanoseconds() const { return longest; }

  /// For a copy on another host.
  JournalWords words() const {
    return {step, microbatch, steps, computed, longest, isInStep, numBegun()};
  }
  /// Makes this journal, which has no writer, the copy of another, of which
  /// `last` are the last commands; what came before stays if it adjoins.
  void copy(const JournalWords &words, const std::vector<BegunCommand> &last) {
    uint64_t begin = words.count - last.size();
    if (begin > count.load())
      first.store(begin);
    for (uint64_t i = 0; i < last.size(); ++i) {
      Entry &entry = entries[(begin + i) % kLength];
      put(entry.nanoseconds, last[i].nanoseconds);
      put(entry.op, last[i].op);
      put(entry.step, last[i].step);
      put(entry.microbatch, last[i].microbatch + 1);
    }
    put(step, words.step);
    put(microbatch, words.microbatch);
    put(steps, words.steps);
    put(computed, words.computed);
    put(longest, words.longest);
    put(isInStep, words.isInStep);
    count.store(words.count, std::memory_order_release);
  }

private:
  using Word = std::atomic<int64_t>;
  struct Entry {
    Word nanoseconds, op, step, microbatch;
  };
  static void put(Word &word, int64_t value) {
    word.store(value, std::memory_order_relaxed);
  }

  Word step, microbatch; ///< of the microbatch one more
  Word steps, computed, longest, isInStep;
  std::atomic<uint64_t> count, first; ///< the oldest that a copy has
  std::array<Entry, kLength> entries;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_TRANSPORT_JOURNAL_H
