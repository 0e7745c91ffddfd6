// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Asynchronous events: the host leaves requests with us, and one is completed
 * when there is something to report. All that can happen here is that the host
 * writes nonsense to a doorbell. Reported once, such an event is not reported
 * again until the host has read the error log.
 */
#include "vnvme.h"

#define EVENT(error)	(NVME_AER_ERROR | (error) << 8 | NVME_LOG_ERROR << 16)
#define NO_EVENT	0

void vnvme_events_reset(struct vnvme_device *vnvme)
{
	vnvme->events_count = 0;
	vnvme->event_pending = NO_EVENT;
	vnvme->event_masked = false;
}

/* Take a request, or answer it at once if something happened meanwhile. */
u16 vnvme_events_hold(struct vnvme_device *vnvme, u16 command_id, u32 *result)
{
	if (vnvme->event_pending != NO_EVENT) {
		*result = vnvme->event_pending;
		vnvme->event_pending = NO_EVENT;
		return 0;
	}
	if (vnvme->events_count == VNVME_EVENTS_MAX)
		return VNVME_FAIL(NVME_SC_ASYNC_LIMIT);
	vnvme->events[vnvme->events_count++] = command_id;
	return VNVME_HELD;
}

/* Tell the host of an error, now or with its next request. */
void vnvme_events_raise(struct vnvme_device *vnvme, u8 error)
{
	if (vnvme->event_masked)
		return;
	vnvme->event_masked = true;
	if (!vnvme->events_count) {
		vnvme->event_pending = EVENT(error);
		return;
	}
	vnvme_inflight_add(&vnvme->queues[0].inflight, (struct vnvme_inflight){
		.command_id = vnvme->events[--vnvme->events_count],
		.result = EVENT(error),
	});
}

/* The host has read the error log. */
void vnvme_events_read(struct vnvme_device *vnvme)
{
	vnvme->event_masked = false;
}

/* Whether a request of that number was held, and is no more. */
bool vnvme_events_abort(struct vnvme_device *vnvme, u16 command_id)
{
	u32 i;

	for (i = 0; i < vnvme->events_count; i++) {
		if (vnvme->events[i] == command_id) {
			vnvme->events[i] = vnvme->events[--vnvme->events_count];
			return true;
		}
	}
	return false;
}
