//===- Names.cpp - The name that a user may have meant --------------------===//
//
// Test: test/unit/Text/NamesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Text/Names.h"

#include <algorithm>
#include <numeric>

using namespace popt;

/// Levenshtein's distance, one row of its table at a time.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

std::optional<std::string>
popt::nearestName(std::string_view name,
                  const std::vector<std::string> &known) {
  size_t least = std::max<size_t>(1, name.size() / 3) + 1;
  std::optional<std::string> best;
  for (const std::string &candidate : known) {
    size_t distance = editDistance(name, candidate);
    // A name of which nothing is left was not meant.
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string popt::suggestName(std::string_view name,
                              const std::vector<std::string> &known) {
  std::optional<std::string> nearest = nearestName(name, known);
  return nearest ? ", did you mean \"" + *nearest + "\"?" : "";
}
