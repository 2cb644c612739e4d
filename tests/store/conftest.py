import pytest


@pytest.fixture(params=["sqlite"])
def address(request, tmp_path):
    """Where a new, empty store is, of each kind."""
    return tmp_path / "house.db"
