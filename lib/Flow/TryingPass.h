//===- TryingPass.h - Passes that try the flow ----------------------------===//
#ifndef POPT_LIB_FLOW_TRYINGPASS_H
#define POPT_LIB_FLOW_TRYINGPASS_H

#include "popt/Flow/Flow.h"
#include "popt/Reshard/LayoutSpace.h"
#include "popt/Stages/Passes.h"

#include <optional>

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

/// A pass that compiles copies of the module with the options of the flow that it
/// stands in; those that its text can say if it was made from one.
template <typename PassBase> class TryingPass : public PassBase {
public:
  using PassBase::PassBase;
  template <typename PassOptions>
  TryingPass(PassOptions text, const FlowOptions &flow)
      : PassBase(std::move(text)), given(flow) {}

protected:
  FlowOptions flowOptions() const {
    if (given)
      return *given;
    FlowOptions flow;
    flow.schedule = this->schedule;
    flow.taskCosts = this->taskCosts;
    flow.recompute = this->recompute;
    flow.overlap = this->overlap;
    flow.timeline = this->timeline;
    return flow;
  }
  /// Those of every copy: only what is chosen is drawn.
  FlowOptions trialOptions() const {
    FlowOptions flow = flowOptions();
    flow.timeline.clear();
    flow.picture = nullptr;
    if (!flow.reshards)
      flow.reshards = std::make_shared<ReshardPool>();
    return flow;
  }
  /// With what is drawn of the program that is chosen.
  FlowOptions withDrawing(FlowOptions flow) const {
    FlowOptions own = flowOptions();
    flow.timeline = own.timeline;
    flow.picture = own.picture;
    return flow;
  }
  bool wantsDrawing() const {
    FlowOptions own = flowOptions();
    return !own.timeline.empty() || own.picture;
  }
  std::unique_ptr<mlir::Pass> drawing() const {
    FlowOptions own = flowOptions();
    return createDrawTimelinePass({own.timeline}, own.picture);
  }

private:
  std::optional<FlowOptions> given;
};

} // namespace popt
#endif // POPT_LIB_FLOW_TRYINGPASS_H
