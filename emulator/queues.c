// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Submission and completion queues: rings in the host's memory.
 */
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/mm.h>

#include "vnvme.h"

static u32 tail_doorbell(u16 id)
{
	return NVME_REG_DBS + 8 * id;
}

static u32 head_doorbell(u16 id)
{
	return NVME_REG_DBS + 8 * id + 4;
}

int vnvme_queues_init(struct vnvme_device *vnvme)
{
	int error = 0;
	u16 id;

	for (id = 0; id <= vnvme->queues_max && !error; id++) {
		struct vnvme_queue *queue = &vnvme->queues[id];

		queue->vnvme = vnvme;
		error = vnvme_inflight_init(&queue->inflight, id ? VNVME_QUEUE_DEPTH :
					    VNVME_ADMIN_INFLIGHT);
		queue->scratch = (void *)get_zeroed_page(GFP_KERNEL);
		if (!queue->scratch)
			error = -ENOMEM;
	}
	if (error)
		vnvme_queues_exit(vnvme);
	return error;
}

void vnvme_queues_exit(struct vnvme_device *vnvme)
{
	u16 id;

	for (id = 0; id <= vnvme->queues_max; id++) {
		vnvme_inflight_exit(&vnvme->queues[id].inflight);
		free_page((unsigned long)vnvme->queues[id].scratch);
	}
}

/* A ring of whole pages that the kernel can reach, or NULL. */
static void *map_ring(u64 address, u64 bytes)
{
	u64 offset;

	if (!address || !PAGE_ALIGNED(address))
		return NULL;
	/* Not by addresses: those of a ring at the end of all addresses begin again at 0. */
	for (offset = 0; offset < bytes; offset += PAGE_SIZE) {
		if (!vnvme_ram_has(address + offset))
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
	queue = &vnvme->queues[id].completion;
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
	    !vnvme->queues[completion_queue].completion.entries)
		return VNVME_FAIL(NVME_SC_CQ_INVALID);
	ring = map_ring(address, entries * sizeof(struct nvme_command));
	if (!ring)
		return VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET);

	vnvme_write_register(vnvme, tail_doorbell(id), 0);
	*queue = (struct vnvme_submission_queue){
		.entries = ring,
		.entries_count = entries,
	};
	WRITE_ONCE(vnvme->posts_to[id], completion_queue);
	vnvme->queues[completion_queue].submissions |= BIT_ULL(id);
	return 0;
}

u16 vnvme_queue_delete_completion(struct vnvme_device *vnvme, u16 id)
{
	if (!id || id > vnvme->queues_max || !vnvme->queues[id].completion.entries)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (vnvme->queues[id].submissions)
		return VNVME_FAIL(NVME_SC_INVALID_QUEUE);
	vnvme->queues[id].completion.entries = NULL;
	return 0;
}

/* What the host still had in flight there is not completed any more. */
u16 vnvme_queue_delete_submission(struct vnvme_device *vnvme, u16 id)
{
	struct vnvme_queue *queue;

	if (!id || id > vnvme->queues_max || !vnvme->submission[id].entries)
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	queue = &vnvme->queues[vnvme->posts_to[id]];
	vnvme_hint_forget(vnvme, id);
	vnvme_trace_abandon(queue, id);
	vnvme_inflight_drop(&queue->inflight, id);
	queue->submissions &= ~BIT_ULL(id);
	vnvme->submission[id].entries = NULL;
	return 0;
}

void vnvme_queues_drop(struct vnvme_device *vnvme)
{
	u16 id;

	for (id = 0; id <= vnvme->queues_max; id++) {
		vnvme_hint_forget(vnvme, id);
		vnvme_trace_abandon(&vnvme->queues[vnvme->posts_to[id]], id);
		vnvme->submission[id].entries = NULL;
	}
	for (id = 0; id <= vnvme->queues_max; id++) {
		struct vnvme_queue *queue = &vnvme->queues[id];

		queue->completion.entries = NULL;
		queue->submissions = 0;
		queue->inflight.count = 0;
	}
}

/*
 * A doorbell beyond the queue's end is ignored, as nothing can be meant by it,
 * but the controller reports it to the host by an event.
 */
static void complain(struct vnvme_device *vnvme, bool *reported)
{
	if (*reported)
		return;
	*reported = true;
	WRITE_ONCE(vnvme->bad_doorbell, true);
	vnvme_watch_once(vnvme, ktime_get_ns());
}

/* Whether the doorbell says that there is a command. */
bool vnvme_queue_peek(struct vnvme_device *vnvme, u16 id)
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
 * Post a command's completion. False when the host has left no room; the
 * completion is then still to be posted.
 */
bool vnvme_queue_complete(struct vnvme_queue *served,
			  const struct vnvme_inflight *inflight)
{
	struct vnvme_completion_queue *queue = &served->completion;
	struct nvme_completion *entry = &queue->entries[queue->tail];
	u16 next = queue->tail + 1 == queue->entries_count ? 0 : queue->tail + 1;
	struct vnvme_device *vnvme = served->vnvme;
	u32 head = vnvme_read_register(vnvme, head_doorbell(served - vnvme->queues));

	if (head < queue->entries_count) {
		queue->host_head = head;
		queue->bad_doorbell = false;
	} else {
		complain(vnvme, &queue->bad_doorbell);
	}
	if (next == queue->host_head)
		return false;

	entry->result.u64 = cpu_to_le64(inflight->result);
	entry->sq_head = cpu_to_le16(vnvme->submission[inflight->queue].head);
	entry->sq_id = cpu_to_le16(inflight->queue);
	entry->command_id = inflight->command_id;
	/* The phase bit tells the host that all of the entry is there. */
	dma_wmb();
	WRITE_ONCE(entry->status,
		   cpu_to_le16((u16)(inflight->status << 1) | queue->phase));

	queue->tail = next;
	if (!next)
		queue->phase = !queue->phase;
	return true;
}
