//===- Onednn.h - oneDNN through a function table -------------------------===//
//
// The library is opened when the first contraction asks for it, so that a
// binary runs where it is not installed. Only the C API is used; the header
// gives types and prototypes.
//
// Rules that hold everywhere (each was found the hard way): the scratchpad is
// the caller's (in library mode a primitive that several threads execute gives
// wrong numbers without an error); no dimension is 0 (the library divides by
// it); a description whose implementation is called "ref..." is not used (a
// thousand times slower); every rank thread sets one OpenMP thread.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CPU_ONEDNN_H
#define POPT_RT_LIB_DEVICE_CPU_ONEDNN_H

#include "popt-rt/step_table.h"
#include <memory>
#include <oneapi/dnnl/dnnl.h>

namespace popt::rt {

/// The library's functions, and its one engine.
struct Onednn {
#define POPT_RT_DNNL(X)                                                        \
  X(dnnl_set_max_cpu_isa)                                                      \
  X(dnnl_engine_create)                                                        \
  X(dnnl_stream_create)                                                        \
  X(dnnl_stream_destroy)                                                       \
  X(dnnl_memory_desc_init_by_strides)                                          \
  X(dnnl_memory_desc_init_by_tag)                                              \
  X(dnnl_memory_desc_get_size)                                                 \
  X(dnnl_memory_desc_equal)                                                    \
  X(dnnl_matmul_desc_init)                                                     \
  X(dnnl_dilated_convolution_forward_desc_init)                                \
  X(dnnl_dilated_convolution_backward_data_desc_init)                          \
  X(dnnl_dilated_convolution_backward_weights_desc_init)                       \
  X(dnnl_primitive_attr_create)                                                \
  X(dnnl_primitive_attr_destroy)                                               \
  X(dnnl_primitive_attr_set_scratchpad_mode)                                   \
  X(dnnl_primitive_attr_set_post_ops)                                          \
  X(dnnl_post_ops_create)                                                      \
  X(dnnl_post_ops_destroy)                                                     \
  X(dnnl_post_ops_append_sum)                                                  \
  X(dnnl_primitive_desc_create)                                                \
  X(dnnl_reorder_primitive_desc_create)                                        \
  X(dnnl_primitive_desc_query)                                                 \
  X(dnnl_primitive_desc_query_md)                                              \
  X(dnnl_primitive_desc_destroy)                                               \
  X(dnnl_primitive_create)                                                     \
  X(dnnl_primitive_destroy)                                                    \
  X(dnnl_primitive_execute)                                                    \
  X(dnnl_memory_create)                                                        \
  X(dnnl_memory_set_data_handle)                                               \
  X(dnnl_memory_destroy)
#define POPT_RT_DNNL_FIELD(NAME) decltype(&::NAME) NAME = nullptr;
  POPT_RT_DNNL(POPT_RT_DNNL_FIELD)
#undef POPT_RT_DNNL_FIELD
  void (*setThreads)(int) = nullptr; ///< omp_set_num_threads
  dnnl_engine_t engine = nullptr;

  /// Null if the library was not found. Opens it on the first call.
  static const Onednn *get();
  /// True if some contraction wanted it and it was not there.
  static bool missing();
  /// The same answer without opening it: null if it is not open.
  static const Onednn *opened();
};

/// The stream of the calling rank thread.
dnnl_stream_t onednnStream(const Onednn &lib);

/// f32 and bf16; undefined for others.
dnnl_data_type_t onednnType(ElementType type);

/// A primitive that all ranks share, with the memory it wants.
class OnednnPrimitive {
public:
  ~OnednnPrimitive();
  OnednnPrimitive() = default;
  OnednnPrimitive(const OnednnPrimitive &) = delete;
  OnednnPrimitive &operator=(const OnednnPrimitive &) = delete;

  /// False if the library has no fast implementation. `accumulate` adds to what
  /// the destination holds.
  bool create(const Onednn &lib, const_dnnl_op_desc_t description,
              bool accumulate, const_dnnl_primitive_desc_t hint = nullptr);
  bool createReorder(const Onednn &lib, const dnnl_memory_desc_t &from,
                     const dnnl_memory_desc_t &to);
  explicit operator bool() const { return primitive != nullptr; }
  const_dnnl_primitive_desc_t description() const { return desc; }
  dnnl_memory_desc_t memory(dnnl_query_t what) const;
  size_t scratchBytes() const { return scratch; }

private:
  bool finish();
  bool createFromDesc();
  friend class OnednnCall;
  const Onednn *lib = nullptr;
  dnnl_primitive_desc_t desc = nullptr;
  dnnl_primitive_t primitive = nullptr;
  dnnl_memory_desc_t scratchMemory{};
  size_t scratch = 0;
};

/// One rank's memory objects for a primitive.
class OnednnCall {
public:
  OnednnCall() = default;
  ~OnednnCall();
  OnednnCall(OnednnCall &&other) noexcept;
  OnednnCall &operator=(OnednnCall &&) = delete;
  /// `arguments`: (DNNL_ARG_..., description) in the order of run()'s pointers.
  void create(const OnednnPrimitive &primitive,
              const std::vector<std::pair<int, dnnl_memory_desc_t>> &arguments);
  /// False if the library refused.
  bool run(std::initializer_list<const void *> pointers, void *scratch) const;

private:
  const OnednnPrimitive *primitive = nullptr;
  std::vector<dnnl_exec_arg_t> arguments; ///< the last one is the scratchpad
};

} // namespace popt::rt
#endif // POPT_RT_LIB_DEVICE_CPU_ONEDNN_H
