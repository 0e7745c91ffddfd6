// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Features: settings of the controller that the host reads and writes. A table
 * says which there are, with their value after a reset.
 */
#include "vnvme.h"

#define SAVE			BIT(31)
#define SELECT_DEFAULT		1
#define SELECT_SAVED		2
#define SELECT_CAPABILITIES	3
#define CHANGEABLE		BIT(2)
#define THRESHOLD_OVER_K	343	/* 70 degrees Celsius */
#define UNCOALESCED		BIT(16)

struct feature {
	bool exists;
	bool changeable;
	u32 initial;
};

static const struct feature table[] = {
	[NVME_FEAT_ARBITRATION]   = { true, true, 0 },
	[NVME_FEAT_POWER_MGMT]    = { true, true, 0 },
	[NVME_FEAT_TEMP_THRESH]   = { true, true, THRESHOLD_OVER_K },
	[NVME_FEAT_ERR_RECOVERY]  = { true, true, 0 },
	[NVME_FEAT_VOLATILE_WC]   = { true, true, 1 },
	[NVME_FEAT_NUM_QUEUES]    = { true, true, 0 },
	[NVME_FEAT_IRQ_COALESCE]  = { true, true, 0 },
	[NVME_FEAT_IRQ_CONFIG]    = { true, true, 0 },
	[NVME_FEAT_WRITE_ATOMIC]  = { true, true, 0 },
	[NVME_FEAT_ASYNC_EVENT]   = { true, true, 0 },
};

static_assert(ARRAY_SIZE(table) <=
	      ARRAY_SIZE(((struct vnvme_device *)0)->features));

void vnvme_features_reset(struct vnvme_device *vnvme)
{
	u32 id;

	for (id = 0; id < ARRAY_SIZE(table); id++)
		vnvme->features[id] = table[id].initial;
	vnvme->uncoalesced = 0;
}

/* Whether what was written may be lost until the host flushes. */
bool vnvme_caches_writes(const struct vnvme_device *vnvme)
{
	return vnvme->write_cache && vnvme->features[NVME_FEAT_VOLATILE_WC];
}

static bool has_feature(const struct vnvme_device *vnvme, u32 id)
{
	if (id >= ARRAY_SIZE(table) || !table[id].exists)
		return false;
	return id != NVME_FEAT_VOLATILE_WC || vnvme->write_cache;
}

/* Both kinds of queues, counted from 0. */
static u32 queue_counts(const struct vnvme_device *vnvme)
{
	return (vnvme->queues_max - 1) << 16 | (vnvme->queues_max - 1);
}

static bool has_io_queues(const struct vnvme_device *vnvme)
{
	u32 id;

	for (id = 1; id <= vnvme->queues_max; id++) {
		if (vnvme->queues[id].completion.entries || vnvme->submission[id].entries)
			return true;
	}
	return false;
}

/* Interrupts are never coalesced, so this is only stored. */
static u16 configure_interrupt(struct vnvme_device *vnvme, u32 value)
{
	u32 vector = value & 0xffff;

	if (vector > vnvme->queues_max)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	if (value & UNCOALESCED)
		vnvme->uncoalesced |= BIT_ULL(vector);
	else
		vnvme->uncoalesced &= ~BIT_ULL(vector);
	return 0;
}

u16 vnvme_set_features(struct vnvme_device *vnvme,
		       const struct nvme_command *command, u32 *result)
{
	u32 dword10 = le32_to_cpu(command->features.fid);
	u32 value = le32_to_cpu(command->features.dword11);
	u32 nsid = le32_to_cpu(command->features.nsid);
	u32 id = dword10 & 0xff;

	if (!has_feature(vnvme, id))
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	if (nsid && nsid != NVME_NSID_ALL)
		return VNVME_FAIL(NVME_SC_FEATURE_NOT_PER_NS);
	if (dword10 & SAVE)
		return VNVME_FAIL(NVME_SC_FEATURE_NOT_SAVEABLE);
	if (!table[id].changeable)
		return VNVME_FAIL(NVME_SC_FEATURE_NOT_CHANGEABLE);

	switch (id) {
	case NVME_FEAT_NUM_QUEUES:
		if ((value & 0xffff) == 0xffff || value >> 16 == 0xffff)
			return VNVME_FAIL(NVME_SC_INVALID_FIELD);
		if (has_io_queues(vnvme))
			return VNVME_FAIL(NVME_SC_CMD_SEQ_ERROR);
		*result = queue_counts(vnvme);
		return 0;
	case NVME_FEAT_IRQ_CONFIG:
		return configure_interrupt(vnvme, value);
	case NVME_FEAT_POWER_MGMT:
		if (value & 0x1f)	/* there is power state 0 only */
			return VNVME_FAIL(NVME_SC_INVALID_FIELD);
		break;
	case NVME_FEAT_VOLATILE_WC:
		value &= 1;
		if (!value)
			vnvme_cache_flush(vnvme);
		break;
	case NVME_FEAT_TEMP_THRESH:
		/* We never get warm: keep the composite's upper bound only. */
		if (value >> 16)
			return 0;
		break;
	}
	vnvme->features[id] = value;
	return 0;
}

static u16 get_interrupt(const struct vnvme_device *vnvme, u32 vector, u32 *result)
{
	if (vector > vnvme->queues_max)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	*result = vector | (vnvme->uncoalesced & BIT_ULL(vector) ? UNCOALESCED : 0);
	return 0;
}

u16 vnvme_get_features(struct vnvme_device *vnvme,
		       const struct nvme_command *command, u32 *result)
{
	u32 dword10 = le32_to_cpu(command->features.fid);
	u32 selector = le32_to_cpu(command->features.dword11);
	u32 select = dword10 >> 8 & 7;
	u32 id = dword10 & 0xff;

	if (!has_feature(vnvme, id) || select > SELECT_CAPABILITIES)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);

	if (select == SELECT_CAPABILITIES)
		*result = table[id].changeable ? CHANGEABLE : 0;
	else if (id == NVME_FEAT_NUM_QUEUES)
		*result = queue_counts(vnvme);
	else if (id == NVME_FEAT_TEMP_THRESH && selector >> 16)
		*result = 0;
	else if (id == NVME_FEAT_IRQ_CONFIG)
		return get_interrupt(vnvme, selector & 0xffff, result);
	else if (select == SELECT_DEFAULT || select == SELECT_SAVED)
		*result = table[id].initial;
	else
		*result = vnvme->features[id];
	return 0;
}
