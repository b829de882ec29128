//===- Tracker.cpp --------------------------------------------------------===//

#include "Tracker.h"
#include "../ptx/Ops.h"

namespace popt::fake {

Tracker::Tracker(History &history, const Clock &clock, uint32_t lane,
                 uint64_t number, const std::string &name, const Kernel *kernel)
    : history(history), clock(clock), kernel(kernel) {
  uint64_t floor = history.floor(clock);
  launchFirst = history.begin(lane, number, name);
  // The launch's first segment stands for "several blocks"; a copy is in it.
  blockFirst = launchFirst;
  bounds.floor = makeCell(std::min(floor, launchFirst), 0, 0);
  bounds.launch = bounds.block = makeCell(blockFirst, 0, 0);
  setSegment(launchFirst);
}

void Tracker::beginBlock(uint32_t block) {
  blockFirst = history.nextSegment();
  bounds.block = makeCell(blockFirst, 0, 0);
  setSegment(blockFirst);
  blocks.push_back({blockFirst, block});
}

bool Tracker::isBefore(uint64_t segment) const {
  for (const History::Answer &answer : answers)
    if (segment - answer.first < answer.end - answer.first)
      return answer.isBefore;
  History::Answer &oldest = answers[numAnswers++ % std::size(answers)];
  oldest = history.ask(segment, clock);
  return oldest.isBefore;
}

bool Tracker::conflicts(Cell cell, uint32_t thread, bool isAtomic) const {
  Cell other = touched(cell);
  if (other < current->floor)
    return false;
  uint64_t segment = segmentOf(other);
  if (segment >= launchFirst && isAtomic && kernel &&
      pcOf(other) < kernel->code.size() && kernel->code[pcOf(other)].isAtomic)
    return false;
  if (segment == now)
    return threadOf(other) != thread;
  if (segment >= blockFirst)
    return false;
  return segment >= launchFirst || !isBefore(segment);
}

void Tracker::keepReader(ShadowPage &page, uint32_t at, Cell reader) {
  // In the place of one that is before this work and so before the next write.
  for (std::unique_ptr<Cell[]> &others : page.others)
    if (others[at] < current->floor || isBefore(segmentOf(others[at]))) {
      others[at] = reader;
      return;
    }
  page.others.push_back(std::make_unique<Cell[]>(page.cells()));
  page.others.back()[at] = reader;
}

Cell Tracker::otherReader(const ShadowPage &page, uint32_t at, uint32_t thread,
                          bool isAtomic) const {
  for (const std::unique_ptr<Cell[]> &others : page.others)
    if (conflicts(others[at], thread, isAtomic))
      return others[at];
  return 0;
}

/// Remembers a reader, and that there are several.
void Tracker::noteRead(ShadowPage &page, uint32_t at, uint32_t thread,
                       Cell mine) {
  Cell &cell = page.reads[at];
  uint64_t segment = segmentOf(cell);
  if (cell >= current->floor) {
    if (segment == now && threadOf(cell) != thread) {
      cell = makeCell(now, kManyThreads, pcOf(mine));
      return;
    }
    if (segment >= launchFirst && segment < blockFirst) {
      cell = makeCell(launchFirst, kManyThreads, pcOf(cell));
      return;
    }
    if (segment < launchFirst && !isBefore(segment))
      keepReader(page, at, cell);
  }
  cell = mine;
}

bool Tracker::one(ShadowPage &page, uint32_t first, uint32_t last,
                  uint32_t thread, uint32_t pc, bool isWrite, bool isAtomic,
                  bool isInitialised, Finding &out_finding) {
  Cell mine = makeCell(now, thread, pc);
  for (uint32_t at = first; at < last; ++at) {
    Cell wrote = page.writes[at];
    auto race = [&](Cell other, bool otherWrote) {
      out_finding = {kFailedLaunch, thread, describe(other, otherWrote)};
      return false;
    };
    if (conflicts(wrote, thread, isAtomic))
      return race(wrote, true);
    if (!isWrite || isAtomic) {
      bool written = isInitialised ? wrote >= 0
                                   : wrote > 0 && !(isSharedAccess &&
                                                    wrote < current->block);
      if (!written) {
        out_finding = {kFailedLaunch, thread, ", which was never written"};
        return false;
      }
    }
    if (!isWrite) {
      noteRead(page, at, thread, mine);
      continue;
    }
    if (conflicts(page.reads[at], thread, isAtomic))
      return race(page.reads[at], false);
    if (Cell other = otherReader(page, at, thread, isAtomic))
      return race(other, false);
    page.writes[at] = mine;
  }
  return true;
}

bool Tracker::dense(ShadowPage &page, uint32_t first, uint32_t last,
                    uint32_t thread, uint32_t shift, const Access &access,
                    bool isInitialised, Finding &out_finding) {
  Cell *writes = page.writes.get() + first, *reads = page.reads.get() + first;
  uint32_t count = last - first;
  const Bounds b = *current;
  const Cell base = makeCell(now, thread, access.pc);
  uint32_t strange = 0;
  if (access.isWrite) {
    POPT_FAKE_LOOP
    for (uint32_t k = 0; k < count; ++k) {
      Cell mine = base + (Cell(k >> shift) << kThreadShift);
      strange |= uint32_t(!isPlain(writes[k], mine, b)) |
                 uint32_t(!isPlain(reads[k], mine, b));
    }
  } else {
    // A read before is a race with none; only readers of works that are not
    // ordered with this one need a second place.
    const Cell least = isInitialised ? 0 : isSharedAccess ? b.block : 1;
    POPT_FAKE_LOOP
    for (uint32_t k = 0; k < count; ++k) {
      Cell mine = base + (Cell(k >> shift) << kThreadShift);
      strange |=
          uint32_t(!isPlain(writes[k], mine, b)) | uint32_t(writes[k] < least) |
          (uint32_t(reads[k] >= b.floor) & uint32_t(reads[k] < b.launch));
    }
  }
  if (access.isAtomic || strange || (access.isWrite && !page.others.empty())) {
    uint32_t perThread = 1u << shift;
    for (uint32_t at = first; at < last; at += perThread, ++thread)
      if (!one(page, at, at + perThread, thread, access.pc, access.isWrite,
               access.isAtomic, isInitialised, out_finding))
        return false;
    return true;
  }
  if (access.isWrite) {
    POPT_FAKE_LOOP
    for (uint32_t k = 0; k < count; ++k)
      writes[k] = base + (Cell(k >> shift) << kThreadShift);
    return true;
  }
  // As noteRead() does it.
  const Cell threads = makeCell(now, kManyThreads, access.pc);
  const Cell blocks = makeCell(launchFirst, kManyThreads, access.pc);
  POPT_FAKE_LOOP
  for (uint32_t k = 0; k < count; ++k) {
    Cell mine = base + (Cell(k >> shift) << kThreadShift), read = reads[k];
    reads[k] = nextRead(read, mine, b, threads, blocks);
  }
  return true;
}

bool Tracker::run(Shadow &shadow, uint64_t offset, uint32_t thread,
                  uint32_t count, const Access &access, Finding &out_finding) {
  constexpr uint64_t pageBytes = ShadowPage::kBytes;
  bool isInitialised = shadow.isInitialised();
  uint64_t end = offset + uint64_t(count) * access.bytes;
  while (offset < end) {
    ShadowPage &page = shadow.page(offset);
    uint64_t in = offset % pageBytes;
    uint64_t out = std::min(in + (end - offset), pageBytes);
    page.refine(in | access.bytes, out);
    uint32_t first = uint32_t(in >> page.shift),
             last = uint32_t(out >> page.shift);
    uint32_t perThread = access.bytes >> page.shift;
    // An access is aligned, so no thread's lies in two pages.
    if (!dense(page, first, last, thread, uint32_t(__builtin_ctz(perThread)),
               access, isInitialised, out_finding))
      return false;
    thread += uint32_t((out - in) / access.bytes);
    offset += out - in;
  }
  return true;
}

inline bool Tracker::quick(ShadowPage &page, uint32_t first, uint32_t last,
                           Cell mine, Cell least, bool isWrite) const {
  const Bounds &b = *current;
  for (uint32_t at = first; at < last; ++at) {
    Cell wrote = page.writes[at], &read = page.reads[at];
    if (!isPlain(wrote, mine, b) || wrote < least)
      return false;
    if (isWrite) {
      if (!isPlain(read, mine, b))
        return false;
      page.writes[at] = mine;
      continue;
    }
    if (read >= b.floor && read < b.launch)
      return false;
    read = nextRead(read, mine, b, makeCell(now, kManyThreads, pcOf(mine)),
                    makeCell(launchFirst, kManyThreads, pcOf(mine)));
  }
  return true;
}

bool Tracker::access(Shadow &shadow, uint64_t base, const Access &access,
                     bool isShared, Finding &out_finding) {
  isSharedAccess = isShared;
  sharedBounds = {bounds.block, bounds.block, bounds.block, bounds.now};
  current = isShared ? &sharedBounds : &bounds;
  const Active &active = access.active;
  const uint64_t *addresses = access.addresses;
  if (access.isDense)
    return run(shadow, access.low - base, active.begin, active.size(), access,
               out_finding);
  const Cell least = access.isWrite || shadow.isInitialised() ? 0
                     : isShared                               ? current->block
                                                              : 1;
  const Cell base0 = makeCell(now, 0, access.pc);
  const bool mayBeQuick = !access.isAtomic;
  ShadowPage *page = nullptr;
  uint64_t pageNumber = ~uint64_t(0);
  // Threads side by side together; of readers of one place two are enough.
  for (uint32_t at = active.begin; at < active.end;) {
    uint32_t t = active.thread(at), count = 1;
    uint64_t address = addresses[t];
    auto isNext = [&](uint64_t step) {
      if (at + count == active.end || active.thread(at + count) != t + count)
        return false;
      return addresses[t + count] == address + count * step;
    };
    auto alone = [&](uint32_t thread) {
      uint64_t offset = address - base;
      if (offset / ShadowPage::kBytes != pageNumber) {
        pageNumber = offset / ShadowPage::kBytes;
        page = &shadow.page(offset);
      }
      uint32_t in = uint32_t(offset % ShadowPage::kBytes);
      uint32_t last = in + access.bytes, shift = page->shift;
      bool fits = !((in | last) & ((1u << shift) - 1));
      if (mayBeQuick && fits && !(access.isWrite && !page->others.empty()) &&
          quick(*page, in >> shift, last >> shift,
                base0 + (Cell(thread) << kThreadShift), least, access.isWrite))
        return true;
      return run(shadow, offset, thread, 1, access, out_finding);
    };
    if (isNext(access.bytes)) {
      while (isNext(access.bytes))
        ++count;
      if (!run(shadow, address - base, t, count, access, out_finding))
        return false;
    } else {
      if (!alone(t))
        return false;
      if (!access.isWrite) {
        while (isNext(0))
          ++count;
        if (count > 1 && !alone(t + count - 1))
          return false;
      }
    }
    at += count;
  }
  return true;
}

bool Tracker::range(Shadow &shadow, uint64_t offset, uint64_t bytes,
                    bool isWrite, bool &out_unwritten, std::string &out_what) {
  constexpr uint64_t pageBytes = ShadowPage::kBytes;
  Cell mine = makeCell(now, 0, kMaxPc);
  Finding finding;
  out_unwritten = false;
  for (uint64_t begin = offset, end = offset + bytes; begin < end;) {
    ShadowPage &page = shadow.page(begin);
    uint64_t in = begin % pageBytes,
             out = std::min(in + (end - begin), pageBytes);
    page.refine(in, out);
    for (uint64_t at = in >> page.shift; at < out >> page.shift; ++at) {
      Cell wrote = page.writes[at];
      for (auto [other, otherWrote] :
           {std::pair(wrote, true),
            std::pair(isWrite ? page.reads[at] : 0, false),
            std::pair(isWrite ? otherReader(page, uint32_t(at), 0, false) : 0,
                      false)})
        if (conflicts(other, 0, false)) {
          out_what = describe(other, otherWrote);
          return false;
        }
      if (isWrite) {
        page.writes[at] = mine;
      } else {
        out_unwritten |= wrote < 0 || (!wrote && !shadow.isInitialised());
        noteRead(page, uint32_t(at), 0, mine);
      }
    }
    begin += out - in;
  }
  return true;
}

void Tracker::copyUnwritten(Shadow &from, uint64_t fromOffset, Shadow &to,
                            uint64_t toOffset, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; ++i) {
    uint64_t source = fromOffset + i, place = toOffset + i;
    ShadowPage &page = from.page(source);
    Cell wrote = page.writes[source % ShadowPage::kBytes >> page.shift];
    if (wrote > 0 || (!wrote && from.isInitialised()))
      continue;
    ShadowPage &target = to.page(place);
    uint64_t in = place % ShadowPage::kBytes;
    target.refine(in, in + 1);
    target.writes[in >> target.shift] |= kUnwritten;
  }
}

std::string Tracker::describe(Cell other, bool otherWrote) const {
  uint64_t segment = segmentOf(other);
  std::string verb = otherWrote ? " wrote" : " read";
  auto line = [&](const Kernel &k) {
    return pcOf(other) < k.code.size()
               ? " (PTX line " + std::to_string(k.code[pcOf(other)].line) + ")"
               : std::string();
  };
  if (segment < launchFirst) {
    const History::Record *record = history.find(segment);
    return ", which " + (record ? record->name : "other work") + verb +
           ": nothing orders the two";
  }
  if (segment == now) {
    std::string who = threadOf(other) == kManyThreads
                          ? "other threads"
                          : "thread " + std::to_string(threadOf(other));
    return ", which " + who + " of the block" + verb + line(*kernel) +
           " with no barrier between";
  }
  std::string who = "other blocks";
  auto after = std::upper_bound(
      blocks.begin(), blocks.end(), segment,
      [](uint64_t s, const auto &block) { return s < block.first; });
  if (segment != launchFirst && after != blocks.begin())
    who = "block " + std::to_string(std::prev(after)->second);
  return ", which " + who + verb + line(*kernel) + " in the same launch";
}

} // namespace popt::fake
