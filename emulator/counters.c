// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The device's own account of what it did. All of it only ever grows.
 */
#include <linux/sysfs.h>

#include "vnvme.h"

/* With the service lock. */
void vnvme_count(struct vnvme_device *vnvme, enum vnvme_operation operation,
		 u64 bytes, const struct vnvme_charge *charge)
{
	struct vnvme_counters *counters = &vnvme->counters;

	counters->commands[operation]++;
	counters->bytes[operation] += bytes;
	counters->service_ns[operation] += charge->transfer_ns + charge->latency_ns;
	counters->queue_ns[operation] += charge->queue_ns;
	counters->busy_ns += charge->transfer_ns;
}

/* One consistent set of values, a "name value" a line. */
ssize_t vnvme_counters_show(struct vnvme_device *vnvme, char *text)
{
	struct vnvme_counters now;
	unsigned long flags;

	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	now = vnvme->counters;
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);

	return sysfs_emit(text,
			  "read_commands %llu\n"
			  "write_commands %llu\n"
			  "flush_commands %llu\n"
			  "other_commands %llu\n"
			  "read_bytes %llu\n"
			  "write_bytes %llu\n"
			  "read_service_ns %llu\n"
			  "write_service_ns %llu\n"
			  "read_queue_ns %llu\n"
			  "write_queue_ns %llu\n"
			  "busy_ns %llu\n"
			  "errors %llu\n",
			  now.commands[VNVME_READ], now.commands[VNVME_WRITE],
			  now.commands[VNVME_FLUSH], now.commands[VNVME_OTHER],
			  now.bytes[VNVME_READ], now.bytes[VNVME_WRITE],
			  now.service_ns[VNVME_READ], now.service_ns[VNVME_WRITE],
			  now.queue_ns[VNVME_READ], now.queue_ns[VNVME_WRITE],
			  now.busy_ns, now.errors);
}
