//===- Read.cpp - Reading a module without trusting it --------------------===//
//
// MLIR's parser is recursive: a text of thousands of nested brackets would
// overflow its stack. It allocates as many results as the number after a `#`
// says. And for a type that popt does not support, the error is about some
// operation's operands. This file checks for all of these first. Bytecode needs no
// such checks; StableHLO's artifacts are translated as they are read.
// Tested by test/Flow/nesting.test, types.test and test/Import/portable.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Vhlo/Vhlo.h"
#include "popt/Flow/Flow.h"
#include "popt/Flow/UnknownNames.h"
#include "popt/Import/Portable.h"
#include "popt/Import/Unsupported.h"
#include "popt/Support/Inputs.h"
#include "popt/Support/SourceLines.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CrashRecoveryContext.h"
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
  auto report = [&](const Code &code, const Twine &problem) {
    return (code.place(file) + ": error: " + problem).str();
  };
  for (Code code(text); code.next();) {
    if (isWord(code.previous()) && code.get() != '!')
      continue;
    StringRef rest = code.rest();
    if (rest.starts_with("tensor<")) {
      StringRef type = typeAt(rest);
      StringRef shape = type.drop_front(StringRef("tensor<").size());
      if (shape.starts_with("*x") || shape.starts_with("?x") ||
          shape.contains("x?x"))
        return report(code, refuseShape(type));
    } else if (rest.starts_with("!quant.")) {
      return report(code, refuseQuantised(typeAt(rest)));
    } else if (rest.consume_front("\""); rest.starts_with("stablehlo.")) {
      if (auto problem = refuseOperation(rest.take_while(isWord)))
        return report(code, *problem);
    }
  }
  return std::nullopt;
}

namespace {
/// Attributes and types of bytecode refer to each other by number. MLIR's reader
/// would read one that contains itself for ever; sound ones take at least a byte
/// each, and are read a few times at most.
template <typename T> class Reads : public AttrTypeBytecodeReader<T> {
public:
  explicit Reads(size_t bytes) : left(16 * bytes) {}

  LogicalResult read(DialectBytecodeReader &reader, StringRef, T &) override {
    if (left-- > 0)
      return success(); // and MLIR reads it
    return reader.emitError("an attribute or type contains itself");
  }

private:
  size_t left;
};
} // namespace

static ParserConfig bytecodeConfig(MLIRContext *context, size_t bytes) {
  ParserConfig config(context);
  BytecodeReaderConfig &reads = config.getBytecodeReaderConfig();
  reads.attachAttributeCallback(std::make_unique<Reads<Attribute>>(bytes));
  reads.attachTypeCallback(std::make_unique<Reads<Type>>(bytes));
  return config;
}

/// Whether the function returns. MLIR's reader of bytecode checks most of what it
/// reads, but not all: damaged bytes may let it follow a null pointer.
static bool survives(llvm::function_ref<void()> function) {
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  bool returned = recovery.RunSafely(function);
  llvm::CrashRecoveryContext::Disable();
  return returned;
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
  const bool isBytecode = mlir::isBytecode(*text);
  const std::optional<StringRef> version = portableVersion(text->getBuffer());
  auto refuse = [&](const std::string &problem) {
    errors << problem << "\n";
    return nullptr;
  };
  if (!isBytecode)
    for (auto check : {checkNesting, checkTypes})
      if (std::optional<std::string> problem = check(text->getBuffer(), name))
        return refuse(*problem);
  if (version)
    if (std::optional<std::string> problem = whyNotVersion(*version))
      return refuse((name + ": error: " + *problem).str());
  // Known in bytecode alone: text has no way to write it.
  if (isBytecode)
    context->getOrLoadDialect<vhlo::VhloDialect>();
  StringRef source = text->getBuffer();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), SMLoc());
  cutSourceLines(sources, errors);
  SourceMgrDiagnosticHandler handler(sources, context, errors);
  ScopedDiagnosticHandler reword(context, [&](Diagnostic &message) {
    std::optional<std::string> said = rewordUnknown(message, source);
    // Bytecode may be without the user's lines.
    if (isBytecode && isa<UnknownLoc>(message.getLocation())) {
      errors << name << ": error: " << said.value_or(message.str()) << "\n";
      return success();
    }
    if (!said)
      return failure();
    emitError(message.getLocation(), *said);
    return success();
  });
  if (!isBytecode)
    return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  OwningOpRef<ModuleOp> module;
  if (survives([&] {
        module = parseSourceFile<ModuleOp>(
            sources, bytecodeConfig(context, source.size()));
        if (module && failed(importPortable(*module, version.value_or(""))))
          module = nullptr;
      }))
    return module;
  // It may be half of one.
  (void)module.release();
  return refuse((name + ": error: the bytecode is damaged").str());
}

} // namespace popt
