# The devices of the lab's machine, for configure's --with-devices-x86_64: what has no part in it
# can neither slow a guest down nor bring the host's time into it.
CONFIG_I440FX=y
CONFIG_HPET=y
CONFIG_PVPANIC_ISA=y
CONFIG_SERIAL_ISA=y
