//===- Api.cpp - What the library exports of cuDNN ------------------------===//
#include "../driver/LibraryApi.h"
#include "Library.h"

using namespace popt::fake;

#define POPT_ENTRY(...) POPT_LIBRARY_ENTRY(DnnStatus, __VA_ARGS__)

POPT_ENTRY(cudnnCreate, (DnnHandle * handle), handle)
POPT_ENTRY(cudnnDestroy, (DnnHandle handle), handle)
POPT_ENTRY(cudnnSetStream, (DnnHandle handle, Stream stream), handle, stream)
POPT_ENTRY(cudnnBackendCreateDescriptor,
           (DnnKind kind, DnnDescriptor *descriptor), kind, descriptor)
POPT_ENTRY(cudnnBackendDestroyDescriptor, (DnnDescriptor descriptor),
           descriptor)
POPT_ENTRY(cudnnBackendFinalize, (DnnDescriptor descriptor), descriptor)
POPT_ENTRY(cudnnBackendSetAttribute,
           (DnnDescriptor descriptor, DnnAttribute attribute,
            DnnAttributeType type, int64_t count, const void *values),
           descriptor, attribute, type, count, values)
POPT_ENTRY(cudnnBackendGetAttribute,
           (DnnDescriptor descriptor, DnnAttribute attribute,
            DnnAttributeType type, int64_t room, int64_t *count, void *values),
           descriptor, attribute, type, room, count, values)
POPT_ENTRY(cudnnBackendExecute,
           (DnnHandle handle, DnnDescriptor plan, DnnDescriptor pack), handle,
           plan, pack)

POPT_EXPORT size_t cudnnGetVersion() {
  return configured(&Config::cudnnVersion);
}

POPT_EXPORT const char *cudnnGetErrorString(DnnStatus status) {
  return nameOf<DnnStatus>(
      status,
      {{kDnnSuccess, "CUDNN_STATUS_SUCCESS"},
       {kDnnNotInitialized, "CUDNN_STATUS_NOT_INITIALIZED"},
       {kDnnBadParam, "CUDNN_STATUS_BAD_PARAM"},
       {kDnnNullPointer, "CUDNN_STATUS_BAD_PARAM_NULL_POINTER"},
       {kDnnMisaligned, "CUDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER"},
       {kDnnNotFinalized, "CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED"},
       {kDnnShapeMismatch, "CUDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH"},
       {kDnnNotSupported, "CUDNN_STATUS_NOT_SUPPORTED"},
       {kDnnCompilationFailed,
        "CUDNN_STATUS_INTERNAL_ERROR_COMPILATION_FAILED"},
       {kDnnHostAllocationFailed,
        "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED"},
       {kDnnDeviceAllocationFailed,
        "CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"}},
      "CUDNN_STATUS_INTERNAL_ERROR");
}
