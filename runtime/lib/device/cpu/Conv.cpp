//===- Conv.cpp - Convolutions by oneDNN ----------------------------------===//
//
// StableHLO has one convolution; the library has three, each fast for one way
// in which training uses it:
//
//   lhs dilation 1                   -> forward
//   lhs dilation > 1, strides 1      -> gradient of the input: the lhs is the
//     output's gradient, the filter is mirrored once more
//   the filter has a larger window   -> gradient of the filter: the rhs is the
//     than the output                   output's gradient, its dilation is the
//                                       stride, batch and features swap
//
// Images are given with the strides they have; weights in the format that the
// library asks for, packed at each call (a few microseconds). If it has nothing
// fast for these strides, images are reordered as well. What fits nowhere
// (other types, negative padding, ...) is OwnConv.cpp's. Test: ConvTest, each
// form against our own.
//
//===----------------------------------------------------------------------===//
#include "Conv.h"
#include "Onednn.h"
#include "Strided.h"
#include <algorithm>

using namespace popt::rt;

namespace {
using Dims = std::vector<int64_t>;

/// A tensor as the library sees it.
struct View {
  ElementType type{};
  Dims shape, strides;
};

/// The library's three roles, however the command's operands play them.
struct Roles {
  enum class Kind { Forward, Data, Weights } kind = Kind::Forward;
  View image;  ///< src or diff_src: [batch, channels, spatial...]
  View filter; ///< weights or diff_weights: [(groups,) out, in, window...]
  View result; ///< dst or diff_dst: [batch, channels, spatial...]
  Dims strides, dilates, padLow, padHigh;
  bool mirrored = false; ///< the filter must be copied with its window reversed
  /// Which role each operand o0, o1, o2 has: 0 image, 1 filter, 2 result.
  std::array<int, 3> roleOf{0, 1, 2};
};

/// What happens to one of the three memories around the primitive.
struct Port {
  int argument = 0; ///< DNNL_ARG_...
  dnnl_memory_desc_t user{}, library{};
  std::unique_ptr<OnednnPrimitive> reorder; ///< null if both are equal
  size_t offset = 0;                        ///< of the reordered copy
};

class OnednnConv : public Compute {
public:
  std::unique_ptr<ComputeCall> newCall() const override;
  size_t scratchBytes() const override { return scratch; }
  std::string how() const override { return "onednn"; }
  bool prepare(const Onednn &lib, const ConvShape &shape, Roles newRoles);

  Roles roles;
  OnednnPrimitive primitive;
  std::array<Port, 3> ports; ///< by role
  StridedCopy mirror;
  int64_t mirrorStart = 0; ///< byte offset of the element copied first
  size_t mirrorOffset = 0, libraryOffset = 0, scratch = 0;

private:
  bool create(const Onednn &lib, bool anyImages);
};

class OnednnConvCall : public ComputeCall {
public:
  explicit OnednnConvCall(const OnednnConv &conv);
  bool run(void *const *operands, uint8_t *scratch) override;

private:
  const OnednnConv &conv;
  OnednnCall main;
  std::array<OnednnCall, 3> reorders;
};
} // namespace

//===----------------------------------------------------------------------===//
// From StableHLO's convolution to a role for each operand
//===----------------------------------------------------------------------===//

static View view(const Operand &o, const Dims &strides) {
  return {o.type, o.shape, strides};
}

static void swapFirstTwo(View &v) {
  std::swap(v.shape[0], v.shape[1]);
  std::swap(v.strides[0], v.strides[1]);
}

/// [groups * out, in, ...] -> [groups, out, in, ...].
static void splitGroups(View &filter, int64_t groups) {
  if (groups == 1)
    return;
  int64_t perGroup = filter.shape[0] / groups;
  filter.shape[0] = perGroup;
  filter.shape.insert(filter.shape.begin(), groups);
  filter.strides.insert(filter.strides.begin(), filter.strides[0] * perGroup);
}

static bool allOnes(const Dims &list) {
  return std::all_of(list.begin(), list.end(),
                     [](int64_t v) { return v == 1; });
}

/// True if all windows are reversed, or none is: libraries know no mixture.
static bool areReversedAlike(const ConvShape &s) {
  return std::all_of(
      s.op.windowReversal.begin(), s.op.windowReversal.end(),
      [&](uint8_t v) { return bool(v) == bool(s.op.windowReversal[0]); });
}

/// Gives each operand, o0 to o2, its role.
static void assignRoles(const ConvShape &s, Roles::Kind kind,
                        std::array<int, 3> roleOf, Roles &r) {
  r.kind = kind;
  r.roleOf = roleOf;
  View *byRole[] = {&r.image, &r.filter, &r.result};
  *byRole[roleOf[0]] = view(s.lhs, s.lhsStrides);
  *byRole[roleOf[1]] = view(s.rhs, s.rhsStrides);
  *byRole[roleOf[2]] = view(s.out, s.outStrides);
}

static bool forwardRoles(const ConvShape &s, Roles &r) {
  if (!allOnes(s.op.lhsDilation) || s.op.batchGroups != 1 ||
      !areReversedAlike(s))
    return false;
  assignRoles(s, Roles::Kind::Forward, {0, 1, 2}, r);
  splitGroups(r.filter, s.op.featureGroups);
  r.strides = s.op.windowStrides;
  r.padLow = s.op.padLow;
  r.padHigh = s.op.padHigh;
  for (int i = 0; i < s.spatial; ++i)
    r.dilates.push_back(s.op.rhsDilation[i] - 1);
  r.mirrored = s.op.windowReversal[0];
  return true;
}

static bool dataRoles(const ConvShape &s, Roles &r) {
  if (!allOnes(s.op.windowStrides) || s.op.batchGroups != 1 ||
      !areReversedAlike(s))
    return false;
  assignRoles(s, Roles::Kind::Data, {2, 1, 0}, r);
  splitGroups(r.filter, s.op.featureGroups);
  // The library's filter is [groups, result channels, image channels, ...].
  size_t in = s.op.featureGroups == 1 ? 0 : 1;
  std::swap(r.filter.shape[in], r.filter.shape[in + 1]);
  std::swap(r.filter.strides[in], r.filter.strides[in + 1]);
  r.strides = s.op.lhsDilation;
  for (int i = 0; i < s.spatial; ++i) {
    int64_t window = (s.rhsExtent(i) - 1) * s.op.rhsDilation[i] + 1;
    int64_t low = window - 1 - s.op.padLow[i];
    int64_t high =
        (s.lhsExtent(i) - 1) * r.strides[i] + window - s.outExtent(i) - low;
    if (high <= -r.strides[i])
      return false;
    r.dilates.push_back(s.op.rhsDilation[i] - 1);
    r.padLow.push_back(low);
    r.padHigh.push_back(std::max<int64_t>(high, 0));
  }
  r.mirrored = !s.op.windowReversal[0];
  return true;
}

static bool weightsRoles(const ConvShape &s, Roles &r) {
  if (!allOnes(s.op.lhsDilation) || s.op.featureGroups != 1 ||
      std::any_of(s.op.windowReversal.begin(), s.op.windowReversal.end(),
                  [](uint8_t v) { return v; }))
    return false;
  assignRoles(s, Roles::Kind::Weights, {0, 2, 1}, r);
  swapFirstTwo(r.image);
  swapFirstTwo(r.filter);
  swapFirstTwo(r.result);
  splitGroups(r.filter, s.op.batchGroups);
  r.strides = s.op.rhsDilation;
  for (int i = 0; i < s.spatial; ++i) {
    int64_t window = (s.outExtent(i) - 1) * s.op.windowStrides[i] + 1;
    int64_t high = (s.rhsExtent(i) - 1) * r.strides[i] + window -
                   s.lhsExtent(i) - s.op.padLow[i];
    r.dilates.push_back(s.op.windowStrides[i] - 1);
    r.padLow.push_back(s.op.padLow[i]);
    r.padHigh.push_back(std::max<int64_t>(high, 0));
    if (high < 0) // the image's end is never read
      r.image.shape[2 + i] += high;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

static bool describe(const Onednn &lib, const View &v, bool any,
                     dnnl_memory_desc_t &out) {
  int rank = static_cast<int>(v.shape.size());
  dnnl_data_type_t type = onednnType(v.type);
  return (any ? lib.dnnl_memory_desc_init_by_tag(&out, rank, v.shape.data(),
                                                 type, dnnl_format_tag_any)
              : lib.dnnl_memory_desc_init_by_strides(&out, rank, v.shape.data(),
                                                     type, v.strides.data())) ==
         dnnl_success;
}

bool OnednnConv::create(const Onednn &lib, bool anyImages) {
  dnnl_memory_desc_t image, filter, result;
  if (!describe(lib, roles.image, anyImages, image) ||
      !describe(lib, roles.filter, true, filter) ||
      !describe(lib, roles.result, anyImages, result))
    return false;
  const int64_t *strides = roles.strides.data(),
                *dilates = roles.dilates.data(), *low = roles.padLow.data(),
                *high = roles.padHigh.data();
  dnnl_convolution_desc_t desc, hintDesc;
  if (roles.kind == Roles::Kind::Forward)
    return lib.dnnl_dilated_convolution_forward_desc_init(
               &desc, dnnl_forward_inference, dnnl_convolution_direct, &image,
               &filter, nullptr, &result, strides, dilates, low,
               high) == dnnl_success &&
           primitive.create(lib, &desc, false);

  // Gradients want the description of their forward convolution as a hint; in
  // one type, since it only has to exist.
  View views[3] = {roles.image, roles.filter, roles.result};
  dnnl_memory_desc_t memories[3];
  ElementType type = roles.result.type;
  for (int i = 0; i < 3; ++i) {
    views[i].type = type;
    if (!describe(lib, views[i], true, memories[i]))
      return false;
  }
  if (lib.dnnl_dilated_convolution_forward_desc_init(
          &hintDesc, dnnl_forward_training, dnnl_convolution_direct,
          &memories[0], &memories[1], nullptr, &memories[2], strides, dilates,
          low, high) != dnnl_success)
    return false;
  OnednnPrimitive hint;
  if (!hint.create(lib, &hintDesc, false))
    return false;
  dnnl_status_t status =
      roles.kind == Roles::Kind::Data
          ? lib.dnnl_dilated_convolution_backward_data_desc_init(
                &desc, dnnl_convolution_direct, &image, &filter, &result,
                strides, dilates, low, high)
          : lib.dnnl_dilated_convolution_backward_weights_desc_init(
                &desc, dnnl_convolution_direct, &image, &filter, nullptr,
                &result, strides, dilates, low, high);
  return status == dnnl_success &&
         primitive.create(lib, &desc, false, hint.description());
}

bool OnednnConv::prepare(const Onednn &lib, const ConvShape &shape,
                         Roles newRoles) {
  roles = std::move(newRoles);
  for (const Dims *pads : {&roles.padLow, &roles.padHigh})
    if (std::any_of(pads->begin(), pads->end(),
                    [](int64_t p) { return p < 0; }))
      return false;
  for (const View *v : {&roles.image, &roles.filter, &roles.result})
    if (std::any_of(v->strides.begin(), v->strides.end(),
                    [](int64_t s) { return s <= 0; }) ||
        std::any_of(v->shape.begin(), v->shape.end(),
                    [](int64_t e) { return e <= 0; }))
      return false;

  // A mirrored filter is copied dense first.
  if (roles.mirrored) {
    View &f = roles.filter;
    Dims from = f.strides;
    int64_t start = 0;
    for (size_t i = f.shape.size() - shape.spatial; i < f.shape.size(); ++i) {
      start += (f.shape[i] - 1) * from[i];
      from[i] = -from[i];
    }
    size_t width = popt_rt_element_size(f.type);
    mirrorStart = start * static_cast<int64_t>(width);
    f.strides = denseStrides(f.shape);
    mirror = StridedCopy(f.shape, f.strides, from, width);
  }
  if (!create(lib, false) && !create(lib, true))
    return false;

  const bool data = roles.kind == Roles::Kind::Data;
  const bool weights = roles.kind == Roles::Kind::Weights;
  const View *views[3] = {&roles.image, &roles.filter, &roles.result};
  const int arguments[3] = {data ? DNNL_ARG_DIFF_SRC : DNNL_ARG_SRC,
                            weights ? DNNL_ARG_DIFF_WEIGHTS : DNNL_ARG_WEIGHTS,
                            data || weights ? DNNL_ARG_DIFF_DST : DNNL_ARG_DST};
  const dnnl_query_t queries[3] = {
      data ? dnnl_query_diff_src_md : dnnl_query_src_md,
      weights ? dnnl_query_diff_weights_md : dnnl_query_weights_md,
      data || weights ? dnnl_query_diff_dst_md : dnnl_query_dst_md};
  const int written = data ? 0 : weights ? 1 : 2;
  size_t at = 0, library = primitive.scratchBytes();
  for (int i = 0; i < 3; ++i) {
    Port &port = ports[i];
    port.argument = arguments[i];
    port.library = primitive.memory(queries[i]);
    if (!describe(lib, *views[i], false, port.user))
      return false;
    if (lib.dnnl_memory_desc_equal(&port.user, &port.library))
      continue;
    port.reorder = std::make_unique<OnednnPrimitive>();
    bool out = i == written;
    if (!port.reorder->createReorder(lib, out ? port.library : port.user,
                                     out ? port.user : port.library))
      return false;
    port.offset = at;
    at += aligned(lib.dnnl_memory_desc_get_size(&port.library));
    library = std::max(library, port.reorder->scratchBytes());
  }
  mirrorOffset = at;
  if (roles.mirrored)
    at += aligned(static_cast<size_t>(shape.rhs.numElements()) *
                  popt_rt_element_size(shape.rhs.type));
  libraryOffset = at;
  scratch = at + aligned(library);
  return true;
}

std::unique_ptr<Compute> popt::rt::prepareOnednnConv(const ConvShape &s) {
  bool types = s.lhs.type == s.rhs.type &&
               ((s.lhs.type == POPT_RT_F32 && s.out.type == POPT_RT_F32) ||
                (s.lhs.type == POPT_RT_BF16 &&
                 (s.out.type == POPT_RT_BF16 || s.out.type == POPT_RT_F32)));
  if (!types || s.spatial < 1 || s.spatial > 3 || s.lhs.numElements() == 0 ||
      s.rhs.numElements() == 0 || s.out.numElements() == 0)
    return nullptr;
  const Onednn *lib = Onednn::get();
  if (!lib)
    return nullptr;
  int64_t window = 1, outputs = 1;
  for (int i = 0; i < s.spatial; ++i) {
    window *= s.rhsExtent(i);
    outputs *= s.outExtent(i);
  }
  bool (*const large[])(const ConvShape &, Roles &) = {weightsRoles,
                                                       forwardRoles, dataRoles};
  bool (*const small[])(const ConvShape &, Roles &) = {forwardRoles, dataRoles,
                                                       weightsRoles};
  for (auto *choose : window > outputs ? large : small) {
    Roles roles;
    auto conv = std::make_unique<OnednnConv>();
    if (choose(s, roles) && conv->prepare(*lib, s, std::move(roles)))
      return conv;
  }
  return nullptr;
}

std::unique_ptr<Compute>
popt::rt::prepareConv(const ConvOp &op, const std::vector<Operand> &operands,
                      std::string &out_error) {
  ConvShape shape(op, operands);
  std::unique_ptr<Compute> conv = prepareOnednnConv(shape);
  if (!conv)
    conv = prepareOwnConv(shape);
  if (!conv)
    out_error = std::string("no product of ") +
                popt_rt_element_type_name(shape.lhs.type) + " gives " +
                popt_rt_element_type_name(shape.out.type);
  return conv;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

std::unique_ptr<ComputeCall> OnednnConv::newCall() const {
  return std::make_unique<OnednnConvCall>(*this);
}

OnednnConvCall::OnednnConvCall(const OnednnConv &conv) : conv(conv) {
  std::vector<std::pair<int, dnnl_memory_desc_t>> arguments;
  for (const Port &port : conv.ports)
    arguments.push_back({port.argument, port.library});
  main.create(conv.primitive, arguments);
  for (size_t i = 0; i < 3; ++i) {
    const Port &port = conv.ports[i];
    if (!port.reorder)
      continue;
    bool in = port.argument == DNNL_ARG_SRC ||
              port.argument == DNNL_ARG_WEIGHTS ||
              (port.argument == DNNL_ARG_DIFF_DST);
    reorders[i].create(*port.reorder,
                       {{DNNL_ARG_FROM, in ? port.user : port.library},
                        {DNNL_ARG_TO, in ? port.library : port.user}});
  }
}

bool OnednnConvCall::run(void *const *operands, uint8_t *scratch) {
  const Roles &roles = conv.roles;
  uint8_t *library = scratch + conv.libraryOffset;
  const void *user[3] = {};
  for (int i = 0; i < 3; ++i)
    user[roles.roleOf[i]] = operands[i];
  if (roles.mirrored) {
    conv.mirror.run(scratch + conv.mirrorOffset,
                    static_cast<const char *>(user[1]) + conv.mirrorStart);
    user[1] = scratch + conv.mirrorOffset;
  }
  int written = roles.roleOf[2];
  const void *used[3] = {};
  bool ok = true;
  for (int i = 0; i < 3; ++i) {
    used[i] = user[i];
    if (!conv.ports[i].reorder)
      continue;
    used[i] = scratch + conv.ports[i].offset;
    if (i != written)
      ok &= reorders[i].run({user[i], used[i]}, library);
  }
  ok &= main.run({used[0], used[1], used[2]}, library);
  if (used[written] != user[written])
    ok &= reorders[written].run({used[written], user[written]}, library);
  return ok;
}
