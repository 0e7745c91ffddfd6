// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The timing model. The equations are in README.md.
 *
 * A gate admits reads and writes at the limit of IOPS, if there is one. One pipe
 * carries all transfers in the order of arrival, or one those of reads and another
 * those of writes. Then a command's base latency passes, in the parallel units that
 * hold its data, or beside all others when there is no limit to their number.
 */
#include "timing.h"

#define NS_PER_S	1000000000ULL
/*
 * What a flush may have to write, at most, 1 GiB: no device caches more, and the
 * product with NS_PER_S stays within 64 bits.
 */
#define UNFLUSHED_MAX	1073741824ULL

static uint64_t bandwidth_of(const struct vnvme_settings *settings,
			     enum vnvme_operation operation)
{
	switch (operation) {
	case VNVME_READ:
		return settings->read_bandwidth_bytes_s;
	case VNVME_WRITE:
		return settings->write_bandwidth_bytes_s;
	case VNVME_FLUSH:
		return settings->flush_bandwidth_bytes_s;
	default:
		return 0;
	}
}

static uint64_t latency_of(const struct vnvme_settings *settings,
			   enum vnvme_operation operation)
{
	switch (operation) {
	case VNVME_READ:
		return settings->read_latency_ns;
	case VNVME_WRITE:
		return settings->write_latency_ns;
	case VNVME_FLUSH:
		return settings->flush_latency_ns;
	default:
		return 0;
	}
}

static uint64_t later_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Whole nanoseconds that an amount takes at a rate: bytes in a pipe, or a command
 * at the gate. The product can't overflow: a command carries at most a few MiB and
 * a flush 1 GiB, and 64 bits bear 18 GB.
 */
static uint64_t taken_ns(struct vnvme_remainder *remainder, uint64_t rate_per_s,
			 uint64_t amount)
{
	uint64_t parts;

	if (!rate_per_s)
		return 0;

	/* A new rate has other units; what is dropped is less than 1 ns. */
	if (remainder->rate_per_s != rate_per_s) {
		remainder->rate_per_s = rate_per_s;
		remainder->part = 0;
	}

	parts = amount * NS_PER_S + remainder->part;
	remainder->part = parts % rate_per_s;
	return parts / rate_per_s;
}

/* Whether the limit of IOPS, if there is one, counts a command. */
static bool is_limited(const struct vnvme_settings *settings,
		       enum vnvme_operation operation)
{
	return settings->iops_limit && operation != VNVME_FLUSH;
}

/* Which pipe carries a command's data: the second those of writes and flushes. */
static uint32_t pipe_of(const struct vnvme_settings *settings,
			enum vnvme_operation operation)
{
	return settings->pipes == VNVME_PIPES_SEPARATE && operation != VNVME_READ;
}

/* One pipe becomes two, or two become one: what they carry is carried first. */
static void change_pipes(struct vnvme_timing *timing, uint64_t pipes)
{
	uint64_t read_ns = timing->pipe_free_ns[0];

	if (pipes == VNVME_PIPES_SEPARATE)
		timing->pipe_free_ns[1] = read_ns;
	else
		timing->pipe_free_ns[0] = later_of(read_ns, timing->pipe_free_ns[1]);
	timing->pipes = pipes;
}

/* When a pipe can begin with a transfer that was admitted at some instant. */
static uint64_t pipe_begin_ns(const struct vnvme_timing *timing,
			      const struct vnvme_settings *settings, uint32_t pipe,
			      enum vnvme_operation operation, uint64_t admitted_ns)
{
	uint64_t free_ns = timing->pipe_free_ns[pipe];

	if (operation != VNVME_FLUSH && operation != timing->direction &&
	    settings->pipes == VNVME_PIPES_SHARED)
		free_ns += settings->turnaround_ns;
	return later_of(free_ns, admitted_ns);
}

/* A flush covers the writes before it, so it waits until all units are idle. */
static uint64_t units_idle_ns(const struct vnvme_timing *timing,
			      const struct vnvme_settings *settings, uint64_t from_ns)
{
	uint64_t unit;

	for (unit = 0; unit < settings->units; unit++) {
		if (timing->unit_free_ns[unit] > from_ns)
			from_ns = timing->unit_free_ns[unit];
	}
	return from_ns;
}

/*
 * Spread a command over the units that its addresses lie on; each takes the
 * latency once for every stripe. Returns when the last is done; *own_ns is what
 * that takes without waiting for others.
 */
static uint64_t occupy_units(struct vnvme_timing *timing,
			     const struct vnvme_settings *settings,
			     const struct vnvme_request *request,
			     uint64_t begin_ns, uint64_t *own_ns)
{
	uint64_t first = request->address / settings->stripe_bytes;
	uint64_t last = (request->address + request->bytes - 1) / settings->stripe_bytes;
	uint64_t latency_ns = latency_of(settings, request->operation);
	uint64_t stripes = last - first + 1;
	uint64_t touched = stripes < settings->units ? stripes : settings->units;
	uint64_t latest_ns = begin_ns;
	uint64_t i;

	for (i = 0; i < touched; i++) {
		uint64_t *free_ns = &timing->unit_free_ns[(first + i) % settings->units];
		uint64_t rounds = (stripes - i + settings->units - 1) / settings->units;

		if (*free_ns < begin_ns)
			*free_ns = begin_ns;
		*free_ns += rounds * latency_ns;
		if (*free_ns > latest_ns)
			latest_ns = *free_ns;
	}
	*own_ns = (stripes + settings->units - 1) / settings->units * latency_ns;
	return latest_ns;
}

void vnvme_timing_reset(struct vnvme_timing *timing)
{
	uint32_t i;

	timing->pipes = VNVME_PIPES_SHARED;
	for (i = 0; i < VNVME_PIPES; i++)
		timing->pipe_free_ns[i] = 0;
	timing->gate_free_ns = 0;
	timing->gate_remainder = (struct vnvme_remainder){ 0 };
	timing->direction = VNVME_READ;
	timing->unflushed_bytes = 0;
	for (i = 0; i < VNVME_OPERATIONS; i++)
		timing->remainders[i] = (struct vnvme_remainder){ 0 };
	for (i = 0; i < VNVME_UNITS_MAX; i++)
		timing->unit_free_ns[i] = 0;
}

/* After a command's transfer: what it leaves behind for the next. */
static void note_transfer(struct vnvme_timing *timing, uint32_t pipe,
			  const struct vnvme_request *request, uint64_t end_ns,
			  bool is_empty)
{
	switch (request->operation) {
	case VNVME_FLUSH:
		timing->unflushed_bytes = 0;
		/* With nothing to write it waits for others, but nobody for it. */
		if (is_empty)
			return;
		break;
	case VNVME_WRITE:
		timing->direction = VNVME_WRITE;
		if (!request->fua)
			timing->unflushed_bytes += request->bytes;
		if (timing->unflushed_bytes > UNFLUSHED_MAX)
			timing->unflushed_bytes = UNFLUSHED_MAX;
		break;
	default:
		timing->direction = VNVME_READ;
		break;
	}
	timing->pipe_free_ns[pipe] = end_ns;
}

/* Let a command through the gate; the next one is admitted 1 / limit later. */
static uint64_t pass_gate(struct vnvme_timing *timing, uint64_t iops_limit,
			  uint64_t arrival_ns)
{
	uint64_t pass_ns = later_of(timing->gate_free_ns, arrival_ns);

	timing->gate_free_ns = pass_ns + taken_ns(&timing->gate_remainder, iops_limit, 1);
	return pass_ns;
}

struct vnvme_charge vnvme_timing_admit(struct vnvme_timing *timing,
				       const struct vnvme_settings *settings,
				       const struct vnvme_request *request,
				       uint64_t arrival_ns)
{
	enum vnvme_operation operation = request->operation;
	struct vnvme_charge charge = { .due_ns = arrival_ns };
	uint32_t pipe = pipe_of(settings, operation);
	uint64_t bytes = request->bytes;
	uint64_t begin_ns, end_ns;

	if (operation == VNVME_OTHER)
		return charge;

	if (settings->pipes != timing->pipes)
		change_pipes(timing, settings->pipes);
	begin_ns = is_limited(settings, operation) ?
		   pass_gate(timing, settings->iops_limit, arrival_ns) : arrival_ns;
	begin_ns = pipe_begin_ns(timing, settings, pipe, operation, begin_ns);
	if (operation == VNVME_FLUSH) {
		begin_ns = units_idle_ns(timing, settings, begin_ns);
		bytes = timing->unflushed_bytes;
	}
	charge.transfer_ns = taken_ns(&timing->remainders[operation],
				      bandwidth_of(settings, operation), bytes);
	end_ns = begin_ns + charge.transfer_ns;
	note_transfer(timing, pipe, request, end_ns, !charge.transfer_ns);

	if (settings->units && operation != VNVME_FLUSH) {
		charge.due_ns = occupy_units(timing, settings, request, end_ns,
					     &charge.latency_ns);
	} else {
		charge.latency_ns = latency_of(settings, operation);
		charge.due_ns = end_ns + charge.latency_ns;
	}
	if (request->fua) {
		charge.latency_ns += settings->fua_latency_ns;
		charge.due_ns += settings->fua_latency_ns;
	}
	charge.queue_ns = charge.due_ns - charge.latency_ns - charge.transfer_ns -
			  arrival_ns;
	return charge;
}
