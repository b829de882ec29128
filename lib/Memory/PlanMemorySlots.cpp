//===- PlanMemorySlots.cpp - Where instances of a pipeline's values lie ---===//
//
// See PlanMemorySlots.h. Covered by test/Memory/plan-memory-slots.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include "popt/Support/Tensors.h"

#include <numeric>

using namespace mlir;
using namespace popt;

SmallVector<std::pair<Value, int>>
popt::getCarriedInstances(dist::TimeLoopOp loop) {
  SmallVector<std::pair<Value, int>> carried;
  Operation *returned = loop.getBody().front().getTerminator();
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (!dist::isReplacedInPlace(loop, i))
      carried.push_back({returned->getOperand(i), static_cast<int>(i)});
  return carried;
}

llvm::MapVector<Value, InstanceLives>
popt::findInstanceLives(dist::TimeLoopOp loop) {
  int64_t microbatches = loop.getNumSteps();
  llvm::MapVector<Value, InstanceLives> lives;
  llvm::DenseMap<Operation *, SmallVector<dist::InstanceRead>> reads;
  for (Operation &op : loop.getBody().front().without_terminator()) {
    reads[&op] = dist::getInstancesRead(&op);
    // The first results of a task are replaced in place.
    size_t replaced = isa<dist::TaskOp>(op) ? op.getNumOperands() : 0;
    for (OpResult result : op.getResults().drop_front(replaced))
      lives[result].instances.resize(microbatches);
  }
  for (auto [value, index] : getCarriedInstances(loop))
    lives[value].initial[index] = {0, 0};
  std::map<dist::StepName, Operation *> named = dist::getNamedSteps(loop);
  for (auto [at, step] : llvm::enumerate(dist::getOrder(loop).getSteps())) {
    auto position = static_cast<int64_t>(at);
    Operation *op = named.at({step.kind, step.number});
    for (const dist::InstanceRead &read : reads[op]) {
      InstanceLives &of = lives[read.value];
      if (step.microbatch >= read.distance)
        of.instances[step.microbatch - read.distance].end = position;
      else
        of.initial[read.carried].end = position;
    }
    for (Value result : op->getResults())
      if (auto it = lives.find(result); it != lives.end())
        it->second.instances[step.microbatch] = {position, position};
  }
  return lives;
}

bool InstanceLives::operator==(const InstanceLives &other) const {
  auto isEqual = [](const InstanceLife &a, const InstanceLife &b) {
    return a.begin == b.begin && a.end == b.end;
  };
  return initial.empty() && other.initial.empty() &&
         std::equal(instances.begin(), instances.end(), other.instances.begin(),
                    other.instances.end(), isEqual);
}

namespace {
/// Values whose instances live alike.
struct SlotFrame {
  const InstanceLives *lives;
  int64_t bytes = 0;
  SmallVector<Value> values;
  SlotList slots;
  std::map<int, SlotList> carried;
};
} // namespace

/// Puts values that live alike into one frame, or each into its own.
static std::vector<SlotFrame>
formFrames(const llvm::MapVector<Value, InstanceLives> &lives,
           llvm::function_ref<bool(Value)> isPlaced, bool isShared,
           llvm::MapVector<Value, InstanceSlots> &slots) {
  std::vector<SlotFrame> frames;
  for (auto &[key, life] : lives) {
    Value value = key;
    if (bytesOf(value) == 0 || !isPlaced(value))
      continue;
    auto frame = llvm::find_if(frames, [&, life = &life](const SlotFrame &of) {
      return isShared && *of.lives == *life;
    });
    if (frame == frames.end())
      frame = frames.insert(frames.end(), SlotFrame{&life, 0, {}, {}, {}});
    slots[value].inFrame = frame->bytes;
    frame->bytes += arenaBytes(value);
    frame->values.push_back(value);
  }
  return frames;
}

/// Frames begin at multiples of these bytes, so that the number of each slot of
/// a block fits into 32 bits, however large the block is.
static int64_t alignmentOf(ArrayRef<SlotFrame> frames) {
  int64_t mostBytes = 0;
  for (const SlotFrame &frame : frames)
    mostBytes += frame.bytes *
                 (frame.lives->instances.size() + frame.lives->initial.size());
  int64_t alignment = kArenaAlignment;
  while (mostBytes / alignment > (int64_t(1) << 30))
    alignment *= 2;
  return alignment;
}

/// Nothing if the block could not be smaller than `limit` bytes.
static std::optional<InstanceMemory>
place(const llvm::MapVector<Value, InstanceLives> &lives,
      llvm::function_ref<bool(Value)> isPlaced, bool isShared,
      int64_t limit = INT64_MAX) {
  InstanceMemory memory;
  std::vector<SlotFrame> frames =
      formFrames(lives, isPlaced, isShared, memory.slots);
  int64_t alignment = alignmentOf(frames);
  // Positions from 1: what the loop begins with is there before.
  std::vector<std::pair<Storage, int32_t *>> instances;
  auto add = [&](const SlotFrame &frame, InstanceLife life, int32_t *slot) {
    Storage &storage = instances.emplace_back().first;
    storage.bytes = llvm::alignTo(frame.bytes, alignment);
    storage.begin = life.begin + 1;
    storage.end = life.end + 1;
    instances.back().second = slot;
  };
  for (SlotFrame &frame : frames) {
    frame.slots.assign(frame.lives->instances.size(), 0);
    for (auto [index, life] : frame.lives->initial) {
      frame.carried[index].assign(frame.slots.size(), 0);
      add(frame, {-1, life.end}, &frame.carried[index].front());
    }
    for (auto [i, life] : llvm::enumerate(frame.lives->instances))
      if (life.begin >= 0)
        add(frame, life, &frame.slots[i]);
  }
  SmallVector<Storage *> storages;
  for (auto &[storage, slot] : instances)
    storages.push_back(&storage);
  // No placement beats the bytes that are alive at once.
  int64_t last = 0;
  for (const Storage *storage : storages)
    last = std::max(last, storage->end);
  if (limit < INT64_MAX && heldBytes(storages, last).peak() >= limit)
    return std::nullopt;
  memory.bytes = placeStorages(storages);
  int64_t stride = 0;
  for (auto &[storage, slot] : instances)
    stride = std::gcd(stride, storage.offset);
  memory.stride = std::max<int64_t>(stride, kArenaAlignment);
  for (auto &[storage, slot] : instances)
    *slot = static_cast<int32_t>(storage.offset / memory.stride);
  for (SlotFrame &frame : frames) {
    // Each microbatch reads the instance of the one before.
    for (auto &[index, slots] : frame.carried)
      std::copy(frame.slots.begin(), std::prev(frame.slots.end()),
                std::next(slots.begin()));
    for (Value value : frame.values) {
      memory.slots[value].slots = frame.slots;
      memory.slots[value].carried = frame.carried;
    }
  }
  return memory;
}

InstanceMemory
popt::placeInstances(const llvm::MapVector<Value, InstanceLives> &lives,
                     llvm::function_ref<bool(Value)> isPlaced) {
  std::optional<InstanceMemory> together =
      place(lives, isPlaced, /*isShared=*/true);
  // A frame per value fits better and takes a list per value; not for little.
  int64_t limit = together->bytes - together->bytes / 64;
  std::optional<InstanceMemory> apart =
      place(lives, isPlaced, /*isShared=*/false, limit);
  return apart && apart->bytes < limit ? std::move(*apart)
                                       : std::move(*together);
}
