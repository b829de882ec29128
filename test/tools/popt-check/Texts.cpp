//===- Texts.cpp - Mutated modules and plans ------------------------------===//
//
// A source is a module, or a plan that is applied to a small module. A few
// mutations of bytes, tokens, numbers or lines make the input; reading,
// verifying and compiling it must end in success or in an error with a place.
// Crashes and hangs are the isolation's to find.
//
//===----------------------------------------------------------------------===//
#include "Suites.h"

#include "popt/Support/Inputs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace popt;
using namespace popt::check;

/// What plans are applied to.
static constexpr const char *kPlanned = R"(
module {
  func.func @main(%x: tensor<8x4xf32> loc("batch['x']"),
                  %w: tensor<4x6xf32> {tf.aliasing_output = 1 : i32}
                      loc("params['w']"))
      -> (tensor<8x6xf32> {jax.result_info = "result[0]"},
          tensor<4x6xf32> {jax.result_info = "result[1]"}) {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    %u = stablehlo.add %w, %w : tensor<4x6xf32>
    return %y, %u : tensor<8x6xf32>, tensor<4x6xf32>
  }
}
)";

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

static const std::vector<std::string> kNumbers = {"0",
                                                  "1",
                                                  "-1",
                                                  "2",
                                                  "3",
                                                  "7",
                                                  "255",
                                                  "65536",
                                                  "2147483647",
                                                  "4294967296",
                                                  "9223372036854775807",
                                                  "9223372036854775808",
                                                  "-9223372036854775808",
                                                  "99999999999999999999999",
                                                  "0x7F800000",
                                                  "1.0e400",
                                                  "?"};
static const std::vector<std::string> kWords = {"",
                                                "tensor<f32>",
                                                "tensor<4x?xf32>",
                                                "tensor<0x3xf32>",
                                                "tensor<2x3xi1>",
                                                "complex<f32>",
                                                "@main",
                                                "@mesh",
                                                "%arg0",
                                                "%0",
                                                "dense<1.0>",
                                                "#sdy.sharding<@mesh, [{}]>",
                                                "stablehlo.add",
                                                "stablehlo.reduce",
                                                "stablehlo.dot_general",
                                                "stablehlo.constant",
                                                "dense<\"0x00\">",
                                                "sdy.mesh",
                                                "dist.mesh",
                                                "array<i64: 0>",
                                                "array<i64>",
                                                "loc(\"\")",
                                                "true",
                                                "{",
                                                "}",
                                                "(",
                                                ")",
                                                "[",
                                                "]",
                                                "<",
                                                ">",
                                                ",",
                                                "=",
                                                ":",
                                                "return",
                                                "call @main",
                                                "func.func",
                                                "mhlo.sharding",
                                                "\"\"",
                                                "\"\\FF\\00\"",
                                                "null",
                                                "\"device\"",
                                                "\"*\"",
                                                "partial = sum{\"x\"}"};
static const std::vector<std::string> kOpenings = {
    "(",        "[",        "{",         "<",       "tensor<",
    "tuple<",   "module {", "!",         "dense<[", "loc(callsite(",
    "complex<", "[{",       "\"a\"() ({"};

namespace {
struct Token {
  size_t begin, end;
};
} // namespace

static bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
         c == '$';
}

/// Words with their sigil, strings and single characters of a window.
static std::vector<Token> tokensOf(StringRef text, size_t begin) {
  std::vector<Token> tokens;
  size_t end = std::min(text.size(), begin + 400);
  for (size_t i = begin; i < end;) {
    size_t from = i;
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    if (text[i] == '"') {
      size_t close = text.find_first_of("\"\n", i + 1);
      i = close == StringRef::npos ? end : close + 1;
    } else {
      ++i;
      if (isWordCharacter(text[from]) || StringRef("@%#!").contains(text[from]))
        while (i < end && isWordCharacter(text[i]))
          ++i;
    }
    tokens.push_back({from, i});
  }
  return tokens;
}

static bool isNumber(StringRef text) {
  return !text.empty() && llvm::all_of(text, llvm::isDigit);
}

static void mutateTokens(Choices &choices, std::string &text, uint32_t kind) {
  size_t at = choices.below(static_cast<uint32_t>(text.size()));
  std::vector<Token> tokens = tokensOf(text, at);
  if (kind == 1)
    llvm::erase_if(tokens, [&](const Token &token) {
      return !isNumber(StringRef(text).slice(token.begin, token.end));
    });
  if (tokens.empty())
    return;
  Token token = choices.of(tokens), other = choices.of(tokens);
  auto textOf = [&](const Token &t) {
    return text.substr(t.begin, t.end - t.begin);
  };
  if (kind == 2) {
    // Swap two.
    if (other.begin < token.begin)
      std::swap(token, other);
    if (token.end > other.begin)
      return;
    std::string a = textOf(token), b = textOf(other);
    text.replace(other.begin, other.end - other.begin, a);
    text.replace(token.begin, token.end - token.begin, b);
    return;
  }
  std::string replacement = kind == 1          ? choices.of(kNumbers)
                            : choices.below(2) ? textOf(other)
                                               : choices.of(kWords);
  text.replace(token.begin, token.end - token.begin, replacement);
}

static void mutateLines(Choices &choices, std::string &text, uint32_t kind,
                        const std::string &another) {
  auto split = [](StringRef all) {
    SmallVector<StringRef> lines;
    all.split(lines, '\n');
    return std::vector<std::string>(lines.begin(), lines.end());
  };
  std::vector<std::string> lines = split(text);
  auto size = static_cast<uint32_t>(lines.size());
  size_t i = choices.below(size), j = choices.below(size);
  size_t few = std::min<size_t>(choices.below(3) + 1, lines.size() - i);
  auto from = lines.begin() + static_cast<long>(i);
  if (kind == 0) {
    lines.erase(from, from + static_cast<long>(few));
  } else if (kind == 1) {
    std::vector<std::string> copy(from, from + static_cast<long>(few));
    lines.insert(from, copy.begin(), copy.end());
  } else if (kind == 2) {
    std::swap(lines[i], lines[j]);
  } else {
    std::vector<std::string> others = split(another);
    size_t k = choices.below(static_cast<uint32_t>(others.size()));
    size_t some = std::min<size_t>(few * 3, others.size() - k);
    lines.insert(from, others.begin() + static_cast<long>(k),
                 others.begin() + static_cast<long>(k + some));
  }
  text = llvm::join(lines, "\n");
}

static void mutate(Choices &choices, std::string &text,
                   const std::string &another) {
  if (text.empty()) {
    text = choices.of(kWords);
    return;
  }
  auto size = static_cast<uint32_t>(text.size());
  switch (uint32_t kind = choices.below(15)) {
  case 0:
  case 1:
  case 2:
    return mutateTokens(choices, text, kind);
  case 3:
  case 4:
    return mutateTokens(choices, text, kind - 3);
  case 5:
  case 6:
  case 7:
  case 8:
    return mutateLines(choices, text, kind - 5, another);
  case 9: {
    static const std::vector<int> bytes = {0, 9, 10, 34, 92, 0xe9, 0xff};
    size_t at = choices.below(size);
    text[at] = static_cast<char>(choices.below(2) ? choices.of(bytes)
                                                  : choices.between(0, 127));
    return;
  }
  case 10:
    text.insert(choices.below(size), choices.of(kWords));
    return;
  case 11:
    text.erase(choices.below(size), choices.below(40) + 1);
    return;
  case 12:
    text.resize(choices.below(size));
    return;
  case 13: {
    static const std::vector<size_t> depths = {2, 100, 20000};
    std::string opening = choices.of(kOpenings), all;
    for (size_t i = choices.of(depths); i > 0; --i)
      all += opening;
    text.insert(choices.below(size), all);
    return;
  }
  default: {
    // One name everywhere.
    std::vector<Token> tokens = tokensOf(text, choices.below(size));
    if (tokens.empty())
      return;
    Token token = choices.of(tokens);
    std::string name = text.substr(token.begin, token.end - token.begin);
    std::string word = choices.of(kWords);
    for (size_t at = 0; (at = text.find(name, at)) != std::string::npos;
         at += word.size())
      text.replace(at, name.size(), word);
  }
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

namespace {
class Texts : public Suite {
public:
  struct Source {
    std::string path, text;
  };
  explicit Texts(uint64_t count) : count(count) {}
  uint64_t size() const override { return count; }
  std::string name(uint64_t) const override { return "mutated text"; }
  std::vector<std::string> failing(uint64_t, Outcome::Kind) const override {
    return {"poptc", "{}", "--emit=partitioned", "-o", "/dev/null"};
  }
  uint64_t memoryBytes() const override { return uint64_t(6) << 30; }
  Outcome make(Engine &engine, uint64_t number, Choices &choices,
               Item &item) override;

  std::vector<Source> modules, plans;

private:
  uint64_t count;
};

/// A file without a name that other code may open.
class MemoryFile {
public:
  explicit MemoryFile(const std::string &text)
      : file(memfd_create("plan.json", MFD_CLOEXEC)) {
    valid = file >= 0 && write(file, text.data(), text.size()) ==
                             static_cast<ssize_t>(text.size());
  }
  ~MemoryFile() { close(file); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file); }
  bool valid = false;

private:
  int file;
};
} // namespace

/// Right if it was read, or refused with an error that has a place. A text that
/// spells locations out may name none.
static Outcome judge(bool succeeded, const std::string &said, StringRef text) {
  if (succeeded || (!said.empty() && text.contains("loc(")))
    return {};
  if (said.empty())
    return {Outcome::Wrong, "fails without an error"};
  bool hasPlace = StringRef(said).contains("\":") ||
                  StringRef(said).contains("in.mlir:") ||
                  StringRef(said).contains(".json") ||
                  StringRef(said).contains("/proc/self/fd/");
  return hasPlace ? Outcome()
                  : Outcome{Outcome::Wrong, "the error has no place: " + said};
}

Outcome Texts::make(Engine &engine, uint64_t number, Choices &choices,
                    Item &item) {
  const bool isPlan = !plans.empty() && number % 5 == 4;
  const std::vector<Source> &sources = isPlan ? plans : modules;
  std::string text = choices.of(sources).text;
  static const std::vector<int> counts = {1, 1, 1, 2, 3, 8};
  for (int i = choices.of(counts); i > 0; --i)
    mutate(choices, text, choices.of(sources).text);
  item.text = text;
  if (!item.keepAs.empty())
    std::ofstream(item.keepAs + (isPlan ? ".json" : ".mlir")) << text;
  engine.options.plan.clear();
  OwningOpRef<ModuleOp> module;
  std::optional<MemoryFile> plan;
  if (isPlan) {
    plan.emplace(text);
    if (!plan->valid)
      return {};
    engine.options.plan = plan->path();
    module = engine.parse(kPlanned);
  } else {
    if (checkNesting(text, "in.mlir"))
      return {};
    module = engine.parse(text);
    if (!module)
      return judge(false, engine.error(), text);
  }
  static const std::vector<Emit> ends = {Emit::Partitioned, Emit::Scheduled,
                                         Emit::Imported};
  return judge(engine.lowers(*module, ends[number % ends.size()]),
               engine.error(), text);
}

std::unique_ptr<Suite>
popt::check::makeTexts(const SuiteOptions &options,
                       const std::vector<std::string> &folders,
                       std::string &error) {
  auto texts = std::make_unique<Texts>(options.count);
  std::vector<std::string> files;
  for (const std::string &folder : folders) {
    std::error_code code;
    for (llvm::sys::fs::recursive_directory_iterator it(folder, code), end;
         it != end && !code; it.increment(code))
      files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  for (const std::string &path : files) {
    bool isPlan = StringRef(path).ends_with(".json");
    if (!isPlan && !StringRef(path).ends_with(".mlir"))
      continue;
    std::string error;
    std::unique_ptr<llvm::MemoryBuffer> file = readInput(path, error);
    uint64_t largest = options.largestInput ? options.largestInput : 40000;
    if (!file || file->getBufferSize() > largest)
      continue;
    std::string text = file->getBuffer().str();
    if (isPlan && !StringRef(text).contains("popt_plan"))
      continue;
    (isPlan ? texts->plans : texts->modules).push_back({path, text});
  }
  if (texts->modules.empty()) {
    error = "no modules in these folders";
    return nullptr;
  }
  return texts;
}
