/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Every setting of the timing model, declared once. Generated from
 * scripts/device/table.py by `python -m scripts.device write`.
 *
 * A line makes a field of struct vnvme_settings, a module parameter (the value at
 * load), a sysfs attribute (the value from then on) and a word of the schedule,
 * with its range checked in all three places:
 *
 *	SETTING(name, default, least, most, unit)
 */
#ifndef VNVME_SETTINGS_H
#define VNVME_SETTINGS_H

#define VNVME_SETTINGS(SETTING)						\
	SETTING(read_bandwidth_bytes_s, 0, 0, 68719476736, "bytes/s")	\
	SETTING(write_bandwidth_bytes_s, 0, 0, 68719476736, "bytes/s")	\
	SETTING(flush_bandwidth_bytes_s, 0, 0, 68719476736, "bytes/s")	\
	SETTING(read_latency_ns, 20000, 0, 10000000000, "ns")		\
	SETTING(write_latency_ns, 20000, 0, 10000000000, "ns")		\
	SETTING(flush_latency_ns, 20000, 0, 10000000000, "ns")		\
	SETTING(fua_latency_ns, 0, 0, 10000000000, "ns")		\
	SETTING(turnaround_ns, 0, 0, 1000000000, "ns")			\
	SETTING(pipes, 0, 0, 1, "0: shared, 1: separate")		\
	SETTING(iops_limit, 0, 0, 10000000, "per second")		\
	SETTING(units, 0, 0, 64, "count")				\
	SETTING(stripe_bytes, 16384, 512, 1073741824, "bytes")

#endif
