#!/usr/bin/env sysbench
-- One row by its primary key: an index and a heap page, or a clustered index alone.

local keys = require("keys")

function thread_init()
   connection = sysbench.sql.driver():connect()
   selects = keys.prepare(
      connection, "SELECT c FROM sbtest%u WHERE id = ?", {sysbench.sql.type.INT})
end

function event()
   local number, id = keys.pick()
   local select = selects[number]
   select.parameters[1]:set(id)
   select.statement:execute()
end

function thread_done()
   connection:disconnect()
end
