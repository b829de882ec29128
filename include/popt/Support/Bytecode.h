//===- Bytecode.h - Lists in bytecode that may be anything ------*- C++ -*-===//
#ifndef POPT_SUPPORT_BYTECODE_H
#define POPT_SUPPORT_BYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace popt {

/// Attributes and types have no longer lists: scales of quantised dimensions and
/// devices of a mesh are the longest.
constexpr uint64_t kLongestList = 1 << 20;

/// Reads a list whose length is checked before there is memory for it, unlike
/// that of DialectBytecodeReader, which ends the process.
template <typename T, typename Read>
llvm::LogicalResult readList(mlir::DialectBytecodeReader &reader,
                             llvm::SmallVectorImpl<T> &list, Read read) {
  uint64_t size;
  if (failed(reader.readVarInt(size)))
    return llvm::failure();
  if (size > kLongestList)
    return reader.emitError() << "a list of an attribute or type has " << size
                              << " entries, " << kLongestList << " are allowed";
  for (uint64_t i = 0; i < size; ++i)
    if (T element = {}; failed(read(element)))
      return llvm::failure();
    else
      list.push_back(element);
  return llvm::success();
}

inline llvm::LogicalResult readNumbers(mlir::DialectBytecodeReader &reader,
                                       llvm::SmallVectorImpl<int64_t> &list) {
  return readList(reader, list,
                  [&](int64_t &each) { return reader.readSignedVarInt(each); });
}

/// A list of attributes of one class.
template <typename T>
llvm::LogicalResult readAttributes(mlir::DialectBytecodeReader &reader,
                                   llvm::SmallVectorImpl<T> &list) {
  return readList(reader, list,
                  [&](T &each) { return reader.readAttribute(each); });
}

} // namespace popt

#endif // POPT_SUPPORT_BYTECODE_H
