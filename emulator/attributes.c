// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The files of a device in sysfs, in the folder vnvme/ of its PCI function: the
 * settings, the schedule of their changes, the counters.
 */
#include <linux/kstrtox.h>
#include <linux/ktime.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "vnvme.h"

static struct vnvme_device *device_of(struct device *device)
{
	return vnvme_from_bus(to_pci_dev(device)->bus);
}

/*
 * Take in what was submitted, which keeps the settings of its own time, then make
 * the changes that are due.
 */
static void come_up_to_now(struct vnvme_device *vnvme)
{
	unsigned long flags;

	vnvme_event_serve(vnvme);
	raw_spin_lock_irqsave(&vnvme->model_lock, flags);
	vnvme_schedule_apply(vnvme, ktime_get_ns());
	raw_spin_unlock_irqrestore(&vnvme->model_lock, flags);
}

struct setting_attribute {
	struct device_attribute attribute;
	u32 setting;
};

static ssize_t setting_show(struct device *device, struct device_attribute *attribute,
			    char *text)
{
	u32 setting = container_of(attribute, struct setting_attribute, attribute)->setting;
	struct vnvme_device *vnvme = device_of(device);

	come_up_to_now(vnvme);
	return sysfs_emit(text, "%llu\n", vnvme_setting_get(&vnvme->settings, setting));
}

static ssize_t setting_store(struct device *device, struct device_attribute *attribute,
			     const char *text, size_t length)
{
	u32 setting = container_of(attribute, struct setting_attribute, attribute)->setting;
	struct vnvme_device *vnvme = device_of(device);
	unsigned long flags;
	u64 value;
	int error;

	error = kstrtou64(text, 0, &value);
	if (!error)
		error = vnvme_setting_check(setting, value);
	if (error)
		return error;
	come_up_to_now(vnvme);
	raw_spin_lock_irqsave(&vnvme->model_lock, flags);
	vnvme_setting_set(&vnvme->settings, setting, value);
	raw_spin_unlock_irqrestore(&vnvme->model_lock, flags);
	return length;
}

enum {
#define SETTING_INDEX(name, ...) INDEX_##name,
	VNVME_SETTINGS(SETTING_INDEX)
};

#define SETTING_ATTRIBUTE(name, ...)					\
	static struct setting_attribute setting_##name = {		\
		.attribute = __ATTR(name, 0644, setting_show, setting_store), \
		.setting = INDEX_##name,				\
	};
VNVME_SETTINGS(SETTING_ATTRIBUTE)

static ssize_t counters_show(struct device *device,
			     struct device_attribute *attribute, char *text)
{
	return vnvme_counters_show(device_of(device), text);
}
static DEVICE_ATTR_RO(counters);

#define HISTOGRAM(name, member)						\
	static ssize_t name##_histogram_show(struct device *device,	\
			struct device_attribute *attribute, char *text)	\
	{								\
		return vnvme_histogram_show(device_of(device),		\
				offsetof(struct vnvme_histograms, member), text); \
	}								\
	static DEVICE_ATTR_RO(name##_histogram)

HISTOGRAM(read_queue, queue[VNVME_READ]);
HISTOGRAM(write_queue, queue[VNVME_WRITE]);
HISTOGRAM(flush_queue, queue[VNVME_FLUSH]);
HISTOGRAM(read_service, service[VNVME_READ]);
HISTOGRAM(write_service, service[VNVME_WRITE]);
HISTOGRAM(flush_service, service[VNVME_FLUSH]);
HISTOGRAM(late, late);

static ssize_t schedule_show(struct device *device,
			     struct device_attribute *attribute, char *text)
{
	return vnvme_schedule_show(device_of(device), text);
}

static ssize_t schedule_store(struct device *device,
			      struct device_attribute *attribute,
			      const char *text, size_t length)
{
	struct vnvme_device *vnvme = device_of(device);
	int error;

	come_up_to_now(vnvme);
	error = vnvme_schedule_write(vnvme, text);
	return error ? error : length;
}
static DEVICE_ATTR_RW(schedule);

static ssize_t schedule_state_show(struct device *device,
				   struct device_attribute *attribute, char *text)
{
	struct vnvme_device *vnvme = device_of(device);
	struct vnvme_schedule now;
	unsigned long flags;

	come_up_to_now(vnvme);
	raw_spin_lock_irqsave(&vnvme->model_lock, flags);
	now = vnvme->schedule;
	raw_spin_unlock_irqrestore(&vnvme->model_lock, flags);
	return sysfs_emit(text, "begin_ns %llu\nsteps %u\napplied %u\n",
			  now.begin_ns, now.count, now.applied);
}
static DEVICE_ATTR_RO(schedule_state);

static ssize_t trace_entries_show(struct device *device,
				  struct device_attribute *attribute, char *text)
{
	return sysfs_emit(text, "%u\n",
			  READ_ONCE(device_of(device)->trace.capacity));
}

static ssize_t trace_entries_store(struct device *device,
				   struct device_attribute *attribute,
				   const char *text, size_t length)
{
	u32 capacity;
	int error;

	error = kstrtou32(text, 0, &capacity);
	if (!error)
		error = vnvme_trace_resize(device_of(device), capacity);
	return error ? error : length;
}
static DEVICE_ATTR_RW(trace_entries);

static ssize_t trace_dropped_show(struct device *device,
				  struct device_attribute *attribute, char *text)
{
	return sysfs_emit(text, "%llu\n",
			  READ_ONCE(device_of(device)->trace.dropped));
}
static DEVICE_ATTR_RO(trace_dropped);

static const char *const modes[] = { "event", "spin" };

static ssize_t mode_show(struct device *device, struct device_attribute *attribute,
			 char *text)
{
	return sysfs_emit(text, "%s\n",
			  modes[!!READ_ONCE(device_of(device)->spin.thread)]);
}

static ssize_t mode_store(struct device *device, struct device_attribute *attribute,
			  const char *text, size_t length)
{
	int mode = sysfs_match_string(modes, text);
	int error;

	if (mode < 0)
		return mode;
	error = vnvme_spin_switch(device_of(device), mode);
	return error ? error : length;
}
static DEVICE_ATTR_RW(mode);

static const char *const cuts[] = { "all", "every-other-page" };

static ssize_t power_cut_store(struct device *device,
			       struct device_attribute *attribute,
			       const char *text, size_t length)
{
	int cut = sysfs_match_string(cuts, text);

	if (cut < 0)
		return cut;
	vnvme_power_cut(device_of(device), cut);
	return length;
}
static DEVICE_ATTR_WO(power_cut);

static struct attribute *attributes[] = {
	&dev_attr_counters.attr,
	&dev_attr_read_queue_histogram.attr,
	&dev_attr_write_queue_histogram.attr,
	&dev_attr_flush_queue_histogram.attr,
	&dev_attr_read_service_histogram.attr,
	&dev_attr_write_service_histogram.attr,
	&dev_attr_flush_service_histogram.attr,
	&dev_attr_late_histogram.attr,
	&dev_attr_schedule.attr,
	&dev_attr_schedule_state.attr,
	&dev_attr_trace_entries.attr,
	&dev_attr_trace_dropped.attr,
	&dev_attr_mode.attr,
	&dev_attr_power_cut.attr,
#define SETTING_LISTED(name, ...) &setting_##name.attribute.attr,
	VNVME_SETTINGS(SETTING_LISTED)
	NULL
};

const struct attribute_group vnvme_attribute_group = {
	.name = VNVME_NAME,
	.attrs = attributes,
};
