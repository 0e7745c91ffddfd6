-- A connection with named statements.
--
-- A statement whose rows the client doesn't need is prepared. One whose rows it needs is sent as text:
-- sysbench 1.0 can't fetch the rows of a prepared statement from MySQL and MariaDB, and all engines are
-- to be asked in the same way.

local TEXT_BYTES_MAX = 255
-- More than any deadlock needs: what fails so often will not succeed.
local RETRIES_MAX = 1000

local client = {}
client.__index = client

--- Connect and prepare `statements`: by name, {text with question marks, {types}}.
-- A type is one of sysbench.sql.type, or {type, length} for texts, which sysbench's driver for
-- PostgreSQL has 255 bytes for.
function client.connect(statements)
   -- The driver is kept, or its collection as garbage ends what it holds for this thread.
   local self = setmetatable({prepared = {}, driver = sysbench.sql.driver()}, client)
   self.connection = self.driver:connect()
   local names = {}
   for name in pairs(statements) do names[#names + 1] = name end
   table.sort(names)  -- the order of pairs() is not the same in every run
   for _, name in ipairs(names) do
      local definition = statements[name]
      local statement = self.connection:prepare(definition[1])
      local parameters = {}
      for position, kind in ipairs(definition[2]) do
         if type(kind) == "table" then
            assert(kind[2] <= TEXT_BYTES_MAX, name .. ": a text is too long to be a parameter")
            parameters[position] = statement:bind_create(kind[1], kind[2])
         else
            parameters[position] = statement:bind_create(kind)
         end
      end
      statement:bind_param(unpack(parameters))
      self.prepared[name] = {statement = statement, parameters = parameters}
   end
   return self
end

function client:disconnect()
   self.connection:disconnect()
end

--- Execute the prepared statement `name` with these values.
function client:execute(name, ...)
   local prepared = self.prepared[name]
   for position, parameter in ipairs(prepared.parameters) do
      parameter:set((select(position, ...)))
   end
   prepared.statement:execute()
end

--- The values of the first row, as texts, or nil; `format` is string.format's.
function client:row(format, ...)
   local result = self.connection:query(string.format(format, ...))
   if result.nrows == 0 then return nil end
   return unpack(result:fetch_row(), 1, result.nfields)
end

--- All rows, each a table of texts.
function client:rows(format, ...)
   local result = self.connection:query(string.format(format, ...))
   local rows = {}
   for position = 1, tonumber(result.nrows) do
      rows[position] = {unpack(result:fetch_row(), 1, result.nfields)}
   end
   return rows
end

--- Send a statement that has no rows, as text.
function client:send(format, ...)
   self.connection:query(string.format(format, ...))
end

--- Call `body` until the engine no longer asks for the transaction to begin anew (deadlocks and the
-- like); returns what it returns, and how often that was. All else that goes wrong ends the run.
function client:finish(body)
   local retries = 0
   local done, result = pcall(body)
   while not done do
      if type(result) ~= "table" or result.errcode ~= sysbench.error.RESTART_EVENT or
         retries == RETRIES_MAX
      then
         error(type(result) == "table" and result.sql_errmsg or result, 0)
      end
      retries = retries + 1
      self:send("ROLLBACK")
      done, result = pcall(body)
   end
   return result, retries
end

return client
