//===- SdyBytecode.h - Attributes of Shardy in bytecode ---------*- C++ -*-===//
#ifndef POPT_LIB_DIALECT_SDY_SDYBYTECODE_H
#define POPT_LIB_DIALECT_SDY_SDYBYTECODE_H

namespace popt::sdy {
class SdyDialect;

void addBytecodeInterface(SdyDialect &dialect);

} // namespace popt::sdy

#endif // POPT_LIB_DIALECT_SDY_SDYBYTECODE_H
