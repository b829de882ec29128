//===- Attentions.cpp - Attention by cuDNN --------------------------------===//
//
// Tests: CudnnTest, on the library that comes with the fake driver.
//
//===----------------------------------------------------------------------===//
#include "Attentions.h"
#include "AttentionGraph.h"
#include <algorithm>
#include <utility>

using namespace popt::rt;
using namespace popt::rt::cuda;

static constexpr const char *kWithout =
    "attention runs on much slower kernels of our own";

namespace {
class AttentionAction : public popt_rt_action {
public:
  DnnErrors errors;

  AttentionAction(CudaDevice &device, DnnContext &context)
      : errors{*context.dnn}, device(device), context(context) {}
  ~AttentionAction() override {
    // Before what it owns.
    device.gpu->enter();
  }

  /// False where the library lacks it; errors says why.
  bool create(const popt_rt_attention &attention,
              const std::vector<const popt_rt_view *> &views) {
    device.gpu->enter();
    roles = rolesOf(attention);
    operations.emplace(errors, attention, roles, views);
    operations->build();
    graph = DnnObject(errors, kDnnGraph);
    graph.set(errors, kDnnGraphHandle, kDnnHandleType, context.handle);
    graph.set(errors, kDnnGraphOperations, kDnnDescriptorType,
              static_cast<int64_t>(operations->operations.size()),
              operations->operations.data());
    graph.finalize(errors);
    for (DnnHeuristics mode : {kDnnLikelyFastest, kDnnFallback})
      if (errors.isOk() && !plan.get())
        choose(mode);
    if (!plan.get())
      return false;
    sumsBytes = alignedScratch(operations->sumsBytes());
    scratchBytes = sumsBytes + alignedScratch(workspaceBytes);
    return true;
  }

  popt_rt_status launch(int32_t stream, void *const *addresses, const int64_t *,
                        void *scratch) override {
    auto *room = static_cast<uint8_t *>(scratch);
    std::vector<int64_t> ids;
    std::vector<void *> pointers;
    auto add = [&](int64_t id, void *pointer) {
      ids.push_back(id);
      pointers.push_back(pointer);
    };
    for (size_t i = 0; i < roles.size(); ++i)
      add(AttentionGraph::idOf(roles[i]), addresses[i]);
    if (sumsBytes)
      add(AttentionGraph::kSums, room);
    for (auto &[id, number] : operations->numbers)
      add(id, &number);
    device.gpu->enter();
    DnnErrors errors{*context.dnn};
    DnnObject pack(errors, kDnnVariantPack);
    auto count = static_cast<int64_t>(ids.size());
    pack.set(errors, kDnnPackPointers, kDnnPointerType, count, pointers.data());
    pack.set(errors, kDnnPackIds, kDnnInt64Type, count, ids.data());
    pack.set(errors, kDnnPackWorkspace, kDnnPointerType,
             static_cast<void *>(room + sumsBytes));
    pack.finalize(errors);
    errors.run("cudnnSetStream", [&] {
      return context.dnn->cudnnSetStream(
          context.handle, static_cast<Stream>(device.stream(stream)));
    });
    errors.run("cudnnBackendExecute", [&] {
      return context.dnn->cudnnBackendExecute(context.handle, plan.get(),
                                              pack.get());
    });
    return check(errors);
  }

  popt_rt_status check(const DnnErrors &errors) const {
    if (errors.isOk())
      return POPT_RT_OK;
    bool isMemory = errors.status == kDnnHostAllocationFailed ||
                    errors.status == kDnnDeviceAllocationFailed;
    return fail(isMemory ? POPT_RT_OUT_OF_MEMORY : POPT_RT_SYSTEM_ERROR,
                device.gpu->describe() + ": " + errors.call + ": " +
                    context.dnn->describe(errors.status));
  }

private:
  /// Takes the first engine that the library proposes and that gives equal bits.
  void choose(DnnHeuristics mode) {
    for (const DnnObject &config : proposedEngines(errors, graph, mode))
      if (errors.isOk() && !plan.get())
        consider(config);
  }

  void consider(const DnnObject &config) {
    DnnObject engine(errors, kDnnEngine);
    DnnDescriptor into = engine.get();
    config.get(errors, kDnnConfigEngine, kDnnDescriptorType, 1, &into);
    DnnNote notes[32];
    int64_t count = engine.get(errors, kDnnEngineNotes, kDnnNoteType,
                               std::size(notes), notes);
    if (!errors.isOk() ||
        std::count(notes, notes + count, kDnnNondeterministic))
      return;
    DnnObject made(errors, kDnnPlan);
    made.set(errors, kDnnPlanHandle, kDnnHandleType, context.handle);
    made.set(errors, kDnnPlanConfig, config);
    made.finalize(errors);
    if (isLacking(errors.status) || errors.status == kDnnCompilationFailed) {
      errors.status = kDnnSuccess;
      return;
    }
    int64_t workspace = 0;
    made.get(errors, kDnnPlanWorkspace, kDnnInt64Type, 1, &workspace);
    if (!errors.isOk() || workspace < 0)
      return;
    workspaceBytes = static_cast<size_t>(workspace);
    plan = std::move(made);
  }

  CudaDevice &device;
  DnnContext &context;
  std::vector<AttentionRole> roles;
  std::optional<AttentionGraph> operations;
  DnnObject graph, plan;
  size_t sumsBytes = 0, workspaceBytes = 0;
};
} // namespace

Attentions::~Attentions() {
  if (!context.handle)
    return;
  gpu.enter();
  context.dnn->cudnnDestroy(context.handle);
}

popt_rt_status Attentions::open() {
  if (std::exchange(isOpened, true))
    return POPT_RT_OK;
  std::shared_ptr<const Cudnn> dnn = Cudnn::open(text);
  if (dnn && dnn->versionNumber() < kOldestAttention) {
    text = "cuDNN is too old for attention: its version is " +
           std::to_string(dnn->versionNumber()) + ", and " +
           std::to_string(kOldestAttention) +
           " is needed; install a newer one; " + kWithout;
    dnn = nullptr;
  }
  if (!dnn)
    return POPT_RT_OK;
  gpu.enter();
  DnnStatus status = dnn->cudnnCreate(&context.handle);
  if (status != kDnnSuccess) {
    context.handle = nullptr;
    return fail(POPT_RT_SYSTEM_ERROR,
                gpu.describe() + ": cudnnCreate: " + dnn->describe(status));
  }
  context.dnn = std::move(dnn);
  return POPT_RT_OK;
}

popt_rt_status
Attentions::makeAction(CudaDevice &device, const popt_rt_attention &attention,
                       const std::vector<const popt_rt_view *> &views,
                       popt_rt_device::Action &action) {
  if (popt_rt_status status = open())
    return status;
  if (context.dnn) {
    auto made = std::make_unique<AttentionAction>(device, context);
    if (made->create(attention, views)) {
      action = std::move(made);
      return POPT_RT_OK;
    }
    const DnnErrors &errors = made->errors;
    if (errors.status >= kDnnInternalError ||
        errors.status == kDnnNotInitialized)
      return made->check(errors);
    // What it calls a bad parameter is a graph that it does not know, too.
    text = context.dnn->version() + " does not compute a program's attention" +
           (errors.isOk() ? std::string()
                          : std::string(" (") + errors.call + ": " +
                                context.dnn->describe(errors.status) + ")") +
           "; " + kWithout;
  }
  return makeOwnAttentionAction(device, attention, views, action);
}
