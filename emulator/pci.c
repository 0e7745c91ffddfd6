// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * A PCI root bus with one function on it, an NVMe controller.
 *
 * Its configuration space is an array of bytes and a mask of the bits that
 * may be written. Writes to it are all that the host does to a controller that
 * can be seen at once, so each makes us watch the registers for a while.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#if __has_include(<linux/unaligned.h>)
#include <linux/unaligned.h>
#else
#include <asm/unaligned.h>
#endif

#include "vnvme.h"

#define VENDOR_ID	0xb1d5		/* not given out by the PCI-SIG */
#define DEVICE_ID	0x0001
#define CAP_POWER	0x40
#define CAP_MSIX	0x50
#define CAP_EXPRESS	0x60

static bool is_present(const struct vnvme_device *vnvme, unsigned int devfn,
		       int where, int size)
{
	return READ_ONCE(vnvme->powered) && devfn == 0 && where >= 0 &&
	       where + size <= PCI_CFG_SPACE_EXP_SIZE;
}

static int config_read(struct pci_bus *bus, unsigned int devfn, int where,
		       int size, u32 *value)
{
	struct vnvme_device *vnvme = vnvme_from_bus(bus);

	if (!is_present(vnvme, devfn, where, size)) {
		*value = ~0;
		return PCIBIOS_DEVICE_NOT_FOUND;
	}
	*value = 0;
	memcpy(value, vnvme->config + where, size);
	return PCIBIOS_SUCCESSFUL;
}

static int config_write(struct pci_bus *bus, unsigned int devfn, int where,
			int size, u32 value)
{
	struct vnvme_device *vnvme = vnvme_from_bus(bus);
	int i;

	if (!is_present(vnvme, devfn, where, size))
		return PCIBIOS_DEVICE_NOT_FOUND;
	for (i = 0; i < size; i++) {
		u8 mask = vnvme->config_writable[where + i];
		u8 old = vnvme->config[where + i];

		WRITE_ONCE(vnvme->config[where + i],
			   (old & ~mask) | ((value >> (8 * i)) & mask));
	}
	vnvme_watch(vnvme);
	return PCIBIOS_SUCCESSFUL;
}

static struct pci_ops config_operations = {
	.read = config_read,
	.write = config_write,
};

static void put16(struct vnvme_device *vnvme, int where, u16 value, u16 writable)
{
	put_unaligned_le16(value, vnvme->config + where);
	put_unaligned_le16(writable, vnvme->config_writable + where);
}

static void put32(struct vnvme_device *vnvme, int where, u32 value, u32 writable)
{
	put_unaligned_le32(value, vnvme->config + where);
	put_unaligned_le32(writable, vnvme->config_writable + where);
}

static void fill_header(struct vnvme_device *vnvme)
{
	u64 bar = vnvme->window.start;

	put16(vnvme, PCI_VENDOR_ID, VENDOR_ID, 0);
	put16(vnvme, PCI_DEVICE_ID, DEVICE_ID, 0);
	put16(vnvme, PCI_COMMAND, 0, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER |
	      PCI_COMMAND_PARITY | PCI_COMMAND_SERR | PCI_COMMAND_INTX_DISABLE);
	put16(vnvme, PCI_STATUS, PCI_STATUS_CAP_LIST, 0);
	put32(vnvme, PCI_CLASS_REVISION, PCI_CLASS_STORAGE_EXPRESS << 8 | 1, 0);
	put16(vnvme, PCI_CACHE_LINE_SIZE, 0, 0xff);
	put32(vnvme, PCI_BASE_ADDRESS_0,
	      lower_32_bits(bar) | PCI_BASE_ADDRESS_MEM_TYPE_64,
	      ~(u32)(VNVME_BAR_BYTES - 1));
	put32(vnvme, PCI_BASE_ADDRESS_1, upper_32_bits(bar), ~0);
	put16(vnvme, PCI_SUBSYSTEM_VENDOR_ID, VENDOR_ID, 0);
	put16(vnvme, PCI_SUBSYSTEM_ID, DEVICE_ID, 0);
	put16(vnvme, PCI_CAPABILITY_LIST, CAP_POWER, 0);
	put16(vnvme, PCI_INTERRUPT_LINE, 0, 0xff);	/* and no INTx pin */
}

static void fill_capabilities(struct vnvme_device *vnvme)
{
	put16(vnvme, CAP_POWER, CAP_MSIX << 8 | PCI_CAP_ID_PM, 0);
	put16(vnvme, CAP_POWER + PCI_PM_PMC, 3, 0);
	put16(vnvme, CAP_POWER + PCI_PM_CTRL, PCI_PM_CTRL_NO_SOFT_RESET,
	      PCI_PM_CTRL_STATE_MASK);

	put16(vnvme, CAP_MSIX, CAP_EXPRESS << 8 | PCI_CAP_ID_MSIX, 0);
	put16(vnvme, CAP_MSIX + PCI_MSIX_FLAGS, vnvme->queues_max,
	      PCI_MSIX_FLAGS_ENABLE | PCI_MSIX_FLAGS_MASKALL);
	put32(vnvme, CAP_MSIX + PCI_MSIX_TABLE, VNVME_BAR_MSIX_TABLE, 0);
	put32(vnvme, CAP_MSIX + PCI_MSIX_PBA, VNVME_BAR_MSIX_PENDING, 0);

	/* An endpoint inside the root complex: no port and no link above it. */
	put16(vnvme, CAP_EXPRESS, PCI_CAP_ID_EXP, 0);
	put16(vnvme, CAP_EXPRESS + PCI_EXP_FLAGS,
	      2 | PCI_EXP_TYPE_RC_END << 4, 0);
	put32(vnvme, CAP_EXPRESS + PCI_EXP_DEVCAP, PCI_EXP_DEVCAP_RBER, 0);
	put16(vnvme, CAP_EXPRESS + PCI_EXP_DEVCTL, 0, 0x7fff);
}

/* A domain that no firmware names: theirs have 16 bits. */
static int free_domain(void)
{
	struct pci_bus *bus = NULL;
	int domain = 0xffff;

	while ((bus = pci_find_next_bus(bus)))
		domain = max(domain, pci_domain_nr(bus));
	return domain + 1;
}

/* Follow our function as it comes and goes, also by sysfs remove and rescan. */
static int function_changed(struct notifier_block *block, unsigned long action,
			    void *data)
{
	struct device *device = data;
	struct pci_dev *function = to_pci_dev(device);
	struct vnvme_device *vnvme;

	if (function->bus->ops != &config_operations)
		return NOTIFY_DONE;
	vnvme = vnvme_from_bus(function->bus);

	if (action == BUS_NOTIFY_ADD_DEVICE) {
		/* Where the registers are is fixed: nobody shall move BAR 0. */
		if (pci_claim_resource(function, 0))
			dev_err(device, "cannot claim BAR 0\n");
		WRITE_ONCE(vnvme->function, device);
		if (sysfs_create_group(&device->kobj, &vnvme_attribute_group))
			dev_err(device, "no vnvme attributes in sysfs\n");
	} else if (action == BUS_NOTIFY_DEL_DEVICE) {
		sysfs_remove_group(&device->kobj, &vnvme_attribute_group);
	} else if (action == BUS_NOTIFY_UNBOUND_DRIVER) {
		vnvme_hint_lose_driver(vnvme);
	} else if (action == BUS_NOTIFY_REMOVED_DEVICE) {
		WRITE_ONCE(vnvme->function, NULL);
	}
	return NOTIFY_OK;
}

static struct notifier_block function_notifier = {
	.notifier_call = function_changed,
};

int vnvme_pci_init(struct vnvme_device *vnvme)
{
	LIST_HEAD(resources);
	int error;

	fill_header(vnvme);
	fill_capabilities(vnvme);
	vnvme->sysdata.domain = free_domain();
	vnvme->sysdata.node = first_online_node;
	vnvme->bus_numbers = (struct resource){
		.name = "vnvme bus",
		.flags = IORESOURCE_BUS,
	};
	pci_add_resource(&resources, &vnvme->window);
	pci_add_resource(&resources, &vnvme->bus_numbers);

	pci_lock_rescan_remove();
	vnvme->bus = pci_create_root_bus(NULL, 0, &config_operations,
					 &vnvme->sysdata, &resources);
	if (!vnvme->bus) {
		pci_unlock_rescan_remove();
		pci_free_resource_list(&resources);
		pr_err("can't make a PCI bus\n");
		return -ENOMEM;
	}
	error = vnvme_msix_init(vnvme);
	if (!error) {
		pci_scan_child_bus(vnvme->bus);
		pci_bus_add_devices(vnvme->bus);
	}
	pci_unlock_rescan_remove();
	if (error)
		vnvme_pci_exit(vnvme);
	return error;
}

void vnvme_pci_exit(struct vnvme_device *vnvme)
{
	pci_lock_rescan_remove();
	pci_stop_root_bus(vnvme->bus);
	pci_remove_root_bus(vnvme->bus);
	pci_unlock_rescan_remove();
	vnvme_msix_exit(vnvme);
}

/* Once for all devices, before the first. */
int vnvme_pci_start(void)
{
	return bus_register_notifier(&pci_bus_type, &function_notifier);
}

/* After the last device. */
void vnvme_pci_stop(void)
{
	bus_unregister_notifier(&pci_bus_type, &function_notifier);
}
