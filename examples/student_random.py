"""Plays any game at random.

nimatron referee student_random.py "nim: 3 4 5"
"""

import random
import sys

from nimatron import parse

for line in sys.stdin:
    options = list(parse(line).options())
    print(random.choice(options))
