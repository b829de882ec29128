//===- CollectiveKind.cpp -------------------------------------------------===//
#include "popt/Layout/CollectiveKind.h"

#include <iterator>

namespace popt {

/// By number: the name and the word.
static constexpr const char *names[][2] = {
    {"all_reduce", "all-reduce"},
    {"all_gather", "all-gather"},
    {"reduce_scatter", "reduce-scatter"},
    {"all_to_all", "all-to-all"},
    {"permute", "permute"},
    {"broadcast", "broadcast"},
    {"reduce", "reduce"},
    {"gather", "gather"},
    {"scatter", "scatter"},
    {"barrier", "barrier"},
    {"bucket", "bucket"},
};

const char *name(CollectiveKind kind) {
  size_t number = static_cast<size_t>(kind);
  return number < std::size(names) ? names[number][0] : "?";
}

const char *wordOf(CollectiveKind kind) {
  size_t number = static_cast<size_t>(kind);
  return number < std::size(names) ? names[number][1] : "?";
}

} // namespace popt
