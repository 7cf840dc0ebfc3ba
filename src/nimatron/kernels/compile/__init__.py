"""The compiler of kernels and its cache on disk: the only code that knows numba and LLVM."""
