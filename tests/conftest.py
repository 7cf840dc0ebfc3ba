"""Hypothesis: no deadline, for a first search may be slow; the same examples every time in continuous integration."""

import os

from hypothesis import settings

settings.register_profile("nimatron", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("nimatron")
