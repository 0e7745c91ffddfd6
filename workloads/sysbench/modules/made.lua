-- A table of our own beside those of the data set: `made`, which make_table fills, and which other
-- scripts read, insert into and update.
--
-- Its primary key, its indexes, the number and width of its texts and the room that its pages keep
-- free are options, so that an experiment can vary them. Every script takes all of them, since
-- options of a cell go to each of its scripts.

sysbench.cmdline.options = {
   tables = {"Of the data set, and without effect here", 1},
   table_size = {"Rows that the table is made with", 10000},
   key_stride = {"Distance between the keys used", 1},
   key_type = {"Primary key: sequential, uuid4 or uuid7", "sequential"},
   secondary_indexes = {"How many of the six integers have an index", 1},
   fill_factor = {"PostgreSQL's: percent of a page that INSERTs fill", 100},
   fields = {"Number of texts", 4},
   field_bytes = {"Width of each text, 255 at most", 30},
   update_fields = {"Texts that an UPDATE changes; 0: the first of the integers", 1},
   range_rows = {"Rows that a SELECT reads in the order of its key; 1: of one key", 1},
}

local made = {integers = 6}
local types = sysbench.sql.type
local UUID_SEED = 20241101ULL
-- Of the first row; each later one was made a millisecond after.
local UUID_EPOCH_MS = 1730419200000

local function speaks_postgres()
   return sysbench.sql.driver():name() == "pgsql"
end

--- "prefix1, prefix2, ...", each followed by `suffix`.
local function numbered(prefix, count, suffix)
   local names = {}
   for number = 1, count do
      names[number] = prefix .. number .. (suffix or "")
   end
   return table.concat(names, ", ")
end

local function repeated(text, count)
   return string.rep(text, count, ", ")
end

--- Sixty-four well-mixed bits of a number: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
local function mixed(number)
   local bits = UUID_SEED + number * 0x9E3779B97F4A7C15ULL
   bits = bit.bxor(bits, bit.rshift(bits, 30)) * 0xBF58476D1CE4E5B9ULL
   bits = bit.bxor(bits, bit.rshift(bits, 27)) * 0x94D049BB133111EBULL
   return bit.bxor(bits, bit.rshift(bits, 31))
end

--- The primary key of row `id`, always the same: a number, or a UUID (RFC 9562) as 32 digits.
function made.key(id)
   local kind = sysbench.opt.key_type
   if kind == "sequential" then
      return id
   end
   local random = bit.tohex(mixed(2ULL * id)) .. bit.tohex(mixed(2ULL * id + 1ULL))
   local head = random:sub(1, 12)
   if kind == "uuid7" then
      head = string.format("%012x", UUID_EPOCH_MS + id)
   elseif kind ~= "uuid4" then
      error("key_type: must be sequential, uuid4 or uuid7 (got " .. kind .. ")")
   end
   local variant = ("89ab"):sub(1 + tonumber(random:sub(17, 17), 16) % 4):sub(1, 1)
   return head .. kind:sub(5) .. random:sub(14, 16) .. variant .. random:sub(18)
end

--- A key among those that the table was made with, all as likely, `key_stride` apart.
function made.pick()
   local stride = sysbench.opt.key_stride
   local count = math.floor((sysbench.opt.table_size - 1) / stride)
   return made.key(1 + stride * sysbench.rand.uniform(0, count))
end

--- A number as the integers have them: as likely as any other of as many as there are rows.
function made.integer()
   return sysbench.rand.uniform(1, sysbench.opt.table_size)
end

--- What stands for the primary key in a prepared statement, and its parameter's type.
function made.key_parameter()
   if sysbench.opt.key_type == "sequential" then
      return "?", {types.INT}
   end
   return speaks_postgres() and "CAST(? AS uuid)" or "UNHEX(?)", {types.VARCHAR, 32}
end

--- The type of a text, and the template of its random values.
function made.field()
   local width = sysbench.opt.field_bytes
   return {types.VARCHAR, width}, string.rep("@", width)
end

--- The columns in their order, for INSERT.
function made.columns()
   return string.format("id, %s, %s", numbered("k", made.integers),
      numbered("f", sysbench.opt.fields))
end

local function create(connection)
   local uuid = sysbench.opt.key_type ~= "sequential"
   local key_kind, storage
   if speaks_postgres() then
      key_kind = uuid and "uuid" or "bigint"
      storage = string.format("WITH (fillfactor = %d)", sysbench.opt.fill_factor)
   else
      key_kind = uuid and "BINARY(16)" or "BIGINT"
      storage = "CHARACTER SET latin1"
   end
   connection:query(string.format("CREATE TABLE made (id %s NOT NULL PRIMARY KEY, %s, %s) %s",
      key_kind, numbered("k", made.integers, " INTEGER NOT NULL"),
      numbered("f", sysbench.opt.fields, string.format(" CHAR(%d) NOT NULL", sysbench.opt.field_bytes)),
      storage))
   -- Ahead of the rows, so that indexes grow as they do in use.
   for number = 1, sysbench.opt.secondary_indexes do
      connection:query(string.format("CREATE INDEX made_k%d ON made (k%d)", number, number))
   end
end

local function insert(connection)
   local quoted = "%d"
   if sysbench.opt.key_type ~= "sequential" then
      quoted = speaks_postgres() and "'%s'" or "x'%s'"
   end
   local row = string.format("(%s, %s, %s)", quoted, repeated("%d", made.integers),
      repeated("'%s'", sysbench.opt.fields))
   local _, template = made.field()
   connection:bulk_insert_init("INSERT INTO made (" .. made.columns() .. ") VALUES")
   for id = 1, sysbench.opt.table_size do
      local values = {made.key(id)}
      for _ = 1, made.integers do
         values[#values + 1] = made.integer()
      end
      for _ = 1, sysbench.opt.fields do
         values[#values + 1] = sysbench.rand.string(template)
      end
      connection:bulk_insert_next(string.format(row, unpack(values)))
   end
   connection:bulk_insert_done()
end

--- Make the table and its rows, and let the engine gather its statistics.
function made.build(connection)
   create(connection)
   insert(connection)
   connection:query(speaks_postgres() and "VACUUM ANALYZE made" or "ANALYZE TABLE made")
end

--- Define sysbench's functions for a workload of one prepared statement.
-- `describe()`, called when options are known, gives the statement, its parameters' types, each
-- {type, width}, and a function that gives the parameters their values before each execution.
function made.workload(describe)
   local connection, statement, fill
   local parameters = {}

   function thread_init()
      connection = sysbench.sql.driver():connect()
      local text, kinds
      text, kinds, fill = describe()
      statement = connection:prepare(text)
      for position, kind in ipairs(kinds) do
         parameters[position] = statement:bind_create(unpack(kind))
      end
      statement:bind_param(unpack(parameters))
   end

   function event()
      fill(parameters)
      statement:execute()
   end

   function thread_done()
      connection:disconnect()
   end
end

--- A SELECT of one column by `column`, whose parameter is `parameter` of type `kind`.
-- With range_rows above 1 it reads that many rows, in the order of the column.
function made.read(column, parameter, kind, pick)
   local rows = sysbench.opt.range_rows
   local condition = rows == 1 and "%s = %s" or "%s >= %s ORDER BY %s LIMIT " .. rows
   local text = "SELECT f1 FROM made WHERE " .. string.format(condition, column, parameter, column)
   return text, {kind}, function(parameters) parameters[1]:set(pick()) end
end

return made
