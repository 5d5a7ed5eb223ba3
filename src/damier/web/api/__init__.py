"""The HTTP and WebSocket interface under /api/v1, one file for each thing that is asked about."""
