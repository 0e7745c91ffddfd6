// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The knobs of knobs.h: their names and ranges, and the module's parameters that
 * are their values at load.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/stringify.h>

#include "vnvme.h"

struct knob {
	size_t offset;			/* in struct vnvme_dial */
	u64 least;
	u64 most;
};

static const struct knob knobs[] = {
#define KNOB_RANGE(name, initial_value, least_value, most_value, ...)	\
	{ offsetof(struct vnvme_dial, name), least_value, most_value },
	VNVME_KNOBS(KNOB_RANGE)
};

const char *const vnvme_knob_names[] = {
#define KNOB_NAME(name, ...) #name,
	VNVME_KNOBS(KNOB_NAME)
};

const u32 vnvme_knobs_count = ARRAY_SIZE(knobs);

static unsigned long long initial[] = {
#define KNOB_INITIAL(name, initial_value, ...) initial_value,
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

/* Whether a value is within a knob's range. */
int vnvme_knob_check(u32 knob, u64 value)
{
	if (value < knobs[knob].least || value > knobs[knob].most)
		return -ERANGE;
	return 0;
}

/* With the service lock. */
void vnvme_knob_set(struct vnvme_dial *dial, u32 knob, u64 value)
{
	WRITE_ONCE(*(u64 *)((void *)dial + knobs[knob].offset), value);
}

/* What a knob is set to. */
u64 vnvme_knob_get(const struct vnvme_dial *dial, u32 knob)
{
	return READ_ONCE(*(const u64 *)((const void *)dial + knobs[knob].offset));
}

/* The dial at load, from the module's parameters. */
int vnvme_knobs_initial(struct vnvme_dial *dial)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(knobs); i++) {
		if (vnvme_knob_check(i, initial[i])) {
			pr_err("%s=%llu is not within %llu and %llu\n",
			       vnvme_knob_names[i], initial[i], knobs[i].least,
			       knobs[i].most);
			return -ERANGE;
		}
		vnvme_knob_set(dial, i, initial[i]);
	}
	return 0;
}
