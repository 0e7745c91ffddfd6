/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * A histogram of durations: four buckets an octave, so that a bucket is at most
 * a quarter wider than where it begins. Nothing of the kernel is in here.
 */
#ifndef VNVME_HISTOGRAM_H
#define VNVME_HISTOGRAM_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdint.h>
#endif

/* The last begins at 120 s and takes all that is longer. */
#define VNVME_BUCKETS	144

struct vnvme_histogram {
	uint64_t counts[VNVME_BUCKETS];
};

/* Which bucket a duration falls into. */
static inline uint32_t vnvme_bucket_of(uint64_t duration_ns)
{
	uint32_t octave, bucket;

	if (duration_ns < 4)
		return duration_ns;
	octave = 63 - __builtin_clzll(duration_ns);
	bucket = 4 * (octave - 1) + (duration_ns >> (octave - 2) & 3);
	return bucket < VNVME_BUCKETS ? bucket : VNVME_BUCKETS - 1;
}

/* The least duration of a bucket. */
static inline uint64_t vnvme_bucket_begin_ns(uint32_t bucket)
{
	if (bucket < 4)
		return bucket;
	return (4ULL + bucket % 4) << (bucket / 4 - 1);
}

static inline void vnvme_histogram_add(struct vnvme_histogram *histogram,
				       uint64_t duration_ns)
{
	histogram->counts[vnvme_bucket_of(duration_ns)]++;
}

#endif
