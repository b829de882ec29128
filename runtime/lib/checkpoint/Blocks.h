//===- Blocks.h - Which rank saves and loads which part of the state ------===//
//
// Ranks whose layout gives them the same box of a tensor hold copies of it. A
// save writes each box once: one that several ranks hold is cut into as many
// pieces, and the pieces are spread so that ranks write about equally many
// bytes. Every rank computes the same plan from the table, without messages.
//
//   w [8, 4], rows on dp=2, copies on tp=2     rank 0  rows 0-1
//                                              rank 1  rows 2-3
//                                              rank 2  rows 4-5
//                                              rank 3  rows 6-7
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_BLOCKS_H
#define POPT_RT_LIB_CHECKPOINT_BLOCKS_H

#include "../tensor/Box.h"
#include "popt-rt/step_table.h"

namespace popt::rt {

/// Distinct boxes, and the ranks that hold each, ascending.
using Holders = std::map<Box, std::vector<int64_t>>;
/// Of a result, whose partial values count as combined.
Holders holdersOf(const StepTable &table, const Result &result);
/// Of an argument that is written: of a partial one a rank in each group has
/// the value.
Holders holdersOf(const StepTable &table, const Argument &argument);
/// Whether no rank before this one holds the same box of the argument.
bool isFirstHolder(const StepTable &table, const Argument &argument,
                   int64_t rank);

/// A rank's box of the user's tensor, of an argument or result.
template <typename Value>
Box boxOf(const StepTable &table, const Value &value, int64_t rank) {
  Box box;
  for (const DimBlock &block : blocksOf(table.mesh, value, rank)) {
    box.begin.push_back(block.begin);
    box.extent.push_back(block.extent);
  }
  return box;
}

/// The arguments that steps pass on, in the order of files: wide elements
/// first, so that all are aligned.
std::vector<size_t> stateOf(const StepTable &table);
/// The name of an argument's tensor in checkpoints: its own, or "arg<i>" if it has none,
/// another one has the same, or files can't hold it.
std::string savedName(const StepTable &table, size_t argument);

/// A part of a state argument that one rank writes.
struct SavedPiece {
  size_t argument = 0;
  Box box;
  uint64_t offset = 0, bytes = 0; ///< in the rank's data
};

/// Of all pieces of a rank.
inline uint64_t bytesOf(const std::vector<SavedPiece> &pieces) {
  return pieces.empty() ? 0 : pieces.back().offset + pieces.back().bytes;
}

/// A piece of this rank's block of a state result, which is dense in the local
/// shape, to `out_data`, dense.
void packPiece(const StepTable &table, const SavedPiece &piece, int64_t rank,
               const void *block, void *out_data);

/// By rank, in the order in which the rank writes.
using SavePlan = std::vector<std::vector<SavedPiece>>;
/// Boxes of fewer bytes are not cut.
constexpr int64_t kCutBytes = 1 << 16;
SavePlan planSave(const StepTable &table, int64_t cutBytes = kCutBytes);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_BLOCKS_H
