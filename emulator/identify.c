// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Identify: what the controller and its namespaces are.
 */
#include <linux/string.h>

#include "vnvme.h"

#define VENDOR_ID		0xb1d5
#define CONTROLLER_ID		1
#define DEALLOCATED_IS_ZERO	(1 | BIT(3))

/* Some kernels have no name for these, or another. */
#define NSFEAT_OPTIMAL		BIT(4)	/* NPWG and its like mean something */
#define ONCS_VERIFY		BIT(7)
#define OACS_FORMAT		BIT(1)
#define LPA_EFFECTS		BIT(1)
#define LPA_OFFSET		BIT(2)

/*
 * Identities depend on nothing but the device's and the namespace's numbers: a
 * dataset must look the same wherever it is mounted.
 */
struct identity {
	u8 uuid[16];
	u8 eui64[8];
};

static struct identity identity_of(const struct vnvme_device *vnvme, u32 nsid)
{
	return (struct identity){
		.uuid = {
			0x6b, 0x61, 0x6e, 0x64, 0x77, 0x69, 0x4e, 0x73,
			0x9e, 0x76, 0x6e, 0x76, 0x6d, 0x65,
			vnvme->number, nsid,
		},
		.eui64 = {
			0x02, 0xb1, 0xd5, 0x00, 0x00, 0x00, vnvme->number, nsid,
		},
	};
}

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
	struct nvme_id_ctrl *id = vnvme->queues[0].scratch;
	char serial[sizeof(id->sn)];

	snprintf(serial, sizeof(serial), "vnvme-%04u", vnvme->number + 1);
	id->vid = cpu_to_le16(VENDOR_ID);
	id->ssvid = cpu_to_le16(VENDOR_ID);
	put_text(id->sn, sizeof(id->sn), serial);
	put_text(id->mn, sizeof(id->mn), "vnvme emulated NVMe");
	put_text(id->fr, sizeof(id->fr), "1");
	id->rab = 6;
	id->mdts = VNVME_MDTS;
	id->cntlid = cpu_to_le16(CONTROLLER_ID);
	id->ver = cpu_to_le32(vnvme_read_register(vnvme, NVME_REG_VS));
	id->rtd3r = cpu_to_le32(1000000);
	id->rtd3e = cpu_to_le32(1000000);
	id->cntrltype = NVME_CTRL_IO;
	id->oacs = cpu_to_le16(OACS_FORMAT);
	id->acl = 3;
	id->aerl = VNVME_EVENTS_MAX - 1;
	id->frmw = 1 << 1 | 1;		/* one slot, read only */
	id->lpa = LPA_EFFECTS | LPA_OFFSET;
	id->elpe = VNVME_ERRORS_MAX - 1;
	id->wctemp = cpu_to_le16(343);
	id->cctemp = cpu_to_le16(353);
	put_le128(id->tnvmcap, vnvme->storage_bytes);
	id->sqes = 0x66;
	id->cqes = 0x44;
	id->nn = cpu_to_le32(vnvme->namespaces_count);
	id->oncs = cpu_to_le16(NVME_CTRL_ONCS_COMPARE | NVME_CTRL_ONCS_DSM |
			       NVME_CTRL_ONCS_WRITE_ZEROES | ONCS_VERIFY);
	id->vwc = vnvme->write_cache ? NVME_CTRL_VWC_PRESENT : 0;
	/* In blocks of the largest size: valid in every namespace. */
	id->awun = 0;
	id->awupf = 0;
	snprintf(id->subnqn, sizeof(id->subnqn),
		 "nqn.2014-08.org.nvmexpress:uuid:6b616e64-7769-4e73-9e76-6e766d65%02x01",
		 vnvme->number);
	id->psd[0].max_power = cpu_to_le16(100);	/* 1 W */
}

/* How much may be zeroed at once; with 4 KiB pages units are as for MDTS. */
static void identify_controller_limits(struct vnvme_device *vnvme)
{
	struct nvme_id_ctrl_nvm *id = vnvme->queues[0].scratch;

	id->vsl = VNVME_MDTS;
	id->wzsl = VNVME_ZERO_SHIFT;
	id->dmrl = 1;
	id->dmrsl = cpu_to_le32(VNVME_ZERO_MAX >> VNVME_SECTOR_SHIFT);
	id->dmsl = cpu_to_le64(VNVME_ZERO_MAX >> VNVME_SECTOR_SHIFT);
}

/* What all namespaces have in common. */
static void identify_any_namespace(struct vnvme_device *vnvme)
{
	struct nvme_id_ns *id = vnvme->queues[0].scratch;
	u32 i;

	id->nsfeat = NVME_NS_FEAT_ATOMICS | NSFEAT_OPTIMAL;
	id->dlfeat = DEALLOCATED_IS_ZERO;
	id->nlbaf = VNVME_FORMATS - 1;
	for (i = 0; i < VNVME_FORMATS; i++)
		id->lbaf[i].ds = vnvme_block_shifts[i];
}

static void identify_namespace(struct vnvme_device *vnvme, u32 nsid,
			       const struct vnvme_namespace *namespace)
{
	struct identity identity = identity_of(vnvme, nsid);
	struct nvme_id_ns *id = vnvme->queues[0].scratch;
	__le64 blocks = cpu_to_le64(namespace->bytes >> namespace->block_shift);
	/* Whatever a block is, a page is what we like best. */
	__le16 page = cpu_to_le16((VNVME_PAGE_BYTES >> namespace->block_shift) - 1);

	identify_any_namespace(vnvme);
	id->nsze = blocks;
	id->ncap = blocks;
	id->nuse = blocks;
	id->flbas = namespace->block_shift == VNVME_SECTOR_SHIFT ? 0 : 1;
	id->nawun = page;
	id->nawupf = page;
	id->npwg = page;
	id->npwa = page;
	id->npdg = page;
	id->npda = page;
	id->nows = page;
	put_le128(id->nvmcap, namespace->bytes);
	memcpy(id->nguid, identity.uuid, sizeof(identity.uuid));
	memcpy(id->eui64, identity.eui64, sizeof(identity.eui64));
}

static void identify_active(struct vnvme_device *vnvme, u32 after)
{
	__le32 *list = vnvme->queues[0].scratch;

	while (after < vnvme->namespaces_count)
		*list++ = cpu_to_le32(++after);
}

/* There is one controller, and every namespace is attached to it. */
static void identify_controllers(struct vnvme_device *vnvme, u32 from)
{
	__le16 *list = vnvme->queues[0].scratch;

	if (from > CONTROLLER_ID)
		return;
	list[0] = cpu_to_le16(1);	/* how many follow */
	list[1] = cpu_to_le16(CONTROLLER_ID);
}

/* What doesn't depend on the command set. */
static void identify_independent(struct vnvme_device *vnvme)
{
	struct nvme_id_ns_cs_indep *id = vnvme->queues[0].scratch;

	id->nstat = 1;			/* ready */
}

static void *put_descriptor(void *at, u8 type, const void *value, u8 size)
{
	struct nvme_ns_id_desc *descriptor = at;

	descriptor->nidt = type;
	descriptor->nidl = size;
	memcpy(descriptor + 1, value, size);
	return at + sizeof(*descriptor) + size;
}

static void identify_descriptors(struct vnvme_device *vnvme, u32 nsid)
{
	struct identity identity = identity_of(vnvme, nsid);
	void *at = vnvme->queues[0].scratch;

	at = put_descriptor(at, NVME_NIDT_EUI64, identity.eui64, sizeof(identity.eui64));
	at = put_descriptor(at, NVME_NIDT_NGUID, identity.uuid, sizeof(identity.uuid));
	put_descriptor(at, NVME_NIDT_UUID, identity.uuid, sizeof(identity.uuid));
}

/* Of one namespace. */
static u16 fill_for_namespace(struct vnvme_device *vnvme, u8 cns, u32 nsid)
{
	const struct vnvme_namespace *namespace = vnvme_namespace_find(vnvme, nsid);

	if (cns == NVME_ID_CNS_NS && nsid == NVME_NSID_ALL) {
		identify_any_namespace(vnvme);
		return 0;
	}
	if (!namespace)
		return VNVME_FAIL(NVME_SC_INVALID_NS);
	switch (cns) {
	case NVME_ID_CNS_NS_DESC_LIST:
		identify_descriptors(vnvme, nsid);
		break;
	case NVME_ID_CNS_CS_NS:		/* zeros: nothing beyond the basics */
		break;
	case NVME_ID_CNS_NS_CS_INDEP:
		identify_independent(vnvme);
		break;
	default:
		identify_namespace(vnvme, nsid, namespace);
		break;
	}
	return 0;
}

static u16 fill(struct vnvme_device *vnvme, const struct nvme_identify *identify)
{
	u32 nsid = le32_to_cpu(identify->nsid);

	switch (identify->cns) {
	case NVME_ID_CNS_CTRL:
		identify_controller(vnvme);
		return 0;
	case NVME_ID_CNS_NS_ACTIVE_LIST:
	case NVME_ID_CNS_NS_PRESENT_LIST:
		if (nsid >= NVME_NSID_ALL - 1)
			return VNVME_FAIL(NVME_SC_INVALID_NS);
		identify_active(vnvme, nsid);
		return 0;
	case NVME_ID_CNS_CS_CTRL:
		if (identify->csi != NVME_CSI_NVM)
			return VNVME_FAIL(NVME_SC_INVALID_FIELD);
		identify_controller_limits(vnvme);
		return 0;
	case NVME_ID_CNS_CTRL_NS_LIST:
		if (!vnvme_namespace_find(vnvme, nsid))
			return VNVME_FAIL(NVME_SC_INVALID_NS);
		fallthrough;
	case NVME_ID_CNS_CTRL_LIST:
		identify_controllers(vnvme, le16_to_cpu(identify->ctrlid));
		return 0;
	case NVME_ID_CNS_CS_NS:
		if (identify->csi != NVME_CSI_NVM)
			return VNVME_FAIL(NVME_SC_INVALID_FIELD);
		fallthrough;
	case NVME_ID_CNS_NS:
	case NVME_ID_CNS_NS_PRESENT:
	case NVME_ID_CNS_NS_DESC_LIST:
	case NVME_ID_CNS_NS_CS_INDEP:
		return fill_for_namespace(vnvme, identify->cns, nsid);
	default:
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	}
}

u16 vnvme_identify(struct vnvme_device *vnvme, const struct nvme_command *command)
{
	u16 status;

	memset(vnvme->queues[0].scratch, 0, VNVME_PAGE_BYTES);
	status = fill(vnvme, &command->identify);
	if (status)
		return status;
	return vnvme_prp_transfer(command, VNVME_TO_HOST, vnvme->queues[0].scratch,
				  VNVME_PAGE_BYTES);
}
