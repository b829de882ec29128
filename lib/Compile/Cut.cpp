//===- Cut.cpp - Layers in runs of nearly equal time ----------------------===//
//
// Dynamic programs over (runs, pieces): the least longest run first, then the fewest
// bytes among cuts whose longest run is about as short. Tests:
// test/unit/Compile/CutTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Cut.h"

#include <algorithm>
#include <limits>

namespace popt {

/// Runs may be so much longer than they must, for fewer bytes.
static constexpr double kWorthBytes = 1.01;
static constexpr double kNever = std::numeric_limits<double>::infinity();

namespace {
class Cutter {
public:
  Cutter(const std::vector<CutPiece> &pieces, double secondsPerByte)
      : pieces(pieces), secondsPerByte(secondsPerByte), before{0} {
    for (const CutPiece &piece : pieces)
      before.push_back(before.back() + piece.seconds);
  }

  /// Of pieces [begin, end).
  double seconds(size_t begin, size_t end) const {
    return before[end] - before[begin] +
           secondsPerByte * (bytesAt(begin) + bytesAt(end));
  }
  double bytesAt(size_t cut) const {
    return cut == 0 || cut == pieces.size() ? 0 : pieces[cut].bytesBefore;
  }

  /// The cuts of least `combine(rest, run)`; runs longer than `most` are not taken.
  template <typename Combine>
  double best(size_t runs, double most, Combine combine,
              std::vector<size_t> &cuts) const {
    size_t n = pieces.size();
    // Of the last `r` runs, from piece `i` on.
    std::vector<std::vector<double>> least(runs + 1,
                                           std::vector<double>(n + 1, kNever));
    std::vector<std::vector<size_t>> next(runs + 1,
                                          std::vector<size_t>(n + 1, 0));
    least[0][n] = 0;
    for (size_t r = 1; r <= runs; ++r)
      for (size_t i = 0; i + r <= n; ++i)
        for (size_t end = i + 1; end + r - 1 <= n; ++end) {
          double run = seconds(i, end);
          if (run > most || least[r - 1][end] == kNever)
            continue;
          double total = combine(least[r - 1][end], run, end);
          if (total < least[r][i]) {
            least[r][i] = total;
            next[r][i] = end;
          }
        }
    cuts.clear();
    if (least[runs][0] < kNever)
      for (size_t r = runs, i = next[r][0]; r > 1; i = next[--r][i])
        cuts.push_back(i);
    return least[runs][0];
  }

private:
  const std::vector<CutPiece> &pieces;
  double secondsPerByte;
  std::vector<double> before; ///< seconds before each piece
};
} // namespace

std::vector<size_t> cutChain(const std::vector<CutPiece> &pieces, size_t runs,
                             double secondsPerByte) {
  std::vector<size_t> cuts;
  if (runs == 0 || pieces.size() < runs)
    return cuts;
  Cutter cutter(pieces, secondsPerByte);
  double longest = cutter.best(
      runs, kNever,
      [](double rest, double run, size_t) { return std::max(rest, run); },
      cuts);
  cutter.best(
      runs, longest * kWorthBytes,
      [&](double rest, double, size_t end) {
        return rest + cutter.bytesAt(end);
      },
      cuts);
  return cuts;
}

double longestRun(const std::vector<CutPiece> &pieces,
                  const std::vector<size_t> &cuts, double secondsPerByte) {
  Cutter cutter(pieces, secondsPerByte);
  double longest = 0;
  size_t begin = 0;
  for (size_t end : cuts) {
    longest = std::max(longest, cutter.seconds(begin, end));
    begin = end;
  }
  return std::max(longest, cutter.seconds(begin, pieces.size()));
}

} // namespace popt
