//===- FunctionTable.h - The functions of a library as members ------------===//
//
// A library's functions are a list X(name, parameters) of those that return its
// status, and a list X(name, parameters, type) of those that return something
// else.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_FUNCTIONTABLE_H
#define POPT_RT_LIB_DEVICE_CUDA_FUNCTIONTABLE_H

#define POPT_DECLARE_FUNCTION(name, parameters)                                \
  Status(*name) parameters = nullptr;
#define POPT_DECLARE_QUERY(name, parameters, type)                             \
  type(*name) parameters = nullptr;
#define POPT_VISIT_FUNCTION(name, ...) visit(#name, this->name);

/// In a struct that has a type Status: a pointer for each function, and
/// forFunctions(visit), which calls visit(name, pointer) for all.
#define POPT_FUNCTION_TABLE(functions, queries)                                \
  functions(POPT_DECLARE_FUNCTION)                                             \
      queries(POPT_DECLARE_QUERY) template <typename Visit>                    \
      void forFunctions(Visit visit) {                                         \
    functions(POPT_VISIT_FUNCTION) queries(POPT_VISIT_FUNCTION)                \
  }

#endif // POPT_RT_LIB_DEVICE_CUDA_FUNCTIONTABLE_H
