//===- Names.h - The name that a user may have meant ----------------------===//
#ifndef POPT_TEXT_NAMES_H
#define POPT_TEXT_NAMES_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace popt {

/// The name among `known` that fewest changes of a character lead to, if they
/// are few: at most one in three.
std::optional<std::string> nearestName(std::string_view name,
                                       const std::vector<std::string> &known);

/// That name as `, did you mean "x"?`, to end a message with; else nothing.
std::string suggestName(std::string_view name,
                        const std::vector<std::string> &known);

/// The same for a pattern that matches none of `known`: up to three names that
/// are near or share words with it, else the first few. Names that differ in
/// an index alone are one, `layers[*]`. `whoLists` is a command that prints all.
std::string suggestPattern(std::string_view pattern,
                           const std::vector<std::string> &known,
                           std::string_view whoLists = "");

/// What prints the names of a program that patterns of plans and flags match.
constexpr std::string_view kPrintNames = "poptc --print-names";

} // namespace popt
#endif // POPT_TEXT_NAMES_H
