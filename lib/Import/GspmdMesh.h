//===- GspmdMesh.h - The mesh behind sharding strings ---------------------===//
//
// Strings name devices, not axes. The mesh is the coarsest one in whose axes
// all strings of the module can be written: every digit of a device number
// that some string needs ends at axis boundaries. With [2,4]<=[8] and
// [4,2]<=[8] the ends are 1, 2, 4, 8 and the mesh is three axes of size 2. If
// device numbers have no common digits, the order in which one of the strings
// lists the devices is tried instead.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_IMPORT_GSPMDMESH_H
#define POPT_LIB_IMPORT_GSPMDMESH_H

#include "GspmdSharding.h"
#include "popt/Dialect/Sdy/Sdy.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace popt {

inline constexpr llvm::StringLiteral kGspmdSharding = "mhlo.sharding";

/// The mesh that explains every sharding string of a module.
class GspmdMesh {
public:
  /// Reads all strings and finds the mesh. Emits an error at the string that
  /// cannot be read, or that contradicts another.
  llvm::LogicalResult collect(mlir::ModuleOp module);

  bool hasStrings() const { return !strings.empty(); }
  /// No axes if there is one device.
  mlir::ArrayRef<sdy::MeshAxisAttr> getAxes() const { return axes; }
  /// Puts the mesh into the module, so that shardings can name it.
  void declare(mlir::ModuleOp module);

  /// The shardings that a string lists; it must have been collected.
  mlir::ArrayRef<GspmdSharding> lookup(mlir::StringAttr text) const;
  /// The sharding of a value; dimensions in `open` may grow. Null if nothing is
  /// said. Emits an error if the sharding does not fit.
  llvm::FailureOr<sdy::TensorShardingAttr>
  convert(const GspmdSharding &sharding, mlir::Type type,
          mlir::ArrayRef<int64_t> open, mlir::Operation *op) const;
  /// The axes that are manual, major to minor.
  llvm::SmallVector<mlir::StringAttr>
  getManualAxes(const GspmdSharding &sharding) const;

private:
  /// A sharding string and where it stands.
  struct String {
    mlir::Location loc;
    std::vector<GspmdSharding> shardings;
  };
  using Entry = std::pair<mlir::StringAttr, String>;

  llvm::LogicalResult add(mlir::Attribute attr, mlir::Location loc);
  llvm::LogicalResult checkDevices(mlir::ModuleOp module);
  /// Tries one order of the devices. A failure names the entry, and the one
  /// that it contradicts if there is one.
  bool tryOrder(mlir::ArrayRef<int64_t> order, const Entry *&culprit,
                const Entry *&other);
  llvm::SmallVector<sdy::AxisRefAttr> getAxes(const DeviceDigits &digits) const;

  llvm::MapVector<mlir::StringAttr, String> strings;
  mlir::MLIRContext *context = nullptr;
  int64_t numDevices = 1;
  std::vector<int64_t> deviceIds, rankOf; ///< rank to device, device to rank
  llvm::SmallVector<sdy::MeshAxisAttr> axes;
  mlir::FlatSymbolRefAttr name;
};

} // namespace popt
#endif // POPT_LIB_IMPORT_GSPMDMESH_H
