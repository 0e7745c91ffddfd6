// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The timing model. The equations are in README.md.
 *
 * A gate admits reads and writes at the limit of IOPS, if there is one. One pipe
 * carries all transfers in the order of arrival, or one those of reads and another
 * those of writes; no transfer begins while the device stalls. Then a command's
 * latency passes, in the parallel units that hold its data, or beside all others when
 * there is no limit to their number.
 *
 * Gate and pipes may save up what they are not asked for, up to a burst: each has
 * besides the instant at which it is free that at which all is paid for, and may be
 * ahead of the latter by what the burst is worth.
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

static uint64_t base_latency_of(const struct vnvme_settings *settings,
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

/* The instant that lies so much before another, if there is one. */
static uint64_t before(uint64_t ns, uint64_t by_ns)
{
	return ns > by_ns ? ns - by_ns : 0;
}

/*
 * Whole nanoseconds that an amount takes at a rate: bytes in a pipe, or commands
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
	struct vnvme_pipe *pipe = timing->pipe;

	if (pipes == VNVME_PIPES_SEPARATE) {
		pipe[1] = pipe[0];
	} else {
		pipe[0].free_ns = later_of(pipe[0].free_ns, pipe[1].free_ns);
		pipe[0].paid_ns = later_of(pipe[0].paid_ns, pipe[1].paid_ns);
	}
	timing->pipes = pipes;
}

/* How long the bandwidth takes for what may be saved up. Within 64 bits, see the ranges. */
static uint64_t burst_ns(uint64_t amount, uint64_t rate_per_s)
{
	return amount && rate_per_s ? amount * NS_PER_S / rate_per_s : 0;
}

static uint64_t burst_bytes_of(const struct vnvme_settings *settings,
			       enum vnvme_operation operation)
{
	if (operation == VNVME_FLUSH)
		return 0;

	return operation == VNVME_READ ? settings->read_burst_bytes :
					 settings->write_burst_bytes;
}

/* When a pipe can begin with a transfer that was admitted at some instant. */
static uint64_t pipe_begin_ns(const struct vnvme_timing *timing,
			      const struct vnvme_settings *settings,
			      const struct vnvme_pipe *pipe,
			      enum vnvme_operation operation, uint64_t admitted_ns)
{
	uint64_t burst_bytes = burst_bytes_of(settings, operation);
	uint64_t free_ns = pipe->free_ns;

	if (operation != VNVME_FLUSH && operation != timing->direction &&
	    settings->pipes == VNVME_PIPES_SHARED)
		free_ns += settings->turnaround_ns;
	/* Without a burst nothing is paid for after its transfer, and a flush pays nothing. */
	if (pipe->paid_ns > free_ns && operation != VNVME_FLUSH)
		free_ns = later_of(free_ns, before(pipe->paid_ns,
						   burst_ns(burst_bytes,
							    bandwidth_of(settings, operation))));
	return later_of(free_ns, admitted_ns);
}

/* The end of the stall that an instant lies in, or the instant. */
static uint64_t after_stall(const struct vnvme_settings *settings, uint64_t ns)
{
	uint64_t into_ns;

	if (!settings->stall_ns || !settings->stall_every_ns)
		return ns;
	into_ns = ns % settings->stall_every_ns;
	return into_ns < settings->stall_ns ? ns + settings->stall_ns - into_ns : ns;
}

/* While no data of writes moved the cache was emptied. */
static void drain_slc(struct vnvme_slc *slc, uint64_t rate_per_s, uint64_t idle_ns)
{
	uint64_t parts;

	/* It takes no longer than this to empty it, so the product is less than 64 bits. */
	if (!rate_per_s || !slc->bytes)
		return;
	if (idle_ns > slc->bytes * NS_PER_S / rate_per_s) {
		slc->bytes = 0;
		slc->drained_part = 0;
		return;
	}
	parts = idle_ns * rate_per_s + slc->drained_part;
	slc->drained_part = parts % NS_PER_S;
	parts /= NS_PER_S;
	slc->bytes -= parts < slc->bytes ? parts : slc->bytes;
}

/* What a write takes of the bandwidth, a part of it perhaps past a full cache. */
static uint64_t slc_write_ns(struct vnvme_timing *timing,
			     const struct vnvme_settings *settings, uint64_t bytes,
			     uint64_t begin_ns)
{
	struct vnvme_slc *slc = &timing->slc;
	uint64_t room, cached;

	drain_slc(slc, settings->slc_drain_bytes_s, begin_ns - slc->written_ns);
	room = before(settings->slc_bytes, slc->bytes);
	cached = bytes < room ? bytes : room;
	slc->bytes += cached;
	return taken_ns(&timing->remainders[VNVME_WRITE],
			settings->write_bandwidth_bytes_s, cached) +
	       taken_ns(&slc->remainder, settings->slc_full_bytes_s, bytes - cached);
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
			     const struct vnvme_request *request, uint64_t latency_ns,
			     uint64_t begin_ns, uint64_t *own_ns)
{
	uint64_t first = request->address / settings->stripe_bytes;
	uint64_t last = (request->address + request->bytes - 1) / settings->stripe_bytes;
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
	*timing = (struct vnvme_timing){
		.pipes = VNVME_PIPES_SHARED,
		.direction = VNVME_READ,
	};
}

/* After a command's transfer: what it leaves behind for the next. */
static void note_transfer(struct vnvme_timing *timing, struct vnvme_pipe *pipe,
			  const struct vnvme_request *request, uint64_t begin_ns,
			  const struct vnvme_charge *charge)
{
	switch (request->operation) {
	case VNVME_FLUSH:
		timing->unflushed_bytes = 0;
		/* With nothing to write it waits for others, but nobody for it. */
		if (!charge->transfer_ns)
			return;
		break;
	case VNVME_WRITE:
		timing->direction = VNVME_WRITE;
		timing->slc.written_ns = begin_ns + charge->transfer_ns;
		if (!request->fua)
			timing->unflushed_bytes += request->bytes;
		if (timing->unflushed_bytes > UNFLUSHED_MAX)
			timing->unflushed_bytes = UNFLUSHED_MAX;
		break;
	default:
		timing->direction = VNVME_READ;
		break;
	}
	pipe->free_ns = begin_ns + charge->transfer_ns;
	pipe->paid_ns = later_of(pipe->paid_ns, begin_ns) + charge->share_ns;
}

/* How many requests the limit of IOPS counts a command for. */
static uint64_t requests_of(const struct vnvme_settings *settings, uint64_t bytes)
{
	uint64_t each = settings->iops_request_bytes;

	return each && bytes > each ? (bytes + each - 1) / each : 1;
}

/* Let a command through the gate; what comes after it waits until it is paid for. */
static uint64_t pass_gate(struct vnvme_gate *gate, const struct vnvme_settings *settings,
			  uint64_t bytes, uint64_t arrival_ns)
{
	uint64_t requests = requests_of(settings, bytes);
	uint64_t pass_ns;

	if (!settings->iops_burst) {
		pass_ns = later_of(gate->paid_ns, arrival_ns);
		gate->free_ns = pass_ns;
	} else {
		pass_ns = before(gate->paid_ns, burst_ns(settings->iops_burst,
							 settings->iops_limit));
		pass_ns = later_of(later_of(pass_ns, gate->free_ns), arrival_ns);
		gate->free_ns = pass_ns + taken_ns(&gate->burst_remainder,
						   settings->iops_burst_limit, requests);
	}
	gate->paid_ns = later_of(gate->paid_ns, pass_ns) +
			taken_ns(&gate->remainder, settings->iops_limit, requests);
	return pass_ns;
}

/* What a transfer takes of the bandwidth, and of time. */
static void charge_transfer(struct vnvme_timing *timing,
			    const struct vnvme_settings *settings,
			    enum vnvme_operation operation, uint64_t bytes,
			    uint64_t begin_ns, struct vnvme_charge *charge)
{
	if (operation == VNVME_WRITE && settings->slc_bytes)
		charge->share_ns = slc_write_ns(timing, settings, bytes, begin_ns);
	else
		charge->share_ns = taken_ns(&timing->remainders[operation],
					    bandwidth_of(settings, operation), bytes);
	charge->transfer_ns = charge->share_ns;
	if (burst_bytes_of(settings, operation))
		charge->transfer_ns = taken_ns(&timing->burst_remainders[operation],
					       operation == VNVME_READ ?
					       settings->read_burst_bytes_s :
					       settings->write_burst_bytes_s, bytes);
}

struct vnvme_charge vnvme_timing_admit(struct vnvme_timing *timing,
				       const struct vnvme_settings *settings,
				       const struct vnvme_request *request,
				       uint64_t arrival_ns)
{
	enum vnvme_operation operation = request->operation;
	struct vnvme_charge charge = { .due_ns = arrival_ns };
	struct vnvme_pipe *pipe = &timing->pipe[pipe_of(settings, operation)];
	uint64_t bytes = request->bytes;
	uint64_t begin_ns, end_ns, latency_ns;

	if (operation == VNVME_OTHER)
		return charge;

	if (settings->pipes != timing->pipes)
		change_pipes(timing, settings->pipes);
	begin_ns = is_limited(settings, operation) ?
		   pass_gate(&timing->gate, settings, bytes, arrival_ns) : arrival_ns;
	begin_ns = pipe_begin_ns(timing, settings, pipe, operation, begin_ns);
	if (operation == VNVME_FLUSH) {
		begin_ns = units_idle_ns(timing, settings, begin_ns);
		bytes = timing->unflushed_bytes;
	}
	begin_ns = after_stall(settings, begin_ns);
	charge_transfer(timing, settings, operation, bytes, begin_ns, &charge);
	end_ns = begin_ns + charge.transfer_ns;
	note_transfer(timing, pipe, request, begin_ns, &charge);

	latency_ns = vnvme_timing_latency(settings, base_latency_of(settings, operation),
					  &timing->latencies_drawn);
	if (settings->units && operation != VNVME_FLUSH) {
		charge.due_ns = occupy_units(timing, settings, request, latency_ns,
					     end_ns, &charge.latency_ns);
	} else {
		charge.latency_ns = latency_ns;
		charge.due_ns = end_ns + latency_ns;
	}
	if (request->fua) {
		charge.latency_ns += settings->fua_latency_ns;
		charge.due_ns += settings->fua_latency_ns;
	}
	charge.queue_ns = charge.due_ns - charge.latency_ns - charge.transfer_ns -
			  arrival_ns;
	return charge;
}
