//===- Shadow.h - The last accesses of each word --------------------------===//
//
// Every word of memory has two cells: its last write and its last read. A cell
// packs the segment (Order.h), the thread and the instruction. Pages of cells
// are made when memory is first touched. A cell stands for four bytes until
// something narrower comes; then the page's cells are split.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_MEMORY_SHADOW_H
#define POPT_RT_FAKE_MEMORY_SHADOW_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace popt::fake {

/// 0: none. Negative: a copy of memory never written.
using Cell = int64_t;
constexpr Cell kUnwritten = INT64_MIN;
constexpr uint32_t kThreadShift = 18, kSegmentShift = 29;
constexpr uint32_t kManyThreads = 2047;
constexpr uint32_t kMaxPc = (1u << kThreadShift) - 1;

inline Cell makeCell(uint64_t segment, uint32_t thread, uint32_t pc) {
  return Cell(segment << kSegmentShift | uint64_t(thread) << kThreadShift |
              std::min(pc, kMaxPc));
}
inline Cell touched(Cell cell) { return cell & INT64_MAX; }
inline uint64_t segmentOf(Cell cell) {
  return uint64_t(touched(cell)) >> kSegmentShift;
}
inline uint32_t threadOf(Cell cell) {
  return uint32_t(cell >> kThreadShift) & kManyThreads;
}
inline uint32_t pcOf(Cell cell) { return uint32_t(cell) & kMaxPc; }

struct ShadowPage {
  static constexpr uint32_t kBytes = 4096;
  uint8_t shift = 2; ///< a cell stands for 1 << shift bytes
  std::unique_ptr<Cell[]> writes, reads;
  /// More readers, of works that are not ordered with the first. Rare.
  std::vector<std::unique_ptr<Cell[]>> others;
  uint32_t cells() const { return kBytes >> shift; }
  /// Makes cells narrow enough for the bytes [begin, end) of the page.
  void refine(uint64_t begin, uint64_t end);
};

class Shadow {
public:
  void resize(uint64_t bytes) {
    pages.resize((bytes + ShadowPage::kBytes - 1) / ShadowPage::kBytes);
  }
  /// Memory that counts as written from the start.
  void setInitialised() { initialised = true; }
  bool isInitialised() const { return initialised; }
  /// The page of a byte, made if need be.
  ShadowPage &page(uint64_t byte);

private:
  std::vector<std::unique_ptr<ShadowPage>> pages;
  bool initialised = false;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_SHADOW_H
