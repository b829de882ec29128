//===- SdyRules.cpp - Syntax of sharding rules ----------------------------===//
//
// `#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=32}
// reduction={k}>`: factor f is written i ... z, then z_1, z_2, ...; a dimension
// of several factors strings them together, major first. Tests:
// test/Dialect/Sdy/ops.mlir, invalid-rules.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdySyntax.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace popt;
using namespace popt::sdy;

using Delimiter = AsmParser::Delimiter;

static constexpr int64_t kNumLetters = 'z' - 'i' + 1;

static std::string factorName(int64_t factor) {
  if (factor < kNumLetters)
    return std::string(1, static_cast<char>('i' + factor));
  return "z_" + std::to_string(factor - kNumLetters + 1);
}

/// Reads one factor from the front of `word`; returns what is wrong.
static std::string consumeFactor(StringRef &word, int64_t &factor) {
  char letter = word.front();
  if (letter < 'i' || letter > 'z')
    return "expected a factor from 'i' to 'z', got '" + std::string(1, letter) +
           "'";
  word = word.drop_front();
  factor = letter - 'i';
  if (letter != 'z' || !word.consume_front("_"))
    return "";
  int64_t number = 0;
  if (word.consumeInteger(10, number) || number < 1 || number > INT32_MAX)
    return "expected a positive number after 'z_'";
  factor += number;
  return "";
}

static ParseResult parseFactors(AsmParser &parser,
                                SmallVectorImpl<int64_t> &factors) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  while (!word.empty()) {
    std::string problem = consumeFactor(word, factors.emplace_back());
    if (!problem.empty())
      return parser.emitError(loc) << problem;
  }
  return success();
}

static ParseResult parseFactor(AsmParser &parser, int64_t &factor) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> factors;
  if (parseFactors(parser, factors))
    return failure();
  if (factors.size() != 1)
    return parser.emitError(loc, "expected one factor");
  factor = factors[0];
  return success();
}

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> factors;
  if (failed(parser.parseOptionalStar()) && parseFactors(parser, factors))
    return {};
  return DimMappingAttr::get(parser.getContext(), factors);
}

void DimMappingAttr::print(AsmPrinter &printer) const {
  if (getFactorIndices().empty())
    printer << "*";
  for (int64_t factor : getFactorIndices())
    printer << factorName(factor);
}

Attribute TensorMappingAttr::parse(AsmParser &parser, Type) {
  return parseListAttr<TensorMappingAttr, DimMappingAttr>(parser,
                                                          Delimiter::Square);
}

void TensorMappingAttr::print(AsmPrinter &printer) const {
  printInBrackets(printer, getDimMappings());
}

/// `{i=8, j=16}`, in the factors' order.
static ParseResult parseFactorSizes(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(
      Delimiter::OptionalBraces, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        int64_t factor = 0;
        if (parseFactor(parser, factor))
          return failure();
        if (factor != static_cast<int64_t>(sizes.size()))
          return parser.emitError(loc)
                 << "expected the size of factor '" << factorName(sizes.size())
                 << "', got that of '" << factorName(factor) << "'";
        return failure(parser.parseEqual() ||
                       parser.parseInteger(sizes.emplace_back()));
      });
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes;
  if (parser.parseLess() || parseList(parser, Delimiter::Paren, operands) ||
      parser.parseArrow() || parseList(parser, Delimiter::Paren, results) ||
      parseFactorSizes(parser, sizes))
    return {};
  SmallVector<int64_t> special[4];
  StringRef names[] = {"reduction", "need_replication", "permutation",
                       "blocked_propagation"};
  for (auto [name, factors] : llvm::zip(names, special))
    if (succeeded(parser.parseOptionalKeyword(name)) &&
        (parser.parseEqual() ||
         parser.parseCommaSeparatedList(Delimiter::Braces, [&, &to = factors] {
           return parseFactor(parser, to.emplace_back());
         })))
      return {};
  bool custom = succeeded(parser.parseOptionalComma());
  if ((custom && parser.parseKeyword("custom")) || parser.parseGreater())
    return {};
  return OpShardingRuleAttr::get(parser.getContext(), sizes, operands, results,
                                 special[0], special[1], special[2], special[3],
                                 custom);
}

static void printFactors(AsmPrinter &printer, StringRef name,
                         ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << " " << name << "={";
  llvm::interleaveComma(factors, printer,
                        [&](int64_t factor) { printer << factorName(factor); });
  printer << "}";
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<(";
  printList(printer, getOperandMappings());
  printer << ")->(";
  printList(printer, getResultMappings());
  printer << ")";
  if (!getFactorSizes().empty()) {
    printer << " {";
    llvm::interleaveComma(
        llvm::enumerate(getFactorSizes()), printer, [&](auto entry) {
          printer << factorName(entry.index()) << "=" << entry.value();
        });
    printer << "}";
  }
  printFactors(printer, "reduction", getReductionFactors());
  printFactors(printer, "need_replication", getNeedReplicationFactors());
  printFactors(printer, "permutation", getPermutationFactors());
  printFactors(printer, "blocked_propagation", getBlockedPropagationFactors());
  if (getIsCustomRule())
    printer << ", custom";
  printer << ">";
}
