"""What can be set about a server: by flag, by environment (PAIJU_PORT=8000) or in a TOML file, in this order."""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from paiju.saves import PRIVATE_FOLDER
from paiju.store.house_store import house_folder


def setting(default: Any, help: str, is_secret: bool = False) -> Any:
    return field(default=default, metadata={"help": help, "secret": is_secret})


@dataclass(frozen=True)
class ServerConfig:
    host: str = setting("127.0.0.1", "the address to listen at; 0.0.0.0 for everybody")
    port: int = setting(8000, "the port; 0: any that is free")
    data: str = setting("", "the folder for what must survive; empty: where the system keeps such things")
    database: str = setting("", "sqlite:FILE or postgresql://…; empty: a file in the folder")
    workers: int = setting(1, "processes that share the port; more than one needs PostgreSQL")
    address: str = setting("", "where the other processes of the house reach this one; empty: http://HOST:PORT")
    public_address: str = setting("", "where programs are led that play at a table of this process; empty: nowhere")
    lease_seconds: float = setting(10.0, "how long a process that is silent keeps its tables")
    url: str = setting("", "the address people type, https://cards.example.org; empty: as they came")
    origins: str = setting("", "other pages that may use this house, with blanks between them: https://example.org")
    secret: str = setting("", "signs tokens; empty: kept in the folder", is_secret=True)
    ops_port: int = setting(0, "a port of its own for /healthz, /readyz and /metrics, at 127.0.0.1; 0: none")
    ops_public: bool = setting(False, "have /healthz, /readyz and /metrics at the public port too")
    proxies: int = setting(0, "how many proxies stand before it, to believe their X-Forwarded-For")
    log: str = setting("info", "what is logged: debug, info, warning or error")
    sockets_an_address: int = setting(50, "connections from one address at once")
    sockets: int = setting(20_000, "connections in all")
    tables_a_person: int = setting(10, "tables one person may have open")
    messages_a_second: float = setting(20.0, "messages a connection may send, twice as many for a moment")
    requests_a_second: float = setting(10.0, "requests to the API from one address, five times as many for a moment")
    guests_a_minute: float = setting(30.0, "newcomers from one address")
    write_buffer: int = setting(262_144, "bytes a slow reader may leave unread before the connection is dropped")
    heartbeat: float = setting(30.0, "seconds between pings")
    linger: float = setting(30.0, "seconds that a table stays in memory when nobody is there")
    quick_seconds: int = setting(30, "seconds until bots fill a quick game")
    webhook: str = setting("", "where notices of waiting tables are posted, as JSON", is_secret=True)
    drain_seconds: float = setting(10.0, "how long the end may take after SIGTERM")

    @property
    def folder(self) -> Path:
        return house_folder(self.data)

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
        """As a TOML file, without secrets."""
        lines: list[str] = []
        for each in fields(self):
            value = getattr(self, each.name)
            if each.metadata["secret"]:
                value = "(set)" if value else ""
            lines += [f"# {each.metadata['help']}", f"{each.name} = {toml_value(value)}", ""]
        return "\n".join(lines)


def toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def load_config(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> ServerConfig:
    """The settings in force; ValueError says what is wrong with one."""
    given: dict[str, Any] = {}
    known = {each.name: each for each in fields(ServerConfig)}
    if file is not None:
        try:
            told = tomllib.loads(file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{file}: {error}") from error
        for name, value in told.items():
            if name not in known:
                raise ValueError(f"{file}: there is no setting '{name}'; there are {', '.join(known)}")
            given[name] = read_setting(name, known[name].default, value)
    for name, each in known.items():
        if (text := environment.get(f"PAIJU_{name.upper()}")) is not None:
            given[name] = read_setting(f"PAIJU_{name.upper()}", each.default, text)
        if (secret := environment.get(f"PAIJU_{name.upper()}_FILE")) and each.metadata["secret"]:
            given[name] = Path(secret).read_text(encoding="utf-8").strip()
    given |= {name: value for name, value in flags.items() if value is not None and name in known}
    config = ServerConfig(**given)
    if config.secret and len(config.secret) < 32:
        raise ValueError("a secret has at least 32 characters")
    return config


def read_setting(name: str, default: Any, value: Any) -> Any:
    kind = type(default)
    if isinstance(default, bool):
        if (word := str(value).lower()) in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            return word in ("1", "true", "yes", "on")
        raise ValueError(f"{name} is on or off, not '{value}'")
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {'a number' if kind in (int, float) else 'a text'}, not '{value}'") from None
