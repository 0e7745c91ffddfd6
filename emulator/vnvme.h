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
/* The stretch that BAR 0 is taken from, so that the rest stays MiB aligned. */
#define VNVME_WINDOW_BYTES	0x100000

#define VNVME_DEVICES_MAX	8
#define VNVME_NAMESPACES_MAX	16
#define VNVME_IO_QUEUES_MAX	32
#define VNVME_QUEUES_MAX	(VNVME_IO_QUEUES_MAX + 1)
#define VNVME_QUEUE_DEPTH	1024	/* entries, of which one stays free */
#define VNVME_ADMIN_DEPTH	4096	/* the most that the registers allow */
#define VNVME_EVENTS_MAX	4	/* asynchronous event requests held */
#define VNVME_ERRORS_MAX	16	/* entries of the error log */

#define VNVME_PAGE_BYTES	4096
#define VNVME_SECTOR_SHIFT	9	/* of the smallest block */
#define VNVME_SECTOR_BYTES	(1 << VNVME_SECTOR_SHIFT)
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

/* Fetching a command and moving its data takes longer than this. */
#define VNVME_FETCH_LEAD_NS	1500

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
	struct nvme_command *entries;	/* NULL: there is no such queue */
	u16 entries_count;
	u16 head;
	u16 completion_queue;
	bool bad_doorbell;		/* and the host was told so */
};

struct vnvme_completion_queue {
	struct nvme_completion *entries; /* NULL: there is no such queue */
	u16 entries_count;
	u16 tail;
	u16 vector;
	u16 submission_queues;		/* that post here */
	u16 host_head;			/* the last that made sense */
	bool interrupts;
	bool phase;
	bool bad_doorbell;		/* and the host was told so */
};

/* A command that was executed and waits for its time. */
struct vnvme_flight {
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

/* A change of the dial that is to come. */
struct vnvme_step {
	u64 offset_ns;			/* from the schedule's begin */
	u32 knob;			/* its number in knobs.h */
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
struct vnvme_announcements {
	atomic_t issued;
	u32 fetched;			/* of the issued; service_lock */
	u64 *arrival_ns;		/* by tag; 0: not announced */
};

/* An interrupt to be raised on another CPU. */
struct vnvme_call {
	call_single_data_t data;
	struct vnvme_device *vnvme;
	unsigned int vector;
};

/* A thread that polls, and a way to raise interrupts on other CPUs. */
struct vnvme_spin {
	struct task_struct *thread;	/* NULL: served by events */
	struct mutex lock;		/* of changes between the modes */
	struct vnvme_call calls[VNVME_QUEUES_MAX];
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
	struct vnvme_announcements queues[VNVME_QUEUES_MAX];
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

	/* pci.c, msix.c */
	struct pci_sysdata sysdata;
	struct pci_bus *bus;
	struct device *function;	/* our one PCI function, or NULL */
	u8 config[PCI_CFG_SPACE_EXP_SIZE];
	u8 config_writable[PCI_CFG_SPACE_EXP_SIZE];
	struct irq_domain *interrupts;
	unsigned int vectors[VNVME_QUEUES_MAX];	/* Linux interrupt numbers */
	atomic_long_t retriggered;	/* vectors to deliver again */

	/* registers.c, queues.c, features.c, events.c, logs.c */
	bool ready;
	u32 queues_max;			/* I/O queues */
	bool write_cache;
	struct vnvme_submission_queue submission[VNVME_QUEUES_MAX];
	struct vnvme_completion_queue completion[VNVME_QUEUES_MAX];
	u16 events[VNVME_EVENTS_MAX];	/* command ids of the requests held */
	u32 events_count;
	u32 event_pending;		/* to be told at the next request */
	bool event_masked;		/* until the host reads the error log */
	u32 features[0x10];
	u64 uncoalesced;		/* a bit a vector, set by the host */
	struct nvme_error_slot error_log[VNVME_ERRORS_MAX];
	void *scratch;			/* a page for admin data */

	/* service.c, timing.c, knobs.c, counters.c, trace_ring.c, schedule.c */
	struct vnvme_flights flights;
	struct vnvme_timing timing;
	struct vnvme_dial dial;
	struct vnvme_counters counters;
	struct vnvme_histograms histograms;
	struct vnvme_trace trace;
	struct vnvme_schedule schedule;

	/* event.c, spin.c */
	struct vnvme_event event;
	struct vnvme_spin spin;
};

/* What executing an I/O command came to. */
struct vnvme_executed {
	struct vnvme_request request;	/* to the timing model */
	u64 moved_bytes;		/* by our own CPU, in the model or not */
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

/* main.c */
extern unsigned int vnvme_devices_count;

/* memory.c */
int vnvme_memory_init(struct vnvme_device *vnvme, u64 start, u64 bytes,
		      u64 registers_start);
void vnvme_memory_exit(struct vnvme_device *vnvme);
int vnvme_ram_init(void);
bool vnvme_ram_has(u64 address);

/* namespaces.c */
extern const u8 vnvme_block_shifts[VNVME_FORMATS];
int vnvme_namespaces_init(struct vnvme_device *vnvme, u32 count);
struct vnvme_namespace *vnvme_namespace_find(struct vnvme_device *vnvme, u32 nsid);

/* format.c: with the service lock */
u16 vnvme_format(struct vnvme_device *vnvme, const struct nvme_command *command);
bool vnvme_format_covers(const struct vnvme_device *vnvme, u32 nsid);
bool vnvme_format_step(struct vnvme_device *vnvme);
u64 vnvme_zero(u8 *at, u64 bytes);

/* cache.c: with the service lock */
int vnvme_cache_init(struct vnvme_device *vnvme, u64 bytes);
void vnvme_cache_exit(struct vnvme_device *vnvme);
void vnvme_cache_write(struct vnvme_device *vnvme, u64 address, u64 bytes,
		       bool durable);
void vnvme_cache_flush(struct vnvme_device *vnvme);
void vnvme_cache_lose(struct vnvme_device *vnvme, bool every_other);

/* pci.c */
int vnvme_pci_start(void);
void vnvme_pci_stop(void);
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
bool vnvme_flights_find(struct vnvme_flights *flights, u16 queue, u16 command_id,
			struct vnvme_flight *found);
void vnvme_flights_drop(struct vnvme_flights *flights, u16 queue);

/* service.c: one pass over the controller; returns when the next is needed */
u64 vnvme_service(struct vnvme_device *vnvme, bool look_at_registers);
void vnvme_power_cut(struct vnvme_device *vnvme, bool every_other);

/* event.c */
int vnvme_event_init(struct vnvme_device *vnvme);
void vnvme_event_exit(struct vnvme_device *vnvme);
int vnvme_event_start(struct vnvme_device *vnvme);
void vnvme_event_stop(struct vnvme_device *vnvme);
void vnvme_event_kick(struct vnvme_device *vnvme);
void vnvme_event_serve(struct vnvme_device *vnvme);
void vnvme_event_watch(struct vnvme_device *vnvme);
void vnvme_event_forget(struct vnvme_device *vnvme, u16 queue);
u64 vnvme_event_arrival(struct vnvme_device *vnvme, u16 queue, u16 command_id);
void vnvme_event_fetched(struct vnvme_device *vnvme, u16 queue, u16 command_id);
u64 vnvme_event_retry_ns(struct vnvme_device *vnvme, bool progress, u64 now_ns);

/* spin.c */
void vnvme_spin_init(struct vnvme_device *vnvme);
void vnvme_spin_exit(struct vnvme_device *vnvme);
int vnvme_spin_switch(struct vnvme_device *vnvme, bool on);
void vnvme_spin_deliver(struct vnvme_device *vnvme, unsigned int vector);

/* admin.c, events.c, features.c, identify.c, logs.c: with the service lock */
u16 vnvme_admin_execute(struct vnvme_device *vnvme,
			const struct nvme_command *command, u32 *result);
void vnvme_events_reset(struct vnvme_device *vnvme);
u16 vnvme_events_hold(struct vnvme_device *vnvme, u16 command_id, u32 *result);
void vnvme_events_raise(struct vnvme_device *vnvme, u8 error);
void vnvme_events_read(struct vnvme_device *vnvme);
bool vnvme_events_abort(struct vnvme_device *vnvme, u16 command_id);
void vnvme_features_reset(struct vnvme_device *vnvme);
bool vnvme_caches_writes(const struct vnvme_device *vnvme);
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
u16 vnvme_prp_compare(const struct nvme_command *command,
		      const void *device_memory, u64 bytes);

/* knobs.c */
extern const char *const vnvme_knob_names[];
extern const u32 vnvme_knobs_count;
int vnvme_knobs_initial(struct vnvme_dial *dial);
int vnvme_knob_check(u32 knob, u64 value);
void vnvme_knob_set(struct vnvme_dial *dial, u32 knob, u64 value);
u64 vnvme_knob_get(const struct vnvme_dial *dial, u32 knob);

/* attributes.c: files in sysfs */
extern const struct attribute_group vnvme_attribute_group;

/* counters.c: count with the service lock, show without */
void vnvme_count(struct vnvme_device *vnvme, const struct vnvme_request *request,
		 const struct vnvme_charge *charge);
void vnvme_count_late(struct vnvme_device *vnvme, u64 late_ns);
ssize_t vnvme_counters_show(struct vnvme_device *vnvme, char *text);
ssize_t vnvme_histogram_show(struct vnvme_device *vnvme,
			     const struct vnvme_histogram *histogram, char *text);

/* trace_ring.c: add, end and drop with the service lock, the others without */
void vnvme_trace_init(struct vnvme_device *vnvme);
void vnvme_trace_exit(struct vnvme_device *vnvme);
int vnvme_trace_resize(struct vnvme_device *vnvme, u32 capacity);
bool vnvme_trace_add(struct vnvme_trace *trace,
		     const struct vnvme_trace_record *record, u32 *index);
void vnvme_trace_abandon(struct vnvme_device *vnvme, u16 queue);
void vnvme_trace_end(struct vnvme_trace *trace, u32 index, u16 status,
		     u64 completed_ns);

/* schedule.c: apply with the service lock */
int vnvme_schedule_write(struct vnvme_device *vnvme, const char *text);
ssize_t vnvme_schedule_show(struct vnvme_device *vnvme, char *text);
void vnvme_schedule_exit(struct vnvme_device *vnvme);
void vnvme_schedule_apply(struct vnvme_device *vnvme, u64 now_ns);

#endif
