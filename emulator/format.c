// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Format NVM: other blocks and nothing but zeros. A piece at a time, so that
 * nobody is held up for as long as gigabytes take.
 */
#include <linux/sizes.h>
#include <linux/string.h>

#include "vnvme.h"

#define STEP_BYTES	SZ_1M

/*
 * Zero a region of storage and return its length. Pages that are zero already
 * are only read: where storage is a copy-on-write file they stay shared.
 */
u64 vnvme_zero(u8 *at, u64 bytes)
{
	u8 *end = at + bytes;

	while (at < end) {
		size_t left = VNVME_PAGE_BYTES -
			      ((unsigned long)at & (VNVME_PAGE_BYTES - 1));

		left = min_t(size_t, left, end - at);
		if (memchr_inv(at, 0, left))
			memset(at, 0, left);
		at += left;
	}
	return bytes;
}

/* Begin with it; the completion comes when the last piece is done. */
u16 vnvme_format(struct vnvme_device *vnvme, const struct nvme_command *command)
{
	u32 dword10 = le32_to_cpu(command->format.cdw10);
	u32 nsid = le32_to_cpu(command->format.nsid);
	u32 erase = dword10 >> 9 & 7;
	u32 number = dword10 & 0xf;

	if (nsid != NVME_NSID_ALL && !vnvme_namespace_find(vnvme, nsid))
		return VNVME_FAIL(NVME_SC_INVALID_NS);
	if (vnvme->format.running)
		return NVME_SC_FORMAT_IN_PROGRESS;
	/* No metadata, so neither its settings nor protection information. */
	if (number >= VNVME_FORMATS || dword10 & 0x31f0)
		return VNVME_FAIL(NVME_SC_INVALID_FORMAT);
	if (erase > 1)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);

	vnvme_cache_flush(vnvme);
	vnvme->format = (struct vnvme_format){
		.running = true,
		.command_id = command->common.command_id,
		.block_shift = vnvme_block_shifts[number],
		.nsid = nsid == NVME_NSID_ALL ? 1 : nsid,
		.last_nsid = nsid == NVME_NSID_ALL ? vnvme->namespaces_count : nsid,
	};
	return VNVME_HELD;
}

/* Whether a namespace can't be used because it is being formatted. */
bool vnvme_format_covers(const struct vnvme_device *vnvme, u32 nsid)
{
	const struct vnvme_format *format = &vnvme->format;

	return format->running && nsid >= format->nsid && nsid <= format->last_nsid;
}

/* Do the next piece. Returns whether there is more to do. */
bool vnvme_format_step(struct vnvme_device *vnvme)
{
	struct vnvme_format *format = &vnvme->format;
	struct vnvme_namespace *namespace;

	if (!format->running)
		return false;
	namespace = vnvme_namespace_find(vnvme, format->nsid);
	format->done_bytes += vnvme_zero(namespace->storage + format->done_bytes,
					 min_t(u64, STEP_BYTES, namespace->bytes -
					       format->done_bytes));
	if (format->done_bytes < namespace->bytes)
		return true;

	namespace->block_shift = format->block_shift;
	format->done_bytes = 0;
	if (++format->nsid <= format->last_nsid)
		return true;

	format->running = false;
	vnvme->queues[0].counters.commands[VNVME_OTHER]++;
	vnvme_inflight_add(&vnvme->queues[0].inflight, (struct vnvme_inflight){
		.command_id = format->command_id,
	});
	return false;
}
