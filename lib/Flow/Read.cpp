//===- Read.cpp - Reading a module without trusting it --------------------===//
//
// MLIR's parser is recursive: a text of thousands of nested brackets would
// overflow its stack. It allocates as many results as the number after a `#`
// says. And for a type that popt does not support, the error is about some
// operation's operands. This file checks for all of these first.
// Tested by test/Flow/nesting.test and types.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Flow.h"
#include "popt/Flow/UnknownNames.h"
#include "popt/Support/Inputs.h"
#include "popt/Support/SourceLines.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace popt {

/// No program that a front end prints comes near it.
static constexpr int kMaxDepth = 256;
static constexpr unsigned kMaxResults = 1 << 16;

namespace {
/// Goes through the characters of a text without those of comments and strings,
/// of which it gives the quote that opens them.
class Code {
public:
  explicit Code(StringRef text) : text(text) {}

  bool next() {
    bool inString = at < text.size() && text[at] == '"';
    for (++at; at < text.size(); ++at) {
      char c = text[at];
      if (c == '\n') {
        ++line;
        lineBegin = at + 1;
        inString = false;
      } else if (inString) {
        if (c == '\\')
          ++at;
        else if (c == '"')
          inString = false;
      } else if (text.substr(at).starts_with("//")) {
        at = std::min(text.find('\n', at), text.size()) - 1;
      } else {
        return true;
      }
    }
    return false;
  }
  char get() const { return text[at]; }
  char previous() const { return at == 0 ? ' ' : text[at - 1]; }
  StringRef rest() const { return text.substr(at); }
  std::string place(StringRef file) const {
    return llvm::formatv("{0}:{1}:{2}", file, line, at - lineBegin + 1).str();
  }

private:
  StringRef text;
  size_t at = size_t(-1), lineBegin = 0;
  int line = 1;
};
} // namespace

/// The text begins with the number of a result, `#7`, that is too large.
static bool isLargeNumber(StringRef text) {
  unsigned number;
  return text.consume_front("#") && !text.empty() && llvm::isDigit(text[0]) &&
         (text.consumeInteger(10, number) || number >= kMaxResults);
}

std::optional<std::string> checkNesting(StringRef text, StringRef file) {
  int depth = 0;
  Code code(text);
  auto refuse = [&](const Twine &problem) {
    return code.place(file) + (": error: " + problem).str();
  };
  while (code.next())
    switch (code.get()) {
    case '#':
      if (isLargeNumber(code.rest()))
        return refuse("no operation has more than " + Twine(kMaxResults) +
                      " results");
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > kMaxDepth)
        return refuse("brackets are nested deeper than " + Twine(kMaxDepth));
      break;
    case ')':
    case ']':
    case '}':
      depth = std::max(0, depth - 1);
      break;
    case '>':
      if (code.previous() != '-')
        depth = std::max(0, depth - 1);
      break;
    }
  return std::nullopt;
}

/// Operations whose shapes are values.
static bool isDynamic(StringRef name) {
  static const llvm::StringSet<> names = {"stablehlo.dynamic_broadcast_in_dim",
                                          "stablehlo.dynamic_conv",
                                          "stablehlo.dynamic_gather",
                                          "stablehlo.dynamic_iota",
                                          "stablehlo.dynamic_pad",
                                          "stablehlo.dynamic_reshape",
                                          "stablehlo.get_dimension_size",
                                          "stablehlo.real_dynamic_slice",
                                          "stablehlo.set_dimension_size"};
  return names.contains(name);
}

static bool isQuantising(StringRef name) {
  return name == "stablehlo.uniform_quantize" ||
         name == "stablehlo.uniform_dequantize";
}

/// The type at the beginning of a text, up to its last bracket.
static StringRef typeAt(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size() && text[i] != '\n'; ++i) {
    depth += (text[i] == '<') - (text[i] == '>');
    if (text[i] == '>' && depth == 0)
      return text.take_front(i + 1);
  }
  return text.take_front(text.find_first_of(" ,\n"));
}

static bool isWord(char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }

std::optional<std::string> checkTypes(StringRef text, StringRef file) {
  auto report = [&](const Code &code, const Twine &what, StringRef then) {
    return (code.place(file) + ": error: " + what + "; " + then).str();
  };
  constexpr StringLiteral fixShapes =
      "popt compiles for fixed shapes: export with the shapes it runs with";
  constexpr StringLiteral dequantise =
      "popt computes with integers and floats: export without quantisation, or "
      "write the scale and zero point out as StableHLO operations";
  for (Code code(text); code.next();) {
    if (isWord(code.previous()) && code.get() != '!')
      continue;
    StringRef rest = code.rest();
    if (rest.starts_with("tensor<")) {
      StringRef type = typeAt(rest);
      StringRef shape = type.drop_front(StringRef("tensor<").size());
      if (shape.starts_with("*x") || shape.starts_with("?x") ||
          shape.contains("x?x"))
        return report(code, type + " has no fixed shape", fixShapes);
    } else if (rest.starts_with("!quant.")) {
      return report(code, typeAt(rest) + " is a quantised type", dequantise);
    } else if (rest.consume_front("\""); rest.starts_with("stablehlo.")) {
      StringRef name = rest.take_while(isWord);
      if (isDynamic(name))
        return report(code, name + " has a shape that it computes", fixShapes);
      if (isQuantising(name))
        return report(code, name + " is about quantised types", dequantise);
    }
  }
  return std::nullopt;
}

OwningOpRef<ModuleOp> readModule(StringRef path, MLIRContext *context,
                                 raw_ostream &errors) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = readModuleText(path, message);
  if (!file) {
    errors << path << ": error: " << message << "\n";
    return nullptr;
  }
  return parseModule(std::move(file), context, errors);
}

OwningOpRef<ModuleOp> parseModule(std::unique_ptr<llvm::MemoryBuffer> text,
                                  MLIRContext *context, raw_ostream &errors) {
  StringRef name = text->getBufferIdentifier();
  if (text->getBuffer().starts_with("\177ELF")) {
    errors << name
           << ": error: it is an executable, not a module; run it as it is, or "
              "with popt-launch\n";
    return nullptr;
  }
  if (!text->getBuffer().starts_with("ML\xefR"))
    for (auto check : {checkNesting, checkTypes})
      if (std::optional<std::string> problem = check(text->getBuffer(), name)) {
        errors << *problem << "\n";
        return nullptr;
      }
  StringRef source = text->getBuffer();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), SMLoc());
  cutSourceLines(sources, errors);
  SourceMgrDiagnosticHandler handler(sources, context, errors);
  ScopedDiagnosticHandler reword(context, [&](Diagnostic &message) {
    std::optional<std::string> said = rewordUnknown(message, source);
    if (!said)
      return failure();
    emitError(message.getLocation(), *said);
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  return module;
}

} // namespace popt
