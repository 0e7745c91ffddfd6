// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The interrupt domain of MSI-X before Linux 6.16: one for all functions of a
 * bus, whose vectors are set up here.
 */
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/msi.h>

#include "vnvme.h"

static int vector_init(struct irq_domain *domain, struct msi_domain_info *info,
		       unsigned int interrupt, irq_hw_number_t hwirq,
		       msi_alloc_info_t *allocation)
{
	struct msi_desc *descriptor = allocation->desc;
	struct vnvme_device *vnvme =
		vnvme_from_bus(msi_desc_to_pci_dev(descriptor)->bus);

	irq_domain_set_info(domain, interrupt, hwirq, info->chip, vnvme,
			    handle_edge_irq, NULL, "edge");
	return vnvme_vectors_bind(vnvme, descriptor->msi_index, interrupt);
}

static void vector_free(struct irq_domain *domain, struct msi_domain_info *info,
			unsigned int interrupt)
{
	vnvme_vectors_unbind(irq_get_chip_data(interrupt), interrupt);
}

static struct msi_domain_ops operations = {
	.msi_init = vector_init,
	.msi_free = vector_free,
};

static struct msi_domain_info info = {
	.flags = MSI_FLAG_USE_DEF_DOM_OPS | MSI_FLAG_USE_DEF_CHIP_OPS |
		 MSI_FLAG_PCI_MSIX,
	.ops = &operations,
	.chip = &vnvme_vectors_chip,
};

/* A domain for the device's bus, or NULL. */
struct irq_domain *vnvme_msix_domain(struct vnvme_device *vnvme,
				     struct fwnode_handle *node)
{
	return pci_msi_create_irq_domain(node, &info, NULL);
}
