// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Admin commands that are not reports: queues, abort, and the table of all
 * others.
 */
#include <linux/ktime.h>

#include "vnvme.h"

static u16 create_completion(struct vnvme_device *vnvme,
			     const struct nvme_create_cq *create)
{
	u16 flags = le16_to_cpu(create->cq_flags);

	if (!le16_to_cpu(create->cqid))
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (!(flags & NVME_QUEUE_PHYS_CONTIG))
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	return vnvme_queue_create_completion(vnvme, le16_to_cpu(create->cqid),
					     le64_to_cpu(create->prp1),
					     le16_to_cpu(create->qsize) + 1,
					     le16_to_cpu(create->irq_vector),
					     flags & NVME_CQ_IRQ_ENABLED);
}

static u16 create_submission(struct vnvme_device *vnvme,
			     const struct nvme_create_sq *create)
{
	u16 flags = le16_to_cpu(create->sq_flags);

	if (!le16_to_cpu(create->sqid))
		return VNVME_FAIL(NVME_SC_QID_INVALID);
	if (!le16_to_cpu(create->cqid))
		return VNVME_FAIL(NVME_SC_CQ_INVALID);
	if (!(flags & NVME_QUEUE_PHYS_CONTIG))
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	return vnvme_queue_create_submission(vnvme, le16_to_cpu(create->sqid),
					     le64_to_cpu(create->prp1),
					     le16_to_cpu(create->qsize) + 1,
					     le16_to_cpu(create->cqid));
}

/*
 * A command that waits for its time, or for an event, is completed right now as
 * aborted. What was to be moved has been moved. It is not late, having no time
 * any more.
 */
static u16 abort_command(struct vnvme_device *vnvme,
			 const struct nvme_abort_cmd *abort, u32 *result)
{
	struct vnvme_inflight inflight = {
		.queue = le16_to_cpu(abort->sqid),
		.command_id = abort->cid,
	};
	struct vnvme_queue *queue;

	*result = 1;			/* not aborted */
	if (inflight.queue > vnvme->queues_max ||
	    !vnvme->submission[inflight.queue].entries)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);
	queue = &vnvme->queues[vnvme->posts_to[inflight.queue]];
	if (!vnvme_inflight_find(&queue->inflight, inflight.queue, inflight.command_id,
				 &inflight) &&
	    !(inflight.queue == 0 && vnvme_events_abort(vnvme, inflight.command_id)))
		return 0;
	inflight.due_ns = 0;
	inflight.timed = false;
	inflight.status = NVME_SC_ABORT_REQ;
	vnvme_inflight_add(&queue->inflight, inflight);
	vnvme_timer_arm(&queue->timer, ktime_get_ns());
	*result = 0;
	return 0;
}

u16 vnvme_admin_execute(struct vnvme_device *vnvme,
			const struct nvme_command *command, u32 *result)
{
	/* Neither fused commands nor scatter gather lists are supported. */
	if (command->common.flags)
		return VNVME_FAIL(NVME_SC_INVALID_FIELD);

	switch (command->common.opcode) {
	case nvme_admin_delete_sq:
		return vnvme_queue_delete_submission(vnvme,
				le16_to_cpu(command->delete_queue.qid));
	case nvme_admin_create_sq:
		return create_submission(vnvme, &command->create_sq);
	case nvme_admin_get_log_page:
		return vnvme_get_log_page(vnvme, command);
	case nvme_admin_delete_cq:
		return vnvme_queue_delete_completion(vnvme,
				le16_to_cpu(command->delete_queue.qid));
	case nvme_admin_create_cq:
		return create_completion(vnvme, &command->create_cq);
	case nvme_admin_identify:
		return vnvme_identify(vnvme, command);
	case nvme_admin_abort_cmd:
		return abort_command(vnvme, &command->abort, result);
	case nvme_admin_set_features:
		return vnvme_set_features(vnvme, command, result);
	case nvme_admin_get_features:
		return vnvme_get_features(vnvme, command, result);
	case nvme_admin_async_event:
		return vnvme_events_hold(vnvme, command->common.command_id, result);
	case nvme_admin_format_nvm:
		return vnvme_format(vnvme, command);
	default:
		return VNVME_FAIL(NVME_SC_INVALID_OPCODE);
	}
}
