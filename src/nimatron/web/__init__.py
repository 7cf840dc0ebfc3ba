"""The page and the API behind it: query -> core -> data; it computes nothing itself."""
