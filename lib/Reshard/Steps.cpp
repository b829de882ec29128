// The steps of a plan in words, and what they send. Test: test/unit/Reshard.

#include "popt/Reshard/Reshard.h"

namespace popt {

const char *name(ReshardKind kind) {
  switch (kind) {
  case ReshardKind::Slice:
    return "slice";
  case ReshardKind::ToPartial:
    return "to-partial";
  case ReshardKind::Restrict:
    return "restrict";
  case ReshardKind::Send:
    return "send";
  default:
    return name(*collectiveOf(kind));
  }
}

std::optional<Collective> collectiveOf(ReshardKind kind) {
  switch (kind) {
  case ReshardKind::AllGather:
    return Collective::AllGather;
  case ReshardKind::AllToAll:
    return Collective::AllToAll;
  case ReshardKind::ReduceScatter:
    return Collective::ReduceScatter;
  case ReshardKind::AllReduce:
    return Collective::AllReduce;
  case ReshardKind::Permute:
  case ReshardKind::Send:
    return Collective::Permute;
  case ReshardKind::Broadcast:
    return Collective::Broadcast;
  case ReshardKind::Scatter:
    return Collective::Scatter;
  case ReshardKind::Gather:
    return Collective::Gather;
  case ReshardKind::Reduce:
    return Collective::Reduce;
  case ReshardKind::Slice:
  case ReshardKind::ToPartial:
  case ReshardKind::Restrict:
    return std::nullopt;
  }
  return std::nullopt;
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
    if (std::optional<Collective> kind = collectiveOf(step.kind))
      summary.add(*kind, step.wireBytes);
  return summary;
}

} // namespace popt
