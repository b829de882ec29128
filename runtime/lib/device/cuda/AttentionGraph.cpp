//===- AttentionGraph.cpp - Attention as cuDNN takes it -------------------===//
//
// Tests: CudnnTest, on the library that comes with the fake driver.
//
//===----------------------------------------------------------------------===//
#include "AttentionGraph.h"
#include "popt-rt/step_table.h"
#include <limits>

using namespace popt::rt;
using namespace popt::rt::cuda;

AttentionGraph::AttentionGraph(DnnErrors &errors,
                               const popt_rt_attention &attention,
                               const std::vector<AttentionRole> &roles,
                               const std::vector<const popt_rt_view *> &views)
    : errors(errors), attention(attention), roles(roles), views(views) {
  const popt_rt_view &q = *views[0], &k = *views[1];
  type = q.type == POPT_RT_BF16 ? kDnnBF16 : kDnnF16;
  batch = q.shape[0];
  heads = q.shape[1];
  queries = q.shape[2];
  keyHeads = k.shape[1];
  keys = k.shape[2];
  square = {batch, heads, queries, keys};
  rows = {batch, heads, queries, 1};
}

void AttentionGraph::build() {
  if (attention.has_lengths) {
    queryLengths = operand(AttentionRole::QueryLengths);
    keyLengths = operand(AttentionRole::KeyLengths);
  }
  if (attention.is_backward)
    backward();
  else
    forward();
}

size_t AttentionGraph::sumsBytes() const {
  return attention.is_backward
             ? static_cast<size_t>(batch * heads * queries) * sizeof(float)
             : 0;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

AttentionGraph::Tensor AttentionGraph::makeTensor(int64_t id, DnnType elements,
                                                  Dims dims, Dims strides,
                                                  bool isVirtual,
                                                  int64_t alignment) {
  DnnObject &tensor = make(kDnnTensor);
  tensor.set(errors, kDnnTensorId, kDnnInt64Type, id);
  tensor.set(errors, kDnnTensorType, kDnnDataType, elements);
  tensor.set(errors, kDnnTensorDimensions, dims);
  tensor.set(errors, kDnnTensorStrides, strides);
  tensor.set(errors, kDnnTensorAlignment, kDnnInt64Type, alignment);
  if (isVirtual)
    tensor.set(errors, kDnnTensorVirtual, kDnnBooleanType, true);
  tensor.finalize(errors);
  return {tensor.get(), std::move(dims), std::move(strides)};
}

AttentionGraph::Tensor AttentionGraph::virtualTensor(DnnType elements,
                                                     const Dims &dims) {
  return makeTensor(nextId++, elements, dims, denseStrides(dims), true);
}

AttentionGraph::Tensor AttentionGraph::number(float value) {
  int64_t id = nextId++;
  numbers.emplace_back(id, value);
  DnnObject &tensor = make(kDnnTensor);
  Dims one(4, 1);
  tensor.set(errors, kDnnTensorId, kDnnInt64Type, id);
  tensor.set(errors, kDnnTensorType, kDnnDataType, kDnnF32);
  tensor.set(errors, kDnnTensorDimensions, one);
  tensor.set(errors, kDnnTensorStrides, one);
  tensor.set(errors, kDnnTensorAlignment, kDnnInt64Type, int64_t(16));
  tensor.set(errors, kDnnTensorByValue, kDnnBooleanType, true);
  tensor.finalize(errors);
  return {tensor.get(), one, one};
}

const popt_rt_view *AttentionGraph::viewOf(AttentionRole role) const {
  for (size_t i = 0; i < roles.size(); ++i)
    if (roles[i] == role)
      return views[i];
  return nullptr;
}

const AttentionGraph::Tensor &AttentionGraph::operand(AttentionRole role,
                                                      bool isTransposed) {
  if (auto found = known.find(role); found != known.end())
    return found->second;
  const popt_rt_view &view = *viewOf(role);
  Dims dims(view.shape, view.shape + view.rank);
  Dims strides(view.strides, view.strides + view.rank);
  // Stats and lengths end in dims of one.
  while (dims.size() < 4) {
    dims.push_back(1);
    strides.push_back(1);
  }
  if (isTransposed) {
    std::swap(dims[2], dims[3]);
    std::swap(strides[2], strides[3]);
  }
  DnnType elements = view.type == POPT_RT_I32   ? kDnnI32
                     : view.type == POPT_RT_F32 ? kDnnF32
                                                : type;
  // What of a row of a stack is sure: rows of heads are 16 bytes at least.
  int64_t alignment =
      elements != type ? 4
      : role == AttentionRole::Bias || role == AttentionRole::BiasGradient
          ? (queries * keys % 8 == 0 ? 16 : 2)
          : 16;
  return known[role] = makeTensor(idOf(role), elements, std::move(dims),
                                  std::move(strides), false, alignment);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void AttentionGraph::finish(DnnObject &operation) {
  operation.finalize(errors);
  operations.push_back(operation.get());
}

void AttentionGraph::pointwise(DnnPointwise mode, DnnType compute,
                               const Tensor &x, const Tensor *b,
                               const Tensor *t, const Tensor &y, int64_t axis) {
  DnnObject &description = make(kDnnPointwiseKind);
  description.set(errors, kDnnPointwiseMode, kDnnPointwiseType, mode);
  description.set(errors, kDnnPointwiseCompute, kDnnDataType, compute);
  if (axis >= 0)
    description.set(errors, kDnnPointwiseAxis, kDnnInt64Type, axis);
  description.finalize(errors);
  DnnObject &operation = make(kDnnPointwiseOperation);
  operation.set(errors, kDnnPointwiseDescription, description);
  operation.set(errors, kDnnPointwiseX, kDnnDescriptorType, x.descriptor);
  if (b)
    operation.set(errors, kDnnPointwiseB, kDnnDescriptorType, b->descriptor);
  if (t)
    operation.set(errors, kDnnPointwiseT, kDnnDescriptorType, t->descriptor);
  operation.set(errors, kDnnPointwiseY, kDnnDescriptorType, y.descriptor);
  finish(operation);
}

AttentionGraph::Tensor AttentionGraph::of(DnnPointwise mode, const Tensor &x,
                                          const Tensor &b) {
  Tensor y = virtualTensor(kDnnF32, x.dims);
  pointwise(mode, kDnnF32, x, &b, nullptr, y);
  return y;
}
AttentionGraph::Tensor AttentionGraph::of(DnnPointwise mode, const Tensor &x) {
  Tensor y = virtualTensor(kDnnF32, x.dims);
  pointwise(mode, kDnnF32, x, nullptr, nullptr, y);
  return y;
}
AttentionGraph::Tensor AttentionGraph::index(const Tensor &like, int64_t axis) {
  Tensor y = virtualTensor(kDnnI32, like.dims);
  pointwise(kDnnGenerateIndex, kDnnI32, like, nullptr, nullptr, y, axis);
  return y;
}
AttentionGraph::Tensor
AttentionGraph::compare(DnnPointwise mode, const Tensor &x, const Tensor &b) {
  Tensor y = virtualTensor(kDnnBoolean, x.dims);
  pointwise(mode, kDnnBoolean, x, &b, nullptr, y);
  return y;
}
AttentionGraph::Tensor AttentionGraph::hide(const Tensor &scores,
                                            const Tensor &visible) {
  Tensor none = number(-std::numeric_limits<float>::infinity());
  Tensor y = virtualTensor(kDnnF32, scores.dims);
  pointwise(kDnnSelect, kDnnF32, scores, &none, &visible, y);
  return y;
}

void AttentionGraph::matmul(const Tensor &a, const Tensor &b,
                            Positions positions, const Tensor &c) {
  DnnObject &description = make(kDnnMatmulKind);
  description.set(errors, kDnnMatmulCompute, kDnnDataType, kDnnF32);
  description.finalize(errors);
  DnnObject &operation = make(kDnnMatmulOperation);
  operation.set(errors, kDnnMatmulDescription, description);
  operation.set(errors, kDnnMatmulA, kDnnDescriptorType, a.descriptor);
  operation.set(errors, kDnnMatmulB, kDnnDescriptorType, b.descriptor);
  operation.set(errors, kDnnMatmulC, kDnnDescriptorType, c.descriptor);
  if (attention.has_lengths)
    for (auto [attribute, lengths] :
         {std::pair(kDnnMatmulRows, positions.rows),
          std::pair(kDnnMatmulColumns, positions.columns),
          std::pair(kDnnMatmulContracted, positions.contracted)})
      if (lengths)
        operation.set(errors, attribute, kDnnDescriptorType,
                      lengths->descriptor);
  finish(operation);
}

void AttentionGraph::reduce(DnnReduction how, const Tensor &x,
                            const Tensor &y) {
  DnnObject &description = make(kDnnReductionKind);
  description.set(errors, kDnnReductionOperator, kDnnReductionType, how);
  description.set(errors, kDnnReductionCompute, kDnnDataType, kDnnF32);
  description.finalize(errors);
  DnnObject &operation = make(kDnnReductionOperation);
  operation.set(errors, kDnnReductionDescription, description);
  operation.set(errors, kDnnReductionX, kDnnDescriptorType, x.descriptor);
  operation.set(errors, kDnnReductionY, kDnnDescriptorType, y.descriptor);
  finish(operation);
}

/// The last two dims exchanged, and rounded.
AttentionGraph::Tensor AttentionGraph::turned(const Tensor &x,
                                              DnnType elements) {
  Dims dims = x.dims, strides = x.strides;
  std::swap(dims[2], dims[3]);
  std::swap(strides[2], strides[3]);
  Tensor y = makeTensor(nextId++, elements, dims, strides, true);
  DnnObject &operation = make(kDnnReshapeOperation);
  operation.set(errors, kDnnReshapeX, kDnnDescriptorType, x.descriptor);
  operation.set(errors, kDnnReshapeY, kDnnDescriptorType, y.descriptor);
  finish(operation);
  return y;
}

//===----------------------------------------------------------------------===//
// The passes
//===----------------------------------------------------------------------===//

/// q k^T scale + bias, hidden keys -inf. The backward pass subtracts the stats
/// before keys are hidden by position, so that the library knows it.
AttentionGraph::Tensor AttentionGraph::scores() {
  Tensor s = virtualTensor(kDnnF32, square);
  matmul(operand(AttentionRole::Query), operand(AttentionRole::Key, true),
         {&queryLengths, &keyLengths, nullptr}, s);
  s = of(kDnnMultiply, s, number(attention.scale));
  if (has(AttentionRole::Bias))
    s = of(kDnnAdd, s, operand(AttentionRole::Bias));
  if (attention.has_lengths) {
    Tensor query = compare(kDnnCompareLess, index(s, 2), queryLengths);
    Tensor key = compare(kDnnCompareLess, index(s, 3), keyLengths);
    s = hide(s, compare(kDnnAnd, query, key));
  }
  if (attention.is_backward)
    s = of(kDnnSubtract, s, operand(AttentionRole::Stats));
  if (attention.is_causal || attention.window)
    s = hide(s, compare(kDnnCompareGreaterEqual, index(s, 2), index(s, 3)));
  if (attention.window) {
    Tensor key = index(s, 3), query = index(s, 2);
    Tensor end = virtualTensor(kDnnF32, square);
    Tensor window = number(static_cast<float>(attention.window));
    pointwise(kDnnAdd, kDnnF32, key, &window, nullptr, end);
    s = hide(s, compare(kDnnCompareGreater, end, query));
  }
  return s;
}

void AttentionGraph::forward() {
  Tensor s = scores();
  Tensor most = virtualTensor(kDnnF32, rows);
  reduce(kDnnReduceMax, s, most);
  Tensor e = of(kDnnExp, of(kDnnSubtract, s, most));
  Tensor sum = virtualTensor(kDnnF32, rows);
  reduce(kDnnReduceAdd, e, sum);
  if (has(AttentionRole::Stats)) {
    Tensor log = of(kDnnLog, sum);
    pointwise(kDnnAdd, kDnnF32, most, &log, nullptr,
              operand(AttentionRole::Stats));
  }
  Tensor p = virtualTensor(type, square);
  pointwise(kDnnDivide, kDnnF32, e, &sum, nullptr, p);
  matmul(p, operand(AttentionRole::Value),
         {&queryLengths, nullptr, &keyLengths}, operand(AttentionRole::Out));
}

void AttentionGraph::sumOverQueries(const Tensor &x, AttentionRole role,
                                    AttentionRole result) {
  Positions positions{&keyLengths, nullptr, &queryLengths};
  Tensor factor = operand(role);
  if (heads == keyHeads) {
    matmul(turned(x, type), factor, positions, operand(result));
    return;
  }
  Tensor ofHeads = virtualTensor(type, {batch, heads, keys, factor.dims[3]});
  matmul(turned(x, type), factor, positions, ofHeads);
  reduce(kDnnReduceAdd, ofHeads, operand(result));
}

void AttentionGraph::backward() {
  Tensor gradient = operand(AttentionRole::OutGradient);
  Tensor products = of(kDnnMultiply, gradient, operand(AttentionRole::Out));
  Tensor sum = virtualTensor(kDnnF32, rows);
  reduce(kDnnReduceAdd, products, sum);
  Tensor less = makeTensor(kSums, kDnnF32, rows, denseStrides(rows), false);
  Tensor one = number(1);
  pointwise(kDnnMultiply, kDnnF32, sum, &one, nullptr, less);
  Tensor p = of(kDnnExp, scores());
  sumOverQueries(p, AttentionRole::OutGradient, AttentionRole::ValueGradient);
  Tensor ds = virtualTensor(kDnnF32, square);
  matmul(gradient, operand(AttentionRole::Value, true),
         {&queryLengths, &keyLengths, nullptr}, ds);
  ds = of(kDnnMultiply, of(kDnnSubtract, ds, less), p);
  if (has(AttentionRole::BiasGradient))
    reduce(kDnnReduceAdd, ds, operand(AttentionRole::BiasGradient));
  ds = of(kDnnMultiply, ds, number(attention.scale));
  sumOverQueries(ds, AttentionRole::Query, AttentionRole::KeyGradient);
  // Straight into the result: by way of sums in memory it would be added up in
  // any order.
  matmul(ds, turned(operand(AttentionRole::Key, true), type),
         {&queryLengths, nullptr, &keyLengths},
         operand(AttentionRole::QueryGradient));
}
