//===- Fault.h - POPT_FAULT for a while -------------------------*- C++ -*-===//
#ifndef POPT_RT_TEST_FAULT_H
#define POPT_RT_TEST_FAULT_H

#include "system/Faults.h"
#include <cstdlib>
#include <gtest/gtest.h>

namespace popt::rt {

/// Sets POPT_FAULT, and unsets it at its end.
struct Fault {
  explicit Fault(const std::string &text) {
    setenv("POPT_FAULT", text.c_str(), 1);
    std::string error;
    EXPECT_TRUE(sys::readFaults(error)) << error;
  }
  ~Fault() {
    unsetenv("POPT_FAULT");
    std::string error;
    EXPECT_TRUE(sys::readFaults(error));
  }
  Fault(const Fault &) = delete;
  Fault &operator=(const Fault &) = delete;
};

} // namespace popt::rt
#endif // POPT_RT_TEST_FAULT_H
