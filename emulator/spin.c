// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Serving by a thread that polls: the lowest latency, for the price of a core.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "vnvme.h"

/* Registers and admin queue are looked at once in so many passes. */
#define PASSES_A_LOOK	16

static int spin_cpu = -1;
module_param(spin_cpu, int, 0444);
MODULE_PARM_DESC(spin_cpu,
		 "CPU for the first device's thread in the mode spin, the next device's is the next; -1 for any");

static int spin(void *data)
{
	struct vnvme_device *vnvme = data;
	u32 passes = 0;
	u16 id;

	while (!kthread_should_stop()) {
		if (passes++ % PASSES_A_LOOK == 0)
			vnvme_controller_serve(vnvme, ktime_get_ns(), true);
		for (id = 1; id <= vnvme->queues_max; id++)
			vnvme_queue_serve(&vnvme->queues[id], false);
		cpu_relax();
		/* A thread that never sleeps is to tell RCU-tasks that it might have. */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

static int start(struct vnvme_device *vnvme)
{
	struct task_struct *thread;

	if (spin_cpu >= 0 && !cpu_online(spin_cpu + vnvme->number)) {
		pr_err("spin_cpu=%d: there is no CPU %u\n", spin_cpu,
		       spin_cpu + vnvme->number);
		return -EINVAL;
	}
	thread = kthread_create(spin, vnvme, "vnvme/%u", vnvme->number);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	if (spin_cpu >= 0)
		kthread_bind(thread, spin_cpu + vnvme->number);
	vnvme_event_stop(vnvme);
	WRITE_ONCE(vnvme->spin.thread, thread);
	wake_up_process(thread);
	return 0;
}

/* Events are on before the thread ends: a command is never between the two. */
static int stop(struct vnvme_device *vnvme)
{
	int error = vnvme_event_start(vnvme);

	if (error)
		return error;
	kthread_stop(vnvme->spin.thread);
	WRITE_ONCE(vnvme->spin.thread, NULL);
	vnvme_watch(vnvme);
	return 0;
}

/* Serve by a thread, or by events. */
int vnvme_spin_switch(struct vnvme_device *vnvme, bool on)
{
	int error = 0;

	mutex_lock(&vnvme->spin.lock);
	if (on && !vnvme->spin.thread)
		error = start(vnvme);
	else if (!on && vnvme->spin.thread)
		error = stop(vnvme);
	mutex_unlock(&vnvme->spin.lock);
	return error;
}

void vnvme_spin_init(struct vnvme_device *vnvme)
{
	mutex_init(&vnvme->spin.lock);
}

/* The driver is gone. */
void vnvme_spin_exit(struct vnvme_device *vnvme)
{
	if (vnvme->spin.thread)
		kthread_stop(vnvme->spin.thread);
	vnvme->spin.thread = NULL;
}
