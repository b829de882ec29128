//===- Annotation.h - Shardings for a program that has none ---------------===//
//
// A mesh and layouts for arguments, results and values in between: drawn at
// random, or one of all layouts of a single value.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_CHECK_ANNOTATION_H
#define POPT_CHECK_ANNOTATION_H

#include "Choices.h"
#include "popt/Layout/Layout.h"
#include "popt/Reference/Tensor.h"

#include "mlir/IR/BuiltinOps.h"

namespace popt::check {

using Dims = std::vector<int64_t>;

/// Shardings for a program.
struct Annotation {
  Mesh mesh;
  /// One per argument and result; nothing leaves it to propagation.
  std::vector<std::optional<Layout>> arguments, results;
  /// Layouts of values in the program: the number of the operation in the order
  /// of `constrainableOperations`, and its result.
  struct Constraint {
    size_t operation;
    unsigned result;
    Layout layout;
  };
  std::vector<Constraint> constraints;

  bool hasPartialArguments() const;
};

/// 2, 3, 4, 2x2, 2x3 and 2x2x2.
const std::vector<Mesh> &smallMeshes();
/// A mesh of at most 8 devices, some with axes of size 1.
Mesh randomMesh(Choices &choices);

/// All layouts of a tensor of this shape that are legal and closed: every axis,
/// and the halves of axes of size 4, on every dimension, in every order.
std::vector<Layout> allLayouts(const Mesh &mesh, const Dims &shape);

/// A legal layout, open here and there, now and then pinned, sometimes partial
/// if `mayBePartial`.
std::optional<Layout> randomLayout(Choices &choices, const Mesh &mesh,
                                   const Dims &shape,
                                   reference::ElementType type,
                                   bool mayBePartial);

/// How much to draw.
struct Drawing {
  bool results = true;
  bool partial = true;
  unsigned constraints = 2; ///< at most
};

/// Draws everything for the entry function of a module.
Annotation randomAnnotation(Choices &choices, const Mesh &mesh,
                            mlir::ModuleOp module, const Drawing &drawing);

/// Operations outside scalar bodies whose results a user could constrain, in
/// the order of the text.
std::vector<mlir::Operation *> constrainableOperations(mlir::ModuleOp module);

/// Writes it into the module, as `dist` attributes and constraints.
void annotate(mlir::ModuleOp module, const Annotation &annotation);

} // namespace popt::check
#endif // POPT_CHECK_ANNOTATION_H
