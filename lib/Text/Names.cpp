//===- Names.cpp - The name that a user may have meant --------------------===//
//
// Test: test/unit/Text/NamesTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Text/Names.h"

#include <algorithm>
#include <cctype>
#include <map>
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

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// `layers[3]['w']` as `layers[*]['w']`.
static std::string withoutIndices(std::string_view name) {
  std::string text;
  for (size_t i = 0; i < name.size(); ++i) {
    text += name[i];
    size_t end = i + 1;
    while (end < name.size() && std::isdigit((unsigned char)name[end]))
      ++end;
    if (name[i] != '[' || end == i + 1 || end == name.size() ||
        name[end] != ']')
      continue;
    text += '*';
    i = end - 1;
  }
  return text;
}

/// Each name once, but not the empty one; those that differ in an index alone
/// as one pattern.
static std::vector<std::string>
asPatterns(const std::vector<std::string> &known) {
  std::map<std::string, size_t> places;
  std::vector<std::string> patterns;
  for (const std::string &name : known) {
    if (name.empty())
      continue;
    std::string general = withoutIndices(name);
    auto [place, isNew] = places.try_emplace(general, patterns.size());
    if (isNew)
      patterns.push_back(name);
    else if (patterns[place->second] != name)
      patterns[place->second] = general;
  }
  return patterns;
}

static std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (char c : text)
    if (std::isalnum((unsigned char)c) || c == '_')
      words.back() += char(std::tolower((unsigned char)c));
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty())
    words.pop_back();
  return words;
}

/// Up to three of the names that share most words with the pattern.
static std::vector<std::string>
sharingWords(std::string_view pattern, const std::vector<std::string> &names) {
  std::vector<std::string> wanted = wordsOf(pattern), best;
  size_t most = 1;
  for (const std::string &name : names) {
    std::vector<std::string> words = wordsOf(name);
    size_t shared = std::count_if(
        wanted.begin(), wanted.end(), [&](const std::string &word) {
          return std::count(words.begin(), words.end(), word) ||
                 (word.size() > 2 && nearestName(word, words));
        });
    if (shared > most)
      best.clear();
    most = std::max(most, shared);
    if (shared == most && best.size() < 3)
      best.push_back(name);
  }
  return best;
}

/// `"a", "b" or "c"`, where `last` is ` or `.
static std::string quotedList(const std::vector<std::string> &names,
                              const char *last) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0                 ? ""
             : i + 1 < names.size() ? ", "
                                    : last) +
            ("\"" + names[i] + "\"");
  return text;
}

std::string popt::suggestPattern(std::string_view pattern,
                                 const std::vector<std::string> &known,
                                 std::string_view whoLists) {
  std::vector<std::string> names = asPatterns(known);
  if (std::string near = suggestName(pattern, names); !near.empty())
    return near;
  std::vector<std::string> shared = sharingWords(pattern, names);
  if (!shared.empty())
    return ", did you mean " + quotedList(shared, " or ") + "?";
  if (names.empty())
    return "";
  size_t more = names.size() > 4 ? names.size() - 3 : 0;
  if (more)
    names.resize(3);
  std::string text = names.size() + more == 1 ? "; there is " : "; there are ";
  text += quotedList(names, more ? ", " : " and ");
  if (more)
    text += " and " + std::to_string(more) + " more";
  if (more && !whoLists.empty())
    text += ", which " + std::string(whoLists) + " lists";
  return text;
}
