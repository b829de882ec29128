//===- Graph.h - Graphs of several operations -----------------------------===//
//
// Products, pointwise operations, reductions and exchanges of dims, of tensors in
// memory and of virtual ones: what the library has attention from.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_CUDNN_GRAPH_H
#define POPT_RT_FAKE_CUDNN_GRAPH_H

#include "Library.h"

namespace popt::fake {

struct DnnOperationForm {
  DnnKind kind = kDnnPointwiseOperation;
  int32_t mode = 0; ///< DnnPointwise or DnnReduction
  int64_t axis = -1;
  /// x, b and t of a pointwise operation, a and b of a product.
  std::vector<DnnTensorForm> inputs;
  /// Of a product: how many rows, columns and contracted elements count.
  std::optional<DnnTensorForm> counts[3];
  DnnTensorForm result;
};

struct DnnGraphForm {
  std::vector<DnnOperationForm> operations;

  /// Tensors in memory, and numbers that the host has; each once.
  std::vector<DnnTensorForm> memory() const;
  bool isWritten(int64_t id) const;
  size_t numProducts() const;
};

/// A graph that has been checked: what is computed on which memory.
struct DnnGraphWork {
  DnnGraphForm form;
  DnnEngineForm engine;
  std::map<int64_t, uint64_t> addresses;
  std::map<int64_t, float> numbers; ///< of the host
  uint64_t workspace = 0;
};

void runGraph(const DnnGraphWork &graph, Work &work);

namespace dnn {

bool isGraphOperation(DnnKind kind);
DnnStatus describeGraphOperation(const DnnObject &object,
                                 DnnOperationForm &out);
/// What is wrong with operations together.
DnnStatus checkGraph(const DnnGraphForm &form);
std::vector<Proposal> proposalsOf(const DnnGraphForm &form);
bool makeEngine(const DnnGraphForm &form, int64_t index, DnnEngineForm &out);

} // namespace dnn
} // namespace popt::fake

#endif // POPT_RT_FAKE_CUDNN_GRAPH_H
