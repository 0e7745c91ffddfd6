"""The proxy of this host: that of the environment, else the one that apt is configured with."""

import functools
import re
import subprocess
import urllib.request

_SETTING = re.compile(r'^Acquire::(https?)::proxy(?:::([^ ]+))? "(.*)";$', re.I | re.M)


@functools.cache
def proxies() -> dict[str, str]:
    """Proxies in the form that requests takes; those in the environment win, as everywhere."""
    if {"http", "https", "all"} & urllib.request.getproxies().keys():
        return {}
    try:
        result = subprocess.run(
            ["apt-config", "dump"], capture_output=True, text=True, check=False, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return parse_apt_config(result.stdout)


def parse_apt_config(text: str) -> dict[str, str]:
    """Proxies out of what ``apt-config dump`` prints, those for single hosts included."""
    found = {}
    for scheme, host, proxy in _SETTING.findall(text):
        if proxy and proxy.upper() != "DIRECT":
            found[f"{scheme.lower()}://{host}" if host else scheme.lower()] = proxy
    return found
