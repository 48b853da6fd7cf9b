"""Tables in memory: the state of each match, its connected clients and the WebSocket protocol."""
