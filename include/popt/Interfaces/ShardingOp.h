//===- ShardingOp.h - How an operation shards -----------------------------===//
//
// An operation is described by its factors (the loops it stands for; see
// popt/Layout/Factors.h) and by its *linear groups*: the sets of operands that
// may be partial together, so that the results are partial, too (law L2). add
// has the group {0, 1}, multiply the groups {0} and {1}.
//
// A Strategy assigns axes to factors and, for axes that carry partial values,
// names a linear group. Layouts of operands and results follow from it; the
// operation then runs on local blocks, and `localise` builds that local
// program.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_INTERFACES_SHARDINGOP_H
#define POPT_INTERFACES_SHARDINGOP_H

#include "popt/Layout/Factors.h"
#include "popt/Machine/Machine.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"

namespace popt {

/// Operands (by index) that are partial together.
using LinearGroup = llvm::SmallVector<unsigned, 2>;
using LinearGroups = llvm::SmallVector<LinearGroup, 2>;

/// How one operation is divided among the coordinates of the mesh.
struct Strategy {
  FactorAxes factors; ///< axes per factor of the rule
  /// Axes over which the operands of `group` are partial.
  AxisList through;
  LinearGroup group;
  /// The monoid of `through` and of the axes on reduction factors.
  Monoid monoid = Monoid::Sum;
};

/// Layouts in which an operation reads its operands and leaves its results.
struct OpLayouts {
  llvm::SmallVector<Layout, 4> operands;
  llvm::SmallVector<Layout, 2> results;
  bool operator==(const OpLayouts &o) const {
    return operands == o.operands && results == o.results;
  }
};

/// Communication inside a local operation: halos, totals of scans, blocks that
/// change place. A group is the product of the axes.
struct InnerMove {
  CollectiveKind kind;
  AxisList axes;
  int64_t bufferBytes; ///< as popt/Machine/Machine.h counts them for this kind
  int64_t count = 1;
};

/// Layouts that follow from a strategy, or nothing if some tensor would not be
/// one contiguous block per coordinate, or two monoids would meet in a result.
std::optional<OpLayouts> layoutsFromStrategy(const Mesh &mesh,
                                             const FactorRule &rule,
                                             const Strategy &strategy);

/// When and where shardings spread through an operation. Propagation takes the
/// classes in turn.
enum class PropagationClass {
  Elementwise, ///< first, both ways; scalar operands take no part
  Relayout,    ///< with elementwise: reshape, transpose
  Window,      ///< with elementwise, but forwards only; later both ways
  Expand,      ///< backwards before forwards: broadcast
  Compute,     ///< later, along pass-through factors first
};

/// What `localise` works with: the global operation, the layouts chosen for it,
/// and the local values of its operands (already in these layouts).
class LocaliseContext {
public:
  LocaliseContext(mlir::OpBuilder &builder, mlir::Operation *op,
                  const Mesh &mesh, mlir::FlatSymbolRefAttr meshName,
                  const FactorRule &rule, const OpLayouts &layouts,
                  mlir::ValueRange operands)
      : builder(builder), op(op), mesh(mesh), meshName(meshName), rule(rule),
        layouts(layouts), operands(operands) {}

  mlir::OpBuilder &builder;
  mlir::Operation *op;
  const Mesh &mesh;
  mlir::FlatSymbolRefAttr meshName;
  const FactorRule &rule;
  const OpLayouts &layouts;
  mlir::ValueRange operands;

  mlir::Location loc() const { return op->getLoc(); }
  mlir::RankedTensorType globalOperandType(unsigned i) const;
  mlir::RankedTensorType globalResultType(unsigned i) const;
  /// The type of the largest block.
  mlir::RankedTensorType localResultType(unsigned i) const;
  llvm::SmallVector<mlir::Type> localResultTypes() const;

  /// True if some coordinate's block of this operand dimension is shorter than
  /// the local type.
  bool isPadded(unsigned operand, unsigned dim) const;
  /// Begin of this coordinate's block of a dimension, as tensor<i32>.
  mlir::Value blockBegin(const DimLayout &dim, int64_t extent);
  /// Extent of this coordinate's block of a dimension, as tensor<i32>.
  mlir::Value blockExtent(const DimLayout &dim, int64_t extent);
  /// `value` (local, of operand `operand`) with every element that lies beyond
  /// the block in one of `dims` replaced by `fill` (a scalar tensor of the
  /// element type). Dims that are not padded cost nothing.
  mlir::Value maskPadding(unsigned operand, mlir::Value value,
                          llvm::ArrayRef<int64_t> dims, mlir::Value fill);
  /// A scalar constant of this element type: the identity of a monoid.
  mlir::Value scalar(mlir::Type elementType, Monoid identityOf);
  /// The same: 0.
  mlir::Value zero(mlir::Type elementType);
  /// This coordinate's block, in the layout of result 0, of a whole value.
  mlir::Value slice(mlir::Value whole);
  /// Operand 0, a block along `dim`, as a partial value of this type: the
  /// identity everywhere except in the block.
  mlir::Value blockAsPartial(mlir::RankedTensorType type, int64_t dim,
                             Monoid monoid);
  /// The operation as it is, on local operands and with local result types.
  /// Attributes that hold shardings are dropped.
  llvm::SmallVector<mlir::Value>
  clone(llvm::ArrayRef<mlir::NamedAttribute> replaced = {}) const {
    return cloneOn(operands, replaced);
  }
  /// The same on other local operands.
  llvm::SmallVector<mlir::Value>
  cloneOn(mlir::ValueRange local,
          llvm::ArrayRef<mlir::NamedAttribute> replaced = {}) const;
};

/// True if the value is made by an operation that can be cloned into any layout
/// for nothing.
bool isSourceValue(mlir::Value value);

/// True for tensors of floats that are narrower than f32.
bool isNarrow(mlir::Type type);
/// True if values of this global type are held as f32 in this layout (law L2).
bool isHeldWide(mlir::Type global, const Layout &layout);
/// The type with elements of at least f32.
mlir::RankedTensorType widen(mlir::RankedTensorType type);

/// A tensor type with the shape of the largest block.
mlir::RankedTensorType localType(mlir::RankedTensorType global,
                                 const Layout &layout);
inline mlir::RankedTensorType localType(mlir::Value global,
                                        const Layout &layout) {
  return localType(llvm::cast<mlir::RankedTensorType>(global.getType()),
                   layout);
}

} // namespace popt

#include "popt/Interfaces/ShardingOp.h.inc"

#endif // POPT_INTERFACES_SHARDINGOP_H
