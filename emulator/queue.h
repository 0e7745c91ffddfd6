/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A queue, and all that serves it: what a queue's lock (device.h) is held for.
 */
#ifndef VNVME_QUEUE_H
#define VNVME_QUEUE_H

#include <linux/hrtimer.h>
#include <linux/nvme.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "histogram.h"
#include "timing.h"

struct vnvme_device;

struct vnvme_submission_queue {
	struct nvme_command *entries;	/* NULL: no such queue */
	u16 entries_count;
	u16 head;
	bool bad_doorbell;		/* and an event reported it */
};

struct vnvme_completion_queue {
	struct nvme_completion *entries; /* NULL: no such queue */
	u16 entries_count;
	u16 tail;
	u16 vector;
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
};

/* Distributions, of reads, writes and flushes apart. */
struct vnvme_histograms {
	struct vnvme_histogram queue[VNVME_OTHER];
	struct vnvme_histogram service[VNVME_OTHER];
	struct vnvme_histogram late;
};

/* What the issue tracepoint says of a command before its doorbell is rung. */
struct vnvme_hint {
	u64 arrival_ns;			/* 0: no hint */
	bool admitted;			/* by the model, as the request below */
	struct vnvme_request request;
	struct vnvme_charge charge;
};

/* A timer that is armed for the earliest instant at which somebody wants it. */
struct vnvme_timer {
	struct hrtimer timer;
	bool stopped;
	u64 armed_ns;			/* VNVME_NEVER: not armed */
};

/* A completion queue with all that posts there, which is served by itself. */
struct vnvme_queue {
	raw_spinlock_t lock;
	struct vnvme_device *vnvme;
	struct vnvme_completion_queue completion;
	u64 submissions;		/* a bit for each queue that posts here */
	struct vnvme_inflight_heap inflight;
	struct vnvme_timer timer;
	u32 expected;			/* hints of commands that are not fetched */
	u64 retry_step_ns;		/* issued, not rung yet */
	struct vnvme_counters counters;
	struct vnvme_histograms histograms;
	void *scratch;			/* a page for a command's data */
};

#endif
