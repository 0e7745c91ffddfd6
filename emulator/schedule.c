// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Scheduled changes of settings, as lines of "offset_ns setting value". Offsets
 * count from the instant at which the schedule is written.
 *
 * No timer is needed: a command has the settings of the instant at which it
 * arrived, so changes are made when the first command after them is taken in, or
 * when a setting is read.
 */
#include <linux/ktime.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "vnvme.h"

#define OFFSET_MAX_NS	1000000000000000ULL	/* eleven days */
#define NAME_MAX_BYTES	32

static int parse_step(const char *line, struct vnvme_step *step)
{
	char name[NAME_MAX_BYTES + 1];
	char rest;
	int setting;

	if (sscanf(line, "%llu %32s %llu %c", &step->offset_ns, name, &step->value,
		   &rest) != 3)
		return -EINVAL;
	if (step->offset_ns > OFFSET_MAX_NS)
		return -ERANGE;
	setting = match_string(vnvme_setting_names, vnvme_settings_count, name);
	if (setting < 0)
		return -EINVAL;
	step->setting = setting;
	return vnvme_setting_check(setting, step->value);
}

/* All lines or none: steps in order of time. Returns their number. */
static int parse(char *text, struct vnvme_step *steps)
{
	int count = 0;
	char *line;

	while ((line = strsep(&text, "\n"))) {
		int error;

		if (!*strim(line))
			continue;
		error = parse_step(line, &steps[count]);
		if (error)
			return error;
		if (count && steps[count].offset_ns < steps[count - 1].offset_ns)
			return -EINVAL;
		count++;
	}
	return count;
}

static u32 count_lines(const char *text)
{
	u32 count = 1;

	while ((text = strchr(text, '\n'))) {
		count++;
		text++;
	}
	return count;
}

static void note_next(struct vnvme_schedule *schedule)
{
	u64 next_ns = VNVME_NEVER;

	if (schedule->applied < schedule->count)
		next_ns = schedule->begin_ns +
			  schedule->steps[schedule->applied].offset_ns;
	schedule->next_ns = next_ns;
}

/* Replace the schedule; an empty one only ends what is left of the former. */
int vnvme_schedule_write(struct vnvme_device *vnvme, const char *text)
{
	struct vnvme_schedule *schedule = &vnvme->schedule;
	struct vnvme_step *steps;
	unsigned long flags;
	int count = -ENOMEM;
	char *copy;

	copy = kstrdup(text, GFP_KERNEL);
	steps = kvcalloc(count_lines(text), sizeof(*steps), GFP_KERNEL);
	if (copy && steps)
		count = parse(copy, steps);
	kfree(copy);
	if (count < 0) {
		kvfree(steps);
		return count;
	}
	raw_spin_lock_irqsave(&vnvme->model_lock, flags);
	swap(schedule->steps, steps);
	schedule->count = count;
	schedule->applied = 0;
	schedule->begin_ns = ktime_get_ns();
	note_next(schedule);
	raw_spin_unlock_irqrestore(&vnvme->model_lock, flags);
	kvfree(steps);
	return 0;
}

/* With the model's lock: make the changes that are due by an instant. */
void vnvme_schedule_apply(struct vnvme_device *vnvme, u64 now_ns)
{
	struct vnvme_schedule *schedule = &vnvme->schedule;

	while (schedule->next_ns <= now_ns) {
		const struct vnvme_step *step = &schedule->steps[schedule->applied++];

		vnvme_setting_set(&vnvme->settings, step->setting, step->value);
		note_next(schedule);
	}
}

/* The schedule as it may be written again. */
ssize_t vnvme_schedule_show(struct vnvme_device *vnvme, char *text)
{
	struct vnvme_schedule *schedule = &vnvme->schedule;
	unsigned long flags;
	ssize_t length = 0;
	u32 i;

	raw_spin_lock_irqsave(&vnvme->model_lock, flags);
	for (i = 0; i < schedule->count; i++)
		length += sysfs_emit_at(text, length, "%llu %s %llu\n",
					schedule->steps[i].offset_ns,
					vnvme_setting_names[schedule->steps[i].setting],
					schedule->steps[i].value);
	raw_spin_unlock_irqrestore(&vnvme->model_lock, flags);
	return length;
}

void vnvme_schedule_exit(struct vnvme_device *vnvme)
{
	kvfree(vnvme->schedule.steps);
	vnvme->schedule.steps = NULL;
}
