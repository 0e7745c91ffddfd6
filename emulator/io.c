// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * I/O commands. Each is checked, carried out on the storage, and answered with
 * what the timing model needs to know of it.
 */
#include <linux/string.h>

#include "vnvme.h"

#define NAMESPACE_ID	1

static u64 lbas(const struct vnvme_device *vnvme)
{
	return vnvme->storage_bytes >> VNVME_LBA_SHIFT;
}

static bool has_blocks(const struct vnvme_device *vnvme, u64 lba, u64 count)
{
	return lba <= lbas(vnvme) && count <= lbas(vnvme) - lba;
}

static u16 read_write(struct vnvme_device *vnvme,
		      const struct nvme_command *command, bool is_read,
		      u64 *bytes)
{
	u64 lba = le64_to_cpu(command->rw.slba);
	u64 count = le16_to_cpu(command->rw.length) + 1;

	if (count << VNVME_LBA_SHIFT > VNVME_TRANSFER_MAX)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	if (!has_blocks(vnvme, lba, count))
		return VNVME_FAIL(NVME_SC_LBA_RANGE);
	*bytes = count << VNVME_LBA_SHIFT;
	return vnvme_prp_copy(command, vnvme->storage + (lba << VNVME_LBA_SHIFT),
			      *bytes, is_read);
}

/*
 * Zero a stretch of storage. Pages that are zero already are only read: where
 * storage is a copy-on-write file they stay shared.
 */
static void zero(struct vnvme_device *vnvme, u64 lba, u64 count)
{
	u8 *at = vnvme->storage + (lba << VNVME_LBA_SHIFT);
	u8 *end = at + (count << VNVME_LBA_SHIFT);

	while (at < end) {
		size_t left = VNVME_PAGE_BYTES -
			      ((unsigned long)at & (VNVME_PAGE_BYTES - 1));

		left = min_t(size_t, left, end - at);
		if (memchr_inv(at, 0, left))
			memset(at, 0, left);
		at += left;
	}
}

static u16 write_zeroes(struct vnvme_device *vnvme,
			const struct nvme_command *command, u64 *bytes)
{
	u64 lba = le64_to_cpu(command->write_zeroes.slba);
	u64 count = le16_to_cpu(command->write_zeroes.length) + 1;

	if (count << VNVME_LBA_SHIFT > VNVME_ZERO_MAX)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	if (!has_blocks(vnvme, lba, count))
		return VNVME_FAIL(NVME_SC_LBA_RANGE);
	zero(vnvme, lba, count);
	*bytes = count << VNVME_LBA_SHIFT;
	return 0;
}

/*
 * Deallocated blocks read as zeros, as we say in Identify. Ranges beyond the
 * advertised limit are left alone: deallocation is a hint, and doing gigabytes
 * at once would hold up everybody.
 */
static u16 dataset_management(struct vnvme_device *vnvme,
			      const struct nvme_command *command, u64 *bytes)
{
	u32 count = (le32_to_cpu(command->dsm.nr) & 0xff) + 1;
	struct nvme_dsm_range *ranges = vnvme->scratch;
	u64 left = VNVME_ZERO_MAX >> VNVME_LBA_SHIFT;
	u16 status;
	u32 i;

	status = vnvme_prp_copy(command, ranges, count * sizeof(*ranges), false);
	if (status)
		return status;
	for (i = 0; i < count; i++) {
		if (!has_blocks(vnvme, le64_to_cpu(ranges[i].slba),
			      le32_to_cpu(ranges[i].nlb)))
			return VNVME_FAIL(NVME_SC_LBA_RANGE);
	}
	if (!(le32_to_cpu(command->dsm.attributes) & NVME_DSMGMT_AD))
		return 0;
	for (i = 0; i < count && le32_to_cpu(ranges[i].nlb) <= left; i++) {
		u32 length = le32_to_cpu(ranges[i].nlb);

		zero(vnvme, le64_to_cpu(ranges[i].slba), length);
		left -= length;
		*bytes += (u64)length << VNVME_LBA_SHIFT;
	}
	return 0;
}

static u16 check(const struct nvme_command *command)
{
	u32 nsid = le32_to_cpu(command->common.nsid);

	/* Neither fused commands nor scatter gather lists are supported. */
	if (command->common.flags)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	if (nsid == NAMESPACE_ID ||
	    (nsid == NVME_NSID_ALL && command->common.opcode == nvme_cmd_flush))
		return 0;
	return VNVME_FAIL(NVME_SC_INVALID_NS);
}

struct vnvme_executed vnvme_io_execute(struct vnvme_device *vnvme,
				       const struct nvme_command *command)
{
	struct vnvme_executed executed = { .operation = VNVME_OTHER };

	switch (command->common.opcode) {
	case nvme_cmd_flush:
	case nvme_cmd_read:
	case nvme_cmd_write:
	case nvme_cmd_write_zeroes:
	case nvme_cmd_dsm:
		executed.status = check(command);
		break;
	default:
		executed.status = VNVME_FAIL(NVME_SC_INVALID_OPCODE);
		break;
	}
	if (executed.status)
		return executed;

	switch (command->common.opcode) {
	case nvme_cmd_flush:
		executed.operation = VNVME_FLUSH;
		break;
	case nvme_cmd_read:
		executed.operation = VNVME_READ;
		executed.status = read_write(vnvme, command, true, &executed.bytes);
		executed.moved_bytes = executed.bytes;
		break;
	case nvme_cmd_write:
		executed.operation = VNVME_WRITE;
		executed.status = read_write(vnvme, command, false, &executed.bytes);
		executed.moved_bytes = executed.bytes;
		break;
	case nvme_cmd_write_zeroes:
		executed.status = write_zeroes(vnvme, command,
					       &executed.moved_bytes);
		break;
	case nvme_cmd_dsm:
		executed.status = dataset_management(vnvme, command,
						     &executed.moved_bytes);
		break;
	}
	/* What failed its checks took no time in the pipe. */
	if (executed.status) {
		executed.operation = VNVME_OTHER;
		executed.bytes = 0;
	}
	return executed;
}
