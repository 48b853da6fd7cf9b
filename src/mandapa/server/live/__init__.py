"""Live tables: in-memory state, connected clients and the WebSocket protocol."""
