// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Commands in flight: executed, and not yet due. A binary heap, so that with
 * any mixture of latencies the one due first is found at once.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "vnvme.h"

static bool is_before(const struct vnvme_flight *a, const struct vnvme_flight *b)
{
	if (a->due_ns != b->due_ns)
		return a->due_ns < b->due_ns;
	return a->sequence < b->sequence;
}

static void sink(struct vnvme_flights *flights, u32 at)
{
	struct vnvme_flight *entries = flights->entries;

	for (;;) {
		u32 child = 2 * at + 1;

		if (child >= flights->count)
			return;
		if (child + 1 < flights->count &&
		    is_before(&entries[child + 1], &entries[child]))
			child++;
		if (!is_before(&entries[child], &entries[at]))
			return;
		swap(entries[child], entries[at]);
		at = child;
	}
}

int vnvme_flights_init(struct vnvme_flights *flights, u32 capacity)
{
	flights->entries = kvcalloc(capacity, sizeof(*flights->entries), GFP_KERNEL);
	if (!flights->entries)
		return -ENOMEM;
	flights->capacity = capacity;
	return 0;
}

void vnvme_flights_exit(struct vnvme_flights *flights)
{
	kvfree(flights->entries);
	flights->entries = NULL;
}

/* There must be room: whoever takes in a command sees to it. */
void vnvme_flights_add(struct vnvme_flights *flights, struct vnvme_flight flight)
{
	struct vnvme_flight *entries = flights->entries;
	u32 at = flights->count;

	if (WARN_ON_ONCE(at == flights->capacity))
		return;
	flight.sequence = flights->sequence++;
	flights->count++;
	while (at && is_before(&flight, &entries[(at - 1) / 2])) {
		entries[at] = entries[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	entries[at] = flight;
}

/* Whether one more leaves a reserve. */
bool vnvme_flights_fit(const struct vnvme_flights *flights, u32 reserve)
{
	return flights->count + reserve < flights->capacity;
}

/* The one due first; there must be one. */
struct vnvme_flight vnvme_flights_take(struct vnvme_flights *flights)
{
	struct vnvme_flight first = flights->entries[0];

	flights->entries[0] = flights->entries[--flights->count];
	sink(flights, 0);
	return first;
}

/* Take a certain command's flight out, if it is there. */
bool vnvme_flights_find(struct vnvme_flights *flights, u16 queue, u16 command_id,
			struct vnvme_flight *found)
{
	u32 i;

	for (i = 0; i < flights->count; i++) {
		if (flights->entries[i].queue == queue &&
		    flights->entries[i].command_id == command_id)
			break;
	}
	if (i == flights->count)
		return false;
	*found = flights->entries[i];
	flights->entries[i] = flights->entries[--flights->count];
	for (i = flights->count / 2; i-- > 0;)
		sink(flights, i);
	return true;
}

void vnvme_flights_drop(struct vnvme_flights *flights, u16 queue)
{
	u32 kept = 0;
	u32 i;

	for (i = 0; i < flights->count; i++) {
		if (flights->entries[i].queue != queue)
			flights->entries[kept++] = flights->entries[i];
	}
	flights->count = kept;
	for (i = kept / 2; i-- > 0;)
		sink(flights, i);
}
