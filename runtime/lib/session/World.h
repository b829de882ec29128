//===- World.h - All ranks of a run, and what they tell rank 0 ------------===//
//
// The only connection between sessions and the collector: ranks send to rank 0 by
// collectives of a group of all ranks. So it makes no difference whether ranks are
// threads or processes.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_SESSION_WORLD_H
#define POPT_RT_LIB_SESSION_WORLD_H

#include "../net/Message.h"
#include "popt-rt/transport.h"
#include <memory>
#include <string>
#include <vector>

namespace popt::rt {

/// One rank's connections to all others, on a channel that programs do not use. Every
/// rank calls the same functions in the same order.
class World {
public:
  /// Null and a message if the transport refuses.
  static std::unique_ptr<World> create(popt_rt_transport *transport,
                                       std::string &out_error);
  /// Ranks that are not in the same `what`, of which `id` is the number, get a
  /// message.
  [[nodiscard]] bool barrier(const char *what, std::string &out_error,
                             int64_t id = 0);

  /// Rank r gives counts[r] bytes; rank 0 gets all, one after another.
  [[nodiscard]] bool gather(const char *what, const Bytes &mine,
                            const std::vector<int64_t> &counts, Bytes &out_all,
                            std::string &out_error);
  /// Any number of bytes of each rank; rank 0 gets them by rank.
  [[nodiscard]] bool gather(const char *what, const Bytes &mine,
                            std::vector<Bytes> &out_all,
                            std::string &out_error);
  /// The same, and every rank gets all.
  [[nodiscard]] bool exchange(const char *what, int64_t id, const Bytes &mine,
                              std::vector<Bytes> &out_all,
                              std::string &out_error);
  /// The sum, maximum, ... of what `ranks` (this one among them) have.
  [[nodiscard]] bool combine(const char *what,
                             const std::vector<int32_t> &ranks,
                             const void *mine, void *out_combined,
                             int64_t count, popt_rt_element_type type,
                             popt_rt_monoid monoid, std::string &out_error);
  /// The same of numbers that all ranks have.
  [[nodiscard]] bool combine(const char *what,
                             const std::vector<uint64_t> &mine,
                             popt_rt_monoid monoid,
                             std::vector<uint64_t> &out_combined,
                             std::string &out_error);
  /// The sum of what all ranks have.
  [[nodiscard]] bool addUp(const char *what, uint64_t mine, uint64_t &out_sum,
                           std::string &out_error);

  /// Asynchronous messages to rank 0: sends `mine`, which must not change until it
  /// is sent, and receives from `from` as many bytes as `out_message` has.
  [[nodiscard]] bool startSend(const char *what, const Bytes &mine,
                               popt_rt_request *&out_request,
                               std::string &out_error);
  [[nodiscard]] bool startReceive(const char *what, Bytes &out_message,
                                  int32_t from, popt_rt_request *&out_request,
                                  std::string &out_error);
  [[nodiscard]] bool hasArrived(popt_rt_request *request, bool &out_arrived,
                                std::string &out_error);
  /// Frees the request.
  [[nodiscard]] bool wait(popt_rt_request *&request, std::string &out_error);

  int32_t rank() const { return popt_rt_transport_rank(transport); }
  int32_t size() const { return popt_rt_transport_size(transport); }

private:
  explicit World(popt_rt_transport *transport);
  bool check(popt_rt_status status, std::string &out_error) const;
  bool exchangeSizes(const popt_rt_op &op, const Bytes &mine,
                     std::vector<int64_t> &out_counts, std::string &out_error);
  popt_rt_transport *const transport;
  std::vector<int32_t> everyone; ///< all ranks
  popt_rt_group *group = nullptr;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_WORLD_H
