// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * MSI-X with no interrupt controller behind it: a vector is a Linux interrupt
 * that we raise ourselves, wherever the controller is being served.
 *
 * The mask bits in the table are the kernel's own bookkeeping and are not
 * looked at: a disabled interrupt stays pending in genirq.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/msi.h>
#include <linux/rcupdate.h>

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
			vnvme_event_kick(vnvme);
		}
	}
	return 1;
}

struct irq_chip vnvme_msix_chip = {
	.name = "vnvme-MSIX",
	.irq_ack = chip_ack,
	.irq_compose_msi_msg = chip_compose,
	.irq_set_affinity = chip_set_affinity,
	.irq_retrigger = chip_retrigger,
};

/* A vector got a Linux interrupt. */
int vnvme_msix_bind(struct vnvme_device *vnvme, unsigned int vector,
		    unsigned int interrupt)
{
	if (vector >= VNVME_QUEUES_MAX)
		return -ENOSPC;
	WRITE_ONCE(vnvme->vectors[vector], interrupt);
	return 0;
}

/* A vector's Linux interrupt goes away. */
void vnvme_msix_unbind(struct vnvme_device *vnvme, unsigned int interrupt)
{
	unsigned int vector;

	for (vector = 0; vector < VNVME_QUEUES_MAX; vector++) {
		if (READ_ONCE(vnvme->vectors[vector]) == interrupt)
			WRITE_ONCE(vnvme->vectors[vector], 0);
	}
	/* Whoever delivers it right now does so with interrupts off. */
	synchronize_rcu();
}

int vnvme_msix_init(struct vnvme_device *vnvme)
{
	struct fwnode_handle *node;

	node = irq_domain_alloc_named_id_fwnode("vnvme-MSIX", vnvme->sysdata.domain);
	if (!node)
		return -ENOMEM;
	vnvme->interrupts = vnvme_msix_domain(vnvme, node);
	if (!vnvme->interrupts) {
		irq_domain_free_fwnode(node);
		pr_err("can't make an interrupt domain\n");
		return -ENOMEM;
	}
	dev_set_msi_domain(&vnvme->bus->dev, vnvme->interrupts);
	return 0;
}

void vnvme_msix_exit(struct vnvme_device *vnvme)
{
	struct fwnode_handle *node;

	if (!vnvme->interrupts)
		return;
	node = vnvme->interrupts->fwnode;
	irq_domain_remove(vnvme->interrupts);
	irq_domain_free_fwnode(node);
	vnvme->interrupts = NULL;
}

/* Without the service lock: the driver's handler may issue new commands. */
void vnvme_msix_deliver(struct vnvme_device *vnvme, unsigned long vectors)
{
	unsigned int vector;

	if (atomic_long_read(&vnvme->retriggered))
		vectors |= atomic_long_xchg(&vnvme->retriggered, 0);
	for_each_set_bit(vector, &vectors, VNVME_QUEUES_MAX) {
		unsigned int interrupt = READ_ONCE(vnvme->vectors[vector]);

		if (!in_hardirq())
			vnvme_spin_deliver(vnvme, vector);
		else if (interrupt)
			generic_handle_irq(interrupt);
	}
}
