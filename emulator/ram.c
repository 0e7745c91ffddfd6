// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Which addresses the host may name for data and queues: what the kernel has
 * mapped. Anything else would fault under our hands.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/ioport.h>
#include <linux/memremap.h>
#include <linux/mm.h>

#include "vnvme.h"

#define REGIONS_MAX	64

struct region {
	u64 start;
	u64 end;
};

/* RAM as it was when the module was loaded; written once, then only read. */
static struct region regions[REGIONS_MAX];
static u32 regions_count;

static int note_region(struct resource *resource, void *data)
{
	if (regions_count == REGIONS_MAX)
		return -ENOSPC;
	regions[regions_count++] = (struct region){
		.start = PAGE_ALIGN(resource->start),
		.end = PAGE_ALIGN_DOWN(resource->end + 1),
	};
	return 0;
}

/* On loading. */
int vnvme_ram_init(void)
{
	int error;

	regions_count = 0;
	error = walk_iomem_res_desc(IORES_DESC_NONE,
				    IORESOURCE_SYSTEM_RAM | IORESOURCE_BUSY,
				    0, -1, NULL, note_region);
	if (error)
		pr_err("RAM lies in more than %u regions\n", REGIONS_MAX);
	return error;
}

/* Whether the page of an address can be reached by phys_to_virt(). */
bool vnvme_ram_has(u64 address)
{
	u32 i;

	for (i = 0; i < regions_count; i++) {
		if (address >= regions[i].start && address < regions[i].end)
			return true;
	}
	/* Persistent memory is mapped as well, if it has pages. */
	return pfn_valid(PHYS_PFN(address)) &&
	       is_zone_device_page(pfn_to_page(PHYS_PFN(address)));
}
