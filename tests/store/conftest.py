import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """Where a new, empty store is, of each kind."""
    if request.param == "postgres":
        return request.getfixturevalue("postgres").new_database()
    return tmp_path / "house.db"
