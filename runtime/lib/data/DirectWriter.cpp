//===- DirectWriter.cpp - Appends to a file past the page cache -----------===//
//
// Tests: DirectWriterTest.
//
//===----------------------------------------------------------------------===//
#include "DirectWriter.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <utility>

using namespace popt::rt;

/// As large as disks like it, and aligned as they demand it in memory and file.
static constexpr size_t kBlock = 4 << 20, kAlignment = 4096;

bool DirectWriter::setDirect(bool direct) {
  int flags = sys::fcntl(file, F_GETFL, 0);
  int changed = direct ? flags | O_DIRECT : flags & ~O_DIRECT;
  if (flags < 0 || sys::fcntl(file, F_SETFL, changed) < 0)
    return false;
  isDirect = direct;
  return true;
}

int DirectWriter::append(const void *data, size_t size) {
  if (!block)
    block.reset(static_cast<char *>(std::aligned_alloc(kAlignment, kBlock)));
  if (!block)
    return ENOMEM;
  auto *at = static_cast<const char *>(data);
  while (size > 0) {
    size_t part = std::min(size, kBlock - filled);
    std::memcpy(block.get() + filled, at, part);
    filled += part;
    at += part;
    size -= part;
    if (filled < kBlock)
      break;
    if (!isDirect && !isRefused)
      isRefused = !setDirect(true);
    if (int error = writeBlock())
      return error;
  }
  return 0;
}

int DirectWriter::flush() {
  // Its end need not be aligned.
  if (isDirect && !setDirect(false))
    return errno;
  return writeBlock();
}

int DirectWriter::writeBlock() {
  size_t size = std::exchange(filled, 0), done = 0;
  while (done < size) {
    ssize_t put = sys::write(file, block.get() + done, size - done);
    if (put < 0 && errno == EINVAL && isDirect)
      isRefused = true;
    if (put < 0 && errno != EINTR &&
        !(isDirect && isRefused && setDirect(false)))
      return errno;
    done += static_cast<size_t>(std::max<ssize_t>(put, 0));
  }
  return 0;
}
