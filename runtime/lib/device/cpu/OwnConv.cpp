//===- OwnConv.cpp - Convolution of every type and shape ------------------===//
//
// The definition, blocked: for each batch element and group, a few hundred
// output positions at a time, the input values that they need are gathered into
// a dense matrix (zeros where a window hangs over the edge or falls between
// dilated elements), which our own product multiplies with the filter. Every
// parameter of StableHLO's convolution is honoured, so this is the fallback of
// everything and what the library is tested against. Test: ConvTest.
//
//===----------------------------------------------------------------------===//
#include "../../tensor/Strided.h"
#include "Conv.h"
#include "Gemm.h"
#include "Onednn.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;

ConvShape::ConvShape(const ConvOp &op, const std::vector<Operand> &operands)
    : op(op), spatial(static_cast<int>(operands[0].shape.size()) - 2),
      lhs(operands[0]), rhs(operands[1]), out(operands[2]),
      lhsStrides(lhs.resolvedStrides()), rhsStrides(rhs.resolvedStrides()),
      outStrides(out.resolvedStrides()) {}

namespace {
constexpr int64_t kBlock = 256; ///< output positions at a time

class OwnConv : public Compute {
public:
  explicit OwnConv(const ConvShape &shape);
  std::unique_ptr<ComputeCall> newCall() const override;
  size_t scratchBytes() const override {
    return gemmOffset + aligned(gemmScratchBytes());
  }
  std::string how() const override { return "own"; }

  ConvShape s;
  size_t width = 0, outWidth = 0;
  GemmFunction gemm = nullptr;
  int64_t window = 1;      ///< positions of the filter's window
  int64_t depth = 0;       ///< products summed for one output element
  StridedFill zero;        ///< the output, where nothing is summed
  StridedCopy filter;      ///< to dense [output feature][input feature][window]
  int64_t filterStart = 0; ///< its first element, if dimensions are reversed
  size_t patchOffset = 0, gemmOffset = 0;
};

class OwnConvCall : public ComputeCall {
public:
  explicit OwnConvCall(const OwnConv &conv) : conv(conv), s(conv.s) {}
  bool run(void *const *operands, uint8_t *scratch) override;

private:
  void gather(const char *lhs, char *patch, int64_t first, int64_t count);
  void multiply(const char *patch, const char *filter, char *out,
                uint8_t *scratch, int64_t features, int64_t first,
                int64_t count);
  const OwnConv &conv;
  const ConvShape &s;
};
} // namespace

OwnConv::OwnConv(const ConvShape &shape) : s(shape) {
  width = popt_rt_element_size(s.lhs.type);
  outWidth = popt_rt_element_size(s.out.type);
  gemm = findGemm(s.lhs.type, s.out.type);
  zero = StridedFill(s.out.shape, s.outStrides, outWidth);
  std::vector<int64_t> strides = s.rhsStrides;
  for (int i = 0; i < s.spatial; ++i) {
    window *= s.rhsExtent(i);
    if (s.op.windowReversal[i] && s.rhsExtent(i) > 0) {
      filterStart += (s.rhsExtent(i) - 1) * strides[2 + i];
      strides[2 + i] = -strides[2 + i];
    }
  }
  depth = s.inFeatures() * window;
  filter = StridedCopy(s.rhs.shape, denseStrides(s.rhs.shape), strides, width);
  patchOffset = aligned(static_cast<size_t>(s.rhs.numElements()) * width);
  gemmOffset =
      patchOffset + aligned(static_cast<size_t>(kBlock * depth) * width);
}

std::unique_ptr<ComputeCall> OwnConv::newCall() const {
  return std::make_unique<OwnConvCall>(*this);
}

std::unique_ptr<Compute> popt::rt::prepareOwnConv(const ConvShape &shape) {
  auto conv = std::make_unique<OwnConv>(shape);
  if (!conv->gemm)
    return nullptr;
  return conv;
}

bool OwnConvCall::run(void *const *operands, uint8_t *scratch) {
  if (s.out.numElements() == 0)
    return true;
  if (conv.depth == 0 || s.lhs.numElements() == 0) {
    const uint8_t zeros[16] = {};
    conv.zero.run(operands[2], zeros);
    return true;
  }
  int64_t width = static_cast<int64_t>(conv.width);
  int64_t outWidth = static_cast<int64_t>(conv.outWidth);
  conv.filter.run(scratch, static_cast<const char *>(operands[1]) +
                               conv.filterStart * width);
  const char *filter = reinterpret_cast<char *>(scratch);
  char *patch = reinterpret_cast<char *>(scratch + conv.patchOffset);
  int64_t groups = s.op.featureGroups * s.op.batchGroups;
  int64_t features = s.outFeatures() / groups, positions = 1;
  for (int i = 0; i < s.spatial; ++i)
    positions *= s.outExtent(i);
  for (int64_t g = 0; g < groups; ++g)
    for (int64_t n = 0; n < s.batch(); ++n) {
      // A feature group reads its slice of the features; a batch group its
      // slice of the batch.
      int64_t image = n, feature = 0;
      if (s.op.batchGroups > 1)
        image += g * (s.lhs.shape[0] / s.op.batchGroups);
      else
        feature = g * s.inFeatures();
      const char *lhs =
          static_cast<const char *>(operands[0]) +
          (image * s.lhsStrides[0] + feature * s.lhsStrides[1]) * width;
      char *out =
          static_cast<char *>(operands[2]) +
          (n * s.outStrides[0] + g * features * s.outStrides[1]) * outWidth;
      for (int64_t first = 0; first < positions; first += kBlock) {
        int64_t count = std::min(kBlock, positions - first);
        gather(lhs, patch, first, count);
        multiply(patch, filter + g * features * conv.depth * width, out,
                 scratch + conv.gemmOffset, features, first, count);
      }
    }
  return true;
}

/// patch[p][feature][window] of `count` output positions.
void OwnConvCall::gather(const char *lhs, char *patch, int64_t first,
                         int64_t count) {
  size_t width = conv.width;
  int64_t step = static_cast<int64_t>(width);
  std::array<int64_t, 16> position{}, offset{};
  for (int64_t p = 0; p < count; ++p) {
    int64_t rest = first + p;
    for (int i = s.spatial; i-- > 0;) {
      position[i] = rest % s.outExtent(i);
      rest /= s.outExtent(i);
    }
    char *row = patch + p * conv.depth * step;
    offset.fill(0);
    for (int64_t k = 0; k < conv.window; ++k) {
      int64_t from = 0;
      bool inside = true;
      for (int i = 0; i < s.spatial; ++i) {
        int64_t x = position[i] * s.op.windowStrides[i] +
                    offset[i] * s.op.rhsDilation[i] - s.op.padLow[i];
        inside = inside && x >= 0 && x % s.op.lhsDilation[i] == 0 &&
                 x / s.op.lhsDilation[i] < s.lhsExtent(i);
        from += x / s.op.lhsDilation[i] * s.lhsStrides[2 + i];
      }
      for (int64_t f = 0; f < s.inFeatures(); ++f) {
        char *to = row + (f * conv.window + k) * step;
        if (inside)
          std::memcpy(to, lhs + (from + f * s.lhsStrides[1]) * step, width);
        else
          std::memset(to, 0, width);
      }
      for (int i = s.spatial; i-- > 0;) {
        if (++offset[i] < s.rhsExtent(i))
          break;
        offset[i] = 0;
      }
    }
  }
}

/// The positions of a block have one stride only along the last spatial
/// dimension: multiply run by run.
void OwnConvCall::multiply(const char *patch, const char *filter, char *out,
                           uint8_t *scratch, int64_t features, int64_t first,
                           int64_t count) {
  int64_t step = static_cast<int64_t>(conv.width);
  int64_t last = s.spatial ? s.outExtent(s.spatial - 1) : 1;
  int64_t lastStride = s.spatial ? s.outStrides[1 + s.spatial] : 0;
  for (int64_t p = 0; p < count;) {
    int64_t column = (first + p) % last, rest = (first + p) / last;
    int64_t run = std::min(last - column, count - p);
    int64_t to = column * lastStride;
    for (int i = s.spatial - 1; i-- > 0;) {
      to += rest % s.outExtent(i) * s.outStrides[2 + i];
      rest /= s.outExtent(i);
    }
    GemmShape shape{run, features,   conv.depth, conv.depth,      1,
                    1,   conv.depth, lastStride, s.outStrides[1], false};
    conv.gemm(shape, patch + p * conv.depth * step, filter,
              out + to * static_cast<int64_t>(conv.outWidth), scratch);
    p += run;
  }
}
