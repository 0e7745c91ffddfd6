// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * I/O commands. Each is checked, carried out on the storage, and answered with
 * what the timing model needs to know of it.
 */
#include "vnvme.h"

struct blocks {
	u8 *storage;
	u64 address;
	u64 bytes;
};

/* A range of a namespace's blocks, if it has them. */
static u16 find_blocks(const struct vnvme_namespace *namespace, u64 block,
		       u64 count, struct blocks *found)
{
	u64 blocks = namespace->bytes >> namespace->block_shift;

	if (block > blocks || count > blocks - block)
		return VNVME_FAIL(NVME_SC_LBA_RANGE);
	block <<= namespace->block_shift;
	*found = (struct blocks){
		.storage = namespace->storage + block,
		.address = namespace->address + block,
		.bytes = count << namespace->block_shift,
	};
	return 0;
}

/* The range that most commands name in the same place, bytes_max at most. */
static u16 blocks_of(const struct vnvme_namespace *namespace,
		     const struct nvme_command *command, u64 bytes_max,
		     struct blocks *found)
{
	u64 count = le16_to_cpu(command->rw.length) + 1;

	if (count << namespace->block_shift > bytes_max)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	return find_blocks(namespace, le64_to_cpu(command->rw.slba), count, found);
}

/* What read, compare and verify have in common: the blocks, and their time. */
static u16 begin_read(const struct vnvme_namespace *namespace,
		      const struct nvme_command *command,
		      struct vnvme_executed *executed, struct blocks *blocks)
{
	u16 status = blocks_of(namespace, command, VNVME_TRANSFER_MAX, blocks);

	if (status)
		return status;
	executed->request = (struct vnvme_request){
		VNVME_READ, false, blocks->address, blocks->bytes,
	};
	return 0;
}

/* Read, or compare with what the host has. */
static u16 read(const struct vnvme_namespace *namespace,
		const struct nvme_command *command, enum vnvme_transfer way,
		struct vnvme_executed *executed)
{
	struct blocks blocks;
	u16 status = begin_read(namespace, command, executed, &blocks);

	if (status)
		return status;
	executed->moved_bytes = blocks.bytes;
	return vnvme_prp_transfer(command, way, blocks.storage, blocks.bytes);
}

/* All blocks are fine, but finding out takes as long as reading them. */
static u16 verify(const struct vnvme_namespace *namespace,
		  const struct nvme_command *command,
		  struct vnvme_executed *executed)
{
	struct blocks blocks;

	return begin_read(namespace, command, executed, &blocks);
}

static u16 write(struct vnvme_device *vnvme,
		 const struct vnvme_namespace *namespace,
		 const struct nvme_command *command,
		 struct vnvme_executed *executed)
{
	bool fua = le16_to_cpu(command->rw.control) & NVME_RW_FUA;
	struct blocks blocks;
	u16 status = blocks_of(namespace, command, VNVME_TRANSFER_MAX, &blocks);

	if (status)
		return status;
	executed->request = (struct vnvme_request){
		VNVME_WRITE, fua, blocks.address, blocks.bytes,
	};
	executed->moved_bytes = blocks.bytes;
	vnvme_cache_write(vnvme, blocks.address, blocks.bytes,
			  fua || !vnvme_caches_writes(vnvme));
	return vnvme_prp_transfer(command, VNVME_TO_DEVICE, blocks.storage,
				  blocks.bytes);
}

static u16 write_zeroes(struct vnvme_device *vnvme,
			const struct vnvme_namespace *namespace,
			const struct nvme_command *command,
			struct vnvme_executed *executed)
{
	bool fua = le16_to_cpu(command->write_zeroes.control) & NVME_RW_FUA;
	struct blocks blocks;
	u16 status = blocks_of(namespace, command, VNVME_ZERO_MAX, &blocks);

	if (status)
		return status;
	vnvme_cache_write(vnvme, blocks.address, blocks.bytes,
			  fua || !vnvme_caches_writes(vnvme));
	executed->moved_bytes = vnvme_zero(blocks.storage, blocks.bytes);
	return 0;
}

/*
 * Deallocated blocks read as zeros, as we say in Identify. Ranges beyond the
 * advertised limit are left alone: deallocation is a hint, and doing gigabytes
 * at once would hold up everybody.
 */
static u16 dataset_management(struct vnvme_queue *queue,
			      const struct vnvme_namespace *namespace,
			      const struct nvme_command *command,
			      struct vnvme_executed *executed)
{
	u32 count = (le32_to_cpu(command->dsm.nr) & 0xff) + 1;
	struct nvme_dsm_range *ranges = queue->scratch;
	struct vnvme_device *vnvme = queue->vnvme;
	struct blocks blocks;
	u16 status;
	u32 i;

	status = vnvme_prp_transfer(command, VNVME_TO_DEVICE, ranges,
				    count * sizeof(*ranges));
	for (i = 0; i < count && !status; i++)
		status = find_blocks(namespace, le64_to_cpu(ranges[i].slba),
				     le32_to_cpu(ranges[i].nlb), &blocks);
	if (status || !(le32_to_cpu(command->dsm.attributes) & NVME_DSMGMT_AD))
		return status;

	for (i = 0; i < count; i++) {
		find_blocks(namespace, le64_to_cpu(ranges[i].slba),
			    le32_to_cpu(ranges[i].nlb), &blocks);
		if (executed->moved_bytes + blocks.bytes > VNVME_ZERO_MAX)
			break;
		vnvme_cache_write(vnvme, blocks.address, blocks.bytes,
				  !vnvme_caches_writes(vnvme));
		executed->moved_bytes += vnvme_zero(blocks.storage, blocks.bytes);
	}
	return 0;
}

static u16 flush(struct vnvme_device *vnvme, struct vnvme_executed *executed)
{
	executed->request.operation = VNVME_FLUSH;
	vnvme_cache_flush(vnvme);
	return 0;
}

static u16 check(struct vnvme_device *vnvme, const struct nvme_command *command)
{
	u32 nsid = le32_to_cpu(command->common.nsid);

	switch (command->common.opcode) {
	case nvme_cmd_flush:
	case nvme_cmd_write:
	case nvme_cmd_read:
	case nvme_cmd_compare:
	case nvme_cmd_write_zeroes:
	case nvme_cmd_dsm:
	case nvme_cmd_verify:
		break;
	default:
		return VNVME_FAIL(NVME_SC_INVALID_OPCODE);
	}
	/* Neither fused commands nor scatter gather lists are supported. */
	if (command->common.flags)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	if (nsid == NVME_NSID_ALL && command->common.opcode == nvme_cmd_flush)
		return 0;
	if (!vnvme_namespace_find(vnvme, nsid))
		return VNVME_FAIL(NVME_SC_INVALID_NS);
	if (vnvme_format_covers(vnvme, nsid))
		return NVME_SC_FORMAT_IN_PROGRESS;
	return 0;
}

static u16 execute(struct vnvme_queue *queue, const struct nvme_command *command,
		   struct vnvme_executed *executed)
{
	struct vnvme_device *vnvme = queue->vnvme;
	const struct vnvme_namespace *namespace;

	namespace = vnvme_namespace_find(vnvme, le32_to_cpu(command->common.nsid));
	switch (command->common.opcode) {
	case nvme_cmd_read:
		return read(namespace, command, VNVME_TO_HOST, executed);
	case nvme_cmd_write:
		return write(vnvme, namespace, command, executed);
	case nvme_cmd_flush:
		return flush(vnvme, executed);
	case nvme_cmd_compare:
		return read(namespace, command, VNVME_COMPARE, executed);
	case nvme_cmd_verify:
		return verify(namespace, command, executed);
	case nvme_cmd_write_zeroes:
		return write_zeroes(vnvme, namespace, command, executed);
	default:
		return dataset_management(queue, namespace, command, executed);
	}
}

/* Carry out a command of an I/O queue. */
struct vnvme_executed vnvme_io_execute(struct vnvme_queue *queue,
				       const struct nvme_command *command)
{
	struct vnvme_executed executed = {
		.request.operation = VNVME_OTHER,
	};

	executed.status = check(queue->vnvme, command);
	if (!executed.status)
		executed.status = execute(queue, command, &executed);

	/* What failed took no time in the pipe, unless by what was compared. */
	if (executed.status && executed.status != VNVME_FAIL(NVME_SC_COMPARE_FAILED))
		executed.request = (struct vnvme_request){
			.operation = VNVME_OTHER,
		};
	return executed;
}
