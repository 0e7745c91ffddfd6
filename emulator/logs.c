// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Log pages: errors, health, firmware, effects of commands.
 */
#include <linux/ktime.h>
#include <linux/string.h>

#include "vnvme.h"

#define TEMPERATURE_K		310
#define DATA_UNIT_BYTES		(512 * 1000)
#define RETAIN_EVENT		BIT(7)
#define EXCLUSIVE		BIT(16)	/* of CSE: in its namespace */

/* With a queue's lock, or all. Newest first; the host reads it as it is. */
void vnvme_log_error(struct vnvme_device *vnvme, u16 queue,
		     const struct nvme_command *command, u16 status)
{
	struct nvme_error_slot *log = vnvme->error_log;

	raw_spin_lock(&vnvme->log_lock);
	vnvme->errors++;
	memmove(log + 1, log, (VNVME_ERRORS_MAX - 1) * sizeof(*log));
	memset(log, 0, sizeof(*log));
	log->error_count = cpu_to_le64(vnvme->errors);
	log->sqid = cpu_to_le16(queue);
	log->cmdid = cpu_to_le16(command->common.command_id);
	log->status_field = cpu_to_le16(status << 1);
	log->param_error_location = cpu_to_le16(0xffff);
	log->nsid = command->common.nsid;
	if (queue)
		log->lba = command->rw.slba;
	raw_spin_unlock(&vnvme->log_lock);
}

static void put_count(u8 *field, u64 value)
{
	__le64 low = cpu_to_le64(value);

	memcpy(field, &low, sizeof(low));
}

static u32 fill_health(struct vnvme_device *vnvme)
{
	struct vnvme_counters counters = vnvme_counters_sum(vnvme);
	struct nvme_smart_log *log = vnvme->queues[0].scratch;

	log->temperature[0] = TEMPERATURE_K & 0xff;
	log->temperature[1] = TEMPERATURE_K >> 8;
	log->avail_spare = 100;
	log->spare_thresh = 10;
	put_count(log->data_units_read,
		  DIV_ROUND_UP_ULL(counters.bytes[VNVME_READ], DATA_UNIT_BYTES));
	put_count(log->data_units_written,
		  DIV_ROUND_UP_ULL(counters.bytes[VNVME_WRITE], DATA_UNIT_BYTES));
	put_count(log->host_reads, counters.commands[VNVME_READ]);
	put_count(log->host_writes, counters.commands[VNVME_WRITE]);
	put_count(log->ctrl_busy_time, vnvme_busy_ns(&counters) / (60ULL * NSEC_PER_SEC));
	put_count(log->power_cycles, 1);
	put_count(log->power_on_hours, ktime_get_ns() / (3600ULL * NSEC_PER_SEC));
	put_count(log->num_err_log_entries, vnvme->errors);
	return sizeof(*log);
}

static u32 fill_firmware(struct vnvme_device *vnvme)
{
	struct nvme_fw_slot_info_log *log = vnvme->queues[0].scratch;

	log->afi = 1;
	memcpy(&log->frs[0], "1       ", 8);
	return sizeof(*log);
}

static u32 fill_errors(struct vnvme_device *vnvme)
{
	memcpy(vnvme->queues[0].scratch, vnvme->error_log, sizeof(vnvme->error_log));
	return sizeof(vnvme->error_log);
}

/*
 * Which commands there are. Formatting changes blocks and wants the namespace
 * for itself.
 */
static u32 fill_effects(struct vnvme_device *vnvme)
{
	static const u8 admin[] = {
		nvme_admin_delete_sq, nvme_admin_create_sq,
		nvme_admin_get_log_page, nvme_admin_delete_cq,
		nvme_admin_create_cq, nvme_admin_identify, nvme_admin_abort_cmd,
		nvme_admin_set_features, nvme_admin_get_features,
		nvme_admin_async_event,
	};
	static const u8 reading[] = {
		nvme_cmd_flush, nvme_cmd_read, nvme_cmd_compare, nvme_cmd_verify,
	};
	static const u8 writing[] = {
		nvme_cmd_write, nvme_cmd_write_zeroes, nvme_cmd_dsm,
	};
	struct nvme_effects_log *log = vnvme->queues[0].scratch;
	const u32 supported = NVME_CMD_EFFECTS_CSUPP;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(admin); i++)
		log->acs[admin[i]] = cpu_to_le32(supported);
	log->acs[nvme_admin_format_nvm] =
		cpu_to_le32(supported | NVME_CMD_EFFECTS_LBCC | EXCLUSIVE);
	for (i = 0; i < ARRAY_SIZE(reading); i++)
		log->iocs[reading[i]] = cpu_to_le32(supported);
	for (i = 0; i < ARRAY_SIZE(writing); i++)
		log->iocs[writing[i]] = cpu_to_le32(supported | NVME_CMD_EFFECTS_LBCC);
	return sizeof(*log);
}

u16 vnvme_get_log_page(struct vnvme_device *vnvme,
		       const struct nvme_command *command)
{
	const struct nvme_get_log_page_command *get = &command->get_log_page;
	u64 dwords = (le16_to_cpu(get->numdl) | (u64)le16_to_cpu(get->numdu) << 16) + 1;
	u64 offset = le64_to_cpu(get->lpo);
	u32 nsid = le32_to_cpu(get->nsid);
	u64 bytes = dwords * 4;
	u32 size;

	memset(vnvme->queues[0].scratch, 0, VNVME_PAGE_BYTES);
	switch (get->lid) {
	case NVME_LOG_ERROR:
		size = fill_errors(vnvme);
		if (!(get->lsp & RETAIN_EVENT))
			vnvme_events_read(vnvme);
		break;
	case NVME_LOG_SMART:
		/* Health is the controller's, not a namespace's. */
		if (nsid && nsid != NVME_NSID_ALL)
			return VNVME_FAIL(NVME_SC_INVALID_FIELD);
		size = fill_health(vnvme);
		break;
	case NVME_LOG_FW_SLOT:
		size = fill_firmware(vnvme);
		break;
	case NVME_LOG_CMD_EFFECTS:
		size = fill_effects(vnvme);
		break;
	default:
		return VNVME_FAIL(NVME_SC_INVALID_LOG_PAGE);
	}
	if (offset & 3 || offset >= size)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	/* What lies beyond a log's end is undefined: our page, then nothing. */
	bytes = min(bytes, VNVME_PAGE_BYTES - offset);
	return vnvme_prp_transfer(command, VNVME_TO_HOST, vnvme->queues[0].scratch + offset,
				  bytes);
}
