//===- Names.h - Names of records, where the table has indices ------------===//
#ifndef POPT_DIALECT_STEP_NAMES_H
#define POPT_DIALECT_STEP_NAMES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace popt::step {

/// The records of one sort, in the table's order.
class NameList {
public:
  void add(mlir::StringAttr name) {
    indices.try_emplace(name, static_cast<int32_t>(names.size()));
    names.push_back(name);
  }
  size_t size() const { return names.size(); }
  mlir::StringAttr operator[](size_t index) const { return names[index]; }
  /// -1 for null, and for a name that is not in the list.
  int32_t index(mlir::FlatSymbolRefAttr ref) const {
    auto it = ref ? indices.find(ref.getAttr()) : indices.end();
    return it == indices.end() ? -1 : it->second;
  }
  /// Null for -1. Other indices must be those of a record.
  mlir::FlatSymbolRefAttr ref(int64_t index) const {
    return index < 0 ? mlir::FlatSymbolRefAttr()
                     : mlir::FlatSymbolRefAttr::get(names[index]);
  }

private:
  llvm::SmallVector<mlir::StringAttr> names;
  llvm::DenseMap<mlir::StringAttr, int32_t> indices;
};

struct Names {
  NameList kernels, rankTables, groups, arguments, results;
  NameList regions, bodies; ///< of one program
};

} // namespace popt::step
#endif // POPT_DIALECT_STEP_NAMES_H
