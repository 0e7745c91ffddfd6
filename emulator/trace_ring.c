// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A record of every I/O command, in a ring that the file "trace" in debugfs
 * empties by being read. A full ring takes no more, and counts what it missed.
 *
 * Records are in the order in which commands were taken in, which is not that of
 * their completion: the reader stops at one that is still in inflight.
 */
#include <linux/debugfs.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "vnvme.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

#define CAPACITY_MAX	4194304
/* Copied at a time with interrupts off. */
#define CHUNK		32

static struct dentry *root;

static struct vnvme_trace_record *record_of(struct vnvme_trace *trace, u32 index)
{
	return &trace->records[index & (trace->capacity - 1)];
}

/* Note a command that was taken in; false if there was no room. */
bool vnvme_trace_add(struct vnvme_trace *trace,
		     const struct vnvme_trace_record *record, u32 *index)
{
	bool added = false;

	raw_spin_lock(&trace->lock);
	if (trace->written - trace->taken == trace->capacity) {
		WRITE_ONCE(trace->dropped, trace->dropped + !!trace->capacity);
	} else {
		*index = trace->written++;
		*record_of(trace, *index) = *record;
		added = true;
	}
	raw_spin_unlock(&trace->lock);
	return added;
}

/* Note the completion of a command that was noted, unless its ring is gone. */
void vnvme_trace_end(struct vnvme_trace *trace, u32 index, u16 status,
		     u64 completed_ns)
{
	struct vnvme_trace_record *record;

	raw_spin_lock(&trace->lock);
	if (trace->records && index - trace->taken < trace->written - trace->taken) {
		record = record_of(trace, index);
		record->status = status;
		record->completed_ns = completed_ns;
	}
	raw_spin_unlock(&trace->lock);
}

/* Commands of a submission queue that will not be completed. */
void vnvme_trace_abandon(struct vnvme_queue *queue, u16 id)
{
	const struct vnvme_inflight_heap *heap = &queue->inflight;
	u32 i;

	for (i = 0; i < heap->count; i++) {
		if (heap->entries[i].traced && heap->entries[i].queue == id)
			vnvme_trace_end(&queue->vnvme->trace,
					heap->entries[i].trace_index, 0, VNVME_NEVER);
	}
}

/* Begin anew with an empty ring of at least so many records; 0: none. */
int vnvme_trace_resize(struct vnvme_device *vnvme, u32 capacity)
{
	struct vnvme_trace *trace = &vnvme->trace;
	struct vnvme_trace_record *records = NULL;
	unsigned long flags;

	if (capacity > CAPACITY_MAX)
		return -ERANGE;
	if (capacity) {
		capacity = roundup_pow_of_two(capacity);
		records = kvcalloc(capacity, sizeof(*records), GFP_KERNEL);
		if (!records)
			return -ENOMEM;
	}
	raw_spin_lock_irqsave(&trace->lock, flags);
	swap(trace->records, records);
	WRITE_ONCE(trace->capacity, capacity);
	/* Numbers go on, so that requests of the old ring find nothing. */
	trace->taken = trace->written;
	WRITE_ONCE(trace->dropped, 0);
	raw_spin_unlock_irqrestore(&trace->lock, flags);
	kvfree(records);
	return 0;
}

static u32 take(struct vnvme_device *vnvme, struct vnvme_trace_record *records,
		u32 most)
{
	struct vnvme_trace *trace = &vnvme->trace;
	unsigned long flags;
	u32 count = 0;

	raw_spin_lock_irqsave(&trace->lock, flags);
	while (trace->records && count < most && trace->taken != trace->written &&
	       record_of(trace, trace->taken)->completed_ns)
		records[count++] = *record_of(trace, trace->taken++);
	raw_spin_unlock_irqrestore(&trace->lock, flags);
	return count;
}

/* Who has the file open, and the records taken for them and not yet read. */
struct reader {
	struct vnvme_device *vnvme;
	struct vnvme_trace_record records[CHUNK];
	size_t begin;			/* in bytes */
	size_t end;
};

static int trace_open(struct inode *inode, struct file *file)
{
	struct reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);

	if (!reader)
		return -ENOMEM;
	reader->vnvme = inode->i_private;
	file->private_data = reader;
	return nonseekable_open(inode, file);
}

static int trace_release(struct inode *inode, struct file *file)
{
	kfree(file->private_data);
	return 0;
}

static ssize_t trace_read(struct file *file, char __user *text, size_t length,
			  loff_t *position)
{
	struct reader *reader = file->private_data;
	size_t done = 0;

	while (done < length) {
		size_t some;

		if (reader->begin == reader->end) {
			reader->begin = 0;
			reader->end = take(reader->vnvme, reader->records, CHUNK) *
				      sizeof(reader->records[0]);
			if (!reader->end)
				break;
		}
		some = min(length - done, reader->end - reader->begin);
		if (copy_to_user(text + done, (u8 *)reader->records + reader->begin,
				 some))
			return -EFAULT;
		reader->begin += some;
		done += some;
	}
	return done;
}

static const struct file_operations trace_operations = {
	.owner = THIS_MODULE,
	.open = trace_open,
	.release = trace_release,
	.read = trace_read,
};

void vnvme_trace_init(struct vnvme_device *vnvme)
{
	char name[8];

	snprintf(name, sizeof(name), "%u", vnvme->number);
	if (!root)
		root = debugfs_create_dir(VNVME_NAME, NULL);
	vnvme->trace.folder = debugfs_create_dir(name, root);
	debugfs_create_file("trace", 0400, vnvme->trace.folder, vnvme,
			    &trace_operations);
}

void vnvme_trace_exit(struct vnvme_device *vnvme)
{
	debugfs_remove(vnvme->trace.folder);
	kvfree(vnvme->trace.records);
	vnvme->trace.records = NULL;
	if (!vnvme->number) {
		debugfs_remove(root);
		root = NULL;
	}
}
