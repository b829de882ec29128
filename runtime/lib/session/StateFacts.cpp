//===- StateFacts.cpp - What the compiler noted about state ---------------===//
//
// Tests: RunTest; python/tests/test_state.py runs programs with such questions.
//
//===----------------------------------------------------------------------===//
#include "StateFacts.h"
#include <cstdlib>
#include <sstream>

using namespace popt::rt;

/// The numbers of `0,1,2` that are below `limit`.
static std::vector<size_t> numbersOf(const std::string &text, size_t limit) {
  std::vector<size_t> numbers;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    size_t number = std::strtoull(part.c_str(), nullptr, 10);
    if (number < limit)
      numbers.push_back(number);
  }
  return numbers;
}

StateFacts popt::rt::stateFactsOf(const StepTable &table) {
  auto find = [&](const char *key) {
    auto it = table.info.find(key);
    return it == table.info.end() ? std::string() : it->second;
  };
  StateFacts facts;
  size_t count = table.arguments.size();
  facts.isDonated.assign(count, true);
  for (size_t number : numbersOf(find("not_donated"), count))
    facts.isDonated[number] = false;
  for (size_t i = 0; i < count; ++i)
    facts.isDonated[i] = facts.isDonated[userIndex(table.arguments, i)];
  facts.placed = find("placed_state");
  std::istringstream lines(find("undecided_state"));
  for (std::string line; std::getline(lines, line);) {
    size_t space = line.find(' ');
    if (space != std::string::npos)
      facts.questions.push_back(
          {numbersOf(line.substr(0, space), count), line.substr(space + 1)});
  }
  for (const Argument &argument : table.arguments)
    facts.hasState |= argument.stateResult >= 0;
  return facts;
}

bool popt::rt::acceptSteps(const StateFacts &facts, int64_t steps,
                           const std::vector<bool> &hasBatch,
                           std::string &out_error) {
  std::string pairings;
  for (const StateFacts::Question &question : facts.questions) {
    bool isOpen = false;
    for (size_t argument : question.arguments)
      isOpen |= !hasBatch[argument];
    if (isOpen)
      pairings += (pairings.empty() ? "" : " ") + question.pairing;
  }
  if (pairings.empty())
    return true;
  std::string none = pairings.substr(0, pairings.find('=')) + "=none";
  out_error = "these " + std::to_string(steps) +
              " steps need to know what each passes to the next, and names and "
              "donation leave open: " +
              pairings + "; compile with those that hold, as in --state \"" +
              pairings.substr(0, pairings.find(' ')) + "\", and with \"" +
              none + "\" for an argument that stays as it is";
  return false;
}
