#!/usr/bin/env sysbench
-- Payments, after the description of claim S3.1: four round trips over six tables.
--
-- 1: authenticate who asks for the payment. 2: look up the card and the account to debit. 3:
-- authenticate who approves. 4: change both balances and record the transfer, which a stored procedure
-- does, so that it is one round trip and one transaction. With deletes, it also deletes the oldest
-- transfer that this client has not deleted yet, so that there are as many as before.

local client = require("client")
local uniform = sysbench.rand.uniform

sysbench.cmdline.options = {
   accounts = {"Number of accounts that were loaded", 100},
   deletes = {"Whether each payment deletes an old transfer", true},
}

-- As in scripts/data/payments/rows.py.
local SPREADERS = {2654435761, 2246822519, 3266489917, 668265263}
local APPROVERS_APART = 10
local BITS = 2 ^ 32

local own, next_transfer, next_forgotten

local function digest(user)
   local parts = {}
   for position, spreader in ipairs(SPREADERS) do
      parts[position] = string.format("%08x", user * spreader % BITS)
   end
   return table.concat(parts)
end

local function card(account)
   return string.format("400000%010.0f", account * SPREADERS[1] % BITS)
end

local function authenticate(user, action)
   local found = own:row(
      "SELECT users.id, users.name, users.role FROM tokens " ..
      "JOIN users ON users.id = tokens.user_id JOIN permissions ON permissions.role = users.role " ..
      "WHERE tokens.digest = '%s' AND tokens.expires_at > CURRENT_TIMESTAMP " ..
      "AND permissions.action = '%s'", digest(user), action)
   assert(tonumber(found) == user, "a user is not who the token says")
end

local function pay(requester, approver, target, amount)
   authenticate(requester, "request")
   local _, source = own:row(
      "SELECT cards.number, accounts.id, accounts.balance, accounts.name FROM cards " ..
      "JOIN accounts ON accounts.id = cards.account_id " ..
      "WHERE cards.number = '%s' AND cards.expires_at > CURRENT_TIMESTAMP", card(requester))
   authenticate(approver, "approve")
   own:send("CALL pay(%d, %d, %d, %d, %d, %d.%02d, %d)", next_transfer, tonumber(source), target,
      requester, approver, math.floor(amount / 100), amount % 100,
      sysbench.opt.deletes and next_forgotten or 0)
end

function thread_init()
   own = client.connect({})
   -- No thread pays before all have begun, so they all find the same transfers, and take turns.
   local oldest, newest = own:row("SELECT min(id), max(id) FROM transfers")
   next_transfer = tonumber(newest) + 1 + sysbench.tid
   next_forgotten = tonumber(oldest) + sysbench.tid
end

function event()
   local accounts = sysbench.opt.accounts
   local requester = uniform(1, accounts)
   local approver = APPROVERS_APART * uniform(1, math.floor(accounts / APPROVERS_APART))
   local target = uniform(1, accounts - 1)
   if target >= requester then target = target + 1 end
   local amount = uniform(100, 10000)
   own:finish(function() pay(requester, approver, target, amount) end)
   next_transfer = next_transfer + sysbench.opt.threads
   next_forgotten = next_forgotten + sysbench.opt.threads
end

function thread_done()
   own:disconnect()
end
