//===- Execute.cpp - Handles, and plans that run --------------------------===//
#include "Graph.h"

namespace popt::fake {
using namespace dnn;

static DnnObject *findHandle(DnnHandle handle) {
  DnnObject *object =
      Machine::get().dnnObjects.find(reinterpret_cast<void *>(handle));
  return object && object->isHandle ? object : nullptr;
}

static uint64_t bytesOf(const DnnTensorForm &tensor) {
  int64_t last = 0;
  for (size_t i = 0; i < tensor.dimensions.size(); ++i)
    last += (tensor.dimensions[i] - 1) * tensor.strides[i];
  return uint64_t(last + 1) * widthOf(numberType(tensor.type));
}

/// The addresses that the pack gives to the tensors, each exactly one.
static bool unpack(const DnnObject &pack, DnnWork &out) {
  std::vector<int64_t> ids = listOf(pack, kDnnPackIds);
  std::vector<int64_t> pointers = listOf(pack, kDnnPackPointers);
  if (ids.size() != 3)
    return false;
  for (size_t i = 0; i < 3; ++i) {
    auto found = std::find(ids.begin(), ids.end(), out.form.tensors[i].id);
    if (found == ids.end())
      return false;
    out.addresses[i] = uint64_t(pointers[size_t(found - ids.begin())]);
  }
  out.workspace = uint64_t(valueOf<void *>(pack, kDnnPackWorkspace));
  return true;
}

/// The same of a graph; numbers are read now.
static bool unpack(const DnnObject &pack, DnnGraphWork &out) {
  std::vector<int64_t> ids = listOf(pack, kDnnPackIds);
  std::vector<int64_t> pointers = listOf(pack, kDnnPackPointers);
  std::vector<DnnTensorForm> tensors = out.form.memory();
  if (ids.size() != tensors.size())
    return false;
  for (const DnnTensorForm &tensor : tensors) {
    auto found = std::find(ids.begin(), ids.end(), tensor.id);
    if (found == ids.end())
      return false;
    auto address = uint64_t(pointers[size_t(found - ids.begin())]);
    if (tensor.isByValue)
      memcpy(&out.numbers[tensor.id], reinterpret_cast<void *>(address), 4);
    else
      out.addresses[tensor.id] = address;
  }
  out.workspace = uint64_t(valueOf<void *>(pack, kDnnPackWorkspace));
  return true;
}

static DnnStatus executeGraph(const DnnObject &plan, const DnnObject &pack,
                              StreamObject &queue) {
  DnnGraphWork work;
  work.form = *plan.graph;
  makeEngine(work.form, plan.engine, work.engine);
  if (!unpack(pack, work))
    return kDnnBadParam;
  for (const DnnTensorForm &tensor : work.form.memory())
    if (!tensor.isByValue &&
        !isThere(work.addresses[tensor.id], bytesOf(tensor),
                 uint64_t(tensor.alignment),
                 "cudnnBackendExecute: tensor " + std::to_string(tensor.id)))
      return kDnnBadParam;
  if (work.engine.workspaceBytes &&
      !isThere(work.workspace, work.engine.workspaceBytes, 16,
               "cudnnBackendExecute: workspace"))
    return kDnnBadParam;
  Machine &machine = Machine::get();
  ++machine.counters.attentions;
  machine.submit(queue, "attention",
                 [work](Work &self) { runGraph(work, self); });
  return kDnnSuccess;
}

namespace api {

DnnStatus cudnnCreate(DnnHandle *handle) {
  if (!handle)
    return kDnnNullPointer;
  ContextObject *context = currentContext();
  if (!context)
    return kDnnNotInitialized;
  auto object = std::make_unique<DnnObject>();
  object->isHandle = true;
  object->device = context->device;
  *handle = reinterpret_cast<DnnHandle>(
      Machine::get().dnnObjects.add(std::move(object)));
  return kDnnSuccess;
}

DnnStatus cudnnDestroy(DnnHandle handle) {
  if (!findHandle(handle))
    return kDnnBadParam;
  Machine::get().dnnObjects.remove(reinterpret_cast<void *>(handle));
  return kDnnSuccess;
}

DnnStatus cudnnSetStream(DnnHandle handle, Stream stream) {
  DnnObject *object = findHandle(handle);
  StreamObject *queue = findStream(stream);
  if (!object || !queue || queue->context->device != object->device)
    return kDnnBadParam;
  object->stream = stream;
  return kDnnSuccess;
}

DnnStatus cudnnBackendExecute(DnnHandle handle, DnnDescriptor plan,
                              DnnDescriptor pack) {
  Machine &machine = Machine::get();
  DnnObject *library = findHandle(handle);
  DnnObject *steps = find(plan, kDnnPlan);
  DnnObject *given = find(pack, kDnnVariantPack);
  if (!library || !steps || !given)
    return kDnnBadParam;
  if (!steps->isFinalized || !given->isFinalized)
    return kDnnNotFinalized;
  ContextObject *context = currentContext();
  StreamObject *queue = findStream(library->stream);
  if (!context || context->device != library->device || !queue)
    return kDnnNotInitialized;
  if (steps->graph)
    return executeGraph(*steps, *given, *queue);
  DnnWork work;
  work.form = *steps->form;
  makeEngine(work.form, steps->engine, steps->knob, work.engine);
  if (!unpack(*given, work))
    return kDnnBadParam;
  const char *const names[] = {"image", "filter", "result"};
  for (size_t i = 0; i < 3; ++i) {
    const DnnTensorForm &tensor = work.form.tensors[i];
    if (!isThere(work.addresses[i], bytesOf(tensor), uint64_t(tensor.alignment),
                 std::string("cudnnBackendExecute: ") + names[i]))
      return kDnnBadParam;
  }
  if (work.engine.workspaceBytes &&
      !isThere(work.workspace, work.engine.workspaceBytes, 16,
               "cudnnBackendExecute: workspace"))
    return kDnnBadParam;
  ++machine.counters.convolutions;
  machine.submit(*queue, "a convolution",
                 [work](Work &self) { runConvolution(work, self); });
  return kDnnSuccess;
}

} // namespace api
} // namespace popt::fake
