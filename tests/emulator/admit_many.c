// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Millions of equal requests at once, for the tests: calls from Python would
 * take minutes.
 */
#include "timing.h"

uint64_t admit_many(struct vnvme_timing *timing, const struct vnvme_settings *settings,
		    const struct vnvme_request *request, uint64_t count);

uint64_t admit_many(struct vnvme_timing *timing, const struct vnvme_settings *settings,
		    const struct vnvme_request *request, uint64_t count)
{
	while (count--)
		vnvme_timing_admit(timing, settings, request, 0);
	return timing->pipe[0].free_ns;
}
