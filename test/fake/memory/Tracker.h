//===- Tracker.h - Races and unwritten reads of one work ------------------===//
//
// Follows a launch, a copy or a fill through the shadow. Two touches of a word,
// one of them a write, are a race if they are
//
//   - by different threads of a block in one segment,
//   - by different blocks of a launch, unless both are atomic,
//   - by two works neither of which happens before the other.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_MEMORY_TRACKER_H
#define POPT_RT_FAKE_MEMORY_TRACKER_H

#include "../ptx/Block.h"
#include "Order.h"
#include "Shadow.h"

namespace popt::fake {

class Tracker {
public:
  /// `kernel` is null for a copy or a fill.
  Tracker(History &history, const Clock &clock, uint32_t lane, uint64_t number,
          const std::string &name, const Kernel *kernel);

  void beginBlock(uint32_t block);
  void passBarrier() { setSegment(history.nextSegment()); }

  /// An access to memory that begins at `base`. False with a finding. `isShared`:
  /// what other blocks left there does not count.
  bool access(Shadow &shadow, uint64_t base, const Access &access,
              bool isShared, Finding &out_finding);

  /// Bytes that a copy or a fill touches. Reading counts in `out_unwritten`
  /// whether there are bytes never written.
  bool range(Shadow &shadow, uint64_t offset, uint64_t bytes, bool isWrite,
             bool &out_unwritten, std::string &out_what);
  /// After a copy: what was unwritten is unwritten in the copy.
  void copyUnwritten(Shadow &from, uint64_t fromOffset, Shadow &to,
                     uint64_t toOffset, uint64_t bytes);

private:
  /// The first cells of what is certainly before, of the launch, of the block
  /// and of the segment.
  struct Bounds {
    Cell floor, launch, block, now;
  };
  void setSegment(uint64_t segment) {
    now = segment;
    bounds.now = makeCell(segment, 0, 0);
  }
  /// The touch needs no closer look: it is ordered, or the thread's own.
  static bool isPlain(Cell cell, Cell mine, const Bounds &b) {
    bool isOld = (cell >= 0) & (cell < b.floor);
    bool isEarlier = (cell >= b.block) & (cell < b.now);
    return isOld | isEarlier | ((cell ^ mine) >> kThreadShift == 0);
  }
  bool conflicts(Cell cell, uint32_t thread, bool isAtomic) const;
  /// The work of an earlier segment happens before this one.
  bool isBefore(uint64_t segment) const;
  /// One thread, cells [first, last) of a page.
  bool one(ShadowPage &page, uint32_t first, uint32_t last, uint32_t thread,
           uint32_t pc, bool isWrite, bool isAtomic, bool isInitialised,
           Finding &out_finding);
  /// Threads side by side: `count` from `thread` on, the first at `offset`.
  bool run(Shadow &shadow, uint64_t offset, uint32_t thread, uint32_t count,
           const Access &access, Finding &out_finding);
  /// One thread whose access needs no closer look; false if it does.
  bool quick(ShadowPage &page, uint32_t first, uint32_t last, Cell mine,
             Cell least, bool isWrite) const;
  /// What a cell of reads becomes, if no other work's read is lost by it.
  static Cell nextRead(Cell read, Cell mine, const Bounds &b, Cell threads,
                       Cell blocks) {
    bool isOther = (read >= b.now) & ((read ^ mine) >> kThreadShift != 0);
    Cell next = isOther ? threads : mine;
    bool isOtherBlock = (read >= b.launch) & (read < b.block);
    return isOtherBlock ? blocks : next;
  }
  /// Threads side by side within a page: cells [first, last), 1 << `shift` of
  /// each thread.
  bool dense(ShadowPage &page, uint32_t first, uint32_t last, uint32_t thread,
             uint32_t shift, const Access &access, bool isInitialised,
             Finding &out_finding);
  void noteRead(ShadowPage &page, uint32_t at, uint32_t thread, Cell mine);
  /// A reader that is not ordered with this work, of which there are several.
  void keepReader(ShadowPage &page, uint32_t at, Cell reader);
  /// One of those that a write by the thread conflicts with, or 0.
  Cell otherReader(const ShadowPage &page, uint32_t at, uint32_t thread,
                   bool isAtomic) const;
  std::string describe(Cell other, bool otherWrote) const;

  History &history;
  const Clock &clock;
  const Kernel *kernel;
  uint64_t launchFirst, blockFirst, now = 0;
  /// The last answers of the history, of which neighbours mostly need the same.
  mutable History::Answer answers[4];
  mutable uint32_t numAnswers = 0;
  Bounds bounds, sharedBounds;
  const Bounds *current = &bounds;
  bool isSharedAccess = false;
  /// First segments of the blocks that have run, and which they were.
  std::vector<std::pair<uint64_t, uint32_t>> blocks;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_TRACKER_H
