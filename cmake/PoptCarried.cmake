# What a self-contained wheel carries beside libpopt.so, in the folder of the package:
# libclc for GPUs, and what libpopt.so opens when a program needs it, with its own
# needs: oneDNN and LAPACK. What is not installed here is left out, and looked
# for on the machine of the user.
set_target_properties(popt_native popt-self-contained PROPERTIES INSTALL_RPATH "$ORIGIN")
# The tools are in a folder beside: of an environment, of Debian's Python, of --target.
set(python "python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}")
set_target_properties(${tools} PROPERTIES INSTALL_RPATH
  "$ORIGIN/../lib/${python}/site-packages/popt;$ORIGIN/../lib64/${python}/site-packages/popt;$ORIGIN/../lib/${python}/dist-packages/popt;$ORIGIN/../popt")
install(TARGETS popt-self-contained LIBRARY DESTINATION popt COMPONENT python)

find_file(POPT_LIBCLC_FILE nvptx64--.bc NO_DEFAULT_PATH
  PATHS "${POPT_LLVM_ROOT}/lib/clc" "${POPT_LLVM_ROOT}/share/clc" "${POPT_LLVM_ROOT}/../clc")
find_program(POPT_PATCHELF patchelf NO_CACHE)
# File, folder and Debian package of each library.
set(carried
  libdnnl.so.2 . libdnnl2  libgomp.so.1 . libgomp1  libOpenCL.so.1 . ocl-icd-libopencl1
  liblapack.so.3 lapack liblapack3  libblas.so.3 blas libblas3
  libgfortran.so.5 . libgfortran5  libquadmath.so.0 . libquadmath0)
# And of what is compiled in.
set(licences libmlir-22-dev zlib1g-dev libzstd-dev nlohmann-json3-dev libxxhash-dev)
if(POPT_LIBCLC_FILE)
  install(FILES "${POPT_LIBCLC_FILE}" DESTINATION popt COMPONENT python)
  list(APPEND licences libclc-22)
else()
  message(WARNING "libclc is not installed: the wheel compiles for GPUs where libclc is")
endif()
while(carried AND POPT_PATCHELF)
  list(POP_FRONT carried name folder package)
  find_file(POPT_CARRIED_${package} ${name} NO_DEFAULT_PATH PATHS "/usr/lib/x86_64-linux-gnu/${folder}")
  if(NOT POPT_CARRIED_${package})
    message(WARNING "${name} (${package}) is not installed: the wheel does not carry it")
    continue()
  endif()
  file(REAL_PATH "${POPT_CARRIED_${package}}" real)
  install(FILES "${real}" RENAME ${name} DESTINATION popt COMPONENT python)
  # Its needs lie beside it.
  install(CODE "execute_process(COMMAND \"${POPT_PATCHELF}\" --set-rpath [[$ORIGIN]]
    \"\${CMAKE_INSTALL_PREFIX}/popt/${name}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT python)
  list(APPEND licences ${package})
endwhile()
if(NOT POPT_PATCHELF)
  message(WARNING "patchelf is not installed: the wheel carries neither oneDNN nor LAPACK")
endif()
foreach(package ${licences})
  if(EXISTS "/usr/share/doc/${package}/copyright")
    install(FILES "/usr/share/doc/${package}/copyright" RENAME ${package}.txt
      DESTINATION popt/licences COMPONENT python)
  endif()
endforeach()
# `_native` has nanobind compiled in, and of that robin_map, whose terms stand in its header.
file(GLOB terms "${nanobind_DIR}/../../nanobind-*.dist-info/licenses/LICENSE")
foreach(file ${terms})
  install(FILES "${file}" RENAME nanobind.txt DESTINATION popt/licences COMPONENT python)
endforeach()
install(FILES "${nanobind_DIR}/../ext/robin_map/include/tsl/robin_map.h" RENAME robin_map.txt
  DESTINATION popt/licences COMPONENT python)
