/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * vnvme: a virtual NVMe controller on a PCI bus of its own.
 *
 * Who may call what, a file of ours at a time. The state and its locks are in
 * device.h.
 */
#ifndef VNVME_H
#define VNVME_H

#include "device.h"

/* What executing an I/O command came to. */
struct vnvme_executed {
	struct vnvme_request request;	/* to the timing model */
	u64 moved_bytes;		/* by our own CPU, in the model or not */
	u16 status;
};

/* What is done with a command's data in the host's memory and in ours. */
enum vnvme_transfer {
	VNVME_TO_HOST,
	VNVME_TO_DEVICE,
	VNVME_COMPARE,
};

/* main.c */
extern unsigned int vnvme_devices_count;
extern unsigned int vnvme_cpu_mips;

/* What so many instructions of ours take. */
static inline u64 vnvme_taken_ns(u64 instructions)
{
	return instructions * 1000 / vnvme_cpu_mips;
}

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

/* locks.c */
void vnvme_locks_init(struct vnvme_device *vnvme);
void vnvme_lock_all(struct vnvme_device *vnvme, unsigned long *flags);
void vnvme_unlock_all(struct vnvme_device *vnvme, unsigned long flags);

/* format.c: with all locks, but whether it covers a namespace with one */
u16 vnvme_format(struct vnvme_device *vnvme, const struct nvme_command *command);
bool vnvme_format_covers(const struct vnvme_device *vnvme, u32 nsid);
bool vnvme_format_step(struct vnvme_device *vnvme);
u64 vnvme_zero(u8 *at, u64 bytes);

/* cache.c: with a queue's lock, or all */
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

/* msix.c, and its domain in msix_global.c or msix_parent.c */
int vnvme_msix_init(struct vnvme_device *vnvme);
void vnvme_msix_exit(struct vnvme_device *vnvme);
struct irq_domain *vnvme_msix_domain(struct vnvme_device *vnvme,
				     struct fwnode_handle *node);

/* vectors.c: deliver without any lock */
extern struct irq_chip vnvme_vectors_chip;
void vnvme_vectors_init(struct vnvme_device *vnvme);
void vnvme_vectors_exit(void);
int vnvme_vectors_bind(struct vnvme_device *vnvme, unsigned int vector,
		       unsigned int interrupt);
void vnvme_vectors_unbind(struct vnvme_device *vnvme, unsigned int interrupt);
void vnvme_vectors_deliver(struct vnvme_device *vnvme, unsigned int vector);
void vnvme_vectors_deliver_again(struct vnvme_device *vnvme);

/* registers.c: with all locks */
void vnvme_registers_reset(struct vnvme_device *vnvme);
void vnvme_registers_look(struct vnvme_device *vnvme);

/* queues.c: create, delete and drop with all locks, the others with the queue's */
int vnvme_queues_init(struct vnvme_device *vnvme);
void vnvme_queues_exit(struct vnvme_device *vnvme);
u16 vnvme_queue_create_completion(struct vnvme_device *vnvme, u16 id, u64 address,
				  u32 entries, u16 vector, bool interrupts);
u16 vnvme_queue_create_submission(struct vnvme_device *vnvme, u16 id, u64 address,
				  u32 entries, u16 completion_queue);
u16 vnvme_queue_delete_completion(struct vnvme_device *vnvme, u16 id);
u16 vnvme_queue_delete_submission(struct vnvme_device *vnvme, u16 id);
void vnvme_queues_drop(struct vnvme_device *vnvme);
bool vnvme_queue_peek(struct vnvme_device *vnvme, u16 id);
void vnvme_queue_take(struct vnvme_device *vnvme, u16 id,
		      struct nvme_command *command);
bool vnvme_queue_complete(struct vnvme_queue *served,
			  const struct vnvme_inflight *inflight);

/* inflight.c: with the queue's lock */
int vnvme_inflight_init(struct vnvme_inflight_heap *heap, u32 capacity);
void vnvme_inflight_exit(struct vnvme_inflight_heap *heap);
bool vnvme_inflight_fit(const struct vnvme_inflight_heap *heap, u32 reserve);
void vnvme_inflight_add(struct vnvme_inflight_heap *heap, struct vnvme_inflight inflight);
struct vnvme_inflight vnvme_inflight_take(struct vnvme_inflight_heap *heap);
bool vnvme_inflight_find(struct vnvme_inflight_heap *heap, u16 queue, u16 command_id,
			 struct vnvme_inflight *found);
void vnvme_inflight_drop(struct vnvme_inflight_heap *heap, u16 queue);

/* admit.c: the timing model's one door, with the queue's lock */
void vnvme_admit(struct vnvme_device *vnvme, const struct vnvme_request *request,
		 u64 *arrival_ns, struct vnvme_charge *charge);

/* service.c: one pass over a queue */
void vnvme_queue_serve(struct vnvme_queue *queue, bool fired);
bool vnvme_queue_complete_due(struct vnvme_queue *queue);

/* controller.c: one pass over all that is not an I/O command */
u64 vnvme_controller_serve(struct vnvme_device *vnvme, u64 now_ns,
			   bool look_at_registers);
void vnvme_power_cut(struct vnvme_device *vnvme, bool every_other);

/* timer.c: with the lock of the timer's owner, but init */
void vnvme_timer_init(struct vnvme_timer *timer,
		      enum hrtimer_restart (*fired)(struct hrtimer *timer));
void vnvme_timer_start(struct vnvme_timer *timer);
void vnvme_timer_stop(struct vnvme_timer *timer);
void vnvme_timer_arm(struct vnvme_timer *timer, u64 when_ns);
void vnvme_timer_fired(struct vnvme_timer *timer);
u64 vnvme_after_pause(u64 when_ns, bool by_turns);

/* watch.c: when the next pass over the controller is */
void vnvme_watch(struct vnvme_device *vnvme);
void vnvme_watch_once(struct vnvme_device *vnvme, u64 when_ns);
bool vnvme_watch_begin(struct vnvme_device *vnvme, u64 now_ns);
void vnvme_watch_end(struct vnvme_device *vnvme, u64 began_ns, u64 next_ns);

/* event.c */
int vnvme_event_init(struct vnvme_device *vnvme);
void vnvme_event_exit(struct vnvme_device *vnvme);
int vnvme_event_start(struct vnvme_device *vnvme);
void vnvme_event_stop(struct vnvme_device *vnvme);
void vnvme_event_serve(struct vnvme_device *vnvme);

/* hint.c: forget with all locks, take and retry with the queue's, the others without */
int vnvme_hint_init(struct vnvme_device *vnvme);
void vnvme_hint_exit(struct vnvme_device *vnvme);
int vnvme_hint_start(struct vnvme_device *vnvme);
void vnvme_hint_stop(struct vnvme_device *vnvme);
void vnvme_hint_lose_driver(struct vnvme_device *vnvme);
void vnvme_hint_forget(struct vnvme_device *vnvme, u16 id);
const struct vnvme_hint *vnvme_hint_take(struct vnvme_queue *queue, u16 id,
					 u16 command_id, u64 *arrival_ns);
u64 vnvme_hint_retry_ns(struct vnvme_queue *queue, bool progress, u64 now_ns);

/* spin.c */
void vnvme_spin_init(struct vnvme_device *vnvme);
void vnvme_spin_exit(struct vnvme_device *vnvme);
int vnvme_spin_switch(struct vnvme_device *vnvme, bool on);

/* admin.c, events.c, features.c, identify.c, logs.c: with all locks */
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

/* io.c, prp.c: with the queue's lock */
struct vnvme_executed vnvme_io_execute(struct vnvme_queue *queue,
				       const struct nvme_command *command);
u16 vnvme_prp_transfer(const struct nvme_command *command,
		       enum vnvme_transfer way, void *device_memory, u64 bytes);

/* settings.c */
extern const char *const vnvme_setting_names[];
extern const u32 vnvme_settings_count;
int vnvme_settings_initial(struct vnvme_settings *settings);
int vnvme_setting_check(u32 setting, u64 value);
void vnvme_setting_set(struct vnvme_settings *settings, u32 setting, u64 value);
u64 vnvme_setting_get(const struct vnvme_settings *settings, u32 setting);

/* attributes.c: files in sysfs */
extern const struct attribute_group vnvme_attribute_group;

/* counters.c: count with the queue's lock, sum with all, show without */
void vnvme_count(struct vnvme_queue *queue, const struct vnvme_request *request,
		 const struct vnvme_charge *charge);
void vnvme_count_late(struct vnvme_queue *queue, u64 late_ns);
struct vnvme_counters vnvme_counters_sum(const struct vnvme_device *vnvme);
u64 vnvme_busy_ns(const struct vnvme_counters *counters);
ssize_t vnvme_counters_show(struct vnvme_device *vnvme, char *text);
ssize_t vnvme_histogram_show(struct vnvme_device *vnvme, size_t histogram, char *text);

/* trace_ring.c: add, end and abandon with the queue's lock, the others without */
void vnvme_trace_init(struct vnvme_device *vnvme);
void vnvme_trace_exit(struct vnvme_device *vnvme);
int vnvme_trace_resize(struct vnvme_device *vnvme, u32 capacity);
bool vnvme_trace_add(struct vnvme_trace *trace,
		     const struct vnvme_trace_record *record, u32 *index);
void vnvme_trace_abandon(struct vnvme_queue *queue, u16 id);
void vnvme_trace_end(struct vnvme_trace *trace, u32 index, u16 status,
		     u64 completed_ns);

/* schedule.c: apply with the model's lock */
int vnvme_schedule_write(struct vnvme_device *vnvme, const char *text);
ssize_t vnvme_schedule_show(struct vnvme_device *vnvme, char *text);
void vnvme_schedule_exit(struct vnvme_device *vnvme);
void vnvme_schedule_apply(struct vnvme_device *vnvme, u64 now_ns);

#endif
