-- What a user's own transactions draw: pgbench's distributions, from sysbench's generator of the thread.

local ffi = require("ffi")
local number = require("number")

local draw = {}

local random, share = sysbench.rand.uniform_uint64, sysbench.rand.uniform_double
local int64, uint64 = ffi.typeof("int64_t"), ffi.typeof("uint64_t")
-- A share of a range tells no more values apart.
local VALUES_MAX = 2 ^ 53

-- A number above 0, and 1 at most.
local function unit()
   return 1 - share()
end

local function bounds(name, low, high)
   low, high = number.whole(low), number.whole(high)
   if low > high then error(name .. ": the first bound is above the second", 0) end
   return low, high
end

-- As bounds(), and how many values lie within.
local function counted(name, low, high)
   low, high = bounds(name, low, high)
   local count = tonumber(ffi.cast(uint64, high - low)) + 1
   if count > VALUES_MAX then error(name .. ": the bounds are more than 2^53 apart", 0) end
   return low, count
end

-- The whole number of a share of a range, each as likely; `part` is at least 0 and 1 at most.
local function place(low, count, part)
   return low + ffi.cast(int64, math.min(count - 1, math.floor(count * part)))
end

function draw.uniform(low, high)
   low, high = bounds("random", low, high)
   -- 0 stands for all that 64 bits can be.
   local count = ffi.cast(uint64, high - low) + 1ULL
   local drawn = random()
   if count ~= 0ULL then
      -- 2^64 is no multiple of it: what is left would make some numbers likelier than others.
      local left = (0ULL - count) % count
      while drawn < left do drawn = random() end
      drawn = drawn % count
   end
   return ffi.cast(int64, low + drawn)
end

--- 1 is drawn most often, 2 half as often to the power of `s`, and so on, counted from `low`.
function draw.zipfian(low, high, s)
   local first, count = counted("random_zipfian", low, high)
   s = tonumber(number.of(s))
   assert(s >= 1.001 and s <= 1000, "random_zipfian: the parameter must be from 1.001 to 1000")
   local b = 2 ^ (s - 1)
   -- The method of rejection in Devroye, Non-Uniform Random Variate Generation, page 551.
   while true do
      local x = math.floor(unit() ^ (-1 / (s - 1)))
      local v = unit()
      local t = (1 + 1 / x) ^ (s - 1)
      if v * x * (t - 1) / (b - 1) <= t / b and x <= count then
         return first + ffi.cast(int64, x - 1)
      end
   end
end

--- The middle is drawn most often; `parameter` standard deviations lie between it and each bound.
function draw.gaussian(low, high, parameter)
   local first, count = counted("random_gaussian", low, high)
   parameter = tonumber(number.of(parameter))
   assert(parameter >= 2, "random_gaussian: the parameter must be 2 or more")
   local deviation
   repeat
      deviation = math.sqrt(-2 * math.log(unit())) * math.sin(2 * math.pi * unit())
   until deviation >= -parameter and deviation < parameter
   return place(first, count, (deviation + parameter) / (2 * parameter))
end

--- `low` is drawn most often; the greater `parameter`, the more so.
function draw.exponential(low, high, parameter)
   local first, count = counted("random_exponential", low, high)
   parameter = tonumber(number.of(parameter))
   assert(parameter > 0, "random_exponential: the parameter must be above 0")
   local cut = math.exp(-parameter)
   return place(first, count, -math.log(cut + (1 - cut) * unit()) / parameter)
end

function draw.among(values)
   return values[sysbench.rand.uniform(1, #values)]
end

--- Letters, of which there are `low` to `high`.
function draw.text(low, high)
   return sysbench.rand.string(string.rep("@", tonumber(draw.uniform(low, high))))
end

return draw
