// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * One pass over the controller: look at the registers, complete what is due,
 * fetch and execute what was submitted, complete what of that is due. It doesn't
 * know who calls it when; that is the business of event.c.
 *
 * Data moves when a command is fetched, not when it completes: NVMe promises no
 * order among commands in inflight, a write is in storage before its completion
 * says so, and the time that our CPU takes for it runs beside the model's.
 */
#include <linux/ktime.h>
#include <linux/sizes.h>

#include "trace.h"
#include "vnvme.h"

/* Maximum bytes per pass with interrupts off; more waits for the next pass. */
#define PASS_BYTES		SZ_1M
/* Flushes, hints and errors move nothing, and take their time as well. */
#define PASS_COMMANDS		128
/*
 * A host that overfills its own queues waits until something is completed. It can
 * still send admin commands, and those that are held, events and a Format, end.
 */
#define RESERVE_ADMIN		(VNVME_EVENTS_MAX + 1)
#define RESERVE_IO		VNVME_ADMIN_INFLIGHT
/*
 * From a timer's expiry to the completion it takes us longer than this, so we ask
 * to be called so much earlier. Where it doesn't, we wait: never is a command
 * completed before its time.
 */
#define LEAD_NS			600
/* The host has left no room for a completion: ask again after this. */
#define FULL_PAUSE_NS		10000

/*
 * The queue whose next command arrived first. Queues are filled in order of
 * arrival, so looking at their heads is enough. -1: nothing was submitted.
 */
static int earliest_queue(struct vnvme_device *vnvme, u64 now_ns, u64 *arrival_ns)
{
	int earliest = -1;
	u16 command_id;
	u16 id;

	for (id = 0; id <= vnvme->queues_max; id++) {
		u64 arrival;

		if (!vnvme_inflight_fit(&vnvme->inflight,
					id ? RESERVE_IO : RESERVE_ADMIN))
			continue;
		if (!vnvme_queue_peek(vnvme, id, &command_id))
			continue;
		arrival = vnvme_hint_arrival(vnvme, id, command_id);
		if (!arrival)
			arrival = now_ns;
		if (earliest < 0 || arrival < *arrival_ns) {
			earliest = id;
			*arrival_ns = arrival;
		}
	}
	return earliest;
}

static void execute_admin(struct vnvme_device *vnvme,
			  const struct nvme_command *command,
			  struct vnvme_inflight *inflight)
{
	inflight->status = vnvme_admin_execute(vnvme, command, &inflight->result);
	if (inflight->status != VNVME_HELD)
		vnvme->counters.commands[VNVME_OTHER]++;
}

/* A record for the ring, if there is one. */
static void record(struct vnvme_device *vnvme, const struct nvme_command *command,
		   const struct vnvme_request *request, u64 arrival_ns,
		   struct vnvme_inflight *inflight)
{
	struct vnvme_trace_record record = {
		.arrival_ns = arrival_ns,
		.due_ns = inflight->due_ns,
		.lba = le64_to_cpu(command->rw.slba),
		.bytes = request->bytes,
		.nsid = le32_to_cpu(command->common.nsid),
		.queue = inflight->queue,
		.command_id = inflight->command_id,
		.opcode = command->common.opcode,
		.fua = request->fua,
	};

	inflight->traced = vnvme_trace_add(&vnvme->trace, &record,
					   &inflight->trace_index);
}

static u64 execute_io(struct vnvme_device *vnvme,
		      const struct nvme_command *command, u64 arrival_ns,
		      struct vnvme_inflight *inflight)
{
	struct vnvme_executed executed = vnvme_io_execute(vnvme, command);
	struct vnvme_charge charge;

	vnvme_schedule_apply(vnvme, arrival_ns);
	charge = vnvme_timing_admit(&vnvme->timing, &vnvme->settings,
				    &executed.request, arrival_ns);
	vnvme_count(vnvme, &executed.request, &charge);
	inflight->status = executed.status;
	inflight->due_ns = charge.due_ns;
	inflight->timed = executed.request.operation != VNVME_OTHER;
	if (vnvme->trace.records)
		record(vnvme, command, &executed.request, arrival_ns, inflight);
	trace_vnvme_command(vnvme, inflight->queue, command, &executed.request,
			    &charge, arrival_ns);
	return executed.moved_bytes;
}

/*
 * Fetch what is there, within the pass's allowance. Returns whether anything
 * was fetched; *enough says that there may be more.
 */
static bool fetch(struct vnvme_device *vnvme, u64 now_ns, bool *enough)
{
	struct nvme_command command;
	bool progress = false;
	u64 moved_bytes = 0;
	u32 commands = 0;
	u64 arrival_ns;
	int id;

	while ((id = earliest_queue(vnvme, now_ns, &arrival_ns)) >= 0) {
		struct vnvme_inflight inflight = { .queue = id, .due_ns = now_ns };

		vnvme_queue_take(vnvme, id, &command);
		inflight.command_id = command.common.command_id;
		vnvme_hint_fetched(vnvme, id, inflight.command_id);
		progress = true;
		if (id)
			moved_bytes += execute_io(vnvme, &command, arrival_ns, &inflight);
		else
			execute_admin(vnvme, &command, &inflight);

		if (inflight.status && inflight.status != VNVME_HELD) {
			vnvme->counters.errors++;
			vnvme_log_error(vnvme, id, &command, inflight.status);
		}
		if (inflight.status != VNVME_HELD)
			vnvme_inflight_add(&vnvme->inflight, inflight);
		if (moved_bytes >= PASS_BYTES || ++commands == PASS_COMMANDS) {
			*enough = true;
			break;
		}
	}
	return progress;
}

static u64 wait_until(u64 when_ns)
{
	u64 now_ns;

	while ((now_ns = ktime_get_ns()) < when_ns)
		cpu_relax();
	return now_ns;
}

/* Complete what is due, and wait for what will be so in a moment. */
static unsigned long complete_due(struct vnvme_device *vnvme)
{
	struct vnvme_inflight_heap *heap = &vnvme->inflight;
	unsigned long vectors = 0;
	u64 now_ns;

	if (!heap->count)
		return 0;
	now_ns = ktime_get_ns();
	if (heap->entries[0].due_ns > now_ns &&
	    heap->entries[0].due_ns <= now_ns + LEAD_NS)
		now_ns = wait_until(heap->entries[0].due_ns);
	while (heap->count && heap->entries[0].due_ns <= now_ns) {
		struct vnvme_inflight inflight = vnvme_inflight_take(heap);

		if (!vnvme_queue_complete(vnvme, &inflight, &vectors)) {
			inflight.due_ns = now_ns + FULL_PAUSE_NS;
			vnvme_inflight_add(heap, inflight);
			continue;
		}
		trace_vnvme_complete(vnvme, &inflight, now_ns);
		if (inflight.timed)
			vnvme_count_late(vnvme, now_ns - inflight.due_ns);
		if (inflight.traced)
			vnvme_trace_end(&vnvme->trace, inflight.trace_index,
					inflight.status, now_ns);
	}
	return vectors;
}

/*
 * A pass that begins now. Returns the instant at which the next is needed, or
 * VNVME_NEVER.
 */
u64 vnvme_service(struct vnvme_device *vnvme, u64 now_ns, bool look_at_registers)
{
	u64 next_ns = VNVME_NEVER;
	unsigned long vectors;
	bool enough = false;
	unsigned long flags;

	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	if (look_at_registers)
		vnvme_registers_look(vnvme);
	/* Post due completions before copying new data. */
	vectors = complete_due(vnvme);
	if (vectors) {
		raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);
		vnvme_vectors_deliver(vnvme, vectors);
		vectors = 0;
		now_ns = ktime_get_ns();
		raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	}
	if (vnvme->ready) {
		bool progress = fetch(vnvme, now_ns, &enough);

		enough |= vnvme_format_step(vnvme);
		vectors = complete_due(vnvme);
		next_ns = vnvme_hint_retry_ns(vnvme, progress, now_ns);
		if (vnvme->inflight.count)
			next_ns = min(next_ns, vnvme->inflight.entries[0].due_ns -
				      LEAD_NS);
		if (enough)
			next_ns = now_ns;
	}
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);

	vnvme_vectors_deliver(vnvme, vectors);
	return next_ns;
}

/*
 * The power goes: what no flush covered is lost, as far as the cache kept track
 * of it, and the function looks as if it had been pulled out.
 */
void vnvme_power_cut(struct vnvme_device *vnvme, bool every_other)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	WRITE_ONCE(vnvme->powered, false);
	WRITE_ONCE(vnvme->ready, false);
	vnvme->format.running = false;
	vnvme_queues_drop(vnvme);
	vnvme_cache_lose(vnvme, every_other);
	memset(vnvme->registers, 0xff, VNVME_BAR_BYTES);
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);
}
