/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * vnvme: a virtual NVMe controller on a PCI bus of its own.
 *
 * What the files share: the device's state, and who may call what.
 *
 * Locks, in the order in which they are taken:
 *
 *   service_lock  the controller: its registers' state, queues, commands in
 *                 flight, the timing model, the dial, the counters. Held with
 *                 interrupts off, by whoever serves and by the dial's writers.
 *   event.lock    the instant for which the timer is armed, and the instant
 *                 until which the registers are watched.
 *
 * Neither is held while an interrupt is delivered to the driver.
 */
#ifndef VNVME_H
#define VNVME_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/nvme.h>
#include <linux/pci.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "timing.h"

#define VNVME_NAME		"vnvme"

/* BAR 0: registers, doorbells, MSI-X table, MSI-X pending bits. */
#define VNVME_BAR_BYTES		0x4000
#define VNVME_BAR_MSIX_TABLE	0x2000
#define VNVME_BAR_MSIX_PENDING	0x3000
/* The stretch that BAR 0 is taken from, so that the rest stays MiB aligned. */
#define VNVME_WINDOW_BYTES	0x100000

#define VNVME_IO_QUEUES_MAX	32
#define VNVME_QUEUES_MAX	(VNVME_IO_QUEUES_MAX + 1)
#define VNVME_QUEUE_DEPTH	1024	/* entries, of which one stays free */
#define VNVME_ADMIN_DEPTH	4096	/* the most that the registers allow */
#define VNVME_EVENTS_MAX	4	/* asynchronous event requests held */
#define VNVME_ERRORS_MAX	16	/* entries of the error log */

#define VNVME_PAGE_BYTES	4096
#define VNVME_LBA_SHIFT		9
#define VNVME_MDTS		9	/* 2^9 pages, 2 MiB a command */
#define VNVME_TRANSFER_MAX	(VNVME_PAGE_BYTES << VNVME_MDTS)
#define VNVME_ZERO_SHIFT	10	/* 2^10 pages, 4 MiB zeroed a command */
#define VNVME_ZERO_MAX		(VNVME_PAGE_BYTES << VNVME_ZERO_SHIFT)

/* NVMe status: the do-not-retry bit, whose name differs between kernels. */
#define VNVME_DNR		0x4000
#define VNVME_FAIL(code)	((u16)((code) | VNVME_DNR))
/* Not a status: the command completes some day, or never (events). */
#define VNVME_HELD		0xffff

#define VNVME_NEVER		U64_MAX

struct vnvme_submission_queue {
	struct nvme_command *entries;	/* NULL: there is no such queue */
	u16 entries_count;
	u16 head;
	u16 completion_queue;
};

struct vnvme_completion_queue {
	struct nvme_completion *entries; /* NULL: there is no such queue */
	u16 entries_count;
	u16 tail;
	u16 vector;
	u16 submission_queues;		/* that post here */
	bool interrupts;
	bool phase;
};

/* A command that was executed and waits for its time. */
struct vnvme_flight {
	u64 due_ns;
	u64 sequence;			/* first come, first out at one instant */
	u32 result;
	u16 queue;
	u16 command_id;
	u16 status;
};

/* A binary heap of flights, the one due first on top. */
struct vnvme_flights {
	struct vnvme_flight *entries;
	u32 count;
	u32 capacity;
	u64 sequence;
};

struct vnvme_counters {
	u64 commands[VNVME_OPERATIONS];
	u64 bytes[VNVME_OPERATIONS];
	u64 service_ns[VNVME_OPERATIONS];
	u64 queue_ns[VNVME_OPERATIONS];
	u64 busy_ns;			/* of the pipe */
	u64 errors;
};

/*
 * What the issue tracepoint knows of a queue. Written without a lock by the
 * CPUs that issue, read by who serves.
 */
struct vnvme_announcements {
	atomic_t issued;
	u32 fetched;			/* of the issued; service_lock */
	u64 *arrival_ns;		/* by tag; 0: not announced */
};

struct vnvme_event {
	raw_spinlock_t lock;
	struct hrtimer timer;
	bool stopped;
	bool serving;			/* a pass runs, and arms when it ends */
	u64 armed_ns;			/* VNVME_NEVER: not armed */
	u64 watch_until_ns;		/* look at the registers till then */
	u64 watch_step_ns;		/* pause before the next look */
	u64 retry_step_ns;		/* service_lock: issued, not rung yet */
	struct tracepoint *tracepoint;
	bool probing;
	struct vnvme_announcements queues[VNVME_QUEUES_MAX];
};

struct vnvme_device {
	raw_spinlock_t service_lock;

	/* memory.c */
	u8 *storage;
	u64 storage_bytes;
	u8 *registers;			/* BAR 0 */
	struct resource *storage_resource;
	struct resource window;
	struct resource bus_numbers;

	/* pci.c, msix.c */
	struct pci_sysdata sysdata;
	struct pci_bus *bus;
	struct device *function;	/* our one PCI function, or NULL */
	u8 config[PCI_CFG_SPACE_EXP_SIZE];
	u8 config_writable[PCI_CFG_SPACE_EXP_SIZE];
	struct irq_domain *interrupts;
	unsigned int vectors[VNVME_QUEUES_MAX];	/* Linux interrupt numbers */
	atomic_long_t retriggered;	/* vectors to deliver again */

	/* registers.c, queues.c, features.c, logs.c */
	bool ready;
	u32 queues_max;			/* I/O queues */
	bool write_cache;
	struct vnvme_submission_queue submission[VNVME_QUEUES_MAX];
	struct vnvme_completion_queue completion[VNVME_QUEUES_MAX];
	u16 events[VNVME_EVENTS_MAX];	/* command ids, never completed */
	u32 events_count;
	u32 features[0x10];
	struct nvme_error_slot error_log[VNVME_ERRORS_MAX];
	void *scratch;			/* a page for admin data */

	/* service.c, timing.c, knobs.c, counters.c */
	struct vnvme_flights flights;
	struct vnvme_timing timing;
	struct vnvme_dial dial;
	struct vnvme_counters counters;

	/* event.c */
	struct vnvme_event event;
};

/* What executing an I/O command came to. */
struct vnvme_executed {
	enum vnvme_operation operation;
	u64 bytes;			/* through the pipe */
	u64 moved_bytes;		/* by our own CPU, pipe or not */
	u16 status;
};

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

/* memory.c */
int vnvme_memory_init(struct vnvme_device *vnvme, u64 start, u64 bytes,
		      u64 registers_start);
void vnvme_memory_exit(struct vnvme_device *vnvme);

/* pci.c */
int vnvme_pci_init(struct vnvme_device *vnvme);
void vnvme_pci_exit(struct vnvme_device *vnvme);
struct vnvme_device *vnvme_from_bus(struct pci_bus *bus);

/* msix.c */
int vnvme_msix_init(struct vnvme_device *vnvme);
void vnvme_msix_exit(struct vnvme_device *vnvme);
void vnvme_msix_deliver(struct vnvme_device *vnvme, unsigned long vectors);

/* registers.c: with the service lock */
void vnvme_registers_reset(struct vnvme_device *vnvme);
void vnvme_registers_look(struct vnvme_device *vnvme);
bool vnvme_registers_settled(struct vnvme_device *vnvme);

/* queues.c: with the service lock */
u16 vnvme_queue_create_completion(struct vnvme_device *vnvme, u16 id, u64 address,
				  u32 entries, u16 vector, bool interrupts);
u16 vnvme_queue_create_submission(struct vnvme_device *vnvme, u16 id, u64 address,
				  u32 entries, u16 completion_queue);
u16 vnvme_queue_delete_completion(struct vnvme_device *vnvme, u16 id);
u16 vnvme_queue_delete_submission(struct vnvme_device *vnvme, u16 id);
void vnvme_queues_drop(struct vnvme_device *vnvme);
bool vnvme_queue_peek(struct vnvme_device *vnvme, u16 id,
		      struct nvme_command *command);
void vnvme_queue_advance(struct vnvme_device *vnvme, u16 id);
bool vnvme_queue_complete(struct vnvme_device *vnvme,
			  const struct vnvme_flight *flight,
			  unsigned long *vectors);

/* flights.c: with the service lock */
int vnvme_flights_init(struct vnvme_flights *flights, u32 capacity);
void vnvme_flights_exit(struct vnvme_flights *flights);
bool vnvme_flights_add(struct vnvme_flights *flights, struct vnvme_flight flight);
struct vnvme_flight vnvme_flights_take(struct vnvme_flights *flights);
void vnvme_flights_drop(struct vnvme_flights *flights, u16 queue);

/* service.c: one pass over the controller; returns when the next is needed */
u64 vnvme_service(struct vnvme_device *vnvme, bool look_at_registers);

/* event.c */
int vnvme_event_init(struct vnvme_device *vnvme);
void vnvme_event_exit(struct vnvme_device *vnvme);
void vnvme_event_kick(struct vnvme_device *vnvme);
void vnvme_event_watch(struct vnvme_device *vnvme);
void vnvme_event_forget(struct vnvme_device *vnvme, u16 queue);
u64 vnvme_event_arrival(struct vnvme_device *vnvme, u16 queue, u16 command_id);
void vnvme_event_fetched(struct vnvme_device *vnvme, u16 queue, u16 command_id);
u64 vnvme_event_retry_ns(struct vnvme_device *vnvme, bool progress, u64 now_ns);

/* admin.c, features.c, identify.c, logs.c: with the service lock */
u16 vnvme_admin_execute(struct vnvme_device *vnvme,
			const struct nvme_command *command, u32 *result);
void vnvme_features_reset(struct vnvme_device *vnvme);
u16 vnvme_set_features(struct vnvme_device *vnvme,
		       const struct nvme_command *command, u32 *result);
u16 vnvme_get_features(struct vnvme_device *vnvme,
		       const struct nvme_command *command, u32 *result);
u16 vnvme_identify(struct vnvme_device *vnvme, const struct nvme_command *command);
u16 vnvme_get_log_page(struct vnvme_device *vnvme,
		       const struct nvme_command *command);
void vnvme_log_error(struct vnvme_device *vnvme, u16 queue,
		     const struct nvme_command *command, u16 status);

/* io.c, prp.c: with the service lock */
struct vnvme_executed vnvme_io_execute(struct vnvme_device *vnvme,
				       const struct nvme_command *command);
u16 vnvme_prp_copy(const struct nvme_command *command, void *device_memory,
		   u64 bytes, bool to_host);

/* knobs.c, counters.c */
int vnvme_knobs_initial(struct vnvme_dial *dial);
extern const struct attribute_group vnvme_attribute_group;
void vnvme_count(struct vnvme_device *vnvme, enum vnvme_operation operation,
		 u64 bytes, const struct vnvme_charge *charge);
ssize_t vnvme_counters_show(struct vnvme_device *vnvme, char *text);

#endif
