//===- Shards.h - Between whole tensors and what ranks hold ---------------===//
#ifndef POPT_RT_LIB_TENSOR_SHARDS_H
#define POPT_RT_LIB_TENSOR_SHARDS_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// A rank's block of an argument or a result, as a copy between the whole tensor and
/// the local one.
struct BlockCopy {
  std::vector<int64_t> extents, wholeStrides, localStrides; ///< in elements
  int64_t start = 0;   ///< bytes into the whole
  size_t width = 0;    ///< of an element
  bool isWhole = true; ///< the block fills the local shape

  /// The whole is dense if it has no strides.
  template <typename Value>
  BlockCopy(const Mesh &mesh, const Value &value, int64_t rank,
            const int64_t *strides = nullptr);
};

/// False where a pin excludes the rank.
bool holdsValue(const Mesh &mesh, const Layout &layout, int64_t rank);

/// Whether this rank, if it holds a partial argument, is the one that has the
/// value and not the identity.
bool keepsValue(const Mesh &mesh, const Layout &layout, int64_t rank);

/// Fills `local` (dense, of the argument's local shape) with what is not the
/// user's: padding and places that are pinned away get zeros, or all ones bits
/// with `poison`, partial values but one the identity. True if this rank's block
/// is left to be written.
bool prepareArgument(const StepTable &table, const Argument &argument,
                     int64_t rank, void *local, bool poison);

/// Writes this rank's block of `whole` (dense, of the argument's global shape)
/// to `local`, which it prepares.
void splitArgument(const StepTable &table, const Argument &argument,
                   int64_t rank, const void *whole, void *local, bool poison);

/// The same of a block without padding: what this rank holds of the user's tensor.
void splitBlock(const StepTable &table, const Argument &argument, int64_t rank,
                const void *block, void *local, bool poison);

/// The same of a whole that is zero.
void zeroArgument(const StepTable &table, const Argument &argument,
                  int64_t rank, void *local, bool poison);

/// True if this rank has a block of the result.
bool holdsResult(const StepTable &table, size_t result, int64_t rank);

/// Of an argument or a result of the user's: the numbers of those blocks that the rank
/// has. A list of owners may give it several.
std::vector<size_t> argumentsHeld(const StepTable &table, size_t argument,
                                  int64_t rank);
std::vector<size_t> resultsHeld(const StepTable &table, size_t result,
                                int64_t rank);

/// This rank's block of a result without padding: its bytes, itself (`local` is
/// dense in the local shape), and back into the whole tensor; or at once.
int64_t blockBytes(const StepTable &table, const Result &result, int64_t rank);
int64_t blockBytes(const StepTable &table, const Argument &argument,
                   int64_t rank);
std::vector<uint8_t> packBlock(const StepTable &table, const Result &result,
                               int64_t rank, const void *local);
void unpackBlock(const StepTable &table, const Result &result, int64_t rank,
                 const void *packed, void *whole);
void placeBlock(const StepTable &table, const Result &result, int64_t rank,
                const void *local, void *whole);

/// The first rank that holds the same block as this one, which may be itself.
int64_t ownerOf(const StepTable &table, const Result &result, int64_t rank);
inline bool isReplica(const StepTable &table, const Result &result,
                      int64_t rank) {
  return ownerOf(table, result, rank) != rank;
}

/// The ranks whose partial values of a result combine with this rank's, in
/// order. Just this rank if the result is not partial.
std::vector<int32_t> partialsOf(const StepTable &table, const Layout &layout,
                                int64_t rank);

} // namespace popt::rt
#endif // POPT_RT_LIB_TENSOR_SHARDS_H
