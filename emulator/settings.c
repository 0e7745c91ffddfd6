// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The settings of settings.h: their names and ranges, and the module's parameters
 * that are their values at load.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/stringify.h>

#include "vnvme.h"

struct setting {
	size_t offset;			/* in struct vnvme_settings */
	u64 initial;			/* always allowed, as 0 is for "none" */
	u64 least;
	u64 most;
};

static const struct setting table[] = {
#define SETTING_RANGE(name, initial_value, least_value, most_value, ...)	\
	{ offsetof(struct vnvme_settings, name), initial_value, least_value,	\
	  most_value },
	VNVME_SETTINGS(SETTING_RANGE)
};

const char *const vnvme_setting_names[] = {
#define SETTING_NAME(name, ...) #name,
	VNVME_SETTINGS(SETTING_NAME)
};

const u32 vnvme_settings_count = ARRAY_SIZE(table);

static unsigned long long initial[] = {
#define SETTING_INITIAL(name, initial_value, ...) initial_value,
	VNVME_SETTINGS(SETTING_INITIAL)
};

enum {
#define SETTING_INDEX(name, ...) INDEX_##name,
	VNVME_SETTINGS(SETTING_INDEX)
};

#define SETTING_PARAMETER(name, initial_value, least, most, unit)	\
	module_param_named(name, initial[INDEX_##name], ullong, 0444);	\
	MODULE_PARM_DESC(name, unit ", " __stringify(least) " to "	\
			 __stringify(most) ", at load");
VNVME_SETTINGS(SETTING_PARAMETER)

/* Whether a value is within a setting's range. */
int vnvme_setting_check(u32 setting, u64 value)
{
	const struct setting *its = &table[setting];

	if (value != its->initial && (value < its->least || value > its->most))
		return -ERANGE;
	return 0;
}

/* With the model's lock. */
void vnvme_setting_set(struct vnvme_settings *settings, u32 setting, u64 value)
{
	WRITE_ONCE(*(u64 *)((void *)settings + table[setting].offset), value);
}

/* The present value. */
u64 vnvme_setting_get(const struct vnvme_settings *settings, u32 setting)
{
	return READ_ONCE(*(const u64 *)((const void *)settings + table[setting].offset));
}

/* The settings at load, from the module's parameters. */
int vnvme_settings_initial(struct vnvme_settings *settings)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		if (vnvme_setting_check(i, initial[i])) {
			pr_err("%s=%llu is not within %llu and %llu\n",
			       vnvme_setting_names[i], initial[i], table[i].least,
			       table[i].most);
			return -ERANGE;
		}
		vnvme_setting_set(settings, i, initial[i]);
	}
	return 0;
}
