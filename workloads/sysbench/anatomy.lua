#!/usr/bin/env sysbench
-- Work whose every request is traced, a step per event: modules/report.lua says when each step began and ended.
--
-- `transaction` is that of sysbench's own oltp_read_write, whose functions and connection (`con`) these are, in ten
-- steps; the others are a statement per event.

require("oltp_read_write")
local report = require("report")

sysbench.cmdline.options.work = {"transaction, update, lookup or scan", "transaction"}
sysbench.cmdline.options.scan_rows = {"Rows that a scan reads from the beginning of a table", 4000}

-- A row by the index on k, about one.
local function lookup()
   con:query(string.format("SELECT c FROM sbtest%d WHERE k = %d",
      sysbench.rand.uniform(1, sysbench.opt.tables), sysbench.rand.uniform(1, sysbench.opt.table_size)))
end

local function scan()
   con:query(string.format("SELECT sum(length(c)) FROM (SELECT c FROM sbtest%d LIMIT %d) AS part",
      sysbench.rand.uniform(1, sysbench.opt.tables), sysbench.opt.scan_rows))
end

local WORK = {
   transaction = {
      {"BEGIN", begin},
      {"10 SELECTs by key", execute_point_selects},
      {"range of 100", execute_simple_ranges},
      {"sum of 100", execute_sum_ranges},
      {"sorted range", execute_order_ranges},
      {"distinct range", execute_distinct_ranges},
      {"UPDATE of an indexed column", execute_index_updates},
      {"UPDATE of another column", execute_non_index_updates},
      {"DELETE and INSERT", execute_delete_inserts},
      {"COMMIT", commit},
   },
   update = {{"UPDATE", execute_index_updates}},
   lookup = {{"look-up", lookup}},
   scan = {{"scan", scan}},
}

-- One client has no deadlocks to begin anew after.
local alone = {finish = function(_, body) body() return false, 0 end}
local connect, part = thread_init, thread_done
local steps, done = nil, 0

function thread_init()
   connect()
   steps = assert(WORK[sysbench.opt.work], "work is transaction, update, lookup or scan")
end

function event()
   local step = steps[done % #steps + 1]
   done = done + 1
   report.run(step[1], alone, step[2])
end

function thread_done()
   report.write()
   part()
end
