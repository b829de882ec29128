//===- ConvolutionPlan.cpp - A convolution as cuDNN takes it --------------===//
#include "ConvolutionPlan.h"
#include <algorithm>

using namespace popt::rt;
using namespace popt::rt::cuda;

static ConvView viewOf(const popt_rt_view &from) {
  return {from.type,
          {from.shape, from.shape + from.rank},
          {from.strides, from.strides + from.rank}};
}

/// One spatial dimension becomes two, the first of one element.
static void addDimension(ConvRoles &roles) {
  auto add = [](ConvView &view, size_t at) {
    int64_t stride = view.shape[at] * view.strides[at];
    view.shape.insert(view.shape.begin() + at, 1);
    view.strides.insert(view.strides.begin() + at, stride);
  };
  add(roles.image, 2);
  add(roles.filter, 3);
  add(roles.result, 2);
  for (std::vector<int64_t> *list : {&roles.strides, &roles.dilations})
    list->insert(list->begin(), 1);
  for (std::vector<int64_t> *list : {&roles.padLow, &roles.padHigh})
    list->insert(list->begin(), 0);
}

/// [groups, out, ...] -> [groups * out, ...]
static std::vector<int64_t> mergedShape(const std::vector<int64_t> &filter) {
  std::vector<int64_t> shape(filter.begin() + 1, filter.end());
  shape[0] *= filter[0];
  return shape;
}

/// Strides of such a filter, where those of the merged one are `merged`.
static std::vector<int64_t> splitStrides(const std::vector<int64_t> &filter,
                                         std::vector<int64_t> merged) {
  merged.insert(merged.begin(), filter[1] * merged[0]);
  return merged;
}

/// Dense strides: dimensions in order, or the second (channels) last.
static std::vector<int64_t> stridesFor(std::vector<int64_t> shape,
                                       bool channelsLast) {
  if (!channelsLast)
    return denseStrides(shape);
  std::rotate(shape.begin() + 1, shape.begin() + 2, shape.end());
  std::vector<int64_t> strides = denseStrides(shape);
  std::rotate(strides.begin() + 1, strides.end() - 1, strides.end());
  return strides;
}

/// True if the elements lie so; where there is one in a dimension, its stride says
/// nothing.
static bool liesAs(const ConvView &view, const std::vector<int64_t> &strides) {
  for (size_t i = 0; i < strides.size(); ++i)
    if (view.shape[i] > 1 && view.strides[i] != strides[i])
      return false;
  return true;
}

/// Gives a role's tensor an order that the library has: the one that it lies in,
/// the preferred one first, or the preferred one by a copy.
static void chooseOrder(ConvView &view, bool isFilter, bool prefersChannelsLast,
                        std::optional<Packing> &copy) {
  ConvView lies = view;
  if (isFilter)
    view.shape = mergedShape(lies.shape);
  auto stridesIn = [&](bool channelsLast) {
    return stridesFor(view.shape, channelsLast);
  };
  auto asItLies = [&](const std::vector<int64_t> &strides) {
    return isFilter ? splitStrides(lies.shape, strides) : strides;
  };
  for (bool channelsLast : {prefersChannelsLast, !prefersChannelsLast}) {
    view.strides = stridesIn(channelsLast);
    if (liesAs(lies, asItLies(view.strides)))
      return;
  }
  view.strides = stridesIn(prefersChannelsLast);
  copy = Packing{lies.shape, lies.strides, asItLies(view.strides)};
}

static ConvolutionPlan planRoles(ConvRoles roles) {
  ConvolutionPlan plan;
  plan.roles = std::move(roles);
  if (plan.roles.strides.size() == 1)
    addDimension(plan.roles);
  ConvView *views[] = {&plan.roles.image, &plan.roles.filter,
                       &plan.roles.result};
  // One channel lies both ways.
  auto isInOrder = [](const ConvView &view) {
    return liesAs(view, stridesFor(view.shape, false));
  };
  bool channelsLast = !isInOrder(*views[0]) || !isInOrder(*views[2]);
  for (int role = 0; role < 3; ++role)
    chooseOrder(*views[role], role == 1, channelsLast, plan.copies[role]);
  return plan;
}

static int64_t copiedElements(const ConvolutionPlan &plan) {
  int64_t elements = 0;
  for (const std::optional<Packing> &copy : plan.copies)
    elements += copy ? copy->elements() : 0;
  return elements;
}

std::optional<ConvolutionPlan>
popt::rt::cuda::planConvolution(const popt_rt_convolution &convolution) {
  std::optional<ConvolutionPlan> best;
  for (ConvRoles &roles :
       convRolesOf(toConvOp(convolution.window, convolution.views[0].rank - 2),
                   {viewOf(convolution.views[0]), viewOf(convolution.views[1]),
                    viewOf(convolution.views[2])})) {
    ConvolutionPlan plan = planRoles(std::move(roles));
    if (!best || copiedElements(plan) < copiedElements(*best))
      best = std::move(plan);
  }
  return best;
}
