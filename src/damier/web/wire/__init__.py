"""What goes over the wire: requests in, answers out."""
