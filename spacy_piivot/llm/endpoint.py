"""Decides where texts may be sent: only to this machine, unless more is allowed at run time."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from ..errors import InputError

BASE_URL_VARIABLE = "SPACY_PIIVOT_LLM_BASE_URL"
REMOTE_VARIABLE = "SPACY_PIIVOT_LLM_REMOTE_OK"

# The registered function that makes a connection from a component's config, and its arguments that
# decide where texts may go, which are neither saved nor read from a saved pipeline.
CONNECTION = "spacy_piivot.Connection.v1"
UNSAVED: Mapping[str, Any] = {"base_url": None, "remote_ok": False}

# Stricter than the standards: an address that parsers may read differently is refused.
_URL = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[\w./~-]*)?")


class NoEndpoint(InputError):
    def __init__(self) -> None:
        super().__init__(
            "No base_url: give the address of an OpenAI-compatible server when you add the "
            f"component or load the pipeline, or set {BASE_URL_VARIABLE}. A saved pipeline "
            "contains none."
        )


class BadEndpoint(InputError):
    def __init__(self) -> None:
        super().__init__(
            "The base_url cannot be used: give http:// or https://, a host, if need be a port, and "
            "a path, such as http://127.0.0.1:8000/v1."
        )


class RemoteRefused(InputError):
    def __init__(self) -> None:
        super().__init__(
            "The base_url is not on this machine: texts would leave it. To allow that, give "
            "remote_ok when you add the component or load the pipeline, or set "
            f"{REMOTE_VARIABLE}=1. A saved pipeline cannot allow it."
        )


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server that is allowed.

    base_url (str): Its address.
    loopback (bool): Whether it is on this machine.
    """

    base_url: str
    loopback: bool


def find_endpoint(base_url: str | None, remote_ok: bool) -> Endpoint:
    """Find the server and check that it is allowed.

    base_url (str | None): The caller's address; None for the one in the environment.
    remote_ok (bool): Whether it may be another machine; the environment can also allow it.
    RETURNS (Endpoint): The server.
    RAISES (NoEndpoint, BadEndpoint, RemoteRefused): If there is no allowed server.
    """
    base_url = base_url or os.environ.get(BASE_URL_VARIABLE)
    if not base_url:
        raise NoEndpoint
    if not _URL.fullmatch(base_url):
        raise BadEndpoint
    loopback = is_loopback(base_url)
    if not loopback and not (remote_ok or _is_allowed_by_environment()):
        raise RemoteRefused
    return Endpoint(base_url, loopback)


def is_loopback(base_url: str) -> bool:
    """Whether an address is this machine's own, judged by its form without a look-up.

    base_url (str): An address.
    RETURNS (bool): True for localhost, 127.0.0.0/8 and ::1.
    """
    host = urlsplit(base_url).hostname or ""
    if host == "localhost":
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _is_allowed_by_environment() -> bool:
    return os.environ.get(REMOTE_VARIABLE, "").strip().casefold() in ("1", "true", "yes")
