"""What can be set about a server: by flag, by environment (PAIJU_PORT=8000) or in a TOML file, in this order."""

from __future__ import annotations

import json
import os
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from math import inf
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import urlsplit

from paiju.addresses import HERE
from paiju.saves import PRIVATE_FOLDER
from paiju.store.house_store import HOUSE_FILE, HouseStore, house_folder, open_store


def is_origin(text: str) -> bool:
    """As a browser tells where a page is from: with no path behind it."""
    parts = urlsplit(text)
    return parts.scheme in ("http", "https") and text.rstrip("/") == f"{parts.scheme}://{parts.netloc}".lower()


def are_origins(text: str) -> bool:
    return all(map(is_origin, text.split()))


def setting(
    default: Any,
    help: str,
    least: float = -inf,
    most: float = inf,
    choices: tuple[str, ...] = (),
    check: Callable[[str], bool] = lambda text: True,
    is_secret: bool = False,
    from_file: bool = False,
) -> Any:
    """`check` is of a text that is not empty. What is secret is no flag, since everybody on a machine can read those;
    like what is `from_file` it may be in a file that PAIJU_…_FILE names."""
    told = {"help": help, "least": least, "most": most, "choices": choices, "check": check, "secret": is_secret}
    return field(default=default, metadata={**told, "from_file": from_file or is_secret})


@dataclass(frozen=True)
class ServerConfig:
    host: str = setting(HERE, "the address to listen at; :: for the network too, 0.0.0.0 for its IPv4 alone")
    port: int = setting(8000, "the port; 0: any that is free", least=0, most=65535)
    data: str = setting("", "the folder for what must survive; empty: where the system keeps such things")
    database: str = setting("", "sqlite:FILE or postgresql://…; empty: a file in the folder", from_file=True)
    workers: int = setting(1, "processes that share the port; more than one needs PostgreSQL", least=1, most=256)
    address: str = setting("", "where the other processes of the house reach this one; empty: http://HOST:PORT")
    public_address: str = setting("", "where programs are led that play at a table of this process; empty: nowhere")
    lease_seconds: float = setting(10.0, "how long a process that is silent keeps its tables", least=1)
    url: str = setting("", "the address people type, https://cards.example.org; empty: as they came", check=is_origin)
    origins: str = setting(
        "", "other pages that may use this house, with blanks between them: https://example.org", check=are_origins
    )
    secret: str = setting("", "signs tokens; empty: kept in the folder", is_secret=True)
    ops_port: int = setting(
        0,
        "a port of its own for /healthz, /readyz and /metrics, at 127.0.0.1; of several workers each has the next; "
        "0: none",
        least=0,
        most=65535,
    )
    ops_public: bool = setting(False, "have /healthz, /readyz and /metrics at the public port too")
    proxies: int = setting(0, "how many proxies stand before it, to believe their X-Forwarded-For", least=0)
    log: str = setting(
        "info", "what is logged: debug, info, warning or error", choices=("debug", "info", "warning", "error")
    )
    sockets_an_address: int = setting(50, "connections from one address at once", least=1)
    sockets: int = setting(20_000, "connections in all", least=1)
    tables_a_person: int = setting(10, "tables one person may have open", least=1)
    messages_a_second: float = setting(20.0, "messages a connection may send, twice as many for a moment", least=1)
    requests_a_second: float = setting(
        10.0, "requests to the API from one address, five times as many for a moment", least=1
    )
    guests_a_minute: float = setting(30.0, "newcomers from one address", least=1)
    write_buffer: int = setting(
        262_144, "bytes a slow reader may leave unread before the connection is dropped", least=1
    )
    heartbeat: float = setting(30.0, "seconds between pings", least=0.1)
    linger: float = setting(30.0, "seconds that a table stays in memory when nobody is there", least=0)
    quick_seconds: int = setting(30, "seconds until bots fill a quick game", least=1)
    webhook: str = setting("", "where notices of waiting tables are posted, as JSON", is_secret=True)
    drain_seconds: float = setting(10.0, "how long the end may take after SIGTERM", least=0)

    @property
    def folder(self) -> Path:
        return house_folder(self.data)

    @property
    def ops_ports(self) -> range:
        """One for each worker, if there are any."""
        return range(self.ops_port, self.ops_port + self.workers) if self.ops_port else range(0)

    def store(self) -> HouseStore:
        return open_store(self.database or self.folder / HOUSE_FILE)

    def signing_secret(self) -> bytes:
        """From the settings, or made once and kept in the folder for our eyes only."""
        if self.secret:
            return self.secret.encode()
        path = self.folder / "secret"
        self.folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        if not path.exists():  # of several processes that begin at once one makes it, and nobody sees half of it
            with NamedTemporaryFile(dir=self.folder, prefix="secret.") as file, suppress(FileExistsError):
                file.write(secrets.token_hex(32).encode())
                file.flush()
                os.fsync(file.fileno())
                os.link(file.name, path)
        return path.read_bytes()

    def text(self) -> str:
        """As a TOML file, without secrets: what is left out of it stays where it is."""
        lines: list[str] = []
        for each in fields(self):
            value = getattr(self, each.name)
            told = value
            if each.metadata["from_file"]:
                told = "(set)" if each.metadata["secret"] and value else without_password(value)
            line = f"{each.name} = {toml_value(told)}"
            lines += [f"# {each.metadata['help']}", line if told == value else f"# {line}", ""]
        return "\n".join(lines)


def name_of(ports: range) -> str:
    return f"{ports[0]} to {ports[-1]}" if len(ports) > 1 else str(ports[0])


def without_password(address: str) -> str:
    """What comes before the last @ is who logs in and his password, whatever signs are in that; behind a question mark
    there may be others."""
    scheme, slashes, rest = address.partition("://")
    if not slashes:
        return address
    login, at, place = rest.rpartition("@")
    user, colon, _ = login.partition(":")
    return re.sub(r"(password=)[^&]+", r"\1(set)", f"{scheme}://{user}{':(set)' if colon else ''}{at}{place}")


def toml_value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


SETTINGS = {each.name: each for each in fields(ServerConfig)}


def load_config(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> ServerConfig:
    """The settings in force; ValueError says what is wrong with one."""
    return check_settings(ServerConfig(**given_settings(flags, environment, file)))


def given_settings(
    flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> dict[str, Any]:
    """The settings that somebody has made, whatever they are set to."""
    given: dict[str, Any] = {}
    if file is not None:
        try:
            told = tomllib.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:  # no TOML, or no text at all
            raise ValueError(f"{file}: {error}") from error
        given = {name: read_setting(name, find_setting(name, f"{file}: "), value) for name, value in told.items()}
    if text := environment.get("PORT"):  # where platforms say it
        given["port"] = read_setting("PORT", SETTINGS["port"], text)
    for name, each in SETTINGS.items():
        variable = f"PAIJU_{name.upper()}"
        if (text := environment.get(variable)) is not None:
            given[name] = read_setting(variable, each, text)
        if (path := environment.get(f"{variable}_FILE")) and each.metadata["from_file"]:
            given[name] = read_setting(f"{variable}_FILE", each, line_of(Path(path)))
    chosen = {name: value for name, value in flags.items() if value is not None and name in SETTINGS}
    given |= {name: read_setting(name, SETTINGS[name], value) for name, value in chosen.items()}
    if (address := chosen.get("database", "")) != without_password(address):
        raise no_flag("database", "a database with a password")
    return given


def check_settings(config: ServerConfig) -> ServerConfig:
    """Settings that go together; ValueError says which do not."""
    if config.secret and len(config.secret) < 32:
        raise ValueError("a secret has at least 32 characters")
    ports = config.ops_ports
    if ports and ports[-1] > 65535:
        raise ValueError(f"ops_port is at most {65536 - config.workers} for {config.workers} workers, not {ports[0]}")
    if config.port in ports:
        raise ValueError(f"ops_port is {name_of(ports)}: {config.port} is the port itself")
    return config


def line_of(file: Path) -> str:
    """What a file says; that it says nothing is a mistake. Nobody is told what is in it."""
    try:
        if text := file.read_text(encoding="utf-8").strip():
            return text
    except UnicodeDecodeError:
        pass
    raise ValueError(f"there is no text in {file}")


def read_flag(word: str) -> tuple[str, Any]:
    """A setting as NAME=VALUE."""
    name, equals, text = word.partition("=")
    each = find_setting(name)
    if not equals:
        raise ValueError(f"'{name}' has no value: {name}=VALUE")
    if each.metadata["secret"]:
        raise no_flag(name)
    return name, read_setting(name, each, text)


def no_flag(name: str, what: str = "") -> ValueError:
    variable = f"PAIJU_{name.upper()}"
    return ValueError(f"{what or name} is no flag, which others could read: it is in {variable}, or in the file that "
                      f"{variable}_FILE names")  # fmt: skip


def find_setting(name: str, where: str = "") -> Field[Any]:
    if name not in SETTINGS:
        raise ValueError(f"{where}there is no setting '{name}'; there are {', '.join(SETTINGS)}")
    return SETTINGS[name]


def read_setting(name: str, setting: Field[Any], value: Any) -> Any:
    """A value that was written somewhere, where the setting is called `name`."""
    kind, told = type(setting.default), setting.metadata
    if kind is bool:
        if (word := str(value).lower()) in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            return word in ("1", "true", "yes", "on")
        raise ValueError(f"{name} is on or off, not '{value}'")
    if kind is str:
        return read_text(name, setting, value)
    try:
        read = kind(value)
    except (TypeError, ValueError, OverflowError):
        read = None
    if read is None or isinstance(value, bool) or (isinstance(value, float) and read != value):
        raise ValueError(f"{name} is a {'whole ' * (kind is int)}number, not '{value}'")
    if not told["least"] <= read <= told["most"] or read == inf:
        bounds = f"from {told['least']} to {told['most']}" if told["most"] < inf else f"at least {told['least']}"
        raise ValueError(f"{name} is {bounds}, not {value}")
    return read


def read_text(name: str, setting: Field[Any], value: Any) -> str:
    told = setting.metadata
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text" + ("" if told["from_file"] else f", not '{value}'"))
    if told["choices"] and value not in told["choices"]:
        raise ValueError(f"{name} is one of {', '.join(told['choices'])}, not '{value}'")
    if value and not told["check"](value):
        raise ValueError(f"{name} is an address with nothing behind the host, https://cards.example.org, not '{value}'")
    return value
