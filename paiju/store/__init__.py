"""Stores: what must survive. A table needs a MatchStore, a house a HouseStore with room for all its matches and people.

match_store   what a table needs of a store; MemoryStore, which keeps nothing beyond the program
file_store    a match in a file of its own: the terminal
house_store   what a house needs of a store, and what its makers share
group_commit  the changes of all tables that come within a few milliseconds, stored in one stroke
schema        the tables of a database, and how an older one becomes a newer one
sqlite        a house in one file: the server's default
postgres      a house for many processes
"""

from paiju.store.file_store import FileStore
from paiju.store.match_store import MatchMoved, MatchStore, MemoryStore, NotStored

__all__ = ["FileStore", "MatchMoved", "MatchStore", "MemoryStore", "NotStored"]
