//===- Communicator.cpp - How ranks meet ----------------------------------===//
//
// A rank's part of a collective begins when its stream comes to it: what it gives
// goes to its area. It ends when all have begun: each then takes what it needs
// from the areas of all. A member's next collective begins when all have taken. A
// message goes through the pair's area: a send is over when it has been taken.
//
// Before its first message in a direction a pair makes a connection, on the host,
// within the call that launches the message. As NCCL does it (ncclTransportP2pSetup,
// with the numbers of its connections as the log of an H100 has them): in step i a
// rank tells rank + i and rank - i which connections it makes with them, and hears
// the same of those; then, in a second round, that all are made. So
//
//   - a launch waits for those of all peers that it has a first message with, and
//     they wait for all of theirs;
//   - half way around the two are one rank, which is told of both directions at
//     once: if it does not make both, too, NCCL reads a message of the wrong size.
//
//===----------------------------------------------------------------------===//
#include "Library.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace popt::fake {

/// What NCCL's buffers between two ranks hold (NCCL_BUFFSIZE).
static constexpr uint64_t kBuffered = uint64_t(4) << 20;

uint64_t widthOfType(NcclType type) {
  switch (type) {
  case kNcclI8:
  case kNcclU8:
    return 1;
  case kNcclF16:
  case kNcclBF16:
    return 2;
  case kNcclI32:
  case kNcclU32:
  case kNcclF32:
    return 4;
  case kNcclI64:
  case kNcclU64:
  case kNcclF64:
    return 8;
  }
  return 0;
}

/// NCCL's words of two ranks that can't be in one communicator.
static std::string findDuplicate(const Clique &clique) {
  const char *shares = std::getenv("NCCL_MULTI_RANK_GPU_ENABLE");
  if (clique.member(0).version >= 23000 && shares && !strcmp(shares, "1"))
    return "";
  for (int32_t a = 0; a < clique.size; ++a)
    for (int32_t b = 0; b < a; ++b)
      if (clique.member(a).host == clique.member(b).host &&
          clique.member(a).device == clique.member(b).device)
        return "Duplicate GPU detected : rank " + std::to_string(a) +
               " and rank " + std::to_string(b) + " both on CUDA device " +
               std::to_string(clique.member(a).device);
  return "";
}

bool Communicator::complete() {
  if (split && (split->isAborted || split->goOnSplitting()))
    split = nullptr;
  if (split || (connecting && !goOnConnecting()))
    return false;
  if (isComplete)
    return true;
  if (splitFrom.parent && !goOnSplitting())
    return false;
  if (!clique) // of no colour
    return isComplete = true;
  if (clique->head().joined.load() < uint32_t(size))
    return false;
  isComplete = true;
  std::string problem = findDuplicate(*clique);
  error = problem.empty() ? kNcclSuccess : kNcclInvalidUsage;
  for (int32_t other = 0; other < size; ++other)
    if (clique->member(other).version != clique->member(rank).version) {
      problem = "Mismatched NCCL version detected";
      error = kNcclInvalidUsage;
    }
  if (!problem.empty())
    Machine::get().ncclError = problem;
  return true;
}

/// Two ranks on one host must not share a device; NCCL_HOSTID names the
/// host of a rank.
static uint64_t hostHash() {
  const char *named = std::getenv("NCCL_HOSTID");
  char name[256] = "";
  if (!named || !*named)
    gethostname(name, sizeof name - 1);
  return std::hash<std::string>()(named && *named ? named : name);
}

NcclStatus Communicator::join(const NcclId &id, int32_t theSize,
                              int32_t theRank) {
  clique = Clique::open(id, theSize);
  if (!clique)
    return refuse(kNcclSystemError, "no root answers to the id");
  rank = theRank;
  size = theSize;
  sends.resize(size_t(size));
  receives.resize(size_t(size));
  sendsTo.resize(size_t(size));
  receivesFrom.resize(size_t(size));
  MemberRecord &place = clique->member(rank);
  CliqueHead &head = clique->head();
  if (head.joined.load() == 0)
    head.size = size;
  if (head.size != size)
    return refuse(kNcclInternalError,
                  "Bootstrap Root : mismatch in rank count");
  if (place.joined.exchange(1))
    return refuse(kNcclInvalidUsage, "Bootstrap Root : rank " +
                                         std::to_string(rank) +
                                         " has already checked in");
  place.device = int32_t(context->device);
  place.version = Machine::get().config.ncclVersion;
  place.host = hostHash();
  place.process = getpid();
  if (!Machine::get().config.isApart || size == 1)
    head.joined.fetch_add(1);
  return kNcclSuccess;
}

/// All ranks of the parent say their colours; the first of each makes an id.
/// True when this rank has joined those of its colour.
bool Communicator::goOnSplitting() {
  using Stage = SplitFrom::Stage;
  Clique &all = *splitFrom.parent;
  auto of = [&](int32_t other) -> MemberRecord & { return all.member(other); };
  auto allAre = [&](auto isThere) {
    for (int32_t other = 0; other < all.size; ++other)
      if (!isThere(of(other)))
        return false;
    return true;
  };
  uint64_t number = splitFrom.number;
  int32_t self = splitFrom.rank, color = splitFrom.color;
  MemberRecord &mine = of(self);
  if (splitFrom.stage == Stage::Waits) {
    // What came before is over, and what members said then has been read.
    if (!allAre([&](auto &p) {
          return p.over.load() + 1 >= number &&
                 p.splits.load() >= splitFrom.before;
        }))
      return false;
    mine.color = color;
    mine.key = splitFrom.key;
    mine.call = {};
    mine.call.kind = CallKind::Split;
    mine.begun.store(number);
    splitFrom.stage = Stage::Said;
  }
  if (splitFrom.stage == Stage::Said &&
      !allAre([&](auto &p) { return p.begun.load() >= number; }))
    return false;
  // Those of this colour, by their keys.
  std::vector<std::pair<int32_t, int32_t>> members;
  for (int32_t other = 0; other < all.size; ++other)
    if (of(other).color == color && color != kNcclNoColor)
      members.push_back({of(other).key, other});
  std::sort(members.begin(), members.end());
  int32_t first = members.empty() ? -1 : members.front().second;
  if (splitFrom.stage == Stage::Said) {
    if (first == self && !Clique::create(mine.id))
      error = kNcclSystemError;
    mine.over.store(number);
    splitFrom.stage = Stage::Known;
  }
  if (splitFrom.stage == Stage::Known) {
    if (!allAre([&](auto &p) { return p.over.load() >= number; }))
      return false;
    auto place = std::find(members.begin(), members.end(),
                           std::pair(splitFrom.key, self));
    if (!members.empty())
      error = join(of(first).id, int32_t(members.size()),
                   int32_t(place - members.begin()));
    mine.splits.store(splitFrom.before + 1);
    splitFrom.stage = Stage::Over;
    std::exchange(splitFrom.giveOut, nullptr)();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

bool Communicator::connect(const std::vector<CallPart> &parts,
                           const std::function<void()> &launch) {
  auto made = std::make_unique<Connecting>();
  if (connecting) // by the same ncclGroupEnd
    made = std::move(connecting);
  made->sends.resize(size_t(size));
  made->receives.resize(size_t(size));
  bool isNew = !made->launches.empty();
  for (const CallPart &part : parts) {
    auto peer = size_t(part.peer);
    if (!part.isTransfer() || part.peer == rank)
      continue;
    bool sendsIt = part.form.kind == CallKind::Send;
    uint8_t &isThere = (sendsIt ? sendsTo : receivesFrom)[peer];
    if (!isThere)
      (sendsIt ? made->sends : made->receives)[peer] = 1;
    isNew |= !isThere;
    isThere = 1;
  }
  if (!isNew)
    return false;
  connecting = std::move(made);
  connecting->launches.push_back(launch);
  return true;
}

/// True when the rank is connected, or NCCL has given it up.
bool Communicator::goOnConnecting() {
  for (; connecting->round < 2; ++connecting->round, connecting->step = 1)
    for (; connecting->step < size;
         ++connecting->step, connecting->hasSaid = false) {
      int32_t step = connecting->step;
      if (isAborted || error)
        break;
      int32_t to = (rank + step) % size, from = (rank + size - step) % size;
      if (goOnConnecting(to, from))
        continue;
      findGone([&](int32_t member) {
        return (member == to && connecting->sends[size_t(to)]) ||
               (member == from && connecting->receives[size_t(from)]);
      });
      if (!error)
        return false;
    }
  std::unique_ptr<Connecting> over = std::move(connecting);
  if (!isAborted && !error)
    for (const std::function<void()> &launch : over->launches)
      launch();
  return true;
}

/// One step. False while a peer has not come to it.
bool Communicator::goOnConnecting(int32_t to, int32_t from) {
  Connecting &c = *connecting;
  bool sendsIt = c.sends[size_t(to)], receivesIt = c.receives[size_t(from)];
  bool isOpposite = to == from;
  auto own = [&](int32_t peer, int way) -> Introduction & {
    return clique->pair(rank, peer).introductions[c.round][way];
  };
  auto say = [&](int32_t peer, int way, bool isSend, bool isReceive) {
    Introduction &mine = own(peer, way);
    mine.sends = isSend;
    mine.receives = isReceive;
    mine.said.fetch_add(1);
  };
  auto theirs = [&](int32_t peer, int way) -> Introduction & {
    return clique->pair(peer, rank).introductions[c.round][way];
  };
  auto isThere = [&](int32_t peer, int way) {
    Introduction &other = theirs(peer, way);
    return other.said.load() > other.heard.load();
  };
  if (!sendsIt && !receivesIt)
    return true;
  if (!c.hasSaid) {
    if (isOpposite) {
      say(to, 0, sendsIt, receivesIt);
    } else {
      if (sendsIt)
        say(to, 0, true, false);
      if (receivesIt)
        say(from, 1, false, true);
    }
    c.hasSaid = true;
  }
  if (isOpposite) {
    if (!isThere(to, 0))
      return false;
    Introduction &other = theirs(to, 0);
    uint32_t got = other.sends + other.receives, mine = sendsIt + receivesIt;
    other.heard.fetch_add(1);
    if (got > mine) {
      error = kNcclInternalError;
      Machine::get().ncclError =
          "Message truncated : received " + std::to_string(512 * got) +
          " bytes instead of " + std::to_string(512 * mine);
    }
    // Else it takes what is not there for a connection, and waits for ever.
    isStuck |= other.sends != receivesIt || other.receives != sendsIt;
    return error || !isStuck;
  }
  if ((sendsIt && !isThere(to, 1)) || (receivesIt && !isThere(from, 0)))
    return false;
  if (sendsIt)
    theirs(to, 1).heard.fetch_add(1);
  if (receivesIt)
    theirs(from, 0).heard.fetch_add(1);
  return true;
}

//===----------------------------------------------------------------------===//
// Members that are gone
//===----------------------------------------------------------------------===//

static bool hasEnded(pid_t process) {
  int file =
      process == getpid() ? -1 : int(syscall(SYS_pidfd_open, process, 0));
  if (file < 0)
    return process != getpid() && errno == ESRCH;
  pollfd query = {file, POLLIN, 0};
  bool ended = poll(&query, 1, 0) == 1;
  close(file);
  return ended;
}

bool Communicator::isGone(int32_t member) const {
  const MemberRecord &record = clique->member(member);
  return record.isGone.load() || hasEnded(record.process);
}

/// The part, which is not over, needs something that the member has not done.
bool Communicator::needs(const CallPart &part, int32_t member) const {
  if (part.form.kind == CallKind::Send)
    return part.peer == member &&
           clique->pair(rank, member).taken.load() < part.number;
  if (part.form.kind == CallKind::Receive)
    return part.peer == member &&
           clique->pair(member, rank).posted.load() < part.number;
  return clique->member(member).begun.load() < part.number;
}

void Communicator::findGone(const std::function<bool(int32_t member)> &needs) {
  double now = Machine::get().now();
  if (now < looked + 0.002)
    return;
  looked = now;
  for (int32_t member = 0; member < size; ++member)
    if (member != rank && isGone(member) && needs(member)) {
      error = kNcclRemoteError;
      Machine::get().ncclError =
          "socketProgress: Connection closed by remote peer";
    }
}

Meeting Communicator::meet(Work &work, std::vector<CallPart> &parts) {
  if (isAborted)
    return Meeting::Done;
  if (error != kNcclSuccess || isStuck)
    return Meeting::Waits; // until an abort
  Meeting result = Meeting::Waits;
  bool isOver = true;
  auto goOnWith = [&](CallPart &part) {
    if (!part.isOver && goOn(work, part) != Meeting::Waits)
      result = Meeting::Moved;
    isOver = isOver && part.isOver;
    return part.isOver;
  };
  auto goOnWithAll = [&](bool transfers) {
    for (CallPart &part : parts)
      if (part.isTransfer() == transfers && !goOnWith(part) && !transfers)
        return;
  };
  goOnWithAll(false);
  if (isOver)
    goOnWithAll(true);
  if (result == Meeting::Waits && !isOver)
    findGone([&](int32_t member) {
      return std::any_of(parts.begin(), parts.end(), [&](const CallPart &part) {
        return !part.isOver && needs(part, member);
      });
    });
  return isOver ? Meeting::Done : result;
}

Meeting Communicator::goOn(Work &work, CallPart &part) {
  Machine &machine = Machine::get();
  if (!part.hasBegun && machine.config.ncclFailure &&
      --machine.config.ncclFailure == 0) {
    machine.ncclError = "a remote process exited or there was a network error";
    for (auto &[handle, communicator] : machine.communicators)
      if (machine.config.ncclBroken == 0
              ? communicator.get() == this
              : communicator->number == machine.config.ncclBroken)
        communicator->error = kNcclRemoteError;
    if (error)
      return Meeting::Waits;
  }
  return part.isTransfer() ? goOnTransfer(work, part)
                           : goOnCollective(work, part);
}

/// A difference between members is a finding, and the communicator hangs; NCCL
/// may damage memory, too. A message that fits NCCL's buffers has left its
/// sender, which continues; the receiver takes what it finds there, and waits
/// for the rest.
bool Communicator::agree(Work &work, CallPart &part, int32_t peer,
                         const CallForm &theirs) {
  CallForm same = part.form;
  if (part.isTransfer())
    same.kind = theirs.kind;
  if (same == theirs)
    return true;
  part.isLost = part.isTransfer() &&
                theirs.count * widthOfType(NcclType(theirs.type)) <= kBuffered;
  isStuck |= !part.isLost;
  Machine::get().report(nullptr, kSuccess,
                        work.name + ": ranks " + std::to_string(rank) +
                            " and " + std::to_string(peer) +
                            " of a communicator make different calls: " +
                            std::to_string(part.form.count) + " and " +
                            std::to_string(theirs.count) + " elements");
  return false;
}

/// Follows an access to memory of the device. False after a report.
static bool follow(Work &work, const void *memory, uint64_t bytes,
                   bool isWrite) {
  return bytes == 0 || Machine::get().config.checks != Checks::All ||
         touch(work, reinterpret_cast<uint64_t>(memory), bytes, isWrite);
}

Meeting Communicator::goOnCollective(Work &work, CallPart &part) {
  MemberRecord &mine = clique->member(rank);
  if (!part.hasBegun) {
    for (int32_t other = 0; other < size; ++other)
      if (clique->member(other).over.load() + 1 < part.number)
        return Meeting::Waits;
    if (!follow(work, part.in, part.inBytes, false))
      return Meeting::Moved;
    if (part.inBytes)
      memcpy(clique->area(rank), part.in, part.inBytes);
    mine.call = part.form;
    mine.begun.store(part.number);
    part.hasBegun = true;
    return Meeting::Moved;
  }
  for (int32_t other = 0; other < size; ++other)
    if (clique->member(other).begun.load() < part.number)
      return Meeting::Waits;
  for (int32_t other = 0; other < size; ++other)
    if (!agree(work, part, other, clique->member(other).call))
      return Meeting::Moved;
  if (!follow(work, part.out, part.outBytes, true))
    return Meeting::Moved;
  auto *out = static_cast<uint8_t *>(part.out);
  uint64_t bytes = part.form.count * widthOfType(NcclType(part.form.type));
  if (part.form.kind == CallKind::AllGather)
    for (int32_t other = 0; other < size; ++other)
      memcpy(out + uint64_t(other) * bytes, clique->area(other), bytes);
  else if (part.form.kind == CallKind::Broadcast)
    memcpy(out, clique->area(part.form.root), bytes);
  else
    reduceAsRing(*clique, rank, part.form, out);
  mine.over.store(part.number);
  part.isOver = true;
  return Meeting::Moved;
}

Meeting Communicator::goOnTransfer(Work &work, CallPart &part) {
  bool sends = part.form.kind == CallKind::Send;
  PairRecord &pair =
      sends ? clique->pair(rank, part.peer) : clique->pair(part.peer, rank);
  uint8_t *area = sends ? clique->pairArea(rank, part.peer)
                        : clique->pairArea(part.peer, rank);
  if (sends && !part.hasBegun) {
    if (pair.taken.load() + 1 != part.number)
      return Meeting::Waits;
    if (!follow(work, part.in, part.inBytes, false))
      return Meeting::Moved;
    memcpy(area, part.in, part.inBytes);
    pair.call = part.form;
    pair.posted.store(part.number);
    part.hasBegun = true;
    return Meeting::Moved;
  }
  if (sends) {
    part.isOver = pair.taken.load() >= part.number;
    return part.isOver ? Meeting::Moved : Meeting::Waits;
  }
  part.hasBegun = true;
  if (part.isLost || pair.posted.load() < part.number)
    return Meeting::Waits;
  if (!agree(work, part, part.peer, pair.call)) {
    if (part.isLost)
      pair.taken.store(part.number);
    return Meeting::Moved;
  }
  if (!follow(work, part.out, part.outBytes, true))
    return Meeting::Moved;
  memcpy(part.out, area, part.outBytes);
  pair.taken.store(part.number);
  part.isOver = true;
  return Meeting::Moved;
}

} // namespace popt::fake
