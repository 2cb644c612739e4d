import pytest


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Settings and matches of the tests are kept apart from the player's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
