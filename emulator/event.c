// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Serving by events: no CPU is spent while nothing is to be done.
 *
 * A doorbell is plain memory and can't trap. A hint tells us of a command just
 * before the driver rings (hint.c), and the queue's timer is armed for the instant
 * at which it is due. At depth 1 that is one timer interrupt a command, on the CPU
 * that issued it.
 */
#include <linux/ktime.h>

#include "vnvme.h"

static enum hrtimer_restart queue_fired(struct hrtimer *timer)
{
	vnvme_queue_serve(container_of(timer, struct vnvme_queue, timer.timer), true);
	return HRTIMER_NORESTART;
}

/* Who writes to configuration space may ring for I/O commands without a hint. */
static enum hrtimer_restart watch_fired(struct hrtimer *timer)
{
	struct vnvme_device *vnvme =
		container_of(timer, struct vnvme_device, watch.timer.timer);
	u64 now_ns = ktime_get_ns();
	bool watching = vnvme_watch_begin(vnvme, now_ns);
	u64 next_ns = vnvme_controller_serve(vnvme, now_ns, watching);
	u16 id;

	for (id = 1; id <= vnvme->queues_max; id++) {
		struct vnvme_queue *queue = &vnvme->queues[id];

		/* Where there are hints its own timer comes to it, on its own CPU. */
		if (!READ_ONCE(queue->expected))
			vnvme_queue_serve(queue, false);
	}
	vnvme_watch_end(vnvme, now_ns, next_ns);
	return HRTIMER_NORESTART;
}

/* Serve here and now, from a process. */
void vnvme_event_serve(struct vnvme_device *vnvme)
{
	u64 next_ns = vnvme_controller_serve(vnvme, ktime_get_ns(), false);
	u16 id;

	for (id = 1; id <= vnvme->queues_max; id++)
		vnvme_queue_serve(&vnvme->queues[id], false);
	if (next_ns != VNVME_NEVER)
		vnvme_watch_once(vnvme, next_ns);
}

/* Serve by events from now on. */
int vnvme_event_start(struct vnvme_device *vnvme)
{
	unsigned long flags;
	u16 id;

	vnvme_lock_all(vnvme, &flags);
	for (id = 1; id <= vnvme->queues_max; id++)
		vnvme_timer_start(&vnvme->queues[id].timer);
	raw_spin_lock(&vnvme->watch.lock);
	vnvme_timer_start(&vnvme->watch.timer);
	raw_spin_unlock(&vnvme->watch.lock);
	vnvme_unlock_all(vnvme, flags);
	return vnvme_hint_start(vnvme);
}

/* Leave it to somebody else. When this returns, no pass runs and none will. */
void vnvme_event_stop(struct vnvme_device *vnvme)
{
	unsigned long flags;
	u16 id;

	vnvme_hint_stop(vnvme);
	vnvme_lock_all(vnvme, &flags);
	for (id = 1; id <= vnvme->queues_max; id++) {
		vnvme_timer_stop(&vnvme->queues[id].timer);
		vnvme_hint_forget(vnvme, id);
	}
	raw_spin_lock(&vnvme->watch.lock);
	vnvme_timer_stop(&vnvme->watch.timer);
	raw_spin_unlock(&vnvme->watch.lock);
	vnvme_unlock_all(vnvme, flags);

	for (id = 1; id <= vnvme->queues_max; id++)
		hrtimer_cancel(&vnvme->queues[id].timer.timer);
	hrtimer_cancel(&vnvme->watch.timer.timer);
}

int vnvme_event_init(struct vnvme_device *vnvme)
{
	int error;
	u16 id;

	for (id = 1; id <= vnvme->queues_max; id++)
		vnvme_timer_init(&vnvme->queues[id].timer, queue_fired);
	/* The watch's is the one for admin commands. */
	vnvme_timer_stop(&vnvme->queues[0].timer);
	vnvme_timer_init(&vnvme->watch.timer, watch_fired);
	error = vnvme_hint_init(vnvme);
	if (error)
		return error;
	error = vnvme_event_start(vnvme);
	if (error)
		vnvme_hint_exit(vnvme);
	return error;
}

void vnvme_event_exit(struct vnvme_device *vnvme)
{
	if (!vnvme->watch.timer.stopped)
		vnvme_event_stop(vnvme);
	vnvme_hint_exit(vnvme);
}
