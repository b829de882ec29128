//===- UnknownNames.cpp - Operations that popt does not read --------------===//
//
// For an operation of a dialect that is not loaded MLIR suggests a flag of its
// own tools. Tests: test/Flow/unknown.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/UnknownNames.h"

#include "popt/Text/Names.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

/// The name of the operation at a line and a column, from 1: there, or, as MLIR
/// has it for names in quotes, before.
static StringRef operationAt(StringRef text, unsigned line, unsigned column) {
  for (; line > 1 && !text.empty(); --line)
    text = text.split('\n').second;
  text = text.split('\n').first;
  size_t at = std::min<size_t>(column > 0 ? column - 1 : 0, text.size());
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  };
  StringRef after = text.drop_front(at);
  after.consume_front("\"");
  if (StringRef name = after.take_while(isWord); !name.empty())
    return name;
  StringRef before = text.take_front(at).rtrim(" \"");
  size_t end = before.size();
  while (end > 0 && isWord(before[end - 1]))
    --end;
  return before.drop_front(end);
}

/// What stands between the first two quotes.
static StringRef quoted(StringRef said) {
  return said.split('\'').second.split('\'').first;
}

std::optional<std::string> popt::rewordUnknown(Diagnostic &message,
                                               StringRef text) {
  std::string said = message.str();
  StringRef words = said;
  if (words.contains("does not implement the bytecode interface"))
    return ("the module is bytecode of \"" + quoted(words) +
            "\", which only the version that wrote it reads; write text or a "
            "portable artifact, as jax.export does")
        .str();
  const bool isForeign = words.contains("unregistered dialect") ||
                         words.contains("not found for custom op");
  const bool isMisspelt =
      words.starts_with("unregistered operation '") ||
      (words.starts_with("custom op '") && words.contains("' is unknown"));
  if (!isForeign && !isMisspelt)
    return std::nullopt;
  constexpr StringLiteral reads =
      "popt does not read: it reads func, StableHLO, CHLO and Shardy, as "
      "jax.jit(f).lower(...).as_text() prints them";
  const bool isAttribute = words.contains("attribute created");
  if (isAttribute || words.contains("type created")) {
    // As in `!"mine"<"handle<4>">`.
    auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    StringRef dialect = words.drop_until(isWord).take_while(isWord);
    return ((isAttribute ? "an attribute of dialect \""
                         : "a type of dialect \"") +
            dialect + "\", which " + reads)
        .str();
  }
  StringRef name = isMisspelt ? quoted(words) : StringRef();
  auto place = message.getLocation()->findInstanceOf<FileLineColLoc>();
  if (name.empty() && place)
    name = operationAt(text, place.getLine(), place.getColumn());
  StringRef dialect = name.split('.').first;
  if (isForeign)
    return ("operation \"" + name + "\" is of dialect \"" + dialect +
            "\", which " + reads)
        .str();
  std::vector<std::string> known;
  MLIRContext *context = message.getLocation()->getContext();
  for (RegisteredOperationName other :
       context->getRegisteredOperationsByDialect(dialect))
    known.push_back(other.getStringRef().str());
  return ("dialect \"" + dialect + "\" has no operation \"" + name + "\"" +
          suggestName(name, known))
      .str();
}
