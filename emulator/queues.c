// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Submission and completion queues: rings in the host's memory.
 */
#include <linux/io.h>
#include <linux/mm.h>

#include "vnvme.h"

/* Information of an asynchronous event of the type "error". */
#define BAD_DOORBELL_VALUE	1

static u32 tail_doorbell(u16 id)
{
	return NVME_REG_DBS + 8 * id;
}

static u32 head_doorbell(u16 id)
{
	return NVME_REG_DBS + 8 * id + 4;
}

/* A ring of whole pages that the kernel can reach, or NULL. */
static void *map_ring(u64 address, u64 bytes)
{
	u64 page;

	if (!address || !PAGE_ALIGNED(address))
		return NULL;
	for (page = address; page < address + bytes; page += PAGE_SIZE) {
		if (!vnvme_ram_has(page))
			return NULL;
	}
	return phys_to_virt(address);
}

/* Identifiers and sizes that both kinds of queues are held to. */
static u16 check_queue(struct vnvme_device *vnvme, u16 id, u32 entries)
{
	u32 most = id ? VNVME_QUEUE_DEPTH : VNVME_ADMIN_DEPTH;

	if (id > vnvme->queues_max)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (entries < 2 || entries > most)
		return VNVME_FAIL(NVME_SC_QUEUE_SIZE);
	return 0;
}

u16 vnvme_queue_create_completion(struct vnvme_device *vnvme, u16 id, u64 address,
				  u32 entries, u16 vector, bool interrupts)
{
	struct vnvme_completion_queue *queue;
	u16 status = check_queue(vnvme, id, entries);
	void *ring;

	if (status)
		return status;
	queue = &vnvme->completion[id];
	if (queue->entries)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (vector > vnvme->queues_max)
		return VNVME_FAIL(NVME_SC_INVALID_VECTOR);
	ring = map_ring(address, entries * sizeof(struct nvme_completion));
	if (!ring)
		return VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET);

	vnvme_write_register(vnvme, head_doorbell(id), 0);
	*queue = (struct vnvme_completion_queue){
		.entries = ring,
		.entries_count = entries,
		.vector = vector,
		.interrupts = interrupts,
		.phase = true,
	};
	return 0;
}

u16 vnvme_queue_create_submission(struct vnvme_device *vnvme, u16 id, u64 address,
				  u32 entries, u16 completion_queue)
{
	struct vnvme_submission_queue *queue;
	u16 status = check_queue(vnvme, id, entries);
	void *ring;

	if (status)
		return status;
	queue = &vnvme->submission[id];
	if (queue->entries)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (completion_queue > vnvme->queues_max ||
	    !vnvme->completion[completion_queue].entries)
		return VNVME_FAIL(NVME_SC_CQ_INVALID);
	ring = map_ring(address, entries * sizeof(struct nvme_command));
	if (!ring)
		return VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET);

	vnvme_write_register(vnvme, tail_doorbell(id), 0);
	vnvme_hint_forget(vnvme, id);
	vnvme->completion[completion_queue].submission_queues++;
	*queue = (struct vnvme_submission_queue){
		.entries = ring,
		.entries_count = entries,
		.completion_queue = completion_queue,
	};
	return 0;
}

u16 vnvme_queue_delete_completion(struct vnvme_device *vnvme, u16 id)
{
	if (!id || id > vnvme->queues_max || !vnvme->completion[id].entries)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (vnvme->completion[id].submission_queues)
		return VNVME_FAIL(NVME_SC_INVALID_QUEUE);
	vnvme->completion[id].entries = NULL;
	return 0;
}

/* What the host still had in flight there is not completed any more. */
u16 vnvme_queue_delete_submission(struct vnvme_device *vnvme, u16 id)
{
	struct vnvme_submission_queue *queue;

	if (!id || id > vnvme->queues_max || !vnvme->submission[id].entries)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	queue = &vnvme->submission[id];
	vnvme_trace_abandon(vnvme, id);
	vnvme_inflight_drop(&vnvme->inflight, id);
	vnvme->completion[queue->completion_queue].submission_queues--;
	queue->entries = NULL;
	vnvme_hint_forget(vnvme, id);
	return 0;
}

void vnvme_queues_drop(struct vnvme_device *vnvme)
{
	u16 id;

	for (id = 0; id < VNVME_QUEUES_MAX; id++) {
		vnvme->submission[id].entries = NULL;
		vnvme->completion[id].entries = NULL;
		vnvme_hint_forget(vnvme, id);
	}
	for (id = 0; id < VNVME_QUEUES_MAX; id++)
		vnvme_trace_abandon(vnvme, id);
	vnvme->inflight.count = 0;
}

/*
 * A doorbell beyond the queue's end is ignored, as nothing can be meant by it,
 * but an event reports it to the host.
 */
static void complain(struct vnvme_device *vnvme, bool *reported)
{
	if (*reported)
		return;
	*reported = true;
	vnvme_events_raise(vnvme, BAD_DOORBELL_VALUE);
}

/* Whether the doorbell says that there is a command, and the number of the next. */
bool vnvme_queue_peek(struct vnvme_device *vnvme, u16 id, u16 *command_id)
{
	struct vnvme_submission_queue *queue = &vnvme->submission[id];
	u32 tail;

	if (!queue->entries)
		return false;
	tail = vnvme_read_register(vnvme, tail_doorbell(id));
	if (tail >= queue->entries_count) {
		complain(vnvme, &queue->bad_doorbell);
		return false;
	}
	queue->bad_doorbell = false;
	if (tail == queue->head)
		return false;
	/* The host writes commands first, then the doorbell. */
	dma_rmb();
	*command_id = READ_ONCE(queue->entries[queue->head].common.command_id);
	return true;
}

/* Copy the next command, once: the host may go on writing. There must be one. */
void vnvme_queue_take(struct vnvme_device *vnvme, u16 id,
		      struct nvme_command *command)
{
	struct vnvme_submission_queue *queue = &vnvme->submission[id];

	*command = queue->entries[queue->head];
	if (++queue->head == queue->entries_count)
		queue->head = 0;
}

/*
 * Post a command's completion and note the vector to raise. False when the
 * host has left no room; the completion is then still to be posted.
 */
bool vnvme_queue_complete(struct vnvme_device *vnvme,
			  const struct vnvme_inflight *inflight,
			  unsigned long *vectors)
{
	struct vnvme_submission_queue *submission = &vnvme->submission[inflight->queue];
	u16 id = submission->completion_queue;
	struct vnvme_completion_queue *queue = &vnvme->completion[id];
	struct nvme_completion *entry = &queue->entries[queue->tail];
	u16 next = queue->tail + 1 == queue->entries_count ? 0 : queue->tail + 1;
	u32 head = vnvme_read_register(vnvme, head_doorbell(id));

	if (head < queue->entries_count) {
		queue->host_head = head;
		queue->bad_doorbell = false;
	} else {
		complain(vnvme, &queue->bad_doorbell);
	}
	if (next == queue->host_head)
		return false;

	entry->result.u64 = cpu_to_le64(inflight->result);
	entry->sq_head = cpu_to_le16(submission->head);
	entry->sq_id = cpu_to_le16(inflight->queue);
	entry->command_id = inflight->command_id;
	/* The phase bit tells the host that all of the entry is there. */
	dma_wmb();
	WRITE_ONCE(entry->status,
		   cpu_to_le16((u16)(inflight->status << 1) | queue->phase));

	queue->tail = next;
	if (!next)
		queue->phase = !queue->phase;
	if (queue->interrupts)
		*vectors |= BIT(queue->vector);
	return true;
}
