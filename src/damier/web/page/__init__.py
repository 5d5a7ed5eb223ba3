"""The page as it is sent: its documents, and its scripts and styles, named by their content and joined."""
