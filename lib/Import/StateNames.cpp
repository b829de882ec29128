//===- StateNames.cpp - How well a result's name fits an argument's -------===//
//
// See StateNames.h. Test: test/Import/import-state-names.mlir.
//
//===----------------------------------------------------------------------===//
#include "StateNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace popt;
using dist::TreeKey;
using dist::TreePath;

/// `newOptState` and `new_opt_state` are new, opt, state.
static SmallVector<std::string> wordsOf(StringRef text) {
  SmallVector<std::string> words;
  bool begins = true;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!llvm::isAlnum(c)) {
      begins = true;
      continue;
    }
    bool isHump = i > 0 && llvm::isUpper(c) && llvm::isLower(text[i - 1]);
    if (begins || isHump)
      words.emplace_back();
    words.back().push_back(llvm::toLower(c));
    begins = false;
  }
  return words;
}

static bool hasWord(StringRef text, ArrayRef<StringRef> known) {
  return llvm::any_of(wordsOf(text), [&](const std::string &word) {
    return llvm::is_contained(known, StringRef(word));
  });
}

bool popt::isCalledGradient(StringRef text) {
  return hasWord(
      text, {"grad", "grads", "gradient", "gradients", "update", "updates"});
}

/// The words of a name that say what a value is, without those that say when.
static SmallVector<std::string> plainWordsOf(StringRef text) {
  SmallVector<std::string> words = wordsOf(text);
  llvm::erase_if(words, [](const std::string &word) {
    return llvm::is_contained({"new", "next", "updated", "out", "output", "old",
                               "prev", "previous", "cur", "current"},
                              StringRef(word));
  });
  return words;
}

Fit popt::fitOf(const TreePath &argument, const TreePath &result) {
  Fit fit;
  unsigned exact = 0, words = 0;
  size_t a = argument.size(), r = result.size();
  while (a > 0 && r > 0) {
    const TreeKey &left = argument[a - 1], &right = result[r - 1];
    if (left == right) {
      ++fit.depth;
      exact += !left.isIndex;
    } else if (!left.isIndex && !right.isIndex && !wordsOf(left.text).empty() &&
               plainWordsOf(left.text) == plainWordsOf(right.text) &&
               !plainWordsOf(left.text).empty()) {
      ++words;
    } else {
      break;
    }
    --a;
    --r;
  }
  // Twice, so that an equal key goes before one of equal words.
  fit.depth = 2 * fit.depth + words;
  auto isName = [](const TreeKey &key) { return !key.isIndex; };
  auto above = ArrayRef(result).take_front(r);
  bool isInside = llvm::any_of(above, [&](const TreeKey &key) {
    return isName(key) &&
           !hasWord(key.text, {"state", "states", "carry", "train", "new"});
  });
  if (exact + words > 0) {
    fit.kind = isInside ? Fit::Hint : Fit::Called;
    return fit;
  }
  // `opt` for `opt_state`, `m` for `momentum`, `params` around what is
  // returned.
  if (argument.empty() || argument.back().isIndex)
    return {};
  StringRef own = argument.back().text;
  for (const TreeKey &key : result) {
    StringRef other = key.text;
    if (isName(key) && !own.empty() && !other.empty() &&
        (own.starts_with_insensitive(other) ||
         other.starts_with_insensitive(own)))
      return {Fit::Hint, 0};
  }
  return {};
}
