// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Serving by events: no CPU is spent while nothing is to be done.
 *
 * A doorbell is plain memory and can't trap. The block layer's issue tracepoint
 * fires just before the driver writes a command and rings: there we note the
 * instant of arrival and arm one timer for the earliest instant at which the
 * command can be due. At depth 1 that is one timer interrupt a command.
 *
 * The other registers can't trap either. The host writes to them after it wrote
 * to PCI configuration space or sent an admin command, so each of the two makes
 * us look at them for a while, ever less often.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/blk-mq.h>
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/version.h>

#include "vnvme.h"

/* From the tracepoint to the doorbell; looking earlier is mostly in vain. */
#define DOORBELL_NS		1000
/* Issued and not rung, the submitter was held up: look again, ever later. */
#define RETRY_FIRST_NS		500
#define RETRY_LAST_NS		1000000
/* How often and how long to look at the registers. */
#define WATCH_FIRST_NS		DOORBELL_NS
#define WATCH_LAST_NS		8000000
#define WATCH_NS		1000000000ULL
#define WATCH_UNSETTLED_NS	30000000000ULL
/*
 * Let others have the CPU between two passes. A timer that has expired again
 * before its interrupt returns would be taken for a hang; so would the timers of
 * several devices that expire by turns.
 */
#define PAUSE_NS		2000
#define PAUSE_SHARED_NS		20000
/* Moving more data than this takes longer than an interrupt, so fetch early. */
#define FETCH_EARLY_BYTES	16384

/* The low bits of the driver's command ids are the tag. */
#define TAG_MASK		(VNVME_QUEUE_DEPTH - 1)

static void start_locked(struct vnvme_event *event)
{
	hrtimer_start(&event->timer, ns_to_ktime(event->armed_ns),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

/* While a pass runs the wish is only noted; the pass's end starts the timer. */
static void arm_locked(struct vnvme_event *event, u64 when_ns)
{
	if (event->stopped || when_ns >= event->armed_ns)
		return;
	event->armed_ns = when_ns;
	if (!event->serving)
		start_locked(event);
}

static void arm(struct vnvme_event *event, u64 when_ns)
{
	unsigned long flags;

	/* Most commands find the timer armed for one before them. */
	if (when_ns >= READ_ONCE(event->armed_ns))
		return;
	raw_spin_lock_irqsave(&event->lock, flags);
	arm_locked(event, when_ns);
	raw_spin_unlock_irqrestore(&event->lock, flags);
}

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct vnvme_device *vnvme =
		container_of(timer, struct vnvme_device, event.timer);
	struct vnvme_event *event = &vnvme->event;
	u64 pause_ns = vnvme_devices_count > 1 ? PAUSE_SHARED_NS : PAUSE_NS;
	u64 now_ns = ktime_get_ns();
	bool watching;
	u64 next_ns;

	raw_spin_lock(&event->lock);
	event->armed_ns = VNVME_NEVER;
	event->serving = true;
	watching = now_ns < event->watch_until_ns;
	raw_spin_unlock(&event->lock);

	next_ns = vnvme_service(vnvme, watching);

	raw_spin_lock(&event->lock);
	event->serving = false;
	if (watching) {
		next_ns = min(next_ns, now_ns + event->watch_step_ns);
		event->watch_step_ns = min_t(u64, 2 * event->watch_step_ns,
					     WATCH_LAST_NS);
	}
	next_ns = min(next_ns, event->armed_ns);
	if (next_ns != VNVME_NEVER && !event->stopped) {
		event->armed_ns = max(next_ns, ktime_get_ns() + pause_ns);
		start_locked(event);
	}
	raw_spin_unlock(&event->lock);
	return HRTIMER_NORESTART;
}

void vnvme_event_kick(struct vnvme_device *vnvme)
{
	arm(&vnvme->event, ktime_get_ns());
}

/* Serve here and now, from a process. */
void vnvme_event_serve(struct vnvme_device *vnvme)
{
	vnvme_service(vnvme, false);
	vnvme_event_kick(vnvme);
}

/* Something announces a write to the registers, or to the admin queue. */
void vnvme_event_watch(struct vnvme_device *vnvme)
{
	struct vnvme_event *event = &vnvme->event;
	bool settled = vnvme_registers_settled(vnvme);
	u64 now_ns = ktime_get_ns();
	unsigned long flags;

	raw_spin_lock_irqsave(&event->lock, flags);
	event->watch_until_ns = now_ns + (settled ? WATCH_NS : WATCH_UNSETTLED_NS);
	event->watch_step_ns = WATCH_FIRST_NS;
	arm_locked(event, now_ns + DOORBELL_NS);
	raw_spin_unlock_irqrestore(&event->lock, flags);
}

/* Commands with no disk are for the admin queue of some controller. */
static bool is_for(const struct vnvme_device *vnvme, const struct gendisk *disk)
{
	const struct device *controller = disk_to_dev(disk)->parent;

	return controller && controller->parent &&
	       controller->parent == READ_ONCE(vnvme->function);
}

static enum vnvme_operation operation_of(const struct request *request)
{
	switch (req_op(request)) {
	case REQ_OP_READ:
	case REQ_OP_DRV_IN:
		return VNVME_READ;
	case REQ_OP_WRITE:
	case REQ_OP_DRV_OUT:
		return VNVME_WRITE;
	case REQ_OP_FLUSH:
		return VNVME_FLUSH;
	default:
		return VNVME_OTHER;
	}
}

/* The issue tracepoint, for every request of every disk of the system. */
static void request_issued(void *data, struct request *request)
{
	struct vnvme_device *vnvme = data;
	struct vnvme_event *event = &vnvme->event;
	const struct gendisk *disk = request->q->disk;
	struct vnvme_announcements *queue;
	enum vnvme_operation operation;
	u64 bytes, due_ns, now_ns;
	u32 id;

	if (!disk) {
		if (READ_ONCE(vnvme->function))
			vnvme_event_watch(vnvme);
		return;
	}
	if (!is_for(vnvme, disk))
		return;
	id = request->mq_hctx->queue_num + 1;
	if (id > vnvme->queues_max || request->tag < 0)
		return;

	now_ns = ktime_get_ns();
	queue = &event->queues[id];
	WRITE_ONCE(queue->arrival_ns[request->tag & TAG_MASK], now_ns);
	atomic_inc(&queue->issued);

	operation = operation_of(request);
	bytes = operation == VNVME_OTHER ? 0 : blk_rq_bytes(request);
	due_ns = now_ns + DOORBELL_NS;
	/* A change of the dial may be due: then our estimate is of no use. */
	if (bytes <= FETCH_EARLY_BYTES && now_ns < READ_ONCE(vnvme->schedule.next_ns))
		due_ns = max(due_ns, vnvme_timing_estimate(&vnvme->timing,
							   &vnvme->dial, operation,
							   bytes, now_ns) -
				     VNVME_FETCH_LEAD_NS);
	arm(event, due_ns);
}

/* A queue comes or goes: what was announced for it counts no more. */
void vnvme_event_forget(struct vnvme_device *vnvme, u16 id)
{
	struct vnvme_announcements *queue = &vnvme->event.queues[id];

	if (!queue->arrival_ns)
		return;
	memset(queue->arrival_ns, 0, VNVME_QUEUE_DEPTH * sizeof(u64));
	queue->fetched = atomic_read(&queue->issued);
}

/* When a command was issued, or 0 if nobody said so. */
u64 vnvme_event_arrival(struct vnvme_device *vnvme, u16 id, u16 command_id)
{
	struct vnvme_announcements *queue = &vnvme->event.queues[id];

	if (!queue->arrival_ns)
		return 0;
	return READ_ONCE(queue->arrival_ns[command_id & TAG_MASK]);
}

void vnvme_event_fetched(struct vnvme_device *vnvme, u16 id, u16 command_id)
{
	struct vnvme_announcements *queue = &vnvme->event.queues[id];

	if (!queue->arrival_ns || !queue->arrival_ns[command_id & TAG_MASK])
		return;
	WRITE_ONCE(queue->arrival_ns[command_id & TAG_MASK], 0);
	queue->fetched++;
}

/* When to look again for commands that were issued and not yet rung for. */
u64 vnvme_event_retry_ns(struct vnvme_device *vnvme, bool progress, u64 now_ns)
{
	struct vnvme_event *event = &vnvme->event;
	bool outstanding = false;
	u16 id;

	for (id = 1; id <= vnvme->queues_max && !outstanding; id++) {
		struct vnvme_announcements *queue = &event->queues[id];

		outstanding = (u32)atomic_read(&queue->issued) != queue->fetched;
	}
	if (!outstanding)
		return VNVME_NEVER;
	if (progress)
		event->retry_step_ns = RETRY_FIRST_NS;
	else
		event->retry_step_ns = clamp_t(u64, 2 * event->retry_step_ns,
					       RETRY_FIRST_NS, RETRY_LAST_NS);
	return now_ns + event->retry_step_ns;
}

static void find_issue(struct tracepoint *tracepoint, void *data)
{
	struct tracepoint **found = data;

	if (!strcmp(tracepoint->name, "block_rq_issue"))
		*found = tracepoint;
}

static int allocate_queues(struct vnvme_device *vnvme)
{
	u32 id;

	for (id = 1; id <= vnvme->queues_max; id++) {
		vnvme->event.queues[id].arrival_ns =
			kvcalloc(VNVME_QUEUE_DEPTH, sizeof(u64), GFP_KERNEL);
		if (!vnvme->event.queues[id].arrival_ns)
			return -ENOMEM;
	}
	return 0;
}

/* Serve by events from now on. */
int vnvme_event_start(struct vnvme_device *vnvme)
{
	struct vnvme_event *event = &vnvme->event;
	unsigned long flags;

	raw_spin_lock_irqsave(&event->lock, flags);
	event->stopped = false;
	event->armed_ns = VNVME_NEVER;
	raw_spin_unlock_irqrestore(&event->lock, flags);
	return tracepoint_probe_register(event->tracepoint, request_issued, vnvme);
}

/* Leave it to somebody else. */
void vnvme_event_stop(struct vnvme_device *vnvme)
{
	struct vnvme_event *event = &vnvme->event;
	unsigned long flags;
	u32 id;

	tracepoint_probe_unregister(event->tracepoint, request_issued, vnvme);
	tracepoint_synchronize_unregister();
	raw_spin_lock_irqsave(&event->lock, flags);
	event->stopped = true;
	raw_spin_unlock_irqrestore(&event->lock, flags);
	hrtimer_cancel(&event->timer);

	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	for (id = 0; id <= vnvme->queues_max; id++)
		vnvme_event_forget(vnvme, id);
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);
}

static void free_queues(struct vnvme_device *vnvme)
{
	u32 id;

	for (id = 0; id < VNVME_QUEUES_MAX; id++) {
		kvfree(vnvme->event.queues[id].arrival_ns);
		vnvme->event.queues[id].arrival_ns = NULL;
	}
}

int vnvme_event_init(struct vnvme_device *vnvme)
{
	struct vnvme_event *event = &vnvme->event;
	int error;

	raw_spin_lock_init(&event->lock);
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(&event->timer, timer_fired, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
#else
	hrtimer_init(&event->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	event->timer.function = timer_fired;
#endif
	for_each_kernel_tracepoint(find_issue, &event->tracepoint);
	if (!event->tracepoint) {
		pr_err("this kernel has no tracepoint block_rq_issue\n");
		return -EOPNOTSUPP;
	}
	error = allocate_queues(vnvme);
	if (!error)
		error = vnvme_event_start(vnvme);
	if (error)
		free_queues(vnvme);
	return error;
}

void vnvme_event_exit(struct vnvme_device *vnvme)
{
	if (!vnvme->event.stopped)
		vnvme_event_stop(vnvme);
	free_queues(vnvme);
}
