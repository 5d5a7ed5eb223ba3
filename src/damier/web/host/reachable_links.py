"""Links to this page as others reach them, and as QR codes for a phone to read."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import segno

from damier.core.text import Text, Unreadable
from damier.web.host.own_address import own_address
from damier.web.host.settings import EVERYWHERE, USUAL_PORT, Settings

QUIET_ZONE = 4
"""Squares of white around a code, which readers look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachableLink:
    """A link to give to somebody at another machine, as far as there can be one."""

    link: str
    local: bool
    """Whether only this machine reaches it."""
    command: str | None = None
    """How the server would have to be started for others in the same network to reach it."""
    address: str | None = None
    """Where they would find it then."""


def reachable_link(link: str, settings: Settings) -> ReachableLink:
    """*link* as others reach it: in place of a name that only this machine has stands one that they know.

    Behind a proxy, and for whoever is in the network already, it is good as it is.
    """
    parts = urlsplit(link)
    if not is_loopback(parts.hostname or ""):
        return ReachableLink(link=link, local=False)
    if parts.scheme != "http" or settings.bound is None or settings.root_path:
        return ReachableLink(link=link, local=True)  # what a proxy listens at is not ours to know
    if not is_loopback(settings.bound):
        name = _name_in_network(settings)
        if name is None:
            return ReachableLink(link=link, local=True)
        return ReachableLink(link=_at(parts, name).geturl(), local=False)
    found = own_address()
    port = parts.port or 80
    return ReachableLink(
        link=link,
        local=True,
        command="damier serve --host 0.0.0.0" + (f" --port {port}" if port != USUAL_PORT else ""),
        address=_at(parts, found)._replace(fragment="").geturl() if found else None,
    )


def qr_code(link: str) -> str:
    """The link as a QR code, a picture as a ``data:`` address; dark on white, whatever is around it."""
    code = segno.make_qr(link, error="m")
    return code.svg_data_uri(border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True)


def is_loopback(name: str) -> bool:
    """Whether only this machine goes by that name or address."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def read_link(link: str, hosts: set[str]) -> str:
    """A link to a page of this server, which is asked for as one of *hosts*; refuses any other."""
    try:
        parts = urlsplit(link)
        is_ours = parts.scheme in ("http", "https") and parts.netloc.lower() in hosts and parts.port != 0
    except ValueError:
        is_ours = False
    if not is_ours:
        raise Unreadable(Text("this is no link to a page of this server"))
    return link


def _name_in_network(settings: Settings) -> str | None:
    """By which name or address others in the network may ask for a server that listens there."""
    if settings.bound not in EVERYWHERE:
        return settings.bound
    if settings.allowed_hosts:
        return next((name for name in settings.allowed_hosts if not is_loopback(name)), None)
    return own_address()


def _at(parts: SplitResult, name: str) -> SplitResult:
    shown = f"[{name}]" if ":" in name else name
    return parts._replace(netloc=f"{shown}:{parts.port}" if parts.port else shown)
