//===- BatchStream.h - Batches that a loader writes to a pipe ---*- C++ -*-===//
//
// A stream is one safetensors document after another, each a batch. A thread reads
// the next batch while ranks of this process take the one before:
//
//   pipe    | 7: header, data | 8: header, data | 9: hea...
//   memory                      7 (taken by rank 0, 1)   8 (being read)
//
// Batches have the numbers of the steps that take them. Where a document's metadata
// say which number it is ("batch": "7"), that must be its own: a loader that begins
// at another place than the run would train something else without a word.
//
// A stream may end before the run: then all ranks stop before the same step, which
// is the number of the first batch that is not there.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_BATCHSTREAM_H
#define POPT_RT_LIB_DATA_BATCHSTREAM_H

#include "Source.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace popt::rt {

class BatchStream {
public:
  /// Whether a path is that of a stream: "-", or a pipe.
  static bool isStream(const std::string &path);

  /// Batches number `first` to `end` - 1. Waits for the header of the first one.
  /// Null and a message if there is none.
  static std::unique_ptr<BatchStream> open(const std::string &path,
                                           int64_t first, int64_t end,
                                           std::string &out_error);
  ~BatchStream();
  BatchStream(const BatchStream &) = delete;
  BatchStream &operator=(const BatchStream &) = delete;

  /// What messages call a batch: "-: batch 7".
  std::string nameOf(int64_t number) const;
  /// The tensors of the first batch, before start(); there are no data yet.
  const Sources &head() const { return next.sources; }
  /// Whether it says its number.
  bool isNumbered() const { return saysNumber; }
  /// Bytes that are held at most, if all batches are as the first.
  uint64_t heldBytes() const { return kHeld * headBytes; }

  /// Whether a batch, whose header has been read, is as the first one was.
  using Accept = std::function<bool(const std::string &name,
                                    const Sources &batch, std::string &error)>;
  /// Reads from now on, for this many ranks.
  void start(int32_t ranks, Accept accept);

  /// Waits until a batch is there, while `isToWait`; by then the rank has done with
  /// those before. False if it does not come: for all ranks alike.
  [[nodiscard]] bool waitFor(int32_t rank, int64_t number,
                             const std::function<bool()> &isToWait);
  /// Whether it is there now.
  bool has(int64_t number) const;
  /// A batch that waitFor() has found, until the rank waits for another one.
  const Sources &batch(int64_t number) const;

  /// The number of the batch that did not come; -1: all came.
  int64_t missing() const;
  /// Why it did not come; empty if it was not waited for any more.
  std::string problem() const;

private:
  /// One is taken while the next is read.
  static constexpr size_t kHeld = 2;

  struct Memory {
    Pages pages;
    uint64_t bytes = 0;
  };
  struct Batch {
    Sources sources;
    uint64_t bytes = 0; ///< of its data
    Memory memory;
  };

  BatchStream(std::string path, int64_t first, int64_t end)
      : path(std::move(path)), end(end), number(first), firstHeld(first) {}
  void readAll();
  bool readBatches(std::string &error);
  bool readHeader(std::string &error);
  bool readData(std::string &error);
  bool read(void *data, uint64_t size, std::string &error);
  bool waitForBytes(std::string &error);
  bool takeMemory();
  bool hasBatch(int64_t wanted) const {
    return wanted >= firstHeld &&
           wanted < firstHeld + static_cast<int64_t>(held.size());
  }

  const std::string path;
  const int64_t end;
  int file = -1;
  uint64_t headBytes = 0;  ///< of the first batch
  bool saysNumber = false; ///< the last one
  Accept accept;

  // Of the thread that reads.
  Batch next;
  int64_t number;                      ///< its own
  uint64_t documentBytes = 0, got = 0; ///< as far as is known; so far

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Batch> held; ///< from batch number `firstHeld` on
  int64_t firstHeld;
  std::vector<Memory> spare;
  std::vector<int64_t> taken; ///< by rank: the batch that it waited for last
  bool hasEnded = false, isOver = false;
  std::string why; ///< it has ended
  std::thread thread;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_BATCHSTREAM_H
