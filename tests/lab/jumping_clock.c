// SPDX-License-Identifier: MIT
/* A host on which a second passes each time that QEMU asks: the opposite of qemu/host_clock.c. */
struct timeval {
	long tv_sec;
	long tv_usec;
};

int gettimeofday(struct timeval *now, void *zone);

int gettimeofday(struct timeval *now, void *zone)
{
	static long seconds;

	(void)zone;
	now->tv_sec = 1577836800 + __atomic_add_fetch(&seconds, 1, __ATOMIC_RELAXED);
	now->tv_usec = 0;
	return 0;
}
