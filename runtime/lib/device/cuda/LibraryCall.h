//===- LibraryCall.h - Operations that a library carries out --------------===//
//
// What products (Products.h) and convolutions (Convolutions.h) have in common. A
// library has several ways to compute one operation. The way is the first that it
// proposes, or the one that was measured when the program was compiled with
// --tuned. Only those are taken whose result does not differ from run to run.
//
// The library's workspace and copies of operands are scratch memory of the action,
// which the executor takes from the one workspace that it allocates before the
// first step: nothing is allocated later.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_LIBRARYCALL_H
#define POPT_RT_LIB_DEVICE_CUDA_LIBRARYCALL_H

#include "CudaDevice.h"
#include "Library.h"
#include <array>
#include <functional>

namespace popt::rt::cuda {

class Tuning;

/// An operation of a program as a library computes it.
class LibraryCall {
public:
  virtual ~LibraryCall() = default;

  /// Asks for at most so many ways, the likely fastest first. There may be none:
  /// the library lacks the operation.
  virtual popt_rt_status propose(size_t most) = 0;
  virtual size_t numProposals() const = 0;
  virtual void use(size_t proposal) = 0;
  /// The way in use, in the library's own words, and a way in such words.
  virtual std::vector<uint8_t> algorithm() const = 0;
  virtual popt_rt_status use(const void *algorithm, size_t bytes) = 0;

  virtual popt_rt_status launch(const void *lhs, const void *rhs, void *out,
                                void *workspace, Stream stream) const = 0;
  /// What launch() takes: bytes of lhs, rhs and out.
  virtual std::array<size_t, 3> operandBytes() const = 0;

  size_t workspaceBytes = 0; ///< of the way in use
};

/// The operations of one library on one GPU, each made at the first call.
class LibraryCalls {
public:
  explicit LibraryCalls(Gpu &gpu) : gpu(gpu) {}
  virtual ~LibraryCalls() = default;
  LibraryCalls(const LibraryCalls &) = delete;

  /// Empty, or that there is no library.
  const std::string &note() const { return text; }

  /// If set, ways are measured.
  std::shared_ptr<Tuning> tuning;

protected:
  /// Null where the library does not have `operation` or is not there. Where it
  /// is new, what `make` returns is created for it.
  template <typename Call, typename Operation, typename Make>
  popt_rt_status findCall(const Operation &operation, Make make,
                          std::shared_ptr<const Call> &out) {
    std::shared_ptr<const LibraryCall> found;
    popt_rt_status status = find(
        operation.call,
        [&](std::shared_ptr<LibraryCall> &made) {
          std::shared_ptr<Call> call = make();
          bool has = false;
          popt_rt_status status = call->create(operation, has);
          if (has)
            made = std::move(call);
          return status;
        },
        found);
    out = std::static_pointer_cast<const Call>(found);
    return status;
  }
  /// Opens the library, at the first call: its version ("cuBLASLt 130100"), or
  /// nothing and perhaps a note.
  virtual popt_rt_status open(std::string &out_version,
                              std::string &out_note) = 0;

  Gpu &gpu;
  std::map<std::string, std::shared_ptr<const LibraryCall>> made;

private:
  using Maker = std::function<popt_rt_status(std::shared_ptr<LibraryCall> &)>;
  /// Null likewise; so may `make` say.
  popt_rt_status find(const popt_rt_library_call &call, const Maker &make,
                      std::shared_ptr<const LibraryCall> &out);
  popt_rt_status choose(const popt_rt_library_call &call,
                        const std::string &here,
                        std::shared_ptr<LibraryCall> &library);

  std::mutex mutex; ///< of all that is found
  bool isOpened = false;
  std::string version, text;
};

/// The action of an operation that a library carries out; none if it does not.
template <typename CallAction, typename Call, typename Library,
          typename Operation>
popt_rt_status makeCallAction(CudaDevice &device, Library &library,
                              const Operation &operation,
                              popt_rt_device::Action &action) {
  std::shared_ptr<const Call> call;
  popt_rt_status status = library.find(operation, call);
  if (status != POPT_RT_OK || !call)
    return status;
  auto made = std::make_unique<CallAction>(device, std::move(call));
  status = made->prepare(operation);
  action = std::move(made);
  return status;
}

/// Scratch memory of an action begins at such multiples.
inline size_t alignedScratch(size_t bytes) { return (bytes + 255) / 256 * 256; }

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_LIBRARYCALL_H
