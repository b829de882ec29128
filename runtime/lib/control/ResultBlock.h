//===- ResultBlock.h - What a rank has of a result --------------*- C++ -*-===//
#ifndef POPT_RT_LIB_CONTROL_RESULTBLOCK_H
#define POPT_RT_LIB_CONTROL_RESULTBLOCK_H

#include "World.h"
#include "popt-rt/exec.h"

namespace popt::rt {

/// This rank's block of a result that it holds, dense in the local shape, until
/// the next step. The partial values of a partial result are combined into
/// `buffer`: all ranks that hold it call this. Null and a message if that
/// fails.
const void *readBlock(const StepTable &table, size_t index, Executor &executor,
                      World &world, Bytes &buffer, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_RESULTBLOCK_H
