//===- Patterns.h - Names with stars --------------------------------------===//
#ifndef POPT_TEXT_PATTERNS_H
#define POPT_TEXT_PATTERNS_H

#include <string>
#include <string_view>
#include <vector>

namespace popt {

/// Whether a name matches a pattern. Only `*` is special; it stands for any text,
/// also none. `out_stars`: what each stood for; all but the last for as little
/// as they can.
bool matchPattern(std::string_view pattern, std::string_view name,
                  std::vector<std::string> *out_stars = nullptr);

} // namespace popt
#endif // POPT_TEXT_PATTERNS_H
