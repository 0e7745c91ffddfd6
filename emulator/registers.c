// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The controller's registers and its states: disabled, ready, shut down.
 */
#include "vnvme.h"

#define TIMEOUT_UNITS	20ULL		/* of 500 ms, to become ready */
#define VERSION_1_4	0x10400

static u64 capabilities(void)
{
	return (VNVME_QUEUE_DEPTH - 1) |	/* MQES, counted from 0 */
	       1ULL << 16 |			/* CQR: contiguous queues only */
	       TIMEOUT_UNITS << 24 |
	       1ULL << 37;			/* CSS: the NVM command set */
}

/* Everything as after power-on, but AQA, ASQ and ACQ outlive a reset. */
void vnvme_registers_reset(struct vnvme_device *vnvme)
{
	u64 cap = capabilities();

	WRITE_ONCE(vnvme->ready, false);
	vnvme_queues_drop(vnvme);
	vnvme->format.running = false;
	vnvme_events_reset(vnvme);
	vnvme_features_reset(vnvme);
	raw_spin_lock(&vnvme->model_lock);
	vnvme_timing_reset(&vnvme->timing);
	raw_spin_unlock(&vnvme->model_lock);

	memset(vnvme->registers + NVME_REG_DBS, 0,
	       VNVME_BAR_MSIX_TABLE - NVME_REG_DBS);
	vnvme_write_register(vnvme, NVME_REG_CAP, lower_32_bits(cap));
	vnvme_write_register(vnvme, NVME_REG_CAP + 4, upper_32_bits(cap));
	vnvme_write_register(vnvme, NVME_REG_VS, VERSION_1_4);
	vnvme_write_register(vnvme, NVME_REG_CSTS, 0);
}

static bool enable(struct vnvme_device *vnvme, u32 cc)
{
	u32 aqa = vnvme_read_register(vnvme, NVME_REG_AQA);
	u64 asq = vnvme_read_register64(vnvme, NVME_REG_ASQ);
	u64 acq = vnvme_read_register64(vnvme, NVME_REG_ACQ);

	if ((cc >> NVME_CC_MPS_SHIFT & 0xf) != 0 ||
	    (cc & NVME_CC_CSS_MASK) != NVME_CC_CSS_NVM)
		return false;
	if (vnvme_queue_create_completion(vnvme, 0, acq,
					  (aqa >> 16 & 0xfff) + 1, 0, true))
		return false;
	if (vnvme_queue_create_submission(vnvme, 0, asq, (aqa & 0xfff) + 1, 0))
		return false;
	return true;
}

/* Do what was written to CC since the last look. */
void vnvme_registers_look(struct vnvme_device *vnvme)
{
	u32 cc = vnvme_read_register(vnvme, NVME_REG_CC);
	u32 csts = vnvme_read_register(vnvme, NVME_REG_CSTS);

	if (!vnvme->powered)
		return;
	if (!(cc & NVME_CC_ENABLE)) {
		/* A shut down controller may also not be ready. */
		if (csts)
			vnvme_registers_reset(vnvme);
		return;
	}

	if (!vnvme->ready && !(csts & NVME_CSTS_CFS)) {
		if (enable(vnvme, cc)) {
			WRITE_ONCE(vnvme->ready, true);
			csts |= NVME_CSTS_RDY;
		} else {
			csts |= NVME_CSTS_CFS;
		}
		vnvme_write_register(vnvme, NVME_REG_CSTS, csts);
	}
	if ((cc & NVME_CC_SHN_MASK) &&
	    (csts & NVME_CSTS_SHST_MASK) != NVME_CSTS_SHST_CMPLT) {
		vnvme_cache_flush(vnvme);
		csts &= ~NVME_CSTS_SHST_MASK;
		vnvme_write_register(vnvme, NVME_REG_CSTS,
				     csts | NVME_CSTS_SHST_CMPLT);
	}
}
