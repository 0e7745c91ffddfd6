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
	SETTING(read_bandwidth_bytes_s, 0, 4096, 68719476736, "bytes/s") \
	SETTING(write_bandwidth_bytes_s, 0, 4096, 68719476736, "bytes/s") \
	SETTING(flush_bandwidth_bytes_s, 0, 4096, 68719476736, "bytes/s") \
	SETTING(read_latency_ns, 20000, 0, 10000000000, "ns")		\
	SETTING(write_latency_ns, 20000, 0, 10000000000, "ns")		\
	SETTING(flush_latency_ns, 20000, 0, 10000000000, "ns")		\
	SETTING(fua_latency_ns, 0, 0, 10000000000, "ns")		\
	SETTING(turnaround_ns, 0, 0, 1000000000, "ns")			\
	SETTING(pipes, 0, 0, 1, "0: shared, 1: separate")		\
	SETTING(iops_limit, 0, 0, 10000000, "per second")		\
	SETTING(iops_request_bytes, 0, 0, 67108864, "bytes")		\
	SETTING(iops_burst, 0, 0, 100000000, "count")			\
	SETTING(iops_burst_limit, 0, 0, 10000000, "per second")		\
	SETTING(read_burst_bytes, 0, 0, 17179869184, "bytes")		\
	SETTING(read_burst_bytes_s, 0, 4096, 68719476736, "bytes/s")	\
	SETTING(write_burst_bytes, 0, 0, 17179869184, "bytes")		\
	SETTING(write_burst_bytes_s, 0, 4096, 68719476736, "bytes/s")	\
	SETTING(latency_least_percent, 100, 0, 100, "%")		\
	SETTING(latency_p90_percent, 100, 100, 100000, "%")		\
	SETTING(latency_p99_percent, 100, 100, 100000, "%")		\
	SETTING(latency_p999_percent, 100, 100, 100000, "%")		\
	SETTING(latency_most_percent, 100, 100, 100000, "%")		\
	SETTING(latency_seed, 0, 0, 2147483647, "count")		\
	SETTING(stall_ns, 0, 0, 10000000000, "ns")			\
	SETTING(stall_every_ns, 0, 0, 86400000000000, "ns")		\
	SETTING(slc_bytes, 0, 0, 17179869184, "bytes")			\
	SETTING(slc_full_bytes_s, 0, 4096, 68719476736, "bytes/s")	\
	SETTING(slc_drain_bytes_s, 0, 4096, 68719476736, "bytes/s")	\
	SETTING(units, 0, 0, 64, "count")				\
	SETTING(stripe_bytes, 16384, 512, 1073741824, "bytes")

#endif
