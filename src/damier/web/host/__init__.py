"""What stands between the network and the tables: the server, its limits, its logs and its health."""
