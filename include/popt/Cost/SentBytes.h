//===- SentBytes.h - What the ranks of a compiled program send ------------===//
//
// Of a program from Emit::Collectives on, as the runtime counts it for `--bench`: by
// kind, of the rank that sends most of that kind in a step. What all ranks send alike
// counts once; permutes count by their sources:
//
//   halo over 2 ranks     rank 0   rank 1
//   permute [[0, 1]]        N        0
//   permute [[1, 0]]        0        N       a step: N bytes, not 2 N
//
// An operation in a loop counts as often as it runs, one in a pipelined loop as often
// as its order (dist.order) has it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COST_SENTBYTES_H
#define POPT_COST_SENTBYTES_H

#include "popt/Cost/CostModel.h"

namespace popt {

/// By kind (`all_reduce`; `send`: messages between stages) and level of links. What
/// sends nothing is left out.
using SentBytes = std::map<std::string, std::map<std::string, int64_t>>;

SentBytes sentInStep(const CostModel &costs, mlir::func::FuncOp program);

} // namespace popt
#endif // POPT_COST_SENTBYTES_H
