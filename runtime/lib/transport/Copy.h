//===- Copy.h - Copies that may bypass the caches ---------------*- C++ -*-===//
//
// Results that do not fit the last-level cache are written with non-temporal
// stores: the line is not read first and pushes nothing out. That is up to
// three times faster there and 2.5 times slower when the data would have fit,
// so the caller decides by size (see Transport.md in docs/Rationale). After the
// last non-temporal store of a block, call `finishStores` before signalling
// other ranks.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_COPY_H
#define POPT_RT_LIB_TRANSPORT_COPY_H

#include <cstdint>

namespace popt::rt {

void copyBytes(void *target, const void *source, int64_t bytes, bool stream);

/// Copies `bytes` at `source` to `offset` in each of the buffers. A target may
/// be the source itself.
void storeToAll(void *const *buffers, int32_t count, int64_t offset,
                const void *source, int64_t bytes, bool stream);

/// Fills `count` elements of `size` bytes with the element, zeros where null.
void fillElements(void *target, const void *element, int64_t size,
                  int64_t count);

void finishStores(bool stream);

/// Bytes of the last-level cache of this machine, 32 MiB where unknown.
int64_t lastLevelCacheBytes();

} // namespace popt::rt

#endif
