"""Sheets to print: rules, a board, a table to fill in, exercises, and a key on pages of its own."""
