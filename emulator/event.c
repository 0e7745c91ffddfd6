// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Serving by events: no CPU is spent while nothing is to be done.
 *
 * A doorbell is plain memory and can't trap. Commands are announced to us just
 * before the driver rings (announce.c), and one timer is armed for the earliest
 * instant at which one can be due. At depth 1 that is one timer interrupt a
 * command.
 *
 * The other registers can't trap either. The host writes to them after it wrote
 * to PCI configuration space or sent an admin command, so each of the two makes
 * us look at them for a while, ever less often.
 */
#include <linux/ktime.h>
#include <linux/version.h>

#include "vnvme.h"

/* Announced and not rung, the submitter was held up: look again, ever later. */
#define RETRY_FIRST_NS		500
#define RETRY_LAST_NS		1000000
/* How often and how long to look at the registers. */
#define WATCH_FIRST_NS		1000
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

/* Have a pass at an instant, or before. */
void vnvme_event_arm(struct vnvme_device *vnvme, u64 when_ns)
{
	struct vnvme_event *event = &vnvme->event;
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

	next_ns = vnvme_service(vnvme, now_ns, watching);

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
	vnvme_event_arm(vnvme, ktime_get_ns());
}

/* Serve here and now, from a process. */
void vnvme_event_serve(struct vnvme_device *vnvme)
{
	vnvme_service(vnvme, ktime_get_ns(), false);
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
	arm_locked(event, now_ns + WATCH_FIRST_NS);
	raw_spin_unlock_irqrestore(&event->lock, flags);
}

/* When to look again for commands that were announced and not yet rung for. */
u64 vnvme_event_retry_ns(struct vnvme_device *vnvme, bool progress, u64 now_ns)
{
	struct vnvme_event *event = &vnvme->event;

	if (progress)
		event->retry_step_ns = 0;
	if (!vnvme_announcer_expects(vnvme))
		return VNVME_NEVER;
	event->retry_step_ns = clamp_t(u64, 2 * event->retry_step_ns,
				       RETRY_FIRST_NS, RETRY_LAST_NS);
	return now_ns + event->retry_step_ns;
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
	return vnvme_announcer_start(vnvme);
}

/* Leave it to somebody else. */
void vnvme_event_stop(struct vnvme_device *vnvme)
{
	struct vnvme_event *event = &vnvme->event;
	unsigned long flags;
	u16 id;

	vnvme_announcer_stop(vnvme);
	raw_spin_lock_irqsave(&event->lock, flags);
	event->stopped = true;
	raw_spin_unlock_irqrestore(&event->lock, flags);
	hrtimer_cancel(&event->timer);

	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	for (id = 0; id <= vnvme->queues_max; id++)
		vnvme_announcer_forget(vnvme, id);
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);
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
	error = vnvme_announcer_init(vnvme);
	if (error)
		return error;
	error = vnvme_event_start(vnvme);
	if (error)
		vnvme_announcer_exit(vnvme);
	return error;
}

void vnvme_event_exit(struct vnvme_device *vnvme)
{
	if (!vnvme->event.stopped)
		vnvme_event_stop(vnvme);
	vnvme_announcer_exit(vnvme);
}
