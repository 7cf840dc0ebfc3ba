"""The answers to questions of the page and the API: functions from plain arguments to plain data."""
