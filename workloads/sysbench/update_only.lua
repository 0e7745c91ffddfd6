#!/usr/bin/env sysbench
-- UPDATE only: one column that no index holds, one row at a time.
-- PostgreSQL writes a whole new tuple; InnoDB writes the old value to its undo log.

local types = sysbench.sql.type
local template = string.rep("###########-", 9) .. "###########"

require("keys").workload(
   "UPDATE sbtest%u SET c = ? WHERE id = ?",
   {{types.CHAR, 120}, types.INT},
   function(parameters, id)
      parameters[1]:set_rand_str(template)
      parameters[2]:set(id)
   end)
