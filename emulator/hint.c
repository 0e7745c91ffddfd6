// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Submission hints: the block layer's issue tracepoint fires just before the driver
 * writes a command and rings the doorbell. There the model admits it, in the order of
 * arrival among all queues, and the queue's timer is armed for when it is due.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/blk-mq.h>
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/version.h>

#include "vnvme.h"

/*
 * Instructions from the tracepoint to the doorbell; looking earlier is mostly in
 * vain. Newer kernels take longer.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)
#define DOORBELL		2000
#else
#define DOORBELL		1000
#endif
/* Issued but not rung yet, the submitter was held up: poll again with back-off. */
#define RETRY_FIRST_NS		500
#define RETRY_LAST_NS		1000000
/*
 * What fetching takes, in instructions, and moving data beside: eight bytes each in
 * the lab, and less time elsewhere. Moving more than this takes longer than an
 * interrupt, so fetch early.
 */
#define FETCH_LEAD		2200
#define MOVED_BYTES		8
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
		return VNVME_READ;
	case REQ_OP_WRITE:
		return VNVME_WRITE;
	case REQ_OP_FLUSH:
		return VNVME_FLUSH;
	default:
		return VNVME_OTHER;
	}
}

/*
 * What the model needs to know of a request, unless only its command tells: what one
 * that is passed through does, and where one is if there are several namespaces.
 */
static bool can_admit(const struct vnvme_device *vnvme, const struct request *request,
		      struct vnvme_request *known)
{
	*known = (struct vnvme_request){ .operation = operation_of(request) };
	if (known->operation == VNVME_OTHER)
		return false;
	if (known->operation == VNVME_FLUSH)
		return true;
	known->fua = known->operation == VNVME_WRITE && request->cmd_flags & REQ_FUA;
	known->address = blk_rq_pos(request) << SECTOR_SHIFT;
	known->bytes = blk_rq_bytes(request);
	return vnvme->namespaces_count == 1;
}

/* Note a command, with its queue's lock. Returns when to look for it. */
static u64 note(struct vnvme_queue *queue, struct vnvme_hint *hint,
		const struct request *request)
{
	struct vnvme_device *vnvme = queue->vnvme;
	u64 arrival_ns = 0;

	if (!hint->arrival_ns)
		WRITE_ONCE(queue->expected, queue->expected + 1);
	hint->admitted = can_admit(vnvme, request, &hint->request);
	if (hint->admitted)
		vnvme_admit(vnvme, &hint->request, &arrival_ns, &hint->charge);
	else
		arrival_ns = ktime_get_ns();
	hint->arrival_ns = arrival_ns;

	if (!hint->admitted || hint->request.bytes > FETCH_EARLY_BYTES)
		return arrival_ns + vnvme_taken_ns(DOORBELL);
	return max(arrival_ns + vnvme_taken_ns(DOORBELL),
		   hint->charge.due_ns -
		   vnvme_taken_ns(FETCH_LEAD + hint->request.bytes / MOVED_BYTES));
}

/* The issue tracepoint, for every request of every disk of the system. */
static void request_issued(void *data, struct request *request)
{
	struct vnvme_device *vnvme = data;
	struct vnvme_queue *queue;
	unsigned long flags;
	u32 id;

	if (!is_for(vnvme, request))
		return;
	if (!request->q->disk) {
		vnvme_watch(vnvme);
		return;
	}
	id = request->mq_hctx->queue_num + 1;
	if (id > vnvme->queues_max || request->tag < 0)
		return;

	queue = &vnvme->queues[READ_ONCE(vnvme->posts_to[id])];
	raw_spin_lock_irqsave(&queue->lock, flags);
	if (queue->submissions & BIT_ULL(id)) {
		struct vnvme_hint *hints = vnvme->hints.of_queue[id];

		vnvme_timer_arm(&queue->timer,
				note(queue, &hints[request->tag & TAG_MASK], request));
	}
	raw_spin_unlock_irqrestore(&queue->lock, flags);
}

/* A queue is deleted, or nobody listens any more: drop the hints of its commands. */
void vnvme_hint_forget(struct vnvme_device *vnvme, u16 id)
{
	struct vnvme_queue *queue = &vnvme->queues[vnvme->posts_to[id]];
	struct vnvme_hint *hints = vnvme->hints.of_queue[id];
	u32 tag;

	for (tag = 0; hints && tag < VNVME_QUEUE_DEPTH; tag++) {
		if (hints[tag].arrival_ns)
			WRITE_ONCE(queue->expected, queue->expected - 1);
		hints[tag].arrival_ns = 0;
	}
}

/*
 * What is known of a command that is being fetched, or NULL. It stays what it is
 * until the queue's lock is released.
 */
const struct vnvme_hint *vnvme_hint_take(struct vnvme_queue *queue, u16 id,
					 u16 command_id, u64 *arrival_ns)
{
	struct vnvme_hint *hint =
		&queue->vnvme->hints.of_queue[id][command_id & TAG_MASK];

	if (!hint->arrival_ns)
		return NULL;
	*arrival_ns = hint->arrival_ns;
	hint->arrival_ns = 0;
	WRITE_ONCE(queue->expected, queue->expected - 1);
	return hint;
}

/* When to poll again for commands that were issued and not yet rung for. */
u64 vnvme_hint_retry_ns(struct vnvme_queue *queue, bool progress, u64 now_ns)
{
	if (progress)
		queue->retry_step_ns = 0;
	if (!queue->expected)
		return VNVME_NEVER;
	queue->retry_step_ns = clamp_t(u64, 2 * queue->retry_step_ns,
				       RETRY_FIRST_NS, RETRY_LAST_NS);
	return now_ns + queue->retry_step_ns;
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
		vnvme->hints.of_queue[id] =
			kvcalloc(VNVME_QUEUE_DEPTH, sizeof(struct vnvme_hint),
				 GFP_KERNEL);
		if (!vnvme->hints.of_queue[id])
			return -ENOMEM;
	}
	return 0;
}

static void free_queues(struct vnvme_device *vnvme)
{
	u32 id;

	for (id = 0; id < VNVME_QUEUES_MAX; id++) {
		kvfree(vnvme->hints.of_queue[id]);
		vnvme->hints.of_queue[id] = NULL;
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
