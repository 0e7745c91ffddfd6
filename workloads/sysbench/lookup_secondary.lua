#!/usr/bin/env sysbench
-- Rows by the secondary key k, about one each: index and heap, or two trees.

local keys = require("keys")

function thread_init()
   connection = sysbench.sql.driver():connect()
   selects = keys.prepare(
      connection, "SELECT c FROM sbtest%u WHERE k = ?", {sysbench.sql.type.INT})
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
