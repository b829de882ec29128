//===- Timeline.h - A picture of a simulated schedule ---------------------===//
#ifndef POPT_PIPELINE_TIMELINE_H
#define POPT_PIPELINE_TIMELINE_H

#include "popt/Pipeline/Simulate.h"

namespace popt::pipeline {

/// How wide a picture is, and where it stands.
struct TimelineFrame {
  /// Of the time area, in pixels, at least 720; tasks for whose numbers there is
  /// no room have none.
  double mostWidth = 12000;
  /// Part of an HTML page, as wide as it may be, and not a document.
  bool isEmbedded = false;
};

/// An SVG document: per coordinate a lane of tasks (colour: forward, backward,
/// input gradient, weight gradient; number: microbatch), a thin lane of the
/// messages it sends, and the memory it holds over time (what is kept between
/// tasks, and `fixedBytes` if the problem has them); below, a time axis with
/// its unit, and a legend. Light or dark as the reader's screen is. Wide enough that the shortest common task can carry
/// its number, up to a limit; hovering shows names and times. Equal input gives
/// equal text.
std::string timelineSvg(const TaskGraph &graph, const Simulation &simulation,
                        const std::string &title,
                        const TimelineFrame &frame = {});

} // namespace popt::pipeline
#endif // POPT_PIPELINE_TIMELINE_H
