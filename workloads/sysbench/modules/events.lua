-- Runs the workload that WORKLOAD names, and reads the CPU time of the engine and of the clients
-- when the first thread begins its first event and when it has ended its last one.
--
-- What a phase uses has connecting and parting in it, which is most of it where clients are many
-- and events few: PostgreSQL forks a process a client and fills its caches, ten million
-- instructions each. Both readings go to the folder that PHASE names, as the runner's own do.

require(os.getenv("WORKLOAD"))

local run, part = event, thread_done

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
