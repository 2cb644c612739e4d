"""People in the browser: a name that is kept, and who comes back with it on another device."""

from test_page_screens import faults

SEEN = 30_000


def test_a_name_is_kept_with_a_password_and_logs_in_elsewhere(open_screen):
    here, there = open_screen(), open_screen(390, 844)
    here.guest("Keeper")
    here.go("/people")
    here.page.click("text=Your matches and ratings")
    here.page.fill("#password", "a long password")
    here.page.click("form button")
    here.page.wait_for_selector("text=Your name is kept", timeout=SEEN)
    assert faults(here) == ""
    there.go("/people")
    there.page.wait_for_selector("#login-name", timeout=SEEN)
    assert faults(there) == ""
    there.page.fill("#login-name", "Keeper")
    there.page.fill("#login-password", "a long password")
    there.page.click("text=Log in")
    there.page.wait_for_selector("h2:has-text('Keeper')", timeout=SEEN)
    there.page.click("text=Log out")
    there.page.wait_for_selector("#login-name", timeout=SEEN)
