# Install rules and the package files that make find_package(popt) work:
#
#   find_package(popt REQUIRED)
#   target_link_libraries(mytool PRIVATE popt::all MLIR LLVM)
#
# or single libraries, such as popt::POPTLayout.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(POPT_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/popt")

# popt_close_over_links(OUT EXTERNAL targets...)
#   The targets of this build that the given ones need at link time, directly or
#   not, and the imported targets among their dependencies.
function(popt_close_over_links out external)
  set(todo ${ARGN})
  set(done)
  set(imported)
  while(todo)
    list(POP_FRONT todo target)
    if(target IN_LIST done)
      continue()
    endif()
    list(APPEND done ${target})
    get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
    foreach(link ${links})
      string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
      if(NOT TARGET ${link})
        continue()
      endif()
      get_target_property(aliased ${link} ALIASED_TARGET)
      if(aliased)
        set(link ${aliased})
      endif()
      get_target_property(is_imported ${link} IMPORTED)
      if(is_imported)
        list(APPEND imported ${link})
      else()
        list(APPEND todo ${link})
      endif()
    endforeach()
  endwhile()
  list(REMOVE_DUPLICATES imported)
  set(${out} ${done} PARENT_SCOPE)
  set(${external} ${imported} PARENT_SCOPE)
endfunction()

# Libraries: popt's own and the parts of the runtime that they link.
get_property(popt_libs GLOBAL PROPERTY POPT_LIBS)
popt_close_over_links(popt_install_libs popt_imported ${popt_libs})
add_library(popt-all INTERFACE)
target_link_libraries(popt-all INTERFACE ${popt_libs})
set_target_properties(popt-all PROPERTIES EXPORT_NAME all)
foreach(lib ${popt_install_libs})
  target_include_directories(${lib} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
endforeach()
if(popt_install_libs)
  install(TARGETS popt-all ${popt_install_libs} EXPORT poptTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT poptTargets NAMESPACE popt:: DESTINATION "${POPT_CMAKE_DIR}")
endif()

# Headers, generated ones included, and the definitions for further tablegen.
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/include/popt" "${CMAKE_CURRENT_SOURCE_DIR}/include/popt-c"
  "${CMAKE_CURRENT_BINARY_DIR}/include/popt"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)
install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/runtime/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h")

# Tools. The runtime's programs (the launcher of executables) go beside them.
set(popt_programs)
foreach(tool popt poptc popt-run popt-plan popt-reduce popt-lsp-server)
  if(TARGET ${tool})
    list(APPEND popt_programs ${tool})
  endif()
endforeach()
if(POPT_SELF_CONTAINED)
  install(TARGETS popt-self-contained LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  file(RELATIVE_PATH to_libraries "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(${popt_programs} PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
endif()
if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/runtime/tools")
  get_property(targets DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/runtime/tools" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      list(APPEND popt_programs ${target})
    endif()
  endforeach()
endif()
if(popt_programs)
  set_target_properties(${popt_programs} PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS ${popt_programs} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/python/popt"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/popt/python" FILES_MATCHING PATTERN "*.py")
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Packages whose imported targets the libraries mention.
set(POPT_DEPENDENCIES)
foreach(pair "nlohmann_json::nlohmann_json nlohmann_json" "Threads::Threads Threads"
             "DNNL::dnnl dnnl" "ZLIB::ZLIB ZLIB" "OpenMP::OpenMP_CXX OpenMP")
  separate_arguments(pair)
  list(GET pair 0 target)
  list(GET pair 1 package)
  if(target IN_LIST popt_imported)
    string(APPEND POPT_DEPENDENCIES "find_dependency(${package})\n")
  endif()
endforeach()
if(popt_imported MATCHES "lld(ELF|Common)")
  string(APPEND POPT_DEPENDENCIES "set(LLD_DIR \"${POPT_LLVM_ROOT}/lib/cmake/lld\")\nfind_dependency(LLD CONFIG)\n")
endif()
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/poptConfig.cmake.in" "${CMAKE_CURRENT_BINARY_DIR}/poptConfig.cmake"
  INSTALL_DESTINATION "${POPT_CMAKE_DIR}"
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/poptConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/poptConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/poptConfigVersion.cmake" DESTINATION "${POPT_CMAKE_DIR}")
