/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Every knob of the timing model, declared once.
 *
 * A line makes a field of struct vnvme_dial, a module parameter (the value at
 * load) and a sysfs attribute (the value from then on), with its range checked
 * in both places:
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
	KNOB(read_latency_ns, 20000, 0, 10000000000, "ns",		\
	     "base latency of a read, after its transfer")		\
	KNOB(write_latency_ns, 20000, 0, 10000000000, "ns",		\
	     "base latency of a write, after its transfer")		\
	KNOB(flush_latency_ns, 20000, 0, 10000000000, "ns",		\
	     "latency of a flush, after the transfers before it")

#endif
