//===- Product.cpp - Computes a product -----------------------------------===//
//
// In f64 for f64, in f32 for all others, in the order of the contracted
// dimension; in several parts one after the other, which are then added. Once
// more, plain: it is what the library under test is compared with.
//
//===----------------------------------------------------------------------===//
#include "Library.h"

namespace popt::fake {
namespace {

uint64_t addressOf(const LibraryObject &layout, uint64_t base, int32_t batch,
                   uint64_t row, uint64_t column) {
  return base + (uint64_t(batch) * uint64_t(layout.batchStride) +
                 column * uint64_t(layout.stride) + row) *
                    widthOf(numberType(layout.type));
}

/// The matrix as a dense array, rows first. `isTransposed`: of its transpose.
template <class T>
std::vector<T> unpack(const LibraryObject &layout, uint64_t base, int32_t batch,
                      bool isTransposed, bool isTf32) {
  uint64_t rows = isTransposed ? layout.columns : layout.rows;
  uint64_t columns = isTransposed ? layout.rows : layout.columns;
  std::vector<T> values(rows * columns);
  for (uint64_t r = 0; r < rows; ++r)
    for (uint64_t c = 0; c < columns; ++c)
      values[r * columns + c] =
          T(loadNumber(addressOf(layout, base, batch, isTransposed ? c : r,
                                 isTransposed ? r : c),
                       numberType(layout.type), isTf32));
  return values;
}

template <class T> void compute(const ProductWork &w, int32_t batch) {
  bool isTf32 = w.compute == kLtComputeTf32;
  std::vector<T> a = unpack<T>(w.a, w.aAddress, batch, w.transposesA, isTf32);
  std::vector<T> b = unpack<T>(w.b, w.bAddress, batch, w.transposesB, isTf32);
  std::vector<T> sum(w.n), part(w.n);
  for (uint64_t i = 0; i < w.m; ++i) {
    std::fill(sum.begin(), sum.end(), T(0));
    for (int p = 0; p < w.parts; ++p) {
      std::fill(part.begin(), part.end(), T(0));
      uint64_t begin = w.k * uint64_t(p) / uint64_t(w.parts);
      uint64_t end = w.k * uint64_t(p + 1) / uint64_t(w.parts);
      for (uint64_t k = begin; k < end; ++k)
        for (uint64_t j = 0; j < w.n; ++j)
          part[j] += a[i * w.k + k] * b[k * w.n + j];
      for (uint64_t j = 0; j < w.n; ++j)
        sum[j] += part[j];
    }
    for (uint64_t j = 0; j < w.n; ++j) {
      uint64_t to = addressOf(w.d, w.dAddress, batch, i, j);
      uint64_t from = addressOf(w.d, w.cAddress, batch, i, j);
      T old = w.adds ? T(loadNumber(from, numberType(w.d.type), false)) : T(0);
      storeNumber(to, numberType(w.d.type),
                  w.adds ? double(old + sum[j]) : double(sum[j]));
    }
  }
}

/// Races and unwritten reads, column by column. False after a report.
bool track(const ProductWork &w, Work &work) {
  if (Machine::get().config.checks != Checks::All)
    return true;
  auto touchAll = [&](const LibraryObject &layout, uint64_t base,
                      bool isWrite) {
    for (int32_t batch = 0; batch < layout.batch; ++batch)
      for (uint64_t column = 0; column < layout.columns; ++column)
        if (!touch(work, addressOf(layout, base, batch, 0, column),
                   layout.rows * widthOf(numberType(layout.type)), isWrite))
          return false;
    return true;
  };
  return touchAll(w.a, w.aAddress, false) && touchAll(w.b, w.bAddress, false) &&
         (!w.adds || touchAll(w.d, w.cAddress, false)) &&
         (!w.workspaceBytes ||
          touch(work, w.workspace, w.workspaceBytes, true)) &&
         touchAll(w.d, w.dAddress, true);
}
} // namespace

void runProduct(const ProductWork &product, Work &work) {
  if (!track(product, work))
    return;
  for (int32_t batch = 0; batch < product.d.batch; ++batch)
    if (product.compute == kLtComputeF64)
      compute<double>(product, batch);
    else
      compute<float>(product, batch);
}

} // namespace popt::fake
