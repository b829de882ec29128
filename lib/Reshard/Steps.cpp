// The steps of a plan in words, and the bytes that they send. Test:
// test/unit/Reshard.

#include "popt/Reshard/Reshard.h"

namespace popt {

/// What a kind of step runs, and its name where that is not the collective's.
struct KindTraits {
  std::optional<CollectiveKind> collective;
  const char *name = nullptr;
};

/// In the order of ReshardKind.
static constexpr KindTraits kindTraits[] = {
    {std::nullopt, "slice"},          {CollectiveKind::AllGather},
    {CollectiveKind::AllToAll},       {CollectiveKind::ReduceScatter},
    {CollectiveKind::AllReduce},      {CollectiveKind::Permute},
    {std::nullopt, "to-partial"},     {std::nullopt, "restrict"},
    {CollectiveKind::Broadcast},      {CollectiveKind::Scatter},
    {CollectiveKind::Gather},         {CollectiveKind::Reduce},
    {CollectiveKind::Permute, "send"}};
static_assert(std::size(kindTraits) == size_t(ReshardKind::Send) + 1);

const char *name(ReshardKind kind) {
  const KindTraits &traits = kindTraits[size_t(kind)];
  return traits.name ? traits.name : wordOf(*traits.collective);
}

std::optional<CollectiveKind> collectiveOf(ReshardKind kind) {
  return kindTraits[size_t(kind)].collective;
}

std::string ReshardStep::str(const Mesh &mesh) const {
  std::string s = std::string(popt::name(kind)) + " " + mesh.str(axes);
  if (concatDim >= 0)
    s += " from dimension " + std::to_string(concatDim) + " to " +
         std::to_string(dim);
  else if (dim >= 0)
    s += " of dimension " + std::to_string(dim);
  if (root >= 0) {
    bool isFrom =
        kind == ReshardKind::Broadcast || kind == ReshardKind::Scatter;
    s += (isFrom ? " from root " : " to root ") + std::to_string(root);
  }
  if (collectiveOf(kind))
    s += " (" + std::to_string(wireBytes) + " B)";
  return s;
}

WireSummary ReshardPlan::summary() const {
  WireSummary summary;
  for (const ReshardStep &step : steps)
    if (std::optional<CollectiveKind> kind = collectiveOf(step.kind))
      summary.add(*kind, step.wireBytes);
  return summary;
}

} // namespace popt
