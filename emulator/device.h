/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * The state of a device: what it is made of, and under which lock.
 *
 * Locks, in the order in which they are taken:
 *
 *   service_lock  the controller: its registers' state, queues, commands in
 *                 inflight, the timing model, the settings, the counters. Held with
 *                 interrupts off, by whoever serves and by the settings' writers.
 *   timer.lock    the instant for which the timer is armed, and the instant
 *                 until which the registers are watched.
 *
 * Neither is held while an interrupt is delivered to the driver.
 */
#ifndef VNVME_DEVICE_H
#define VNVME_DEVICE_H

#include <linux/atomic.h>
#include <linux/debugfs.h>
#include <linux/hrtimer.h>
#include <linux/nvme.h>
#include <linux/pci.h>
#include <linux/spinlock.h>
#include <linux/smp.h>
#include <linux/types.h>

#include "histogram.h"
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
#define VNVME_ADMIN_INFLIGHT	64	/* in flight beside those of I/O queues */
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

struct vnvme_submission_queue {
	struct nvme_command *entries;	/* NULL: no such queue */
	u16 entries_count;
	u16 head;
	u16 completion_queue;
	bool bad_doorbell;		/* and an event reported it */
};

struct vnvme_completion_queue {
	struct nvme_completion *entries; /* NULL: no such queue */
	u16 entries_count;
	u16 tail;
	u16 vector;
	u16 submission_queues;		/* that post here */
	u16 host_head;			/* the last that made sense */
	bool interrupts;
	bool phase;
	bool bad_doorbell;		/* and an event reported it */
};

/* A command that was executed and waits for its time. */
struct vnvme_inflight {
	u64 due_ns;
	u64 sequence;			/* first come, first out at one instant */
	u32 result;
	u32 trace_index;		/* of its record, if it is traced */
	u16 queue;
	u16 command_id;
	u16 status;
	bool traced;
	bool timed;			/* due when the model says */
};

/* A binary heap of in-flight requests, the one due first on top. */
struct vnvme_inflight_heap {
	struct vnvme_inflight *entries;
	u32 count;
	u32 capacity;
	u64 sequence;
};

struct vnvme_counters {
	u64 commands[VNVME_OPERATIONS];
	u64 bytes[VNVME_OPERATIONS];
	u64 service_ns[VNVME_OPERATIONS];
	u64 queue_ns[VNVME_OPERATIONS];
	u64 busy_ns[VNVME_OPERATIONS];	/* of the pipes: transfers */
	u64 late_ns;			/* completions after their due time */
	u64 errors;
};

/* Distributions, of reads, writes and flushes apart. */
struct vnvme_histograms {
	struct vnvme_histogram queue[VNVME_OTHER];
	struct vnvme_histogram service[VNVME_OTHER];
	struct vnvme_histogram late;
};

/*
 * The volatile write cache's contents, as far as a power cut shall lose them:
 * what the storage held before, a page a slot. Slots are used in turn, and what
 * a slot held before is durable from then on.
 */
struct vnvme_cache {
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

/* Under the service lock. Indexes count records since the ring was made. */
struct vnvme_trace {
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

/*
 * What the issue tracepoint knows of a queue. Written without a lock by the
 * CPUs that issue, read by who serves.
 */
struct vnvme_hint_queue {
	atomic_t issued;
	u32 fetched;			/* of the issued; service_lock */
	u64 *arrival_ns;		/* by tag; 0: no hint */
};

struct vnvme_hints {
	struct tracepoint *tracepoint;	/* of the block layer: a request is issued */
	unsigned long tags;		/* where the driver has its disks', or 0 */
	u64 retry_step_ns;		/* service_lock: issued, not rung yet */
	struct vnvme_hint_queue queues[VNVME_QUEUES_MAX];
};

/* The timer that everybody arms who wants a pass over the controller. */
struct vnvme_timer {
	raw_spinlock_t lock;
	struct hrtimer timer;
	bool stopped;
	bool passing;			/* a pass runs, and arms when it ends */
	u64 armed_ns;			/* VNVME_NEVER: not armed */
	u64 watch_until_ns;		/* look at the registers till then */
	u64 watch_step_ns;		/* pause before the next look */
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
	raw_spinlock_t service_lock;

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
	struct vnvme_completion_queue completion[VNVME_QUEUES_MAX];
	u16 events[VNVME_EVENTS_MAX];	/* command ids of the requests held */
	u32 events_count;
	u32 event_pending;		/* to be reported at the next request */
	bool event_masked;		/* until the host reads the error log */
	u32 features[0x10];
	u64 uncoalesced;		/* a bit a vector, set by the host */
	struct nvme_error_slot error_log[VNVME_ERRORS_MAX];
	void *scratch;			/* a page for admin data */

	/* service.c, timing.c, settings.c, counters.c, trace_ring.c, schedule.c */
	struct vnvme_inflight_heap inflight;
	struct vnvme_timing timing;
	struct vnvme_settings settings;
	struct vnvme_counters counters;
	struct vnvme_histograms histograms;
	struct vnvme_trace trace;
	struct vnvme_schedule schedule;

	/* timer.c, hint.c, spin.c */
	struct vnvme_timer timer;
	struct vnvme_hints hints;
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
