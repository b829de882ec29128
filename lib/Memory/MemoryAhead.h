//===- MemoryAhead.h - What is alive if operations go ahead -----*- C++ -*-===//
//
// A list schedule that considers only what is alive now can get stuck: what it
// has begun early is still alive where the order that it came from holds most.
// So all of the rest of that order is considered. Example, bytes alive during
// each operation; g gathers 40 bytes for its reader, r:
//
//   order         a   b   c   g   r
//   alive        20  90  10  50  50          limit 100
//   g before b      130                      does not fit
//   g before c   20  90  50  50  50          fits
//
// A scheduler that takes only operations that fit, or the next one of the
// order, never has more alive than the limit, or than the order has.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_MEMORY_MEMORYAHEAD_H
#define POPT_LIB_MEMORY_MEMORYAHEAD_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace popt {

/// What the operations of a block, which have numbers, do with memory.
struct TouchedMemory {
  /// A piece of memory: alive from the first operation that touches it to the last.
  struct Piece {
    int64_t bytes = 0;
    bool outlives = false; ///< the block
  };
  std::vector<Piece> pieces;
  std::vector<llvm::SmallVector<int, 4>> touched; ///< pieces, by operation
  /// By operation: the most that is alive while it runs in the order that is
  /// given, of these pieces and besides.
  std::vector<int64_t> alive;
};

class MemoryAhead {
public:
  MemoryAhead(TouchedMemory memory, const std::vector<int> &order);

  /// The most bytes that are alive during the operation, if it is next, and during
  /// those that it overtakes; or more.
  int64_t mostIfNext(int op) const;
  /// The operation is next.
  void take(int op);

private:
  int64_t bytesBegun(int op) const;
  int64_t growthBy(int op) const;
  int64_t mostBefore(size_t end) const;
  void add(size_t begin, size_t end, int64_t bytes);

  /// What is left of a piece's touches.
  struct Touches {
    std::vector<int> ops; ///< in order; of them [first, last] are left
    size_t first = 0, end = 0;
    size_t left = 0; ///< with one for the end of the block, if it outlives that
    bool hasBegun = false;
  };

  TouchedMemory memory;
  std::vector<size_t> places;  ///< by operation
  std::vector<int64_t> beside; ///< by operation: bytes alive besides the pieces
  std::vector<bool> isTaken;
  std::vector<Touches> touches; ///< by piece
  int64_t alive = 0;            ///< of pieces, now
  // A tree of maxima over places: the most of a node's children, and what was
  // added to all of them.
  size_t width = 1;
  std::vector<int64_t> most, added;
};

} // namespace popt

#endif // POPT_LIB_MEMORY_MEMORYAHEAD_H
