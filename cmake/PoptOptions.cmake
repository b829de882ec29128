# Settings shared by the compiler and the runtime (which is its own project
# and includes this file too).
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(POPT_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "root of the LLVM/MLIR 22 installation")
option(POPT_ASSERTS "keep asserts in popt's own code" ON)
option(POPT_PCH "use precompiled headers (11 s against 1 s for a small MLIR file)" ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# CMake's Release flags define NDEBUG; asserts are chosen by POPT_ASSERTS alone.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_C_FLAGS_RELEASE "-O2")
if(NOT POPT_ASSERTS)
  add_compile_definitions(NDEBUG)
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wno-comment
                    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-class-memaccess>
                    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  # What ccache needs to trust a precompiled header.
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
  add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
find_program(LLD_PROGRAM ld.lld HINTS "${POPT_LLVM_ROOT}/bin" NO_DEFAULT_PATH)
if(LLD_PROGRAM)
  add_link_options(-fuse-ld=lld -B${POPT_LLVM_ROOT}/bin)
endif()
