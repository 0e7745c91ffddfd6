#!/usr/bin/env sysbench
-- Every client reads a table of its own from end to end, again and again; no index has the column.

sysbench.cmdline.options = {
   tables = {"Number of tables", 1},
   table_size = {"Number of rows per table", 10000},
}

local connection, text

function thread_init()
   connection = sysbench.sql.driver():connect()
   text = string.format("SELECT count(c) FROM sbtest%u", sysbench.tid % sysbench.opt.tables + 1)
end

function event()
   connection:query(text)
end

function thread_done()
   connection:disconnect()
end
