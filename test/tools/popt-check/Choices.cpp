//===- Choices.cpp - Random decisions that can be replayed and shrunk -----===//
//
// Numbers come from splitmix64, so that a seed means the same everywhere.
//
//===----------------------------------------------------------------------===//
#include "Choices.h"
#include <algorithm>
#include <chrono>

using namespace popt::check;

static uint64_t nextNumber(uint64_t &state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

Choices::Choices(uint64_t seed, uint64_t number) : state(seed) {
  state = nextNumber(state) ^ number;
  nextNumber(state);
}

std::vector<uint32_t> Choices::raw(uint64_t seed, uint64_t number,
                                   size_t count) {
  Choices choices(seed, number);
  for (size_t i = 0; i < count; ++i)
    choices.made.push_back(static_cast<uint32_t>(nextNumber(choices.state)));
  return choices.made;
}

uint32_t Choices::below(uint32_t n) {
  if (n < 2)
    return 0;
  if (replays) {
    if (position == made.size())
      made.push_back(0);
    made[position] %= n;
  } else {
    made.push_back(static_cast<uint32_t>(nextNumber(state)) % n);
  }
  return made[position++];
}

std::vector<uint32_t> popt::check::shrink(
    std::vector<uint32_t> decisions,
    const std::function<bool(const std::vector<uint32_t> &)> &fails,
    double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  auto timeLeft = [&] { return Clock::now() < end; };
  auto accept = [&](std::vector<uint32_t> candidate) {
    if (candidate == decisions || !fails(candidate))
      return false;
    decisions = std::move(candidate);
    return true;
  };
  for (bool changed = true; changed && timeLeft();) {
    changed = false;
    // Without a run of decisions, the last ones first: what follows them is
    // least disturbed.
    for (size_t size = std::max<size_t>(decisions.size() / 2, 1); size > 0;
         size /= 2)
      for (size_t i = decisions.size(); i >= size && timeLeft();) {
        i = std::min(i, decisions.size());
        if (i < size)
          break;
        std::vector<uint32_t> fewer = decisions;
        fewer.erase(fewer.begin() + static_cast<long>(i - size),
                    fewer.begin() + static_cast<long>(i));
        bool accepted = accept(std::move(fewer));
        changed |= accepted;
        i -= accepted ? size : (size > 1 ? size / 2 : 1);
      }
    // Smaller decisions.
    for (size_t i = 0; i < decisions.size() && timeLeft(); ++i)
      for (uint32_t smaller : {0u, decisions[i] / 2, decisions[i] - 1}) {
        if (i >= decisions.size() || decisions[i] == 0 ||
            smaller >= decisions[i])
          break;
        std::vector<uint32_t> candidate = decisions;
        candidate[i] = smaller;
        if (accept(std::move(candidate))) {
          changed = true;
          break;
        }
      }
  }
  return decisions;
}
