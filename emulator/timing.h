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

struct vnvme_timing {
	uint64_t pipes;			/* the setting, as of the last command */
	/* When a pipe's last transfer ends; the first carries all if it is shared. */
	uint64_t pipe_free_ns[VNVME_PIPES];
	uint64_t gate_free_ns;		/* when the limit of IOPS admits the next */
	uint64_t unflushed_bytes;	/* written since the last flush */
	uint32_t direction;		/* of the last transfer, read or write */
	struct vnvme_remainder remainders[VNVME_OPERATIONS];
	struct vnvme_remainder gate_remainder;
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
	uint64_t queue_ns;		/* waiting for gate, pipe and units */
	uint64_t transfer_ns;		/* in the pipe */
	uint64_t latency_ns;		/* in the units, beside all others */
	uint64_t due_ns;		/* the instant of its completion */
};

void vnvme_timing_reset(struct vnvme_timing *timing);

/* Admit a command and return when it is due. */
struct vnvme_charge vnvme_timing_admit(struct vnvme_timing *timing,
				       const struct vnvme_settings *settings,
				       const struct vnvme_request *request,
				       uint64_t arrival_ns);

#endif
