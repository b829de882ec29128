//===- TryingPass.h - Options of passes that try the flow -----------------===//
#ifndef POPT_LIB_FLOW_TRYINGPASS_H
#define POPT_LIB_FLOW_TRYINGPASS_H

#include "popt/Flow/Flow.h"
#include "popt/Reshard/LayoutSpace.h"

namespace popt {

/// What the text of such a pass says of the flow's options.
template <typename PassOptions> PassOptions textOf(const FlowOptions &flow) {
  PassOptions text;
  text.schedule = flow.schedule;
  text.taskCosts = flow.taskCosts;
  text.recompute = flow.recompute;
  text.overlap = flow.overlap;
  text.timeline = flow.timeline;
  return text;
}

/// The options of every trial: those of the flow, but what is drawn and where
/// programs end.
inline FlowOptions trialOptions(FlowOptions flow) {
  flow.timeline.clear();
  flow.picture = nullptr;
  if (!flow.reshards)
    flow.reshards = std::make_shared<ReshardPool>();
  return flow;
}

} // namespace popt
#endif // POPT_LIB_FLOW_TRYINGPASS_H
