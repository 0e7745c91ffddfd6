-- Workloads of one prepared statement on one row, each execution its own transaction.
--
-- Keys are `key_stride` apart, so that a workload touches few rows, each on a page of its own.
-- With a stride of 1 every row of every table is as likely as any other.

sysbench.cmdline.options = {
   tables = {"Number of tables", 1},
   table_size = {"Number of rows per table", 10000},
   key_stride = {"Distance between the keys used", 1},
}

local keys = {}

--- A table's number and a row's id, both uniform.
function keys.pick()
   local stride = sysbench.opt.key_stride
   local count = math.floor((sysbench.opt.table_size - 1) / stride)
   local id = 1 + stride * sysbench.rand.uniform(0, count)
   return sysbench.rand.uniform(1, sysbench.opt.tables), id
end

--- One prepared statement a table, with its parameters.
-- `text` has %u for the table's number; `types` are the parameters' types, {type, length} for texts.
local function prepare(connection, text, types)
   local prepared = {}
   for number = 1, sysbench.opt.tables do
      local statement = connection:prepare(string.format(text, number))
      local parameters = {}
      for position, kind in ipairs(types) do
         if type(kind) == "table" then
            parameters[position] = statement:bind_create(kind[1], kind[2])
         else
            parameters[position] = statement:bind_create(kind)
         end
      end
      statement:bind_param(unpack(parameters))
      prepared[number] = {statement = statement, parameters = parameters}
   end
   return prepared
end

--- Define sysbench's functions for a workload of this statement.
-- `fill(parameters, id)` gives the parameters their values before each execution.
function keys.workload(text, types, fill)
   local connection, prepared

   function thread_init()
      connection = sysbench.sql.driver():connect()
      prepared = prepare(connection, text, types)
   end

   function event()
      local number, id = keys.pick()
      fill(prepared[number].parameters, id)
      prepared[number].statement:execute()
   end

   function thread_done()
      connection:disconnect()
   end
end

--- A statement whose only parameter is the key.
function keys.lookup(text)
   keys.workload(text, {sysbench.sql.type.INT}, function(parameters, id) parameters[1]:set(id) end)
end

return keys
