//===- processes.h - Processes that call programs together ------*- C++ -*-===//
//
// As popt/processes.py uses them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PYTHON_NATIVE_PROCESSES_H
#define POPT_PYTHON_NATIVE_PROCESSES_H

#include "common.h"

#include <memory>
#include <string>

namespace popt::native {

/// Those that a launcher has started together with this one.
class Processes {
public:
  explicit Processes(popt_rt_processes *processes) : processes(processes) {}
  ~Processes() { popt_rt_processes_destroy(processes); }
  Processes(const Processes &) = delete;
  Processes &operator=(const Processes &) = delete;

  int32_t rank() const { return popt_rt_processes_rank(processes); }
  int32_t size() const { return popt_rt_processes_size(processes); }
  int32_t firstHere() const { return popt_rt_processes_first_here(processes); }
  popt_rt_processes *get() const { return processes; }

  nb::list exchange(const std::string &what, nb::bytes mine) {
    Interrupt interrupt;
    popt_rt_status status;
    {
      nb::gil_scoped_release release;
      status = popt_rt_processes_exchange(processes, what.c_str(), mine.data(),
                                          static_cast<int64_t>(mine.size()),
                                          untilInterrupted, &interrupt);
    }
    interrupt.raise();
    if (status != POPT_RT_OK)
      raise(status);
    nb::list all;
    for (int32_t rank = 0; rank < size(); ++rank) {
      const void *data = nullptr;
      int64_t bytes = 0;
      popt_rt_processes_received(processes, rank, &data, &bytes);
      all.append(nb::bytes(data, static_cast<size_t>(bytes)));
    }
    return all;
  }
  /// Empty: there are none.
  std::string news() {
    const char *text = popt_rt_processes_news(processes);
    return text ? text : "";
  }
  void leave(const std::string &why) {
    nb::gil_scoped_release release;
    popt_rt_processes_leave(processes, why.empty() ? nullptr : why.c_str());
  }

private:
  popt_rt_processes *processes;
};

/// None where there are no others.
inline std::unique_ptr<Processes> join(double timeout) {
  Interrupt interrupt;
  popt_rt_processes *processes = nullptr;
  popt_rt_status status;
  {
    nb::gil_scoped_release release;
    status = popt_rt_processes_join(timeout, untilInterrupted, &interrupt,
                                    &processes);
  }
  auto joined = processes ? std::make_unique<Processes>(processes) : nullptr;
  interrupt.raise();
  if (status != POPT_RT_OK)
    raise(status);
  return joined;
}

} // namespace popt::native
#endif // POPT_PYTHON_NATIVE_PROCESSES_H
