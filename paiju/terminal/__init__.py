"""The full-screen program, written with Textual. It holds no rules and names no game."""
