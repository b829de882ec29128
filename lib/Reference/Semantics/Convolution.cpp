//===- Convolution.cpp - convolution --------------------------------------===//
//
// Operands become [batch, spatial..., feature] and [spatial..., input feature,
// output feature]. Result position o and kernel position k meet the input at
// o * stride + k * kernel dilation - low padding, counted in the input with
// holes of input dilation; holes and padding contribute nothing. The products
// of one result element add up in row-major order of (kernel position, input
// feature). Tested by test/unit/Reference/ConvolutionTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Fold.h"
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

/// c[j] += x * b[j], wrapping for integers.
template <typename T> static void addScaled(T *c, T x, const T *b, int64_t n) {
  for (int64_t j = 0; j < n; ++j) {
    if constexpr (IsComplex<T>::value)
      c[j] += T(x.real() * b[j].real() - x.imag() * b[j].imag(),
                x.real() * b[j].imag() + x.imag() * b[j].real());
    else if constexpr (std::is_same_v<T, bool>)
      c[j] = c[j] || (x && b[j]);
    else if constexpr (std::is_integral_v<T>)
      c[j] = T(uint64_t(c[j]) + uint64_t(x) * uint64_t(b[j]));
    else
      c[j] += x * b[j];
  }
}

static Shape order(int64_t first, Ints spatial, Ints last) {
  Shape all;
  if (first >= 0)
    all.push_back(first);
  all.append(spatial.begin(), spatial.end());
  all.append(last.begin(), last.end());
  return all;
}

Tensor popt::reference::convolution(const Tensor &lhs, const Tensor &rhs,
                                    const ConvolutionSpec &spec,
                                    ElementType resultType) {
  const ElementType sumType = wideType(resultType);
  const Tensor input =
      convert(transpose(lhs, order(spec.inputBatch, spec.inputSpatial,
                                   {spec.inputFeature})),
              sumType);
  Tensor kernel =
      convert(transpose(rhs, order(-1, spec.kernelSpatial,
                                   {spec.kernelInput, spec.kernelOutput})),
              sumType);
  const int64_t spatial = spec.inputSpatial.size();
  Shape reversed;
  for (int64_t i = 0; i < spatial; ++i)
    if (i < int64_t(spec.reversal.size()) && spec.reversal[i])
      reversed.push_back(i);
  kernel = reverse(kernel, reversed);

  const Shape kernelShape(kernel.shape().begin(),
                          kernel.shape().begin() + spatial);
  const int64_t kernelInput = kernel.dim(spatial);
  const int64_t outputs = kernel.dim(spatial + 1);
  const int64_t inputs = input.dim(spatial + 1);
  const int64_t batch = input.dim(0) / spec.batchGroups;
  // Feature groups split both features, batch groups the batch and the output
  // features; at most one of the two numbers is above 1.
  const int64_t groups = spec.featureGroups * spec.batchGroups;
  const int64_t groupOutputs = outputs / groups;

  Window window;
  window.dims = kernelShape;
  window.strides = spec.strides;
  window.baseDilations = spec.lhsDilation;
  window.windowDilations = spec.rhsDilation;
  window.padLow = spec.padLow;
  window.padHigh = spec.padHigh;
  Ints inputSpatial = input.shape().slice(1, spatial);
  const Shape resultSpatial = window.resultShape(inputSpatial);
  Tensor sum(sumType, order(batch, resultSpatial, {outputs}));
  if (sum.size() == 0 || kernel.size() == 0) {
    // Nothing to add: the result is zero.
  } else {
    const Shape inputStrides = input.strides();
    dispatch(sumType, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (!isNarrowType<T>) {
        const T *in = input.data<T>(), *k = kernel.data<T>();
        T *out = sum.mutableData<T>();
        for (int64_t n = 0; n < batch; ++n) {
          Shape at(spatial, 0);
          do {
            Shape w(spatial, 0);
            int64_t kernelOffset = 0;
            do {
              int64_t offset = 0;
              bool inside = true;
              for (int64_t i = 0; i < spatial && inside; ++i) {
                int64_t p = at[i] * spec.strides[i] +
                            w[i] * spec.rhsDilation[i] - spec.padLow[i];
                int64_t base = spec.lhsDilation[i];
                inside = p >= 0 && p % base == 0 && p / base < inputSpatial[i];
                offset += p / base * inputStrides[i + 1];
              }
              for (int64_t g = 0; g < groups && inside; ++g) {
                const bool byBatch = spec.batchGroups > 1;
                const T *from =
                    in + offset +
                    (byBatch ? g * batch + n : n) * inputStrides[0] +
                    (byBatch ? 0 : g * (inputs / groups));
                for (int64_t c = 0; c < kernelInput; ++c)
                  addScaled<T>(out + g * groupOutputs, from[c],
                               k + (kernelOffset * kernelInput + c) * outputs +
                                   g * groupOutputs,
                               groupOutputs);
              }
              ++kernelOffset;
            } while (nextIndex(w, kernelShape));
            out += outputs;
          } while (nextIndex(at, resultSpatial));
        }
      }
    });
  }
  // From [batch, spatial..., feature] to the result's order.
  Shape permutation(spatial + 2);
  permutation[spec.outputBatch] = 0;
  permutation[spec.outputFeature] = spatial + 1;
  for (int64_t i = 0; i < spatial; ++i)
    permutation[spec.outputSpatial[i]] = i + 1;
  return convert(transpose(sum, permutation), resultType);
}
