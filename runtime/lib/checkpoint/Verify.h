//===- Verify.h - Is every byte of a checkpoint what was saved? -*- C++ -*-===//
#ifndef POPT_RT_LIB_CHECKPOINT_VERIFY_H
#define POPT_RT_LIB_CHECKPOINT_VERIFY_H

#include "Index.h"

namespace popt::rt {

/// Reads all of a checkpoint. What is wrong, each with its file and tensor;
/// nothing if it is as it was saved. `out_index` is what could be read.
std::vector<std::string> verifyCheckpoint(FileSystem &files,
                                          const std::string &folder,
                                          CheckpointIndex &out_index);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_VERIFY_H
