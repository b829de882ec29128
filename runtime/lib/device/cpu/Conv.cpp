//===- Conv.cpp - Convolutions by oneDNN ----------------------------------===//
//
// ConvRoles.h says which role each operand has. Images are given with the
// strides they have; weights in the format that the library asks for, packed at
// each call (a few microseconds). If it has nothing fast for these strides,
// images are reordered as well. What the library lacks (other types, negative
// padding, ...) is OwnConv.cpp's. Test: ConvTest, each form against our own.
//
//===----------------------------------------------------------------------===//
#include "Conv.h"
#include "../../tensor/Strided.h"
#include "../ConvRoles.h"
#include "Onednn.h"
#include <algorithm>

using namespace popt::rt;

namespace {
using Dims = std::vector<int64_t>;
using Kind = ConvRoles::Kind;

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
  bool prepare(const Onednn &lib, const ConvShape &shape, ConvRoles newRoles);

  ConvRoles roles;
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
// Preparation
//===----------------------------------------------------------------------===//

static bool describe(const Onednn &lib, const ConvView &v, bool any,
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
  Dims zeroBased = roles.dilations;
  for (int64_t &dilation : zeroBased)
    --dilation;
  const int64_t *strides = roles.strides.data(), *dilates = zeroBased.data(),
                *low = roles.padLow.data(), *high = roles.padHigh.data();
  dnnl_convolution_desc_t desc, hintDesc;
  if (roles.kind == Kind::Forward)
    return lib.dnnl_dilated_convolution_forward_desc_init(
               &desc, dnnl_forward_inference, dnnl_convolution_direct, &image,
               &filter, nullptr, &result, strides, dilates, low,
               high) == dnnl_success &&
           primitive.create(lib, &desc, false);

  // Gradients want the description of their forward convolution as a hint; in
  // one type, since it only has to exist.
  ConvView views[3] = {roles.image, roles.filter, roles.result};
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
      roles.kind == Kind::Data
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
                         ConvRoles newRoles) {
  roles = std::move(newRoles);
  // Without groups a filter has no dimension of them.
  if (ConvView &f = roles.filter; f.shape.front() == 1) {
    f.shape.erase(f.shape.begin());
    f.strides.erase(f.strides.begin());
  }

  // A mirrored filter is copied dense first.
  if (roles.isMirrored) {
    ConvView &f = roles.filter;
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

  const bool data = roles.kind == Kind::Data;
  const bool weights = roles.kind == Kind::Weights;
  const ConvView *views[3] = {&roles.image, &roles.filter, &roles.result};
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
  if (roles.isMirrored)
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
  if (!types)
    return nullptr;
  const Onednn *lib = Onednn::get();
  if (!lib)
    return nullptr;
  for (ConvRoles &roles :
       convRolesOf(s.op, {ConvView{s.lhs.type, s.lhs.shape, s.lhsStrides},
                          ConvView{s.rhs.type, s.rhs.shape, s.rhsStrides},
                          ConvView{s.out.type, s.out.shape, s.outStrides}})) {
    auto conv = std::make_unique<OnednnConv>();
    if (conv->prepare(*lib, s, std::move(roles)))
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
  const ConvRoles &roles = conv.roles;
  uint8_t *library = scratch + conv.libraryOffset;
  const void *user[3] = {};
  for (int i = 0; i < 3; ++i)
    user[roles.roleOf[i]] = operands[i];
  if (roles.isMirrored) {
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
