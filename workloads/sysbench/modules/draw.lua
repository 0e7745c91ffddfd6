-- What a user's own transactions draw: pgbench's distributions, from sysbench's generator of the thread.

local draw = {}

local uniform = sysbench.rand.uniform
local STEPS = 2 ^ 30

-- A number above 0, and 1 at most.
local function unit()
   return uniform(1, STEPS) / STEPS
end

-- The whole number of a share of a range, each as likely; `share` is at least 0 and below 1.
local function place(low, high, share)
   return low + math.floor((high - low + 1) * share)
end

function draw.uniform(low, high)
   assert(low <= high, "random: the first bound is above the second")
   return low + uniform(0, high - low)
end

--- 1 is drawn most often, 2 half as often to the power of `s`, and so on, counted from `low`.
function draw.zipfian(low, high, s)
   assert(low <= high, "random_zipfian: the first bound is above the second")
   assert(s >= 1.001 and s <= 1000, "random_zipfian: the parameter must be from 1.001 to 1000")
   local count, b = high - low + 1, 2 ^ (s - 1)
   -- The method of rejection in Devroye, Non-Uniform Random Variate Generation, page 551.
   while true do
      local x = math.floor(unit() ^ (-1 / (s - 1)))
      local v = unit()
      local t = (1 + 1 / x) ^ (s - 1)
      if v * x * (t - 1) / (b - 1) <= t / b and x <= count then return low - 1 + x end
   end
end

--- The middle is drawn most often; `parameter` standard deviations lie between it and each bound.
function draw.gaussian(low, high, parameter)
   assert(parameter >= 2, "random_gaussian: the parameter must be 2 or more")
   local deviation
   repeat
      deviation = math.sqrt(-2 * math.log(unit())) * math.sin(2 * math.pi * unit())
   until deviation >= -parameter and deviation < parameter
   return place(low, high, (deviation + parameter) / (2 * parameter))
end

--- `low` is drawn most often; the greater `parameter`, the more so.
function draw.exponential(low, high, parameter)
   assert(parameter > 0, "random_exponential: the parameter must be above 0")
   local cut = math.exp(-parameter)
   local share = -math.log(cut + (1 - cut) * unit()) / parameter
   return math.min(high, place(low, high, share))
end

function draw.among(values)
   return values[uniform(1, #values)]
end

--- Letters, of which there are `low` to `high`.
function draw.text(low, high)
   return sysbench.rand.string(string.rep("@", draw.uniform(low, high)))
end

--- A quotient without its remainder, as SQL divides whole numbers.
function draw.whole(dividend, divisor)
   local quotient = dividend / divisor
   return quotient < 0 and math.ceil(quotient) or math.floor(quotient)
end

function draw.quotient(dividend, divisor)
   return dividend / divisor
end

--- A value as SQL writes it.
function draw.literal(value)
   if value == nil then return "NULL" end
   if type(value) == "number" then
      return string.format(value % 1 == 0 and "%.0f" or "%.14g", value)
   end
   return "'" .. value:gsub("'", "''") .. "'"
end

return draw
