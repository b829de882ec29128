//===- Heap.cpp - A rank's memory in the segment --------------------------===//
//
// Tested by test/conformance (GroupsTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "../system/System.h"

#include <algorithm>
#include <sys/mman.h>

using namespace popt::rt;

static constexpr uint64_t pageBytes = 4096;

Heap::~Heap() {
  if (!base)
    for (auto &[start, size] : used)
      munmap(start, size);
}

void *Heap::allocate(size_t size) {
  if (size > SIZE_MAX / 2)
    return nullptr;
  uint64_t rounded = std::max<uint64_t>(
      (size + pageBytes - 1) / pageBytes * pageBytes, pageBytes);
  std::lock_guard<std::mutex> guard(mutex);
  if (!base) {
    void *memory = sys::mmap(nullptr, rounded, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return nullptr;
    sys::adviseLargePages(memory, rounded);
    used[static_cast<char *>(memory)] = rounded;
    return memory;
  }
  char *start = base;
  for (auto &[address, length] : used) {
    if (static_cast<uint64_t>(address - start) >= rounded)
      break;
    start = address + length;
  }
  if (rounded > bytes || static_cast<uint64_t>(start - base) > bytes - rounded)
    return nullptr;
  used[start] = rounded;
  return start;
}

void Heap::free(void *memory) {
  std::lock_guard<std::mutex> guard(mutex);
  auto found = used.find(static_cast<char *>(memory));
  if (found == used.end())
    return;
  if (!base)
    munmap(found->first, found->second);
  else // Give the pages back; they read as zeros again.
    madvise(found->first, found->second, MADV_REMOVE);
  used.erase(found);
}

void *Staging::reserve(size_t size) {
  if (size <= capacity && memory)
    return memory;
  heap.free(memory);
  memory = heap.allocate(std::max(size, capacity * 2));
  capacity = memory ? std::max(size, capacity * 2) : 0;
  return memory;
}
