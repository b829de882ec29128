//===- DealtWork.h - Steps of equal work in a manual region ---------------===//
//
// Steps that are dealt out run in a manual region over the axes of the dealing.
// What members read is stacked along a new dimension, of which each rank gets a
// block; what others read of the results is taken from a stack again:
//
//   %a1 = f(%x1)      %x = [%x1, %x2, %x3]                        layout [{}, ...]
//   %a2 = f(%x2)      %a = manual(%x) in [{"d"}, ...] out [{"d"}, ...] axes {"d"}
//   %a3 = f(%x3)             (%block) { return f(%block[0]) }
//                     %a1, %a2, %a3 = %a[0], %a[1], %a[2]         layout [{}, ...]
//
// Where members are fewer than places for them, the last is repeated: what a rank
// without a member does is a member's work, too, so that no loop or branch in it
// sees other values than those of the program. Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_DEALTWORK_H
#define POPT_LIB_PARTITION_DEALTWORK_H

#include "Common.h"
#include "EqualWork.h"

namespace popt {

/// A layout on one coordinate of these axes, which it does not divide further.
Layout withoutAxes(Layout layout, const AxisList &axes, const Mesh &mesh);

/// How members lie on the ranks along some axes.
class DealtForm {
public:
  DealtForm(size_t numMembers, AxisList axes, const Mesh &mesh)
      : mesh(&mesh), axes(std::move(axes)),
        slots(llvm::divideCeil(static_cast<int64_t>(numMembers),
                               product(this->axes))) {}

  const AxisList &getAxes() const { return axes; }
  /// Members on a rank.
  int64_t numSlots() const { return slots; }
  int64_t numRows() const { return slots * product(axes); }

  /// A value of each member, and the repeated ones.
  mlir::RankedTensorType stackType(mlir::RankedTensorType type) const {
    return rowsOf(numRows(), type);
  }
  /// The rows of one rank.
  mlir::RankedTensorType blockType(mlir::RankedTensorType type) const {
    return rowsOf(numSlots(), type);
  }
  /// The layout of a stack, or of a row of it, of values in this layout.
  Layout stacked(Layout layout) const;
  /// That of a stack whose rows are dealt out.
  Layout spread(const Layout &layout) const;
  /// That of a member's value, on the ranks that have it.
  Layout inside(const Layout &layout) const {
    return withoutAxes(layout, axes, *mesh);
  }

private:
  static mlir::RankedTensorType rowsOf(int64_t count,
                                       mlir::RankedTensorType type);

  const Mesh *mesh;
  AxisList axes;
  int64_t slots;
};

/// The layout in which the first member's operation reads an input.
Layout inputLayout(const EqualStep &step, size_t input, const Mesh &mesh);
/// The layout in which others find a result: that in which it was made, or was
/// read in blocks if it was made whole everywhere.
Layout outputLayout(mlir::Value result, const Mesh &mesh);
/// True if members read equal values that cost nothing to make: constants.
bool isMadeInside(llvm::ArrayRef<mlir::Value> values);

/// True if no path leads from one of the steps out of their values and back into
/// them, so that they can run as one operation.
bool canBeDealt(const EqualWork &work, const llvm::BitVector &steps,
                const EqualWorkSearch &search);
/// Rewrites them, with layouts on everything, as choose-strategies leaves it.
void dealOut(PartitionInput &input, const EqualWork &work,
             const llvm::BitVector &steps, const DealtForm &form);

} // namespace popt
#endif // POPT_LIB_PARTITION_DEALTWORK_H
