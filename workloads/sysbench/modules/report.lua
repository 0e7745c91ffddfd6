-- What each client's transactions were, as JSON lines in report.jsonl in the folder that PHASE names.
--
-- A line a transaction: the client's thread, the transaction's number in it and name, when it began
-- and ended by the guest's monotonic clock, whether it was rolled back as the workload wanted, and how
-- often the engine made the client begin anew (deadlocks and the like). A thread keeps its lines until
-- its end, then writes them all, and one more with their number and that of the threads: by one call of
-- write(), as Lua's files take two, between which a thread on another CPU could write.

local ffi = require("ffi")

ffi.cdef [[
typedef struct { int64_t s; int64_t ns; } report_time;
int clock_gettime(int32_t clock, void *time);
int open(const char *path, int flags, ...);
ssize_t write(int file, const void *text, size_t bytes);
int close(int file);
]]

local CLOCK_MONOTONIC = 1
-- O_WRONLY, O_CREAT and O_APPEND; readable by all.
local APPEND = 0x441
local MODE = ffi.new("int", 420)

local time = ffi.new("report_time")
local lines = {}
local report = {}

local function now_ns()
   ffi.C.clock_gettime(CLOCK_MONOTONIC, time)
   return tonumber(time.s) * 1e9 + tonumber(time.ns)
end

--- Have `client` finish `body`, which returns whether it rolled back, and keep what it was.
function report.run(name, client, body)
   local begin_ns = now_ns()
   local rolled_back, retries = client:finish(body)
   lines[#lines + 1] = string.format(
      '{"thread": %d, "index": %d, "transaction": "%s", "begin_ns": %.0f, "end_ns": %.0f, ' ..
      '"rolled_back": %s, "retries": %d}\n',
      sysbench.tid, #lines, name, begin_ns, now_ns(), rolled_back and "true" or "false", retries)
end

--- Write what was kept. To be called at the end of each thread.
function report.write()
   lines[#lines + 1] = string.format('{"thread": %d, "transactions": %d, "threads": %d}\n',
      sysbench.tid, #lines, sysbench.opt.threads)
   local path, text = os.getenv("PHASE") .. "/report.jsonl", table.concat(lines)
   local file = ffi.C.open(path, APPEND, MODE)
   assert(ffi.C.write(file, text, #text) == #text, path .. " can't be written")
   ffi.C.close(file)
end

return report
