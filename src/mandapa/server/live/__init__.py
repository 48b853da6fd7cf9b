"""Tables in memory and the people at them: everything that goes over a WebSocket."""
