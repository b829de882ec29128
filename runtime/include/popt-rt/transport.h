/* Communication between the ranks of one run.
 *
 * A *transport* is one rank's connections to its peers; `threads`
 * (transport_threads.h) is the embedded one. Collectives run inside a *group*,
 * an ordered list of ranks; position in that list is the *member* index, and
 * counts, roots and permutation pairs are in member indices. Every member calls
 * the same operations of a group in the same order with equal arguments (MPI's
 * and NCCL's rule); disjoint or overlapping groups are independent of each
 * other.
 *
 * Completion is in the order of `op.stream`. On the host (NULL) a call returns
 * when this rank's part is done: its result is complete and its send buffer may
 * be written. On a stream of a device a call enqueues and returns: its part
 * begins when what is in the stream before it is done, and work that is put
 * into the same stream later sees the result and may write the send buffer.
 * Other streams, and the host, learn of it by the device's events (device.h).
 * popt_rt_send_start() and popt_rt_recv_start() only begin, on either.
 *
 * Operands of a reduction combine in member order, 0 to n-1, in every run, so
 * that all members get equal bits; popt_rt_monoid has the details. A transport
 * that can't promise the order says so in its own header; it still gives all
 * members equal bits.
 *
 * Groups are made together: each rank makes those that it is in, in an order
 * that all share (the executor's: by number in the step table), before it
 * communicates in any of them.
 *
 * Threads: one group (and its sends and receives) is used by one thread of a
 * rank at a time; different groups of a rank may be used by different threads.
 * popt_rt_transport_abort() may be called from any thread.
 *
 * Buffers are dense and in elements of `type`; strided data is packed by the
 * caller. A NULL buffer is allowed where no element is read or written.
 * `send == recv` means in place wherever MPI_IN_PLACE is legal, with MPI's
 * meaning: all_gather and gather then take my part from my slice of the buffer,
 * scatter leaves root's part there, reduce_scatter puts the result at the
 * start. These four are also in place when the small buffer is my slice of the
 * large one (NCCL's rule). In place costs nothing extra, except in all_to_all,
 * permute and reduce_scatter with `send == recv`, which copy the send buffer
 * first. Other overlaps of buffers are errors.
 *
 * Failure: a call returns a status; the text is popt_rt_last_error(). TIMEOUT,
 * MISMATCH, ABORTED and SYSTEM_ERROR end the transport on *all* ranks: the
 * first failure's status and message is what every rank gets, then and from
 * every later call. INVALID_ARGUMENT is local: nothing was communicated.
 * On a stream a failure may come after the call that caused it: from a later
 * call of any kind, or from popt_rt_transport_health(). */
#ifndef POPT_RT_TRANSPORT_H
#define POPT_RT_TRANSPORT_H

#include "popt-rt/transport_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct popt_rt_transport popt_rt_transport;
typedef struct popt_rt_group popt_rt_group;
typedef struct popt_rt_request popt_rt_request;

/* Which operation of the program a call belongs to. `id` must be equal on all
 * members (a step table's program counter; it is compared). `name` is for
 * messages, e.g. "all_reduce at model.py:12"; NULL is allowed; it is copied.
 * `stream` is popt_rt_device_stream() of the stream that the call belongs to:
 * NULL on the host. */
typedef struct popt_rt_op {
  int64_t id;
  const char *name;
  void *stream;
} popt_rt_op;

/* --- Transport ----------------------------------------------------------- */

/* Frees this rank's handle and its groups. Does not block; peers that still
 * communicate with this rank time out, so end with a barrier. */
void popt_rt_transport_destroy(popt_rt_transport *transport);

/* This rank, and the number of ranks. (MPI_Comm_rank, MPI_Comm_size) */
int32_t popt_rt_transport_rank(const popt_rt_transport *transport);
int32_t popt_rt_transport_size(const popt_rt_transport *transport);

/* As --transport of the run flags calls it. */
const char *popt_rt_transport_name(const popt_rt_transport *transport);

/* Text of this rank's last failed call, one line, "" if none failed. Owned by
 * the transport; valid until the calling thread's next call. */
const char *popt_rt_last_error(popt_rt_transport *transport);

/* How long a call waits for a peer that shows no sign of life, in seconds; 0
 * waits for ever. The limit begins anew whenever the peer enters a call, and
 * while it computes (popt_rt_transport_computing) or waits for ranks that do.
 * So it ends waits for ranks that do nothing, that are stopped, or that wait
 * for one another. The message names the ranks that are missing and the
 * operation. */
void popt_rt_transport_set_timeout(popt_rt_transport *transport,
                                   double seconds);

/* Says that this rank computes whenever it is not in a call, until
 * popt_rt_transport_idle(), and that it begins operation `op_id` (as in
 * popt_rt_op; -1 for none), which messages name. A rank that does not say so is
 * given up when it enters no call for as long as the limit. Both take a
 * nanosecond or two, and are called by one thread of a rank. */
void popt_rt_transport_computing(popt_rt_transport *transport, int64_t op_id);
void popt_rt_transport_idle(popt_rt_transport *transport);

/* Says that this rank waits until its device has done what it was given, or (0)
 * that it does not any more. The watchdog reads it: before the first step a device
 * that does not answer ends the run. */
void popt_rt_transport_waits_for_device(popt_rt_transport *transport,
                                        int32_t waits);

/* Says in which step and microbatch (-1: in none) this rank is, and, when a step
 * is over, how long it took and how much of that the rank computed. What
 * watches the ranks reads it. */
void popt_rt_transport_in_step(popt_rt_transport *transport, int64_t step,
                               int64_t microbatch);
void popt_rt_transport_step_done(popt_rt_transport *transport, double seconds,
                                 double computed_seconds);

/* Ends the run for all ranks: calls that wait, and all later calls, of every
 * rank return POPT_RT_ABORTED with `message`, unless something failed before.
 * Returns at once, from any thread. (MPI_Abort, ncclCommAbort) */
void popt_rt_transport_abort(popt_rt_transport *transport, const char *message);

/* POPT_RT_OK, or the status that ended the transport. Never blocks: a compute
 * loop may poll it. (ncclCommGetAsyncError) */
popt_rt_status popt_rt_transport_health(popt_rt_transport *transport);

/* Memory that peers reach without a staging copy, 4096-byte aligned, zeroed.
 * Buffers from elsewhere work too; within one process they are as fast.
 * Freed by popt_rt_transport_free() or with the transport. */
popt_rt_status popt_rt_transport_allocate(popt_rt_transport *transport,
                                          size_t bytes, void **out_memory);
void popt_rt_transport_free(popt_rt_transport *transport, void *memory);

/* Says that calls on streams will use this device memory, so that transports that
 * can let peers reach it directly. Of all groups, also those that are made later,
 * until it is forgotten, which must be before it is freed and when no call uses
 * it. No rank waits, and nothing changes but the time of calls. UNSUPPORTED: this
 * transport has no use for it. (MPI_Win_create, ncclCommRegister) */
popt_rt_status popt_rt_transport_register(popt_rt_transport *transport,
                                          void *memory, size_t bytes);
void popt_rt_transport_forget(popt_rt_transport *transport, void *memory);

/* What the user should know about the transport, a sentence a line; "" if nothing.
 * Owned by it. */
const char *popt_rt_transport_note(const popt_rt_transport *transport);

/* --- Groups -------------------------------------------------------------- */

/* The group of `ranks` (distinct, in this order, containing this rank).
 * All members make it, each in its turn (see above); the call may wait for
 * them, but need not: where ranks share memory, members find each other by the
 * list and no rank waits. Groups of the same list and `channel` are the same
 * group; give each concurrent stream of communication its own channel (0
 * otherwise). Creating one again returns the same handle. Freed with the
 * transport. */
popt_rt_status popt_rt_group_create(popt_rt_transport *transport,
                                    const int32_t *ranks, int32_t size,
                                    int32_t channel, popt_rt_group **out_group);

/* All groups that any rank makes next for collectives on streams: the i-th is of
 * the next `sizes[i]` of `ranks`, on `channels[i]`. For transports on which all
 * ranks make groups together (NCCL); elsewhere does nothing. All ranks of the
 * transport call it with the same groups, their own or not. Groups that were not
 * among them carry no collectives on streams from then on, and cost nothing. */
popt_rt_status popt_rt_groups_prepare(popt_rt_transport *transport,
                                      const int32_t *ranks,
                                      const int32_t *sizes,
                                      const int32_t *channels, int32_t count);

/* Connects this rank with the others of the group for sends and receives, both
 * ways, where a transport needs that (NCCL); elsewhere does nothing. All members
 * call it, each in its turn, and it may wait for them. What is not connected is
 * when a transfer is first issued, which then waits for its peer. */
popt_rt_status popt_rt_group_connect(popt_rt_group *group);

/* Member index of this rank, and number of members. */
int32_t popt_rt_group_member(const popt_rt_group *group);
int32_t popt_rt_group_size(const popt_rt_group *group);

/* --- Collectives (all members call) -------------------------------------- */

/* (MPI_Barrier) */
popt_rt_status popt_rt_barrier(popt_rt_group *group, const popt_rt_op *op);

/* recv[i] = send_0[i] * send_1[i] * ... on every member.
 * (MPI_Allreduce, ncclAllReduce) */
popt_rt_status popt_rt_all_reduce(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, void *recv, int64_t count,
                                  popt_rt_element_type type,
                                  popt_rt_monoid monoid);

/* recv = send_0, send_1, ... one after another on every member; member m gives
 * counts[m] elements. (MPI_Allgatherv, ncclAllGather) */
popt_rt_status popt_rt_all_gather(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, void *recv,
                                  const int64_t *counts,
                                  popt_rt_element_type type);

/* The combination of all `send` (sum of counts elements each), of which member
 * m gets the m-th slice, counts[m] elements.
 * (MPI_Reduce_scatter, ncclReduceScatter) */
popt_rt_status popt_rt_reduce_scatter(popt_rt_group *group,
                                      const popt_rt_op *op, const void *send,
                                      void *recv, const int64_t *counts,
                                      popt_rt_element_type type,
                                      popt_rt_monoid monoid);

/* Sends my slice m (send_counts[m] elements) to member m and receives from m
 * recv_counts[m] elements as slice m of recv. What m sends me must be what I
 * receive from m. (MPI_Alltoallv) */
popt_rt_status popt_rt_all_to_all(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, const int64_t *send_counts,
                                  void *recv, const int64_t *recv_counts,
                                  popt_rt_element_type type);

/* One (source, target) of popt_rt_permute, in member indices. */
typedef struct popt_rt_pair {
  int32_t source;
  int32_t target;
} popt_rt_pair;

/* For each pair, target's recv = source's send. A member is target at most
 * once; it may be the source of several. Members that are no target get
 * `count` copies of the element at `fill`, zeros where fill is NULL (see
 * popt_rt_monoid_identity). `pairs` is the same list on all members.
 * (collective permute; MPI_Sendrecv) */
popt_rt_status popt_rt_permute(popt_rt_group *group, const popt_rt_op *op,
                               const void *send, void *recv, int64_t count,
                               popt_rt_element_type type,
                               const popt_rt_pair *pairs, int32_t num_pairs,
                               const void *fill);

/* recv = root's send on every member (root included); send is read on the root
 * only. (MPI_Bcast, ncclBroadcast) */
popt_rt_status popt_rt_broadcast(popt_rt_group *group, const popt_rt_op *op,
                                 const void *send, void *recv, int64_t count,
                                 popt_rt_element_type type, int32_t root);

/* As all_reduce, but only root's recv is written. (MPI_Reduce) */
popt_rt_status popt_rt_reduce(popt_rt_group *group, const popt_rt_op *op,
                              const void *send, void *recv, int64_t count,
                              popt_rt_element_type type, popt_rt_monoid monoid,
                              int32_t root);

/* As all_gather, but only root's recv is written. (MPI_Gatherv) */
popt_rt_status popt_rt_gather(popt_rt_group *group, const popt_rt_op *op,
                              const void *send, void *recv,
                              const int64_t *counts, popt_rt_element_type type,
                              int32_t root);

/* Member m's recv = the m-th slice (counts[m] elements) of root's send.
 * (MPI_Scatterv) */
popt_rt_status popt_rt_scatter(popt_rt_group *group, const popt_rt_op *op,
                               const void *send, void *recv,
                               const int64_t *counts, popt_rt_element_type type,
                               int32_t root);

/* --- Buckets ------------------------------------------------------------- */

/* Collectives of one group that run as one. Between begin and end they are only
 * recorded; end runs all of them, for which the members meet once instead of
 * once for each. Results are complete, and send buffers may be written, when
 * end returns; what calls were given by pointer (counts, pairs, fill) must stay
 * until then, and what one call writes no other may read or write. all_to_all
 * and barriers are no part of a bucket. The `op` of end is that of the whole;
 * those of the calls are ignored. If a call in between fails, end returns its
 * status and nothing is communicated. (ncclGroupStart, ncclGroupEnd) */
popt_rt_status popt_rt_bucket_begin(popt_rt_group *group);
popt_rt_status popt_rt_bucket_end(popt_rt_group *group, const popt_rt_op *op);
/* In place of end: nothing is communicated. What device memory such calls (or a
 * single one, which a bucket of one stands for) need in the stream beside their
 * buffers is there from now on, so that they allocate none. No rank waits. */
popt_rt_status popt_rt_bucket_reserve(popt_rt_group *group, void *stream);

/* --- Point to point ------------------------------------------------------ */

/* Starts sending `count` elements to member `target`. The k-th send of a member
 * to a target matches the k-th receive of that target from it, within the
 * group (no tags; op->id is for messages and need not be equal). The buffer
 * must stay untouched until popt_rt_wait(). Progress does not depend on the
 * peer waiting, only on its having started. Sending to oneself is legal. One
 * waits for room while POPT_RT_OPEN_TRANSFERS (transport_limits.h) before it
 * are started here and not at the peer. (MPI_Isend, ncclSend in a group) */
popt_rt_status popt_rt_send_start(popt_rt_group *group, const popt_rt_op *op,
                                  const void *send, int64_t count,
                                  popt_rt_element_type type, int32_t target,
                                  popt_rt_request **out_request);

/* Starts receiving `count` elements from member `source`; count and type must
 * be those of the matching send. (MPI_Irecv) */
popt_rt_status popt_rt_recv_start(popt_rt_group *group, const popt_rt_op *op,
                                  void *recv, int64_t count,
                                  popt_rt_element_type type, int32_t source,
                                  popt_rt_request **out_request);

/* Gives started transfers, none of which has been issued, their place in the
 * order of streams, all the same one: they go on side by side, after those that
 * were issued before. For transports on which a send and its receive meet in that
 * order (NCCL's rendezvous): there ranks wait for each other for ever unless all
 * issue in orders that agree. A transfer that is not issued yet is issued, with
 * all others that have started, when a rank waits for it. Elsewhere this does
 * nothing. (ncclGroupStart, ncclGroupEnd) */
popt_rt_status popt_rt_issue(popt_rt_transport *transport,
                             popt_rt_request *const *requests, int32_t count);

/* 1 if popt_rt_issue() does something on this transport, else 0. */
int popt_rt_needs_issue(const popt_rt_transport *transport);

/* Waits until the transfer is done, in the order of the stream that it was
 * started on: on the host it is done when the call returns, on a device what is
 * put into that stream afterwards sees it. Frees the request, in any case.
 * (MPI_Wait) */
popt_rt_status popt_rt_wait(popt_rt_request *request);

/* Sets *out_done to 1 if popt_rt_wait() would not block, else 0. Does not free
 * the request. (MPI_Test) */
popt_rt_status popt_rt_test(popt_rt_request *request, int *out_done);

#ifdef __cplusplus
}
#endif
#endif
