# Makes the schema of TPROC-C by HammerDB's own build and checks it by HammerDB's own consistency
# conditions. What is set comes from the environment, as for tprocc.tcl.
dbset db $::env(HAMMERDB_DATABASE)
dbset bm TPC-C
foreach {dictionary key value} $::env(HAMMERDB_SETTINGS) {
    diset $dictionary $key $value
}
buildschema
vudestroy
checkschema
vudestroy
