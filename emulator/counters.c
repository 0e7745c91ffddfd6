// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The device's own account of what it did. All of it only ever grows.
 */
#include <linux/sysfs.h>

#include "vnvme.h"

/* With the queue's lock. */
void vnvme_count(struct vnvme_queue *queue, const struct vnvme_request *request,
		 const struct vnvme_charge *charge)
{
	struct vnvme_histograms *histograms = &queue->histograms;
	struct vnvme_counters *counters = &queue->counters;
	enum vnvme_operation operation = request->operation;
	u64 service_ns = charge->transfer_ns + charge->latency_ns;

	counters->commands[operation]++;
	counters->bytes[operation] += request->bytes;
	counters->service_ns[operation] += service_ns;
	counters->queue_ns[operation] += charge->queue_ns;
	counters->busy_ns[operation] += charge->share_ns;
	if (operation == VNVME_OTHER)
		return;
	vnvme_histogram_add(&histograms->queue[operation], charge->queue_ns);
	vnvme_histogram_add(&histograms->service[operation], service_ns);
}

/* With the queue's lock: a command of its was completed after its time. */
void vnvme_count_late(struct vnvme_queue *queue, u64 late_ns)
{
	queue->counters.late_ns += late_ns;
	vnvme_histogram_add(&queue->histograms.late, late_ns);
}

/* With all locks: what all queues counted. */
struct vnvme_counters vnvme_counters_sum(const struct vnvme_device *vnvme)
{
	struct vnvme_counters sum = { 0 };
	u32 id, operation;

	for (id = 0; id <= vnvme->queues_max; id++) {
		const struct vnvme_counters *counters = &vnvme->queues[id].counters;

		for (operation = 0; operation < VNVME_OPERATIONS; operation++) {
			sum.commands[operation] += counters->commands[operation];
			sum.bytes[operation] += counters->bytes[operation];
			sum.service_ns[operation] += counters->service_ns[operation];
			sum.queue_ns[operation] += counters->queue_ns[operation];
			sum.busy_ns[operation] += counters->busy_ns[operation];
		}
		sum.late_ns += counters->late_ns;
	}
	return sum;
}

/* For how long data were transferred, in all pipes together. */
u64 vnvme_busy_ns(const struct vnvme_counters *counters)
{
	return counters->busy_ns[VNVME_READ] + counters->busy_ns[VNVME_WRITE] +
	       counters->busy_ns[VNVME_FLUSH];
}

/* One consistent set of values, a "name value" a line. */
ssize_t vnvme_counters_show(struct vnvme_device *vnvme, char *text)
{
	struct vnvme_counters now;
	unsigned long flags;
	u64 errors;

	vnvme_lock_all(vnvme, &flags);
	now = vnvme_counters_sum(vnvme);
	errors = vnvme->errors;
	vnvme_unlock_all(vnvme, flags);

	return sysfs_emit(text,
			  "read_commands %llu\n"
			  "write_commands %llu\n"
			  "flush_commands %llu\n"
			  "other_commands %llu\n"
			  "read_bytes %llu\n"
			  "write_bytes %llu\n"
			  "read_service_ns %llu\n"
			  "write_service_ns %llu\n"
			  "flush_service_ns %llu\n"
			  "read_queue_ns %llu\n"
			  "write_queue_ns %llu\n"
			  "flush_queue_ns %llu\n"
			  "busy_ns %llu\n"
			  "read_busy_ns %llu\n"
			  "write_busy_ns %llu\n"
			  "flush_busy_ns %llu\n"
			  "late_ns %llu\n"
			  "errors %llu\n",
			  now.commands[VNVME_READ], now.commands[VNVME_WRITE],
			  now.commands[VNVME_FLUSH], now.commands[VNVME_OTHER],
			  now.bytes[VNVME_READ], now.bytes[VNVME_WRITE],
			  now.service_ns[VNVME_READ], now.service_ns[VNVME_WRITE],
			  now.service_ns[VNVME_FLUSH],
			  now.queue_ns[VNVME_READ], now.queue_ns[VNVME_WRITE],
			  now.queue_ns[VNVME_FLUSH],
			  vnvme_busy_ns(&now),
			  now.busy_ns[VNVME_READ], now.busy_ns[VNVME_WRITE],
			  now.busy_ns[VNVME_FLUSH],
			  now.late_ns, errors);
}

/* How many durations fell into a bucket, in all queues. */
static u64 bucket_sum(const struct vnvme_device *vnvme, size_t histogram, u32 bucket)
{
	u64 sum = 0;
	u32 id;

	for (id = 0; id <= vnvme->queues_max; id++) {
		const void *histograms = &vnvme->queues[id].histograms;
		const struct vnvme_histogram *its = histograms + histogram;

		sum += its->counts[bucket];
	}
	return sum;
}

/*
 * The buckets that are not empty: the least duration and the count, a line each.
 * The histogram is an offset in struct vnvme_histograms.
 */
ssize_t vnvme_histogram_show(struct vnvme_device *vnvme, size_t histogram, char *text)
{
	unsigned long flags;
	ssize_t length = 0;
	u32 i;

	/* Formatting 144 lines is short; the locks make them of one instant. */
	vnvme_lock_all(vnvme, &flags);
	for (i = 0; i < VNVME_BUCKETS; i++) {
		u64 count = bucket_sum(vnvme, histogram, i);

		if (count)
			length += sysfs_emit_at(text, length, "%llu %llu\n",
						vnvme_bucket_begin_ns(i), count);
	}
	vnvme_unlock_all(vnvme, flags);
	return length;
}
