//===- LibraryApi.h - What the fake libraries export ----------------------===//
//
// Plain symbols, as the libraries have them. Each takes the lock, counts the call
// and looks at its faults, then calls the function.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_DRIVER_LIBRARYAPI_H
#define POPT_RT_FAKE_DRIVER_LIBRARYAPI_H

#include "Machine.h"

#define POPT_EXPORT extern "C" __attribute__((visibility("default")))

/// Exports api::name, which returns a Status; after its parameters in parentheses
/// come their names.
#define POPT_LIBRARY_ENTRY(Status, name, parameters, ...)                      \
  POPT_EXPORT Status name parameters {                                         \
    return enterLibrary<&api::name>(#name __VA_OPT__(, ) __VA_ARGS__);         \
  }

namespace popt::fake {

/// A call of a library's `Function`, unless a fault comes first.
template <auto Function, class... A>
auto enterLibrary(const char *name, A... arguments) {
  using Status = decltype(Function(arguments...));
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  size_t number = Faults::find(name);
  if (std::optional<int32_t> code = machine.faults.enter(number, lock)) {
    if (*code == 0)
      machine.skipped.push_back(std::string(name) + " " +
                                std::to_string(machine.faults.calls(number)));
    return Status(*code);
  }
  return Function(arguments...);
}

/// What a library calls a status.
template <class Status> struct StatusName {
  Status status;
  const char *name;
};
template <class Status>
const char *nameOf(Status status,
                   std::initializer_list<StatusName<Status>> names,
                   const char *other) {
  for (const StatusName<Status> &known : names)
    if (known.status == status)
      return known.name;
  return other;
}

/// What a test has set, such as a version.
template <class T> T configured(T Config::*value) {
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  return machine.config.*value;
}

} // namespace popt::fake

#endif // POPT_RT_FAKE_DRIVER_LIBRARYAPI_H
