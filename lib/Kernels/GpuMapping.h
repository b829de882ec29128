//===- GpuMapping.h - Kernels run by the threads of a GPU -----------------===//
//
// A kernel becomes launches, one after the other on one stream, all with the
// same parameters:
//
//   func.func @k(%x: memref<4096xf32>, %r: memref<4096xf32>, %rank: index)
//       attributes {popt.entry, popt.launch_of = "k", popt.grid = 4 : i64, ...} {
//     %i = 256 * %ctaid + %tid
//     scf.if %i < 1024 {
//       vector.load %x[4 * %i] {alignment = 16} : vector<4xf32>   ...
//
//  - Every nest is a launch of its own: what one stores, the next may read.
//    Within it nothing is kept between threads but for what a team shares.
//  - A nest is flat: a thread computes 16 bytes' worth of neighbouring elements
//    and derives its place in each dimension from the number of the first.
//  - A reduction is evaluated once, into scratch memory, and not where each
//    thread needs it.
//  - What has an order (sort, scatter, triangular solve) is divided into tasks
//    that do not touch one another; a task is one thread.
//
// The geometry and with it the order of every sum follow from shapes alone, so
// equal programs give equal bits on every device and run.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_GPUMAPPING_H
#define POPT_LIB_KERNELS_GPUMAPPING_H

#include "KernelMapping.h"

namespace popt {

class GpuMapping : public KernelMapping {
public:
  explicit GpuMapping(KernelEmitter &e) : KernelMapping(e) {}

  void launch(llvm::function_ref<void()> emit) override;
  void launchInOrder(llvm::function_ref<void()> emit) override;
  void nest(llvm::ArrayRef<int64_t> extents,
            const KernelEmitter::NestBody &body,
            const KernelEmitter::NestBody &atDepth) override;
  void nestOverElements(
      mlir::ValueRange values,
      const std::function<void(const LinearForm &)> &body) override;
  void nestOfTasks(llvm::ArrayRef<int64_t> extents,
                   const KernelEmitter::NestBody &body) override;
  void prepare() override;
  void emitNests(llvm::ArrayRef<unsigned> group) override;
  void finish() override;
  KernelEmitter::Storage scratch(int64_t count, mlir::Type element) override;

  unsigned chooseLanes(int64_t) const override { return 0; }
  unsigned accumulatorLanes(unsigned, int64_t count) const override {
    return lanesFor(count);
  }
  llvm::MaybeAlign alignmentOf(const LinearForm &at,
                               mlir::VectorType type) const override;
  bool isParallel() const override { return true; }

private:
  /// Code between two starts of a kernel, to be cut out by `finish`.
  struct Launch {
    mlir::Operation *region;
    int64_t grid = 0, block = 1;
  };

  /// Lanes that divide rows of `count` elements; 0 for none.
  unsigned lanesFor(int64_t count) const;
  mlir::Value memberOf(mlir::Operation *id);
  /// Divides `count` elements among the threads of the launch, `lanes` each
  /// (0: one each).
  void spread(int64_t count, unsigned lanes,
              llvm::function_ref<void(const LinearForm &)> body);
  /// The same, in vectors if that works out.
  void spreadInVectors(int64_t count, unsigned lanes,
                       llvm::function_ref<void(const LinearForm &)> body);
  /// Stores values of equal counts in one nest.
  void emitTogether(llvm::ArrayRef<mlir::Value> values,
                    llvm::ArrayRef<KernelEmitter::Storage> to);
  bool mayShare(unsigned result) const;
  void cut(const Launch &launch, unsigned number);

  llvm::SmallVector<Launch> launches;
  /// The one being written.
  Launch *current = nullptr;
  /// Memory between launches: placeholders among the arguments.
  struct Scratch {
    mlir::BlockArgument placeholder;
    int64_t offset;
  };
  llvm::SmallVector<Scratch> scratches;
  int64_t scratchBytes = 0;
};

} // namespace popt

#endif // POPT_LIB_KERNELS_GPUMAPPING_H
