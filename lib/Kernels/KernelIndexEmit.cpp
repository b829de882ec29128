//===- KernelIndexEmit.cpp - Index arithmetic in kernels ------------------===//
//
// Divisions, bounds and values of linear forms; see KernelIndex.h and
// KernelEmitter.h. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace popt;
using CmpI = arith::CmpIPredicate;

SymbolId KernelEmitter::newSymbol(IndexSymbol symbol) {
  symbols.push_back(symbol);
  return symbols.size() - 1;
}

std::pair<int64_t, int64_t>
KernelEmitter::rangeOf(const LinearForm &form) const {
  int64_t low = form.constant, high = form.constant;
  for (const LinearForm::Term &term : form.terms) {
    const IndexSymbol &symbol = symbols[term.symbol];
    bool positive = term.coefficient > 0;
    low += term.coefficient * (positive ? symbol.low : symbol.high);
    high += term.coefficient * (positive ? symbol.high : symbol.low);
  }
  return {low, high};
}

unsigned KernelEmitter::levelOf(const LinearForm &form) const {
  unsigned level = 0;
  for (const LinearForm::Term &term : form.terms)
    level = std::max(level, symbols[term.symbol].level);
  return level;
}

std::optional<SymbolId> KernelEmitter::laneOf(const LinearForm &form) const {
  for (const LinearForm::Term &term : form.terms)
    if (symbols[term.symbol].lanes)
      return term.symbol;
  return std::nullopt;
}

unsigned KernelEmitter::lanesOfForm(const LinearForm &form) const {
  for (const LinearForm::Term &term : form.terms) {
    const IndexSymbol &symbol = symbols[term.symbol];
    if (symbol.lanes)
      return symbol.lanes;
    if (symbol.isVector)
      return lanesOf(symbol.value);
  }
  return 0;
}

Value KernelEmitter::firstLane(const LinearForm &at, int64_t stride) {
  std::optional<SymbolId> lane = laneOf(at);
  if (!lane)
    return {};
  for (const LinearForm::Term &term : at.terms)
    if (symbols[term.symbol].isVector ||
        (term.symbol == *lane ? term.coefficient != stride
                              : symbols[term.symbol].lanes != 0))
      return {};
  // The counter's own value is that of the first lane.
  Value first;
  for (const LinearForm::Term &term : at.terms) {
    Value value = symbols[term.symbol].value;
    if (term.coefficient != 1)
      value = ops.op<arith::MulIOp>(value, ops.index(term.coefficient));
    first = first ? ops.op<arith::AddIOp>(first, value) : value;
  }
  if (at.constant)
    first = ops.op<arith::AddIOp>(first, ops.index(at.constant));
  return first;
}

int64_t KernelEmitter::multipleOf(const LinearForm &form) const {
  int64_t divisor = form.constant;
  for (const LinearForm::Term &term : form.terms)
    divisor =
        std::gcd(divisor, term.coefficient * symbols[term.symbol].multiple);
  return divisor;
}

Value KernelEmitter::materialise(const LinearForm &form) {
  unsigned level = levelOf(form);
  assert(level < scopes.size() && "index of a closed loop");
  for (auto &[known, value] : scopes[level]->forms)
    if (known == form)
      return value;
  Value result;
  atLevel(level, [&] {
    unsigned lanes = lanesOfForm(form);
    Value scalar, vector;
    auto addTo = [&](Value &sum, Value value) {
      sum = sum ? ops.op<arith::AddIOp>(sum, value) : value;
    };
    for (const LinearForm::Term &term : form.terms) {
      const IndexSymbol symbol = symbols[term.symbol];
      Value value = symbol.value;
      if (term.coefficient != 1)
        value =
            ops.op<arith::MulIOp>(value, ops.intLike(value, term.coefficient));
      addTo(symbol.isVector ? vector : scalar, value);
      if (symbol.lanes) {
        SmallVector<int64_t> steps;
        for (unsigned i = 0; i < symbol.lanes; ++i)
          steps.push_back(i * term.coefficient);
        auto type = VectorType::get({int64_t(symbol.lanes)}, b.getIndexType());
        addTo(vector, arith::ConstantOp::create(
                          b, loc, DenseIntElementsAttr::get(type, steps)));
      }
    }
    if (form.constant || (!scalar && !vector)) {
      Value constant = ops.index(form.constant);
      addTo(scalar, constant);
    }
    if (!vector) {
      result = scalar;
      return;
    }
    if (scalar)
      addTo(vector, ops.broadcast(scalar, lanes));
    result = vector;
  });
  scopes[level]->forms.push_back({form, result});
  return result;
}

Value KernelEmitter::firstOfAligned(const LinearForm &form, int64_t border) {
  unsigned lanes = lanesOfForm(form);
  Value first;
  if (lanes && border % lanes == 0 && multipleOf(form) % lanes == 0)
    atLevel(levelOf(form), [&] { first = firstLane(form, 1); });
  return first;
}

/// Splits off the part of a form that a divisor divides.
static std::pair<LinearForm, LinearForm> splitMultiples(const LinearForm &form,
                                                        int64_t divisor) {
  LinearForm whole(llvm::divideFloorSigned(form.constant, divisor));
  LinearForm rest(form.constant - whole.constant * divisor);
  for (const LinearForm::Term &term : form.terms) {
    if (term.coefficient % divisor == 0)
      whole.terms.push_back({term.symbol, term.coefficient / divisor});
    else
      rest.terms.push_back(term);
  }
  return {whole, rest};
}

std::optional<KernelEmitter::Digits>
KernelEmitter::findDigits(const LinearForm &form, int64_t divisor) const {
  for (const LinearForm::Term &term : form.terms) {
    const int64_t unit = std::gcd(term.coefficient, divisor);
    if (unit == 1)
      continue;
    auto [high, low] = splitMultiples(form, unit);
    auto [least, most] = rangeOf(low);
    if (least >= 0 && most < unit)
      return Digits{std::move(high), std::move(low), unit};
  }
  return std::nullopt;
}

LinearForm KernelEmitter::floorDiv(const LinearForm &form, int64_t divisor) {
  auto [whole, part] = splitMultiples(form, divisor);
  const LinearForm &rest = part;
  auto [low, high] = rangeOf(rest);
  int64_t first = llvm::divideFloorSigned(low, divisor);
  if (first == llvm::divideFloorSigned(high, divisor))
    return whole + LinearForm(first);
  if (std::optional<Digits> digits = findDigits(rest, divisor))
    return whole + floorDiv(digits->high, divisor / digits->unit);
  unsigned level = levelOf(rest);
  for (const Scope::Quotient &known : scopes[level]->quotients)
    if (known.divisor == divisor && known.form == rest)
      return whole + known.quotient;
  Value value = firstOfAligned(rest, divisor);
  bool isOne = bool(value);
  if (!isOne)
    value = materialise(rest);
  IndexSymbol quotient, remainder;
  const bool isNegative = low < 0;
  atLevel(level, [&] {
    Value by = ops.intLike(value, divisor);
    // Indices are not negative except in padding, where the result is unused
    // or clamped; a floor division is exact everywhere.
    quotient.value = !isNegative ? ops.op<arith::DivUIOp>(value, by)
                                 : ops.op<arith::FloorDivSIOp>(value, by);
    remainder.value =
        ops.op<arith::SubIOp>(value, ops.op<arith::MulIOp>(quotient.value, by));
  });
  quotient.level = remainder.level = level;
  quotient.isVector = remainder.isVector = lanesOf(value) > 0;
  quotient.low = first;
  quotient.high = llvm::divideFloorSigned(high, divisor);
  remainder.low = 0;
  remainder.high = divisor - 1;
  if (isOne)
    remainder.lanes = remainder.multiple = lanesOfForm(rest);
  LinearForm q = LinearForm::symbol(newSymbol(quotient));
  LinearForm r = LinearForm::symbol(newSymbol(remainder));
  scopes[level]->quotients.push_back({rest, divisor, q, r});
  return whole + q;
}

LinearForm KernelEmitter::modulo(const LinearForm &form, int64_t divisor) {
  auto [whole, rest] = splitMultiples(form, divisor);
  auto [low, high] = rangeOf(rest);
  int64_t first = llvm::divideFloorSigned(low, divisor);
  if (first == llvm::divideFloorSigned(high, divisor))
    return rest - LinearForm(first * divisor);
  if (std::optional<Digits> digits = findDigits(rest, divisor))
    return modulo(digits->high, divisor / digits->unit) * digits->unit +
           digits->low;
  (void)floorDiv(rest, divisor);
  for (const Scope::Quotient &known : scopes[levelOf(rest)]->quotients)
    if (known.divisor == divisor && known.form == rest)
      return known.rest;
  llvm_unreachable("floorDiv remembers what it divides");
}

Value KernelEmitter::inBounds(const LinearForm &form, int64_t low,
                              int64_t high) {
  auto [least, most] = rangeOf(form);
  if (least >= low && most < high)
    return {};
  Value value = firstOfAligned(
            form, std::gcd(least < low ? low : 0, most >= high ? high : 0)),
        result;
  if (!value)
    value = materialise(form);
  if (least < low)
    result = ops.cmpi(CmpI::sge, value, ops.intLike(value, low));
  if (most >= high)
    result = both(result, ops.cmpi(CmpI::slt, value, ops.intLike(value, high)));
  return result;
}

LinearForm KernelEmitter::undilate(const LinearForm &position, int64_t extent,
                                   int64_t dilation, Value &inside) {
  int64_t span = (extent - 1) * dilation + 1;
  inside = both(inside, inBounds(position, 0, span));
  LinearForm safe = clampIndex(position, 0, span - 1);
  inside = both(inside, inBounds(modulo(safe, dilation), 0, 1));
  return floorDiv(safe, dilation);
}

Value KernelEmitter::both(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  ops.unify(a, b);
  return ops.op<arith::AndIOp>(a, b);
}

Elem KernelEmitter::choose(Value condition, Elem yes, Elem no) {
  if (!condition)
    return yes;
  Elem chosen{ops.select(condition, yes.re, no.re), {}};
  if (yes.im)
    chosen.im = ops.select(condition, yes.im, no.im);
  return chosen;
}

static Value clampValue(KernelOps &ops, Value value, int64_t low,
                        int64_t high) {
  return ops.op<arith::MinSIOp>(
      ops.op<arith::MaxSIOp>(value, ops.intLike(value, low)),
      ops.intLike(value, high));
}

LinearForm KernelEmitter::symbolOf(Value value, unsigned level, int64_t low,
                                   int64_t high) {
  IndexSymbol symbol;
  symbol.value = value;
  symbol.level = level;
  symbol.isVector = lanesOf(value) > 0;
  symbol.low = low;
  symbol.high = high;
  return LinearForm::symbol(newSymbol(symbol));
}

LinearForm KernelEmitter::clampIndex(const LinearForm &form, int64_t low,
                                     int64_t high) {
  auto [least, most] = rangeOf(form);
  if (least >= low && most <= high)
    return form;
  unsigned level = levelOf(form);
  if (Value first = firstOfAligned(
          form, std::gcd(least < low ? low : 0, most > high ? high + 1 : 0))) {
    IndexSymbol symbol;
    symbol.lanes = symbol.multiple = lanesOfForm(form);
    atLevel(level, [&] {
      symbol.value = clampValue(ops, first, low, high + 1 - symbol.lanes);
    });
    symbol.level = level;
    symbol.low = low;
    symbol.high = high;
    return LinearForm::symbol(newSymbol(symbol));
  }
  Value value = materialise(form);
  atLevel(level, [&] { value = clampValue(ops, value, low, high); });
  return symbolOf(value, level, low, high);
}

LinearForm KernelEmitter::indexFromData(Value integer, bool isUnsigned,
                                        unsigned level, int64_t low,
                                        int64_t high) {
  Value index;
  atLevel(level, [&] {
    Type type = ops.withElement(integer, b.getIndexType());
    unsigned width =
        getElementTypeOrSelf(integer.getType()).getIntOrFloatBitWidth();
    if (isUnsigned && width == 64) {
      // Huge values must not turn negative.
      Value most = ops.intLike(integer, INT64_MAX);
      integer = ops.op<arith::MinUIOp>(integer, most);
    }
    Value value = isUnsigned ? ops.op<arith::IndexCastUIOp>(type, integer)
                             : ops.op<arith::IndexCastOp>(type, integer);
    index = clampValue(ops, value, low, high);
  });
  return symbolOf(index, level, low, high);
}

LinearForm KernelEmitter::indexOfValue(Value value, int64_t low, int64_t high) {
  return symbolOf(value, depth(), low, high);
}

void KernelEmitter::requestCut(const LinearForm &form, int64_t at) {
  // Only a counter of a loop that is open, alone in the form with factor 1.
  if (form.terms.size() != 1 || form.terms.front().coefficient != 1)
    return;
  SymbolId symbol = form.terms.front().symbol;
  for (const ScopePtr &scope : scopes)
    if (scope->counter == symbol)
      cuts[symbol].push_back(at - form.constant);
}

SmallVector<LinearForm, 4> KernelEmitter::dimsOf(const ElementIndex &index,
                                                 Shape shape) {
  if (index.dims)
    return *index.dims;
  SmallVector<LinearForm, 4> dims;
  LinearForm rest = index.linear;
  SmallVector<int64_t, 4> strides = stridesOf(shape);
  for (auto [extent, stride] : llvm::zip(shape, strides)) {
    if (extent == 1) {
      dims.push_back(0);
      continue;
    }
    dims.push_back(floorDiv(rest, stride));
    rest = modulo(rest, stride);
  }
  return dims;
}

ElementIndex KernelEmitter::indexOf(ArrayRef<LinearForm> dims, Shape shape) {
  ElementIndex index;
  SmallVector<int64_t, 4> strides = stridesOf(shape);
  for (auto [form, stride] : llvm::zip(dims, strides))
    index.linear = index.linear + form * stride;
  index.dims.emplace(dims.begin(), dims.end());
  return index;
}

Elem KernelEmitter::elementAt(Value value, ArrayRef<LinearForm> dims) {
  return element(value,
                 indexOf(dims, cast<ShapedType>(value.getType()).getShape()));
}
