//===- ConvolutionPlan.cpp - A convolution as cuDNN takes it --------------===//
#include "ConvolutionPlan.h"

using namespace popt::rt;
using namespace popt::rt::cuda;

int64_t popt::rt::cuda::elementsOf(const ConvView &view) {
  int64_t last = 0;
  for (size_t i = 0; i < view.shape.size(); ++i)
    last += (view.shape[i] - 1) * view.strides[i];
  return last + 1;
}

/// The operand; where there is one element in a dimension its stride may be any,
/// but a library wants one.
static ConvView viewOf(const popt_rt_view &from) {
  ConvView view = {from.type,
                   {from.shape, from.shape + from.rank},
                   {from.strides, from.strides + from.rank}};
  int64_t size = elementsOf(view);
  for (size_t i = 0; i < view.shape.size(); ++i)
    if (view.shape[i] == 1 && view.strides[i] == 0)
      view.strides[i] = size;
  return view;
}

/// [groups, out, ...] -> [groups * out, ...], by a copy if strides do not allow
/// it.
static void mergeGroups(ConvolutionPlan &plan) {
  ConvView &filter = plan.roles.filter;
  int64_t groups = filter.shape[0], out = filter.shape[1];
  bool isOne =
      groups == 1 || out == 1 || filter.strides[0] == filter.strides[1] * out;
  if (!isOne) {
    plan.filterCopy =
        Packing{filter.shape, filter.strides, denseStrides(filter.shape)};
    filter.strides = plan.filterCopy->to;
  }
  filter.shape[1] = groups * out;
  if (out == 1 && groups > 1)
    filter.strides[1] = filter.strides[0];
  filter.shape.erase(filter.shape.begin());
  filter.strides.erase(filter.strides.begin());
}

/// One spatial dimension becomes two, the first of one element.
static void addDimension(ConvRoles &roles) {
  for (ConvView *view : {&roles.image, &roles.filter, &roles.result}) {
    int64_t stride = view->shape[2] * view->strides[2];
    view->shape.insert(view->shape.begin() + 2, 1);
    view->strides.insert(view->strides.begin() + 2, stride);
  }
  for (std::vector<int64_t> *list : {&roles.strides, &roles.dilations})
    list->insert(list->begin(), 1);
  for (std::vector<int64_t> *list : {&roles.padLow, &roles.padHigh})
    list->insert(list->begin(), 0);
}

std::optional<ConvolutionPlan>
popt::rt::cuda::planConvolution(const popt_rt_convolution &convolution) {
  std::vector<ConvRoles> roles =
      convRolesOf(toConvOp(convolution.window, convolution.views[0].rank - 2),
                  {viewOf(convolution.views[0]), viewOf(convolution.views[1]),
                   viewOf(convolution.views[2])});
  if (roles.empty())
    return std::nullopt;
  ConvolutionPlan plan;
  plan.roles = std::move(roles.front());
  mergeGroups(plan);
  if (plan.roles.strides.size() == 1)
    addDimension(plan.roles);
  return plan;
}
