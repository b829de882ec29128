//===- OwnAttention.cpp - Attention by kernels of our own -----------------===//
//
// Tests: CudnnTest, python/tests/test_attention_gpu.py.
//
//===----------------------------------------------------------------------===//
#include "OwnAttention.h"
#include "Actions.h"
#include <algorithm>

using namespace popt::rt;
using namespace popt::rt::cuda;

std::vector<AttentionRole>
popt::rt::cuda::rolesOf(const popt_rt_attention &attention) {
  using Role = AttentionRole;
  std::vector<Role> roles = {Role::Query, Role::Key, Role::Value};
  auto add = [&](bool has, std::initializer_list<Role> more) {
    if (has)
      roles.insert(roles.end(), more);
  };
  add(attention.is_backward, {Role::Stats, Role::OutGradient, Role::Out});
  add(attention.has_bias, {Role::Bias});
  add(attention.has_lengths, {Role::QueryLengths, Role::KeyLengths});
  add(attention.is_backward,
      {Role::QueryGradient, Role::KeyGradient, Role::ValueGradient});
  add(!attention.is_backward, {Role::Out});
  add(attention.has_stats, {Role::Stats});
  add(attention.has_bias_result, {Role::BiasGradient});
  return roles;
}

namespace {
class OwnAttentionAction : public popt_rt_action {
public:
  OwnAttentionAction(CudaDevice &device, std::vector<AttentionRole> roles)
      : device(device), roles(std::move(roles)) {}

  popt_rt_status prepare(const popt_rt_attention &attention,
                         const std::vector<const popt_rt_view *> &views) {
    form = {};
    const popt_rt_view &q = *views[0], &k = *views[1], &v = *views[2];
    form.batch = q.shape[0];
    form.heads = q.shape[1];
    form.queries = q.shape[2];
    form.features = q.shape[3];
    form.keyHeads = k.shape[1];
    form.keys = k.shape[2];
    form.valueFeatures = v.shape[3];
    form.window = attention.window;
    form.scale = attention.scale;
    form.isCausal = attention.is_causal;
    if (std::max(form.features, form.valueFeatures) >
        AttentionForm::kMostFeatures)
      return fail(
          POPT_RT_UNSUPPORTED,
          "attention of heads of " +
              std::to_string(std::max(form.features, form.valueFeatures)) +
              " features; kernels have " +
              std::to_string(AttentionForm::kMostFeatures));
    for (size_t i = 0; i < views.size(); ++i)
      setStrides(roles[i], *views[i]);
    const char *type = q.type == POPT_RT_BF16 ? "_bf16" : "_f16";
    auto add = [&](const char *what, int64_t rows) {
      Launch launch{nullptr, Grid(*device.gpu,
                                  static_cast<uint64_t>(rows) * Grid::kThreads)
                                 .blocks};
      popt_rt_status status = device.gpu->function(
          OwnCode::Attention,
          ("popt_attention_" + (what + std::string(type))).c_str(),
          launch.function);
      launches.push_back(launch);
      return status;
    };
    int64_t rows = form.batch * form.heads * form.queries;
    if (!attention.is_backward)
      return add("forward", rows);
    popt_rt_status status = add("queries", rows);
    if (status == POPT_RT_OK)
      status = add("keys", form.batch * form.keyHeads * form.keys);
    if (status == POPT_RT_OK && attention.has_bias_result)
      status = add("bias", form.biasBatch * form.biasHeads * form.queries);
    return status;
  }

  popt_rt_status launch(int32_t stream, void *const *addresses, const int64_t *,
                        void *) override {
    AttentionMemory memory = {};
    for (size_t i = 0; i < roles.size(); ++i)
      memory.of[static_cast<int>(roles[i])] = addresses[i];
    void *parameters[] = {&form, &memory};
    Gpu &gpu = *device.gpu;
    gpu.enter();
    for (const Launch &l : launches)
      if (cuda::Result result = gpu.driver->cuLaunchKernel(
              l.function, l.blocks, 1, 1, AttentionForm::kThreads, 1, 1, 0,
              static_cast<Stream>(device.stream(stream)), parameters, nullptr))
        return gpu.check(result, "cuLaunchKernel");
    return POPT_RT_OK;
  }

private:
  void setStrides(AttentionRole role, const popt_rt_view &view) {
    int64_t *strides = form.strides[static_cast<int>(role)];
    std::copy_n(view.strides, view.rank, strides);
    if (role == AttentionRole::BiasGradient) {
      form.biasBatch = view.shape[0];
      form.biasHeads = view.shape[1];
    }
    // All sequences and heads read one.
    if (role == AttentionRole::Bias)
      for (int dim : {0, 1})
        if (view.shape[dim] == 1)
          strides[dim] = 0;
  }

  struct Launch {
    Function function;
    uint32_t blocks;
  };
  CudaDevice &device;
  const std::vector<AttentionRole> roles;
  AttentionForm form;
  std::vector<Launch> launches;
};
} // namespace

popt_rt_status popt::rt::cuda::makeOwnAttentionAction(
    CudaDevice &device, const popt_rt_attention &attention,
    const std::vector<const popt_rt_view *> &views,
    popt_rt_device::Action &action) {
  auto made = std::make_unique<OwnAttentionAction>(device, rolesOf(attention));
  popt_rt_status status = made->prepare(attention, views);
  action = std::move(made);
  return status;
}
