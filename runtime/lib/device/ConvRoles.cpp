//===- ConvRoles.cpp - A convolution as libraries have it -----------------===//
#include "ConvRoles.h"
#include <algorithm>
#include <optional>

using namespace popt::rt;

namespace {
using Dims = std::vector<int64_t>;
using Operands = std::array<ConvView, 3>;
using Kind = ConvRoles::Kind;

void swapFirstTwo(ConvView &v) {
  std::swap(v.shape[0], v.shape[1]);
  std::swap(v.strides[0], v.strides[1]);
}

/// [groups * out, in, ...] -> [groups, out, in, ...].
void splitGroups(ConvView &filter, int64_t groups) {
  int64_t perGroup = filter.shape[0] / groups;
  filter.shape[0] = perGroup;
  filter.shape.insert(filter.shape.begin(), groups);
  filter.strides.insert(filter.strides.begin(), filter.strides[0] * perGroup);
}

bool areOnes(const Dims &list) {
  return std::all_of(list.begin(), list.end(),
                     [](int64_t v) { return v == 1; });
}

/// True if all windows are reversed, or none is: libraries know no mixture.
bool areReversedAlike(const ConvOp &op) {
  return std::all_of(
      op.windowReversal.begin(), op.windowReversal.end(),
      [&](uint8_t v) { return bool(v) == bool(op.windowReversal.front()); });
}

/// Gives each operand its role.
ConvRoles assignRoles(const Operands &operands, Kind kind,
                      std::array<int, 3> roleOf) {
  ConvRoles roles;
  roles.kind = kind;
  roles.roleOf = roleOf;
  ConvView *byRole[] = {&roles.image, &roles.filter, &roles.result};
  for (size_t i = 0; i < 3; ++i)
    *byRole[roleOf[i]] = operands[i];
  return roles;
}

std::optional<ConvRoles> forwardRoles(const ConvOp &op,
                                      const Operands &operands) {
  if (!areOnes(op.lhsDilation) || op.batchGroups != 1 || !areReversedAlike(op))
    return std::nullopt;
  ConvRoles roles = assignRoles(operands, Kind::Forward, {0, 1, 2});
  splitGroups(roles.filter, op.featureGroups);
  roles.strides = op.windowStrides;
  roles.dilations = op.rhsDilation;
  roles.padLow = op.padLow;
  roles.padHigh = op.padHigh;
  roles.isMirrored = op.windowReversal.front();
  return roles;
}

std::optional<ConvRoles> dataRoles(const ConvOp &op, const Operands &operands) {
  if (!areOnes(op.windowStrides) || op.batchGroups != 1 ||
      !areReversedAlike(op))
    return std::nullopt;
  ConvRoles roles = assignRoles(operands, Kind::Data, {2, 1, 0});
  splitGroups(roles.filter, op.featureGroups);
  // A library's filter is [groups, result channels, image channels, ...].
  std::swap(roles.filter.shape[1], roles.filter.shape[2]);
  std::swap(roles.filter.strides[1], roles.filter.strides[2]);
  roles.strides = op.lhsDilation;
  roles.dilations = op.rhsDilation;
  const auto &[lhs, rhs, out] = operands;
  for (size_t i = 0; i < op.padLow.size(); ++i) {
    int64_t window = (rhs.shape[2 + i] - 1) * op.rhsDilation[i] + 1;
    int64_t low = window - 1 - op.padLow[i];
    int64_t high = (lhs.shape[2 + i] - 1) * roles.strides[i] + window -
                   out.shape[2 + i] - low;
    if (high <= -roles.strides[i])
      return std::nullopt;
    roles.padLow.push_back(low);
    roles.padHigh.push_back(std::max<int64_t>(high, 0));
  }
  roles.isMirrored = !op.windowReversal.front();
  return roles;
}

std::optional<ConvRoles> weightsRoles(const ConvOp &op,
                                      const Operands &operands) {
  if (!areOnes(op.lhsDilation) || op.featureGroups != 1 ||
      !areReversedAlike(op) || op.windowReversal.front())
    return std::nullopt;
  ConvRoles roles = assignRoles(operands, Kind::Weights, {0, 2, 1});
  for (ConvView *view : {&roles.image, &roles.filter, &roles.result})
    swapFirstTwo(*view);
  splitGroups(roles.filter, op.batchGroups);
  roles.strides = op.rhsDilation;
  roles.dilations = op.windowStrides;
  roles.padLow = op.padLow;
  const auto &[lhs, rhs, out] = operands;
  for (size_t i = 0; i < op.padLow.size(); ++i) {
    int64_t window = (out.shape[2 + i] - 1) * op.windowStrides[i] + 1;
    int64_t high = (rhs.shape[2 + i] - 1) * roles.strides[i] + window -
                   lhs.shape[2 + i] - op.padLow[i];
    roles.padHigh.push_back(std::max<int64_t>(high, 0));
    if (high < 0) // the image's end is never read
      roles.image.shape[2 + i] += high;
  }
  return roles;
}

/// No library pads by less than nothing, or has tensors without elements.
bool isSound(const ConvRoles &roles) {
  auto areAtLeast = [](const Dims &list, int64_t least) {
    return std::all_of(list.begin(), list.end(),
                       [&](int64_t v) { return v >= least; });
  };
  for (const ConvView *view : {&roles.image, &roles.filter, &roles.result})
    if (!areAtLeast(view->shape, 1) || !areAtLeast(view->strides, 1))
      return false;
  return areAtLeast(roles.padLow, 0) && areAtLeast(roles.padHigh, 0);
}
} // namespace

std::vector<ConvRoles> popt::rt::convRolesOf(const ConvOp &op,
                                             const Operands &operands) {
  size_t spatial = op.padLow.size();
  if (spatial < 1 || spatial > 3)
    return {};
  int64_t window = 1, outputs = 1;
  for (size_t i = 0; i < spatial; ++i) {
    window *= operands[1].shape[2 + i];
    outputs *= operands[2].shape[2 + i];
  }
  std::optional<ConvRoles> forward = forwardRoles(op, operands);
  std::optional<ConvRoles> data = dataRoles(op, operands);
  std::optional<ConvRoles> weights = weightsRoles(op, operands);
  using Order = std::array<std::optional<ConvRoles> *, 3>;
  std::vector<ConvRoles> result;
  for (std::optional<ConvRoles> *roles : window > outputs
                                             ? Order{&weights, &forward, &data}
                                             : Order{&forward, &data, &weights})
    if (*roles && isSound(**roles))
      result.push_back(std::move(**roles));
  return result;
}

ConvOp popt::rt::toConvOp(const popt_rt_conv &conv, int32_t spatial) {
  auto listOf = [&](const auto *list) {
    return std::vector<std::decay_t<decltype(*list)>>(list, list + spatial);
  };
  ConvOp op;
  op.windowStrides = listOf(conv.window_strides);
  op.padLow = listOf(conv.pad_low);
  op.padHigh = listOf(conv.pad_high);
  op.lhsDilation = listOf(conv.lhs_dilation);
  op.rhsDilation = listOf(conv.rhs_dilation);
  op.windowReversal = listOf(conv.window_reversal);
  op.featureGroups = conv.feature_groups;
  op.batchGroups = conv.batch_groups;
  return op;
}
