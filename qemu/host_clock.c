// SPDX-License-Identifier: MIT
/*
 * The host's clock as QEMU sees it: always the same second.
 *
 * QEMU keeps a table of recent address translations per address space. Each time it empties one,
 * it may resize it, by how full it became within 100 ms of the host's clock. What is dropped must
 * be looked up again, which sets the Accessed bit of the page table's entry, and by this bit the
 * guest's kernel decides which page to reclaim. So the speed of the host decided, in one run of
 * five or ten under a memory limit, which page a guest read again.
 *
 * QEMU asks for this clock by gettimeofday() alone (get_clock_realtime() in include/qemu/timer.h,
 * accel/tcg/cputlb.c), and for nothing else that a machine of the lab has. A window of time that
 * never ends lets a table grow at once and never shrink.
 */
struct timeval {
	long tv_sec;
	long tv_usec;
};

int gettimeofday(struct timeval *now, void *zone);

int gettimeofday(struct timeval *now, void *zone)
{
	(void)zone;
	now->tv_sec = 1577836800; /* 2020-01-01, as the guest's own clock begins */
	now->tv_usec = 0;
	return 0;
}
