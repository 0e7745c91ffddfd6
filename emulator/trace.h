/* SPDX-License-Identifier: MIT OR GPL-2.0 */
/*
 * Tracepoints: a command was taken in, and is due at a certain instant; it was
 * completed. Both belong together by device, queue and command id.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM vnvme

#if !defined(VNVME_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define VNVME_TRACE_H

#include <linux/tracepoint.h>

#include "vnvme.h"

TRACE_EVENT(vnvme_command,
	TP_PROTO(const struct vnvme_device *vnvme, u16 queue,
		 const struct nvme_command *command,
		 const struct vnvme_request *request,
		 const struct vnvme_charge *charge, u64 arrival_ns),
	TP_ARGS(vnvme, queue, command, request, charge, arrival_ns),
	TP_STRUCT__entry(
		__field(u64, lba)
		__field(u64, bytes)
		__field(u64, arrival_ns)
		__field(u64, queue_ns)
		__field(u64, transfer_ns)
		__field(u64, latency_ns)
		__field(u64, due_ns)
		__field(u32, device)
		__field(u32, nsid)
		__field(u16, queue)
		__field(u16, command_id)
		__field(u8, opcode)
		__field(u8, fua)
	),
	TP_fast_assign(
		__entry->lba = le64_to_cpu(command->rw.slba);
		__entry->bytes = request->bytes;
		__entry->arrival_ns = arrival_ns;
		__entry->queue_ns = charge->queue_ns;
		__entry->transfer_ns = charge->transfer_ns;
		__entry->latency_ns = charge->latency_ns;
		__entry->due_ns = charge->due_ns;
		__entry->device = vnvme->number;
		__entry->nsid = le32_to_cpu(command->common.nsid);
		__entry->queue = queue;
		__entry->command_id = command->common.command_id;
		__entry->opcode = command->common.opcode;
		__entry->fua = request->fua;
	),
	TP_printk("device=%u queue=%u command_id=%#x opcode=%#x nsid=%u lba=%llu bytes=%llu fua=%u arrival_ns=%llu queue_ns=%llu transfer_ns=%llu latency_ns=%llu due_ns=%llu",
		  __entry->device, __entry->queue, __entry->command_id,
		  __entry->opcode, __entry->nsid, __entry->lba, __entry->bytes,
		  __entry->fua, __entry->arrival_ns, __entry->queue_ns,
		  __entry->transfer_ns, __entry->latency_ns, __entry->due_ns)
);

TRACE_EVENT(vnvme_complete,
	TP_PROTO(const struct vnvme_device *vnvme,
		 const struct vnvme_inflight *inflight, u64 now_ns),
	TP_ARGS(vnvme, inflight, now_ns),
	TP_STRUCT__entry(
		__field(u64, due_ns)
		__field(u64, completed_ns)
		__field(u32, device)
		__field(u16, queue)
		__field(u16, command_id)
		__field(u16, status)
	),
	TP_fast_assign(
		__entry->due_ns = inflight->due_ns;
		__entry->completed_ns = now_ns;
		__entry->device = vnvme->number;
		__entry->queue = inflight->queue;
		__entry->command_id = inflight->command_id;
		__entry->status = inflight->status;
	),
	TP_printk("device=%u queue=%u command_id=%#x status=%#x due_ns=%llu completed_ns=%llu",
		  __entry->device, __entry->queue, __entry->command_id,
		  __entry->status, __entry->due_ns, __entry->completed_ns)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
