#!/usr/bin/env sysbench
-- Makes the table of made.lua: one event by one thread. Events after the first do nothing.

local made = require("made")
local connection
local is_made = false

function thread_init()
   connection = sysbench.sql.driver():connect()
end

function event()
   if not is_made then
      made.build(connection)
      is_made = true
   end
end

function thread_done()
   connection:disconnect()
end
