"""Chat rooms: people who write lines and press buttons play at the tables of a house.

posts       what is shown in a room or to one person, what people send, and what a platform can do
core        which room has which table, who somebody is, and what becomes of a line or a click
commands    the words people type, and what each of them does
room        a room with a table: it looks on, and tells everybody
sitting     one person of a room at its table: his hand and his choices, for his eyes alone
offers      what may be answered, as menus and buttons; with too many for one, they narrow as one chooses
pages       the messages of a room, edited at an even pace rather than sent in floods
picture     a table and a hand as PNG
talker      a platform for netcat: lines over TCP, and nothing else
discord_*   Discord
"""
