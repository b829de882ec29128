//===- Parser.cpp - PTX text into statements ------------------------------===//
//
// Recursive descent over the tokens. Only structure is checked here; names and
// mnemonics are looked up by the decoder.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "Ptx.h"

#include <cstdlib>
#include <cstring>

namespace popt::fake {

namespace {
struct TypeInfo {
  std::string_view name;
  Type type;
  uint32_t bytes;
};
} // namespace

/// Their order is that of Type.
static constexpr TypeInfo types[] = {
    {"pred", Type::Pred, 1},   {"b8", Type::B8, 1},
    {"u8", Type::U8, 1},       {"s8", Type::S8, 1},
    {"b16", Type::B16, 2},     {"u16", Type::U16, 2},
    {"s16", Type::S16, 2},     {"b32", Type::B32, 4},
    {"u32", Type::U32, 4},     {"s32", Type::S32, 4},
    {"b64", Type::B64, 8},     {"u64", Type::U64, 8},
    {"s64", Type::S64, 8},     {"b128", Type::B128, 16},
    {"f16", Type::F16, 2},     {"bf16", Type::BF16, 2},
    {"f16x2", Type::F16x2, 4}, {"bf16x2", Type::BF16x2, 4},
    {"tf32", Type::TF32, 4},   {"f32", Type::F32, 4},
    {"f32x2", Type::F32x2, 8}, {"f64", Type::F64, 8}};

Type typeNamed(std::string_view word) {
  for (const TypeInfo &info : types)
    if (word == info.name)
      return info.type;
  return Type::None;
}

uint32_t bytesOf(Type type) {
  return type == Type::None ? 0 : types[size_t(type) - 1].bytes;
}

bool isSigned(Type type) {
  return type == Type::S8 || type == Type::S16 || type == Type::S32 ||
         type == Type::S64;
}

namespace {

class Parser {
public:
  Parser(std::string_view text, ModuleText &module, PtxError &error)
      : tokens(tokenise(text)), module(module), error(error) {}

  bool run() {
    while (!failed && peek().kind != Token::End)
      topLevel();
    if (!failed && !module.version)
      fail("the text has no .version");
    if (!failed && module.target.empty())
      fail("the text has no .target");
    return !failed;
  }

private:
  const Token &peek() const { return tokens[at]; }
  Token next() {
    Token token = tokens[at];
    if (token.kind != Token::End)
      ++at;
    return token;
  }
  bool is(std::string_view text) const {
    return peek().kind != Token::String && peek().text == text;
  }
  bool take(std::string_view text) {
    if (!is(text))
      return false;
    ++at;
    return true;
  }
  void expect(std::string_view text) {
    if (!take(text))
      fail("expected \"" + std::string(text) + "\" and found \"" +
           std::string(peek().text) + "\"");
  }
  void fail(const std::string &message) {
    if (failed)
      return;
    failed = true;
    error = {peek().line, message};
  }
  std::string word() {
    if (peek().kind != Token::Word) {
      fail("expected a name and found \"" + std::string(peek().text) + "\"");
      return {};
    }
    return std::string(next().text);
  }
  uint64_t number() {
    Operand value = literal();
    if (value.kind != Operand::Integer)
      fail("expected an integer");
    return value.integer;
  }
  static bool isNumber(const Token &token) {
    return token.kind == Token::Word && token.text[0] >= '0' &&
           token.text[0] <= '9';
  }

  /// 12, -12, 0x1f, 12U, 0f3F800000, 0d..., 1.5.
  Operand literal() {
    Operand value;
    bool minus = take("-");
    if (!minus)
      take("+");
    if (!isNumber(peek())) {
      fail("expected a number and found \"" + std::string(peek().text) + "\"");
      return value;
    }
    std::string text(next().text);
    char *end = nullptr;
    if (text.size() > 1 && text[0] == '0' && strchr("fFdD", text[1])) {
      bool isDouble = text[1] == 'd' || text[1] == 'D';
      uint64_t bits = strtoull(text.c_str() + 2, &end, 16);
      value.kind = Operand::Float;
      if (isDouble) {
        memcpy(&value.real, &bits, 8);
      } else {
        uint32_t low = uint32_t(bits);
        float real;
        memcpy(&real, &low, 4);
        value.real = real;
        value.integer = low;
      }
      // The bits are kept as written: a NaN has a payload.
      value.integer = bits;
      value.name = isDouble ? "f64" : "f32";
      if (*end || text.size() != (isDouble ? 18u : 10u))
        fail("\"" + text + "\" is not a number");
      return value;
    }
    if (text.find('.') != std::string::npos) {
      value.kind = Operand::Float;
      value.real = strtod(text.c_str(), &end) * (minus ? -1 : 1);
    } else {
      value.kind = Operand::Integer;
      if (text.size() > 2 && (text[1] == 'b' || text[1] == 'B') &&
          text[0] == '0')
        value.integer = strtoull(text.c_str() + 2, &end, 2);
      else
        value.integer = strtoull(text.c_str(), &end, 0);
      if (*end == 'U')
        ++end;
      if (minus)
        value.integer = -value.integer;
    }
    if (*end)
      fail("\"" + text + "\" is not a number");
    return value;
  }

  Operand operand() {
    Operand value;
    if (take("[")) {
      value.kind = Operand::Address;
      if (!isNumber(peek()) && !is("-"))
        value.name = word();
      while (!failed && !is("]")) {
        take("+");
        value.integer += number();
      }
      expect("]");
      return value;
    }
    for (auto [open, close, kind] : {std::tuple("{", "}", Operand::Vector),
                                     std::tuple("(", ")", Operand::List)}) {
      if (!take(open))
        continue;
      value.kind = kind;
      while (!failed && !is(close)) {
        value.parts.push_back(operand());
        if (!take(","))
          break;
      }
      expect(close);
      return value;
    }
    if (is("-") || isNumber(peek()))
      return literal();
    value.negated = take("!");
    value.name = word();
    if (take("(")) { // generic(variable)
      value.parts.push_back(operand());
      expect(")");
    }
    if (take("+"))
      value.integer = number();
    if (take("|")) {
      Operand pair;
      pair.kind = Operand::Pair;
      pair.parts = {value, operand()};
      return pair;
    }
    return value;
  }

  /// After the directive of the space: `.align 4 .b8 name[16] = {...}`.
  Variable variable(Space space) {
    Variable v;
    v.space = space;
    v.line = peek().line;
    while (!failed && peek().kind == Token::Word && peek().text[0] == '.') {
      std::string directive = word();
      if (directive == ".align")
        v.align = uint32_t(number());
      else if (directive == ".ptr" || directive == ".global" ||
               directive == ".shared" || directive == ".const" ||
               directive == ".local" || directive == ".param")
        continue;
      else if (Type type = typeNamed(directive.substr(1)); type != Type::None)
        v.type = type;
      else
        fail("\"" + directive + "\" is not known in a declaration");
    }
    v.name = word();
    if (v.type == Type::None)
      fail("variable \"" + v.name + "\" has no type");
    while (take("[")) {
      v.count *= is("]") ? 0 : number();
      expect("]");
    }
    v.align = std::max(v.align, bytesOf(v.type));
    if (take("="))
      initialiser(operand(), v);
    return v;
  }
  void initialiser(const Operand &value, Variable &v) {
    if (value.kind != Operand::Vector) {
      v.values.push_back(value);
      return;
    }
    for (const Operand &part : value.parts)
      initialiser(part, v);
  }

  std::vector<Variable> parameters() {
    std::vector<Variable> list;
    expect("(");
    while (!failed && !is(")")) {
      if (!take(".param") && !take(".reg"))
        fail("expected .param");
      list.push_back(variable(Space::Param));
      if (!take(","))
        break;
    }
    expect(")");
    return list;
  }

  void function(bool isEntry) {
    FunctionText f;
    f.isEntry = isEntry;
    f.line = peek().line;
    if (!isEntry && is("("))
      f.results = parameters();
    f.name = word();
    if (is("("))
      f.parameters = parameters();
    while (!failed && !is("{") && !is(";")) {
      std::string directive = word();
      if (directive == ".maxntid" || directive == ".reqntid") {
        f.maxThreads = uint32_t(number());
        while (take(","))
          f.maxThreads *= uint32_t(number());
      } else if (directive == ".minnctapersm" || directive == ".maxnreg" ||
                 directive == ".maxnctapersm") {
        number();
      } else if (directive == ".pragma") {
        next();
        expect(";");
      } else if (directive != ".noreturn") {
        fail("\"" + directive + "\" is not known");
      }
    }
    if (take("{")) {
      f.hasBody = true;
      uint32_t depth = 1;
      while (!failed && depth)
        statement(f, depth);
    } else {
      expect(";");
    }
    module.functions.push_back(std::move(f));
  }

  void statement(FunctionText &f, uint32_t &depth) {
    Statement s;
    s.line = peek().line;
    if (take("{")) {
      ++depth;
      s.kind = Statement::ScopeBegin;
    } else if (take("}")) {
      if (--depth == 0)
        return;
      s.kind = Statement::ScopeEnd;
    } else if (is(".reg")) {
      registers(s);
    } else if (is(".local") || is(".shared") || is(".param")) {
      s.kind = Statement::Declaration;
      std::string space = word();
      s.variable = variable(space == ".local"    ? Space::Local
                            : space == ".shared" ? Space::Shared
                                                 : Space::Param);
      expect(";");
    } else if (take(".loc")) {
      location(s);
    } else if (take(".pragma")) {
      next();
      expect(";");
      return;
    } else if (peek().kind == Token::Word && tokens[at + 1].text == ":" &&
               tokens[at + 1].kind == Token::Mark) {
      s.kind = Statement::Label;
      s.name = word();
      next();
      if (take(".branchtargets")) {
        s.kind = Statement::BranchTargets;
        do
          s.operands.push_back(operand());
        while (!failed && take(","));
        expect(";");
      }
    } else {
      instruction(s);
    }
    if (peek().kind == Token::End)
      fail("function \"" + f.name + "\" does not end");
    f.body.push_back(std::move(s));
  }

  void instruction(Statement &s) {
    if (take("@")) {
      s.guardNegated = take("!");
      s.guard = word();
    }
    s.name = word();
    while (!failed && !is(";")) {
      s.operands.push_back(operand());
      if (!take(","))
        break;
    }
    expect(";");
  }

  /// .reg .b32 %r<36>; or .reg .pred p, q;
  void registers(Statement &s) {
    s.kind = Statement::Registers;
    next();
    std::string type = word();
    s.type = type.empty() ? Type::None : typeNamed(type.substr(1));
    if (s.type == Type::None)
      fail("\"" + type + "\" is not a type of registers");
    do {
      Operand name;
      name.name = word();
      if (take("<")) {
        name.integer = number();
        expect(">");
      }
      s.operands.push_back(name);
    } while (!failed && take(","));
    expect(";");
  }

  /// .loc file line column, function_name label, inlined_at file line column
  void location(Statement &s) {
    s.kind = Statement::Location;
    s.file = uint32_t(number());
    s.fileLine = uint32_t(number());
    number();
    if (take(",")) {
      uint32_t line = peek().line;
      while (peek().line == line && peek().kind != Token::End)
        next();
    }
  }

  void topLevel() {
    if (take(".version")) {
      std::string text = word();
      size_t dot = text.find('.');
      if (dot == std::string::npos)
        return fail("\"" + text + "\" is not a version");
      module.version =
          uint32_t(atoi(text.c_str()) * 10 + atoi(text.c_str() + dot + 1));
    } else if (take(".target")) {
      module.target = word();
      while (take(","))
        word();
    } else if (take(".address_size")) {
      if (number() != 64)
        fail("only .address_size 64 is known");
    } else if (take(".file")) {
      uint32_t id = uint32_t(number());
      module.files[id] = std::string(next().text);
      while (take(","))
        number();
    } else if (take(".section")) {
      // Debug information: not needed.
      word();
      expect("{");
      while (!failed && !is("}") && peek().kind != Token::End)
        next();
      expect("}");
    } else if (take(".pragma")) {
      next();
      expect(";");
    } else {
      declaration();
    }
  }

  void declaration() {
    bool isExtern = false;
    while (is(".visible") || is(".extern") || is(".weak") || is(".common"))
      isExtern |= next().text == ".extern";
    if (take(".entry"))
      return function(true);
    if (take(".func"))
      return function(false);
    std::string space = word();
    if (space != ".global" && space != ".const" && space != ".shared")
      return fail("\"" + space + "\" is not known at module scope");
    module.variables.push_back(variable(space == ".global"  ? Space::Global
                                        : space == ".const" ? Space::Const
                                                            : Space::Shared));
    module.variables.back().isExtern = isExtern;
    expect(";");
  }

  std::vector<Token> tokens;
  size_t at = 0;
  bool failed = false;
  ModuleText &module;
  PtxError &error;
};

} // namespace

bool parsePtx(std::string_view text, ModuleText &out_module,
              PtxError &out_error) {
  return Parser(text, out_module, out_error).run();
}

} // namespace popt::fake
