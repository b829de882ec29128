//===- Graph.cpp - What graphs of several operations are ------------------===//
//
// As strict as Descriptors.cpp: shapes that do not go together, tensors that are
// read before they are made, virtual ones without a producer. Of the graphs that are
// sound the library has those that are attention: two products or five, heads of a
// multiple of 8 features.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"
#include <set>

namespace popt::fake {

std::vector<DnnTensorForm> DnnGraphForm::memory() const {
  std::map<int64_t, DnnTensorForm> known;
  auto add = [&](const DnnTensorForm &tensor) {
    if (!tensor.isVirtual)
      known.emplace(tensor.id, tensor);
  };
  for (const DnnOperationForm &operation : operations) {
    for (const DnnTensorForm &input : operation.inputs)
      add(input);
    for (const std::optional<DnnTensorForm> &count : operation.counts)
      if (count)
        add(*count);
    add(operation.result);
  }
  std::vector<DnnTensorForm> all;
  for (auto &[id, tensor] : known)
    all.push_back(tensor);
  return all;
}

bool DnnGraphForm::isWritten(int64_t id) const {
  for (const DnnOperationForm &operation : operations)
    if (operation.result.id == id)
      return true;
  return false;
}

size_t DnnGraphForm::numProducts() const {
  size_t count = 0;
  for (const DnnOperationForm &operation : operations)
    count += operation.kind == kDnnMatmulOperation;
  return count;
}

namespace dnn {

bool isGraphOperation(DnnKind kind) {
  return kind == kDnnPointwiseOperation || kind == kDnnMatmulOperation ||
         kind == kDnnReductionOperation || kind == kDnnReshapeOperation;
}

using Dims = std::vector<int64_t>;

static bool spreadsTo(const Dims &from, const Dims &to) {
  for (size_t i = 0; i < to.size(); ++i)
    if (from[i] != 1 && from[i] != to[i])
      return false;
  return true;
}

/// Of products: equal batches, or heads that several share.
static bool multiply(const Dims &a, const Dims &b, const Dims &c) {
  return a[0] == c[0] && a[1] == c[1] && b[0] == a[0] && a[1] % b[1] == 0 &&
         a[2] == c[2] && a[3] == b[2] && b[3] == c[3];
}

static bool reduces(const Dims &x, const Dims &y) {
  for (size_t i = 0; i < x.size(); ++i)
    if (x[i] % y[i] != 0 || (x[i] != y[i] && y[i] != 1 && i != 1))
      return false;
  return true;
}

static size_t numInputs(int32_t mode) {
  switch (mode) {
  case kDnnExp:
  case kDnnLog:
  case kDnnGenerateIndex:
    return 1;
  case kDnnSelect:
    return 3;
  default:
    return 2;
  }
}

DnnStatus describeGraphOperation(const DnnObject &object,
                                 DnnOperationForm &out) {
  DnnStatus status = kDnnSuccess;
  auto describe = [&](DnnAttribute attribute, DnnTensorForm &tensor) {
    DnnObject *found =
        find(valueOf<DnnDescriptor>(object, attribute), kDnnTensor);
    if (!found || !found->isFinalized)
      status = kDnnNotFinalized;
    else if (DnnStatus bad = describeTensor(*found, tensor))
      status = bad;
    else if (tensor.dimensions.size() != 4)
      status = kDnnNotSupported;
  };
  auto input = [&](DnnAttribute attribute) {
    if (object.values.count(attribute))
      describe(attribute, out.inputs.emplace_back());
  };
  auto about = [&](DnnAttribute attribute, DnnKind kind) {
    return find(valueOf<DnnDescriptor>(object, attribute), kind);
  };
  out.kind = object.kind;
  DnnAttribute results[] = {kDnnPointwiseY, kDnnMatmulC, kDnnReductionY,
                            kDnnReshapeY};
  for (DnnAttribute attribute : results)
    if (object.values.count(attribute))
      describe(attribute, out.result);
  switch (object.kind) {
  case kDnnPointwiseOperation: {
    for (DnnAttribute a : {kDnnPointwiseX, kDnnPointwiseB, kDnnPointwiseT})
      input(a);
    DnnObject *how = about(kDnnPointwiseDescription, kDnnPointwiseKind);
    if (!how)
      return kDnnNotFinalized;
    out.mode = valueOf<int32_t>(*how, kDnnPointwiseMode);
    if (how->values.count(kDnnPointwiseAxis))
      out.axis = valueOf<int64_t>(*how, kDnnPointwiseAxis);
    break;
  }
  case kDnnMatmulOperation: {
    for (DnnAttribute a : {kDnnMatmulA, kDnnMatmulB})
      input(a);
    DnnAttribute counts[] = {kDnnMatmulRows, kDnnMatmulColumns,
                             kDnnMatmulContracted};
    for (size_t i = 0; i < 3; ++i)
      if (object.values.count(counts[i]))
        describe(counts[i], out.counts[i].emplace());
    break;
  }
  case kDnnReductionOperation: {
    input(kDnnReductionX);
    DnnObject *how = about(kDnnReductionDescription, kDnnReductionKind);
    if (!how)
      return kDnnNotFinalized;
    out.mode = valueOf<int32_t>(*how, kDnnReductionOperator);
    break;
  }
  default:
    input(kDnnReshapeX);
  }
  if (status)
    return status;
  const Dims &y = out.result.dimensions;
  switch (object.kind) {
  case kDnnPointwiseOperation:
    if (out.inputs.size() != numInputs(out.mode) ||
        (out.mode == kDnnGenerateIndex) != (out.axis >= 0) || out.axis > 3)
      return kDnnBadParam;
    for (const DnnTensorForm &tensor : out.inputs)
      if (!spreadsTo(tensor.dimensions, y))
        return kDnnShapeMismatch;
    return kDnnSuccess;
  case kDnnMatmulOperation:
    for (const std::optional<DnnTensorForm> &count : out.counts)
      if (count &&
          (count->type != kDnnI32 || count->dimensions != Dims{y[0], 1, 1, 1}))
        return kDnnShapeMismatch;
    return multiply(out.inputs[0].dimensions, out.inputs[1].dimensions, y)
               ? kDnnSuccess
               : kDnnShapeMismatch;
  case kDnnReductionOperation:
    return reduces(out.inputs[0].dimensions, y) ? kDnnSuccess
                                                : kDnnShapeMismatch;
  default: {
    Dims x = out.inputs[0].dimensions;
    std::swap(x[2], x[3]);
    return x == y ? kDnnSuccess : kDnnNotSupported;
  }
  }
}

DnnStatus checkGraph(const DnnGraphForm &form) {
  std::set<int64_t> made;
  auto isMade = [&](const DnnTensorForm &tensor) {
    return !tensor.isVirtual || made.count(tensor.id);
  };
  for (const DnnOperationForm &operation : form.operations) {
    for (const DnnTensorForm &input : operation.inputs)
      if (!isMade(input))
        return kDnnBadParam;
    if (operation.result.isByValue || !made.insert(operation.result.id).second)
      return kDnnBadParam;
  }
  return kDnnSuccess;
}

enum : int64_t { kFused = 20, kAnyOrder = 21, kOfOtherHeads = 22 };

std::vector<Proposal> proposalsOf(const DnnGraphForm &form) {
  size_t products = form.numProducts();
  if (products != 2 && products != 5)
    return {};
  for (const DnnOperationForm &operation : form.operations) {
    if (operation.kind != kDnnMatmulOperation)
      continue;
    const DnnTensorForm &a = operation.inputs[0], &b = operation.inputs[1];
    bool isNarrow = b.type == kDnnBF16 || b.type == kDnnF16;
    int64_t last =
        b.isVirtual || a.isVirtual ? b.dimensions[3] : b.dimensions[2];
    if (!isNarrow || last % 8 != 0 || last > 256)
      return {};
  }
  return {{kOfOtherHeads, 0}, {kAnyOrder, 0}, {kFused, 0}};
}

bool makeEngine(const DnnGraphForm &form, int64_t index, DnnEngineForm &out) {
  out = {};
  out.index = index;
  const Dims &q = form.operations.front().inputs[0].dimensions;
  switch (index) {
  case kFused:
    out.notes = {kDnnTensorCore};
    out.workspaceBytes =
        form.numProducts() == 5 ? uint64_t(q[0] * q[1] * q[2]) * 4 : 16;
    return true;
  case kAnyOrder:
    out.isOff = true;
    out.notes = {kDnnTensorCore, kDnnNondeterministic};
    return true;
  }
  return false;
}

} // namespace dnn
} // namespace popt::fake
