//===- Engines.cpp - What there is to choose from -------------------------===//
//
// The first proposals are those that a careful caller passes over: an engine that
// turns out to lack the convolution, one that wants more memory than there is, and
// those whose notes say that they are less exact or differ from run to run. They
// compute something else, so that taking one is found out.
//
//===----------------------------------------------------------------------===//
#include "Library.h"

namespace popt::fake::dnn {

// Engines by their numbers.
enum : int64_t {
  kInOrder = 0,
  kInParts = 1,
  kTensorCores = 2,
  kRandom = 3,
  kWinograd = 4,
  kNarrowSums = 5,
  kLacking = 6,
  kGreedy = 7,
};

static bool isHalf(DnnType type) { return type == kDnnF16 || type == kDnnBF16; }

std::vector<Proposal> proposalsOf(const DnnConvolutionForm &form,
                                  DnnHeuristics mode) {
  for (const DnnTensorForm &tensor : form.tensors)
    if (tensor.type != form.tensors[0].type)
      return {};
  std::vector<Proposal> exact = {{kInParts, 2}, {kInParts, 3}};
  std::vector<Proposal> fast = {{kLacking, 0},
                                {kGreedy, 0},
                                {kWinograd, 0},
                                {kRandom, 0},
                                {kNarrowSums, 0}};
  if (isHalf(form.tensors[0].type))
    fast.insert(fast.end(), exact.begin(), exact.end());
  fast.push_back({kTensorCores, 0});
  if (mode == kDnnLikelyFastest)
    return fast;
  if (isHalf(form.tensors[0].type))
    exact.clear();
  exact.push_back({kInOrder, 0});
  return exact;
}

bool makeEngine(const DnnConvolutionForm &form, int64_t index, int64_t knob,
                DnnEngineForm &out) {
  constexpr int32_t kReducedPrecision = 2, kNondeterministic = 4,
                    kWinogradNote = 5;
  uint64_t outputs = 1;
  for (int64_t extent : form.tensors[form.written()].dimensions)
    outputs *= uint64_t(extent);
  out = {};
  out.index = index;
  bool isF32 = form.tensors[0].type == kDnnF32;
  switch (index) {
  case kInOrder:
    out.notes = {kDnnStrictNan};
    return true;
  case kInParts:
    out.parts = knob ? knob : 2;
    out.workspaceBytes = uint64_t(out.parts) * outputs * 8;
    if (isHalf(form.tensors[0].type))
      out.notes = {kDnnTensorCore};
    return out.parts > 0 && out.parts < 4;
  case kTensorCores:
    out.isTf32 = isF32;
    out.notes = {kDnnTensorCore};
    return true;
  case kRandom:
    out.isOff = true;
    out.notes = {kNondeterministic};
    return true;
  case kWinograd:
    out.isOff = true;
    out.notes = {kDnnTensorCore, kWinogradNote};
    return true;
  case kNarrowSums:
    out.isOff = true;
    out.notes = {kDnnTensorCore, kReducedPrecision};
    return true;
  case kGreedy:
    out.workspaceBytes = uint64_t(1) << 50;
    return true;
  }
  return false;
}

} // namespace popt::fake::dnn
