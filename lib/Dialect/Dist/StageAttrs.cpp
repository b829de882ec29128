//===- StageAttrs.cpp - Schedules, tasks and orders as attributes ---------===//
//
//   #dist.schedule<"1f1b", microbatches = 8>
//   #dist.task<at 0 visit 1 weight, 2.0e-3>
//   #dist.order<run 0:0, send 1:0, sent 1:0, recv 2:0, run 1:0>
//
// Tests: test/Dialect/Dist/pipelines.mlir, invalid-pipelines.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Stages.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

//===----------------------------------------------------------------------===//
// #dist.schedule
//===----------------------------------------------------------------------===//

Attribute BlockOfAttr::parse(AsmParser &parser, Type) {
  int64_t dim = 0, begin = -1, index = 0;
  Type whole;
  if (parser.parseLess() || parser.parseKeyword("dim") ||
      parser.parseInteger(dim) || parser.parseKeyword("of") ||
      parser.parseType(whole))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("begin") || parser.parseEqual() ||
       parser.parseInteger(begin) || parser.parseComma() ||
       parser.parseKeyword("index") || parser.parseEqual() ||
       parser.parseInteger(index)))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), dim, whole, begin, index);
}

void BlockOfAttr::print(AsmPrinter &printer) const {
  printer << "<dim " << getDim() << " of " << getWhole();
  if (getBegin() >= 0)
    printer << ", begin = " << getBegin() << ", index = " << getIndex();
  printer << ">";
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  std::string kind, order;
  int64_t chunks = 0, microbatches = 0;
  if (parser.parseLess() || parser.parseString(&kind))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word) || parser.parseEqual())
      return {};
    if (word == "order") {
      if (parser.parseString(&order))
        return {};
    } else if (word == "chunks" || word == "microbatches") {
      if (parser.parseInteger(word == "chunks" ? chunks : microbatches))
        return {};
    } else {
      return parser.emitError(loc)
                 << "\"" << word
                 << "\" is nothing that a schedule has; there are order, "
                    "chunks and microbatches",
             Attribute();
    }
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), kind, order, chunks, microbatches);
}

void ScheduleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printString(getKind());
  if (!getOrder().empty()) {
    printer << ", order = ";
    printer.printString(getOrder());
  }
  if (getChunks())
    printer << ", chunks = " << getChunks();
  if (getMicrobatches())
    printer << ", microbatches = " << getMicrobatches();
  printer << ">";
}

//===----------------------------------------------------------------------===//
// #dist.task
//===----------------------------------------------------------------------===//

LogicalResult TaskAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int32_t coordinate, int32_t visit,
                               int32_t direction, bool, FloatAttr seconds) {
  if (coordinate < 0 || visit < 0 || direction < 0)
    return emitError() << "task is visit " << visit << " of coordinate "
                       << coordinate << ", direction " << direction
                       << "; all count from 0";
  double value = seconds.getValueAsDouble();
  if (!seconds.getType().isF64() || !(value >= 0))
    return emitError() << "task takes " << seconds
                       << " seconds; that is an f64 that is not negative";
  return success();
}

Attribute TaskAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  int32_t coordinate = 0, visit = 0, direction = 0;
  FloatAttr seconds;
  if (parser.parseLess() || parser.parseKeyword("at") ||
      parser.parseInteger(coordinate) || parser.parseKeyword("visit") ||
      parser.parseInteger(visit) ||
      (succeeded(parser.parseOptionalKeyword("direction")) &&
       parser.parseInteger(direction)))
    return {};
  bool isWeight = succeeded(parser.parseOptionalKeyword("weight"));
  if (parser.parseComma() ||
      parser.parseAttribute(seconds, parser.getBuilder().getF64Type()) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<TaskAttr>(loc, parser.getContext(), coordinate,
                                     visit, direction, isWeight, seconds);
}

void TaskAttr::print(AsmPrinter &printer) const {
  printer << "<at " << getCoordinate() << " visit " << getVisit();
  if (getDirection())
    printer << " direction " << getDirection();
  printer << (getWeight() ? " weight, " : ", ");
  printer.printAttributeWithoutType(getSeconds());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// #dist.order
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kStepKinds[] = {"run", "send", "recv", "sent"};

OrderAttr OrderAttr::get(MLIRContext *context, ArrayRef<Step> steps) {
  SmallVector<int32_t> numbers;
  for (const Step &step : steps)
    numbers.append({step.kind, step.number, step.microbatch});
  return get(context, numbers);
}

StringRef OrderAttr::getName(Kind kind) { return kStepKinds[kind]; }

SmallVector<OrderAttr::Step> OrderAttr::getSteps() const {
  SmallVector<Step> steps;
  for (size_t i = 0; i + 2 < getNumbers().size(); i += 3)
    steps.push_back({static_cast<Kind>(getNumbers()[i]), getNumbers()[i + 1],
                     getNumbers()[i + 2]});
  return steps;
}

LogicalResult OrderAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int32_t> numbers) {
  for (size_t i = 0; i + 2 < numbers.size(); i += 3)
    if (numbers[i + 1] < 0 || numbers[i + 2] < 0)
      return emitError() << "order has step " << kStepKinds[numbers[i]] << " "
                         << numbers[i + 1] << ":" << numbers[i + 2]
                         << "; numbers and microbatches count from 0";
  return success();
}

Attribute OrderAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int32_t> numbers;
  auto parseStep = [&]() -> ParseResult {
    SMLoc stepLoc = parser.getCurrentLocation();
    StringRef word;
    int32_t number = 0, microbatch = 0;
    if (parser.parseKeyword(&word))
      return failure();
    const auto *kind = llvm::find(kStepKinds, word);
    if (kind == std::end(kStepKinds))
      return parser.emitError(stepLoc)
             << "\"" << word
             << "\" is no kind of step; there are run, send, recv and sent";
    if (parser.parseInteger(number) || parser.parseColon() ||
        parser.parseInteger(microbatch))
      return failure();
    numbers.append(
        {static_cast<int32_t>(kind - kStepKinds), number, microbatch});
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseStep))
    return {};
  return parser.getChecked<OrderAttr>(loc, parser.getContext(),
                                      ArrayRef<int32_t>(numbers));
}

void OrderAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getSteps(), printer, [&](const Step &step) {
    printer << kStepKinds[step.kind] << " " << step.number << ":"
            << step.microbatch;
  });
  printer << ">";
}
