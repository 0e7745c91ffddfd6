// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The locks of a controller and all its queues at once: for whatever changes what
 * queues there are, and for sums over all of them.
 */
#include "vnvme.h"

void vnvme_locks_init(struct vnvme_device *vnvme)
{
	u32 id;

	raw_spin_lock_init(&vnvme->controller_lock);
	raw_spin_lock_init(&vnvme->model_lock);
	raw_spin_lock_init(&vnvme->log_lock);
	raw_spin_lock_init(&vnvme->watch.lock);
	raw_spin_lock_init(&vnvme->trace.lock);
	raw_spin_lock_init(&vnvme->cache.lock);
	for (id = 0; id < VNVME_QUEUES_MAX; id++)
		raw_spin_lock_init(&vnvme->queues[id].lock);
}

/* Nobody serves until the locks are released; *flags is for whoever does that. */
void vnvme_lock_all(struct vnvme_device *vnvme, unsigned long *flags)
{
	u32 id;

	raw_spin_lock_irqsave(&vnvme->controller_lock, *flags);
	for (id = 0; id <= vnvme->queues_max; id++)
		raw_spin_lock_nest_lock(&vnvme->queues[id].lock,
					&vnvme->controller_lock);
}

void vnvme_unlock_all(struct vnvme_device *vnvme, unsigned long flags)
{
	u32 id;

	for (id = vnvme->queues_max + 1; id-- > 0;)
		raw_spin_unlock(&vnvme->queues[id].lock);
	raw_spin_unlock_irqrestore(&vnvme->controller_lock, flags);
}
