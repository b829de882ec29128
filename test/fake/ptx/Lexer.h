//===- Lexer.h - PTX text into tokens -------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_LEXER_H
#define POPT_RT_FAKE_PTX_LEXER_H

#include <cstdint>
#include <string_view>
#include <vector>

namespace popt::fake {

struct Token {
  /// A word is whatever of letters, digits and `_ $ % . ::` stands together: a
  /// mnemonic with its modifiers, a register, a directive, a number.
  enum Kind : uint8_t { Word, String, Mark, End };
  Kind kind;
  uint32_t line;
  std::string_view text;
};

/// The last token is End. Unknown characters are marks.
std::vector<Token> tokenise(std::string_view text);

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_LEXER_H
