//===- Init.h - How arguments begin that no file gives ----------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_INIT_H
#define POPT_RT_LIB_SESSION_INIT_H

#include "popt-rt/step_table.h"
#include <optional>

namespace popt::rt {

/// What --init says of the arguments that a pattern matches.
struct InitRule {
  std::string pattern; ///< empty: all arguments
  bool isRandom = false;
  uint64_t seed = 0;
};

/// Adds the rules of one flag: `random:7`, `zeros`, or `opt*=zeros,p*=random`.
/// What is wrong with it, or nothing.
std::string parseInit(const std::string &text, std::vector<InitRule> &rules);

/// All rules, in the words of the flag.
std::string toString(const std::vector<InitRule> &rules);

/// How an argument begins.
struct Beginning {
  bool isRandom = false; ///< else zeros
  bool isPositive = false;
  uint64_t seed = 0;
};

/// By argument of the user, nothing where no rule matches: of those that do the
/// last counts. False and a message if one matches no argument.
[[nodiscard]] bool findBeginnings(const StepTable &table,
                                  const std::vector<InitRule> &rules,
                                  std::vector<std::optional<Beginning>> &out,
                                  std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_INIT_H
