//===- Patterns.cpp - Names with stars ------------------------------------===//
//
// Tests: test/unit/Annotate/PlanTest.cpp; what stars stand for:
// test/runtime/NameMapTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Text/Patterns.h"

using namespace popt;

bool popt::matchPattern(std::string_view pattern, std::string_view name,
                        std::vector<std::string> *out_stars) {
  // Greedy with one point of return: the last '*' seen.
  std::vector<size_t> begins, ends; // of what stars stand for
  size_t p = 0, n = 0, star = std::string_view::npos;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      begins.push_back(n);
      ends.push_back(n);
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++ends.back();
    } else {
      return false;
    }
  }
  for (; p < pattern.size() && pattern[p] == '*'; ++p) {
    begins.push_back(n);
    ends.push_back(n);
  }
  if (p < pattern.size())
    return false;
  if (out_stars) {
    out_stars->clear();
    for (size_t i = 0; i < begins.size(); ++i)
      out_stars->emplace_back(name.substr(begins[i], ends[i] - begins[i]));
  }
  return true;
}
