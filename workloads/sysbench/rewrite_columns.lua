#!/usr/bin/env sysbench
-- Changes some texts of every row of made.lua's table, in one transaction: one event by one thread.
-- Events after the first do nothing, so that each row gets one version.

local made = require("made")
local connection
local is_done = false

function thread_init()
   connection = sysbench.sql.driver():connect()
end

function event()
   if is_done then
      return
   end
   local assignments = {}
   for number = 1, sysbench.opt.update_fields do
      assignments[number] = string.format("f%d = REVERSE(f%d)", number, number)
   end
   connection:query("UPDATE made SET " .. table.concat(assignments, ", "))
   is_done = true
end

function thread_done()
   connection:disconnect()
end
