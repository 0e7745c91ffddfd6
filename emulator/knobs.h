/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Every knob of the timing model, declared once.
 *
 * A line makes a field of struct vnvme_dial, a module parameter (the value at
 * load), a sysfs attribute (the value from then on) and a word of the schedule,
 * with its range checked in all three places:
 *
 *	KNOB(name, default, least, most, unit, description)
 */
#ifndef VNVME_KNOBS_H
#define VNVME_KNOBS_H

#define VNVME_KNOBS(KNOB)						\
	KNOB(read_bandwidth_bytes_s, 0, 0, 1000000000000, "bytes/s",	\
	     "bandwidth of reads, 0 for unlimited")			\
	KNOB(write_bandwidth_bytes_s, 0, 0, 1000000000000, "bytes/s",	\
	     "bandwidth of writes, 0 for unlimited")			\
	KNOB(flush_bandwidth_bytes_s, 0, 0, 1000000000000, "bytes/s",	\
	     "how fast a flush writes what none has covered yet, 0 for at once") \
	KNOB(read_latency_ns, 20000, 0, 10000000000, "ns",		\
	     "base latency of a read, after its transfer")		\
	KNOB(write_latency_ns, 20000, 0, 10000000000, "ns",		\
	     "base latency of a write, after its transfer")		\
	KNOB(flush_latency_ns, 20000, 0, 10000000000, "ns",		\
	     "latency of a flush, after the transfers before it")	\
	KNOB(fua_latency_ns, 0, 0, 10000000000, "ns",			\
	     "what forced unit access adds to a write's latency")	\
	KNOB(turnaround_ns, 0, 0, 1000000000, "ns",			\
	     "pause of the pipe between a read's transfer and a write's") \
	KNOB(units, 0, 0, 64, "count",					\
	     "parallel units, each busy for one latency at a time, 0 for unlimited") \
	KNOB(stripe_bytes, 16384, 512, 1073741824, "bytes",		\
	     "stretch of addresses on one unit before the next unit's")

#endif
