//===- Precise.cpp - Results with more digits than a program has ----------===//
//
// Programs over narrow types are interpreted over f64. Programs over f64 have
// the plain definition of their operations evaluated in long double; Fourier
// transforms have one here. It shares nothing with the interpreter's, which is
// judged by it, too.
//
//===----------------------------------------------------------------------===//
#include "Precise.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Reference/FromMLIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace popt;
using namespace popt::check;
using reference::ElementType;
using reference::Shape;
using reference::Tensor;

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// The same module over f64 where it has narrower floats; null if it has none,
/// or converts to them, which is a part of what it computes.
static OwningOpRef<ModuleOp> widen(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto wide = Float64Type::get(context);
  bool changes = false, converts = false;
  module.walk([&](Operation *op) {
    converts |=
        isa<stablehlo::ReducePrecisionOp, stablehlo::BitcastConvertOp>(op);
    if (auto convert = dyn_cast<stablehlo::ConvertOp>(op))
      converts |=
          isa<FloatType, ComplexType>(convert.getType().getElementType());
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type)) {
        Type element = getElementTypeOrSelf(type);
        if (auto complex = dyn_cast<ComplexType>(element))
          element = complex.getElementType();
        changes |= isa<FloatType>(element) && element != wide;
      }
  });
  if (!changes || converts)
    return nullptr;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FloatType) -> Type { return wide; });
  replacer.addReplacement(
      [&](DenseElementsAttr attr)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        auto element =
            reference::elementTypeFromMLIR(attr.getType().getElementType());
        auto tensor = reference::tensorFromAttribute(attr);
        if (!tensor || !(isFloat(*element) || isComplex(*element)))
          return std::nullopt;
        const bool isComplex = reference::isComplex(*element);
        Tensor widened = reference::convert(
            *tensor, isComplex ? ElementType::C128 : ElementType::F64);
        return std::pair<Attribute, WalkResult>(
            DenseElementsAttr::getFromRawBuffer(
                reference::typeToMLIR(context, widened), widened.bytes()),
            WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(*copy, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return copy;
}

static Precise numbersOf(const Tensor &tensor) {
  if (!isFloat(tensor.type()) && !isComplex(tensor.type()))
    return {};
  Tensor wide = reference::convert(
      tensor, isComplex(tensor.type()) ? ElementType::C128 : ElementType::F64);
  auto *begin = reinterpret_cast<const double *>(wide.bytes().data());
  return Precise(begin, begin + wide.bytes().size() / sizeof(double));
}

static std::vector<Precise> evaluateWidened(Engine &engine, ModuleOp widened,
                                            const Program &program) {
  std::vector<Tensor> arguments;
  for (const Tensor &argument : program.arguments)
    arguments.push_back(reference::isComplex(argument.type())
                            ? reference::convert(argument, ElementType::C128)
                        : reference::isFloat(argument.type())
                            ? reference::convert(argument, ElementType::F64)
                            : argument);
  std::vector<Precise> results;
  for (const Tensor &result :
       engine.evaluate(widened, arguments).value_or(std::vector<Tensor>()))
    results.push_back(numbersOf(result));
  return results;
}

//===----------------------------------------------------------------------===//
// Long double
//===----------------------------------------------------------------------===//

using Complex = std::complex<long double>;

namespace {
/// A tensor of numbers, of which all may be real.
struct Numbers {
  Shape shape;
  std::vector<Complex> values;
};
} // namespace

/// Replaces every run of `x` along `dim` by `to` sums over it: number k is that
/// of term(j, x_j, e^(+-2 pi i j k / n)).
static Numbers
sumRuns(const Numbers &x, int64_t dim, int64_t n, int64_t to, bool inverse,
        function_ref<Complex(int64_t j, Complex value, Complex root)> term) {
  constexpr long double Turn = 6.28318530717958647692528676655900577L;
  std::vector<Complex> roots;
  for (int64_t i = 0; i < n; ++i)
    roots.push_back(std::polar(1.0L, (inverse ? Turn : -Turn) *
                                         (long double)(i) / (long double)(n)));
  Numbers result;
  result.shape = x.shape;
  result.shape[dim] = to;
  result.values.resize(reference::numElements(result.shape));
  const int64_t stride = reference::stridesOf(x.shape)[dim];
  const int64_t from = x.shape[dim];
  for (size_t i = 0; i < result.values.size(); ++i) {
    const int64_t inner = int64_t(i) % stride, k = int64_t(i) / stride % to;
    const int64_t outer = int64_t(i) / stride / to;
    Complex sum = 0;
    for (int64_t j = 0; j < from; ++j)
      sum += term(j, x.values[(outer * from + j) * stride + inner],
                  roots[j * k % n]);
    result.values[i] = inverse ? sum / (long double)(n) : sum;
  }
  return result;
}

/// The definition of the discrete Fourier transform.
static Numbers transform(stablehlo::FftOp op, Numbers x) {
  ArrayRef<int64_t> length = op.getFftLength();
  const auto kind = op.getFftType();
  const bool toReal = kind == stablehlo::FftType::IRFFT;
  const bool inverse = toReal || kind == stablehlo::FftType::IFFT;
  const auto last = int64_t(x.shape.size()) - 1;
  auto plain = [](int64_t, Complex value, Complex root) {
    return value * root;
  };
  for (int64_t i = 1; i < int64_t(length.size()); ++i) {
    const int64_t n = length[length.size() - 1 - i];
    x = sumRuns(x, last - i, n, n, inverse, plain);
  }
  const int64_t n = length.back();
  if (!toReal)
    return sumRuns(x, last, n,
                   kind == stablehlo::FftType::RFFT ? std::min(n, n / 2 + 1)
                                                    : n,
                   inverse, plain);
  // An element and its mirror image add up to twice the real part.
  return sumRuns(x, last, n, n, inverse,
                 [&](int64_t j, Complex value, Complex root) -> Complex {
                   if (j == 0 || 2 * j == n)
                     return value.real() * root.real();
                   return 2 * (value * root).real();
                 });
}

/// The results in long double, or nothing if an operation has no definition
/// here.
static std::vector<Precise> evaluateLong(ModuleOp module,
                                         const Program &program) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  llvm::DenseMap<Value, Numbers> values;
  for (auto [argument, tensor] :
       llvm::zip_equal(main.getArguments(), program.arguments)) {
    const Precise numbers = numbersOf(tensor);
    Numbers &value = values[argument];
    value.shape.assign(tensor.shape().begin(), tensor.shape().end());
    const size_t step = reference::isComplex(tensor.type()) ? 2 : 1;
    for (size_t i = 0; i < numbers.size(); i += step)
      value.values.emplace_back(numbers[i], step == 2 ? numbers[i + 1] : 0);
  }
  for (Operation &op : main.front().without_terminator()) {
    if (op.use_empty())
      continue;
    auto fft = dyn_cast<stablehlo::FftOp>(op);
    if (!fft)
      return {};
    values[fft.getResult()] = transform(fft, values.lookup(op.getOperand(0)));
  }
  std::vector<Precise> results;
  for (Value result : main.front().getTerminator()->getOperands()) {
    Precise &numbers = results.emplace_back();
    const bool isComplex =
        isa<ComplexType>(getElementTypeOrSelf(result.getType()));
    for (const Complex &value : values.lookup(result).values) {
      numbers.push_back(value.real());
      if (isComplex)
        numbers.push_back(value.imag());
    }
  }
  return results;
}

std::vector<Precise> popt::check::evaluatePrecisely(Engine &engine,
                                                    const Program &program) {
  if (OwningOpRef<ModuleOp> widened = widen(*program.module))
    return evaluateWidened(engine, *widened, program);
  return evaluateLong(*program.module, program);
}
