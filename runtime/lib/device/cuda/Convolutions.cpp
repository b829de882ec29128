//===- Convolutions.cpp - Convolutions by cuDNN ---------------------------===//
//
// Tests: CudnnTest, on the library that comes with the fake driver.
//
//===----------------------------------------------------------------------===//
#include "Convolutions.h"
#include "Actions.h"
#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

using namespace popt::rt;
using namespace popt::rt::cuda;

//===----------------------------------------------------------------------===//
// One convolution
//===----------------------------------------------------------------------===//

static DnnType libraryType(popt_rt_element_type type) {
  return type == POPT_RT_F64    ? kDnnF64
         : type == POPT_RT_F16  ? kDnnF16
         : type == POPT_RT_BF16 ? kDnnBF16
                                : kDnnF32;
}

/// The tensors' numbers in a graph.
static int64_t idOf(int role) { return role + 1; }

LibraryConvolution::~LibraryConvolution() {
  // Before what it owns.
  gpu.enter();
}

popt_rt_status LibraryConvolution::check(const DnnErrors &errors) const {
  if (errors.isOk())
    return POPT_RT_OK;
  bool isMemory = errors.status == kDnnHostAllocationFailed ||
                  errors.status == kDnnDeviceAllocationFailed;
  return fail(isMemory ? POPT_RT_OUT_OF_MEMORY : POPT_RT_SYSTEM_ERROR,
              gpu.describe() + ": " + errors.call + ": " +
                  dnn.describe(errors.status));
}

void LibraryConvolution::makeTensor(DnnErrors &errors, int role,
                                    const ConvView &view) {
  constexpr int64_t kAlignment = 16;
  DnnObject &tensor = tensors[role] = DnnObject(errors, kDnnTensor);
  tensor.set(errors, kDnnTensorId, kDnnInt64Type, idOf(role));
  tensor.set(errors, kDnnTensorType, kDnnDataType, libraryType(view.type));
  tensor.set(errors, kDnnTensorDimensions, view.shape);
  tensor.set(errors, kDnnTensorStrides, view.strides);
  tensor.set(errors, kDnnTensorAlignment, kDnnInt64Type, kAlignment);
  tensor.finalize(errors);
}

void LibraryConvolution::makeOperation(DnnErrors &errors,
                                       const DnnObject &window) {
  const DnnKind kinds[] = {kDnnForward, kDnnBackwardData, kDnnBackwardFilter};
  DnnKind kind = kinds[static_cast<int>(plan.roles.kind)];
  operation = DnnObject(errors, kind);
  for (auto [part, number] :
       {std::pair(kDnnAlpha, 1), std::pair(kDnnBeta, 0)}) {
    DnnAttribute attribute = attributeOf(kind, part);
    if (isF64)
      operation.set(errors, attribute, kDnnDoubleType, double(number));
    else
      operation.set(errors, attribute, kDnnFloatType, float(number));
  }
  operation.set(errors, attributeOf(kind, kDnnWindow), window);
  const DnnPart parts[] = {kDnnImage, kDnnFilter, kDnnResult};
  for (int role = 0; role < 3; ++role)
    operation.set(errors, attributeOf(kind, parts[role]), tensors[role]);
  operation.finalize(errors);
}

popt_rt_status
LibraryConvolution::create(const popt_rt_convolution &convolution,
                           bool &out_has) {
  out_has = false;
  std::optional<ConvolutionPlan> made = planConvolution(convolution);
  if (!made)
    return POPT_RT_OK;
  plan = std::move(*made);
  const ConvRoles &roles = plan.roles;
  popt_rt_element_type type = convolution.views[0].type;
  isF64 = type == POPT_RT_F64;
  // Those of f32 round factors to TF32.
  mayUseTensorCores = type != POPT_RT_F32 || convolution.is_tf32;
  const ConvView *views[] = {&roles.image, &roles.filter, &roles.result};
  for (int i = 0; i < 3; ++i) {
    const ConvView &view = *views[roles.roleOf[i]];
    bytes[i] =
        std::accumulate(view.shape.begin(), view.shape.end(),
                        popt_rt_element_size(view.type), std::multiplies<>());
  }
  gpu.enter();
  DnnErrors errors{dnn};
  for (int role = 0; role < 3; ++role)
    makeTensor(errors, role, *views[role]);
  DnnObject window(errors, kDnnConvolutionKind);
  window.set(errors, kDnnConvolutionCompute, kDnnDataType,
             isF64 ? kDnnF64 : kDnnF32);
  window.set(errors, kDnnConvolutionMode, kDnnModeType,
             roles.isMirrored ? kDnnConvolution : kDnnCorrelation);
  window.set(errors, kDnnConvolutionSpatial, kDnnInt64Type,
             static_cast<int64_t>(roles.strides.size()));
  window.set(errors, kDnnConvolutionStrides, roles.strides);
  window.set(errors, kDnnConvolutionDilations, roles.dilations);
  window.set(errors, kDnnConvolutionPadLow, roles.padLow);
  window.set(errors, kDnnConvolutionPadHigh, roles.padHigh);
  window.finalize(errors);
  makeOperation(errors, window);
  graph = DnnObject(errors, kDnnGraph);
  graph.set(errors, kDnnGraphHandle, kDnnHandleType, context.handle);
  graph.set(errors, kDnnGraphOperations, operation);
  graph.finalize(errors);
  if (isLacking(errors.status))
    return POPT_RT_OK;
  out_has = errors.isOk();
  return check(errors);
}

bool LibraryConvolution::mayUse(DnnErrors &errors,
                                const DnnObject &engine) const {
  DnnNote notes[32];
  int64_t count = engine.get(errors, kDnnEngineNotes, kDnnNoteType,
                             std::size(notes), notes);
  return errors.isOk() && std::all_of(notes, notes + count, [&](DnnNote note) {
           return note == kDnnStrictNan ||
                  (note == kDnnTensorCore && mayUseTensorCores);
         });
}

bool LibraryConvolution::add(DnnErrors &errors, const DnnObject &config,
                             std::vector<int64_t> numbers) {
  Way way;
  way.plan = DnnObject(errors, kDnnPlan);
  way.plan.set(errors, kDnnPlanHandle, kDnnHandleType, context.handle);
  way.plan.set(errors, kDnnPlanConfig, config);
  way.plan.finalize(errors);
  if (isLacking(errors.status) || errors.status == kDnnCompilationFailed) {
    errors.status = kDnnSuccess;
    return false;
  }
  int64_t workspace = 0;
  way.plan.get(errors, kDnnPlanWorkspace, kDnnInt64Type, 1, &workspace);
  // Where an engine likes another order of dimensions it keeps all operands.
  uint64_t most = kMostWorkspace + bytes[0] + bytes[1] + bytes[2];
  if (!errors.isOk() || workspace < 0 ||
      static_cast<uint64_t>(workspace) > most)
    return false;
  way.workspaceBytes = static_cast<size_t>(workspace);
  way.numbers = std::move(numbers);
  ways.push_back(std::move(way));
  return true;
}

void LibraryConvolution::consider(DnnErrors &errors, const DnnObject &config) {
  DnnObject engine(errors, kDnnEngine);
  DnnDescriptor into = engine.get();
  config.get(errors, kDnnConfigEngine, kDnnDescriptorType, 1, &into);
  if (!mayUse(errors, engine))
    return;
  std::vector<int64_t> numbers(1);
  engine.get(errors, kDnnEngineIndex, kDnnInt64Type, 1, numbers.data());
  for (const DnnObject &knob :
       config.getAll(errors, kDnnConfigKnobs, kDnnKnobChoice)) {
    int32_t type = 0;
    int64_t value = 0;
    knob.get(errors, kDnnKnobChoiceType, kDnnKnobType, 1, &type);
    knob.get(errors, kDnnKnobChoiceValue, kDnnInt64Type, 1, &value);
    numbers.insert(numbers.end(), {type, value});
  }
  add(errors, config, std::move(numbers));
}

popt_rt_status LibraryConvolution::propose(size_t most) {
  gpu.enter();
  DnnErrors errors{dnn};
  for (DnnHeuristics mode : {kDnnLikelyFastest, kDnnFallback}) {
    for (const DnnObject &config : proposedEngines(errors, graph, mode)) {
      if (!errors.isOk() || ways.size() == most)
        break;
      consider(errors, config);
    }
    if (!errors.isOk() || ways.size() == most)
      break;
  }
  return check(errors);
}

std::vector<uint8_t> LibraryConvolution::algorithm() const {
  const std::vector<int64_t> &numbers = ways[chosen].numbers;
  std::vector<uint8_t> data(numbers.size() * sizeof(int64_t));
  std::memcpy(data.data(), numbers.data(), data.size());
  return data;
}

popt_rt_status LibraryConvolution::use(const void *data, size_t count) {
  std::vector<int64_t> numbers(count / sizeof(int64_t));
  if (count % sizeof(int64_t) != 0 || numbers.size() % 2 != 1)
    return fail(POPT_RT_INVALID_ARGUMENT,
                "a measured algorithm of a convolution has " +
                    std::to_string(count) +
                    " bytes, which are not a number and pairs of numbers of 8 "
                    "bytes; measure again with popt-run --tune");
  std::memcpy(numbers.data(), data, count);
  gpu.enter();
  DnnErrors errors{dnn};
  DnnObject engine(errors, kDnnEngine);
  engine.set(errors, kDnnEngineGraph, graph);
  engine.set(errors, kDnnEngineIndex, kDnnInt64Type, numbers[0]);
  engine.finalize(errors);
  std::vector<DnnObject> knobs;
  std::vector<DnnDescriptor> descriptors;
  for (size_t i = 1; i < numbers.size(); i += 2) {
    DnnObject &knob = knobs.emplace_back(errors, kDnnKnobChoice);
    auto type = static_cast<int32_t>(numbers[i]);
    knob.set(errors, kDnnKnobChoiceType, kDnnKnobType, type);
    knob.set(errors, kDnnKnobChoiceValue, kDnnInt64Type, numbers[i + 1]);
    knob.finalize(errors);
    descriptors.push_back(knob.get());
  }
  DnnObject config(errors, kDnnEngineConfig);
  config.set(errors, kDnnConfigEngine, engine);
  if (!knobs.empty())
    config.set(errors, kDnnConfigKnobs, kDnnDescriptorType,
               static_cast<int64_t>(descriptors.size()), descriptors.data());
  config.finalize(errors);
  bool has = add(errors, config, std::move(numbers));
  if (popt_rt_status status = check(errors))
    return status;
  if (!has)
    return fail(POPT_RT_UNSUPPORTED,
                gpu.describe() +
                    ": cuDNN lacks a convolution's measured algorithm; measure "
                    "again with popt-run --tune");
  use(ways.size() - 1);
  return POPT_RT_OK;
}

popt_rt_status LibraryConvolution::launch(const void *lhs, const void *rhs,
                                          void *out, void *workspace,
                                          Stream stream) const {
  const void *operands[] = {lhs, rhs, out};
  const void *pointers[3];
  int64_t ids[3];
  for (int i = 0; i < 3; ++i) {
    pointers[plan.roles.roleOf[i]] = operands[i];
    ids[i] = idOf(i);
  }
  gpu.enter();
  DnnErrors errors{dnn};
  DnnObject pack(errors, kDnnVariantPack);
  pack.set(errors, kDnnPackPointers, kDnnPointerType, 3,
           static_cast<const void *>(pointers));
  pack.set(errors, kDnnPackIds, kDnnInt64Type, 3,
           static_cast<const void *>(ids));
  pack.set(errors, kDnnPackWorkspace, kDnnPointerType, workspace);
  pack.finalize(errors);
  errors.run("cudnnSetStream",
             [&] { return dnn.cudnnSetStream(context.handle, stream); });
  errors.run("cudnnBackendExecute", [&] {
    return dnn.cudnnBackendExecute(context.handle, ways[chosen].plan.get(),
                                   pack.get());
  });
  return check(errors);
}

//===----------------------------------------------------------------------===//
// The library on a GPU
//===----------------------------------------------------------------------===//

Convolutions::~Convolutions() {
  made.clear();
  if (!context.handle)
    return;
  gpu.enter();
  context.dnn->cudnnDestroy(context.handle);
}

popt_rt_status Convolutions::open(std::string &out_version,
                                  std::string &out_note) {
  context.dnn = Cudnn::open(out_note);
  if (!context.dnn)
    return POPT_RT_OK;
  gpu.enter();
  DnnStatus status = context.dnn->cudnnCreate(&context.handle);
  if (status == kDnnSuccess) {
    out_version = context.dnn->version();
    return POPT_RT_OK;
  }
  context.handle = nullptr;
  return fail(POPT_RT_SYSTEM_ERROR, gpu.describe() + ": cudnnCreate: " +
                                        context.dnn->describe(status));
}

popt_rt_status
Convolutions::find(const popt_rt_convolution &convolution,
                   std::shared_ptr<const LibraryConvolution> &out) {
  return findCall(
      convolution,
      [&] { return std::make_shared<LibraryConvolution>(gpu, context); }, out);
}

//===----------------------------------------------------------------------===//
// The action
//===----------------------------------------------------------------------===//

namespace {
class ConvolutionAction : public popt_rt_action {
public:
  ConvolutionAction(CudaDevice &device,
                    std::shared_ptr<const LibraryConvolution> library)
      : device(device), library(std::move(library)) {}

  /// Copies lie before the workspace.
  popt_rt_status prepare(const popt_rt_convolution &convolution) {
    std::copy_n(convolution.operands, 3, operands);
    const ConvolutionPlan &plan = library->plan;
    for (int i = 0; i < 3; ++i) {
      std::optional<Packing> copy = plan.copies[plan.roles.roleOf[i]];
      if (!copy)
        continue;
      if (i == kOutOperand)
        std::swap(copy->from, copy->to);
      popt_rt_element_type type = convolution.views[i].type;
      if (popt_rt_status status =
              makePackingAction(device, type, *copy, copies[i]))
        return status;
      offsets[i] = workspaceOffset;
      workspaceOffset += alignedScratch(bytesOf(copy->shape, type));
    }
    scratchBytes = workspaceOffset + alignedScratch(library->workspaceBytes);
    return POPT_RT_OK;
  }

  popt_rt_status launch(int32_t stream, void *const *addresses,
                        const int64_t *scalars, void *scratch) override {
    auto *room = static_cast<uint8_t *>(scratch);
    void *memory[3];
    for (int i = 0; i < 3; ++i) {
      memory[i] = copies[i] ? room + offsets[i] : addresses[operands[i]];
      if (!copies[i] || i == kOutOperand)
        continue;
      void *pair[2] = {addresses[operands[i]], memory[i]};
      if (popt_rt_status status =
              copies[i]->launch(stream, pair, scalars, nullptr))
        return status;
    }
    popt_rt_status status =
        library->launch(memory[0], memory[1], memory[2], room + workspaceOffset,
                        static_cast<Stream>(device.stream(stream)));
    if (status != POPT_RT_OK || !copies[kOutOperand])
      return status;
    void *pair[2] = {memory[kOutOperand], addresses[operands[kOutOperand]]};
    return copies[kOutOperand]->launch(stream, pair, scalars, nullptr);
  }

private:
  CudaDevice &device;
  const std::shared_ptr<const LibraryConvolution> library;
  static constexpr int kOutOperand = 2; ///< after lhs and rhs
  int32_t operands[3];
  popt_rt_device::Action copies[3];
  size_t offsets[3] = {}; ///< of the copies
  size_t workspaceOffset = 0;
};
} // namespace

popt_rt_status
popt::rt::cuda::makeConvolutionAction(CudaDevice &device,
                                      const popt_rt_convolution &convolution,
                                      popt_rt_device::Action &action) {
  return makeCallAction<ConvolutionAction, LibraryConvolution>(
      device, *device.convolutions, convolution, action);
}
