// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The one way to the timing model. Pipe, gate and units are shared by all queues,
 * so commands are admitted one after the other, in the order of their arrival; that
 * takes some hundred instructions, and nothing else of a command waits for others.
 */
#include <linux/ktime.h>

#include "vnvme.h"

/*
 * Admit a command that arrived at an instant, with the settings of that instant. If
 * it is 0 the command arrives now: then nobody who was admitted before came later.
 */
void vnvme_admit(struct vnvme_device *vnvme, const struct vnvme_request *request,
		 u64 *arrival_ns, struct vnvme_charge *charge)
{
	raw_spin_lock(&vnvme->model_lock);
	if (!*arrival_ns)
		*arrival_ns = ktime_get_ns();
	vnvme_schedule_apply(vnvme, *arrival_ns);
	*charge = vnvme_timing_admit(&vnvme->timing, &vnvme->settings, request,
				     *arrival_ns);
	raw_spin_unlock(&vnvme->model_lock);
}
