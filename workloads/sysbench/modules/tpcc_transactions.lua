-- The five transactions of TPC-C (clauses 2.4 to 2.8), in SQL that all engines understand.
--
-- Each is a function that draws what its terminal enters, and gives back another that carries it out,
-- so that a transaction which the engine has the client begin anew is the same one. Rows that will be
-- changed are locked when they are read, the hottest first, and a New-Order's items are in order of
-- their numbers: so no two of them wait for each other.

local input = require("tpcc_input")
local uniform = input.uniform
local types = sysbench.sql.type
local INT, AMOUNT = types.INT, {types.VARCHAR, 16}

local transactions = {}

transactions.statements = {
   take_order_number = {
      "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?", {INT, INT},
   },
   insert_order = {
      "INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) " ..
      "VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?)", {INT, INT, INT, INT, INT, INT},
   },
   insert_new_order = {
      "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (?, ?, ?)", {INT, INT, INT},
   },
   update_stock = {
      "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, " ..
      "s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?", {INT, INT, INT, INT, INT},
   },
   insert_order_line = {
      "INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, " ..
      "ol_quantity, ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS DECIMAL(6,2)), ?)",
      {INT, INT, INT, INT, INT, INT, INT, AMOUNT, {types.VARCHAR, 24}},
   },
   pay_warehouse = {
      "UPDATE warehouse SET w_ytd = w_ytd + CAST(? AS DECIMAL(12,2)) WHERE w_id = ?", {AMOUNT, INT},
   },
   pay_district = {
      "UPDATE district SET d_ytd = d_ytd + CAST(? AS DECIMAL(12,2)) WHERE d_w_id = ? AND d_id = ?",
      {AMOUNT, INT, INT},
   },
   pay_customer = {
      "UPDATE customer SET c_balance = c_balance - CAST(? AS DECIMAL(12,2)), " ..
      "c_ytd_payment = c_ytd_payment + CAST(? AS DECIMAL(12,2)), c_payment_cnt = c_payment_cnt + 1 " ..
      "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?", {AMOUNT, AMOUNT, INT, INT, INT},
   },
   insert_history = {
      "INSERT INTO history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) " ..
      "VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CAST(? AS DECIMAL(6,2)), ?)",
      {INT, INT, INT, INT, INT, AMOUNT, {types.VARCHAR, 24}},
   },
   delete_new_order = {
      "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?", {INT, INT, INT},
   },
   deliver_order = {
      "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?",
      {INT, INT, INT, INT},
   },
   deliver_lines = {
      "UPDATE order_line SET ol_delivery_d = CURRENT_TIMESTAMP " ..
      "WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?", {INT, INT, INT},
   },
   charge_customer = {
      "UPDATE customer SET c_balance = c_balance + CAST(? AS DECIMAL(12,2)), " ..
      "c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
      {AMOUNT, INT, INT, INT},
   },
}

local function cents(amount)
   return math.floor(tonumber(amount) * 100 + 0.5)
end

local function decimal(amount_cents)
   return string.format("%d.%02d", math.floor(amount_cents / 100), amount_cents % 100)
end

--- The number of a wanted customer: of those with the last name, by first name, the one in the middle.
local function find_customer(client, warehouse, district, wanted)
   if wanted.id then return wanted.id end
   local found = client:rows(
      "SELECT c_id FROM customer WHERE c_w_id = %d AND c_d_id = %d AND c_last = '%s' ORDER BY c_first",
      warehouse, district, wanted.last)
   return tonumber(found[math.ceil(#found / 2)][1])
end

--- A New-Order of 5 to 15 items; one in a hundred names an item that there isn't, and is rolled back.
function transactions.new_order(client, home, _, warehouses)
   local district, customer = uniform(1, input.DISTRICTS), input.customer()
   local count, all_local, lines = uniform(5, 15), 1, {}
   local invalid = uniform(1, 100) == 1
   for number = 1, count do
      local supplier = home
      if warehouses > 1 and uniform(1, 100) == 1 then
         supplier, all_local = input.other_warehouse(home, warehouses), 0
      end
      local item = input.item()
      if invalid and number == count then item = input.ITEMS + 1 end
      lines[number] = {item = item, supplier = supplier, quantity = uniform(1, 10)}
   end
   table.sort(lines, function(one, other)
      if one.item ~= other.item then return one.item < other.item end
      return one.supplier < other.supplier
   end)
   return function()
      client:send("BEGIN")
      local order = tonumber((client:row(
         "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = %d AND d_id = %d FOR UPDATE",
         home, district)))
      client:execute("take_order_number", home, district)
      client:row(
         "SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse " ..
         "WHERE w_id = %d AND c_w_id = w_id AND c_d_id = %d AND c_id = %d", home, district, customer)
      client:execute("insert_order", order, district, home, customer, count, all_local)
      client:execute("insert_new_order", order, district, home)
      for number, line in ipairs(lines) do
         local price = client:row("SELECT i_price, i_name, i_data FROM item WHERE i_id = %d", line.item)
         if price == nil then
            client:send("ROLLBACK")
            return true
         end
         local stocked, place = client:row(
            "SELECT s_quantity, s_dist_%02d, s_data FROM stock WHERE s_w_id = %d AND s_i_id = %d " ..
            "FOR UPDATE", district, line.supplier, line.item)
         local left = tonumber(stocked) - line.quantity
         client:execute("update_stock", left >= 10 and left or left + 91, line.quantity,
            line.supplier == home and 0 or 1, line.supplier, line.item)
         client:execute("insert_order_line", order, district, home, number, line.item, line.supplier,
            line.quantity, decimal(cents(price) * line.quantity), place)
      end
      client:send("COMMIT")
      return false
   end
end

--- A Payment, in 15 % of the cases by a customer of another warehouse.
function transactions.payment(client, home, _, warehouses)
   local district, amount = uniform(1, input.DISTRICTS), decimal(uniform(100, 500000))
   local customer_home, customer_district = home, district
   if not input.chance(85) then
      customer_home = input.other_warehouse(home, warehouses)
      customer_district = uniform(1, input.DISTRICTS)
   end
   local wanted = input.wanted_customer()
   return function()
      client:send("BEGIN")
      client:execute("pay_warehouse", amount, home)
      client:execute("pay_district", amount, home, district)
      local warehouse_name = client:row(
         "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = %d",
         home)
      local district_name = client:row(
         "SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM district " ..
         "WHERE d_w_id = %d AND d_id = %d", home, district)
      local customer = find_customer(client, customer_home, customer_district, wanted)
      local credit, data = client:row(
         "SELECT c_credit, c_data, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, " ..
         "c_state, c_zip, c_phone, c_since, c_credit_lim, c_discount, c_balance FROM customer " ..
         "WHERE c_w_id = %d AND c_d_id = %d AND c_id = %d FOR UPDATE",
         customer_home, customer_district, customer)
      client:execute("pay_customer", amount, amount, customer_home, customer_district, customer)
      if credit == "BC" then
         local note = string.format("%d %d %d %d %d %s ", customer, customer_district, customer_home,
            district, home, amount)
         client:send(
            "UPDATE customer SET c_data = '%s' WHERE c_w_id = %d AND c_d_id = %d AND c_id = %d",
            string.sub(note .. data, 1, 500), customer_home, customer_district, customer)
      end
      client:execute("insert_history", customer, customer_district, customer_home, district, home,
         amount, warehouse_name .. "    " .. district_name)
      client:send("COMMIT")
      return false
   end
end

--- A customer's last order.
function transactions.order_status(client, home)
   local district, wanted = uniform(1, input.DISTRICTS), input.wanted_customer()
   return function()
      client:send("BEGIN")
      local customer = find_customer(client, home, district, wanted)
      client:row(
         "SELECT c_balance, c_first, c_middle, c_last FROM customer " ..
         "WHERE c_w_id = %d AND c_d_id = %d AND c_id = %d", home, district, customer)
      local order = client:row(
         "SELECT o_id, o_entry_d, o_carrier_id FROM orders " ..
         "WHERE o_w_id = %d AND o_d_id = %d AND o_c_id = %d ORDER BY o_id DESC LIMIT 1",
         home, district, customer)
      client:rows(
         "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line " ..
         "WHERE ol_w_id = %d AND ol_d_id = %d AND ol_o_id = %d", home, district, tonumber(order))
      client:send("COMMIT")
      return false
   end
end

--- The delivery of each district's oldest new order, all in one transaction.
function transactions.delivery(client, home)
   local carrier = uniform(1, 10)
   return function()
      client:send("BEGIN")
      for district = 1, input.DISTRICTS do
         local order = tonumber((client:row(
            "SELECT no_o_id FROM new_order WHERE no_w_id = %d AND no_d_id = %d " ..
            "ORDER BY no_o_id LIMIT 1 FOR UPDATE", home, district)))
         if order ~= nil then
            client:execute("delete_new_order", home, district, order)
            local customer = tonumber((client:row(
               "SELECT o_c_id FROM orders WHERE o_w_id = %d AND o_d_id = %d AND o_id = %d FOR UPDATE",
               home, district, order)))
            client:execute("deliver_order", carrier, home, district, order)
            client:execute("deliver_lines", home, district, order)
            local total = client:row(
               "SELECT sum(ol_amount) FROM order_line " ..
               "WHERE ol_w_id = %d AND ol_d_id = %d AND ol_o_id = %d", home, district, order)
            client:execute("charge_customer", total, home, district, customer)
         end
      end
      client:send("COMMIT")
      return false
   end
end

--- How many of the items last sold in the terminal's own district are nearly out of stock.
function transactions.stock_level(client, home, district)
   local threshold = uniform(10, 20)
   return function()
      client:send("BEGIN")
      local next_order = tonumber((client:row(
         "SELECT d_next_o_id FROM district WHERE d_w_id = %d AND d_id = %d", home, district)))
      client:row(
         "SELECT count(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = %d AND ol_d_id = %d " ..
         "AND ol_o_id >= %d AND ol_o_id < %d AND s_w_id = %d AND s_i_id = ol_i_id AND s_quantity < %d",
         home, district, next_order - 20, next_order, home, threshold)
      client:send("COMMIT")
      return false
   end
end

return transactions
