//===- DnnObject.h - Descriptors of cuDNN ---------------------------------===//
//
// Owns a descriptor. The first call that fails is kept by a DnnErrors that several
// descriptors share, and nothing is called after it, so that building reads as a
// list of attributes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_DNNOBJECT_H
#define POPT_RT_LIB_DEVICE_CUDA_DNNOBJECT_H

#include "Cudnn.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace popt::rt::cuda {

/// The first call that failed.
struct DnnErrors {
  const Cudnn &dnn;
  DnnStatus status = kDnnSuccess;
  const char *call = "";

  bool isOk() const { return status == kDnnSuccess; }
  /// Keeps the result of `call`, which is made only if all before went well.
  template <typename Call> void run(const char *name, Call make) {
    if (!isOk())
      return;
    status = make();
    call = name;
  }
};

class DnnObject {
public:
  DnnObject() = default;
  DnnObject(DnnErrors &errors, DnnKind kind) : dnn(&errors.dnn) {
    errors.run("cudnnBackendCreateDescriptor", [&] {
      return dnn->cudnnBackendCreateDescriptor(kind, &descriptor);
    });
    if (!errors.isOk())
      descriptor = nullptr;
  }
  DnnObject(DnnObject &&from) noexcept
      : dnn(from.dnn), descriptor(std::exchange(from.descriptor, nullptr)) {}
  DnnObject &operator=(DnnObject &&from) noexcept {
    std::swap(dnn, from.dnn);
    std::swap(descriptor, from.descriptor);
    return *this;
  }
  ~DnnObject() {
    if (descriptor)
      dnn->cudnnBackendDestroyDescriptor(descriptor);
  }

  DnnDescriptor get() const { return descriptor; }

  void set(DnnErrors &errors, DnnAttribute attribute, DnnAttributeType type,
           int64_t count, const void *values) {
    errors.run("cudnnBackendSetAttribute", [&] {
      return dnn->cudnnBackendSetAttribute(descriptor, attribute, type, count,
                                           values);
    });
  }
  template <typename T>
  void set(DnnErrors &errors, DnnAttribute attribute, DnnAttributeType type,
           const T &value) {
    set(errors, attribute, type, 1, static_cast<const void *>(&value));
  }
  void set(DnnErrors &errors, DnnAttribute attribute,
           const std::vector<int64_t> &values) {
    set(errors, attribute, kDnnInt64Type, static_cast<int64_t>(values.size()),
        values.data());
  }
  void set(DnnErrors &errors, DnnAttribute attribute, const DnnObject &value) {
    set(errors, attribute, kDnnDescriptorType, value.descriptor);
  }

  void finalize(DnnErrors &errors) {
    errors.run("cudnnBackendFinalize",
               [&] { return dnn->cudnnBackendFinalize(descriptor); });
  }

  /// How many values there are; `values` takes so many as it has room for.
  template <typename T>
  int64_t get(DnnErrors &errors, DnnAttribute attribute, DnnAttributeType type,
              int64_t room, T *values) const {
    int64_t count = 0;
    errors.run("cudnnBackendGetAttribute", [&] {
      return dnn->cudnnBackendGetAttribute(descriptor, attribute, type, room,
                                           &count, values);
    });
    return errors.isOk() ? count : 0;
  }
  /// Values that are descriptors.
  std::vector<DnnObject> getAll(DnnErrors &errors, DnnAttribute attribute,
                                DnnKind kind) const {
    int64_t count = get(errors, attribute, kDnnDescriptorType, 0,
                        static_cast<DnnDescriptor *>(nullptr));
    std::vector<DnnObject> objects;
    std::vector<DnnDescriptor> descriptors;
    for (int64_t i = 0; i < count; ++i) {
      objects.emplace_back(errors, kind);
      descriptors.push_back(objects.back().descriptor);
    }
    if (count)
      count =
          get(errors, attribute, kDnnDescriptorType, count, descriptors.data());
    objects.resize(static_cast<size_t>(
        std::min<int64_t>(count, static_cast<int64_t>(objects.size()))));
    return objects;
  }

private:
  const Cudnn *dnn = nullptr;
  DnnDescriptor descriptor = nullptr;
};

/// Configurations of the engines that the library proposes for a graph, the best
/// first; none if it lacks any.
inline std::vector<DnnObject>
proposedEngines(DnnErrors &errors, const DnnObject &graph, DnnHeuristics mode) {
  DnnObject heuristics(errors, kDnnEngineHeuristics);
  heuristics.set(errors, kDnnHeuristicsGraph, graph);
  heuristics.set(errors, kDnnHeuristicsMode, kDnnHeuristicsType, mode);
  heuristics.finalize(errors);
  if (isLacking(errors.status)) {
    errors.status = kDnnSuccess;
    return {};
  }
  return heuristics.getAll(errors, kDnnHeuristicsResults, kDnnEngineConfig);
}

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_DNNOBJECT_H
