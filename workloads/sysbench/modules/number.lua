-- Numbers as pgbench computes them: whole ones of 64 bits, exactly, and others of double precision.
--
-- A whole number is an int64_t, as Lua's own numbers are exact up to 2^53 only. What leaves the 64 bits
-- ends the run, as it does in pgbench.

local ffi = require("ffi")

ffi.cdef "long long strtoll(const char *text, char **end, int base);"

local int64 = ffi.typeof("int64_t")
local MOST = 9223372036854775807LL
local LEAST = -MOST - 1

local number = {}

local function is_whole(value)
   return ffi.istype(int64, value)
end

local function ends(problem)
   error(problem, 0)
end

local function beyond(text)
   ends(text .. " is beyond 64 bits")
end

-- A text of digits as a whole number.
local function parsed(text)
   local sign, digits = text:match("^%s*([+-]?)0*(%d+)%s*$")
   local found = ffi.cast(int64, ffi.C.strtoll(text, nil, 10))
   -- The nearest there is stands for a number that is beyond them.
   local again = tostring(found):sub(1, -3)
   if again ~= (sign == "-" and digits ~= "0" and "-" or "") .. digits then beyond(text) end
   return found
end

--- A value as a number: one that was computed, or the text that a row gave.
function number.of(value)
   if type(value) == "string" then
      if value:match("^%s*[+-]?%d+%s*$") then return parsed(value) end
      return tonumber(value) or ends("'" .. value .. "' is no number")
   end
   if value == nil then ends("a variable is null, and a number is needed") end
   return value
end

--- A value as a whole number: the nearest one.
function number.whole(value)
   value = number.of(value)
   if is_whole(value) then return value end
   if not (value >= -2 ^ 63 and value < 2 ^ 63) then beyond(tostring(value)) end
   local low = math.floor(value)
   local rest = value - low
   -- Halves go to the even neighbour, as rint() has it.
   if rest > 0.5 or rest == 0.5 and low % 2 == 1 then low = low + 1 end
   return ffi.cast(int64, low)
end

--- Texts as whole numbers.
function number.list(texts)
   for place, text in ipairs(texts) do texts[place] = parsed(text) end
   return texts
end

-- Two numbers of one kind, and whether that is the whole ones.
local function alike(left, right)
   left, right = number.of(left), number.of(right)
   if is_whole(left) and is_whole(right) then return left, right, true end
   return tonumber(left), tonumber(right), false
end

function number.add(left, right)
   local a, b, whole = alike(left, right)
   local sum = a + b
   if whole and (b > 0 and sum < a or b < 0 and sum > a) then beyond("a sum") end
   return sum
end

function number.subtract(left, right)
   local a, b, whole = alike(left, right)
   local difference = a - b
   if whole and (b > 0 and difference > a or b < 0 and difference < a) then beyond("a difference") end
   return difference
end

function number.multiply(left, right)
   local a, b, whole = alike(left, right)
   local product = a * b
   if whole and a ~= 0 and (a == -1 and b == LEAST or a ~= -1 and product / a ~= b) then
      beyond("a product")
   end
   return product
end

--- Without the remainder where both are whole.
function number.divide(left, right)
   local a, b, whole = alike(left, right)
   if b == 0 then ends("division by zero") end
   if whole and b == -1 then return number.negate(a) end
   return a / b
end

--- The remainder, with the sign of what is divided.
function number.remainder(left, right)
   local a, b, whole = alike(left, right)
   if b == 0 then ends("division by zero") end
   if not whole then return math.fmod(a, b) end
   return b == -1 and 0LL or a % b
end

function number.negate(value)
   value = number.of(value)
   if is_whole(value) and value == LEAST then beyond("a number without its sign") end
   return -value
end

function number.abs(value)
   value = number.of(value)
   return value < 0 and number.negate(value) or value
end

function number.least(left, right)
   local a, b = alike(left, right)
   return b < a and b or a
end

function number.greatest(left, right)
   local a, b = alike(left, right)
   return b > a and b or a
end

--- A number as SQL writes it.
function number.text(value)
   if is_whole(value) then return (tostring(value):sub(1, -3)) end
   if value ~= value or value == math.huge or value == -math.huge then ends("a number is not finite") end
   return string.format("%.15g", value)
end

return number
