//===- RowNumbers.cpp - Indices that count rows ---------------------------===//
//
// Numbers are followed from an element of the indices back to iotas and
// constants. A position in a tensor on the way is, along each dim, a number or a
// number plus the position along a dim of the indices:
//
//   %n = iota dim = 0 : tensor<8xi32>              3rd: [p0]      0 + p0
//   %m = broadcast_in_dim %n, dims = [0] : 8x1     2nd: [p0, 0]
//   %c = concatenate %m, %i, dim = 1 : 8x2         1st: [p0, 0]   asked for
//
// What wraps around in its type is not known. Comparisons are decided where the
// ranges decide them, so that `select(n < 0, n + 8, n)` is n.
//
// Tested by test/OpModels/row-numbers.mlir.
//
//===----------------------------------------------------------------------===//
#include "RowNumbers.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

namespace {

/// Along one dim of a tensor: `at`, plus the position along a dim of the
/// indices, if there is one.
struct Position {
  int64_t at = 0;
  std::optional<int64_t> dim;
};
using Number = std::optional<Count>;

class Follower {
public:
  Follower(ArrayRef<int64_t> extents) : extents(extents) {}
  Number follow(Value value, ArrayRef<Position> at);

private:
  Number made(Operation *op, unsigned result, ArrayRef<Position> at);
  Number computed(Operation *op, ArrayRef<Position> at);
  Number fromConstant(ConstantOp constant, ArrayRef<Position> at);
  Number counted(const Position &position);
  /// Of operations on elements; scalars among the operands are repeated.
  Number operand(Operation *op, unsigned i, ArrayRef<Position> at) {
    Value value = op->getOperand(i);
    return follow(value, rankOf(value) ? at : ArrayRef<Position>());
  }

  ArrayRef<int64_t> extents; ///< of the indices
  /// Expressions of indices are short; one that branches out is left alone.
  int left = 256;
};

} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static Number constant(int64_t number) { return Count{number, std::nullopt}; }

static bool isConstant(const Number &number, int64_t value) {
  return number && !number->dim && number->first == value;
}

/// True if the type holds these numbers exactly.
static bool isHeld(const Count &count, Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    int64_t most = int64_t(1) << std::min(40u, APFloat::semanticsPrecision(
                                                   type.getFloatSemantics()));
    return count.first >= -most && count.last() <= most;
  }
  auto type = dyn_cast<IntegerType>(element);
  if (!type || !llvm::isInt<48>(count.first) || !llvm::isInt<48>(count.last()))
    return false;
  unsigned bits = std::min(type.getWidth(), 62u);
  if (type.isUnsignedInteger() || type.getWidth() == 1)
    return count.first >= 0 && count.last() < int64_t(1) << bits;
  return count.first >= -(int64_t(1) << (bits - 1)) &&
         count.last() < int64_t(1) << (bits - 1);
}

/// The least and the largest a - b.
static std::pair<int64_t, int64_t> difference(const Count &a, const Count &b) {
  if (a.dim == b.dim)
    return {a.first - b.first, a.first - b.first};
  return {a.first - b.last(), a.last() - b.first};
}

static Number compare(ComparisonDirection direction, const Count &a,
                      const Count &b) {
  auto [low, high] = difference(a, b);
  auto decide = [](bool isTrue, bool isFalse) {
    return isTrue ? constant(1) : isFalse ? constant(0) : Number();
  };
  switch (direction) {
  case ComparisonDirection::EQ:
    return decide(low == 0 && high == 0, low > 0 || high < 0);
  case ComparisonDirection::NE:
    return decide(low > 0 || high < 0, low == 0 && high == 0);
  case ComparisonDirection::LT:
    return decide(high < 0, low >= 0);
  case ComparisonDirection::LE:
    return decide(high <= 0, low > 0);
  case ComparisonDirection::GT:
    return decide(low > 0, high <= 0);
  case ComparisonDirection::GE:
    return decide(low >= 0, high < 0);
  }
  llvm_unreachable("unknown direction");
}

static Number larger(const Number &a, const Number &b, bool isMax) {
  if (!a || !b)
    return std::nullopt;
  auto [low, high] = difference(*a, *b);
  if (low >= 0)
    return isMax ? a : b;
  return high <= 0 ? (isMax ? b : a) : Number();
}

static Number plus(const Count &a, const Count &b) {
  if (a.dim && b.dim)
    return std::nullopt;
  return Count{a.first + b.first, a.dim ? a.dim : b.dim,
               std::max(a.extent, b.extent)};
}

static Number minus(const Count &a, const Count &b) {
  if (a.dim == b.dim)
    return constant(a.first - b.first);
  return b.dim ? Number() : Count{a.first - b.first, a.dim, a.extent};
}

static Number times(const Count &a, const Count &b) {
  const Count &factor = a.dim ? b : a, &other = a.dim ? a : b;
  if (factor.dim)
    return std::nullopt;
  if (factor.first == 0 || !other.dim)
    return constant(factor.first * other.first);
  return factor.first == 1 ? Number(other) : Number();
}

/// What rem leaves of numbers that are smaller already.
static Number modulo(const Count &a, const Count &b) {
  bool isSmaller = !b.dim && a.first >= 0 && a.last() < b.first;
  return isSmaller ? Number(a) : Number();
}

//===----------------------------------------------------------------------===//
// Following
//===----------------------------------------------------------------------===//

Number Follower::counted(const Position &position) {
  if (!position.dim || extents[*position.dim] == 1)
    return constant(position.at);
  return Count{position.at, position.dim, extents[*position.dim]};
}

/// The position before a reshape that adds or drops dims of one element.
static std::optional<SmallVector<Position>>
beforeReshape(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
              ArrayRef<Position> at) {
  SmallVector<Position> others, result;
  SmallVector<int64_t> sizes;
  for (auto [size, position] : llvm::zip_equal(to, at))
    if (size != 1) {
      sizes.push_back(size);
      others.push_back(position);
    }
  size_t next = 0;
  for (int64_t size : from) {
    if (size != 1 && (next == sizes.size() || sizes[next] != size))
      return std::nullopt;
    result.push_back(size == 1 ? Position() : others[next++]);
  }
  return next == sizes.size() ? std::optional(result) : std::nullopt;
}

/// A constant that is given element by element, as NumPy's `arange`.
Number Follower::fromConstant(ConstantOp op, ArrayRef<Position> at) {
  auto dense = dyn_cast<DenseIntElementsAttr>(op.getValue());
  if (!dense || dense.empty())
    return std::nullopt;
  auto elements = dense.getValues<APInt>();
  bool isUnsigned = dense.getElementType().isUnsignedInteger() ||
                    dense.getElementType().isInteger(1);
  auto valueOf = [&](ArrayRef<int64_t> place) {
    int64_t flat = 0;
    for (auto [size, position] :
         llvm::zip_equal(dense.getType().getShape(), at))
      flat =
          flat * size + position.at + (position.dim ? place[*position.dim] : 0);
    APInt element = elements[dense.isSplat() ? 0 : flat];
    return isUnsigned ? static_cast<int64_t>(element.getZExtValue())
                      : element.getSExtValue();
  };
  SmallVector<int64_t> place(extents.size(), 0), dims;
  int64_t first = valueOf(place), combinations = 1;
  for (const Position &position : at)
    if (position.dim && !llvm::is_contained(dims, *position.dim) &&
        extents[*position.dim] > 1) {
      dims.push_back(*position.dim);
      combinations *= extents[*position.dim];
    }
  if (dense.isSplat() || dims.empty())
    return constant(first);
  constexpr int64_t kMost = 1 << 20;
  if (combinations > kMost)
    return std::nullopt;
  std::optional<int64_t> along;
  for (int64_t dim : dims) {
    place[dim] = 1;
    if (valueOf(place) != first)
      along = dim;
    place[dim] = 0;
  }
  for (int64_t i = 0; i < combinations; ++i) {
    int64_t rest = i;
    for (int64_t dim : dims) {
      place[dim] = rest % extents[dim];
      rest /= extents[dim];
    }
    if (valueOf(place) != first + (along ? place[*along] : 0))
      return std::nullopt;
  }
  return along ? Count{first, along, extents[*along]} : constant(first);
}

Number Follower::follow(Value value, ArrayRef<Position> at) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || left == 0)
    return std::nullopt;
  --left;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    // What a loop carries along is what it began with.
    auto loop = dyn_cast<WhileOp>(argument.getOwner()->getParentOp());
    unsigned i = argument.getArgNumber();
    if (!loop || loop.getBody().front().getTerminator()->getOperand(i) !=
                     loop.getBody().getArgument(i))
      return std::nullopt;
    return follow(loop->getOperand(i), at);
  }
  auto result = cast<OpResult>(value);
  Number number = made(result.getOwner(), result.getResultNumber(), at);
  return number && isHeld(*number, type.getElementType()) ? number : Number();
}

/// Operations that move elements.
Number Follower::made(Operation *op, unsigned result, ArrayRef<Position> at) {
  return TypeSwitch<Operation *, Number>(op)
      .Case([&](IotaOp iota) { return counted(at[iota.getIotaDimension()]); })
      .Case([&](ConstantOp constant) { return fromConstant(constant, at); })
      .Case<ConvertOp, dist::ConstraintOp, OptimizationBarrierOp>(
          [&](Operation *op) { return follow(op->getOperand(result), at); })
      .Case([&](BroadcastInDimOp broadcast) {
        SmallVector<Position> before;
        for (auto [size, dim] :
             llvm::zip_equal(shapeOf(broadcast.getOperand()),
                             broadcast.getBroadcastDimensions()))
          before.push_back(size == 1 ? Position() : at[dim]);
        return follow(broadcast.getOperand(), before);
      })
      .Case([&](ReshapeOp reshape) {
        auto before = beforeReshape(shapeOf(reshape.getOperand()),
                                    shapeOf(reshape.getResult()), at);
        return before ? follow(reshape.getOperand(), *before) : Number();
      })
      .Case([&](TransposeOp transpose) {
        SmallVector<Position> before(at.size());
        for (auto [position, dim] :
             llvm::zip_equal(at, transpose.getPermutation()))
          before[dim] = position;
        return follow(transpose.getOperand(), before);
      })
      .Case([&](SliceOp slice) {
        SmallVector<Position> before(at);
        for (auto [position, start, stride] : llvm::zip_equal(
                 before, slice.getStartIndices(), slice.getStrides())) {
          if (stride != 1 && position.dim)
            return Number();
          position.at = start + stride * position.at;
        }
        return follow(slice.getOperand(), before);
      })
      .Case([&](ConcatenateOp concatenate) {
        auto along = static_cast<int64_t>(concatenate.getDimension());
        SmallVector<Position> before(at);
        if (before[along].dim)
          return Number();
        for (Value part : concatenate.getInputs()) {
          if (before[along].at < shapeOf(part)[along])
            return follow(part, before);
          before[along].at -= shapeOf(part)[along];
        }
        return Number();
      })
      .Default([&](Operation *op) { return computed(op, at); });
}

/// Operations on elements.
Number Follower::computed(Operation *op, ArrayRef<Position> at) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  auto binary = [&](auto combine) {
    Number a = operand(op, 0, at), b = a ? operand(op, 1, at) : Number();
    return b ? Number(combine(*a, *b)) : Number();
  };
  // And, or: one operand may decide.
  auto logical = [&](int64_t deciding) {
    Number a = operand(op, 0, at);
    if (isConstant(a, deciding))
      return a;
    Number b = operand(op, 1, at);
    if (isConstant(b, deciding))
      return b;
    bool isOther = isConstant(a, 1 - deciding) && isConstant(b, 1 - deciding);
    return isOther ? a : Number();
  };
  bool isLogical = elementOf(op->getResult(0)).isInteger(1);
  return TypeSwitch<Operation *, Number>(op)
      .Case([&](AddOp) { return isLogical ? logical(1) : binary(plus); })
      .Case([&](SubtractOp) { return binary(minus); })
      .Case([&](MulOp) { return isLogical ? logical(0) : binary(times); })
      .Case([&](RemOp) { return binary(modulo); })
      .Case<MaxOp, MinOp>([&](Operation *op) {
        return larger(operand(op, 0, at), operand(op, 1, at), isa<MaxOp>(op));
      })
      .Case([&](ClampOp) {
        Number raised = larger(operand(op, 1, at), operand(op, 0, at), true);
        return larger(raised, operand(op, 2, at), false);
      })
      .Case([&](AndOp) { return isLogical ? logical(0) : Number(); })
      .Case([&](OrOp) { return isLogical ? logical(1) : Number(); })
      .Case([&](NotOp) {
        Number a = isLogical ? operand(op, 0, at) : Number();
        return a && !a->dim ? constant(1 - a->first) : Number();
      })
      .Case([&](CompareOp comparison) {
        return binary([&](const Count &a, const Count &b) {
          return compare(comparison.getComparisonDirection(), a, b);
        });
      })
      .Case([&](SelectOp) {
        Number predicate = operand(op, 0, at);
        if (!predicate || predicate->dim)
          return Number();
        return operand(op, predicate->first ? 1 : 2, at);
      })
      .Default([](Operation *) { return Number(); });
}

std::optional<Count> popt::countOf(Value indices, int64_t vectorDim,
                                   int64_t component) {
  SmallVector<Position> at;
  for (int64_t dim = 0; dim < rankOf(indices); ++dim)
    at.push_back(dim == vectorDim ? Position{component, std::nullopt}
                                  : Position{0, dim});
  return Follower(shapeOf(indices)).follow(indices, at);
}
