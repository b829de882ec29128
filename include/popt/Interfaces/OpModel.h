//===- OpModel.h - What a phase may know of an operation ------------------===//
//
// All knowledge of single operations stands in lib/OpModels; phases see it
// through three interfaces, which those files attach to the operations of the
// interchange dialects:
//
//   ShardingOpInterface   how it is divided among the coordinates of a mesh
//   KernelOpInterface     how it becomes a kernel on a given target
//   ValueTieOpInterface   how its regions and values tie (loops, branches)
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_OPMODEL_H
#define POPT_INTERFACES_OPMODEL_H

#include "popt/Interfaces/KernelOp.h"
#include "popt/Interfaces/ShardingOp.h"
#include "popt/Interfaces/ValueTieOp.h"

#endif // POPT_INTERFACES_OPMODEL_H
