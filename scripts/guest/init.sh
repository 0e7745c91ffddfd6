#!/bin/busybox sh
# The first program of every guest: find the base layer in memory, make it writable, unpack the
# payload, and hand over to the runner. What it prints goes to the console.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev

# In the order in which they depend on one another, as the layer's builder wrote it down.
while read -r module; do
	insmod "/modules/$module" || echo "init: $module did not load"
done </modules/order

mkdir -p /base /upper /root
mount -t erofs -o ro,dax=always /dev/pmem0 /base || echo "init: no base layer on /dev/pmem0"
mount -t tmpfs -o size=50% tmpfs /upper
mkdir /upper/files /upper/work
mount -t overlay -o lowerdir=/base,upperdir=/upper/files,workdir=/upper/work overlay /root

mkdir -p /root/run/payload
tar -x -f /dev/pmem1 -C /root/run/payload
for tree in proc sys dev; do
	mkdir -p /root/$tree
	mount --move /$tree /root/$tree
done
export PYTHONPATH=/run/payload PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1 PYTHON_COLORS=0
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root
cd /root/run/payload && exec switch_root /root /usr/bin/python3 -u -m guest boot
