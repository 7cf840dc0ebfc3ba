"""Plays take-away (take 1, 2 or 3) without a mistake.

nimatron referee student_takeaway.py "subtraction{1,2,3}: 13"
"""

import sys

for line in sys.stdin:  # such as: subtraction{1,2,3}: 13
    coins = int(line.split(":")[1])
    taken = coins % 4 or 1  # leave a multiple of 4; where that cannot be done, take 1
    print(taken)
