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

#define CPU_MIPS_MAX	100000

static char *memory_start[VNVME_DEVICES_MAX];
unsigned int vnvme_devices_count;
module_param_array(memory_start, charp, &vnvme_devices_count, 0444);
MODULE_PARM_DESC(memory_start,
		 "physical address of each device's reserved region (bytes, K, M, G), with commas between");

static char *memory_bytes[VNVME_DEVICES_MAX];
module_param_array(memory_bytes, charp, NULL, 0444);
MODULE_PARM_DESC(memory_bytes,
		 "size of each reserved region (bytes, K, M, G); the registers take its last 1M unless registers_start is given");

static char *registers_start[VNVME_DEVICES_MAX];
module_param_array(registers_start, charp, NULL, 0444);
MODULE_PARM_DESC(registers_start,
		 "physical address of a reserved 1M for each device's registers (bytes, K, M, G)");

unsigned int vnvme_cpu_mips = 2500;
module_param_named(cpu_mips, vnvme_cpu_mips, uint, 0444);
MODULE_PARM_DESC(cpu_mips,
		 "how fast a CPU is, in millions of instructions per second, 1 to 100000: how much ahead of a completion we begin with it");

static unsigned int namespaces = 1;
module_param(namespaces, uint, 0444);
MODULE_PARM_DESC(namespaces, "equal parts of a device's storage, 1 to 16");

static unsigned int queues;
module_param(queues, uint, 0444);
MODULE_PARM_DESC(queues, "I/O queues, 1 to 32; 0 for one a CPU");

static bool write_cache = true;
module_param(write_cache, bool, 0444);
MODULE_PARM_DESC(write_cache,
		 "report a volatile write cache, so that the host sends flushes");

static char *cache_bytes;
module_param(cache_bytes, charp, 0444);
MODULE_PARM_DESC(cache_bytes,
		 "how much of what was not flushed a power cut loses (bytes, K, M, G); 0 for nothing");

static char *mode = "event";
module_param(mode, charp, 0444);
MODULE_PARM_DESC(mode, "how commands are served: event (default) or spin");

static struct vnvme_device *devices[VNVME_DEVICES_MAX];

static int parse_size(const char *name, const char *text, u64 *value)
{
	char *end;

	*value = 0;
	if (!text)
		return 0;
	*value = memparse(text, &end);
	if (end == text || *end) {
		pr_err("%s=%s is not a number of bytes\n", name, text);
		return -EINVAL;
	}
	return 0;
}

static int init_memory(struct vnvme_device *vnvme)
{
	u64 start, bytes, registers, cache;
	u32 number = vnvme->number;
	int error;

	error = parse_size("memory_start", memory_start[number], &start);
	if (!error)
		error = parse_size("memory_bytes", memory_bytes[number], &bytes);
	if (!error)
		error = parse_size("registers_start", registers_start[number],
				   &registers);
	if (!error)
		error = parse_size("cache_bytes", cache_bytes, &cache);
	if (!error)
		error = vnvme_memory_init(vnvme, start, bytes, registers);
	if (error)
		return error;

	error = vnvme_namespaces_init(vnvme, namespaces);
	if (!error)
		error = vnvme_cache_init(vnvme, cache);
	if (error)
		vnvme_memory_exit(vnvme);
	return error;
}

static int check_parameters(void)
{
	if (!vnvme_cpu_mips || vnvme_cpu_mips > CPU_MIPS_MAX) {
		pr_err("cpu_mips=%u is not within 1 and %u\n", vnvme_cpu_mips,
		       CPU_MIPS_MAX);
		return -ERANGE;
	}
	if (queues > VNVME_IO_QUEUES_MAX) {
		pr_err("queues=%u is not within 0 and %u\n", queues,
		       VNVME_IO_QUEUES_MAX);
		return -ERANGE;
	}
	if (!namespaces || namespaces > VNVME_NAMESPACES_MAX) {
		pr_err("namespaces=%u is not within 1 and %u\n", namespaces,
		       VNVME_NAMESPACES_MAX);
		return -ERANGE;
	}
	if (strcmp(mode, "event") && strcmp(mode, "spin")) {
		pr_err("mode=%s is neither event nor spin\n", mode);
		return -EINVAL;
	}
	return 0;
}

static int init_settings(struct vnvme_device *vnvme)
{
	vnvme->queues_max = queues ?: min_t(u32, num_possible_cpus(),
					    VNVME_IO_QUEUES_MAX);
	vnvme->write_cache = write_cache;
	vnvme->powered = true;
	vnvme->schedule.next_ns = VNVME_NEVER;
	vnvme_locks_init(vnvme);
	vnvme_spin_init(vnvme);
	return vnvme_settings_initial(&vnvme->settings);
}

static struct vnvme_device *create(u32 number)
{
	struct vnvme_device *vnvme;
	unsigned long flags;
	int error;

	vnvme = kvzalloc(sizeof(*vnvme), GFP_KERNEL);
	if (!vnvme)
		return ERR_PTR(-ENOMEM);
	vnvme->number = number;
	error = init_settings(vnvme);
	if (error)
		goto free_device;

	error = vnvme_queues_init(vnvme);
	if (error)
		goto free_device;
	error = init_memory(vnvme);
	if (error)
		goto free_queues;
	vnvme_lock_all(vnvme, &flags);
	vnvme_registers_reset(vnvme);
	vnvme_unlock_all(vnvme, flags);
	error = vnvme_event_init(vnvme);
	if (error)
		goto free_memory;
	if (!strcmp(mode, "spin"))
		error = vnvme_spin_switch(vnvme, true);
	if (error)
		goto free_event;
	vnvme_trace_init(vnvme);

	/* From here on the driver may be talking to us. */
	error = vnvme_pci_init(vnvme);
	if (error)
		goto free_trace;
	return vnvme;

free_trace:
	vnvme_trace_exit(vnvme);
	vnvme_spin_exit(vnvme);
free_event:
	vnvme_event_exit(vnvme);
free_memory:
	vnvme_cache_exit(vnvme);
	vnvme_memory_exit(vnvme);
free_queues:
	vnvme_queues_exit(vnvme);
free_device:
	kvfree(vnvme);
	return ERR_PTR(error);
}

static void destroy(struct vnvme_device *vnvme)
{
	/* The driver lets go of the controller first, and is still served. */
	vnvme_pci_exit(vnvme);
	vnvme_spin_exit(vnvme);
	vnvme_event_exit(vnvme);
	vnvme_trace_exit(vnvme);
	vnvme_schedule_exit(vnvme);
	vnvme_cache_exit(vnvme);
	vnvme_memory_exit(vnvme);
	vnvme_queues_exit(vnvme);
	kvfree(vnvme);
}

static void destroy_all(void)
{
	u32 number;

	for (number = VNVME_DEVICES_MAX; number-- > 0;) {
		if (devices[number])
			destroy(devices[number]);
	}
	vnvme_pci_stop();
}

static int __init vnvme_init(void)
{
	u32 number;
	int error;

	error = check_parameters();
	if (!error)
		error = vnvme_ram_init();
	if (!error)
		error = vnvme_pci_start();
	if (error)
		return error;

	for (number = 0; number < max(vnvme_devices_count, 1U); number++) {
		struct vnvme_device *vnvme = create(number);

		if (IS_ERR(vnvme)) {
			destroy_all();
			return PTR_ERR(vnvme);
		}
		devices[number] = vnvme;
	}
	return 0;
}

static void __exit vnvme_exit(void)
{
	destroy_all();
}

module_init(vnvme_init);
module_exit(vnvme_exit);

MODULE_DESCRIPTION("Virtual NVMe controllers over reserved memory, with a timing model");
MODULE_LICENSE("Dual MIT/GPL");
