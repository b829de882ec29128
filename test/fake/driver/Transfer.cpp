//===- Transfer.cpp - Allocations, copies, fills --------------------------===//

#include "../memory/Tracker.h"
#include "Api.h"

#include <cstring>

namespace popt::fake {

/// Whether the bytes lie in memory of cuMemHostAlloc: copies of other host
/// memory are not asynchronous.
static bool isPinned(uint64_t address, uint64_t bytes) {
  const auto &all = Machine::get().hostMemory;
  auto next = all.upper_bound(address);
  if (next == all.begin())
    return false;
  auto [base, size] = *std::prev(next);
  return address + bytes <= base + size;
}

/// The range lies in one allocation of a device.
static bool isRange(uint64_t address, uint64_t bytes, const char *what) {
  Machine &machine = Machine::get();
  Allocation *a = machine.memory.find(address);
  if (a && address + bytes <= a->end())
    return true;
  machine.report(nullptr, kSuccess,
                 std::string(what) + " " + std::to_string(bytes) + " bytes, " +
                     machine.memory.describe(a ? a->end() : address));
  return false;
}

static void *pointer(uint64_t address) {
  return reinterpret_cast<void *>(address);
}

/// Follows a copy or a fill; an address of 0 is of memory that only the host
/// reaches. False after a report.
static bool track(Work &work, uint64_t to, uint64_t from, uint64_t bytes) {
  Machine &machine = Machine::get();
  if (machine.config.checks != Checks::All)
    return true;
  Tracker tracker(machine.history, work.clock, work.lane, work.number,
                  work.name, nullptr);
  Allocation *source = from ? machine.memory.find(from) : nullptr;
  Allocation *target = to ? machine.memory.find(to) : nullptr;
  bool unwritten = false, none = false;
  std::string what;
  auto fail = [&](const char *verb, uint64_t address) {
    machine.report(work.context, kLaunchFailed,
                   work.name + verb + std::to_string(bytes) + " bytes, " +
                       machine.memory.describe(address) + what);
    return false;
  };
  if (source && !tracker.range(source->shadow, from - source->base, bytes,
                               false, unwritten, what))
    return fail(" reads ", from);
  bool isToDevice = target && machine.memory.isDevice(to);
  if (unwritten && !isToDevice) {
    what = ", some of which was never written";
    return fail(" reads ", from);
  }
  if (target && !tracker.range(target->shadow, to - target->base, bytes, true,
                               none, what))
    return fail(" writes ", to);
  if (unwritten)
    tracker.copyUnwritten(source->shadow, from - source->base, target->shadow,
                          to - target->base, bytes);
  return true;
}

namespace api {

Result cuMemGetInfo(size_t *free, size_t *total) {
  ContextObject *context = currentContext();
  if (!context)
    return kInvalidContext;
  if (!free || !total)
    return kInvalidValue;
  Memory &memory = Machine::get().memory;
  *total = memory.total();
  *free = memory.total() - memory.used(context->device);
  return kSuccess;
}

Result cuMemAlloc(Address *address, size_t bytes) {
  ContextObject *context = currentContext();
  if (!context)
    return kInvalidContext;
  if (!address || !bytes)
    return kInvalidValue;
  *address = Machine::get().memory.allocate(context->device, bytes, false);
  return *address ? kSuccess : kOutOfMemory;
}

Result cuMemFree(Address address) {
  Machine &machine = Machine::get();
  if (!address)
    return kSuccess;
  Allocation *a = machine.memory.find(address);
  if (!a || a->base != address || a->isVariable)
    return kInvalidValue;
  // Freeing waits for the device.
  machine.runAll(*machine.contexts[a->device]);
  machine.memory.free(address);
  return kSuccess;
}

Result cuPointerGetAttribute(void *value, int32_t attribute, Address address) {
  Allocation *memory = Machine::get().memory.find(address);
  if (!value || !memory || attribute != kIsLegacyIpcCapable)
    return kInvalidValue;
  const int32_t isLegacy = !memory->isOfPool;
  memcpy(value, &isLegacy, sizeof(isLegacy));
  return kSuccess;
}

Result cuMemHostAlloc(void **address, size_t bytes, uint32_t flags) {
  Machine &machine = Machine::get();
  if (!currentContext())
    return kInvalidContext;
  if (!address || !bytes || flags > 7)
    return kInvalidValue;
  *address =
      pointer(machine.memory.allocate(machine.memory.host(), bytes, true));
  if (!*address)
    return kOutOfMemory;
  // Zeros are not promised.
  memset(*address, 0xA5, bytes);
  machine.hostMemory[reinterpret_cast<uint64_t>(*address)] = bytes;
  machine.counters.host_bytes_allocated += bytes;
  return kSuccess;
}

Result cuMemFreeHost(void *address) {
  Machine &machine = Machine::get();
  if (!address)
    return kSuccess;
  auto found = machine.hostMemory.find(reinterpret_cast<uint64_t>(address));
  if (found == machine.hostMemory.end())
    return kInvalidValue;
  if (ContextObject *context = currentContext())
    machine.runAll(*context);
  machine.counters.host_bytes_allocated -= found->second;
  machine.hostMemory.erase(found);
  machine.memory.free(reinterpret_cast<uint64_t>(address));
  return kSuccess;
}

Result cuMemcpyAsync(Address to, Address from, size_t bytes, Stream stream) {
  Machine &machine = Machine::get();
  StreamObject *object = findStream(stream);
  if (!object)
    return noStream(stream);
  if (!bytes)
    return kSuccess;
  Memory &memory = machine.memory;
  bool toDevice = memory.isDevice(to), fromDevice = memory.isDevice(from);
  if ((!toDevice && !to) || (!fromDevice && !from))
    return kInvalidValue;
  if ((toDevice && !isRange(to, bytes, "a copy writes")) ||
      (fromDevice && !isRange(from, bytes, "a copy reads")))
    return kInvalidValue;
  const char *name =
      fromDevice ? (toDevice ? "a copy within devices" : "a copy to the host")
                 : "a copy to the device";
  // Memory that is not pinned is staged: it is read before the call returns.
  bool isStaged = !fromDevice && !isPinned(from, bytes) && !object->capture;
  std::shared_ptr<std::vector<uint8_t>> staged;
  if (isStaged)
    staged = std::make_shared<std::vector<uint8_t>>(
        static_cast<uint8_t *>(pointer(from)),
        static_cast<uint8_t *>(pointer(from)) + bytes);
  // Streams may race for pinned memory, too.
  bool reachesTo = toDevice || isPinned(to, bytes);
  bool reachesFrom = fromDevice || isPinned(from, bytes);
  auto run = [=, &machine](Work &self) {
    if (!track(self, reachesTo ? to : 0, reachesFrom ? from : 0, bytes))
      return;
    PoptFakeCudaCounters &counters = machine.counters;
    if (fromDevice && !toDevice) {
      counters.bytes_to_host += bytes;
      ++counters.copies_to_host;
    } else if (toDevice) {
      (fromDevice ? counters.bytes_within : counters.bytes_to_device) += bytes;
    }
    memmove(pointer(to), staged ? staged->data() : pointer(from), bytes);
  };
  WorkPointer work = machine.submit(*object, name, run);
  if (fromDevice && !toDevice && !isPinned(to, bytes) && !object->capture) {
    machine.runUntil(work);
    machine.hostKnows(work);
    return object->context->sticky;
  }
  return kSuccess;
}

template <class T>
static Result fill(Address to, T value, size_t count, Stream stream) {
  Machine &machine = Machine::get();
  StreamObject *object = findStream(stream);
  if (!object)
    return noStream(stream);
  if (!count)
    return kSuccess;
  if (to % sizeof(T) || !isRange(to, count * sizeof(T), "a fill writes"))
    return kInvalidValue;
  machine.submit(*object, "a fill", [=](Work &self) {
    if (!track(self, to, 0, count * sizeof(T)))
      return;
    T *memory = static_cast<T *>(pointer(to));
    std::fill(memory, memory + count, value);
  });
  return kSuccess;
}

Result cuMemsetD8Async(Address to, uint8_t value, size_t count, Stream stream) {
  return fill(to, value, count, stream);
}
Result cuMemsetD16Async(Address to, uint16_t value, size_t count,
                        Stream stream) {
  return fill(to, value, count, stream);
}
Result cuMemsetD32Async(Address to, uint32_t value, size_t count,
                        Stream stream) {
  return fill(to, value, count, stream);
}

} // namespace api
} // namespace popt::fake
