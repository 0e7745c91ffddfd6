// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * PRPs: a command's data in the host's memory, page by page.
 */
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/string.h>

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

static struct walk walk_of(const struct nvme_command *command, u64 bytes)
{
	return (struct walk){
		.prp1 = le64_to_cpu(command->common.dptr.prp1),
		.prp2 = le64_to_cpu(command->common.dptr.prp2),
		.left = bytes,
		.first = true,
	};
}

/* The list at an address, or NULL where there is no memory. */
static const __le64 *open_list(u64 address)
{
	if (address & 7 || !vnvme_ram_has(address))
		return NULL;
	return phys_to_virt(address);
}

/* The address of the next page's data, into *address. */
static u16 next_address(struct walk *walk, u64 *address)
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

/* The next page's data and how much of it there is. */
static u16 next_page(struct walk *walk, void **memory, size_t *length)
{
	u64 address;
	u16 status = next_address(walk, &address);

	if (status)
		return status;
	if (!vnvme_ram_has(address))
		return VNVME_FAIL(NVME_SC_DATA_XFER_ERROR);
	*memory = phys_to_virt(address);
	*length = min(walk->left, VNVME_PAGE_BYTES - OFFSET(address));
	walk->left -= *length;
	return 0;
}

static u16 transfer(enum vnvme_transfer way, void *host_memory,
		    void *device_memory, size_t length)
{
	switch (way) {
	case VNVME_TO_HOST:
		memcpy(host_memory, device_memory, length);
		return 0;
	case VNVME_TO_DEVICE:
		memcpy(device_memory, host_memory, length);
		return 0;
	default:
		return memcmp(host_memory, device_memory, length) ?
			VNVME_FAIL(NVME_SC_COMPARE_FAILED) : 0;
	}
}

/* Move a command's data one way or the other, or tell whether both are the same. */
u16 vnvme_prp_transfer(const struct nvme_command *command,
		       enum vnvme_transfer way, void *device_memory, u64 bytes)
{
	struct walk walk = walk_of(command, bytes);

	while (walk.left) {
		void *host_memory;
		size_t length;
		u16 status = next_page(&walk, &host_memory, &length);

		if (!status)
			status = transfer(way, host_memory, device_memory, length);
		if (status)
			return status;
		device_memory += length;
	}
	return 0;
}
