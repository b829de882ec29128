//===- Choices.h - Random decisions that can be replayed and shrunk -------===//
//
// Everything random in popt-check is a sequence of small numbers: which layout,
// which operation, which extent. A caller that asks for a number in [0, n) makes 0
// the simplest answer. A failing input is then shrunk without knowing what it
// is: leave out numbers, make numbers smaller, replay, and keep what still
// fails (the idea of the Hypothesis library).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_CHECK_CHOICES_H
#define POPT_CHECK_CHOICES_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace popt::check {

/// Decisions, drawn at random or replayed.
class Choices {
public:
  /// New decisions; equal arguments give equal decisions.
  Choices(uint64_t seed, uint64_t number);
  /// Earlier decisions; after their end every answer is 0.
  explicit Choices(std::vector<uint32_t> recorded)
      : made(std::move(recorded)), replays(true) {}

  /// The first decisions of `Choices(seed, number)`, whatever is asked.
  static std::vector<uint32_t> raw(uint64_t seed, uint64_t number,
                                   size_t count);

  /// A number in [0, n); 0 for n < 2.
  uint32_t below(uint32_t n);
  /// True once in n times.
  bool oneIn(uint32_t n) { return below(n) + 1 == n; }
  int64_t between(int64_t low, int64_t high) {
    return low + below(static_cast<uint32_t>(high - low + 1));
  }
  template <typename T> const T &of(const std::vector<T> &list) {
    return list[below(static_cast<uint32_t>(list.size()))];
  }

  /// The decisions so far.
  std::vector<uint32_t> taken() const {
    return {made.begin(), made.begin() + static_cast<long>(position)};
  }

private:
  std::vector<uint32_t> made;
  size_t position = 0;
  bool replays = false;
  uint64_t state = 0;
};

/// The smallest decisions found for which `fails` is true, as it is for
/// `decisions`; ends after so many seconds.
std::vector<uint32_t>
shrink(std::vector<uint32_t> decisions,
       const std::function<bool(const std::vector<uint32_t> &)> &fails,
       double seconds);

} // namespace popt::check
#endif // POPT_CHECK_CHOICES_H
