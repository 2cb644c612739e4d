"""What can be set about a server: where it is said, what is refused, and what is told of it to whom."""

import tomllib
from dataclasses import fields, replace

import pytest
from click.testing import CliRunner

from paiju.cli import cli
from paiju.server.config import ServerConfig, load_config
from paiju.store.house_store import open_store

PASSWORD = "postgresql://paiju:hunter2@db/paiju"


def serve(*words, **environment):
    return CliRunner().invoke(cli, ["serve", *words], env=environment)


def test_a_flag_goes_before_the_environment_and_that_before_a_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text("port = 1\nproxies = 1\nlinger = 1\nheartbeat = 1\nops_public = true\n")
    environment = {"PORT": "2", "PAIJU_PROXIES": "3", "PAIJU_LINGER": "3", "PAIJU_LOG": "error"}
    config = load_config({"linger": 4.0, "host": None}, environment, file)
    assert (config.port, config.proxies, config.linger, config.heartbeat) == (2, 3, 4.0, 1.0)
    assert (config.ops_public, config.log, config.host) == (True, "error", "127.0.0.1")
    assert load_config({}, {"PORT": "2", "PAIJU_PORT": "3"}).port == 3


def test_the_command_takes_all_of_them(tmp_path):
    (tmp_path / "house.toml").write_text("quick_seconds = 7\n")
    words = ["--config", str(tmp_path / "house.toml"), "--port", "9000", "--set", "proxies=2", "--print-config"]
    ran = serve(*words, PAIJU_OPS_PORT="9100")
    told = tomllib.loads(ran.output)
    assert (told["port"], told["proxies"], told["ops_port"], told["quick_seconds"]) == (9000, 2, 9100, 7)
    assert set(told) == {each.name for each in fields(ServerConfig)}


def test_what_is_printed_is_a_file_that_says_the_same(tmp_path):
    config = ServerConfig(data='a "b"\\c\nd', origins="https://a.example https://b.example", ops_public=True, port=0)
    (tmp_path / "house.toml").write_text(config.text())
    assert load_config({}, {}, tmp_path / "house.toml") == config


def test_no_secret_is_printed_and_none_is_taken_from_what_was(tmp_path):
    secret, webhook = "s" * 40, "https://hooks.example.org/very-secret"
    ran = serve("--print-config", PAIJU_SECRET=secret, PAIJU_WEBHOOK=webhook, PAIJU_DATABASE=PASSWORD)
    for each in (secret, webhook, "hunter2"):
        assert each not in ran.output
    assert "(set)" in ran.output
    assert '# database = "postgresql://paiju:(set)@db/paiju"' in ran.output
    (tmp_path / "house.toml").write_text(ran.output)
    assert load_config({}, {}, tmp_path / "house.toml") == ServerConfig()
    for address, told in {
        "postgresql://postgres:hunter2@db/paiju": "postgresql://postgres:(set)@db/paiju",
        "postgres://paiju:hunter2:hunter2@hunter2@db": "postgres://paiju:(set)@db",
        "postgresql://db/paiju?user=paiju&password=hunter2@hunter2&sslpassword=hunter2":
            "postgresql://db/paiju?user=paiju&password=(set)&sslpassword=(set)",
    }.items():  # fmt: skip
        text = replace(ServerConfig(), database=address).text()
        assert f'# database = "{told}"' in text
        assert "database" not in tomllib.loads(text)
    for plain in ("/srv/a:b@c/house.sqlite", "postgresql://postgres@db/paiju", "postgresql://db:5432/paiju"):
        assert tomllib.loads(replace(ServerConfig(), database=plain).text())["database"] == plain


def test_secrets_come_from_the_environment_or_a_file_and_by_no_flag(tmp_path):
    for name, value in {"secret": "s" * 40, "webhook": "https://a.example/x", "database": PASSWORD}.items():
        (tmp_path / name).write_text(f"{value}\n")
        for environment in ({f"PAIJU_{name.upper()}": value},
                            {f"PAIJU_{name.upper()}_FILE": str(tmp_path / name)}):  # fmt: skip
            assert getattr(load_config({}, environment), name) == value
    for name in ("secret", "webhook"):
        ran = serve("--set", f"{name}={'s' * 40}", "--print-config")
        assert ran.exit_code == 1
        assert f"PAIJU_{name.upper()}_FILE" in ran.output
    for nothing in (b"", b"\n", b"\xff" * 40):
        (tmp_path / "secret").write_bytes(nothing)
        with pytest.raises(ValueError, match=f"there is no text in {tmp_path}/secret"):
            load_config({}, {"PAIJU_SECRET_FILE": str(tmp_path / "secret")})
    (tmp_path / "house.toml").write_text(f"secret = {'7' * 40}")
    with pytest.raises(ValueError, match=r"^secret is a text$"):
        load_config({}, {}, tmp_path / "house.toml")
    for words in (("--database", PASSWORD), ("--set", f"database={PASSWORD}")):
        ran = serve(*words, "--print-config")
        assert (ran.exit_code, "hunter2" in ran.output) == (1, False)
        assert "PAIJU_DATABASE_FILE" in ran.output
    with pytest.raises(ValueError, match="at least 32"):
        load_config({}, {"PAIJU_SECRET": "short"})


WRONG = {
    "port=70000": "port is from 0 to 65535, not 70000",
    "port=http": "port is a whole number, not 'http'",
    "ops_port=1.5": "ops_port is a whole number, not '1.5'",
    "proxies=-1": "proxies is at least 0, not -1",
    "messages_a_second=0": "messages_a_second is at least 1, not 0",
    "heartbeat=nan": "heartbeat is at least 0.1, not nan",
    "linger=inf": "linger is at least 0, not inf",
    "workers=0": "workers is from 1 to 256, not 0",
    "ops_public=perhaps": "ops_public is on or off, not 'perhaps'",
    "log=loud": "log is one of debug, info, warning, error, not 'loud'",
    "url=cards.example.org": "url is an address with nothing behind the host",
    "url=https://cards.example.org/paiju": "url is an address with nothing behind the host",
    "url=https://Cards.example.org": "url is an address with nothing behind the host",
    "origins=https://a.example b.example": "origins is an address",
    "prot=1": "there is no setting 'prot'; there are host, port",
    "port": "'port' has no value: port=VALUE",
}


@pytest.mark.parametrize("word", WRONG)
def test_what_cannot_be_is_said(word, tmp_path):
    ran = serve("--set", word, "--print-config")
    assert ran.exit_code == 1
    assert ran.output.startswith(f"Error: {WRONG[word]}")


def test_ports_that_workers_cannot_have_are_refused():
    assert [*load_config({"workers": 4, "ops_port": 65532}, {}).ops_ports] == [65532, 65533, 65534, 65535]
    assert not load_config({"workers": 4}, {}).ops_ports
    with pytest.raises(ValueError, match="ops_port is at most 65532 for 4 workers, not 65533"):
        load_config({"workers": 4, "ops_port": 65533}, {})
    with pytest.raises(ValueError, match="ops_port is 7998 to 8001: 8000 is the port itself"):
        load_config({"workers": 4, "ops_port": 7998}, {})
    with pytest.raises(ValueError, match="ops_port is 8000: 8000 is the port itself"):
        load_config({"ops_port": 8000}, {})


def test_a_flag_of_its_own_is_looked_at_as_all_are():
    ran = serve("--url", "cards.example.org", "--print-config")
    assert ran.exit_code == 1
    assert ran.output.startswith("Error: url is an address with nothing behind the host")


def test_in_a_file_a_setting_is_of_its_kind(tmp_path):
    file = tmp_path / "house.toml"
    for line, told in {
        "port = true": "port is a whole number",
        "port = 1.5": "port is a whole number",
        "url = 5": "url is a text",
        "ports = 1": "house.toml: there is no setting 'ports'",
        "port 1": "house.toml: ",
    }.items():
        file.write_text(line)
        with pytest.raises(ValueError, match=told):
            load_config({}, {}, file)


def test_a_database_of_another_kind_is_no_file():
    for address in ("mysql://ann:secret@host/house", "sqlite:mysql://ann:secret@host/house",
                    "postgresql:/ann:secret@host/house", "postgres:ann:secret@host/house"):  # fmt: skip
        with pytest.raises(ValueError, match=r"not [a-z]+:…$"):
            open_store(address)
    for file in ("./house:2", "/srv/a:b/house", "sqlite:/srv/house", "C:/house", "house"):
        open_store(file)
