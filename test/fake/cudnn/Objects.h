//===- Objects.h - cuDNN's objects ----------------------------------------===//
#ifndef POPT_RT_FAKE_CUDNN_OBJECTS_H
#define POPT_RT_FAKE_CUDNN_OBJECTS_H

#include "../../../runtime/lib/device/cuda/Cudnn.h"

#include <map>
#include <memory>
#include <vector>

namespace popt::fake {

using namespace popt::rt::cuda;

struct DnnConvolutionForm;
struct DnnGraphForm;
struct DnnOperationForm;

/// A handle, or a descriptor with what was set of it.
struct DnnObject {
  struct Values {
    int64_t count = 0;
    std::vector<uint8_t> bytes;
  };
  bool isHandle = false;
  uint32_t device = 0;
  Stream stream = nullptr; ///< of a handle
  DnnKind kind = kDnnTensor;
  bool isFinalized = false;
  std::map<DnnAttribute, Values> values;
  /// Once finalised: what descriptors from operations to plans are about, and of
  /// engines, configurations and plans the engine and the value of its knob.
  std::shared_ptr<const DnnConvolutionForm> form;
  /// The same of graphs of other operations, and one of these.
  std::shared_ptr<const DnnGraphForm> graph;
  std::shared_ptr<const DnnOperationForm> operation;
  int64_t engine = -1, knob = 0;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_CUDNN_OBJECTS_H
