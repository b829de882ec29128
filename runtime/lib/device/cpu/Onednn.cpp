//===- Onednn.cpp - Opens oneDNN and wraps its primitives -----------------===//
#include "Onednn.h"
#include "../../system/System.h"
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <new>

using namespace popt::rt;

static std::atomic<const Onednn *> theLibrary{nullptr};
static std::atomic<bool> libraryMissing{false};

/// oneDNN follows null pointers where it gets no memory, and the C library aborts
/// where a thread's destructors can't be registered.
static void checkRoom() {
  constexpr size_t kRoom = 64 << 20; // for all ranks of a process
  if (sys::memoryLeft() < kRoom)
    throw std::bad_alloc();
}

/// Null, and nothing loaded, unless every function is there.
static const Onednn *open() {
  void *handle = nullptr;
  for (const char *name : {"libdnnl.so.2", "libdnnl.so"})
    if (!handle)
      handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return nullptr;
  auto lib = std::make_unique<Onednn>();
  bool complete = true;
#define POPT_RT_DNNL_LOOKUP(NAME)                                              \
  lib->NAME = reinterpret_cast<decltype(&::NAME)>(dlsym(handle, #NAME));       \
  complete = complete && lib->NAME;
  POPT_RT_DNNL(POPT_RT_DNNL_LOOKUP)
#undef POPT_RT_DNNL_LOOKUP
  // The search includes the library's own dependencies, so its OpenMP.
  lib->setThreads =
      reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads"));
  if (!complete)
    return nullptr;
  // Products of bf16 by oneDNN 2.6 for AMX use tiles that it has not
  // configured, and die of an illegal instruction. ONEDNN_MAX_CPU_ISA is the
  // user's word.
  if (!std::getenv("ONEDNN_MAX_CPU_ISA"))
    lib->dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx512_core_bf16);
  if (lib->dnnl_engine_create(&lib->engine, dnnl_cpu, 0) != dnnl_success)
    return nullptr;
  return lib.release();
}

const Onednn *Onednn::get() {
  static std::once_flag once;
  std::call_once(once, [] {
    theLibrary = open();
    libraryMissing = theLibrary == nullptr;
  });
  const Onednn *lib = theLibrary;
  if (lib && lib->setThreads)
    lib->setThreads(1);
  return lib;
}

bool Onednn::missing() { return libraryMissing; }
const Onednn *Onednn::opened() { return theLibrary; }

namespace {
struct ThreadStream {
  const Onednn *lib = nullptr;
  dnnl_stream_t stream = nullptr;
  ~ThreadStream() {
    if (stream)
      lib->dnnl_stream_destroy(stream);
  }
};
} // namespace

dnnl_stream_t popt::rt::onednnStream(const Onednn &lib) {
  static thread_local ThreadStream holder;
  if (!holder.stream) {
    holder.lib = &lib;
    // OpenMP keeps the number for each thread. With several threads oneDNN's products
    // for AVX2 divide their sums, and give other bits.
    if (lib.setThreads)
      lib.setThreads(1);
    lib.dnnl_stream_create(&holder.stream, lib.engine,
                           dnnl_stream_default_flags);
  }
  return holder.stream;
}

dnnl_data_type_t popt::rt::onednnType(ElementType type) {
  return type == POPT_RT_F32    ? dnnl_f32
         : type == POPT_RT_BF16 ? dnnl_bf16
                                : dnnl_data_type_undef;
}

//===----------------------------------------------------------------------===//
// Primitives
//===----------------------------------------------------------------------===//

OnednnPrimitive::~OnednnPrimitive() {
  if (primitive)
    lib->dnnl_primitive_destroy(primitive);
  if (desc)
    lib->dnnl_primitive_desc_destroy(desc);
}

dnnl_memory_desc_t OnednnPrimitive::memory(dnnl_query_t what) const {
  return *lib->dnnl_primitive_desc_query_md(desc, what, 0);
}

bool OnednnPrimitive::create(const Onednn &library,
                             const_dnnl_op_desc_t description, bool accumulate,
                             const_dnnl_primitive_desc_t hint) {
  checkRoom();
  lib = &library;
  dnnl_primitive_attr_t attributes = nullptr;
  dnnl_post_ops_t postOps = nullptr;
  lib->dnnl_primitive_attr_create(&attributes);
  lib->dnnl_primitive_attr_set_scratchpad_mode(attributes,
                                               dnnl_scratchpad_mode_user);
  if (accumulate) {
    lib->dnnl_post_ops_create(&postOps);
    lib->dnnl_post_ops_append_sum(postOps, 1.0f);
    lib->dnnl_primitive_attr_set_post_ops(attributes, postOps);
  }
  dnnl_status_t status = lib->dnnl_primitive_desc_create(
      &desc, description, attributes, lib->engine, hint);
  if (postOps)
    lib->dnnl_post_ops_destroy(postOps);
  lib->dnnl_primitive_attr_destroy(attributes);
  if (status != dnnl_success) {
    desc = nullptr;
    return false;
  }
  return finish();
}

bool OnednnPrimitive::createReorder(const Onednn &library,
                                    const dnnl_memory_desc_t &from,
                                    const dnnl_memory_desc_t &to) {
  checkRoom();
  lib = &library;
  dnnl_primitive_attr_t attributes = nullptr;
  lib->dnnl_primitive_attr_create(&attributes);
  lib->dnnl_primitive_attr_set_scratchpad_mode(attributes,
                                               dnnl_scratchpad_mode_user);
  dnnl_status_t status = lib->dnnl_reorder_primitive_desc_create(
      &desc, &from, lib->engine, &to, lib->engine, attributes);
  lib->dnnl_primitive_attr_destroy(attributes);
  if (status != dnnl_success) {
    desc = nullptr;
    return false;
  }
  // A slow reorder is still a reorder: nothing else knows the packed format.
  return createFromDesc();
}

bool OnednnPrimitive::finish() {
  const char *implementation = "";
  lib->dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0,
                                 &implementation);
  if (std::strncmp(implementation, "ref", 3) == 0)
    return false;
  return createFromDesc();
}

bool OnednnPrimitive::createFromDesc() {
  scratchMemory = memory(dnnl_query_scratchpad_md);
  scratch = lib->dnnl_memory_desc_get_size(&scratchMemory);
  if (lib->dnnl_primitive_create(&primitive, desc) != dnnl_success)
    primitive = nullptr;
  return primitive != nullptr;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

OnednnCall::OnednnCall(OnednnCall &&other) noexcept
    : primitive(other.primitive), arguments(std::move(other.arguments)) {
  other.arguments.clear();
}

OnednnCall::~OnednnCall() {
  for (dnnl_exec_arg_t &argument : arguments)
    primitive->lib->dnnl_memory_destroy(argument.memory);
}

void OnednnCall::create(
    const OnednnPrimitive &of,
    const std::vector<std::pair<int, dnnl_memory_desc_t>> &list) {
  primitive = &of;
  auto add = [&](int index, const dnnl_memory_desc_t &memory) {
    dnnl_exec_arg_t argument{index, nullptr};
    primitive->lib->dnnl_memory_create(
        &argument.memory, &memory, primitive->lib->engine, DNNL_MEMORY_NONE);
    arguments.push_back(argument);
  };
  for (const auto &[index, memory] : list)
    add(index, memory);
  add(DNNL_ARG_SCRATCHPAD, primitive->scratchMemory);
}

bool OnednnCall::run(std::initializer_list<const void *> pointers,
                     void *scratch) const {
  const Onednn &lib = *primitive->lib;
  size_t i = 0;
  for (const void *pointer : pointers)
    lib.dnnl_memory_set_data_handle(arguments[i++].memory,
                                    const_cast<void *>(pointer));
  lib.dnnl_memory_set_data_handle(arguments[i].memory, scratch);
  return lib.dnnl_primitive_execute(primitive->primitive, onednnStream(lib),
                                    static_cast<int>(arguments.size()),
                                    arguments.data()) == dnnl_success;
}
