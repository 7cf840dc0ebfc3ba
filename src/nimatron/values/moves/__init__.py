"""Lists of moves too long to write down: counted exactly, made one by one."""
