// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A part of the timing model: latencies that are drawn from a table of quantiles. The
 * n-th draw is a function of the seed and of n alone, so it is the same in every run.
 */
#include "timing.h"

/* Shares of all draws, of 2^32: 50, 90, 99 and 99.9 %. */
#define P50	2147483648ULL
#define P90	3865470566ULL
#define P99	4252017623ULL
#define P999	4290672328ULL
#define ALL	4294967296ULL
#define PERCENT	100
/* Between two quantiles: a part of 2^16, so that products stay within 64 bits. */
#define PART_BITS	16

/* SplitMix64's function of a counter; its constants are the published ones. */
static uint32_t drawn_at(uint64_t seed, uint64_t count)
{
	uint64_t mixed = (seed << 32) + (count + 1) * 0x9e3779b97f4a7c15ULL;

	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
	return (mixed ^ (mixed >> 31)) >> 32;
}

static uint64_t between(uint64_t base_ns, uint64_t draw, uint64_t begin, uint64_t end,
			uint64_t least_percent, uint64_t most_percent)
{
	uint64_t least_ns = base_ns * least_percent / PERCENT;
	uint64_t most_ns = base_ns * most_percent / PERCENT;
	uint64_t part = ((draw - begin) << PART_BITS) / (end - begin);

	/* Whoever sets them out of order gets the lesser one. */
	if (most_ns < least_ns)
		return least_ns;
	return least_ns + ((most_ns - least_ns) * part >> PART_BITS);
}

uint64_t vnvme_timing_latency(const struct vnvme_settings *settings,
			      uint64_t base_ns, uint64_t *drawn)
{
	uint64_t p90 = settings->latency_p90_percent;
	uint64_t p99 = settings->latency_p99_percent;
	uint64_t p999 = settings->latency_p999_percent;
	uint64_t most = settings->latency_most_percent;
	uint64_t draw;

	if (most == PERCENT && settings->latency_least_percent == PERCENT)
		return base_ns;
	draw = drawn_at(settings->latency_seed, (*drawn)++);
	if (draw < P50)
		return between(base_ns, draw, 0, P50, settings->latency_least_percent,
			       PERCENT);
	if (draw < P90)
		return between(base_ns, draw, P50, P90, PERCENT, p90);
	if (draw < P99)
		return between(base_ns, draw, P90, P99, p90, p99);
	if (draw < P999)
		return between(base_ns, draw, P99, P999, p99, p999);
	return between(base_ns, draw, P999, ALL, p999, most);
}
