//===- Algorithms.h - By which algorithms collectives run -----------------===//
//
// Seconds of one collective by each algorithm, with N bytes in the buffer (as
// popt::wireBytes counts it), k members, a the latency and b the bandwidth of a
// link. Of a group that several levels join, k_l members are joined by level l,
// B_l = k_0 ... k_(l-1) of them are within one member of it, and each of those
// has a link of its own there (a card for each GPU).
//
//   algorithm     kinds                  latencies            bytes / rate
//   ring          all                    wireBytes' table, of the outermost level
//   multi-ring    all-reduce             2 (k-1) hops         2 N (k-1)/k / R
//                 all-gather,            (k-1) hops           N (k-1)/k / R
//                 reduce-scatter
//                 broadcast, reduce      (k-1) hops           N / R
//   tree          all-reduce             2 depth              2 N / R
//                 broadcast, reduce      depth                N / R
//   switch        all-reduce             1 of the switch      N / b of the switch
//                 reduce-scatter,        1                    N (k-1)/k / b
//                 all-gather
//                 broadcast, reduce      1                    N / b
//   hierarchical  all-reduce             reduce-scatter inside of N, all-reduce
//                                        across of N/k_0, all-gather inside of N
//                 all-gather             across of N/k_0, then inside of N
//                 reduce-scatter         inside of N, then across of N/k_0
//   direct        all-to-all             k-1                  the longest of
//                                        N (B_(l+1) - B_l) / k / b_l
//   staged        all-to-all             sum of (k_l-1) a_l   sum of
//                                        N (k_l-1)/k_l / b_l
//
//   R = the least of b_l B_l: a ring or tree for each link of the outer level
//   hops: of k-1, k_l - 1 for each block of level l cross links of that level
//   depth = sum of ceil(log2 k_l) a_l where level l has trees, else (k_l-1) a_l
//
// Inside and across, each by the fastest algorithm of its level. Sources:
//   ring          see wireBytes
//   multi-ring    a ring for each network card, of which the bytes of one device
//                 are divided among: NCCL, src/graph/tuning.cc (bandwidth of
//                 channels; latencies by hops inside and between nodes)
//   tree          two trees, each member a leaf of one: Sanders, Speck and Träff,
//                 "Two-tree algorithms for full bandwidth broadcast, reduction and
//                 scan", Parallel Computing 2009; across nodes, with a chain
//                 inside: NCCL 2.4 (Jeaugey, "Massively scale your deep learning
//                 training with NCCL 2.4", 2019)
//   switch        Klenk et al., "An in-network architecture for accelerating
//                 shared-memory multiprocessor collectives", ISCA 2020 (NVLink
//                 SHARP; NCCL's NVLS)
//   hierarchical  Cho et al., "BlueConnect: Decomposing all-reduce for deep
//                 learning on heterogeneous network hierarchy", MLSys 2019
//   direct        pairwise exchange of [T] in wireBytes, each message over links
//                 of its own pair
//   staged        Hwang et al., "Tutel: Adaptive mixture-of-experts at scale",
//                 MLSys 2023, section 3.4 (two-dimensional hierarchical)
//
// A permute is one message over the outermost level whatever the algorithm. A
// kind that none of a level's algorithms has runs in a ring.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MACHINE_ALGORITHMS_H
#define POPT_MACHINE_ALGORITHMS_H

#include <cstdint>
#include <string>
#include <vector>

namespace popt {

/// How a collective runs; see above.
enum class Algorithm : uint8_t {
  Ring,
  MultiRing,
  Tree,
  Switch,
  Hierarchical,
  Direct,
  Staged,
};

/// Their names in cluster.json, by number.
const std::vector<std::string> &algorithmNames();

/// How many members of a group each level of links joins, innermost first.
using GroupShape = std::vector<int64_t>;
/// The shape of a group over further axes, too.
void join(GroupShape &members, const GroupShape &others);

} // namespace popt
#endif // POPT_MACHINE_ALGORITHMS_H
