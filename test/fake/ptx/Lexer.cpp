//===- Lexer.cpp ----------------------------------------------------------===//

#include "Lexer.h"

namespace popt::fake {

static bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '%' || c == '.';
}

/// The place after the comment that begins at `at`, or `at`.
static size_t skipComment(std::string_view text, size_t at, uint32_t &line) {
  if (text.substr(at, 2) == "//") {
    size_t end = text.find('\n', at);
    return end == std::string_view::npos ? text.size() : end;
  }
  if (text.substr(at, 2) == "/*") {
    size_t end = text.find("*/", at + 2);
    end = end == std::string_view::npos ? text.size() : end + 2;
    for (size_t i = at; i < end; ++i)
      line += text[i] == '\n';
    return end;
  }
  return at;
}

std::vector<Token> tokenise(std::string_view text) {
  std::vector<Token> tokens;
  uint32_t line = 1;
  size_t at = 0;
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\0') {
      ++at;
      continue;
    }
    if (size_t after = skipComment(text, at, line); after != at) {
      at = after;
      continue;
    }
    size_t begin = at;
    if (c == '"') {
      size_t end = text.find('"', at + 1);
      end = end == std::string_view::npos ? text.size() : end;
      tokens.push_back(
          {Token::String, line, text.substr(begin + 1, end - begin - 1)});
      at = end + 1;
      continue;
    }
    while (at < text.size() &&
           (isWordCharacter(text[at]) || text.substr(at, 2) == "::"))
      at += text[at] == ':' ? 2 : 1;
    if (at == begin) {
      tokens.push_back({Token::Mark, line, text.substr(at++, 1)});
      continue;
    }
    tokens.push_back({Token::Word, line, text.substr(begin, at - begin)});
  }
  tokens.push_back({Token::End, line, {}});
  return tokens;
}

} // namespace popt::fake
