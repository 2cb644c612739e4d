"""After each test of the house."""

import asyncio

import pytest
from house_client import Guest


@pytest.fixture(autouse=True)
def nobody_stays():
    """Guests of a test that failed go with it: else those that come after it fail for a session nobody closed."""
    yield
    while Guest.here:
        asyncio.run(Guest.here.pop().session.close())
