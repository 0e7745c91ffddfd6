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

/* Move a command's data from the device to the host or the other way. */
u16 vnvme_prp_copy(const struct nvme_command *command, void *device_memory,
		   u64 bytes, bool to_host)
{
	struct walk walk = walk_of(command, bytes);

	while (walk.left) {
		void *host_memory;
		size_t length;
		u16 status = next_page(&walk, &host_memory, &length);

		if (status)
			return status;
		if (to_host)
			memcpy(host_memory, device_memory, length);
		else
			memcpy(device_memory, host_memory, length);
		device_memory += length;
	}
	return 0;
}

/* Whether the host's data is what the device has. */
u16 vnvme_prp_compare(const struct nvme_command *command,
		      const void *device_memory, u64 bytes)
{
	struct walk walk = walk_of(command, bytes);

	while (walk.left) {
		void *host_memory;
		size_t length;
		u16 status = next_page(&walk, &host_memory, &length);

		if (status)
			return status;
		if (memcmp(host_memory, device_memory, length))
			return VNVME_FAIL(NVME_SC_COMPARE_FAILED);
		device_memory += length;
	}
	return 0;
}
