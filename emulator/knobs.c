// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The knobs of knobs.h as module parameters and as sysfs attributes of the PCI
 * function, in its folder vnvme/.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/stringify.h>
#include <linux/sysfs.h>

#include "vnvme.h"

struct knob {
	struct device_attribute attribute;
	size_t offset;			/* in struct vnvme_dial */
	u64 least;
	u64 most;
};

static u64 *field_of(struct vnvme_dial *dial, const struct knob *knob)
{
	return (void *)dial + knob->offset;
}

static struct vnvme_device *device_of(struct device *device)
{
	return vnvme_from_bus(to_pci_dev(device)->bus);
}

static ssize_t knob_show(struct device *device, struct device_attribute *attribute,
			 char *text)
{
	const struct knob *knob = container_of(attribute, struct knob, attribute);
	struct vnvme_device *vnvme = device_of(device);

	return sysfs_emit(text, "%llu\n", READ_ONCE(*field_of(&vnvme->dial, knob)));
}

/* Commands in the pipe keep their due time; the next one sees the new value. */
static ssize_t knob_store(struct device *device, struct device_attribute *attribute,
			  const char *text, size_t length)
{
	const struct knob *knob = container_of(attribute, struct knob, attribute);
	struct vnvme_device *vnvme = device_of(device);
	unsigned long flags;
	u64 value;
	int error;

	error = kstrtou64(text, 0, &value);
	if (error)
		return error;
	if (value < knob->least || value > knob->most)
		return -ERANGE;
	raw_spin_lock_irqsave(&vnvme->service_lock, flags);
	WRITE_ONCE(*field_of(&vnvme->dial, knob), value);
	raw_spin_unlock_irqrestore(&vnvme->service_lock, flags);
	return length;
}

static unsigned long long initial[] = {
#define KNOB_INITIAL(name, initial_value, least, most, unit, description) \
	initial_value,
	VNVME_KNOBS(KNOB_INITIAL)
};

enum {
#define KNOB_INDEX(name, ...) INDEX_##name,
	VNVME_KNOBS(KNOB_INDEX)
};

#define KNOB_PARAMETER(name, initial_value, least, most, unit, description) \
	module_param_named(name, initial[INDEX_##name], ullong, 0444);	\
	MODULE_PARM_DESC(name, description " (" unit ", " __stringify(least) \
			 " to " __stringify(most) ", at load)");
VNVME_KNOBS(KNOB_PARAMETER)

#define KNOB_ATTRIBUTE(name, initial_value, least_value, most_value, ...) \
	static struct knob knob_##name = {				\
		.attribute = __ATTR(name, 0644, knob_show, knob_store),	\
		.offset = offsetof(struct vnvme_dial, name),		\
		.least = least_value,					\
		.most = most_value,					\
	};
VNVME_KNOBS(KNOB_ATTRIBUTE)

static struct knob *const knobs[] = {
#define KNOB_POINTER(name, ...) &knob_##name,
	VNVME_KNOBS(KNOB_POINTER)
};

static const char *const names[] = {
#define KNOB_NAME(name, ...) #name,
	VNVME_KNOBS(KNOB_NAME)
};

/* The dial at load, from the module's parameters. */
int vnvme_knobs_initial(struct vnvme_dial *dial)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(knobs); i++) {
		if (initial[i] < knobs[i]->least || initial[i] > knobs[i]->most) {
			pr_err("%s=%llu is not within %llu and %llu\n", names[i],
			       initial[i], knobs[i]->least, knobs[i]->most);
			return -ERANGE;
		}
		*field_of(dial, knobs[i]) = initial[i];
	}
	return 0;
}

static ssize_t counters_show(struct device *device,
			     struct device_attribute *attribute, char *text)
{
	return vnvme_counters_show(device_of(device), text);
}
static DEVICE_ATTR_RO(counters);

static struct attribute *attributes[] = {
#define KNOB_LISTED(name, ...) &knob_##name.attribute.attr,
	VNVME_KNOBS(KNOB_LISTED)
	&dev_attr_counters.attr,
	NULL
};

const struct attribute_group vnvme_attribute_group = {
	.name = VNVME_NAME,
	.attrs = attributes,
};
