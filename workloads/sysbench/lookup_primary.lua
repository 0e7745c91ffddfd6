#!/usr/bin/env sysbench
-- One row by its primary key: an index and a heap page, or a clustered index alone.

require("keys").lookup("SELECT c FROM sbtest%u WHERE id = ?")
