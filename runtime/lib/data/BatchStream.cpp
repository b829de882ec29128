//===- BatchStream.cpp - Batches that a loader writes to a pipe -----------===//
//
// Tests: BatchStreamTest, python/tests/test_streams.py.
//
//===----------------------------------------------------------------------===//
#include "BatchStream.h"
#include "../system/System.h"
#include "Formats.h"
#include "SafetensorsHeader.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <limits>
#include <new>
#include <unistd.h>

using namespace popt::rt;

/// The bytes that say how long a header is.
static constexpr uint64_t kLengthBytes = 8;

/// How long it is waited before it is asked again whether to.
static constexpr std::chrono::milliseconds kPause(20);

bool BatchStream::isStream(const std::string &path) {
  struct stat info;
  return path == "-" ||
         (sys::stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode));
}

std::string BatchStream::nameOf(int64_t which) const {
  return path + ": batch " + std::to_string(which);
}

std::unique_ptr<BatchStream> BatchStream::open(const std::string &path,
                                               int64_t first, int64_t end,
                                               std::string &out_error) {
  constexpr int kPipeBytes = 1 << 20; // fewer turns of loader and reader
  std::unique_ptr<BatchStream> stream(new BatchStream(path, first, end));
  // A pipe is there before its writer; poll() waits for that.
  stream->file =
      path == "-" ? sys::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                  : sys::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (stream->file < 0) {
    out_error = describeError("open", path, errno);
    return nullptr;
  }
  (void)sys::fcntl(stream->file, F_SETPIPE_SZ, kPipeBytes);
  if (!stream->readHeader(out_error))
    return nullptr;
  stream->headBytes = stream->next.bytes;
  return stream;
}

BatchStream::~BatchStream() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
  if (file >= 0)
    sys::close(file);
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// False without a message if the stream is over.
bool BatchStream::waitForBytes(std::string &error) {
  pollfd files = {file, POLLIN, 0};
  int ready = 0;
  while (ready == 0 || (ready < 0 && errno == EINTR)) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (isOver || hasEnded)
        return false;
    }
    ready = sys::poll(&files, 1, static_cast<int>(kPause.count()));
  }
  if (ready < 0)
    error = describeError("read", path, errno);
  return ready > 0;
}

bool BatchStream::read(void *data, uint64_t size, std::string &error) {
  auto *at = static_cast<uint8_t *>(data);
  for (uint64_t done = 0; done < size;) {
    if (!waitForBytes(error))
      return false;
    ssize_t count = sys::read(file, at + done, size - done);
    if (count > 0) {
      done += static_cast<uint64_t>(count);
      got += static_cast<uint64_t>(count);
    } else if (count == 0) {
      error = got == 0
                  ? path + ": the loader has ended before batch " +
                        std::to_string(number) + ", and the run has " +
                        std::to_string(end) + " steps"
                  : nameOf(number) + " ends at byte " + std::to_string(got) +
                        " of " + std::to_string(documentBytes) +
                        ": the loader has ended within it";
      return false;
    } else if (errno != EINTR && errno != EAGAIN) {
      error = describeError("read", path, errno);
      return false;
    }
  }
  return true;
}

bool BatchStream::readHeader(std::string &error) {
  auto fail = [&](const std::string &what) {
    error = nameOf(number) + " is no safetensors document: " + what;
    return false;
  };
  got = 0;
  documentBytes = kLengthBytes;
  std::vector<uint8_t> text(kLengthBytes);
  if (!read(text.data(), text.size(), error))
    return false;
  uint64_t length = littleEndian(text.data(), kLengthBytes);
  if (std::string wrong = lengthProblem(length); !wrong.empty())
    return fail(wrong);
  documentBytes += length;
  text.resize(length);
  if (!read(text.data(), length, error))
    return false;
  SafetensorsContent content;
  std::string wrong = parseSafetensors(
      text, 0, std::numeric_limits<uint64_t>::max(), 0, content);
  if (!wrong.empty())
    return fail(wrong);
  auto said = content.metadata.find("batch");
  saysNumber = said != content.metadata.end();
  if (saysNumber && said->second != std::to_string(number)) {
    error = path + ": the loader's batch " + said->second +
            " comes where the run takes batch " + std::to_string(number) +
            ": the loader must begin with that one";
    return false;
  }
  next = Batch();
  next.bytes = content.bytes;
  next.sources.path = nameOf(number);
  next.sources.paths = {next.sources.path};
  next.sources.tensors = std::move(content.tensors);
  documentBytes += next.bytes;
  return true;
}

/// Memory for the next batch, when there is room for it. False if the stream is over.
bool BatchStream::takeMemory() {
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return isOver || held.size() < kHeld; });
    if (isOver)
      return false;
    while (!spare.empty() && next.memory.bytes < next.bytes) {
      next.memory = std::move(spare.back());
      spare.pop_back();
    }
  }
  if (!next.memory.pages.data() || next.memory.bytes < next.bytes)
    next.memory = {Pages(next.bytes), next.bytes};
  return true;
}

bool BatchStream::readData(std::string &error) {
  if (!takeMemory())
    return false;
  uint8_t *data = next.memory.pages.data();
  // The memory is this class's; the pointer owns nothing.
  next.sources.files.push_back(
      {next.sources.path,
       next.bytes,
       {},
       std::shared_ptr<const uint8_t>(std::shared_ptr<void>(), data)});
  if (!read(data, next.bytes, error))
    return false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!hasEnded)
    held.push_back(std::move(next));
  ++number;
  return !hasEnded;
}

bool BatchStream::readBatches(std::string &error) {
  // The header of the first one has been read, and accepted.
  while (readData(error)) {
    changed.notify_all();
    if (number == end)
      return true;
    if (!readHeader(error) || !accept(nameOf(number), next.sources, error))
      return false;
  }
  return false;
}

void BatchStream::readAll() {
  std::string error;
  bool isDone = false;
  try {
    isDone = readBatches(error);
  } catch (const std::bad_alloc &) {
    error = nameOf(number) + ": out of memory";
  }
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!isDone && !hasEnded) {
      hasEnded = true;
      why = error;
    }
  }
  changed.notify_all();
}

//===----------------------------------------------------------------------===//
// What ranks take
//===----------------------------------------------------------------------===//

void BatchStream::start(int32_t ranks, Accept theAccept) {
  taken.assign(static_cast<size_t>(ranks), firstHeld);
  accept = std::move(theAccept);
  sys::beforeThread();
  thread = std::thread([this] { readAll(); });
}

bool BatchStream::waitFor(int32_t rank, int64_t wanted,
                          const std::function<bool()> &isToWait) {
  std::unique_lock<std::mutex> lock(mutex);
  taken[static_cast<size_t>(rank)] = wanted;
  int64_t least = *std::min_element(taken.begin(), taken.end());
  for (; !held.empty() && firstHeld < least; ++firstHeld) {
    spare.push_back(std::move(held.front().memory));
    held.pop_front();
    changed.notify_all();
  }
  while (!hasBatch(wanted) && !hasEnded) {
    hasEnded = !isToWait();
    if (!hasEnded)
      changed.wait_for(lock, kPause);
  }
  return hasBatch(wanted);
}

bool BatchStream::has(int64_t wanted) const {
  std::lock_guard<std::mutex> lock(mutex);
  return hasBatch(wanted);
}

const Sources &BatchStream::batch(int64_t wanted) const {
  std::lock_guard<std::mutex> lock(mutex);
  return held[static_cast<size_t>(wanted - firstHeld)].sources;
}

int64_t BatchStream::missing() const {
  std::lock_guard<std::mutex> lock(mutex);
  int64_t after = firstHeld + static_cast<int64_t>(held.size());
  return hasEnded && after < end ? after : -1;
}

std::string BatchStream::problem() const {
  std::lock_guard<std::mutex> lock(mutex);
  return why;
}
