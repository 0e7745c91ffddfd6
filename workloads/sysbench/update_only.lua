#!/usr/bin/env sysbench
-- UPDATE only: one column that no index holds, one row at a time, each its own transaction.
-- PostgreSQL writes a whole new tuple; InnoDB writes the old value to its undo log.

local keys = require("keys")
local template = string.rep("###########-", 9) .. "###########"

function thread_init()
   connection = sysbench.sql.driver():connect()
   local types = sysbench.sql.type
   updates = keys.prepare(
      connection, "UPDATE sbtest%u SET c = ? WHERE id = ?", {{types.CHAR, 120}, types.INT})
end

function event()
   local number, id = keys.pick()
   local update = updates[number]
   update.parameters[1]:set_rand_str(template)
   update.parameters[2]:set(id)
   update.statement:execute()
end

function thread_done()
   connection:disconnect()
end
