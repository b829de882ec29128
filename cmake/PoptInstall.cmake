# Install rules and the package files that make find_package(popt) work.
include(CMakePackageConfigHelpers)
