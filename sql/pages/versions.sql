-- Versions of the packages that matter, by layer.
SELECT layer, suite, package, version
FROM layers
WHERE regexp_full_match(
    package,
    (SELECT string_agg(server_packages, '|') FROM engine_families)
    || '|linux-image-[0-9].*|sysbench|fio|bpftrace|qemu'
)
ORDER BY layer, package, version;
