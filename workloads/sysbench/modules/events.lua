-- Runs the workload that WORKLOAD names, and reads the CPU time of the engine and of the clients
-- when the first thread begins its first event and when it has ended its last one.
--
-- What a phase uses has connecting and parting in it, which is most of it where clients are many
-- and events few: PostgreSQL forks a process a client and fills its caches, ten million
-- instructions each. Both readings go to the folder that PHASE names, as the runner's own do.
--
-- A new connection's first events cost more than its later ones, too: catalogs are read and plans
-- made. With `connection_events` each thread runs so many before any thread's events count.

require(os.getenv("WORKLOAD"))

sysbench.cmdline.options = sysbench.cmdline.options or {}
sysbench.cmdline.options.connection_events =
   {"Events of each thread ahead of those that are counted", 0}

local run, connect, part = event, thread_init, thread_done

local function read(moment)
   local groups = {}
   for _, group in ipairs({"engine", "client"}) do
      local source = assert(io.open("/sys/fs/cgroup/" .. group .. "/cpu.stat"))
      local text = source:read("*a"):gsub("\n", "\\n")
      source:close()
      groups[#groups + 1] = string.format('"events_%s": {"cpu.stat": "%s"}', group, text)
   end
   local file = assert(io.open(os.getenv("PHASE") .. "/events_" .. moment .. ".json", "w"))
   file:write("{", table.concat(groups, ", "), "}")
   file:close()
end

-- As sysbench runs an event: once more after a deadlock and the like.
local function finish()
   local done, problem
   repeat
      done, problem = pcall(run)
   until done or type(problem) ~= "table" or problem.errcode ~= sysbench.error.RESTART_EVENT
   if not done then
      error(problem)
   end
end

-- No thread begins with what counts before all have done this.
function thread_init(...)
   if connect then
      connect(...)
   end
   for _ = 1, sysbench.opt.connection_events do
      finish()
   end
end

-- Each thread has an interpreter of its own; the others run the workload as it is from the start.
function event(...)
   if sysbench.tid == 0 then
      read("before")
   end
   event = run
   return run(...)
end

function thread_done(...)
   if sysbench.tid == 0 then
      read("after")
   end
   if part then
      part(...)
   end
end
