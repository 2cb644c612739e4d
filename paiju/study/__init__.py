"""The study of BoerenBridge at scale: does it pay to be careful? Risk bots with random factors play whole matches.

A match gives a row for each bot, `risk_taking;score;rank`, as that program wrote them. `matches` plays them, `rows`
reads and writes such files, `figures` adds up what they say, and `plots` draws it.
"""
