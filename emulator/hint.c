// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Submission hints: the block layer's issue tracepoint fires just before the driver
 * writes a command and rings the doorbell. There we note the instant of arrival, and
 * have the timer look for the command when it can be due.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/blk-mq.h>
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/version.h>

#include "vnvme.h"

/*
 * From the tracepoint to the doorbell; looking earlier is mostly in vain. Newer
 * kernels take longer.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)
#define DOORBELL_NS		2000
#else
#define DOORBELL_NS		1000
#endif
/* Issued but not rung yet, the submitter was held up: poll again with back-off. */
#define RETRY_FIRST_NS		500
#define RETRY_LAST_NS		1000000
/*
 * What fetching takes, and moving data beside: eight bytes a nanosecond in the
 * lab, where a move is an instruction, and less time elsewhere. Moving more than
 * this takes longer than an interrupt, so fetch early.
 */
#define FETCH_LEAD_NS		1500
#define MOVE_BYTES_NS		8
#define FETCH_EARLY_BYTES	16384

/* The low bits of the driver's command ids are the tag. */
#define TAG_MASK		(VNVME_QUEUE_DEPTH - 1)

static bool is_disk_of(const struct vnvme_device *vnvme, const struct gendisk *disk)
{
	const struct device *controller = disk_to_dev(disk)->parent;

	return controller && controller->parent &&
	       controller->parent == READ_ONCE(vnvme->function);
}

/*
 * Whether a request is for our controller. Its driver keeps the tags of disks and
 * those of the admin queue in one structure, so the first request of a disk of
 * ours identifies all others by their tags. Until then we take commands with no
 * disk, which are for some controller's admin queue, for ours.
 */
static bool is_for(struct vnvme_device *vnvme, const struct request *request)
{
	const struct gendisk *disk = request->q->disk;
	unsigned long tags = (unsigned long)request->q->tag_set;
	unsigned long known = READ_ONCE(vnvme->hints.tags);

	if (known)
		return tags - known < PAGE_SIZE || known - tags < PAGE_SIZE;
	if (!disk)
		return READ_ONCE(vnvme->function);
	if (!is_disk_of(vnvme, disk))
		return false;
	WRITE_ONCE(vnvme->hints.tags, tags);
	return true;
}

/* The function has no driver any more, and the next keeps its tags elsewhere. */
void vnvme_hint_lose_driver(struct vnvme_device *vnvme)
{
	WRITE_ONCE(vnvme->hints.tags, 0);
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
	struct vnvme_hint_queue *queue;
	enum vnvme_operation operation;
	u64 bytes, due_ns, now_ns;
	u32 id;

	if (!is_for(vnvme, request))
		return;
	if (!request->q->disk) {
		vnvme_timer_watch(vnvme);
		return;
	}
	id = request->mq_hctx->queue_num + 1;
	if (id > vnvme->queues_max || request->tag < 0)
		return;

	now_ns = ktime_get_ns();
	queue = &vnvme->hints.queues[id];
	WRITE_ONCE(queue->arrival_ns[request->tag & TAG_MASK], now_ns);
	atomic_inc(&queue->issued);

	operation = operation_of(request);
	bytes = operation == VNVME_OTHER ? 0 : blk_rq_bytes(request);
	due_ns = now_ns + DOORBELL_NS;
	/* A scheduled change may be due: then our estimate is of no use. */
	if (bytes <= FETCH_EARLY_BYTES && now_ns < READ_ONCE(vnvme->schedule.next_ns))
		due_ns = max(due_ns, vnvme_timing_estimate(&vnvme->timing,
							   &vnvme->settings, operation,
							   bytes, now_ns) -
				     FETCH_LEAD_NS - bytes / MOVE_BYTES_NS);
	vnvme_timer_arm(vnvme, due_ns);
}

/* A queue is created or deleted: drop the hints of its commands. */
void vnvme_hint_forget(struct vnvme_device *vnvme, u16 id)
{
	struct vnvme_hint_queue *queue = &vnvme->hints.queues[id];
	u32 tag;

	if (!queue->arrival_ns)
		return;
	for (tag = 0; tag < VNVME_QUEUE_DEPTH; tag++)
		WRITE_ONCE(queue->arrival_ns[tag], 0);
	queue->fetched = atomic_read(&queue->issued);
}

/* When a command was issued, or 0 without a hint. */
u64 vnvme_hint_arrival(struct vnvme_device *vnvme, u16 id, u16 command_id)
{
	struct vnvme_hint_queue *queue = &vnvme->hints.queues[id];

	if (!queue->arrival_ns)
		return 0;
	return READ_ONCE(queue->arrival_ns[command_id & TAG_MASK]);
}

void vnvme_hint_fetched(struct vnvme_device *vnvme, u16 id, u16 command_id)
{
	struct vnvme_hint_queue *queue = &vnvme->hints.queues[id];

	if (!vnvme_hint_arrival(vnvme, id, command_id))
		return;
	WRITE_ONCE(queue->arrival_ns[command_id & TAG_MASK], 0);
	queue->fetched++;
}

/* Whether there is a hint of a command that is not fetched yet. */
static bool expects(struct vnvme_device *vnvme)
{
	u16 id;

	for (id = 1; id <= vnvme->queues_max; id++) {
		struct vnvme_hint_queue *queue = &vnvme->hints.queues[id];

		if ((u32)atomic_read(&queue->issued) != queue->fetched)
			return true;
	}
	return false;
}

/* When to poll again for commands that were issued and not yet rung for. */
u64 vnvme_hint_retry_ns(struct vnvme_device *vnvme, bool progress, u64 now_ns)
{
	struct vnvme_hints *hints = &vnvme->hints;

	if (progress)
		hints->retry_step_ns = 0;
	if (!expects(vnvme))
		return VNVME_NEVER;
	hints->retry_step_ns = clamp_t(u64, 2 * hints->retry_step_ns,
				       RETRY_FIRST_NS, RETRY_LAST_NS);
	return now_ns + hints->retry_step_ns;
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
		vnvme->hints.queues[id].arrival_ns =
			kvcalloc(VNVME_QUEUE_DEPTH, sizeof(u64), GFP_KERNEL);
		if (!vnvme->hints.queues[id].arrival_ns)
			return -ENOMEM;
	}
	return 0;
}

static void free_queues(struct vnvme_device *vnvme)
{
	u32 id;

	for (id = 0; id < VNVME_QUEUES_MAX; id++) {
		kvfree(vnvme->hints.queues[id].arrival_ns);
		vnvme->hints.queues[id].arrival_ns = NULL;
	}
}

int vnvme_hint_init(struct vnvme_device *vnvme)
{
	struct vnvme_hints *hints = &vnvme->hints;
	int error;

	for_each_kernel_tracepoint(find_issue, &hints->tracepoint);
	if (!hints->tracepoint) {
		pr_err("this kernel has no tracepoint block_rq_issue\n");
		return -EOPNOTSUPP;
	}
	error = allocate_queues(vnvme);
	if (error)
		free_queues(vnvme);
	return error;
}

void vnvme_hint_exit(struct vnvme_device *vnvme)
{
	free_queues(vnvme);
}

/* Listen to the block layer. */
int vnvme_hint_start(struct vnvme_device *vnvme)
{
	return tracepoint_probe_register(vnvme->hints.tracepoint,
					 request_issued, vnvme);
}

/* When this returns, there are no more hints. */
void vnvme_hint_stop(struct vnvme_device *vnvme)
{
	tracepoint_probe_unregister(vnvme->hints.tracepoint, request_issued,
				    vnvme);
	tracepoint_synchronize_unregister();
}
