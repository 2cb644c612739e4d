"""The full-screen program, built with Textual. It shows scenes and asks; rules and games it does not know."""
