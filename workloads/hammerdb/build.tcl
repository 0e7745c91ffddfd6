# Makes the schema of TPROC-C or TPROC-H by HammerDB's own build and checks it by HammerDB's own
# conditions. What is set comes from the environment, as for tprocc.tcl, with one more:
#   HAMMERDB_BENCHMARK  HammerDB's name of it: TPC-C, TPC-H
dbset db $::env(HAMMERDB_DATABASE)
dbset bm $::env(HAMMERDB_BENCHMARK)
foreach {dictionary key value} $::env(HAMMERDB_SETTINGS) {
    diset $dictionary $key $value
}
buildschema
vudestroy
checkschema
vudestroy
