"""Settings: changed on their screen, felt at once."""

from __future__ import annotations

from driving import Player, drive, table_of

from paiju.settings import Settings


def test_changed_settings_are_felt_at_once_and_kept():
    async def act(player: Player) -> None:
        board = await player.asked()
        first = list(board.hand.cards)
        assert "♣" in player.sees()
        await player.press("o")
        await player.until(lambda: not player.is_on_board)
        await player.press("down", "space", "down", "down", "down", "space", "down", "space", "escape")
        await player.until(lambda: player.is_on_board)
        assert "♣" not in player.sees()
        assert board.hand.cards != first
        assert player.table.automatic == {0}

    drive(table_of("hearts", 1), act)
    settings, _ = Settings.load()
    assert settings.ascii
    assert settings.auto_forced
    assert settings.high_first
