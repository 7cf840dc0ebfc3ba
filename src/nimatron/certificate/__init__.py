"""Results that another program can verify, and a checker that trusts neither the solver nor the file.

A certificate is JSON of the schema `nimatron.certificate/1`. `sha256` is the checksum of all the other
fields as canonical JSON (keys sorted, no spaces, ASCII). It makes one of two claims:

*period*: `game` (`octal{0.77}`, `subtraction{1,2,6,11}`, `allbut{2,3,5,7}`) has G(n + period) = G(n) + saltus
for all n >= preperiod, and all three are the least possible. `values` are G(0) ... G(computed - 1): bytes of `type`
u1, u2 or u4, little-endian, either compressed with `zlib` and written in base64, or in a `file` beside the certificate
that has its own `sha256`. `kind` names what carries them on for ever: a `window` of max(S) values that comes back
(subtraction), a boundary `pattern` (2 max(S) + 1 values in a row, all-but), or the `theorem` of Guy and Smith
(take-and-break codes).

*kernel*: `position` has `outcome` P or N, in `misere` play or not. `members` are positions from which no move leads
to another member; `replies` answer each such move with a move back to a member (its place in the list, from 0).
Play that follows the replies never comes back to a position. So in normal play the player to move from a member runs
out of moves first. In misere play that would win: there no member may be the end of the game, and a move that ends the
game needs no reply. An N-position has a `first` move to a member, or has ended in misere play. States are written in
the game's notation, those of a sum as a list, one for each summand.
"""

from .files import Unreadable, read, seal
from .verdict import Verdict
from .verify import verify
from .write_file import write

__all__ = ["Unreadable", "Verdict", "read", "seal", "verify", "write"]
