// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The reserved region of physical memory: storage first, registers last.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/io.h>
#include <linux/ioport.h>

#include "vnvme.h"

static int check_region(const char *what, u64 start, u64 bytes)
{
	if (!PAGE_ALIGNED(start) || !PAGE_ALIGNED(bytes)) {
		pr_err("%s %#llx+%#llx is not aligned to pages\n", what, start, bytes);
		return -EINVAL;
	}
	if (region_intersects(start, bytes, IORESOURCE_SYSTEM_RAM,
			      IORES_DESC_NONE) != REGION_DISJOINT) {
		pr_err("%s %#llx+%#llx is in use as RAM; reserve it with the kernel argument memmap=%llu$%llu\n",
		       what, start, bytes, bytes, start);
		return -EBUSY;
	}
	return 0;
}

static int map_storage(struct vnvme_device *vnvme, u64 start)
{
	vnvme->storage_resource = request_mem_region(start, vnvme->storage_bytes,
						     "vnvme storage");
	if (!vnvme->storage_resource) {
		pr_err("storage region at %#llx already claimed, see /proc/iomem\n",
		       start);
		return -EBUSY;
	}
	vnvme->storage = memremap(start, vnvme->storage_bytes, MEMREMAP_WB);
	if (!vnvme->storage)
		return -ENOMEM;
	return 0;
}

/*
 * The nvme driver maps the registers uncached; memory that is write-back here
 * would make that mapping fail, write-through does not.
 */
static int map_registers(struct vnvme_device *vnvme, u64 start)
{
	int error;

	vnvme->window = (struct resource){
		.name = "vnvme registers",
		.start = start,
		.end = start + VNVME_WINDOW_BYTES - 1,
		.flags = IORESOURCE_MEM,
	};
	error = insert_resource(&iomem_resource, &vnvme->window);
	if (!error && vnvme->window.parent->flags & IORESOURCE_BUSY) {
		/* The storage of another device, say. */
		remove_resource(&vnvme->window);
		error = -EBUSY;
	}
	if (error) {
		pr_err("registers' region at %#llx already claimed, see /proc/iomem\n",
		       start);
		vnvme->window.parent = NULL;
		return error;
	}
	vnvme->registers = memremap(start, VNVME_BAR_BYTES, MEMREMAP_WT);
	if (!vnvme->registers)
		return -ENOMEM;
	memset(vnvme->registers, 0, VNVME_BAR_BYTES);
	return 0;
}

int vnvme_memory_init(struct vnvme_device *vnvme, u64 start, u64 bytes,
		      u64 registers_start)
{
	int error;

	if (!start || bytes < 2 * VNVME_WINDOW_BYTES) {
		pr_err("memory_start and memory_bytes must name a reserved region of at least 2M\n");
		return -EINVAL;
	}
	error = check_region("memory_start, memory_bytes", start, bytes);
	if (error)
		return error;

	vnvme->storage_bytes = bytes;
	if (!registers_start) {
		vnvme->storage_bytes -= VNVME_WINDOW_BYTES;
		registers_start = start + vnvme->storage_bytes;
	}
	error = check_region("registers_start", registers_start,
			     VNVME_WINDOW_BYTES);
	if (error)
		return error;
	if (registers_start < start + vnvme->storage_bytes &&
	    start < registers_start + VNVME_WINDOW_BYTES) {
		pr_err("registers_start %#llx: the registers' 1M would lie in the storage %#llx+%#llx\n",
		       registers_start, start, vnvme->storage_bytes);
		return -EINVAL;
	}

	error = map_storage(vnvme, start);
	if (!error)
		error = map_registers(vnvme, registers_start);
	if (error)
		vnvme_memory_exit(vnvme);
	return error;
}

void vnvme_memory_exit(struct vnvme_device *vnvme)
{
	if (vnvme->registers) {
		/* Leave no trace of a session in what may be an image file. */
		memset(vnvme->registers, 0, VNVME_BAR_BYTES);
		memunmap(vnvme->registers);
	}
	if (vnvme->window.parent)
		remove_resource(&vnvme->window);
	if (vnvme->storage)
		memunmap(vnvme->storage);
	if (vnvme->storage_resource)
		release_mem_region(vnvme->storage_resource->start,
				   resource_size(vnvme->storage_resource));
	vnvme->registers = NULL;
	vnvme->storage = NULL;
	vnvme->storage_resource = NULL;
}
