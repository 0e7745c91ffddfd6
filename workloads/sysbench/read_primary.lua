#!/usr/bin/env sysbench
-- SELECT only: one row of made.lua's table by its primary key, or some from a key on.

local made = require("made")

made.workload(function()
   local key, kind = made.key_parameter()
   return made.read("id", key, kind, made.pick)
end)
