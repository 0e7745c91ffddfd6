// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The timing model. The equations are in README.md.
 *
 * One pipe carries all transfers in the order of arrival. A command's base
 * latency comes on top, beside those of all others.
 */
#include "timing.h"

#define NS_PER_S 1000000000ULL

static uint64_t bandwidth_of(const struct vnvme_dial *dial,
			     enum vnvme_operation operation)
{
	switch (operation) {
	case VNVME_READ:
		return dial->read_bandwidth_bytes_s;
	case VNVME_WRITE:
		return dial->write_bandwidth_bytes_s;
	default:
		return 0;
	}
}

static uint64_t latency_of(const struct vnvme_dial *dial,
			   enum vnvme_operation operation)
{
	switch (operation) {
	case VNVME_READ:
		return dial->read_latency_ns;
	case VNVME_WRITE:
		return dial->write_latency_ns;
	case VNVME_FLUSH:
		return dial->flush_latency_ns;
	default:
		return 0;
	}
}

/*
 * Whole nanoseconds of a transfer. The product can't overflow: a command
 * carries at most a few MiB, far from the 18 GB that 64 bits would bear.
 */
static uint64_t transfer_ns(struct vnvme_remainder *remainder,
			    uint64_t bandwidth_bytes_s, uint64_t bytes)
{
	uint64_t parts;

	if (!bandwidth_bytes_s)
		return 0;

	/* A turned dial has other units; what is dropped is less than 1 ns. */
	if (remainder->bandwidth_bytes_s != bandwidth_bytes_s) {
		remainder->bandwidth_bytes_s = bandwidth_bytes_s;
		remainder->part = 0;
	}

	parts = bytes * NS_PER_S + remainder->part;
	remainder->part = parts % bandwidth_bytes_s;
	return parts / bandwidth_bytes_s;
}

void vnvme_timing_reset(struct vnvme_timing *timing)
{
	*timing = (struct vnvme_timing){ 0 };
}

struct vnvme_charge vnvme_timing_admit(struct vnvme_timing *timing,
				       const struct vnvme_dial *dial,
				       enum vnvme_operation operation,
				       uint64_t bytes, uint64_t arrival_ns)
{
	struct vnvme_charge charge;
	uint64_t begin_ns = arrival_ns;

	/* A command that moves no data by our account waits for no transfer,
	 * but a flush does: it covers the writes before it.
	 */
	if (operation != VNVME_OTHER && timing->pipe_free_ns > begin_ns)
		begin_ns = timing->pipe_free_ns;

	charge.queue_ns = begin_ns - arrival_ns;
	charge.transfer_ns = transfer_ns(&timing->remainders[operation],
					 bandwidth_of(dial, operation), bytes);
	charge.latency_ns = latency_of(dial, operation);
	charge.due_ns = begin_ns + charge.transfer_ns + charge.latency_ns;

	if (operation != VNVME_OTHER)
		timing->pipe_free_ns = begin_ns + charge.transfer_ns;
	return charge;
}

uint64_t vnvme_timing_estimate(const struct vnvme_timing *timing,
			       const struct vnvme_dial *dial,
			       enum vnvme_operation operation,
			       uint64_t bytes, uint64_t arrival_ns)
{
	struct vnvme_remainder remainder = timing->remainders[operation];
	uint64_t begin_ns = arrival_ns;

	if (operation != VNVME_OTHER && timing->pipe_free_ns > begin_ns)
		begin_ns = timing->pipe_free_ns;

	return begin_ns +
	       transfer_ns(&remainder, bandwidth_of(dial, operation), bytes) +
	       latency_of(dial, operation);
}
