import pytest

from paiju.terminal import screens


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Settings and matches of the tests are kept apart from the player's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def sure_fingers(monkeypatch):
    """Whatever the tests press is meant for what they see."""
    monkeypatch.setattr(screens, "STRAY", 0.0)
