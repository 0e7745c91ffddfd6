// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * The volatile write cache, for tests of what a power cut does. Data goes to
 * storage at once; what the storage held before is kept until a flush, so that
 * a power cut can bring it back. A page a slot, and the page's sectors that
 * were written.
 *
 * Switched off unless the module's parameter cache_bytes asks for it: then a
 * power cut loses nothing.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "vnvme.h"

#define PAGE_SECTORS	(VNVME_PAGE_BYTES / VNVME_SECTOR_BYTES)

struct vnvme_cached_page {
	u32 page;
	u8 sectors;			/* a bit each: written and not flushed */
};

int vnvme_cache_init(struct vnvme_device *vnvme, u64 bytes)
{
	struct vnvme_cache *cache = &vnvme->cache;
	u64 slots = min_t(u64, bytes / VNVME_PAGE_BYTES, U32_MAX - 1);
	u64 pages = DIV_ROUND_UP_ULL(vnvme->storage_bytes, VNVME_PAGE_BYTES);

	if (!slots)
		return 0;
	cache->slots = kvcalloc(slots, sizeof(*cache->slots), GFP_KERNEL);
	cache->saved = kvcalloc(slots, VNVME_PAGE_BYTES, GFP_KERNEL);
	cache->slot_of_page = kvcalloc(pages, sizeof(*cache->slot_of_page),
				       GFP_KERNEL);
	if (!cache->slots || !cache->saved || !cache->slot_of_page) {
		vnvme_cache_exit(vnvme);
		return -ENOMEM;
	}
	cache->slots_count = slots;
	return 0;
}

void vnvme_cache_exit(struct vnvme_device *vnvme)
{
	struct vnvme_cache *cache = &vnvme->cache;

	kvfree(cache->slots);
	kvfree(cache->saved);
	kvfree(cache->slot_of_page);
	cache->slots = NULL;
}

/* The next slot in turn; what it held is durable from now on. */
static u32 take_slot(struct vnvme_cache *cache, u32 page)
{
	u32 slot = cache->next;

	if (slot < cache->used)
		cache->slot_of_page[cache->slots[slot].page] = 0;
	else
		cache->used = slot + 1;
	cache->next = slot + 1 == cache->slots_count ? 0 : slot + 1;
	cache->slots[slot] = (struct vnvme_cached_page){ .page = page };
	cache->slot_of_page[page] = slot + 1;
	return slot;
}

static void save(struct vnvme_device *vnvme, u32 page, u8 sectors)
{
	struct vnvme_cache *cache = &vnvme->cache;
	u32 slot = cache->slot_of_page[page];
	u8 *saved;
	u32 i;

	slot = slot ? slot - 1 : take_slot(cache, page);
	saved = cache->saved + (u64)slot * VNVME_PAGE_BYTES;
	sectors &= ~cache->slots[slot].sectors;
	for (i = 0; i < PAGE_SECTORS; i++) {
		if (sectors & BIT(i))
			memcpy(saved + i * VNVME_SECTOR_BYTES,
			       vnvme->storage + (u64)page * VNVME_PAGE_BYTES +
			       i * VNVME_SECTOR_BYTES, VNVME_SECTOR_BYTES);
	}
	cache->slots[slot].sectors |= sectors;
}

/*
 * Before storage is written to. A durable write leaves nothing behind that could
 * bring back what was there before.
 */
void vnvme_cache_write(struct vnvme_device *vnvme, u64 address, u64 bytes,
		       bool durable)
{
	struct vnvme_cache *cache = &vnvme->cache;
	u64 end = address + bytes;

	if (!cache->slots)
		return;
	raw_spin_lock(&cache->lock);
	while (address < end) {
		u32 page = address / VNVME_PAGE_BYTES;
		u64 page_end = min_t(u64, end, (page + 1ULL) * VNVME_PAGE_BYTES);
		u32 first = address % VNVME_PAGE_BYTES / VNVME_SECTOR_BYTES;
		u32 count = (page_end - address) / VNVME_SECTOR_BYTES;
		u8 sectors = ((1 << count) - 1) << first;

		if (!durable)
			save(vnvme, page, sectors);
		else if (cache->slot_of_page[page])
			cache->slots[cache->slot_of_page[page] - 1].sectors &= ~sectors;
		address = page_end;
	}
	raw_spin_unlock(&cache->lock);
}

/* All that was written is durable. */
void vnvme_cache_flush(struct vnvme_device *vnvme)
{
	struct vnvme_cache *cache = &vnvme->cache;
	u32 slot;

	raw_spin_lock(&cache->lock);
	for (slot = 0; slot < cache->used; slot++)
		cache->slot_of_page[cache->slots[slot].page] = 0;
	cache->used = 0;
	cache->next = 0;
	raw_spin_unlock(&cache->lock);
}

/* With all locks: bring back what was there before, in every page or in every other. */
void vnvme_cache_lose(struct vnvme_device *vnvme, bool every_other)
{
	struct vnvme_cache *cache = &vnvme->cache;
	u32 slot, i;

	for (slot = 0; slot < cache->used; slot += every_other ? 2 : 1) {
		u8 *page = vnvme->storage +
			   (u64)cache->slots[slot].page * VNVME_PAGE_BYTES;
		u8 *saved = cache->saved + (u64)slot * VNVME_PAGE_BYTES;

		for (i = 0; i < PAGE_SECTORS; i++) {
			if (cache->slots[slot].sectors & BIT(i))
				memcpy(page + i * VNVME_SECTOR_BYTES,
				       saved + i * VNVME_SECTOR_BYTES,
				       VNVME_SECTOR_BYTES);
		}
	}
	vnvme_cache_flush(vnvme);
}
