# A timed run of TPROC-C with its time profile, driven by HammerDB's command line. From the environment:
#   HAMMERDB_DATABASE  HammerDB's name of the database: pg, maria
#   HAMMERDB_SETTINGS  a list of dictionary, key and value, one after the other
#   HAMMERDB_USERS     virtual users, the one that watches the time not among them
#   HAMMERDB_SEED      of their random numbers
# Run by hand: cd HammerDB-6.0 && HAMMERDB_...=... ./hammerdbcli tcl auto .../tprocc.tcl
dbset db $::env(HAMMERDB_DATABASE)
dbset bm TPC-C
foreach {dictionary key value} $::env(HAMMERDB_SETTINGS) {
    diset $dictionary $key $value
}
# After its time a slow device may keep a transaction, and its user, from ending. The monitor waits
# 20 minutes for the users' times, and the script has to wait longer than the monitor: it counts in
# seconds, the monitor in minutes.
giset timeprofile xt_gather_timeout 20
giset commandline keepalive_margin 1500

loadscript
# HammerDB seeds nothing, so that Tcl takes the clock. Here each virtual user begins with its own
# number. Those of neighbours lie close together, and so do the first values that they give; the
# eighteenth lie 0.38 apart.
# HammerDB puts the word eval ahead of a script's first line, which therefore must be a comment.
.ed_mainFrame.mainwin.textFrame.left.text fastinsert 0 [string map [list SEED $::env(HAMMERDB_SEED)] {# seeds
package require tpcccommon
expr {srand(SEED * 10007 + [lindex [tpcccommon::findvuposition] 0])}
for {set thrown_away 0} {$thrown_away < 17} {incr thrown_away} { expr {rand()} }
}]
puts "TEST STARTED"
vuset vu $::env(HAMMERDB_USERS)
vuset logtotemp 1
vucreate
tcset logtotemp 1
tcstart
set run [vurun]
tcstop
vudestroy
puts "TEST COMPLETE"
if {[regexp {jobid=([0-9A-F]+)} $run -> jobid]} {
    foreach section {status result timing tcount dict} {
        puts "BEGIN jobs $section"
        jobs $jobid $section
        puts "END jobs $section"
    }
}
puts "VURUN RETURNED: $run"
