"""For all tests of the house."""

import pytest

from paiju.server import api_matches


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """However busy the machine is, a record that can be read is read."""
    monkeypatch.setattr(api_matches, "READING_SECONDS", 60.0)
