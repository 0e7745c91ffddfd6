// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Identify: what the controller and its one namespace are.
 */
#include <linux/string.h>

#include "vnvme.h"

#define NAMESPACE_ID		1
#define VENDOR_ID		0xb1d5
#define PAGE_LBAS		(VNVME_PAGE_BYTES >> VNVME_LBA_SHIFT)
#define DEALLOCATED_IS_ZERO	(1 | BIT(3))

/* One identity for all: a dataset must look the same wherever it is mounted. */
static const u8 uuid[16] = {
	0x6b, 0x61, 0x6e, 0x64, 0x77, 0x69, 0x4e, 0x73,
	0x9e, 0x76, 0x6e, 0x76, 0x6d, 0x65, 0x00, 0x01,
};
static const u8 eui64[8] = { 0x02, 0xb1, 0xd5, 0x00, 0x00, 0x00, 0x00, 0x01 };
static const char nqn[] =
	"nqn.2014-08.org.nvmexpress:uuid:6b616e64-7769-4e73-9e76-6e766d650001";

/* NVMe's strings are padded with blanks and have no end. */
static void put_text(char *field, size_t size, const char *text)
{
	memset(field, ' ', size);
	memcpy(field, text, min(size, strlen(text)));
}

static void put_le128(u8 *field, u64 value)
{
	__le64 low = cpu_to_le64(value);

	memcpy(field, &low, sizeof(low));
}

static void identify_controller(struct vnvme_device *vnvme)
{
	struct nvme_id_ctrl *id = vnvme->scratch;

	id->vid = cpu_to_le16(VENDOR_ID);
	id->ssvid = cpu_to_le16(VENDOR_ID);
	put_text(id->sn, sizeof(id->sn), "vnvme-0001");
	put_text(id->mn, sizeof(id->mn), "vnvme emulated NVMe");
	put_text(id->fr, sizeof(id->fr), "1");
	id->rab = 6;
	id->mdts = VNVME_MDTS;
	id->cntlid = cpu_to_le16(1);
	id->ver = cpu_to_le32(vnvme_read_register(vnvme, NVME_REG_VS));
	id->rtd3r = cpu_to_le32(1000000);
	id->rtd3e = cpu_to_le32(1000000);
	id->cntrltype = NVME_CTRL_IO;
	id->acl = 3;
	id->aerl = VNVME_EVENTS_MAX - 1;
	id->frmw = 1 << 1 | 1;		/* one slot, read only */
	id->lpa = BIT(2);		/* logs can be read from an offset */
	id->elpe = VNVME_ERRORS_MAX - 1;
	id->wctemp = cpu_to_le16(343);
	id->cctemp = cpu_to_le16(353);
	put_le128(id->tnvmcap, vnvme->storage_bytes);
	id->sqes = 0x66;
	id->cqes = 0x44;
	id->nn = cpu_to_le32(1);
	id->oncs = cpu_to_le16(NVME_CTRL_ONCS_DSM | NVME_CTRL_ONCS_WRITE_ZEROES);
	id->vwc = vnvme->write_cache ? NVME_CTRL_VWC_PRESENT : 0;
	id->awun = cpu_to_le16(PAGE_LBAS - 1);
	id->awupf = cpu_to_le16(PAGE_LBAS - 1);
	strscpy(id->subnqn, nqn, sizeof(id->subnqn));
	id->psd[0].max_power = cpu_to_le16(100);	/* 1 W */
}

/* How much may be zeroed at once; with 4 KiB pages units are as for MDTS. */
static void identify_controller_limits(struct vnvme_device *vnvme)
{
	struct nvme_id_ctrl_nvm *id = vnvme->scratch;

	id->wzsl = VNVME_ZERO_SHIFT;
	id->dmrl = 1;
	id->dmrsl = cpu_to_le32(VNVME_ZERO_MAX >> VNVME_LBA_SHIFT);
	id->dmsl = cpu_to_le64(VNVME_ZERO_MAX >> VNVME_LBA_SHIFT);
}

static void identify_namespace(struct vnvme_device *vnvme)
{
	struct nvme_id_ns *id = vnvme->scratch;
	u64 lbas = vnvme->storage_bytes >> VNVME_LBA_SHIFT;

	id->nsze = cpu_to_le64(lbas);
	id->ncap = cpu_to_le64(lbas);
	id->nuse = cpu_to_le64(lbas);
	id->nsfeat = NVME_NS_FEAT_ATOMICS | NVME_NS_FEAT_IO_OPT;
	id->nawun = cpu_to_le16(PAGE_LBAS - 1);
	id->nawupf = cpu_to_le16(PAGE_LBAS - 1);
	id->dlfeat = DEALLOCATED_IS_ZERO;
	/* 512 byte blocks, but 4 KiB is what we like best. */
	id->npwg = cpu_to_le16(PAGE_LBAS - 1);
	id->npwa = cpu_to_le16(PAGE_LBAS - 1);
	id->npdg = cpu_to_le16(PAGE_LBAS - 1);
	id->npda = cpu_to_le16(PAGE_LBAS - 1);
	id->nows = cpu_to_le16(PAGE_LBAS - 1);
	put_le128(id->nvmcap, vnvme->storage_bytes);
	memcpy(id->nguid, uuid, sizeof(uuid));
	memcpy(id->eui64, eui64, sizeof(eui64));
	id->lbaf[0].ds = VNVME_LBA_SHIFT;
}

static void identify_active(struct vnvme_device *vnvme, u32 after)
{
	__le32 *list = vnvme->scratch;

	if (after < NAMESPACE_ID)
		list[0] = cpu_to_le32(NAMESPACE_ID);
}

static void *put_descriptor(void *at, u8 type, const void *value, u8 size)
{
	struct nvme_ns_id_desc *descriptor = at;

	descriptor->nidt = type;
	descriptor->nidl = size;
	memcpy(descriptor + 1, value, size);
	return at + sizeof(*descriptor) + size;
}

static void identify_descriptors(struct vnvme_device *vnvme)
{
	void *at = vnvme->scratch;

	at = put_descriptor(at, NVME_NIDT_EUI64, eui64, sizeof(eui64));
	at = put_descriptor(at, NVME_NIDT_NGUID, uuid, sizeof(uuid));
	put_descriptor(at, NVME_NIDT_UUID, uuid, sizeof(uuid));
}

u16 vnvme_identify(struct vnvme_device *vnvme, const struct nvme_command *command)
{
	u32 nsid = le32_to_cpu(command->identify.nsid);

	memset(vnvme->scratch, 0, VNVME_PAGE_BYTES);
	switch (command->identify.cns) {
	case NVME_ID_CNS_NS:
		if (nsid != NAMESPACE_ID && nsid != NVME_NSID_ALL)
			return VNVME_FAIL(NVME_SC_INVALID_NS);
		identify_namespace(vnvme);
		break;
	case NVME_ID_CNS_CTRL:
		identify_controller(vnvme);
		break;
	case NVME_ID_CNS_NS_ACTIVE_LIST:
		if (nsid >= NVME_NSID_ALL - 1)
			return VNVME_FAIL(NVME_SC_INVALID_NS);
		identify_active(vnvme, nsid);
		break;
	case NVME_ID_CNS_NS_DESC_LIST:
		if (nsid != NAMESPACE_ID)
			return VNVME_FAIL(NVME_SC_INVALID_NS);
		identify_descriptors(vnvme);
		break;
	case NVME_ID_CNS_CS_CTRL:
		if (command->identify.csi != NVME_CSI_NVM)
			return VNVME_FAIL(NVME_SC_INVALID_FIELD);
		identify_controller_limits(vnvme);
		break;
	default:
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	}
	return vnvme_prp_copy(command, vnvme->scratch, VNVME_PAGE_BYTES, true);
}
