"""Positions as drawings: `board_drawing` makes marks of a picture, painted as on the page or for paper."""
