// The interchange dialect `stablehlo`: names and assembly of the StableHLO
// specification, restricted to static shapes and unquantised element types.
// One .td file per operation family; this file holds what they share.
#ifndef POPT_DIALECT_STABLEHLO_BASE
#define POPT_DIALECT_STABLEHLO_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StablehloDialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::popt::stablehlo";
  let summary = "The interchange operations that front ends print";
  let description = [{
    Input language of popt. Names and assembly are those of the StableHLO
    specification, so that text printed by JAX, or any other XLA front end,
    parses unchanged and text printed here parses there.

    Left out on purpose: dynamic shapes, bounded shapes, quantised types. Every
    tensor has a static shape, no encoding, and a number of bits that fits into
    63 bits.

    Nothing of popt's own lives in this dialect.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // Each family registers its operations in its own file: registration
  // instantiates every operation's model, the expensive part of a dialect.
  let extraClassDeclaration = [{
    void registerElementwiseOps();
    void registerDataMovementOps();
    void registerContractionOps();
    void registerReductionOps();
    void registerControlFlowOps();
    void registerCollectiveOps();
    void registerMiscOps();
    void registerAttributes();
  }];
}

//===----------------------------------------------------------------------===//
// Types of operands and results
//===----------------------------------------------------------------------===//

// A statically shaped tensor whose elements are of one of the given kinds.
class SHLO_TensorOf<string kinds, string description>
    : Type<CPred<"::popt::stablehlo::isTensorOf($_self, " # kinds # ")">,
           "statically shaped tensor of " # description,
           "::mlir::RankedTensorType">;
class SHLO_ScalarTensorOf<string kinds, string description>
    : Type<CPred<"::popt::stablehlo::isScalarTensorOf($_self, " # kinds # ")">,
           "rank-0 tensor of " # description, "::mlir::RankedTensorType">;

defvar kindPred = "::popt::stablehlo::ElementKind::Pred";
defvar kindInt = "::popt::stablehlo::ElementKind::Int";
defvar kindFloat = "::popt::stablehlo::ElementKind::Float";
defvar kindComplex = "::popt::stablehlo::ElementKind::Complex";
defvar kindAny = "::popt::stablehlo::ElementKind::Any";

def SHLO_Tensor : SHLO_TensorOf<kindAny,
    "boolean, integer, floating-point or complex values">;
def SHLO_PredTensor : SHLO_TensorOf<kindPred, "i1 values">;
def SHLO_IntTensor : SHLO_TensorOf<kindInt, "integer values">;
def SHLO_FloatTensor : SHLO_TensorOf<kindFloat, "floating-point values">;
def SHLO_ComplexTensor : SHLO_TensorOf<kindComplex, "complex values">;
def SHLO_PredOrIntTensor : SHLO_TensorOf<!strconcat(kindPred, " | ", kindInt),
    "boolean or integer values">;
def SHLO_IntOrFloatTensor : SHLO_TensorOf<!strconcat(kindInt, " | ", kindFloat),
    "integer or floating-point values">;
def SHLO_PredIntOrFloatTensor
    : SHLO_TensorOf<!strconcat(kindPred, " | ", kindInt, " | ", kindFloat),
    "boolean, integer or floating-point values">;
def SHLO_FloatOrComplexTensor : SHLO_TensorOf<!strconcat(kindFloat, " | ", kindComplex),
    "floating-point or complex values">;
def SHLO_IntFloatOrComplexTensor
    : SHLO_TensorOf<!strconcat(kindInt, " | ", kindFloat, " | ", kindComplex),
    "integer, floating-point or complex values">;
def SHLO_ScalarTensor : SHLO_ScalarTensorOf<kindAny,
    "boolean, integer, floating-point or complex type">;
def SHLO_ScalarPredTensor : SHLO_ScalarTensorOf<kindPred, "type i1">;
def SHLO_ScalarIntTensor : SHLO_ScalarTensorOf<kindInt, "integer type">;
def SHLO_ScalarPredIntOrFloatTensor
    : SHLO_ScalarTensorOf<!strconcat(kindPred, " | ", kindInt, " | ", kindFloat),
    "boolean, integer or floating-point type">;
def SHLO_FloatVector
    : Type<CPred<!strconcat("::popt::stablehlo::isVectorTensorOf($_self, ",
                            kindFloat, ")")>,
           "rank-1 tensor of floating-point values",
           "::mlir::RankedTensorType">;
def SHLO_IntVector
    : Type<CPred<!strconcat("::popt::stablehlo::isVectorTensorOf($_self, ",
                            kindInt, ")")>,
           "rank-1 tensor of integer values", "::mlir::RankedTensorType">;
def SHLO_ShapeVector
    : Type<CPred<"::popt::stablehlo::isShapeVector($_self)">,
           "rank-1 tensor of index or integer values",
           "::mlir::RankedTensorType">;
def SHLO_ScalarI32
    : Type<CPred<"::popt::stablehlo::isScalarI32($_self)">,
           "rank-0 tensor of type i32", "::mlir::RankedTensorType">;
def SHLO_ScalarUI32
    : Type<CPred<"::popt::stablehlo::isScalarUI32($_self)">,
           "rank-0 tensor of type ui32", "::mlir::RankedTensorType">;

def SHLO_TokenType
    : Type<CPred<"::llvm::isa<::popt::stablehlo::TokenType>($_self)">, "token",
           "::popt::stablehlo::TokenType">;
def SHLO_TensorOrToken
    : Type<CPred<"::popt::stablehlo::isTensorOrToken($_self)">,
           "statically shaped tensor or token">;
def SHLO_TensorTokenOrTuple
    : Type<CPred<"::popt::stablehlo::isTensorTokenOrTuple($_self)">,
           "statically shaped tensor, token, or tuple of them">;
def SHLO_Tuple
    : Type<CPred<"::popt::stablehlo::isTensorTuple($_self)">,
           "tuple of statically shaped tensors, tokens and tuples",
           "::mlir::TupleType">;

//===----------------------------------------------------------------------===//
// Traits and base classes
//===----------------------------------------------------------------------===//

// Result element i depends on element i of each operand (or on the operand's
// only element, where a rank-0 operand stands for all), and on nothing else.
// MLIR's Elementwise does not admit those rank-0 operands.
def SHLO_Pointwise : NativeOpTrait<"Pointwise"> {
  let cppNamespace = "::popt::stablehlo::OpTrait";
}

// How the result's type follows: `type` is an expression over the `adaptor`.
class SHLO_ResultType<string type> {
  code inference = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(}] # type # [{);
      return ::llvm::success();
    }
  }];
}
class SHLO_TypeOf<string getter>
    : SHLO_ResultType<"adaptor." # getter # "().getType()">;


class SHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<StablehloDialect, mnemonic, traits>;

defvar pointwiseTraits = [Pure, Elementwise, SHLO_Pointwise];

#endif // POPT_DIALECT_STABLEHLO_BASE
