/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The timing model: when does a command that arrived now complete?
 *
 * Nothing of the kernel is in here, so that the same code is tested on the
 * host. All instants and durations are nanoseconds on one clock of the
 * caller's choice.
 */
#ifndef VNVME_TIMING_H
#define VNVME_TIMING_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stdint.h>
#endif

#include "settings.h"

#define VNVME_UNITS_MAX	64	/* the most that the setting takes */
#define VNVME_PIPES	2	/* by enum vnvme_operation: of reads, of writes */

/* The values of the setting "pipes". */
enum vnvme_pipes {
	VNVME_PIPES_SHARED,
	VNVME_PIPES_SEPARATE,
};

enum vnvme_operation {
	VNVME_READ,
	VNVME_WRITE,
	VNVME_FLUSH,
	VNVME_OTHER,		/* costs no transfer and no latency */
	VNVME_OPERATIONS,
};

#define VNVME_SETTING_FIELD(name, ...) uint64_t name;

/* What can be changed while commands are served. */
struct vnvme_settings {
	VNVME_SETTINGS(VNVME_SETTING_FIELD)
};

#undef VNVME_SETTING_FIELD

/*
 * What is left of a nanosecond after the last transfer of a direction, in
 * units of 1 / rate ns. Carrying it on makes the sum over any number of
 * transfers exact. The limit of IOPS has one of its own.
 */
struct vnvme_remainder {
	uint64_t rate_per_s;		/* in whose units the part is */
	uint64_t part;			/* less than the rate */
};

struct vnvme_pipe {
	uint64_t free_ns;		/* when its last transfer ends */
	/*
	 * When all that it carried is within its bandwidth, which is later where
	 * saved bytes were used.
	 */
	uint64_t paid_ns;
};

/* The gate of requests, likewise. */
struct vnvme_gate {
	uint64_t free_ns;		/* when a burst's limit admits the next */
	uint64_t paid_ns;
	struct vnvme_remainder remainder;
	struct vnvme_remainder burst_remainder;
};

/* The cache of a device that writes a part of its cells fast. */
struct vnvme_slc {
	uint64_t bytes;			/* that it holds */
	uint64_t written_ns;		/* when the last write's transfer ended */
	uint64_t drained_part;		/* of a byte, in 1 / 10^9 */
	struct vnvme_remainder remainder;	/* of writes past it */
};

struct vnvme_timing {
	uint64_t pipes;			/* the setting, as of the last command */
	struct vnvme_pipe pipe[VNVME_PIPES];	/* the first carries all if shared */
	struct vnvme_gate gate;
	uint64_t unflushed_bytes;	/* written since the last flush */
	uint64_t direction;		/* of the last transfer, read or write */
	uint64_t latencies_drawn;
	struct vnvme_slc slc;
	struct vnvme_remainder remainders[VNVME_OPERATIONS];
	struct vnvme_remainder burst_remainders[VNVME_OPERATIONS];
	uint64_t unit_free_ns[VNVME_UNITS_MAX];
};

/* What the model needs to know of a command. */
struct vnvme_request {
	enum vnvme_operation operation;
	bool fua;			/* a write that is durable when it completes */
	uint64_t address;		/* of its first byte in the device */
	uint64_t bytes;
};

/* How a command's time is made up: due = arrival + queue + transfer + latency */
struct vnvme_charge {
	uint64_t queue_ns;		/* waiting for gate, pipe, units, end of stall */
	uint64_t transfer_ns;		/* in the pipe */
	uint64_t latency_ns;		/* in the units, beside all others */
	uint64_t due_ns;		/* the instant of its completion */
	/*
	 * What it takes of the bandwidth: the transfer, but where a burst is
	 * faster than that.
	 */
	uint64_t share_ns;
};

void vnvme_timing_reset(struct vnvme_timing *timing);

/* Admit a command and return when it is due. */
struct vnvme_charge vnvme_timing_admit(struct vnvme_timing *timing,
				       const struct vnvme_settings *settings,
				       const struct vnvme_request *request,
				       uint64_t arrival_ns);

/* latency.c: the base latency, or a draw of its distribution. */
uint64_t vnvme_timing_latency(const struct vnvme_settings *settings,
			      uint64_t base_ns, uint64_t *drawn);

#endif
