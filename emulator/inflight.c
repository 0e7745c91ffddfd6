// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Commands in flight: executed, and not yet due. A binary heap, so that with
 * any mixture of latencies the one due first is found at once.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "vnvme.h"

static bool is_before(const struct vnvme_inflight *a, const struct vnvme_inflight *b)
{
	if (a->due_ns != b->due_ns)
		return a->due_ns < b->due_ns;
	return a->sequence < b->sequence;
}

static void sink(struct vnvme_inflight_heap *heap, u32 at)
{
	struct vnvme_inflight *entries = heap->entries;

	for (;;) {
		u32 child = 2 * at + 1;

		if (child >= heap->count)
			return;
		if (child + 1 < heap->count &&
		    is_before(&entries[child + 1], &entries[child]))
			child++;
		if (!is_before(&entries[child], &entries[at]))
			return;
		swap(entries[child], entries[at]);
		at = child;
	}
}

int vnvme_inflight_init(struct vnvme_inflight_heap *heap, u32 capacity)
{
	heap->entries = kvcalloc(capacity, sizeof(*heap->entries), GFP_KERNEL);
	if (!heap->entries)
		return -ENOMEM;
	heap->capacity = capacity;
	return 0;
}

void vnvme_inflight_exit(struct vnvme_inflight_heap *heap)
{
	kvfree(heap->entries);
	heap->entries = NULL;
}

/* There must be room: whoever takes in a command sees to it. */
void vnvme_inflight_add(struct vnvme_inflight_heap *heap, struct vnvme_inflight inflight)
{
	struct vnvme_inflight *entries = heap->entries;
	u32 at = heap->count;

	if (WARN_ON_ONCE(at == heap->capacity))
		return;
	inflight.sequence = heap->sequence++;
	heap->count++;
	while (at && is_before(&inflight, &entries[(at - 1) / 2])) {
		entries[at] = entries[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	entries[at] = inflight;
}

/* Whether one more leaves a reserve. */
bool vnvme_inflight_fit(const struct vnvme_inflight_heap *heap, u32 reserve)
{
	return heap->count + reserve < heap->capacity;
}

/* The one due first; there must be one. */
struct vnvme_inflight vnvme_inflight_take(struct vnvme_inflight_heap *heap)
{
	struct vnvme_inflight first = heap->entries[0];

	heap->entries[0] = heap->entries[--heap->count];
	sink(heap, 0);
	return first;
}

/* Take a certain command out, if it is there. */
bool vnvme_inflight_find(struct vnvme_inflight_heap *heap, u16 queue, u16 command_id,
			 struct vnvme_inflight *found)
{
	u32 i;

	for (i = 0; i < heap->count; i++) {
		if (heap->entries[i].queue == queue &&
		    heap->entries[i].command_id == command_id)
			break;
	}
	if (i == heap->count)
		return false;
	*found = heap->entries[i];
	heap->entries[i] = heap->entries[--heap->count];
	for (i = heap->count / 2; i-- > 0;)
		sink(heap, i);
	return true;
}

void vnvme_inflight_drop(struct vnvme_inflight_heap *heap, u16 queue)
{
	u32 kept = 0;
	u32 i;

	for (i = 0; i < heap->count; i++) {
		if (heap->entries[i].queue != queue)
			heap->entries[kept++] = heap->entries[i];
	}
	heap->count = kept;
	for (i = kept / 2; i-- > 0;)
		sink(heap, i);
}
