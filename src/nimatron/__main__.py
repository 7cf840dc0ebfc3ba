"""python -m nimatron"""

from .cli import main

main()
