// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A timer that several may want at different instants: it is armed for the
 * earliest. Each has a lock of its owner's, which whoever calls must hold.
 */
#include <linux/ktime.h>

#include "vnvme.h"

/* In instructions. */
#define PAUSE			2000
#define PAUSE_SHARED		20000

/* Have it fire at an instant, or before. */
void vnvme_timer_arm(struct vnvme_timer *timer, u64 when_ns)
{
	/* Most commands find the timer armed for one before them. */
	if (when_ns >= timer->armed_ns || timer->stopped)
		return;
	timer->armed_ns = when_ns;
	hrtimer_start(&timer->timer, ns_to_ktime(when_ns),
		      HRTIMER_MODE_ABS_PINNED_HARD);
}

/* It has fired. */
void vnvme_timer_fired(struct vnvme_timer *timer)
{
	timer->armed_ns = VNVME_NEVER;
}

/* Start accepting arm requests. */
void vnvme_timer_start(struct vnvme_timer *timer)
{
	timer->stopped = false;
	timer->armed_ns = VNVME_NEVER;
}

/* It is not armed any more; hrtimer_cancel() without the lock does the rest. */
void vnvme_timer_stop(struct vnvme_timer *timer)
{
	timer->stopped = true;
}

/* Stopped until it is started. */
void vnvme_timer_init(struct vnvme_timer *timer,
		      enum hrtimer_restart (*fired)(struct hrtimer *timer))
{
	timer->stopped = true;
#ifdef VNVME_HRTIMER_SETUP
	hrtimer_setup(&timer->timer, fired, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
#else
	hrtimer_init(&timer->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	timer->timer.function = fired;
#endif
}

/*
 * Let others have the CPU between two passes. A timer that has expired again
 * before its interrupt returns would be taken for a hang; so would two timers that
 * expire by turns: those of several devices, or one with much to do and the watch.
 */
u64 vnvme_after_pause(u64 when_ns, bool by_turns)
{
	bool long_pause = by_turns || vnvme_devices_count > 1;

	return max(when_ns, ktime_get_ns() +
			    vnvme_taken_ns(long_pause ? PAUSE_SHARED : PAUSE));
}
