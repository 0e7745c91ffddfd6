#!/usr/bin/env sysbench
-- TPC-C after the specification (revision 5.11), but for its keying and think times: a terminal enters
-- the next transaction at once, so that a few terminals keep an engine busy, and no figure from here is
-- a tpmC.
--
-- A thread is a terminal with a warehouse and a district of its own. It deals itself the standard mix
-- from a deck of 23 cards (clause 5.2.4.2): 10 New-Order, 10 Payment, 1 of each of the others. The
-- engines' default isolation applies. modules/report.lua reports what was done.

local client = require("client")
local input = require("tpcc_input")
local report = require("report")
local transactions = require("tpcc_transactions")

sysbench.cmdline.options = {
   warehouses = {"Number of warehouses that were loaded", 1},
}

local DECK = {new_order = 10, payment = 10, order_status = 1, delivery = 1, stock_level = 1}
-- In this order into the deck: that of pairs() is not the same in every run.
local NAMES = {"new_order", "payment", "order_status", "delivery", "stock_level"}

local own, home, district
local deck = {}

function thread_init()
   local warehouses = sysbench.opt.warehouses
   own = client.connect(transactions.statements)
   home = sysbench.tid % warehouses + 1
   district = math.floor(sysbench.tid / warehouses) % input.DISTRICTS + 1
end

function event()
   if #deck == 0 then
      for _, name in ipairs(NAMES) do
         for _ = 1, DECK[name] do deck[#deck + 1] = name end
      end
      input.shuffle(deck)
   end
   local name = table.remove(deck)
   local body = transactions[name](own, home, district, sysbench.opt.warehouses)
   report.run(name, own, body)
end

function thread_done()
   report.write()
   own:disconnect()
end
