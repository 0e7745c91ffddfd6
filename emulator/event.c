// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Serving by events: no CPU is spent while nothing is to be done.
 *
 * A doorbell is plain memory and can't trap. A hint tells us of a command just
 * before the driver rings (hint.c), and the timer is armed for the earliest
 * instant at which one can be due. At depth 1 that is one timer interrupt a
 * command.
 */
#include <linux/ktime.h>

#include "vnvme.h"

static enum hrtimer_restart timer_fired(struct hrtimer *timer)
{
	struct vnvme_device *vnvme =
		container_of(timer, struct vnvme_device, timer.timer);
	u64 now_ns = ktime_get_ns();
	bool watching = vnvme_timer_begin_pass(vnvme, now_ns);
	u64 next_ns = vnvme_service(vnvme, now_ns, watching);

	vnvme_timer_end_pass(vnvme, now_ns, next_ns);
	return HRTIMER_NORESTART;
}

/* Serve here and now, from a process. */
void vnvme_event_serve(struct vnvme_device *vnvme)
{
	vnvme_service(vnvme, ktime_get_ns(), false);
	vnvme_timer_kick(vnvme);
}

/* Serve by events from now on. */
int vnvme_event_start(struct vnvme_device *vnvme)
{
	vnvme_timer_start(vnvme);
	return vnvme_hint_start(vnvme);
}

/* Leave it to somebody else. */
void vnvme_event_stop(struct vnvme_device *vnvme)
{
	unsigned long flags;
	u16 id;

	vnvme_hint_stop(vnvme);
	vnvme_timer_stop(vnvme);

	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	for (id = 0; id <= vnvme->queues_max; id++)
		vnvme_hint_forget(vnvme, id);
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);
}

int vnvme_event_init(struct vnvme_device *vnvme)
{
	int error;

	vnvme_timer_init(vnvme, timer_fired);
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
	if (!vnvme->timer.stopped)
		vnvme_event_stop(vnvme);
	vnvme_hint_exit(vnvme);
}
