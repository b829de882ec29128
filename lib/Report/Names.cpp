//===- Names.cpp - Names of equal layers as one ---------------------------===//
//
// Tested by test/unit/Report/NamesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Report/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace popt {

namespace {
/// A name cut at its indices: one more text than there are indices.
struct CutName {
  std::vector<std::string> texts;
  std::vector<int64_t> indices;
};
} // namespace

/// True if the digits [begin, end) are the index of a sequence, `[3]`, or end a
/// numbered key, `['Block_3']` or `.block_3`.
static bool isIndex(StringRef name, size_t begin, size_t end) {
  constexpr size_t mostDigits = 9;
  if (begin == 0 || end - begin > mostDigits)
    return false;
  char before = name[begin - 1], after = end < name.size() ? name[end] : '\0';
  if (before == '[')
    return after == ']';
  return before == '_' && !llvm::isAlnum(after) && after != '_';
}

static CutName cut(StringRef name) {
  CutName result;
  size_t from = 0;
  for (size_t at = 0; at < name.size();) {
    if (!llvm::isDigit(name[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < name.size() && llvm::isDigit(name[end]))
      ++end;
    int64_t index;
    if (isIndex(name, at, end) &&
        !name.slice(at, end).getAsInteger(10, index)) {
      result.texts.push_back(name.slice(from, at).str());
      result.indices.push_back(index);
      from = end;
    }
    at = end;
  }
  result.texts.push_back(name.substr(from).str());
  return result;
}

std::string patternOf(StringRef name) {
  return llvm::join(cut(name).texts, "*");
}

std::string describeNumbers(ArrayRef<int64_t> numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
      ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (end - i > 1)
      text += (end - i == 2 ? ", " : "..") + std::to_string(numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string mergeNames(ArrayRef<std::string> names) {
  CutName first = cut(names.front());
  size_t count = first.indices.size(), combinations = 1;
  std::vector<std::vector<int64_t>> values(count);
  for (const std::string &name : names) {
    CutName other = cut(name);
    for (size_t i = 0; i < count; ++i)
      values[i].push_back(other.indices[i]);
  }
  for (std::vector<int64_t> &list : values) {
    llvm::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    combinations *= list.size();
  }
  std::string text = first.texts.front();
  for (size_t i = 0; i < count; ++i) {
    const std::vector<int64_t> &list = values[i];
    bool isRange = list.back() - list.front() + 1 == int64_t(list.size());
    if (list.size() == 1)
      text += std::to_string(list.front());
    else if (combinations != names.size())
      text += "*";
    else if (isRange)
      text += std::to_string(list.front()) + ".." + std::to_string(list.back());
    else
      text += describeNumbers(list);
    text += first.texts[i + 1];
  }
  return text;
}

} // namespace popt
