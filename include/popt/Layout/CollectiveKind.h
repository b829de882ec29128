//===- CollectiveKind.h - The collectives, numbered once ------------------===//
//
// Shared by costs, moves between layouts, step tables and transports. Step
// tables store these numbers and transports compare them between processes:
// never renumber, only append.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LAYOUT_COLLECTIVEKIND_H
#define POPT_LAYOUT_COLLECTIVEKIND_H

#include <cstdint>

namespace popt {

/// What the members of a group do in a collective. Programs have those up to
/// Scatter; the others are calls of a transport alone.
enum class CollectiveKind : uint8_t {
  AllReduce,
  AllGather,
  ReduceScatter,
  AllToAll,
  Permute,
  Broadcast,
  Reduce,
  Gather,
  Scatter,
  Barrier,
  Bucket, ///< several of the above; only in messages
};
constexpr CollectiveKind kLastCollectiveCommand = CollectiveKind::Scatter;

/// "all_reduce", ...; "?" for a number that is no kind.
const char *name(CollectiveKind kind);
/// The same as a word of English: "all-reduce", ...
const char *wordOf(CollectiveKind kind);

/// True if the members' values are combined by a monoid.
constexpr bool reduces(CollectiveKind kind) {
  return kind == CollectiveKind::AllReduce || kind == CollectiveKind::Reduce ||
         kind == CollectiveKind::ReduceScatter;
}

/// True if one member, the root, has a part of its own.
constexpr bool isRooted(CollectiveKind kind) {
  return kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce ||
         kind == CollectiveKind::Gather || kind == CollectiveKind::Scatter;
}

} // namespace popt
#endif // POPT_LAYOUT_COLLECTIVEKIND_H
