//===- WireBytes.h - What collectives send --------------------------------===//
//
// The compiler predicts by this, and the runtime reports by it.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LAYOUT_WIREBYTES_H
#define POPT_LAYOUT_WIREBYTES_H

#include "popt/Layout/CollectiveKind.h"

namespace popt {

/// Bytes that the busiest device of a group sends, rounded up. With k devices
/// and N bytes in the *buffer*, they and the number of latencies are as follows.
/// Sources: [R] ring all-reduce, Patarasuk and Yuan, "Bandwidth optimal
/// all-reduce algorithms for clusters of workstations", JPDC 2009, sections 3
/// and 4; [T] Thakur, Rabenseifner and Gropp, "Optimization of collective
/// communication operations in MPICH", IJHPCA 2005, section 4; [C] Chan et al.,
/// "Collective communication: theory, practice, and experience", CCPE 2007,
/// section 4 and table 1.
///
///   kind           buffer               wire bytes   latencies  source
///   AllReduce      operand              2 N (k-1)/k  2 (k-1)    [R]
///   AllGather      result               N (k-1)/k    k-1        [T] ring
///   ReduceScatter  operand              N (k-1)/k    k-1        [R]
///   AllToAll       larger of the two    N (k-1)/k    k-1        [T] pairs
///   Permute        larger of the two    N            1          one message
///   Broadcast      operand              N            k-1        [C] pipeline
///   Reduce         operand              N            k-1        [C] pipeline
///   Gather         result at the root   N (k-1)/k    k-1        [C]
///   Scatter        operand at the root  N (k-1)/k    k-1        [C]
///
/// Reduce-scatter of a buffer of k shards thus sends (k-1) shards. Blocks that
/// are not all equal enter by the buffer of the largest coordinate, unpadded.
int64_t wireBytes(CollectiveKind kind, int64_t groupSize, int64_t bufferBytes);
/// Messages that follow each other, the latencies of that table.
int64_t latencies(CollectiveKind kind, int64_t groupSize);

} // namespace popt
#endif // POPT_LAYOUT_WIREBYTES_H
