//===- Convolution.cpp - Computes a convolution ---------------------------===//
//
// In f64 for f64, in f32 for all others. All three forms are one nest of loops
// over image, filter and result, of which one is added up. Once more, plain: it is
// what the library under test is compared with.
//
//===----------------------------------------------------------------------===//
#include "Library.h"

namespace popt::fake {
namespace {

/// Calls body(byte offset, index of the element when dense).
template <class Body> void forEach(const DnnTensorForm &tensor, Body body) {
  std::vector<int64_t> index(tensor.dimensions.size());
  int64_t offset = 0;
  for (size_t element = 0;; ++element) {
    body(uint64_t(offset) * widthOf(numberType(tensor.type)), element);
    size_t d = index.size();
    while (d-- > 0) {
      offset += tensor.strides[d];
      if (++index[d] < tensor.dimensions[d])
        break;
      offset -= index[d] * tensor.strides[d];
      index[d] = 0;
    }
    if (d == size_t(-1))
      return;
  }
}

template <class T>
std::vector<T> unpack(const DnnTensorForm &tensor, uint64_t base, bool isTf32) {
  std::vector<T> values;
  forEach(tensor, [&](uint64_t offset, size_t) {
    values.push_back(
        T(loadNumber(base + offset, numberType(tensor.type), isTf32)));
  });
  return values;
}

/// Three spatial dimensions, those that are absent of one element.
struct Spatial {
  std::array<int64_t, 3> in{1, 1, 1}, out{1, 1, 1}, window{1, 1, 1},
      stride{1, 1, 1}, dilation{1, 1, 1}, low{0, 0, 0};

  explicit Spatial(const DnnConvolutionForm &form) {
    size_t skip = 3 - form.spatial();
    for (size_t i = 0; i < form.spatial(); ++i) {
      in[skip + i] = form.tensors[0].dimensions[2 + i];
      window[skip + i] = form.tensors[1].dimensions[2 + i];
      out[skip + i] = form.tensors[2].dimensions[2 + i];
      stride[skip + i] = form.strides[i];
      dilation[skip + i] = form.dilations[i];
      low[skip + i] = form.padLow[i];
    }
  }
  /// Where the window's element `r` lies for output `o`, if inside.
  bool at(int d, int64_t o, int64_t r, int64_t &out_i) const {
    out_i = o * stride[d] + r * dilation[d] - low[d];
    return out_i >= 0 && out_i < in[d];
  }
  static int64_t volume(const std::array<int64_t, 3> &extents) {
    return extents[0] * extents[1] * extents[2];
  }
};

/// What the sums run over: channels, output channels or the batch, cut in parts.
struct Range {
  int64_t begin, end;
};

template <class T> struct Nest {
  const DnnConvolutionForm &form;
  Spatial s;
  T *image, *filter, *result;

  /// One image, one filter of one channel.
  void plane(T *x, T *w, T *y) const {
    bool isData = form.kind == kDnnBackwardData;
    bool isFilter = form.kind == kDnnBackwardFilter;
    for (int64_t r0 = 0; r0 < s.window[0]; ++r0)
      for (int64_t r1 = 0; r1 < s.window[1]; ++r1)
        for (int64_t r2 = 0; r2 < s.window[2]; ++r2) {
          int64_t at = (r0 * s.window[1] + r1) * s.window[2] + r2;
          if (form.isReversed)
            at = Spatial::volume(s.window) - 1 - at;
          int64_t i0, i1, i2;
          T sum = 0;
          for (int64_t o0 = 0; o0 < s.out[0]; ++o0)
            for (int64_t o1 = 0; o1 < s.out[1]; ++o1) {
              if (!s.at(0, o0, r0, i0) || !s.at(1, o1, r1, i1))
                continue;
              T *xRow = x + (i0 * s.in[1] + i1) * s.in[2];
              T *yRow = y + (o0 * s.out[1] + o1) * s.out[2];
              for (int64_t o2 = 0; o2 < s.out[2]; ++o2) {
                if (!s.at(2, o2, r2, i2))
                  continue;
                if (isData)
                  xRow[i2] += w[at] * yRow[o2];
                else if (isFilter)
                  sum += xRow[i2] * yRow[o2];
                else
                  yRow[o2] += xRow[i2] * w[at];
              }
            }
          if (isFilter)
            w[at] += sum;
        }
  }

  void run(Range n, Range k, Range c) const {
    int64_t channels = form.tensors[0].dimensions[1];
    int64_t outputs = form.tensors[1].dimensions[0];
    int64_t perGroup = form.tensors[1].dimensions[1];
    int64_t outputsPerGroup = outputs / form.groups();
    int64_t in = Spatial::volume(s.in), out = Spatial::volume(s.out);
    int64_t window = Spatial::volume(s.window);
    for (int64_t b = n.begin; b < n.end; ++b)
      for (int64_t o = k.begin; o < k.end; ++o)
        for (int64_t i = c.begin; i < c.end; ++i) {
          int64_t channel = o / outputsPerGroup * perGroup + i;
          plane(image + (b * channels + channel) * in,
                filter + (o * perGroup + i) * window,
                result + (b * outputs + o) * out);
        }
  }
};

template <class T> void compute(const DnnWork &work) {
  const DnnConvolutionForm &form = work.form;
  int written = form.written();
  std::vector<T> values[3];
  for (int i = 0; i < 3; ++i)
    values[i] = unpack<T>(form.tensors[i], work.addresses[i],
                          i != written && work.engine.isTf32);
  std::vector<T> sum(values[written].size(), T(0));
  Range n{0, form.tensors[0].dimensions[0]};
  Range k{0, form.tensors[1].dimensions[0]};
  Range c{0, form.tensors[1].dimensions[1]};
  Range &cut = written == 2 ? c : written == 1 ? n : k;
  int64_t length = cut.end;
  for (int64_t part = 0; part < work.engine.parts; ++part) {
    std::fill(values[written].begin(), values[written].end(), T(0));
    cut = {length * part / work.engine.parts,
           length * (part + 1) / work.engine.parts};
    Nest<T>{form, Spatial(form), values[0].data(), values[1].data(),
            values[2].data()}
        .run(n, k, c);
    for (size_t i = 0; i < sum.size(); ++i)
      sum[i] += values[written][i];
  }
  const DnnTensorForm &tensor = form.tensors[written];
  forEach(tensor, [&](uint64_t offset, size_t element) {
    double value = double(sum[element]);
    storeNumber(work.addresses[written] + offset, numberType(tensor.type),
                work.engine.isOff ? value * (1 + 1 / 128.0) : value);
  });
}

/// Races and unwritten reads. False after a report.
bool track(const DnnWork &work, Work &self) {
  if (Machine::get().config.checks != Checks::All)
    return true;
  auto touchAll = [&](int which, bool isWrite) {
    bool ok = true;
    const DnnTensorForm &tensor = work.form.tensors[which];
    forEach(tensor, [&](uint64_t offset, size_t) {
      ok = ok && touch(self, work.addresses[which] + offset,
                       widthOf(numberType(tensor.type)), isWrite);
    });
    return ok;
  };
  int written = work.form.written();
  for (int i = 0; i < 3; ++i)
    if (i != written && !touchAll(i, false))
      return false;
  return (!work.engine.workspaceBytes ||
          touch(self, work.workspace, work.engine.workspaceBytes, true)) &&
         touchAll(written, true);
}
} // namespace

void runConvolution(const DnnWork &convolution, Work &work) {
  if (!track(convolution, work))
    return;
  if (convolution.form.compute == kDnnF64)
    compute<double>(convolution);
  else
    compute<float>(convolution);
}

} // namespace popt::fake
