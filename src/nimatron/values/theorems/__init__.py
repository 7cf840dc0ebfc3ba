"""What is known without search: a file for each family, each theorem a record with its source."""
