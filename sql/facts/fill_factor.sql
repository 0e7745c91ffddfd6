-- Pages of 8 KiB that PostgreSQL writes per UPDATE, where its pages are full and where a tenth of each is free.
SELECT
    median(pages_per_update) FILTER (pages_are = 'full') AS full_pages,
    median(pages_per_update) FILTER (pages_are = 'room') AS room_pages
FROM data_update_pages
HAVING count(*) > 0;
