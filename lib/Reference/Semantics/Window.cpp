//===- Window.cpp - reduce_window and select_and_scatter ------------------===//
//
// Window position w of result element o looks at operand position
// o * stride + w * window dilation - low padding, counted in the operand with
// holes of base dilation. Holes and padding are skipped, so that the initial
// value counts once. Tested by test/unit/Reference/ReduceTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

Shape Window::resultShape(Ints shape) const {
  Shape result;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t base = shape[i] == 0 ? 0 : (shape[i] - 1) * baseDilations[i] + 1;
    int64_t reach = (dims[i] - 1) * windowDilations[i] + 1;
    int64_t room = base + padLow[i] + padHigh[i] - reach;
    result.push_back(room < 0 ? 0 : room / strides[i] + 1);
  }
  return result;
}

/// Calls `visit(operand offset)` for every operand element that the window at
/// `at` covers, in row-major order, until it returns false.
template <typename F>
static bool forWindow(const Window &window, Ints shape, Ints strides, Ints at,
                      F visit) {
  Shape w(shape.size(), 0);
  do {
    int64_t offset = 0;
    bool inside = true;
    for (size_t i = 0; i < shape.size() && inside; ++i) {
      int64_t p = at[i] * window.strides[i] + w[i] * window.windowDilations[i] -
                  window.padLow[i];
      int64_t base = window.baseDilations[i];
      inside = p >= 0 && p % base == 0 && p / base < shape[i];
      offset += p / base * strides[i];
    }
    if (inside && !visit(offset))
      return false;
  } while (nextIndex(w, window.dims));
  return true;
}

static MaybeTensor reduceWindowBy(Binary op, const Tensor &x,
                                  const Tensor &init, const Window &window) {
  if (init.type() != x.type())
    return std::nullopt;
  if (isNarrow(x.type())) {
    MaybeTensor wide =
        reduceWindowBy(op, convert(x, wideType(x.type())),
                       convert(init, wideType(x.type())), window);
    return wide ? MaybeTensor(convert(*wide, x.type())) : wide;
  }
  Tensor result(x.type(), window.resultShape(x.shape()));
  const Shape strides = x.strides();
  bool known = withFold(op, x.type(), [&](auto tag, auto fold) {
    using T = typename decltype(tag)::type;
    if (result.size() == 0)
      return;
    const T *in = x.data<T>();
    T *out = result.mutableData<T>();
    Shape at(x.rank(), 0);
    do {
      T sum = init.data<T>()[0];
      forWindow(window, x.shape(), strides, at, [&](int64_t offset) {
        sum = fold(sum, in[offset]);
        return true;
      });
      *out++ = sum;
    } while (nextIndex(at, result.shape()));
  });
  return known ? MaybeTensor(result) : std::nullopt;
}

MaybeTensors popt::reference::reduceWindow(llvm::ArrayRef<Tensor> xs,
                                           llvm::ArrayRef<Tensor> inits,
                                           const Window &window,
                                           const Body &body) {
  if (body.op && xs.size() == 1)
    if (MaybeTensor result = reduceWindowBy(*body.op, xs[0], inits[0], window))
      return llvm::SmallVector<Tensor>{*result};
  llvm::SmallVector<Tensor> results;
  const Shape shape = window.resultShape(xs[0].shape());
  const Shape strides = xs[0].strides();
  for (const Tensor &init : inits)
    results.push_back(Tensor(init.type(), shape));
  if (numElements(shape) == 0)
    return results;
  Shape at(shape.size(), 0);
  int64_t out = 0;
  do {
    llvm::SmallVector<Tensor> state(inits.begin(), inits.end());
    bool done =
        forWindow(window, xs[0].shape(), strides, at, [&](int64_t offset) {
          llvm::SmallVector<Tensor> args = state;
          for (const Tensor &x : xs)
            args.push_back(elementAt(x, offset));
          auto next = body.call(args);
          if (next)
            state = std::move(*next);
          return next.has_value();
        });
    if (!done)
      return std::nullopt;
    for (auto [result, value] : llvm::zip(results, state))
      setElement(result, out, value);
    ++out;
  } while (nextIndex(at, shape));
  return results;
}

/// True if the selected element stays selected against the candidate.
static std::optional<bool> keeps(std::optional<Direction> direction,
                                 const Body &select, const Tensor &selected,
                                 const Tensor &candidate) {
  MaybeTensor verdict;
  if (direction)
    verdict = compare(*direction, selected, candidate, /*totalOrder=*/false);
  else if (auto results = select.call({selected, candidate}))
    verdict = (*results)[0];
  if (!verdict)
    return std::nullopt;
  return verdict->data<bool>()[0];
}

MaybeTensor
popt::reference::selectAndScatter(const Tensor &x, const Tensor &source,
                                  const Tensor &init, const Window &window,
                                  std::optional<Direction> direction,
                                  const Body &select, const Body &scatter) {
  Tensor result = splat(init, x.shape());
  if (source.size() == 0)
    return result;
  // Narrow floats accumulate in f32 and round once.
  const bool widen = isNarrow(x.type()) && scatter.op;
  const Tensor from = widen ? convert(source, wideType(x.type())) : source;
  if (widen)
    result = convert(result, wideType(x.type()));
  const Shape strides = x.strides();
  Shape at(x.rank(), 0);
  int64_t position = 0;
  do {
    int64_t selected = -1;
    bool done = forWindow(window, x.shape(), strides, at, [&](int64_t offset) {
      if (selected < 0) {
        selected = offset;
        return true;
      }
      auto keep = keeps(direction, select, elementAt(x, selected),
                        elementAt(x, offset));
      if (keep && !*keep)
        selected = offset;
      return keep.has_value();
    });
    if (!done)
      return std::nullopt;
    const Tensor update = elementAt(from, position++);
    if (selected < 0)
      continue;
    const Tensor old = elementAt(result, selected);
    MaybeTensor value;
    if (scatter.op)
      value = binary(*scatter.op, old, update);
    else if (auto results = scatter.call({old, update}))
      value = (*results)[0];
    if (!value)
      return std::nullopt;
    setElement(result, selected, *value);
  } while (nextIndex(at, source.shape()));
  return convert(result, x.type());
}
