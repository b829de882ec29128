//===- Library.h - cuDNN's functions --------------------------------------===//
//
// Declared from the table of runtime/lib/device/cuda/Cudnn.h, so a signature that differs
// does not compile. Called with the machine's lock held, after faults were looked
// at.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_CUDNN_LIBRARY_H
#define POPT_RT_FAKE_CUDNN_LIBRARY_H

#include "../driver/LibraryWork.h"

#include <array>
#include <cstring>

namespace popt::fake {

/// A tensor of a graph.
struct DnnTensorForm {
  int64_t id = 0, alignment = 0;
  bool isVirtual = false, isByValue = false;
  DnnType type = kDnnF32;
  std::vector<int64_t> dimensions, strides;
};

/// A convolution of a graph. Tensors are image, filter and result, whichever of
/// them is computed.
struct DnnConvolutionForm {
  DnnKind kind = kDnnForward;
  bool isReversed = false;
  DnnType compute = kDnnF32;
  std::vector<int64_t> strides, dilations, padLow, padHigh;
  std::array<DnnTensorForm, 3> tensors;

  size_t spatial() const { return strides.size(); }
  int64_t groups() const {
    return tensors[0].dimensions[1] / tensors[1].dimensions[1];
  }
  int written() const {
    return kind == kDnnForward ? 2 : kind == kDnnBackwardData ? 0 : 1;
  }
};

/// How an engine computes. Those that a caller should refuse compute something
/// that is seen to be wrong.
struct DnnEngineForm {
  int64_t index;
  std::vector<int32_t> notes;
  int64_t parts = 1;   ///< of the sum, one after the other
  bool isTf32 = false; ///< factors of f32 are rounded
  bool isOff = false;  ///< the result is wrong in its eighth bit
  uint64_t workspaceBytes = 0;
};

/// A convolution that has been checked: what is computed on which memory.
struct DnnWork {
  DnnConvolutionForm form;
  DnnEngineForm engine;
  std::array<uint64_t, 3> addresses;
  uint64_t workspace = 0;
};

inline NumberType numberType(DnnType type) {
  return type == kDnnF64    ? NumberType::F64
         : type == kDnnF16  ? NumberType::F16
         : type == kDnnBF16 ? NumberType::BF16
                            : NumberType::F32;
}

/// Follows the convolution's accesses, and computes it.
void runConvolution(const DnnWork &convolution, Work &work);

namespace dnn {

DnnObject *find(DnnDescriptor descriptor, DnnKind kind);
/// A value of a descriptor; the first if there are several.
template <class T> T valueOf(const DnnObject &object, DnnAttribute attribute) {
  T value{};
  auto found = object.values.find(attribute);
  if (found != object.values.end() && found->second.bytes.size() >= sizeof(T))
    memcpy(&value, found->second.bytes.data(), sizeof(T));
  return value;
}
std::vector<int64_t> listOf(const DnnObject &object, DnnAttribute attribute);
DnnStatus describeTensor(const DnnObject &object, DnnTensorForm &out);

/// An engine and the value of its knob, 0 if it has none.
struct Proposal {
  int64_t engine, knob;
};
std::vector<Proposal> proposalsOf(const DnnConvolutionForm &form,
                                  DnnHeuristics mode);
/// False if there is none that has the convolution.
bool makeEngine(const DnnConvolutionForm &form, int64_t index, int64_t knob,
                DnnEngineForm &out);
constexpr int32_t kPartsKnob = 7;

} // namespace dnn

namespace api {
#define POPT_DECLARE(name, parameters) DnnStatus name parameters;
POPT_CUDNN_FUNCTIONS(POPT_DECLARE)
#undef POPT_DECLARE
} // namespace api

} // namespace popt::fake

#endif // POPT_RT_FAKE_CUDNN_LIBRARY_H
