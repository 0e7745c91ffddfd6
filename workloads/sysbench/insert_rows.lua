#!/usr/bin/env sysbench
-- INSERT only: a row a time behind those that made.lua's table was made with, in the order of ids.

local made = require("made")

made.workload(function()
   local key, key_kind = made.key_parameter()
   local kinds, marks = {key_kind}, {key}
   local field_kind, template = made.field()
   local first_text = 2 + made.integers
   local last = 1 + made.integers + sysbench.opt.fields
   for position = 2, last do
      kinds[position] = position < first_text and {sysbench.sql.type.INT} or field_kind
      marks[position] = "?"
   end
   -- Threads take turns.
   local id = sysbench.opt.table_size + 1 + sysbench.tid
   return string.format("INSERT INTO made (%s) VALUES (%s)", made.columns(),
      table.concat(marks, ", ")), kinds, function(parameters)
         parameters[1]:set(made.key(id))
         id = id + sysbench.opt.threads
         for position = 2, last do
            if position < first_text then
               parameters[position]:set(made.integer())
            else
               parameters[position]:set_rand_str(template)
            end
         end
      end
end)
