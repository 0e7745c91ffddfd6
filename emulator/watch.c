// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * When to look at the registers and the admin queue.
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
 * Enabled and ready, or neither and the host has not even switched the
 * function on: nothing will be written to CC without a sign before.
 */
static bool is_settled(const struct vnvme_device *vnvme)
{
	bool master = READ_ONCE(vnvme->config[PCI_COMMAND]) & PCI_COMMAND_MASTER;

	return READ_ONCE(vnvme->ready) || !master;
}

/* Something hints at a write to the registers, or to the admin queue. */
void vnvme_watch(struct vnvme_device *vnvme)
{
	u64 watch_ns = is_settled(vnvme) ? WATCH_NS : WATCH_UNSETTLED_NS;
	struct vnvme_watch *watch = &vnvme->watch;
	u64 now_ns = ktime_get_ns();
	unsigned long flags;

	raw_spin_lock_irqsave(&watch->lock, flags);
	watch->until_ns = now_ns + watch_ns;
	watch->step_ns = WATCH_FIRST_NS;
	vnvme_timer_arm(&watch->timer, now_ns + WATCH_FIRST_NS);
	raw_spin_unlock_irqrestore(&watch->lock, flags);
}

/* Look once, at an instant or before. */
void vnvme_watch_once(struct vnvme_device *vnvme, u64 when_ns)
{
	struct vnvme_watch *watch = &vnvme->watch;
	unsigned long flags;

	raw_spin_lock_irqsave(&watch->lock, flags);
	vnvme_timer_arm(&watch->timer, when_ns);
	raw_spin_unlock_irqrestore(&watch->lock, flags);
}

/* The timer has fired. Returns whether to look at the registers. */
bool vnvme_watch_begin(struct vnvme_device *vnvme, u64 now_ns)
{
	struct vnvme_watch *watch = &vnvme->watch;
	bool watching;

	raw_spin_lock(&watch->lock);
	vnvme_timer_fired(&watch->timer);
	watching = now_ns < watch->until_ns;
	raw_spin_unlock(&watch->lock);
	return watching;
}

/* The look that began at an instant is over, and another is due at ``next_ns``. */
void vnvme_watch_end(struct vnvme_device *vnvme, u64 began_ns, u64 next_ns)
{
	struct vnvme_watch *watch = &vnvme->watch;

	raw_spin_lock(&watch->lock);
	if (began_ns < watch->until_ns) {
		next_ns = min(next_ns, began_ns + watch->step_ns);
		watch->step_ns = min_t(u64, 2 * watch->step_ns, WATCH_LAST_NS);
	}
	if (next_ns != VNVME_NEVER)
		vnvme_timer_arm(&watch->timer, vnvme_after_pause(next_ns, true));
	raw_spin_unlock(&watch->lock);
}
