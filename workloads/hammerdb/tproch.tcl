# Query sets of TPROC-H, driven by HammerDB's command line. From the environment:
#   HAMMERDB_DATABASE  HammerDB's name of the database: pg, maria
#   HAMMERDB_SETTINGS  a list of dictionary, key and value, one after the other
#   HAMMERDB_USERS     virtual users, each with a stream of queries of its own; one alone takes
#                      them in the order of the power test
#   HAMMERDB_SEED      of the queries' random parameters
# Run by hand: cd HammerDB-6.0 && HAMMERDB_...=... ./hammerdbcli tcl auto .../tproch.tcl
dbset db $::env(HAMMERDB_DATABASE)
dbset bm TPC-H
foreach {dictionary key value} $::env(HAMMERDB_SETTINGS) {
    diset $dictionary $key $value
}

loadscript
# As in tprocc.tcl: HammerDB seeds nothing, so each virtual user begins with its own number, throws
# away the first values, which are alike, and a comment must come first.
.ed_mainFrame.mainwin.textFrame.left.text fastinsert 0 [string map [list SEED $::env(HAMMERDB_SEED)] {# seeds
package require tpchcommon
expr {srand(SEED * 10007 + [lindex [tpchcommon::findvuhposition] 0])}
for {set thrown_away 0} {$thrown_away < 17} {incr thrown_away} { expr {rand()} }
}]
puts "TEST STARTED"
vuset vu $::env(HAMMERDB_USERS)
vucreate
set run [vurun]
vudestroy
puts "TEST COMPLETE"
puts "VURUN RETURNED: $run"
