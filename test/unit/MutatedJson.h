//===- MutatedJson.h - JSON files with mistakes -----------------*- C++ -*-===//
#ifndef POPT_TEST_UNIT_MUTATEDJSON_H
#define POPT_TEST_UNIT_MUTATEDJSON_H

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace popt::test {

/// The text with one mistake: another byte, a piece that is gone or there twice, or
/// another value.
inline std::string mutateJson(std::string text, std::mt19937 &random) {
  static const std::vector<std::string> words{"0",
                                              "-1",
                                              "1e-320",
                                              "1e308",
                                              "1e999",
                                              "2147483648",
                                              "1e-3",
                                              "0.5",
                                              "1",
                                              "\"infinite\"",
                                              "null",
                                              "true",
                                              "[]",
                                              "{}",
                                              "[[1, 1]]",
                                              "\"ring\"",
                                              "\"switch\"",
                                              "\"f8\"",
                                              "9223372036854775807",
                                              "18446744073709551616",
                                              "\"\"",
                                              "NaN",
                                              "-0.0"};
  auto draw = [&](size_t n) { return random() % std::max<size_t>(n, 1); };
  size_t at = draw(text.size());
  switch (draw(5)) {
  case 0: // a byte
    text[at] = static_cast<char>(draw(256));
    break;
  case 1: // a piece is gone
    text.erase(at, 1 + draw(30));
    break;
  case 2: { // a piece is there twice
    std::string piece = text.substr(at, 1 + draw(60));
    text.insert(at, piece);
    break;
  }
  default: { // a value is another
    size_t begin = text.find(": ", at);
    if (begin == std::string::npos)
      break;
    size_t end = text.find_first_of(",}]\n", begin + 2);
    text.replace(begin + 2, end - begin - 2, words[draw(words.size())]);
  }
  }
  return text;
}

} // namespace popt::test
#endif // POPT_TEST_UNIT_MUTATEDJSON_H
