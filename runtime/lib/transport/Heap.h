//===- Heap.h - A rank's memory in the segment ------------------*- C++ -*-===//
//
// First-fit allocation in a rank's part of a shared segment, or page mappings
// where the segment is private to the process. The book-keeping is the rank's
// own: peers only see addresses. Used at start and by staging, never in a step.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_HEAP_H
#define POPT_RT_LIB_TRANSPORT_HEAP_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace popt::rt {

/// Allocates from one rank's part of the segment, or from the system.
class Heap {
public:
  /// `base` null: map pages.
  Heap(char *base, uint64_t bytes) : base(base), bytes(bytes) {}
  Heap(const Heap &) = delete;
  Heap &operator=(const Heap &) = delete;
  ~Heap();

  /// Zeroed, aligned to 4096 bytes; null if there is no room.
  void *allocate(size_t size);
  void free(void *memory);

private:
  std::mutex mutex;
  char *base;
  uint64_t bytes;
  std::map<char *, uint64_t> used; // start -> size, in address order
};

/// A buffer that only grows.
class Staging {
public:
  explicit Staging(Heap &heap) : heap(heap) {}
  ~Staging() { heap.free(memory); }

  /// At least `size` bytes, or null.
  void *reserve(size_t size);

private:
  Heap &heap;
  void *memory = nullptr;
  size_t capacity = 0;
};

} // namespace popt::rt

#endif
