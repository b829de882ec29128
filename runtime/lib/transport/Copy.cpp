//===- Copy.cpp - Copies that may bypass the caches -----------------------===//
//
// Tested by test/conformance (ReduceTest.cpp, and every collective with a
// cache size of one byte).
//
//===----------------------------------------------------------------------===//

#include "Copy.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace popt::rt {

#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__)
static void streamBytes(char *target, const char *source, int64_t bytes) {
  int64_t head = -reinterpret_cast<uintptr_t>(target) & 63;
  if (bytes < 256 + head) {
    memcpy(target, source, bytes);
    return;
  }
  memcpy(target, source, head);
  int64_t i = head;
  for (; i + 64 <= bytes; i += 64) {
    auto *from = reinterpret_cast<const __m128i *>(source + i);
    auto *to = reinterpret_cast<__m128i *>(target + i);
    __m128i a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1),
            c = _mm_loadu_si128(from + 2), d = _mm_loadu_si128(from + 3);
    _mm_stream_si128(to, a);
    _mm_stream_si128(to + 1, b);
    _mm_stream_si128(to + 2, c);
    _mm_stream_si128(to + 3, d);
  }
  memcpy(target + i, source + i, bytes - i);
}

void finishStores(bool stream) {
  if (stream)
    _mm_sfence();
}
#else
// Other processors; and ThreadSanitizer does not see non-temporal stores.
static void streamBytes(char *target, const char *source, int64_t bytes) {
  memcpy(target, source, bytes);
}

void finishStores(bool stream) {}
#endif

void copyBytes(void *target, const void *source, int64_t bytes, bool stream) {
  if (target == source || bytes == 0)
    return;
  if (stream)
    streamBytes(static_cast<char *>(target), static_cast<const char *>(source),
                bytes);
  else
    memcpy(target, source, bytes);
}

void storeToAll(void *const *buffers, int32_t count, int64_t offset,
                const void *source, int64_t bytes, bool stream) {
  for (int32_t i = 0; i < count; ++i)
    copyBytes(static_cast<char *>(buffers[i]) + offset, source, bytes, stream);
}

void fillElements(void *target, const void *element, int64_t size,
                  int64_t count) {
  if (count == 0)
    return;
  if (!element) {
    memset(target, 0, size * count);
    return;
  }
  // Doubles the part that is filled.
  auto *to = static_cast<char *>(target);
  memcpy(to, element, size);
  int64_t filled = size, bytes = size * count;
  while (filled < bytes) {
    int64_t next = std::min(filled, bytes - filled);
    memcpy(to + filled, to, next);
    filled += next;
  }
}

/// The kernel's list of caches; sysconf() answers 0 on some virtual machines.
static int64_t cacheBytesFromSysfs() {
  int64_t largest = 0;
  for (int index = 0; index < 8; ++index) {
    char path[96];
    snprintf(path, sizeof path,
             "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
    FILE *file = fopen(path, "r");
    if (!file)
      break;
    long long size = 0;
    char unit = 0;
    int read = fscanf(file, "%lld%c", &size, &unit);
    fclose(file);
    if (read >= 1)
      largest = std::max<int64_t>(largest, size << (unit == 'K'   ? 10
                                                    : unit == 'M' ? 20
                                                                  : 0));
  }
  return largest;
}

int64_t lastLevelCacheBytes() {
  int64_t bytes = cacheBytesFromSysfs();
#ifdef _SC_LEVEL3_CACHE_SIZE
  if (bytes <= 0)
    bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
  return bytes > 0 ? bytes : int64_t(32) << 20;
}

} // namespace popt::rt
