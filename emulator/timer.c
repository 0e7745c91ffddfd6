// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The one timer of a device: armed for the earliest instant at which somebody
 * wants a pass over the controller.
 *
 * Registers are plain memory and can't trap. The host writes to them after it
 * wrote to PCI configuration space or sent an admin command, so each of the two
 * makes us look at them for a while, ever less often.
 */
#include <linux/ktime.h>

#include "vnvme.h"

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

static void start_locked(struct vnvme_timer *timer)
{
	hrtimer_start(&timer->timer, ns_to_ktime(timer->armed_ns),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

/* While a pass runs the wish is only noted; the pass's end starts the timer. */
static void arm_locked(struct vnvme_timer *timer, u64 when_ns)
{
	if (timer->stopped || when_ns >= timer->armed_ns)
		return;
	WRITE_ONCE(timer->armed_ns, when_ns);
	if (!timer->passing)
		start_locked(timer);
}

/* Have a pass at an instant, or before. */
void vnvme_timer_arm(struct vnvme_device *vnvme, u64 when_ns)
{
	struct vnvme_timer *timer = &vnvme->timer;
	unsigned long flags;

	/* Most commands find the timer armed for one before them. */
	if (when_ns >= READ_ONCE(timer->armed_ns))
		return;
	raw_spin_lock_irqsave(&timer->lock, flags);
	arm_locked(timer, when_ns);
	raw_spin_unlock_irqrestore(&timer->lock, flags);
}

/* Have a pass at once. */
void vnvme_timer_kick(struct vnvme_device *vnvme)
{
	vnvme_timer_arm(vnvme, ktime_get_ns());
}

/*
 * Enabled and ready, or neither and the host has not even switched the
 * function on: nothing will be written to CC without a sign before.
 */
static bool is_settled(const struct vnvme_device *vnvme)
{
	bool master = READ_ONCE(vnvme->config[PCI_COMMAND]) & PCI_COMMAND_MASTER;

	return READ_ONCE(vnvme->ready) || !master;
}

/* Something hints at a write to the registers, or to the admin queue. */
void vnvme_timer_watch(struct vnvme_device *vnvme)
{
	struct vnvme_timer *timer = &vnvme->timer;
	u64 watch_ns = is_settled(vnvme) ? WATCH_NS : WATCH_UNSETTLED_NS;
	u64 now_ns = ktime_get_ns();
	unsigned long flags;

	raw_spin_lock_irqsave(&timer->lock, flags);
	timer->watch_until_ns = now_ns + watch_ns;
	timer->watch_step_ns = WATCH_FIRST_NS;
	arm_locked(timer, now_ns + WATCH_FIRST_NS);
	raw_spin_unlock_irqrestore(&timer->lock, flags);
}

/* The timer has fired. Returns whether the pass is to look at the registers. */
bool vnvme_timer_begin_pass(struct vnvme_device *vnvme, u64 now_ns)
{
	struct vnvme_timer *timer = &vnvme->timer;
	bool watching;

	raw_spin_lock(&timer->lock);
	WRITE_ONCE(timer->armed_ns, VNVME_NEVER);
	timer->passing = true;
	watching = now_ns < timer->watch_until_ns;
	raw_spin_unlock(&timer->lock);
	return watching;
}

/* The pass that began at an instant needs another at ``next_ns``. */
void vnvme_timer_end_pass(struct vnvme_device *vnvme, u64 began_ns, u64 next_ns)
{
	u64 pause_ns = vnvme_devices_count > 1 ? PAUSE_SHARED_NS : PAUSE_NS;
	struct vnvme_timer *timer = &vnvme->timer;

	raw_spin_lock(&timer->lock);
	timer->passing = false;
	if (began_ns < timer->watch_until_ns) {
		next_ns = min(next_ns, began_ns + timer->watch_step_ns);
		timer->watch_step_ns = min_t(u64, 2 * timer->watch_step_ns,
					     WATCH_LAST_NS);
	}
	next_ns = min(next_ns, timer->armed_ns);
	if (next_ns != VNVME_NEVER && !timer->stopped) {
		WRITE_ONCE(timer->armed_ns, max(next_ns, ktime_get_ns() + pause_ns));
		start_locked(timer);
	}
	raw_spin_unlock(&timer->lock);
}

/* Start accepting arm requests. */
void vnvme_timer_start(struct vnvme_device *vnvme)
{
	struct vnvme_timer *timer = &vnvme->timer;
	unsigned long flags;

	raw_spin_lock_irqsave(&timer->lock, flags);
	timer->stopped = false;
	WRITE_ONCE(timer->armed_ns, VNVME_NEVER);
	raw_spin_unlock_irqrestore(&timer->lock, flags);
}

/* When this returns, no pass runs and none will. */
void vnvme_timer_stop(struct vnvme_device *vnvme)
{
	struct vnvme_timer *timer = &vnvme->timer;
	unsigned long flags;

	raw_spin_lock_irqsave(&timer->lock, flags);
	timer->stopped = true;
	raw_spin_unlock_irqrestore(&timer->lock, flags);
	hrtimer_cancel(&timer->timer);
}

/* The function called begins and ends a pass; stopped until it is started. */
void vnvme_timer_init(struct vnvme_device *vnvme,
		      enum hrtimer_restart (*fired)(struct hrtimer *timer))
{
	struct vnvme_timer *timer = &vnvme->timer;

	raw_spin_lock_init(&timer->lock);
	timer->stopped = true;
#ifdef VNVME_HRTIMER_SETUP
	hrtimer_setup(&timer->timer, fired, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
#else
	hrtimer_init(&timer->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	timer->timer.function = fired;
#endif
}
