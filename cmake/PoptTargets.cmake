# popt_add_core(NAME sources... [LINK libs...])
#   A library of plain C++ (no MLIR): static, tested on its own.
function(popt_add_core name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  set_property(GLOBAL APPEND PROPERTY POPT_LIBS ${name})
endfunction()

# Nearly all work of an MLIR library is done in libMLIR.so; -O1 halves the time
# to build ours.
set(POPT_MLIR_FLAGS -O1)

# popt_add_mlir_library(NAME sources... [PCH target] [LINK libs...] [DEPENDS tablegen targets...])
#   A library that includes MLIR headers. It uses the precompiled header of all, or
#   of that target, and leaves libMLIR.so to the executable, which links it once.
function(popt_add_mlir_library name)
  cmake_parse_arguments(ARG "" "PCH" "LINK;DEPENDS" ${ARGN})
  if(NOT ARG_PCH)
    set(ARG_PCH popt_pch)
  endif()
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  add_dependencies(${name} popt-headers ${ARG_DEPENDS})
  target_compile_options(${name} PRIVATE ${POPT_MLIR_FLAGS})
  if(POPT_PCH)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PCH})
  endif()
  set_property(GLOBAL APPEND PROPERTY POPT_LIBS ${name})
endfunction()

# popt_add_tool(NAME sources... [LINK libs...])
#   An executable with MLIR, in build/bin. Where LLVM is in libpopt.so
#   (POPT_SELF_CONTAINED), so is the tool's body.
function(popt_add_tool name)
  if(NOT POPT_SELF_CONTAINED)
    popt_add_test_tool(${name} ${ARGN})
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  set(body ${name}-body)
  add_library(${body} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  popt_add_stub(${name} ${body})
  target_link_libraries(${body} PRIVATE ${ARG_LINK})
  target_link_libraries(popt-self-contained PRIVATE ${body} ${ARG_LINK})
  popt_compile_tool(${name} ${body})
endfunction()

# popt_add_test_tool(NAME sources... [LINK libs...])
#   The same with libMLIR.so and libLLVM.so, which are linked here, once.
function(popt_add_test_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  popt_compile_tool(${name} ${name})
endfunction()

# How the objects of a tool are compiled, and where it goes.
function(popt_compile_tool name objects)
  add_dependencies(${objects} popt-headers)
  target_compile_options(${objects} PRIVATE ${POPT_MLIR_FLAGS})
  popt_reuse_pch(${objects})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
endfunction()

# popt_reuse_pch(NAME)
#   Lets an executable use the precompiled header, which is compiled with -fPIC.
function(popt_reuse_pch name)
  if(POPT_PCH)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIC)
    target_precompile_headers(${name} REUSE_FROM popt_pch)
  endif()
endfunction()

# popt_tablegen(TD output generator-args...)
#   One mlir-tblgen run; its output is part of the target popt-headers, which
#   every MLIR library waits for.
function(popt_tablegen td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${output} ${ARGN} EXTRA_INCLUDES "${CMAKE_SOURCE_DIR}/include")
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${output}")
  string(MAKE_C_IDENTIFIER "tblgen_${file}" id)
  add_custom_target(${id} DEPENDS "${file}")
  add_dependencies(popt-headers ${id})
endfunction()

# popt_tablegen_pair(TD name kind generator-args...)
#   NAME.h.inc with the declarations of a kind and NAME.cpp.inc with the
#   definitions.
function(popt_tablegen_pair td name kind)
  popt_tablegen(${td} ${name}.h.inc -gen-${kind}-decls ${ARGN})
  popt_tablegen(${td} ${name}.cpp.inc -gen-${kind}-defs ${ARGN})
endfunction()

add_custom_target(popt-headers)
