//===- Host.cpp - The machine or container of this process ----------------===//
//
// Tests: HostsTest.
//
//===----------------------------------------------------------------------===//
#include "Host.h"
#include <fstream>
#include <unistd.h>

using namespace popt::rt;

Host popt::rt::thisHost() {
  Host host;
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  host.name = name;
  // The machine, as long as it runs; copies of a virtual machine may share that,
  // but hardly their name.
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), host.id);
  host.id += " " + host.name + " " + std::to_string(geteuid());
  for (const char *kind : {"net", "pid"}) {
    char link[64] = "";
    std::string path = std::string("/proc/self/ns/") + kind;
    if (readlink(path.c_str(), link, sizeof link - 1) > 0)
      host.id += std::string(" ") + link;
  }
  return host;
}
