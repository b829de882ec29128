/* What every transport offers at least; the checker relies on it. */
#ifndef POPT_RT_TRANSPORT_LIMITS_H
#define POPT_RT_TRANSPORT_LIMITS_H

/* How many transfers from one rank to another may be started on one side alone:
 * popt_rt_send_start() waits for room with one more. */
#define POPT_RT_OPEN_TRANSFERS 128

/* Channels from this one on are for calls on the host: what connects GPUs makes
 * no group of its own for them. */
#define POPT_RT_HOST_CHANNEL (1 << 20)

#endif
