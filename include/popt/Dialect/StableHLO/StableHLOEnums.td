// Enumerations of the stablehlo dialect. In generic form they print as
// `#stablehlo<comparison_direction EQ>`, in pretty form as the bare keyword.
#ifndef POPT_DIALECT_STABLEHLO_ENUMS
#define POPT_DIALECT_STABLEHLO_ENUMS

include "popt/Dialect/StableHLO/StableHLOBase.td"

class SHLO_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::popt::stablehlo";
  let genSpecializedAttr = 0;
}
class SHLO_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<StablehloDialect, info, mnemonic>;

def SHLO_ComparisonDirection : SHLO_Enum<"ComparisonDirection",
    "relation that a comparison tests", [
      I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
      I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
      I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def SHLO_ComparisonDirectionAttr
    : SHLO_EnumAttr<SHLO_ComparisonDirection, "comparison_direction">;

def SHLO_ComparisonType : SHLO_Enum<"ComparisonType",
    "order that a comparison uses", [
      I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
      I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
      I32EnumAttrCase<"UNSIGNED", 4>]>;
def SHLO_ComparisonTypeAttr
    : SHLO_EnumAttr<SHLO_ComparisonType, "comparison_type">;

def SHLO_Precision : SHLO_Enum<"Precision",
    "precision asked of a contraction operand", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
      I32EnumAttrCase<"HIGHEST", 2>]>;
def SHLO_PrecisionAttr : SHLO_EnumAttr<SHLO_Precision, "precision">;
def SHLO_PrecisionConfig
    : TypedArrayAttrBase<SHLO_PrecisionAttr, "array of precision attributes">;

def SHLO_ResultAccuracyMode : SHLO_Enum<"ResultAccuracyMode",
    "how the accuracy of a function is given", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
      I32EnumAttrCase<"TOLERANCE", 2>]>;
def SHLO_ResultAccuracyModeAttr
    : SHLO_EnumAttr<SHLO_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def SHLO_FftType : SHLO_Enum<"FftType", "kind of Fourier transform", [
      I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
      I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def SHLO_FftTypeAttr : SHLO_EnumAttr<SHLO_FftType, "fft_type">;

def SHLO_Transpose : SHLO_Enum<"Transpose",
    "how a triangular matrix enters a solve", [
      I32EnumAttrCase<"TRANSPOSE_INVALID", 0>,
      I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
      I32EnumAttrCase<"ADJOINT", 3>]>;
def SHLO_TransposeAttr : SHLO_EnumAttr<SHLO_Transpose, "transpose">;

def SHLO_RngDistribution : SHLO_Enum<"RngDistribution",
    "distribution of random numbers", [
      I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def SHLO_RngDistributionAttr
    : SHLO_EnumAttr<SHLO_RngDistribution, "rng_distribution">;

def SHLO_RngAlgorithm : SHLO_Enum<"RngAlgorithm",
    "generator of random bits", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
      I32EnumAttrCase<"PHILOX", 2>]>;
def SHLO_RngAlgorithmAttr : SHLO_EnumAttr<SHLO_RngAlgorithm, "rng_algorithm">;

// Stored as an i32 integer attribute, not as an attribute of the dialect.
def SHLO_CustomCallApiVersion : I32EnumAttr<"CustomCallApiVersion",
    "calling convention of a custom call", [
      I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
      I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
      I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::popt::stablehlo";
}

#endif // POPT_DIALECT_STABLEHLO_ENUMS
