// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * PRPs: a command's data in the host's memory, page by page.
 */
#include <linux/io.h>
#include <linux/mm.h>

#include "vnvme.h"

#define OFFSET(address)	((address) & (VNVME_PAGE_BYTES - 1))

/* Walks the pages of a command. */
struct walk {
	u64 prp1;
	u64 prp2;
	u64 left;			/* bytes of data from here on */
	const __le64 *list;		/* next entry, NULL before the list */
	bool first;
};

/* The list at an address, or NULL where there is no memory. */
static const __le64 *open_list(u64 address)
{
	if (address & 7 || !pfn_valid(PHYS_PFN(address)))
		return NULL;
	return phys_to_virt(address);
}

/* The address of the next page's data, into *address. */
static u16 next_page(struct walk *walk, u64 *address)
{
	if (walk->first) {
		walk->first = false;
		*address = walk->prp1;
		return *address & 3 ? VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET) : 0;
	}

	if (!walk->list && walk->left <= VNVME_PAGE_BYTES) {
		*address = walk->prp2;
	} else {
		if (!walk->list) {
			walk->list = open_list(walk->prp2);
			if (!walk->list)
				return VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET);
		}
		/* A page's last entry leads on to the next page of the list. */
		if (OFFSET((unsigned long)walk->list) == VNVME_PAGE_BYTES - 8 &&
		    walk->left > VNVME_PAGE_BYTES) {
			u64 next = le64_to_cpu(*walk->list);

			walk->list = OFFSET(next) ? NULL : open_list(next);
			if (!walk->list)
				return VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET);
		}
		*address = le64_to_cpu(*walk->list++);
	}
	return OFFSET(*address) ? VNVME_FAIL(NVME_SC_PRP_INVALID_OFFSET) : 0;
}

u16 vnvme_prp_copy(const struct nvme_command *command, void *device_memory,
		   u64 bytes, bool to_host)
{
	struct walk walk = {
		.prp1 = le64_to_cpu(command->common.dptr.prp1),
		.prp2 = le64_to_cpu(command->common.dptr.prp2),
		.left = bytes,
		.first = true,
	};

	while (walk.left) {
		u64 address, length;
		void *host_memory;
		u16 status;

		status = next_page(&walk, &address);
		if (status)
			return status;
		if (!pfn_valid(PHYS_PFN(address)))
			return VNVME_FAIL(NVME_SC_DATA_XFER_ERROR);
		host_memory = phys_to_virt(address);
		length = min(walk.left, VNVME_PAGE_BYTES - OFFSET(address));
		if (to_host)
			memcpy(host_memory, device_memory, length);
		else
			memcpy(device_memory, host_memory, length);
		device_memory += length;
		walk.left -= length;
	}
	return 0;
}
