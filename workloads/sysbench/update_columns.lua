#!/usr/bin/env sysbench
-- UPDATE only: some texts of a row of made.lua's table, or one of its integers, by primary key.

local made = require("made")

made.workload(function()
   local key, key_kind = made.key_parameter()
   local count = sysbench.opt.update_fields
   if count == 0 then
      return "UPDATE made SET k1 = ? WHERE id = " .. key, {{sysbench.sql.type.INT}, key_kind},
         function(parameters)
            parameters[1]:set(made.integer())
            parameters[2]:set(made.pick())
         end
   end
   local assignments, kinds = {}, {}
   local kind, template = made.field()
   for number = 1, count do
      assignments[number] = string.format("f%d = ?", number)
      kinds[number] = kind
   end
   kinds[count + 1] = key_kind
   return string.format("UPDATE made SET %s WHERE id = %s", table.concat(assignments, ", "), key),
      kinds, function(parameters)
         for number = 1, count do
            parameters[number]:set_rand_str(template)
         end
         parameters[count + 1]:set(made.pick())
      end
end)
