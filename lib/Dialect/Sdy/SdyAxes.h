//===- SdyAxes.h - Lists of axes and their parts ---------------*- C++ -*-===//
//
// An axis is a range of digits, from the product `pre` of the more major ones
// to `pre * size`; the whole axis is from 1 to its size. Lists that are
// verified hold no two neighbours that make one range.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_DIALECT_SDY_SDYAXES_H
#define POPT_LIB_DIALECT_SDY_SDYAXES_H

#include "popt/Dialect/Sdy/Sdy.h"

namespace popt::sdy {

/// True if the axes have a digit in common.
bool overlap(AxisRefAttr a, AxisRefAttr b);

/// Collects the axes of a sharding and their errors.
class AxisChecker {
public:
  AxisChecker(MeshAttr mesh) : mesh(mesh) {}
  void add(llvm::ArrayRef<AxisRefAttr> axes);
  /// Adds axes that must be in the mesh's order.
  void addOrdered(llvm::ArrayRef<AxisRefAttr> axes, llvm::StringRef kind);
  bool uses(llvm::StringRef name) const;

  std::string problem;

private:
  MeshAttr mesh;
  llvm::SmallVector<AxisRefAttr> used;
};

/// The axes with others appended; consecutive parts become one.
llvm::SmallVector<AxisRefAttr> append(llvm::ArrayRef<AxisRefAttr> axes,
                                      llvm::ArrayRef<AxisRefAttr> others,
                                      MeshAttr mesh);

/// The axes without others at their minor end; nothing if they do not end so.
std::optional<llvm::SmallVector<AxisRefAttr>>
dropMinor(llvm::ArrayRef<AxisRefAttr> axes, llvm::ArrayRef<AxisRefAttr> others,
          MeshAttr mesh);

/// In the mesh's order, merged.
llvm::SmallVector<AxisRefAttr> sorted(llvm::ArrayRef<AxisRefAttr> axes,
                                      MeshAttr mesh);

/// `{"x", "y":(1)2}`
std::string toString(llvm::ArrayRef<AxisRefAttr> axes);

} // namespace popt::sdy
#endif // POPT_LIB_DIALECT_SDY_SDYAXES_H
