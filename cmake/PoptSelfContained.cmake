# POPT_SELF_CONTAINED: LLVM and MLIR inside, for wheels, whose machines have neither,
# and for tools that start at once: libMLIR.so and libLLVM.so look up 85,000 symbols in
# each process.
#
# LLVM is linked once, into libpopt.so: the compiler, its C API, and the body of
# every tool, as a function NAME_main. The tools are stubs that call it. The library
# exports these functions and the C APIs alone, so that another LLVM in the process
# (JAX's, PyTorch's) and ours do not see each other. Tests that call the compiler's own
# functions link libMLIR.so and libLLVM.so.
option(POPT_SELF_CONTAINED "link LLVM, MLIR and zstd into one library, libpopt.so" OFF)
set(POPT_LLVM_NEEDS z zstd)
if(NOT POPT_SELF_CONTAINED)
  return()
endif()
if(NOT LLD_PROGRAM)
  message(FATAL_ERROR "POPT_SELF_CONTAINED needs lld, which is not in ${POPT_LLVM_ROOT}/bin")
endif()
file(GLOB popt_llvm_archives "${POPT_LLVM_ROOT}/lib/libMLIR*.a" "${POPT_LLVM_ROOT}/lib/libLLVM*.a")
find_library(POPT_ZSTD_ARCHIVE libzstd.a)
if(NOT popt_llvm_archives OR NOT POPT_ZSTD_ARCHIVE)
  message(FATAL_ERROR "POPT_SELF_CONTAINED needs static libraries: libMLIR*.a and libLLVM*.a in "
    "${POPT_LLVM_ROOT}/lib (Debian: libmlir-22-dev, llvm-22-dev), libzstd.a (libzstd-dev)")
endif()
set(POPT_LLVM_NEEDS z "${POPT_ZSTD_ARCHIVE}")

# lld's and MLIR's libraries name every target of LLVM; code is made for two.
set(popt_no_targets "${CMAKE_CURRENT_BINARY_DIR}/NoTargets.c")
set(text "// The targets of LLVM that popt makes no code for: written by PoptSelfContained.cmake.\n")
foreach(target ${LLVM_TARGETS_TO_BUILD})
  if(target MATCHES "^(X86|NVPTX)$")
    continue()
  endif()
  foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser Disassembler)
    string(APPEND text "void LLVMInitialize${target}${part}(void) {}\n")
  endforeach()
endforeach()
# getPollyPluginInfo, a library that Debian has apart: called where lld optimises
# bitcode, and it gets objects alone.
string(APPEND text "void _Z18getPollyPluginInfov(void) { __builtin_trap(); }\n")
file(CONFIGURE OUTPUT "${popt_no_targets}" CONTENT "${text}" @ONLY)

set(popt_exports "${CMAKE_CURRENT_BINARY_DIR}/exports.txt")
file(CONFIGURE OUTPUT "${popt_exports}" @ONLY CONTENT
"{ global: popt_*; _Z[0-9]*popt*_mainiPPc; local: *; };\n")

add_library(popt-self-contained SHARED "${popt_no_targets}")
target_link_libraries(popt-self-contained PRIVATE ${popt_llvm_archives})
target_link_options(popt-self-contained PRIVATE -Wl,--gc-sections -Wl,-z,defs
  "-Wl,--version-script=${popt_exports}")
if(NOT POPT_TESTS)
  target_link_options(popt-self-contained PRIVATE -Wl,-s)
endif()
set_target_properties(popt-self-contained PROPERTIES OUTPUT_NAME popt
  LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib" LINK_DEPENDS "${popt_exports}")

# popt_add_stub(NAME BODY)
#   The executable NAME, whose main is in BODY, objects of libpopt.so.
function(popt_add_stub name body)
  string(MAKE_C_IDENTIFIER "${name}_main" main)
  if(NOT main MATCHES "^popt")
    message(FATAL_ERROR "${name}: libpopt.so exports what is named popt* alone")
  endif()
  target_compile_definitions(${body} PRIVATE main=${main})
  set(stub "${CMAKE_CURRENT_BINARY_DIR}/${name}-stub.cpp")
  file(CONFIGURE OUTPUT "${stub}" @ONLY CONTENT
"int ${main}(int argc, char **argv);
int main(int argc, char **argv) { return ${main}(argc, argv); }
")
  add_executable(${name} "${stub}")
  target_link_libraries(${name} PRIVATE popt-self-contained)
endfunction()
