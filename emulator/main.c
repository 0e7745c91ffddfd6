// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Loading and unloading, and the module's own parameters.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpumask.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "vnvme.h"

static char *memory_start;
module_param(memory_start, charp, 0444);
MODULE_PARM_DESC(memory_start,
		 "physical address of the reserved stretch (bytes, K, M, G)");

static char *memory_bytes;
module_param(memory_bytes, charp, 0444);
MODULE_PARM_DESC(memory_bytes,
		 "size of the reserved stretch (bytes, K, M, G); the registers take its last 1M unless registers_start is given");

static char *registers_start;
module_param(registers_start, charp, 0444);
MODULE_PARM_DESC(registers_start,
		 "physical address of a reserved 1M for the registers (bytes, K, M, G)");

static unsigned int queues;
module_param(queues, uint, 0444);
MODULE_PARM_DESC(queues, "I/O queues, 1 to 32; 0 for one a CPU");

static bool write_cache = true;
module_param(write_cache, bool, 0444);
MODULE_PARM_DESC(write_cache,
		 "report a volatile write cache, so that the host sends flushes");

static struct vnvme_device *the_device;

static int parse_size(const char *name, const char *text, u64 *value)
{
	char *end;

	*value = 0;
	if (!text)
		return 0;
	*value = memparse(text, &end);
	if (end == text || *end) {
		pr_err("%s=%s is no number of bytes\n", name, text);
		return -EINVAL;
	}
	return 0;
}

static int init_memory(struct vnvme_device *vnvme)
{
	u64 start, bytes, registers;
	int error;

	error = parse_size("memory_start", memory_start, &start);
	if (!error)
		error = parse_size("memory_bytes", memory_bytes, &bytes);
	if (!error)
		error = parse_size("registers_start", registers_start, &registers);
	if (error)
		return error;
	return vnvme_memory_init(vnvme, start, bytes, registers);
}

static int init_settings(struct vnvme_device *vnvme)
{
	if (queues > VNVME_IO_QUEUES_MAX) {
		pr_err("queues=%u is not within 0 and %u\n", queues,
		       VNVME_IO_QUEUES_MAX);
		return -ERANGE;
	}
	vnvme->queues_max = queues ?: min_t(u32, num_possible_cpus(),
					    VNVME_IO_QUEUES_MAX);
	vnvme->write_cache = write_cache;
	raw_spin_lock_init(&vnvme->service_lock);
	return vnvme_knobs_initial(&vnvme->dial);
}

static int __init vnvme_init(void)
{
	struct vnvme_device *vnvme;
	int error;

	vnvme = kvzalloc(sizeof(*vnvme), GFP_KERNEL);
	if (!vnvme)
		return -ENOMEM;
	error = init_settings(vnvme);
	if (error)
		goto free_device;

	error = -ENOMEM;
	vnvme->scratch = (void *)get_zeroed_page(GFP_KERNEL);
	if (!vnvme->scratch)
		goto free_device;
	error = vnvme_flights_init(&vnvme->flights, VNVME_ADMIN_DEPTH +
				   vnvme->queues_max * VNVME_QUEUE_DEPTH);
	if (error)
		goto free_scratch;
	error = init_memory(vnvme);
	if (error)
		goto free_flights;
	vnvme_registers_reset(vnvme);
	error = vnvme_event_init(vnvme);
	if (error)
		goto free_memory;

	/* From here on the driver may be talking to us. */
	error = vnvme_pci_init(vnvme);
	if (error)
		goto free_event;
	the_device = vnvme;
	return 0;

free_event:
	vnvme_event_exit(vnvme);
free_memory:
	vnvme_memory_exit(vnvme);
free_flights:
	vnvme_flights_exit(&vnvme->flights);
free_scratch:
	free_page((unsigned long)vnvme->scratch);
free_device:
	kvfree(vnvme);
	return error;
}

static void __exit vnvme_exit(void)
{
	struct vnvme_device *vnvme = the_device;

	/* The driver lets go of the controller first, and is still served. */
	vnvme_pci_exit(vnvme);
	vnvme_event_exit(vnvme);
	vnvme_memory_exit(vnvme);
	vnvme_flights_exit(&vnvme->flights);
	free_page((unsigned long)vnvme->scratch);
	kvfree(vnvme);
}

module_init(vnvme_init);
module_exit(vnvme_exit);

MODULE_DESCRIPTION("A virtual NVMe controller over reserved memory, with a timing model");
MODULE_LICENSE("Dual MIT/GPL");
