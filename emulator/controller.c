// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A pass over the controller: registers, admin commands, a Format under way. It may
 * change which queues there are, so it has all locks. Nothing here is on the path of
 * an I/O command.
 */
#include <linux/ktime.h>

#include "vnvme.h"

/* Information of an asynchronous event of the type "error". */
#define BAD_DOORBELL_VALUE	1
#define ADMIN_VECTOR		0
/* A host that overfills its queue still sends what ends others: events, a Format. */
#define RESERVE			(VNVME_EVENTS_MAX + 1)

static void execute(struct vnvme_device *vnvme, u64 now_ns)
{
	struct vnvme_queue *queue = &vnvme->queues[0];
	struct vnvme_inflight inflight = { .due_ns = now_ns };
	struct nvme_command command;

	vnvme_queue_take(vnvme, 0, &command);
	inflight.command_id = command.common.command_id;
	inflight.status = vnvme_admin_execute(vnvme, &command, &inflight.result);
	if (inflight.status == VNVME_HELD)
		return;
	queue->counters.commands[VNVME_OTHER]++;
	if (inflight.status)
		vnvme_log_error(vnvme, 0, &command, inflight.status);
	vnvme_inflight_add(&queue->inflight, inflight);
}

/*
 * A pass that begins now. Returns the instant at which the next is needed, or
 * VNVME_NEVER.
 */
u64 vnvme_controller_serve(struct vnvme_device *vnvme, u64 now_ns,
			   bool look_at_registers)
{
	struct vnvme_queue *queue = &vnvme->queues[0];
	u64 next_ns = VNVME_NEVER;
	bool raise = false;
	unsigned long flags;

	vnvme_lock_all(vnvme, &flags);
	if (look_at_registers)
		vnvme_registers_look(vnvme);
	if (vnvme->ready) {
		while (vnvme_inflight_fit(&queue->inflight, RESERVE) &&
		       vnvme_queue_peek(vnvme, 0))
			execute(vnvme, now_ns);
		if (vnvme_format_step(vnvme))
			next_ns = now_ns;
		if (vnvme->bad_doorbell)
			vnvme_events_raise(vnvme, BAD_DOORBELL_VALUE);
		vnvme->bad_doorbell = false;
		raise = vnvme_queue_complete_due(queue);
		if (queue->inflight.count)
			next_ns = min(next_ns, queue->inflight.entries[0].due_ns);
	}
	vnvme_unlock_all(vnvme, flags);

	if (raise)
		vnvme_vectors_deliver(vnvme, ADMIN_VECTOR);
	vnvme_vectors_deliver_again(vnvme);
	return next_ns;
}

/*
 * The power goes: what no flush covered is lost, as far as the cache kept track
 * of it, and the function looks as if it had been pulled out.
 */
void vnvme_power_cut(struct vnvme_device *vnvme, bool every_other)
{
	unsigned long flags;

	vnvme_lock_all(vnvme, &flags);
	WRITE_ONCE(vnvme->powered, false);
	WRITE_ONCE(vnvme->ready, false);
	vnvme->format.running = false;
	vnvme_queues_drop(vnvme);
	vnvme_cache_lose(vnvme, every_other);
	memset(vnvme->registers, 0xff, VNVME_BAR_BYTES);
	vnvme_unlock_all(vnvme, flags);
}
