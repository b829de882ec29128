//===- AttentionForm.h - Attention, as kernels take it --------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CODE_ATTENTIONFORM_H
#define POPT_RT_LIB_DEVICE_CUDA_CODE_ATTENTIONFORM_H

#include <stdint.h>

namespace popt::rt::cuda {

/// Operands and results by what they are, in the order of AttentionOp
/// (step_table.h).
enum class AttentionRole : int32_t {
  Query,
  Key,
  Value,
  Stats,
  OutGradient,
  Out,
  Bias,
  QueryLengths,
  KeyLengths,
  QueryGradient,
  KeyGradient,
  ValueGradient,
  BiasGradient,
};
constexpr int kNumAttentionRoles = 13;

struct AttentionForm {
  static constexpr int kThreads = 128; ///< of a block
  static constexpr int kMostFeatures = 2 * kThreads;
  int64_t batch, heads, keyHeads, queries, keys, features, valueFeatures;
  int64_t biasBatch, biasHeads; ///< of which the bias's gradient is
  int64_t window;
  float scale;
  int32_t isCausal;
  /// In elements; of stats the first three, of what is absent none.
  int64_t strides[kNumAttentionRoles][4];
};

/// Null: there is none.
struct AttentionMemory {
  void *of[kNumAttentionRoles];
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CODE_ATTENTIONFORM_H
