"""The server of a house: pages, an API and sockets on one port (docs/host.md). Extra `server`."""
