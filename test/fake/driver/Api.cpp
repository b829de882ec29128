//===- Api.cpp - What the library exports ---------------------------------===//
//
// cuGetProcAddress hands out an entry for each function of the table. An entry
// takes the lock, counts the call, looks at its faults and at the context's
// sticky error, and then calls the function.
//
//===----------------------------------------------------------------------===//

#include "Api.h"
#include "LibraryApi.h"

#include <cstdio>
#include <cstring>

namespace popt::fake {

enum Function_ : size_t {
#define POPT_NUMBER(name, parameters) k_##name,
  POPT_CUDA_DRIVER_FUNCTIONS(POPT_NUMBER)
#undef POPT_NUMBER
};

/// Functions that a broken context does not keep from answering: those that
/// touch no context, and those that give things back (which they do, and then
/// return the error).
static bool ignoresSticky(size_t f) {
  switch (f) {
  case k_cuInit:
  case k_cuDriverGetVersion:
  case k_cuGetErrorName:
  case k_cuGetErrorString:
  case k_cuDeviceGetCount:
  case k_cuDeviceGet:
  case k_cuDeviceGetName:
  case k_cuDeviceGetAttribute:
  case k_cuDeviceGetUuid:
  case k_cuDeviceTotalMem:
  case k_cuDeviceCanAccessPeer:
  case k_cuDevicePrimaryCtxRetain:
  case k_cuDevicePrimaryCtxRelease:
  case k_cuCtxGetCurrent:
  case k_cuCtxSetCurrent:
    return true;
  default:
    return false;
  }
}
static bool givesBack(size_t f) {
  return f == k_cuMemFree || f == k_cuMemFreeHost || f == k_cuStreamDestroy ||
         f == k_cuEventDestroy || f == k_cuModuleUnload ||
         f == k_cuGraphExecDestroy || f == k_cuGraphDestroy ||
         f == k_cuStreamEndCapture;
}
static bool needsInit(size_t f) {
  return f != k_cuInit && f != k_cuDriverGetVersion && f != k_cuGetErrorName &&
         f != k_cuGetErrorString;
}

static bool isImplied(Stream stream, Event event, uint32_t) {
  Machine &machine = Machine::get();
  StreamObject *s = findStream(stream);
  EventObject *e = machine.events.find(event);
  return s && e && machine.isImplied(*s, *e);
}

/// A stream whose capture is spoilt takes nothing more until that is ended.
static bool isSpoilt(Stream stream) {
  StreamObject *object = Machine::get().streams.find(stream);
  return object && object->capture && object->capture->isInvalid;
}
template <class Other> static bool isSpoilt(const Other &) { return false; }

template <size_t Id, auto Function> struct Entry;
template <size_t Id, class... A, Result (*Implementation)(A...)>
struct Entry<Id, Implementation> {
  static Result call(A... arguments) {
    Machine &machine = Machine::get();
    std::unique_lock<std::mutex> lock(machine.mutex);
    if (std::optional<int32_t> code = machine.faults.enter(Id, lock)) {
      if (*code == kSuccess)
        noteSkipped(arguments...);
      return Result(*code);
    }
    if (needsInit(Id) && !machine.initialised)
      return kNotInitialized;
    ContextObject *context = currentContext();
    Result sticky = context && !ignoresSticky(Id) ? context->sticky : kSuccess;
    if (sticky != kSuccess && !givesBack(Id))
      return sticky;
    if (!givesBack(Id) && (isSpoilt(arguments) || ...))
      return kCaptureInvalidated;
    Result result = Implementation(arguments...);
    return sticky != kSuccess ? sticky : result;
  }

private:
  static void noteSkipped([[maybe_unused]] A... arguments) {
    Machine &machine = Machine::get();
    std::string text = std::string(Faults::nameOf(Id)) + " " +
                       std::to_string(machine.faults.calls(Id));
    if constexpr (Id == k_cuStreamWaitEvent)
      if (isImplied(arguments...))
        text += " (implied)";
    machine.skipped.push_back(text);
  }
};

static const std::pair<const char *, void *> entries[] = {
#define POPT_ENTRY(name, parameters)                                           \
  {#name, reinterpret_cast<void *>(&Entry<k_##name, &api::name>::call)},
    POPT_CUDA_DRIVER_FUNCTIONS(POPT_ENTRY)
#undef POPT_ENTRY
};

} // namespace popt::fake

using namespace popt::fake;

/// As of CUDA 12: the version names the declarations that the caller knows.
POPT_EXPORT int32_t cuGetProcAddress_v2(const char *symbol, void **function,
                                        int version, uint64_t flags,
                                        int *status) {
  if (!symbol || !function)
    return kInvalidValue;
  *function = nullptr;
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  bool isMissing = false;
  for (const std::string &name : machine.config.missing)
    isMissing |= name == symbol;
  for (const auto &[name, entry] : entries)
    if (!isMissing && !strcmp(name, symbol)) {
      *function = entry;
      if (status)
        *status = 0;
      return kSuccess;
    }
  if (status)
    *status = 1; // CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
  return status ? kSuccess : kNotFound;
}

/// The form of before CUDA 12, without the status.
POPT_EXPORT int32_t cuGetProcAddress(const char *symbol, void **function,
                                     int version, uint64_t flags) {
  return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}

POPT_EXPORT void popt_fake_cuda_counters(PoptFakeCudaCounters *out_counters) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  *out_counters = machine.counters;
  out_counters->bytes_allocated = machine.memory.usedOfAll();
  out_counters->bytes_peak = machine.memory.peak();
  out_counters->live_objects = machine.liveObjects();
}

POPT_EXPORT uint64_t popt_fake_cuda_calls(const char *name) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  if (name) {
    size_t function = Faults::find(name);
    return function == Faults::kNone ? 0 : machine.faults.calls(function);
  }
  uint64_t all = 0;
  for (size_t function = 0; function < Faults::count(); ++function)
    all += machine.faults.calls(function);
  return all;
}

POPT_EXPORT const char *popt_fake_cuda_report(uint64_t at) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  return at < machine.reports.size() ? machine.reports[at].c_str() : nullptr;
}

POPT_EXPORT const char *popt_fake_cuda_skipped(uint64_t at) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  return at < machine.skipped.size() ? machine.skipped[at].c_str() : nullptr;
}

POPT_EXPORT int popt_fake_cuda_reset(const char *words) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  return machine.reset(words);
}

static int arm(const char *name, uint64_t n, bool hangs, int32_t code) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  if (!name || Faults::find(name) == Faults::kNone || !n)
    return 1;
  machine.faults.add({name, n, hangs, code});
  return 0;
}

POPT_EXPORT int popt_fake_cuda_fail(const char *name, uint64_t n,
                                    int32_t code) {
  return arm(name, n, false, code);
}

POPT_EXPORT int popt_fake_cuda_hang(const char *name, uint64_t n) {
  return arm(name, n, true, 0);
}

POPT_EXPORT int popt_fake_cuda_pool(uint64_t address) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  Allocation *memory = machine.memory.find(address);
  if (memory)
    memory->isOfPool = true;
  return memory ? 0 : 1;
}

POPT_EXPORT void popt_fake_cuda_release(void) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  machine.faults.release();
}

POPT_EXPORT const char *popt_fake_cuda_function(uint64_t at) {
  return Faults::nameOf(size_t(at));
}

/// {"calls": {"cuInit": 1, ...}, "launches": 12, ...}
__attribute__((destructor)) static void writeCounters() {
  std::string path = Machine::get().config.countersFile;
  std::FILE *file = path.empty() ? nullptr : std::fopen(path.c_str(), "w");
  if (!file)
    return;
  PoptFakeCudaCounters c;
  popt_fake_cuda_counters(&c);
  std::fprintf(file, "{\"calls\": {");
  for (size_t function = 0; Faults::nameOf(function); ++function)
    std::fprintf(
        file, "%s\"%s\": %llu", function ? ", " : "", Faults::nameOf(function),
        (unsigned long long)popt_fake_cuda_calls(Faults::nameOf(function)));
  std::fprintf(file, "}");
  for (auto [name, value] :
       {std::pair("launches", c.launches),
        std::pair("products", c.products),
        std::pair("convolutions", c.convolutions),
        std::pair("attentions", c.attentions),
        std::pair("graph_launches", c.graph_launches),
        std::pair("thread_instructions", c.thread_instructions),
        std::pair("bytes_accessed", c.bytes_accessed),
        std::pair("bytes_accessed_by_16", c.bytes_accessed_by_16),
        std::pair("sectors", c.sectors),
        std::pair("copies_to_host", c.copies_to_host),
        std::pair("bytes_to_host", c.bytes_to_host),
        std::pair("bytes_to_device", c.bytes_to_device),
        std::pair("bytes_within", c.bytes_within),
        std::pair("nccl_bytes", c.nccl_bytes),
        std::pair("bytes_peak", c.bytes_peak),
        std::pair("bytes_allocated", c.bytes_allocated),
        std::pair("host_bytes_allocated", c.host_bytes_allocated),
        std::pair("live_objects", c.live_objects),
        std::pair("barriers", c.barriers),
        std::pair("barriers_skipped", c.barriers_skipped),
        std::pair("reports", c.reports)})
    std::fprintf(file, ", \"%s\": %llu", name, (unsigned long long)value);
  std::fprintf(file, ", \"nccl_communicators\": [");
  const char *separator = "";
  for (const auto &[nonce, traffic] : Machine::get().ncclTraffic) {
    std::fprintf(file, "%s{\"number\": %llu, \"devices\": [", separator,
                 (unsigned long long)traffic.number);
    for (size_t i = 0; i < traffic.devices.size(); ++i)
      std::fprintf(file, i ? ", %d" : "%d", traffic.devices[i]);
    std::fprintf(file, "], \"bytes\": %llu}",
                 (unsigned long long)traffic.bytes);
    separator = ", ";
  }
  std::fprintf(file, "], \"skipped\": [");
  for (uint64_t at = 0; const char *text = popt_fake_cuda_skipped(at); ++at) {
    std::fprintf(file, at ? ", \"" : "\"");
    for (; *text; ++text)
      std::fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    std::fprintf(file, "\"");
  }
  std::fprintf(file, "]}\n");
  std::fclose(file);
}
