#!/usr/bin/env sysbench
-- SELECT only: rows of made.lua's table by a secondary index, about one of a key, or some from a
-- key on.

local made = require("made")

made.workload(function()
   return made.read("k1", "?", {sysbench.sql.type.INT}, made.integer)
end)
