//===- Halo.cpp - Messages along a dimension ------------------------------===//
//
// Messages from blocks and windows, and rounds from messages. Halo.h has the
// idea; HaloBuild.cpp emits what is planned here. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Halo.h"

using namespace mlir;

namespace popt {

/// Beyond so many messages per coordinate rounds are not tried.
static constexpr int64_t kMostNeighbours = 64;

std::vector<DimBlock> blocksOf(const Mesh &mesh, const DimLayout &dim,
                               int64_t extent) {
  std::vector<DimBlock> blocks;
  for (int64_t rank : mesh.group(dim.axes, 0))
    blocks.push_back(blockAt(mesh, dim, extent, mesh.coordinates(rank)));
  return blocks;
}

std::vector<std::vector<Window>> windowsOf(ArrayRef<DimBlock> blocks) {
  std::vector<std::vector<Window>> windows;
  for (const DimBlock &block : blocks)
    windows.push_back({{block.begin, block.begin, block.end()}});
  return windows;
}

//===----------------------------------------------------------------------===//
// Transfer
//===----------------------------------------------------------------------===//

/// The smallest range that holds both; empty ranges count for nothing.
static DimBlock hull(const DimBlock &a, const DimBlock &b) {
  if (!a.extent || !b.extent)
    return a.extent ? a : b;
  int64_t begin = std::min(a.begin, b.begin);
  return {begin, std::max(a.end(), b.end()) - begin};
}

void Transfer::addWindow(ArrayRef<DimBlock> blocks, int64_t to,
                         const Window &window) {
  int64_t end = std::min(window.end, window.base + windowExtent);
  int64_t begin = std::min(std::max(window.begin, window.base), end);
  read[to] = hull(read[to], {begin - window.base, end - begin});
  // Blocks are ordered: those before the window end first.
  auto first = llvm::partition_point(
      blocks, [&](const DimBlock &block) { return block.end() <= begin; });
  for (const DimBlock &block : llvm::make_range(first, blocks.end())) {
    if (block.begin >= end)
      break;
    int64_t low = std::max(begin, block.begin);
    int64_t high = std::min(end, block.end());
    if (low >= high)
      continue;
    messages.push_back({&block - blocks.begin(), to,
                        sourceExtent + low - block.begin, low - window.base,
                        high - low});
    data[to] = hull(data[to], {low - window.base, high - low});
  }
}

void Transfer::add(ArrayRef<DimBlock> blocks, int64_t localExtent,
                   ArrayRef<std::vector<Window>> windows) {
  for (auto [to, parts] : llvm::enumerate(windows))
    for (const Window &part : parts)
      addWindow(blocks, static_cast<int64_t>(to), part);
  sourceExtent += localExtent;
}

void Transfer::readAll() {
  for (DimBlock &range : read)
    range = {0, windowExtent};
}

/// Puts a message into the first round where its sender and receiver are free.
static void place(std::vector<Round> &rounds, size_t firstRound,
                  const Message &message, int64_t coordinates, bool isLocal) {
  auto isFree = [&](const Round &round) {
    return !round.bySender[message.from] && !round.byReceiver[message.to];
  };
  auto found = std::find_if(rounds.begin() + firstRound, rounds.end(), isFree);
  if (found == rounds.end()) {
    Round round;
    round.isLocal = isLocal;
    round.bySender.resize(coordinates);
    round.byReceiver.resize(coordinates);
    rounds.push_back(std::move(round));
    found = std::prev(rounds.end());
  }
  found->bySender[message.from] = message;
  found->byReceiver[message.to] = message;
  found->extent = std::max(found->extent, message.length);
}

void Transfer::addLocalRounds(std::vector<Message> local) {
  llvm::sort(local, [](const Message &a, const Message &b) {
    return std::tie(a.to, a.place) < std::tie(b.to, b.place);
  });
  // Elements that are adjacent in the source and in the window are one message.
  std::vector<Message> joined;
  for (const Message &message : local) {
    if (!joined.empty() && joined.back().to == message.to &&
        joined.back().place + joined.back().length == message.place &&
        joined.back().at + joined.back().length == message.at)
      joined.back().length += message.length;
    else
      joined.push_back(message);
  }
  for (const Message &message : joined)
    place(rounds, 0, message, coordinates(), /*isLocal=*/true);
}

/// The most elements that one coordinate gets from others.
int64_t Transfer::mostReceived() const {
  std::vector<int64_t> received(read.size());
  for (const Message &message : messages)
    if (message.from != message.to)
      received[message.to] += message.length;
  return received.empty() ? 0 : *llvm::max_element(received);
}

void Transfer::schedule() {
  std::vector<Message> moved, local;
  for (const Message &message : messages)
    (message.from == message.to ? local : moved).push_back(message);
  addLocalRounds(local);
  size_t first = rounds.size();
  int64_t gathered = (coordinates() - 1) * sourceExtent, sent = 0;
  if (mostReceived() < gathered + (coordinates() == 2) &&
      static_cast<int64_t>(moved.size()) <= kMostNeighbours * coordinates()) {
    auto distance = [&](const Message &message) {
      return (message.to - message.from + coordinates()) % coordinates();
    };
    llvm::sort(moved, [&](const Message &a, const Message &b) {
      return std::make_tuple(-a.length, distance(a), a.from, a.at) <
             std::make_tuple(-b.length, distance(b), b.from, b.at);
    });
    for (const Message &message : moved)
      place(rounds, first, message, coordinates(), /*isLocal=*/false);
    for (const Round &round : ArrayRef(rounds).drop_front(first))
      sent += round.extent;
    isGathered =
        sent > gathered || (sent == gathered && rounds.size() > first + 1);
  } else {
    isGathered = true;
  }
  if (!isGathered)
    return;
  // Everything is local then, the sources one after the other.
  for (Message &message : messages) {
    message.at += message.from * sourceExtent;
    message.from = message.to;
  }
  rounds.clear();
  addLocalRounds(messages);
}

void addMoves(ArrayRef<Transfer> transfers, RankedTensorType localType,
              SmallVectorImpl<InnerMove> &moves) {
  SmallVector<int64_t> shape(localType.getShape());
  for (const Transfer &transfer : transfers) {
    shape[transfer.dim] = 1;
    int64_t row = bytesPerElement(localType.getElementType());
    for (int64_t extent : shape)
      row *= extent;
    if (transfer.isGathered)
      moves.push_back({CollectiveKind::AllGather, transfer.axes,
                       transfer.coordinates() * transfer.sourceExtent * row,
                       1});
    for (const Round &round : transfer.rounds)
      if (!round.isLocal)
        moves.push_back(
            {CollectiveKind::Permute, transfer.axes, round.extent * row, 1});
    shape[transfer.dim] = transfer.windowExtent;
  }
}

//===----------------------------------------------------------------------===//
// SpreadWindows
//===----------------------------------------------------------------------===//

std::vector<DimBlock> runsOf(int64_t begin, int64_t count, int64_t distance,
                             int64_t length) {
  if (count == 0 || length == 0)
    return {};
  if (distance <= length)
    return {{begin, (count - 1) * distance + length}};
  std::vector<DimBlock> runs;
  for (int64_t i = 0; i < count; ++i)
    runs.push_back({begin + i * distance, length});
  return runs;
}

SpreadWindows::SpreadWindows(ArrayRef<int64_t> begins,
                             ArrayRef<std::vector<DimBlock>> wanted,
                             int64_t length, int64_t spacing)
    : extent(1), length(length), spacing(spacing) {
  auto ceil = [&](int64_t position) {
    return llvm::divideCeilSigned(position, spacing);
  };
  for (auto [begin, runs] : llvm::zip_equal(begins, wanted)) {
    int64_t base = ceil(begin);
    windows.emplace_back();
    for (const DimBlock &run : runs)
      windows.back().push_back({base, ceil(run.begin), ceil(run.end())});
    phases.push_back(base * spacing - begin);
    extent = std::max(extent, ceil(length - phases.back()));
  }
}

} // namespace popt
