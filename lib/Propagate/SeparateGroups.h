//===- SeparateGroups.h - Groups whose members differ ----------*- C++ -*-===//
#ifndef POPT_LIB_PROPAGATE_SEPARATEGROUPS_H
#define POPT_LIB_PROPAGATE_SEPARATEGROUPS_H

#include "Graph.h"

namespace popt {

/// Puts an open constraint after each member of a group whose members the user
/// sharded differently, with a warning. Returns whether the module changed, so
/// that the graph is another.
bool separateGroups(Graph &graph, mlir::FlatSymbolRefAttr meshName);

} // namespace popt
#endif // POPT_LIB_PROPAGATE_SEPARATEGROUPS_H
