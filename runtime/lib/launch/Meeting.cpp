//===- Meeting.cpp - Processes of one job find each other -----------------===//
//
//   rank 1 ── "I am 1, about to run: program c0ffee, 100 steps" ──> rank 0
//   rank 0 ── "ok", with the files; or what is wrong ──> all others
//
// The Unix socket has no place in the file system, so nothing is left behind,
// and the kernel tells which user is at the other end. Connections of other
// users, or without the right hello, are dropped. A rank that is not of the
// job, or is there already, gets the reason, and the first rank continues to
// wait.
//
// Tests: JoinedTest, FramesTest.
//
//===----------------------------------------------------------------------===//
#include "Meeting.h"
#include "../core/Checksum.h"
#include "../net/Connection.h"
#include "../system/System.h"
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

using namespace popt::rt;

namespace {
constexpr char kGreeting[] = "popt meeting 2";
constexpr size_t kMostBytes = 65536, kMostFiles = 8;
/// Limit of connections without a hello; the oldest is dropped.
constexpr size_t kMostSilent = 256;
/// How long the first rank answers late ones with what went wrong.
constexpr double kGraceSeconds = 2;

/// What a rank says first.
struct Hello {
  int64_t rank = 0;
  std::string failure; ///< not empty: it can't take part
  Facts facts;
};
} // namespace

/// Lines: the greeting, the rank, its failure, then name and value in turn.
static std::string textOf(const Hello &hello) {
  std::string text = kGreeting + std::string("\n") +
                     std::to_string(hello.rank) + "\n" +
                     printable(hello.failure, 8000);
  // What is a line stays one.
  for (const auto &[name, value] : hello.facts)
    text += "\n" + printable(name, kMostBytes) + "\n" +
            printable(value, kMostBytes);
  return text;
}

static bool readHello(const std::string &text, Hello &out_hello) {
  std::vector<std::string> lines(1);
  for (char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  if (lines.size() < 3 || lines.size() % 2 == 0 || lines[0] != kGreeting)
    return false;
  out_hello.rank = std::strtoll(lines[1].c_str(), nullptr, 10);
  out_hello.failure = printable(lines[2], 8000);
  for (size_t i = 3; i < lines.size(); i += 2)
    out_hello.facts[lines[i]] = lines[i + 1];
  return true;
}

static std::string first(const RendezvousGroup &group) {
  return "rank " + std::to_string(group.ranks.front());
}

RendezvousGroup popt::rt::allOf(const Placement &placement) {
  RendezvousGroup group = {
      placement.launcher + " " + placement.job, placement.job,
      std::vector<int64_t>(static_cast<size_t>(placement.size)),
      placement.rank};
  std::iota(group.ranks.begin(), group.ranks.end(), 0);
  return group;
}

std::string popt::rt::meetingName(const RendezvousGroup &group,
                                  const std::string &subject) {
  std::string job = group.name + " " + subject;
  char name[64];
  std::snprintf(
      name, sizeof name, "popt-%u-%016llx", geteuid(),
      static_cast<unsigned long long>(checksum(job.data(), job.size())));
  return name;
}

static socklen_t addressOf(const RendezvousGroup &group,
                           const std::string &subject, sockaddr_un &address) {
  std::string name = meetingName(group, subject);
  address = {};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path + 1, name.c_str()); // the first byte is 0
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 +
                                name.size());
}

/// The user of the process at the other end.
static ucred peerOf(int file) {
  ucred peer = {0, static_cast<uid_t>(-1), static_cast<gid_t>(-1)};
  socklen_t size = sizeof peer;
  static_cast<void>(getsockopt(file, SOL_SOCKET, SO_PEERCRED, &peer, &size));
  return peer;
}

static bool isOwn(int file) { return peerOf(file).uid == geteuid(); }

static pid_t processOf(int file) { return peerOf(file).pid; }

/// One message; false if there is none in time, or none any more.
static bool receive(int file, int milliseconds, std::string &out_text,
                    std::vector<int> *out_files = nullptr) {
  pollfd ready = {file, POLLIN, 0};
  if (sys::poll(&ready, 1, milliseconds) != 1)
    return false;
  std::vector<char> bytes(kMostBytes);
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFiles * sizeof(int))];
  iovec part = {bytes.data(), bytes.size()};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t size = sys::recvmsg(file, &message, MSG_CMSG_CLOEXEC);
  if (size <= 0)
    return false;
  // What does not fit is not of a rank; its files are closed all the same.
  bool isWhole = !(message.msg_flags & MSG_TRUNC);
  out_text.assign(bytes.data(), static_cast<size_t>(size));
  for (cmsghdr *part = CMSG_FIRSTHDR(&message); part;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
      continue;
    std::vector<int> files((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(files.data(), CMSG_DATA(part), files.size() * sizeof(int));
    for (int received : files)
      if (out_files)
        out_files->push_back(received);
      else
        close(received);
  }
  return isWhole;
}

static void send(int file, const std::string &text,
                 const std::vector<int> &files = {}) {
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFiles * sizeof(int))] = {};
  iovec part = {const_cast<char *>(text.data()), text.size()};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!files.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
    cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
    std::memcpy(CMSG_DATA(header), files.data(), files.size() * sizeof(int));
  }
  ssize_t sent = sys::sendmsg(file, &message, MSG_NOSIGNAL);
  static_cast<void>(sent); // a rank that has left needs no answer
}

namespace {
/// The first rank, which waits for the others.
class Host {
public:
  Host(const RendezvousGroup &group, const Facts &facts)
      : group(group), facts(facts), guests(group.ranks.size()) {}
  /// Listens: connections from now on wait.
  bool listen(const std::string &subject, std::string &error);
  bool run(double timeoutSeconds, const std::vector<int> &files,
           std::string &out_error);
  /// Tells all that connect what went wrong.
  void refuse(Deadline deadline, const std::string &error);
  /// Receives what connections sent; false and a message if nothing may run.
  bool look(std::string &error);
  std::vector<int64_t> missing() const;
  const Strays &strays() const { return sentAway; }
  size_t numGuests() const;

private:
  bool welcome(Socket guest, std::string &error);

  const RendezvousGroup &group;
  const Facts &facts;
  Socket listener;
  std::vector<Socket> silent; ///< that have not sent anything yet
  std::vector<Socket> guests; ///< as the group's ranks
  Strays sentAway;
};
} // namespace

bool Host::listen(const std::string &subject, std::string &error) {
  sockaddr_un address;
  socklen_t size = addressOf(group, subject, address);
  listener = Socket(sys::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (listener.get() >= 0 &&
      sys::bind(listener.get(), reinterpret_cast<sockaddr *>(&address), size) ==
          0 &&
      sys::listen(listener.get(), 4096) == 0)
    return true;
  error = errno == EADDRINUSE
              ? first(group) + " of job \"" + group.job +
                    "\" is there already: give each run a name of its own "
                    "(MASTER_PORT)"
              : std::string("cannot wait for the other ranks: ") +
                    std::strerror(errno);
  return false;
}

/// Accepts connections and receives hellos. False and a message if a rank is not
/// as it should be.
bool Host::look(std::string &error) {
  std::vector<pollfd> states = {{listener.get(), POLLIN, 0}};
  for (const Socket &guest : silent)
    states.push_back({guest.get(), POLLIN, 0});
  if (sys::poll(states.data(), states.size(), 100) < 1)
    return true;
  std::vector<Socket> still;
  bool ok = true;
  for (size_t i = 0; i < silent.size(); ++i)
    if (!states[i + 1].revents)
      still.push_back(std::move(silent[i]));
    else if (std::string problem; // the first is told to all
             !welcome(std::move(silent[i]), problem) && ok) {
      error = problem;
      ok = false;
    }
  silent = std::move(still);
  if (states[0].revents) {
    Socket guest(sys::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (silent.size() == kMostSilent)
      silent.erase(silent.begin());
    if (guest.get() >= 0 && isOwn(guest.get()))
      silent.push_back(std::move(guest));
  }
  return ok;
}

bool Host::welcome(Socket guest, std::string &error) {
  std::string text;
  Hello hello;
  if (!receive(guest.get(), 0, text) || !readHello(text, hello))
    return true; // not a rank
  auto known = std::find(group.ranks.begin(), group.ranks.end(), hello.rank);
  bool isKnown = known != group.ranks.end() && known != group.ranks.begin();
  Socket *place =
      isKnown ? &guests[static_cast<size_t>(known - group.ranks.begin())]
              : nullptr;
  std::string problem, name = "rank " + std::to_string(hello.rank);
  if (!isKnown)
    problem = "a process calls itself " + name + " of " +
              std::to_string(group.ranks.size());
  else if (place->get() >= 0)
    problem = name + " is there already: each process needs a rank of its own";
  if (!problem.empty()) {
    sentAway.add("process " + std::to_string(processOf(guest.get())) +
                 ", which calls itself " + name +
                 (hello.failure.empty() ? "" : ", to say: " + hello.failure));
    send(guest.get(), problem);
    return true;
  }
  error = !hello.failure.empty()
              ? hello.failure
              : printable(differenceOf(hello.rank, hello.facts, facts), 16000);
  // A rank that differs gets the reason in the end, like all others.
  *place = std::move(guest);
  return error.empty();
}

size_t Host::numGuests() const {
  return static_cast<size_t>(
      std::count_if(guests.begin(), guests.end(),
                    [](const Socket &guest) { return guest.get() >= 0; }));
}

std::vector<int64_t> Host::missing() const {
  std::vector<int64_t> ranks;
  for (size_t i = 1; i < guests.size(); ++i)
    if (guests[i].get() < 0)
      ranks.push_back(group.ranks[i]);
  return ranks;
}

bool Host::run(double timeoutSeconds, const std::vector<int> &files,
               std::string &out_error) {
  Deadline deadline(timeoutSeconds);
  if (!awaitAll(*this, deadline, first(group), out_error)) {
    refuse(deadline, out_error);
    return false;
  }
  // If a rank left meanwhile, its peers find that in their segment.
  for (const Socket &guest : guests)
    if (guest.get() >= 0)
      send(guest.get(), "ok", files);
  return true;
}

void Host::refuse(Deadline deadline, const std::string &error) {
  Deadline grace(kGraceSeconds);
  std::string others;
  while (!missing().empty() && !deadline.isOver() && !grace.isOver())
    static_cast<void>(look(others));
  for (const Socket &guest : guests)
    if (guest.get() >= 0)
      send(guest.get(), error);
}

/// Any other rank, which goes to the first, and waits for its answer at most
/// `patience` seconds (0: as long as that lives).
static bool visit(const RendezvousGroup &group, const std::string &subject,
                  const Facts &facts, double timeoutSeconds, double patience,
                  std::vector<int> &files, std::string &out_error) {
  Deadline deadline(timeoutSeconds);
  sockaddr_un address;
  socklen_t size = addressOf(group, subject, address);
  Socket way(sys::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (way.get() < 0) {
    out_error = "cannot look for " + first(group) + ": " + std::strerror(errno);
    return false;
  }
  while (
      sys::connect(way.get(), reinterpret_cast<sockaddr *>(&address), size)) {
    if (deadline.isOver()) {
      out_error = first(group) + " of job \"" + group.job +
                  "\" did not come within " + deadline.describe();
      return false;
    }
    usleep(10000);
  }
  // Names of such sockets are for all users of the host to take.
  if (!isOwn(way.get())) {
    out_error = "a process of another user waits in the place of " +
                first(group) + " of job \"" + group.job + "\"";
    return false;
  }
  std::string answer;
  send(way.get(), textOf({group.rank, "", facts}));
  deadline = Deadline(patience);
  bool heard = true;
  while (heard && !receive(way.get(), 100, answer, &files)) {
    pollfd state = {way.get(), POLLIN, 0};
    bool left = sys::poll(&state, 1, 0) == 1 && (state.revents & POLLHUP);
    heard = !left && !deadline.isOver();
  }
  if (!heard)
    out_error = first(group) + " left before the run began";
  else if (answer != "ok")
    out_error = answer;
  return heard && answer == "ok";
}

bool popt::rt::meet(const RendezvousGroup &group, const std::string &subject,
                    const Facts &facts, double timeoutSeconds,
                    std::vector<int> &files, std::string &out_error,
                    const Preparation &prepare) {
  if (group.rank != group.ranks.front()) {
    // The first rank knows which are missing, so this waits a little longer for it.
    bool isPatient = prepare || timeoutSeconds == 0;
    return visit(group, subject, facts, timeoutSeconds,
                 isPatient ? 0 : timeoutSeconds + 5, files, out_error);
  }
  Host host(group, facts);
  if (!host.listen(subject, out_error))
    return false;
  if (prepare && !prepare(files, out_error)) {
    host.refuse(Deadline(timeoutSeconds), out_error);
    return false;
  }
  return host.run(timeoutSeconds, files, out_error);
}

//===----------------------------------------------------------------------===//
// Ranks that can't take part
//===----------------------------------------------------------------------===//

/// True if a process that waits there got the message.
static bool sayTo(const RendezvousGroup &group, const std::string &subject,
                  const std::string &why) {
  sockaddr_un address;
  socklen_t size = addressOf(group, subject, address);
  Socket way(sys::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (way.get() < 0 ||
      sys::connect(way.get(), reinterpret_cast<sockaddr *>(&address), size) ||
      !isOwn(way.get()))
    return false;
  send(way.get(), textOf({group.rank, why, {}}));
  return true; // it is read also when this process has ended
}

void popt::rt::leaveGroup(const RendezvousGroup &group,
                          const std::vector<std::string> &subjects,
                          const std::string &why, double seconds) {
  Deadline deadline(seconds);
  if (group.rank != group.ranks.front()) {
    while (!deadline.isOver()) {
      for (const std::string &subject : subjects)
        if (sayTo(group, subject, why))
          return;
      usleep(10000);
    }
    return;
  }
  std::vector<std::unique_ptr<Host>> hosts;
  std::string unread;
  const Facts none;
  for (const std::string &subject : subjects) {
    auto host = std::make_unique<Host>(group, none);
    if (host->listen(subject, unread))
      hosts.push_back(std::move(host));
  }
  // Each comes to one of them.
  auto areMissing = [&] {
    size_t guests = 1;
    for (const std::unique_ptr<Host> &host : hosts)
      guests += host->numGuests();
    return guests < group.ranks.size();
  };
  while (!hosts.empty() && areMissing() && !deadline.isOver())
    for (const std::unique_ptr<Host> &host : hosts)
      static_cast<void>(host->look(unread));
  for (const std::unique_ptr<Host> &host : hosts)
    host->refuse(Deadline(1e-9), why);
}
