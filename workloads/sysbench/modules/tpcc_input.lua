-- What TPC-C's terminals enter: random input as the specification's clauses 2.1.6 and 4.3.2 have it.
--
-- All of it comes from sysbench's generator of the thread, which the seed of the run starts.

local bit = require("bit")

local input = {}

input.ITEMS = 100000
input.DISTRICTS = 10
input.CUSTOMERS = 3000

-- NURand's constants, the same for all terminals. Clause 2.1.6.1 wants that for last names 65 to 119,
-- and neither 96 nor 112, away from the one of the load, which is C_LAST in scripts/data/tpcc/rows.py.
local C_LAST = 223
local C_CUSTOMER = 259
local C_ITEM = 7911

local SYLLABLES = {
   "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING",
}

input.uniform = sysbench.rand.uniform

--- NURand(a, low, high): some values are far more likely than others.
local function non_uniform(a, constant, low, high)
   local mixed = bit.bor(input.uniform(0, a), input.uniform(low, high))
   return (mixed + constant) % (high - low + 1) + low
end

function input.customer()
   return non_uniform(1023, C_CUSTOMER, 1, input.CUSTOMERS)
end

function input.item()
   return non_uniform(8191, C_ITEM, 1, input.ITEMS)
end

--- A last name: a syllable for each of the three digits.
function input.last_name()
   local number = non_uniform(255, C_LAST, 0, 999)
   return SYLLABLES[math.floor(number / 100) + 1] ..
      SYLLABLES[math.floor(number / 10) % 10 + 1] .. SYLLABLES[number % 10 + 1]
end

--- Whether something that happens in `percent` of all cases does.
function input.chance(percent)
   return input.uniform(1, 100) <= percent
end

--- Another warehouse than `home`, each as likely; `home` where there is no other.
function input.other_warehouse(home, warehouses)
   if warehouses == 1 then return home end
   local other = input.uniform(1, warehouses - 1)
   return other < home and other or other + 1
end

--- A customer to look for: {id = ...} in 40 % of the cases, else {last = ...} (clause 2.5.1.2).
function input.wanted_customer()
   if input.chance(60) then return {last = input.last_name()} end
   return {id = input.customer()}
end

--- Names in an order in which each is as likely anywhere.
function input.shuffle(cards)
   for position = #cards, 2, -1 do
      local other = input.uniform(1, position)
      cards[position], cards[other] = cards[other], cards[position]
   end
   return cards
end

return input
