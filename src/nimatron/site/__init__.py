"""The page without a server: a folder of files, in which the visitor's own browser runs Python."""
