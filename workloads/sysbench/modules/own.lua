-- A connection for a user's own transactions: what goes wrong ends the run, and it says what found no row.
--
-- Each statement comes with its line in the user's file. sysbench goes on for as long as one client
-- works or waits for a lock, so a client that fails ends the process, with the engine's own words last.

local ffi = require("ffi")
local client = require("client")
local number = require("number")

ffi.cdef "void _exit(int status);"

local own = setmetatable({}, {__index = client})
own.__index = own

local function say(...)
   io.stdout:write(table.concat({...}), "\n")
   io.stdout:flush()
end

function own:stop(problem)
   problem = type(problem) == "table" and problem.sql_errmsg or tostring(problem)
   -- Without sysbench's own words ahead of the engine's.
   problem = problem:match("SQL error, .-, state = '.-': (.*)$") or problem
   say("FATAL: ", self.file, self.line and ":" .. self.line or "", ": ", problem)
   ffi.C._exit(1)
end

--- Connect and prepare `statements`: by name, {text with question marks, {types}, line}.
-- `backslashes`: whether one in a text has to be doubled.
function own.connect(file, statements, backslashes)
   local names = {}
   for name in pairs(statements) do names[#names + 1] = name end
   table.sort(names)
   local self = setmetatable(client.connect({}), own)
   self.file, self.backslashes, self.calls, self.found = file, backslashes, {}, {}
   for _, name in ipairs(names) do
      self.line = statements[name][3]
      local done, problem = pcall(self.prepare, self, name, statements[name])
      if not done then self:stop(problem) end
   end
   return self
end

function own:prepare(name, definition)
   local statement = self.connection:prepare(definition[1])
   local parameters = {}
   for position, kind in ipairs(definition[2]) do
      parameters[position] = statement:bind_create(kind)
   end
   statement:bind_param(unpack(parameters))
   self.prepared[name] = {statement = statement, parameters = parameters}
end

-- Count a call, and the rows that it found. Of what only changes rows there is no result: a null
-- pointer, which is true to `and`.
local function keep(self, result)
   if result == nil then return nil end
   local line = self.line
   self.calls[line] = (self.calls[line] or 0) + 1
   self.found[line] = (self.found[line] or 0) + tonumber(result.nrows)
   return result
end

--- Execute a prepared statement with these values.
function own:execute(line, name, ...)
   self.line = line
   local prepared = self.prepared[name]
   for position, parameter in ipairs(prepared.parameters) do
      parameter:set((select(position, ...)))
   end
   keep(self, prepared.statement:execute())
end

--- Send a statement as text; `format` is string.format's.
function own:ask(line, format, ...)
   self.line = line
   return keep(self, self.connection:query(string.format(format, ...)))
end

--- Begin or end a transaction.
function own:control(line, text)
   self.line = line
   self.connection:query(text)
end

--- The values of the one row of a statement, as texts.
function own:row(line, format, ...)
   local result = self:ask(line, format, ...)
   local rows = result == nil and 0 or tonumber(result.nrows)
   if rows ~= 1 then error("\\gset needs one row, and the statement found " .. rows, 0) end
   return unpack(result:fetch_row(), 1, result.nfields)
end

--- Send a statement whose rows nobody uses: they are fetched all the same.
function own:rows(line, format, ...)
   local result = self:ask(line, format, ...)
   if result == nil then return end
   for _ = 1, tonumber(result.nrows) do result:fetch_row() end
end

--- The next number above the greatest in a column.
function own:next_of(query)
   self.line = nil
   local result = self.connection:query(query)
   local greatest = result:fetch_row()[1]
   return number.add(number.of(greatest or "0"), 1LL)
end

--- A value as SQL writes it.
function own:literal(value)
   if value == nil then return "NULL" end
   if type(value) ~= "string" then return number.text(value) end
   if self.backslashes then value = value:gsub("\\", "\\\\") end
   return "'" .. value:gsub("'", "''") .. "'"
end

--- As the client's, but for what goes wrong.
function own:finish(body)
   local done, result, retries = pcall(client.finish, self, body)
   if not done then self:stop(result) end
   return result, retries
end

--- Say which statements found no row in all their calls, and part.
function own:part()
   local lines = {}
   for line in pairs(self.calls) do
      if self.found[line] == 0 then lines[#lines + 1] = line end
   end
   table.sort(lines)
   for _, line in ipairs(lines) do
      say("client ", sysbench.tid, ": ", self.file, ":", line, " found no row in ",
         self.calls[line], " calls")
   end
   self:disconnect()
end

return own
