#!/usr/bin/env sysbench
-- Rows by the secondary key k, about one each: index and heap, or two trees.

require("keys").lookup("SELECT c FROM sbtest%u WHERE k = ?")
