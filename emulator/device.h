/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The state of a device: what it is made of, and under which lock.
 *
 * Locks, in the order in which they are taken, all with interrupts off:
 *
 *   controller_lock  with the locks of all queues (locks.c): the registers' state,
 *                    admin commands, which queues there are. Whoever holds one
 *                    queue's lock may read these.
 *   queue.lock       a completion queue, the submission queues that post to it,
 *                    their commands, their timer, what they counted.
 *   others           none is taken while one of these is held: model_lock (timing,
 *                    settings, schedule), log_lock (errors), watch.lock, trace.lock,
 *                    cache.lock.
 *
 * None is held while an interrupt is delivered to the driver.
 */
#ifndef VNVME_DEVICE_H
#define VNVME_DEVICE_H

#include <linux/atomic.h>
#include <linux/debugfs.h>
#include <linux/nvme.h>
#include <linux/pci.h>
#include <linux/spinlock.h>
#include <linux/smp.h>
#include <linux/types.h>

#include "queue.h"
#include "timing.h"

#define VNVME_NAME		"vnvme"

/* BAR 0: registers, doorbells, MSI-X table, MSI-X pending bits. */
#define VNVME_BAR_BYTES		0x4000
#define VNVME_BAR_MSIX_TABLE	0x2000
#define VNVME_BAR_MSIX_PENDING	0x3000
/* The region that BAR 0 is taken from, so that the rest stays MiB aligned. */
#define VNVME_WINDOW_BYTES	0x100000

#define VNVME_DEVICES_MAX	8
#define VNVME_NAMESPACES_MAX	16
#define VNVME_IO_QUEUES_MAX	32
#define VNVME_QUEUES_MAX	(VNVME_IO_QUEUES_MAX + 1)
#define VNVME_QUEUE_DEPTH	1024	/* entries, of which one stays free */
#define VNVME_ADMIN_DEPTH	4096	/* the most that the registers allow */
#define VNVME_EVENTS_MAX	4	/* asynchronous event requests held */
#define VNVME_ADMIN_INFLIGHT	64	/* admin commands in flight */
#define VNVME_ERRORS_MAX	16	/* entries of the error log */

#define VNVME_PAGE_BYTES	4096
#define VNVME_SECTOR_SHIFT	9	/* of the smallest block */
#define VNVME_SECTOR_BYTES	512
#define VNVME_FORMATS		2	/* of blocks: 512 and 4096 bytes */
#define VNVME_MDTS		9	/* 2^9 pages, 2 MiB a command */
#define VNVME_TRANSFER_MAX	(VNVME_PAGE_BYTES << VNVME_MDTS)
#define VNVME_ZERO_SHIFT	8	/* 2^8 pages, 1 MiB zeroed a command */
#define VNVME_ZERO_MAX		(VNVME_PAGE_BYTES << VNVME_ZERO_SHIFT)

/* NVMe status: the do-not-retry bit, whose name differs between kernels. */
#define VNVME_DNR		0x4000
#define VNVME_FAIL(code)	((u16)((code) | VNVME_DNR))
/* Not a status: the command completes some day, or never (events). */
#define VNVME_HELD		0xffff

#define VNVME_NEVER		U64_MAX

/* A part of the storage, which the host sees as a disk. */
struct vnvme_namespace {
	u8 *storage;
	u64 bytes;
	u64 address;			/* of its first byte in the device */
	u8 block_shift;
};

/* A Format NVM under way, a piece a pass. */
struct vnvme_format {
	bool running;
	u16 command_id;
	u8 block_shift;
	u32 nsid;			/* that is being formatted */
	u32 last_nsid;
	u64 done_bytes;			/* of it */
};

/*
 * The volatile write cache's contents, as far as a power cut shall lose them:
 * what the storage held before, a page a slot. Slots are used in turn, and what
 * a slot held before is durable from then on.
 */
struct vnvme_cache {
	raw_spinlock_t lock;
	struct vnvme_cached_page *slots;
	u8 *saved;			/* a page for each slot */
	u32 *slot_of_page;		/* counted from 1, 0: none */
	u32 slots_count;
	u32 used;			/* of the slots, up to the youngest */
	u32 next;
};

/* One command in the ring that the file "trace" reads. */
struct vnvme_trace_record {
	u64 arrival_ns;
	u64 due_ns;
	u64 completed_ns;		/* 0: not yet, VNVME_NEVER: dropped */
	u64 lba;
	u32 bytes;
	u32 nsid;
	u16 queue;
	u16 command_id;
	u16 status;
	u8 opcode;
	u8 fua;
};

/* Indexes count records since the ring was made. */
struct vnvme_trace {
	raw_spinlock_t lock;
	struct vnvme_trace_record *records;	/* NULL: switched off */
	u32 capacity;			/* a power of 2 */
	u32 written;
	u32 taken;			/* by the reader */
	u64 dropped;			/* for lack of room */
	struct dentry *folder;
};

/* A scheduled change of a setting. */
struct vnvme_step {
	u64 offset_ns;			/* from the schedule's begin */
	u32 setting;			/* its number in settings.h */
	u64 value;
};

struct vnvme_schedule {
	struct vnvme_step *steps;
	u32 count;
	u32 applied;
	u64 begin_ns;			/* the instant of its writing */
	u64 next_ns;			/* of the next step, or VNVME_NEVER */
};

struct vnvme_hints {
	struct tracepoint *tracepoint;	/* of the block layer: a request is issued */
	unsigned long tags;		/* where the driver has its disks', or 0 */
	struct vnvme_hint *of_queue[VNVME_QUEUES_MAX];	/* by tag; queue.lock */
};

/* A look at registers and admin queue is due, or to be had again and again. */
struct vnvme_watch {
	raw_spinlock_t lock;
	struct vnvme_timer timer;
	u64 until_ns;			/* look at the registers till then */
	u64 step_ns;			/* pause before the next look */
};

/* A thread that polls. */
struct vnvme_spin {
	struct task_struct *thread;	/* NULL: served by events */
	struct mutex lock;		/* of changes between the modes */
};

/* An interrupt to be raised on another CPU. */
struct vnvme_call {
	call_single_data_t data;
	struct vnvme_device *vnvme;
	unsigned int vector;
};

struct vnvme_device {
	raw_spinlock_t controller_lock;
	raw_spinlock_t model_lock;
	raw_spinlock_t log_lock;

	u32 number;			/* among our devices, from 0 */

	/* memory.c, namespaces.c, format.c, cache.c */
	u8 *storage;
	u64 storage_bytes;
	struct vnvme_namespace namespaces[VNVME_NAMESPACES_MAX];
	u32 namespaces_count;
	struct vnvme_format format;
	struct vnvme_cache cache;
	bool powered;
	u8 *registers;			/* BAR 0 */
	struct resource *storage_resource;
	struct resource window;
	struct resource bus_numbers;

	/* pci.c, msix.c, vectors.c */
	struct pci_sysdata sysdata;
	struct pci_bus *bus;
	struct device *function;	/* our one PCI function, or NULL */
	u8 config[PCI_CFG_SPACE_EXP_SIZE];
	u8 config_writable[PCI_CFG_SPACE_EXP_SIZE];
	struct irq_domain *interrupts;
	unsigned int vectors[VNVME_QUEUES_MAX];	/* Linux interrupt numbers */
	struct vnvme_call calls[VNVME_QUEUES_MAX];	/* by vector */
	atomic_long_t retriggered;	/* vectors to deliver again */

	/* registers.c, queues.c, features.c, events.c, logs.c */
	bool ready;
	u32 queues_max;			/* I/O queues */
	bool write_cache;
	struct vnvme_submission_queue submission[VNVME_QUEUES_MAX];
	u16 posts_to[VNVME_QUEUES_MAX];	/* submission queues: completion queue */
	u16 events[VNVME_EVENTS_MAX];	/* command ids of the requests held */
	u32 events_count;
	u32 event_pending;		/* to be reported at the next request */
	bool event_masked;		/* until the host reads the error log */
	bool bad_doorbell;		/* and the controller is to report it */
	u32 features[0x10];
	u64 uncoalesced;		/* a bit a vector, set by the host */
	struct nvme_error_slot error_log[VNVME_ERRORS_MAX];
	u64 errors;

	/* admit.c, timing.c, settings.c, schedule.c, trace_ring.c */
	struct vnvme_timing timing;
	struct vnvme_settings settings;
	struct vnvme_schedule schedule;
	struct vnvme_trace trace;

	/* service.c, hint.c, watch.c, spin.c */
	struct vnvme_queue queues[VNVME_QUEUES_MAX];	/* the first: of admin commands */
	struct vnvme_hints hints;
	struct vnvme_watch watch;
	struct vnvme_spin spin;
};

static inline struct vnvme_device *vnvme_from_bus(struct pci_bus *bus)
{
	return container_of(bus->sysdata, struct vnvme_device, sysdata);
}

static inline u32 vnvme_read_register(struct vnvme_device *vnvme, u32 offset)
{
	return READ_ONCE(*(u32 *)(vnvme->registers + offset));
}

static inline void vnvme_write_register(struct vnvme_device *vnvme, u32 offset,
					u32 value)
{
	WRITE_ONCE(*(u32 *)(vnvme->registers + offset), value);
}

static inline u64 vnvme_read_register64(struct vnvme_device *vnvme, u32 offset)
{
	return READ_ONCE(*(u64 *)(vnvme->registers + offset));
}

#endif
