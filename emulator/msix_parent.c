// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The interrupt domain of MSI-X since Linux 6.16: each PCI function makes itself
 * one, which masks and unmasks in the table; ours is the parent of those, and
 * raises interrupts.
 */
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/msi.h>

#include "vnvme.h"

static int vectors_alloc(struct irq_domain *domain, unsigned int interrupt,
			 unsigned int count, void *data)
{
	const msi_alloc_info_t *allocation = data;
	struct vnvme_device *vnvme = domain->host_data;
	u16 vector = allocation->desc->msi_index;

	/* A vector of MSI-X is allocated by itself. */
	if (count != 1)
		return -EINVAL;
	irq_domain_set_info(domain, interrupt, vector, &vnvme_vectors_chip, vnvme,
			    handle_edge_irq, NULL, "edge");
	return vnvme_vectors_bind(vnvme, vector, interrupt);
}

static void vectors_free(struct irq_domain *domain, unsigned int interrupt,
			 unsigned int count)
{
	vnvme_vectors_unbind(domain->host_data, interrupt);
}

static const struct irq_domain_ops operations = {
	.alloc = vectors_alloc,
	.free = vectors_free,
};

/* What the function's own domain leaves to ours. */
static bool init_function(struct device *function, struct irq_domain *domain,
			  struct irq_domain *parent, struct msi_domain_info *info)
{
	const struct msi_parent_ops *ours = parent->msi_parent_ops;

	info->flags &= ours->supported_flags;
	info->flags |= ours->required_flags;
	info->chip->irq_ack = irq_chip_ack_parent;
	return true;
}

static const struct msi_parent_ops parent_operations = {
	.supported_flags = MSI_GENERIC_FLAGS_MASK | MSI_FLAG_PCI_MSIX,
	.required_flags = MSI_FLAG_USE_DEF_DOM_OPS | MSI_FLAG_USE_DEF_CHIP_OPS,
	.bus_select_token = DOMAIN_BUS_PCI_MSI,
	.prefix = "vnvme-",
	.init_dev_msi_info = init_function,
};

/* A domain for the device's bus, or NULL. */
struct irq_domain *vnvme_msix_domain(struct vnvme_device *vnvme,
				     struct fwnode_handle *node)
{
	struct irq_domain_info info = {
		.fwnode = node,
		.size = VNVME_QUEUES_MAX,
		.ops = &operations,
		.host_data = vnvme,
	};

	return msi_create_parent_irq_domain(&info, &parent_operations);
}
