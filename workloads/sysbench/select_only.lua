#!/usr/bin/env sysbench
-- SELECT only: one row by its primary key, over the same keys as update_only.

require("keys").lookup("SELECT c FROM sbtest%u WHERE id = ?")
