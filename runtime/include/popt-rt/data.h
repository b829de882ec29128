//===- data.h - Tensors in files: npz and safetensors ---------------------===//
//
// What is read is dense, row-major and little-endian. Reading any file gives
// its tensors or a message that names the file, the key and the problem.
// bfloat16, the floats of at most 8 bits and the integers of 2 and 4 bits have
// no numpy type: npz files hold them as unsigned integers of the same width (at
// least a byte), and readers that know the type reinterpret them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_DATA_H
#define POPT_RT_DATA_H

#include "popt-rt/step_table.h"
#include <string_view>

namespace popt::rt {

/// A dense tensor in memory of its own.
struct Tensor {
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> data;

  Tensor() = default;
  /// All zeros.
  Tensor(ElementType type, std::vector<int64_t> shape);
  int64_t numElements() const { return popt::rt::numElements(shape); }
};

/// "f32[4x8]".
std::string toString(ElementType type, const std::vector<int64_t> &shape);

using TensorMap = std::map<std::string, Tensor>;

/// Reads all tensors of a file, by its name's end:
///   `.safetensors`  https://github.com/huggingface/safetensors
///   `.npy`          one array, whose key is the file's name without the end
///   others          npz: zip archives of npy members, stored or deflated, also
///                   with zip64 records
/// In npy, big-endian and Fortran order are converted. Types: bool, (u)int8..64,
/// float16..64, complex64/128.
bool readTensors(const std::string &path, TensorMap &out_tensors,
                 std::string &out_error);
/// As safetensors or, if the name has another end, npz; members are stored, not
/// compressed. Readers see the old file or the whole new one.
bool writeTensors(const std::string &path, const TensorMap &tensors,
                  std::string &out_error);
bool writeNpz(const std::string &path, const TensorMap &tensors,
              std::string &out_error);
bool writeSafetensors(const std::string &path, const TensorMap &tensors,
                      std::string &out_error);
std::vector<uint8_t> formatNpy(const Tensor &tensor);
/// Text or bytes, in the same way.
bool replaceFile(const std::string &path, std::string_view text,
                 std::string &out_error);
/// False and "cannot write F: ..." if that would fail at once.
bool canWrite(const std::string &path, std::string &out_error);

/// Bits that say what an element is: 4 of the byte of an i4, 1 of an i1.
int bitsOfElement(ElementType type);

/// True if a tensor read as `stored` holds raw bits of `wanted` (equal, or
/// unsigned integers of the width of a type that numpy lacks).
bool holdsBitsOf(ElementType stored, ElementType wanted);

/// Element `index` as a double (complex: its real part; see imaginary()).
double elementAsDouble(ElementType type, const void *data, int64_t index);
double imaginaryAsDouble(ElementType type, const void *data, int64_t index);
bool isComplex(ElementType type);
bool isFloat(ElementType type); ///< f16, bf16, f32, f64, f8...
bool isInteger(ElementType type);

/// Conversions of the types that C++ lacks, to nearest even; float8 are all types
/// of at most 8 bits.
float halfToFloat(uint16_t bits);
uint16_t floatToHalf(float value);
float bfloatToFloat(uint16_t bits);
uint16_t floatToBfloat(float value);
float float8ToFloat(ElementType type, uint8_t bits);
uint8_t floatToFloat8(ElementType type, float value);

} // namespace popt::rt
#endif // POPT_RT_DATA_H
