// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Namespaces: equal parts of the storage, one after the other.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/sizes.h>

#include "vnvme.h"

/* All but the last begin and end at a multiple of this. */
#define ALIGNMENT_BYTES	SZ_1M

/* What a format's number means: the power of 2 of its block size. */
const u8 vnvme_block_shifts[VNVME_FORMATS] = { VNVME_SECTOR_SHIFT, 12 };

int vnvme_namespaces_init(struct vnvme_device *vnvme, u32 count)
{
	u64 part = vnvme->storage_bytes / count & ~(ALIGNMENT_BYTES - 1ULL);
	u32 i;

	if (count > 1 && !part) {
		pr_err("namespaces=%u leaves less than 1M for each\n", count);
		return -EINVAL;
	}
	for (i = 0; i < count; i++) {
		u64 address = i * part;

		vnvme->namespaces[i] = (struct vnvme_namespace){
			.storage = vnvme->storage + address,
			.address = address,
			.bytes = i + 1 < count ? part :
				 vnvme->storage_bytes - address,
			.block_shift = VNVME_SECTOR_SHIFT,
		};
	}
	vnvme->namespaces_count = count;
	return 0;
}

/* Namespaces are counted from 1. NULL: no such namespace. */
struct vnvme_namespace *vnvme_namespace_find(struct vnvme_device *vnvme, u32 nsid)
{
	if (!nsid || nsid > vnvme->namespaces_count)
		return NULL;
	return &vnvme->namespaces[nsid - 1];
}
