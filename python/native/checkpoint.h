//===- checkpoint.h - Checkpoints to read -----------------------*- C++ -*-===//
//
// As popt/checkpoints.py uses them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PYTHON_NATIVE_CHECKPOINT_H
#define POPT_PYTHON_NATIVE_CHECKPOINT_H

#include "program.h"

#include "popt-rt/checkpoint.h"

#include <memory>

namespace popt::native {

class Checkpoint {
public:
  explicit Checkpoint(popt_rt_checkpoint *checkpoint);
  ~Checkpoint() { popt_rt_checkpoint_destroy(checkpoint); }
  Checkpoint(const Checkpoint &) = delete;
  Checkpoint &operator=(const Checkpoint &) = delete;

  int64_t step() const { return popt_rt_checkpoint_step(checkpoint); }
  std::string folder() const { return popt_rt_checkpoint_folder(checkpoint); }
  std::string skipped() const { return popt_rt_checkpoint_skipped(checkpoint); }
  std::string loaders() const;
  nb::object read(size_t index) const;
  int64_t exportTo(const std::string &folder, std::optional<std::string> names,
                   std::optional<std::string> type, int64_t fileBytes) const;
  popt_rt_checkpoint *get() const { return checkpoint; }

  std::vector<Tensor> tensors;

private:
  popt_rt_checkpoint *checkpoint;
};

/// {number: array} of a file of any program's, by the numbers of the tensors that are
/// wanted: (name, type, shape).
nb::dict readWeights(const std::string &path, std::optional<std::string> names,
                     nb::list wanted);

/// Null if there is none in the folder.
std::unique_ptr<Checkpoint> openCheckpoint(const std::string &path);

} // namespace popt::native
#endif // POPT_PYTHON_NATIVE_CHECKPOINT_H
