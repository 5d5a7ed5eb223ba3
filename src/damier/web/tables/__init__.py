"""Tables: made, played at, looked at, kept, exported and imported."""
