//===- AttentionGraph.h - Attention as cuDNN takes it -----------*- C++ -*-===//
//
// A graph of operations that the library knows as flash attention: products,
// pointwise operations, reductions, of virtual tensors that are never in memory.
// What each computes is AttentionProgram.cpp's program; the order, the types and
// which tensors are virtual are those of NVIDIA's cuDNN frontend, from which the
// library's engines know the pattern.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_ATTENTIONGRAPH_H
#define POPT_RT_LIB_DEVICE_CUDA_ATTENTIONGRAPH_H

#include "DnnObject.h"
#include "OwnAttention.h"
#include <deque>
#include <map>

namespace popt::rt::cuda {

class AttentionGraph {
public:
  /// A tensor whose number in the graph this is: memory of an operand by its role,
  /// or what stands below.
  static int64_t idOf(AttentionRole role) {
    return 1 + static_cast<int64_t>(role);
  }
  /// Of the backward pass: the sums of dout times out, [batch, head, query] in f32,
  /// which the library wants in memory.
  static constexpr int64_t kSums = 100;

  AttentionGraph(DnnErrors &errors, const popt_rt_attention &attention,
                 const std::vector<AttentionRole> &roles,
                 const std::vector<const popt_rt_view *> &views);

  void build();
  /// Bytes at kSums.
  size_t sumsBytes() const;

  std::vector<DnnDescriptor> operations;
  /// Numbers that the library reads from the host when it runs, by id.
  std::deque<std::pair<int64_t, float>> numbers;

private:
  using Dims = std::vector<int64_t>;
  struct Tensor {
    DnnDescriptor descriptor = nullptr;
    Dims dims, strides;
  };
  DnnObject &make(DnnKind kind) { return objects.emplace_back(errors, kind); }
  Tensor makeTensor(int64_t id, DnnType type, Dims dims, Dims strides,
                    bool isVirtual, int64_t alignment = 16);
  Tensor virtualTensor(DnnType type, const Dims &dims);
  Tensor number(float value);
  bool has(AttentionRole role) const { return viewOf(role) != nullptr; }
  const popt_rt_view *viewOf(AttentionRole role) const;
  /// The operand; in a graph one with its last two dims exchanged always is.
  const Tensor &operand(AttentionRole role, bool isTransposed = false);

  void finish(DnnObject &operation);
  void pointwise(DnnPointwise mode, DnnType compute, const Tensor &x,
                 const Tensor *b, const Tensor *t, const Tensor &y,
                 int64_t axis = -1);
  Tensor of(DnnPointwise mode, const Tensor &x, const Tensor &b);
  Tensor of(DnnPointwise mode, const Tensor &x);
  Tensor index(const Tensor &like, int64_t axis);
  Tensor compare(DnnPointwise mode, const Tensor &x, const Tensor &b);
  Tensor hide(const Tensor &scores, const Tensor &visible);
  /// Which of the product's rows, columns and contracted elements are positions of
  /// queries and which of keys, so that lengths apply.
  struct Positions {
    const Tensor *rows = nullptr, *columns = nullptr, *contracted = nullptr;
  };
  void matmul(const Tensor &a, const Tensor &b, Positions positions,
              const Tensor &c);
  void reduce(DnnReduction how, const Tensor &x, const Tensor &y);
  Tensor turned(const Tensor &x, DnnType type);

  Tensor scores();
  void forward();
  void backward();
  /// `x` times rows of `role`, summed over the queries' heads of a key head.
  void sumOverQueries(const Tensor &x, AttentionRole role,
                      AttentionRole result);

  DnnErrors &errors;
  const popt_rt_attention &attention;
  const std::vector<AttentionRole> &roles;
  const std::vector<const popt_rt_view *> &views;
  std::deque<DnnObject> objects;
  DnnType type;
  int64_t batch, heads, keyHeads, queries, keys;
  Dims square, rows; ///< of scores, and a number for each query
  Tensor queryLengths, keyLengths;
  std::map<AttentionRole, Tensor> known; ///< a tensor has one descriptor
  int64_t nextId = 200;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_ATTENTIONGRAPH_H
