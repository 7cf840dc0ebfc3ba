(** * Play

    This page says what a game is and who wins it. Every theorem of this library is a statement about these definitions,
    so this page is what a reader has to believe, besides Coq itself. *)

Section Play.

(** A game: its positions, and [move p q] if a player may move from [p] to [q]. Both players have the same moves. *)
Variable position : Type.
Variable move : position -> position -> Prop.

(** Normal play: the player who cannot move has lost. The player to move has
    - lost, if every move leads to a position that is won for the other player;
    - won, if some move leads to a position that is lost for the other player. *)
Inductive lost : position -> Prop :=
| every_move_fails p : (forall q, move p q -> won q) -> lost p
with won : position -> Prop :=
| some_move_wins p q : move p q -> lost q -> won p.

(** Misère play: the player who cannot move has won. *)
Inductive misere_lost : position -> Prop :=
| every_move_fails_in_misere p :
    (exists q, move p q) -> (forall q, move p q -> misere_won q) -> misere_lost p
with misere_won : position -> Prop :=
| no_move_wins_in_misere p : (forall q, ~ move p q) -> misere_won p
| some_move_wins_in_misere p q : move p q -> misere_lost q -> misere_won p.

(** Where play need not end, a position is drawn if neither player can force a win. *)
Definition drawn (p : position) : Prop := ~ lost p /\ ~ won p.
Definition misere_drawn (p : position) : Prop := ~ misere_lost p /\ ~ misere_won p.

(** Play ends: no sequence of moves is infinite. *)
Definition play_ends : Prop := well_founded (fun q p => move p q).

End Play.

Arguments lost {position} move _.
Arguments won {position} move _.
Arguments misere_lost {position} move _.
Arguments misere_won {position} move _.
Arguments drawn {position} move _.
Arguments misere_drawn {position} move _.
Arguments play_ends {position} move.
Arguments every_move_fails {position move}.
Arguments some_move_wins {position move}.
Arguments every_move_fails_in_misere {position move}.
Arguments no_move_wins_in_misere {position move}.
Arguments some_move_wins_in_misere {position move}.

(** Two games side by side: a move is a move in one of them. *)
Inductive sum_move {A B : Type} (move_a : A -> A -> Prop) (move_b : B -> B -> Prop) : A * B -> A * B -> Prop :=
| move_left a a' b : move_a a a' -> sum_move move_a move_b (a, b) (a', b)
| move_right a b b' : move_b b b' -> sum_move move_a move_b (a, b) (a, b').

(** Any number of positions of one game side by side, as heaps of Nim are: a move changes one of them. *)
Inductive row_move {A : Type} (move : A -> A -> Prop) : list A -> list A -> Prop :=
| move_in_row before a a' after :
    move a a' -> row_move move (before ++ a :: after)%list (before ++ a' :: after)%list.

(** Heaps of which a move replaces one by several others, perhaps none, as in Kayles. *)
Inductive split_move {A : Type} (opens : A -> list A -> Prop) : list A -> list A -> Prop :=
| replace_in_row before a parts after :
    opens a parts -> split_move opens (before ++ a :: after)%list (before ++ parts ++ after)%list.
