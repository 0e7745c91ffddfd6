// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * MSI-X with no interrupt controller behind it: a domain of our own, which gives
 * each vector a Linux interrupt (vectors.c).
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/irqdomain.h>
#include <linux/msi.h>

#include "vnvme.h"

int vnvme_msix_init(struct vnvme_device *vnvme)
{
	struct fwnode_handle *node;

	vnvme_vectors_init(vnvme);
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
	vnvme_vectors_exit();
}
