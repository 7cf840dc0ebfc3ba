"""Results that another program can verify, and a checker that trusts neither the solver nor the file.

A certificate is JSON with the schema `nimatron.certificate/1`. `sha256` is the checksum of all other fields as
canonical JSON (keys sorted, no spaces, ASCII). A certificate makes one of four claims:

*period*: `game` (`octal{0.77}`, `subtraction{1,2,6,11}`, `allbut{2,3,5,7}`) has G(n + period) = G(n) + saltus
for all n >= preperiod, and all three are the least possible. `values` are G(0) ... G(computed - 1): bytes of `type`
u1, u2 or u4, little-endian. They are either compressed with `zlib` and written in base64, or kept in a `file` beside
the certificate, with a `sha256` of its own. `kind` names the reason why the period holds for ever: a `window` of
max(S) values that repeats (subtraction), a boundary `pattern` (2 max(S) + 1 values in a row, all-but), or the
`theorem` of Guy and Smith (take-and-break codes), or `growth` (codes whose values grow), with a `depth`: how far below
the value of a heap its moves climb with it. With the kind `front` a code has a `front`, `masks` and `places`; its
`values` are the first ones, and then windows of the values before each of the places.

*kernel*: `position` has `outcome` P or N, in normal or `misere` play. `members` are positions from which no move leads
to another member. `replies` answer each move from a member with a move back to a member (its index in the list, from
0). Play that follows the replies never returns to a position, so it ends; and since every move from a member has a
reply, in normal play the player who moves from members is the one who runs out of moves. In misere play that player
would win, so there no member may be the end of the game, and a move that ends the game needs no reply. An N-position
has a `first` move to a member, or is the end of a misere game. States are written in the game's notation; the state of
a sum is a list with one text for each summand.

*draw*: nobody can force a win from `position`, `outcome` D. From each of the positions `drawn` the move in `stays` (an
index in the same list) leads to another of them; all other moves lead to them too, or are answered by `replies` with a
move to a member of a kernel: so they lose. `ranks` are the numbers of rounds that play from each member can last.

*misere*: the misere quotient of `game` has `order` elements, of which those in `lost` are lost; `elements` are those of
the heaps 0, 1, 2, ..., and `values` the rows of the multiplication table one after another. With a `preperiod` and a
`period` it is the quotient of all heaps, otherwise of those that are listed.

What exactly is checked, and why that proves the claim, is in docs/certificates.md.
"""
