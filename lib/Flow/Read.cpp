//===- Read.cpp - Reading a module without trusting it --------------------===//
//
// MLIR's parser is recursive: a text of thousands of nested brackets would
// overflow its stack. It allocates as many results as the number after a `#`
// says. And for a type that popt does not support, the error is about some
// operation's operands. This file checks for all of these first. What bytecode has in
// it is checked as it is read; StableHLO's artifacts are translated then, too.
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
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"

#include <mutex>

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
/// Measures attributes and types, each once: bytecode has one in as many others as
/// it likes, so that what is written in few bytes may be deeper than a stack, and
/// have more parts than can ever be visited.
class Nesting {
public:
  /// What is wrong with it, if anything is. `most` is how many parts it may have.
  template <typename T>
  std::optional<std::string> refuse(T whole, StringRef kind, uint64_t most) {
    std::optional<Extent> extent = measure(whole, 1);
    if (!extent)
      return (kind + " is nested deeper than " + Twine(kMaxLevels)).str();
    if (extent->parts > most)
      return (kind + " has more than " + Twine(most) + " parts").str();
    return std::nullopt;
  }

private:
  struct Extent {
    int levels = 1;
    uint64_t parts = 1;
  };
  static constexpr int kMaxLevels = 64;

  /// Nothing if it has too many levels.
  template <typename T> std::optional<Extent> measure(T whole, int level) {
    if (level > kMaxLevels)
      return std::nullopt;
    if (auto known = extents.find(whole.getAsOpaquePointer());
        known != extents.end())
      return known->second;
    Extent all;
    bool isTooDeep = false;
    auto add = [&](auto part) {
      std::optional<Extent> extent =
          isTooDeep ? std::nullopt : measure(part, level + 1);
      isTooDeep = !extent || extent->levels >= kMaxLevels;
      if (isTooDeep)
        return;
      all.levels = std::max(all.levels, extent->levels + 1);
      all.parts = llvm::SaturatingAdd(all.parts, extent->parts);
    };
    whole.walkImmediateSubElements([&](Attribute part) { add(part); },
                                   [&](Type part) { add(part); });
    if (isTooDeep)
      return std::nullopt;
    extents.try_emplace(whole.getAsOpaquePointer(), all);
    return all;
  }

  llvm::DenseMap<const void *, Extent> extents;
};

/// A tuple becomes as many values; lists of arguments' attributes are long.
constexpr uint64_t kMaxTupleParts = 1 << 16, kMaxParts = 1 << 22;

std::optional<std::string> refuseNesting(Nesting &nesting, Type type) {
  return isa<TupleType>(type) ? nesting.refuse(type, "a tuple", kMaxTupleParts)
                              : nesting.refuse(type, "a type", kMaxParts);
}

std::optional<std::string> refuseNesting(Nesting &nesting,
                                         Attribute attribute) {
  // Calls are as deep as the user's program.
  if (isa<LocationAttr>(attribute))
    return std::nullopt;
  return nesting.refuse(attribute, "an attribute", kMaxParts);
}

/// Attributes and types of bytecode refer to each other by number. MLIR's reader
/// would read one that contains itself for ever; sound ones take at least a byte
/// each, and are read a few times at most.
template <typename T> class Reads : public AttrTypeBytecodeReader<T> {
public:
  Reads(MLIRContext *context, size_t bytes)
      : context(context), left(16 * bytes) {}

  LogicalResult read(DialectBytecodeReader &reader, StringRef name,
                     T &out_entry) override {
    if (left == 0)
      return reader.emitError("an attribute or type contains itself");
    --left;
    Dialect *dialect = context->getLoadedDialect(name);
    auto *interface =
        dialect ? dialect->getRegisteredInterface<BytecodeDialectInterface>()
                : nullptr;
    if (!interface)
      return success(); // and MLIR says so
    if constexpr (std::is_same_v<T, Type>)
      out_entry = interface->readType(reader);
    else
      out_entry = interface->readAttribute(reader);
    if (!out_entry)
      return failure();
    if (auto problem = refuseNesting(nesting, out_entry))
      return reader.emitError(*problem);
    return success();
  }

private:
  MLIRContext *context;
  size_t left;
  Nesting nesting;
};
} // namespace

static ParserConfig bytecodeConfig(MLIRContext *context, size_t bytes) {
  ParserConfig config(context);
  BytecodeReaderConfig &reads = config.getBytecodeReaderConfig();
  reads.attachAttributeCallback(
      std::make_unique<Reads<Attribute>>(context, bytes));
  reads.attachTypeCallback(std::make_unique<Reads<Type>>(context, bytes));
  return config;
}

/// Whether the function returns. MLIR's reader of bytecode checks most of what it
/// reads, but not all: damaged bytes may let it follow a null pointer. Handlers of
/// signals are those of the whole process, so one thread at a time has them set.
static bool survives(llvm::function_ref<void()> function) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
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
