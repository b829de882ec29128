//===- Topological.h - What comes before what -----------------------------===//
#ifndef POPT_LIB_PIPELINE_TOPOLOGICAL_H
#define POPT_LIB_PIPELINE_TOPOLOGICAL_H

#include "popt/Pipeline/Problem.h"

namespace popt::pipeline {

/// For each task those that read what it makes for the same microbatch.
inline std::vector<std::vector<int>> followers(const Problem &problem) {
  std::vector<std::vector<int>> next(problem.tasks.size());
  for (const Value &value : problem.values)
    if (value.distance == 0)
      next[value.producer].insert(next[value.producer].end(),
                                  value.readers.begin(), value.readers.end());
  return next;
}

/// Nodes in an order in which each comes before its `next`; without those on a
/// circle and those that come after one.
inline std::vector<int>
topologicalOrder(const std::vector<std::vector<int>> &next) {
  std::vector<int> waiting(next.size(), 0), order;
  for (const std::vector<int> &nodes : next)
    for (int node : nodes)
      ++waiting[node];
  for (size_t node = 0; node < next.size(); ++node)
    if (!waiting[node])
      order.push_back(int(node));
  for (size_t i = 0; i < order.size(); ++i)
    for (int node : next[order[i]])
      if (--waiting[node] == 0)
        order.push_back(node);
  return order;
}

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_TOPOLOGICAL_H
