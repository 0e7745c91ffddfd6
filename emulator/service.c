// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * One pass over a queue: complete what is due, fetch and execute what was submitted,
 * complete what of that is due. It has the lock of this queue alone, so other queues
 * are served by other CPUs at the same time.
 *
 * Data moves when a command is fetched, not when it completes: NVMe promises no
 * order among commands in flight, a write is in storage before its completion
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
 * From a timer's expiry to the completion it takes us so many instructions, so we ask
 * to be called so much earlier. Where it takes less, we wait: never is a command
 * completed before its time. We also wait where another timer would come too late,
 * after its pause.
 */
#define LEAD			1400
#define WAIT			2600
/* A PAUSE takes about so long: for less we look at the clock without one. */
#define RELAX			200
/* The host has left no room for a completion: ask again after this. */
#define FULL_PAUSE_NS		10000

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

/* When a command is due: the model may know it since it was issued. */
static void find_charge(struct vnvme_device *vnvme, const struct vnvme_hint *hint,
			const struct vnvme_request *request, u64 *arrival_ns,
			struct vnvme_charge *charge)
{
	if (request->operation == VNVME_OTHER)
		*charge = (struct vnvme_charge){ .due_ns = *arrival_ns };
	else if (hint && hint->admitted &&
		 hint->request.operation == request->operation &&
		 hint->request.bytes == request->bytes)
		*charge = hint->charge;
	else
		vnvme_admit(vnvme, request, arrival_ns, charge);
}

/* Take in the next command of a submission queue. Returns the bytes moved. */
static u64 take_in(struct vnvme_queue *queue, u16 id, u64 now_ns)
{
	struct vnvme_inflight inflight = { .queue = id };
	struct vnvme_device *vnvme = queue->vnvme;
	struct vnvme_executed executed;
	const struct vnvme_hint *hint;
	struct vnvme_charge charge;
	struct nvme_command command;
	u64 arrival_ns = now_ns;

	vnvme_queue_take(vnvme, id, &command);
	inflight.command_id = command.common.command_id;
	hint = vnvme_hint_take(queue, id, inflight.command_id, &arrival_ns);

	executed = vnvme_io_execute(queue, &command);
	find_charge(vnvme, hint, &executed.request, &arrival_ns, &charge);
	vnvme_count(queue, &executed.request, &charge);
	inflight.status = executed.status;
	inflight.due_ns = charge.due_ns;
	inflight.timed = executed.request.operation != VNVME_OTHER;
	if (READ_ONCE(vnvme->trace.capacity))
		record(vnvme, &command, &executed.request, arrival_ns, &inflight);
	trace_vnvme_command(vnvme, id, &command, &executed.request, &charge,
			    arrival_ns);
	if (inflight.status)
		vnvme_log_error(vnvme, id, &command, inflight.status);
	vnvme_inflight_add(&queue->inflight, inflight);
	return executed.moved_bytes;
}

/*
 * Fetch what is there, a command of each submission queue in turn, within the pass's
 * allowance. Returns whether anything was fetched; *enough says that there may be
 * more.
 */
static bool fetch(struct vnvme_queue *queue, u64 now_ns, bool *enough)
{
	u64 submissions = queue->submissions;
	u64 moved_bytes = 0;
	u32 commands = 0;
	u64 left = submissions;
	bool found = false;

	while (left) {
		u16 id = __ffs64(left);

		left &= left - 1;
		if (vnvme_inflight_fit(&queue->inflight, 0) &&
		    vnvme_queue_peek(queue->vnvme, id)) {
			moved_bytes += take_in(queue, id, now_ns);
			commands++;
			found = true;
		}
		if (moved_bytes >= PASS_BYTES || commands == PASS_COMMANDS) {
			*enough = true;
			break;
		}
		if (!left && found) {
			left = submissions;
			found = false;
		}
	}
	return commands;
}

static u64 wait_until(u64 when_ns)
{
	u64 now_ns;

	while ((now_ns = ktime_get_ns()) < when_ns) {
		if (when_ns - now_ns > vnvme_taken_ns(RELAX))
			cpu_relax();
	}
	return now_ns;
}

/*
 * Complete what is due, and wait for what will be so in a moment. Returns whether
 * the host wants an interrupt.
 */
bool vnvme_queue_complete_due(struct vnvme_queue *queue)
{
	struct vnvme_inflight_heap *heap = &queue->inflight;
	struct vnvme_device *vnvme = queue->vnvme;
	bool raise = false;
	u64 now_ns;

	if (!heap->count)
		return false;
	now_ns = ktime_get_ns();
	if (heap->entries[0].due_ns > now_ns &&
	    heap->entries[0].due_ns <= now_ns + vnvme_taken_ns(WAIT))
		now_ns = wait_until(heap->entries[0].due_ns);
	while (heap->count && heap->entries[0].due_ns <= now_ns) {
		struct vnvme_inflight inflight = vnvme_inflight_take(heap);

		if (!vnvme_queue_complete(queue, &inflight)) {
			inflight.due_ns = now_ns + FULL_PAUSE_NS;
			vnvme_inflight_add(heap, inflight);
			continue;
		}
		raise = queue->completion.interrupts;
		trace_vnvme_complete(vnvme, &inflight, now_ns);
		if (inflight.timed)
			vnvme_count_late(queue, now_ns - inflight.due_ns);
		if (inflight.traced)
			vnvme_trace_end(&vnvme->trace, inflight.trace_index,
					inflight.status, now_ns);
	}
	return raise;
}

/* When the next pass is needed, or VNVME_NEVER. */
static u64 next_pass_ns(struct vnvme_queue *queue, bool progress, u64 now_ns)
{
	u64 next_ns = vnvme_hint_retry_ns(queue, progress, now_ns);

	if (queue->inflight.count)
		next_ns = min(next_ns, queue->inflight.entries[0].due_ns -
				       vnvme_taken_ns(LEAD));
	return next_ns;
}

/* A pass that begins now, because the queue's timer has fired or without it. */
void vnvme_queue_serve(struct vnvme_queue *queue, bool fired)
{
	struct vnvme_device *vnvme = queue->vnvme;
	u64 next_ns = VNVME_NEVER;
	bool enough = false;
	unsigned long flags;
	u16 vector;
	bool raise;
	u64 now_ns;

	raw_spin_lock_irqsave(&queue->lock, flags);
	if (fired)
		vnvme_timer_fired(&queue->timer);
	now_ns = ktime_get_ns();
	vector = queue->completion.vector;
	/* Post due completions before copying new data. */
	if (vnvme_queue_complete_due(queue)) {
		raw_spin_unlock_irqrestore(&queue->lock, flags);
		vnvme_vectors_deliver(vnvme, vector);
		raw_spin_lock_irqsave(&queue->lock, flags);
		now_ns = ktime_get_ns();
	}
	raise = false;
	if (vnvme->ready) {
		bool progress = fetch(queue, now_ns, &enough);

		raise = vnvme_queue_complete_due(queue);
		next_ns = enough ? now_ns : next_pass_ns(queue, progress, now_ns);
	}
	raw_spin_unlock_irqrestore(&queue->lock, flags);

	if (raise)
		vnvme_vectors_deliver(vnvme, vector);
	if (next_ns == VNVME_NEVER)
		return;
	raw_spin_lock_irqsave(&queue->lock, flags);
	vnvme_timer_arm(&queue->timer, vnvme_after_pause(next_ns, enough));
	raw_spin_unlock_irqrestore(&queue->lock, flags);
}
