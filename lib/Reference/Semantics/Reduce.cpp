//===- Reduce.cpp - reduce and map ----------------------------------------===//
//
// The operands are transposed so that each result element reduces one
// contiguous run; the initial value enters once, then the elements in row-major
// order. Tested by test/unit/Reference/ReduceTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

static Shape keptDims(int64_t rank, Ints reduced) {
  Shape kept;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(reduced, i))
      kept.push_back(i);
  return kept;
}

/// One operand whose body is one commutative operation.
static MaybeTensor reduceBy(Binary op, const Tensor &x, const Tensor &init,
                            int64_t rows, int64_t length, Ints shape) {
  if (init.type() != x.type())
    return std::nullopt;
  if (isNarrow(x.type())) {
    MaybeTensor wide =
        reduceBy(op, convert(x, wideType(x.type())),
                 convert(init, wideType(x.type())), rows, length, shape);
    return wide ? MaybeTensor(convert(*wide, x.type())) : wide;
  }
  Tensor result(x.type(), shape);
  bool known = withFold(op, x.type(), [&](auto tag, auto fold) {
    using T = typename decltype(tag)::type;
    const T *in = x.data<T>();
    T *out = result.mutableData<T>();
    for (int64_t i = 0; i < rows; ++i) {
      T sum = init.data<T>()[0];
      for (int64_t j = 0; j < length; ++j)
        sum = fold(sum, in[i * length + j]);
      out[i] = sum;
    }
  });
  return known ? MaybeTensor(result) : std::nullopt;
}

MaybeTensors popt::reference::reduce(llvm::ArrayRef<Tensor> xs,
                                     llvm::ArrayRef<Tensor> inits, Ints dims,
                                     const Body &body) {
  Shape order = keptDims(xs[0].rank(), dims), shape;
  for (int64_t dim : order)
    shape.push_back(xs[0].dim(dim));
  Shape reduced(dims.begin(), dims.end());
  llvm::sort(reduced);
  order.append(reduced);
  const int64_t rows = numElements(shape);
  int64_t length = 1;
  for (int64_t dim : reduced)
    length *= xs[0].dim(dim);
  llvm::SmallVector<Tensor> inputs;
  for (const Tensor &x : xs)
    inputs.push_back(transpose(x, order));

  if (body.op && xs.size() == 1)
    if (MaybeTensor result =
            reduceBy(*body.op, inputs[0], inits[0], rows, length, shape))
      return llvm::SmallVector<Tensor>{*result};

  llvm::SmallVector<Tensor> results;
  for (const Tensor &init : inits)
    results.push_back(Tensor(init.type(), shape));
  for (int64_t i = 0; i < rows; ++i) {
    llvm::SmallVector<Tensor> state(inits.begin(), inits.end());
    for (int64_t j = 0; j < length; ++j) {
      llvm::SmallVector<Tensor> args = state;
      for (const Tensor &x : inputs)
        args.push_back(elementAt(x, i * length + j));
      auto next = body.call(args);
      if (!next)
        return std::nullopt;
      state = std::move(*next);
    }
    for (auto [result, value] : llvm::zip(results, state))
      setElement(result, i, value);
  }
  return results;
}

MaybeTensors popt::reference::map(llvm::ArrayRef<Tensor> xs,
                                  ElementType resultType, const Body &body) {
  Tensor result(resultType, xs[0].shape());
  for (int64_t i = 0, n = result.size(); i < n; ++i) {
    llvm::SmallVector<Tensor> args;
    for (const Tensor &x : xs)
      args.push_back(elementAt(x, i));
    auto value = body.call(args);
    if (!value)
      return std::nullopt;
    setElement(result, i, (*value)[0]);
  }
  return llvm::SmallVector<Tensor>{result};
}
