// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Vectors of MSI-X as Linux interrupts that we raise ourselves: by events on the
 * CPU whose timer fired, by a thread on the one that the driver wants.
 *
 * The mask bits in the table are the kernel's own bookkeeping and are not
 * looked at: a disabled interrupt stays pending in genirq.
 */
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/ktime.h>
#include <linux/msi.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>

#include "vnvme.h"

static void chip_ack(struct irq_data *data)
{
}

static void chip_compose(struct irq_data *data, struct msi_msg *message)
{
	/* Nobody reads it; an address is what makes the entry look used. */
	*message = (struct msi_msg){ .address_lo = 0xfee00000 };
}

/* Interrupts are raised where the timer runs, so any CPU will do. */
static int chip_set_affinity(struct irq_data *data, const struct cpumask *mask,
			     bool force)
{
	unsigned int cpu = cpumask_first_and(mask, cpu_online_mask);

	if (cpu >= nr_cpu_ids)
		return -EINVAL;
	irq_data_update_effective_affinity(data, cpumask_of(cpu));
	return IRQ_SET_MASK_OK;
}

/* Called with the descriptor's lock, so it is delivered later, by the timer. */
static int chip_retrigger(struct irq_data *data)
{
	struct vnvme_device *vnvme = irq_data_get_irq_chip_data(data);
	unsigned int vector;

	for (vector = 0; vector < VNVME_QUEUES_MAX; vector++) {
		if (READ_ONCE(vnvme->vectors[vector]) == data->irq) {
			atomic_long_or(BIT(vector), &vnvme->retriggered);
			vnvme_watch_once(vnvme, ktime_get_ns());
		}
	}
	return 1;
}

struct irq_chip vnvme_vectors_chip = {
	.name = "vnvme-MSIX",
	.irq_ack = chip_ack,
	.irq_compose_msi_msg = chip_compose,
	.irq_set_affinity = chip_set_affinity,
	.irq_retrigger = chip_retrigger,
};

/* A vector got a Linux interrupt. */
int vnvme_vectors_bind(struct vnvme_device *vnvme, unsigned int vector,
		       unsigned int interrupt)
{
	if (vector >= VNVME_QUEUES_MAX)
		return -ENOSPC;
	WRITE_ONCE(vnvme->vectors[vector], interrupt);
	return 0;
}

/* A vector's Linux interrupt goes away. */
void vnvme_vectors_unbind(struct vnvme_device *vnvme, unsigned int interrupt)
{
	unsigned int vector;

	for (vector = 0; vector < VNVME_QUEUES_MAX; vector++) {
		if (READ_ONCE(vnvme->vectors[vector]) == interrupt)
			WRITE_ONCE(vnvme->vectors[vector], 0);
	}
	/* Whoever delivers it right now is an RCU reader, or has interrupts off. */
	synchronize_rcu();
}

/* Interrupts are off, as in any call from another CPU. */
static void called(void *data)
{
	const struct vnvme_call *call = data;
	unsigned int interrupt = READ_ONCE(call->vnvme->vectors[call->vector]);

	if (interrupt)
		generic_handle_irq(interrupt);
}

/* On this CPU, or on the one that the driver wants, which stays online meanwhile. */
static void deliver_near(struct vnvme_device *vnvme, unsigned int vector,
			 unsigned int interrupt)
{
	struct irq_data *data = irq_get_irq_data(interrupt);
	unsigned int cpu;

	if (!data)
		return;
	cpu = cpumask_first_and(irq_data_get_effective_affinity_mask(data),
				cpu_online_mask);
	if (cpu >= nr_cpu_ids || cpu == smp_processor_id()) {
		generic_handle_irq_safe(interrupt);
		return;
	}
	/*
	 * A call that is still under way finds this completion as well: it was
	 * posted before we look whether there is such a call.
	 */
	smp_mb();
	smp_call_function_single_async(cpu, &vnvme->calls[vector].data);
}

/* Raise an interrupt from where no interrupt is being handled. */
static void deliver_from_thread(struct vnvme_device *vnvme, unsigned int vector)
{
	unsigned int interrupt;

	/* Softirqs that it wants run when they are enabled again. */
	local_bh_disable();
	/* A thread may be preempted: the interrupt stays until it is through. */
	rcu_read_lock();
	interrupt = READ_ONCE(vnvme->vectors[vector]);
	if (interrupt)
		deliver_near(vnvme, vector, interrupt);
	rcu_read_unlock();
	local_bh_enable();
}

/* Without any lock: the driver's handler may issue new commands. */
void vnvme_vectors_deliver(struct vnvme_device *vnvme, unsigned int vector)
{
	unsigned int interrupt;

	if (!in_hardirq()) {
		deliver_from_thread(vnvme, vector);
		return;
	}
	interrupt = READ_ONCE(vnvme->vectors[vector]);
	if (interrupt)
		generic_handle_irq(interrupt);
}

/* Deliver what genirq wants to have once more. */
void vnvme_vectors_deliver_again(struct vnvme_device *vnvme)
{
	unsigned long vectors = 0;
	unsigned int vector;

	if (atomic_long_read(&vnvme->retriggered))
		vectors = atomic_long_xchg(&vnvme->retriggered, 0);
	for_each_set_bit(vector, &vectors, VNVME_QUEUES_MAX)
		vnvme_vectors_deliver(vnvme, vector);
}

void vnvme_vectors_init(struct vnvme_device *vnvme)
{
	unsigned int vector;

	for (vector = 0; vector < VNVME_QUEUES_MAX; vector++) {
		struct vnvme_call *call = &vnvme->calls[vector];

		call->vnvme = vnvme;
		call->vector = vector;
		INIT_CSD(&call->data, called, call);
	}
}

/* When this returns no call is under way; with no vector bound, none begins. */
void vnvme_vectors_exit(void)
{
	/* Each CPU answers after all calls that it was sent before. */
	kick_all_cpus_sync();
}
