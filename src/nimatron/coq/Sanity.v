(** * Is it really play? Small examples for whoever doubts a definition *)
From Coq Require Import Arith NArith ZArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values Nim Moore Wythoff Chomp Coins Subtraction CoinGames Lasker Codes AllBut Strategies.
From Nimatron Require Automata Rules Parts Fronts Periods Checker.
Open Scope N_scope.

(** ** Words of play *)

(** Without a move the player to move has lost, and in misère play has won. *)
Theorem the_end {P} (move : P -> P -> Prop) p : (forall q, ~ move p q) -> lost move p /\ misere_won move p.
Proof. intros H. split; constructor; intros q M; destruct (H q M). Qed.

(** One move to the end wins, and loses in misère play if there is no other. *)
Theorem one_move {P} (move : P -> P -> Prop) p q :
  (forall r, move p r <-> r = q) -> (forall r, ~ move q r) -> won move p /\ misere_lost move p.
Proof.
  intros H E. destruct (the_end move q E) as (L & W). assert (M : move p q) by now apply H.
  split; [exact (some_move_wins p q M L)|]. constructor; [eauto|]. intros r R. apply H in R. now subst.
Qed.

(** Two positions with moves to each other: play does not end, and both are drawn. *)
Theorem a_circle (p : bool) : drawn (fun a b => a <> b) p /\ ~ play_ends (fun a b : bool => a <> b).
Proof.
  split.
  - apply (drawn_set bool (fun a b => a <> b) (fun _ => True)); [|auto|exact I].
    intros a _. exists (negb a). split; [destruct a; discriminate|exact I].
  - intros E. assert (F : forall a : bool, False); [|exact (F true)].
    intros a. induction a as [a IH] using (well_founded_ind E). apply (IH (negb a)). destruct a; discriminate.
Qed.

(** A circle with an exit is no draw: whoever is at the exit leaves. *)
Theorem a_circle_with_an_exit : let move (a b : nat) := (a = 0 /\ b = 1 \/ a = 1 /\ b = 0 \/ a = 1 /\ b = 2)%nat in
  lost move 0%nat /\ won move 1%nat /\ lost move 2%nat.
Proof.
  intros move. assert (L : lost move 2%nat) by (constructor; intros q [(H & _)|[(H & _)|(H & _)]]; discriminate).
  assert (W : won move 1%nat) by (apply (some_move_wins 1%nat 2%nat); [unfold move; auto|exact L]).
  split; [|auto]. constructor. intros q [(_ & ->)|[(H & _)|(H & _)]]; [exact W|discriminate|discriminate].
Qed.

(** ** Games *)

(** Nim: take two of the first heap; an empty heap has no move. *)
Theorem nim_moves : nim [3; 4; 5] [1; 4; 5] /\ (forall s, ~ nim [0] s) /\ ~ nim [1] [1] /\ ~ nim [1] [2].
Proof.
  assert (A : forall n s, nim [n] s -> exists m, m < n /\ s = [m]).
  { intros n s H. apply row_move_cons in H as (m & t & -> & H). inversion H as [x x' y M|x y y' M]; subst.
    - exists m. auto.
    - inversion M as [l1 ? ? ? ? E]. destruct l1; discriminate. }
  split; [exact (move_in_row take [] 3 1 [4; 5] ltac:(unfold take; lia))|]. repeat split.
  - intros s H. apply A in H as (m & H & _). lia.
  - intros H. apply A in H as (m & H & E). injection E as <-. lia.
  - intros H. apply A in H as (m & H & E). injection E as <-. lia.
Qed.

(** Nim has lost and won positions in both forms of play. *)
Theorem nim_outcomes : lost nim [] /\ lost nim [1; 2; 3] /\ won nim [3; 4; 5] /\ misere_lost nim [1] /\ misere_won nim [1; 1].
Proof.
  split; [apply bouton; reflexivity|]. split; [apply bouton; reflexivity|]. split; [apply bouton; discriminate|].
  assert (Small : forall l, Forall (fun n => n < 2) l -> ~ large l).
  { intros l H E. apply Exists_exists in E as (n & Hn & L). rewrite Forall_forall in H. specialize (H n Hn). lia. }
  split; apply misere_nim.
  - right. split; [apply Small; repeat constructor|reflexivity].
  - intros [(E & _)|(_ & E)]; [|discriminate]. revert E. apply Small. repeat constructor.
Qed.

(** Wythoff's game has lost and won positions, and a move along the diagonal. *)
Theorem wythoff_outcomes : lost wythoff (1, 2) /\ won wythoff (2, 2) /\ wythoff (2, 2) (0, 0).
Proof.
  split; [apply wythoff_pairs; exists 1%nat; left; reflexivity|]. split; [|exact (from_both 0 0 2 ltac:(lia))].
  apply (some_move_wins (2, 2) (0, 0)); [exact (from_both 0 0 2 ltac:(lia))|].
  apply wythoff_pairs. exists 0%nat. left. reflexivity.
Qed.

(** Chomp: the poisoned square alone is lost; a bite at the upper right square of the bar 2 x 2. *)
Theorem chomp_examples : lost chomp [1] /\ won chomp [2] /\ chomp [2; 2] [2; 1].
Proof.
  assert (L : lost chomp [1]).
  { apply the_end. intros q H. inversion H as [r c rows H1 H2 E1 E2]; subst. destruct r as [|[|r]]; cbn in H1; lia. }
  split; [exact L|]. split; [|exact (bite_square 1 1 [2; 2] ltac:(cbn; lia) ltac:(left; discriminate))].
  apply (some_move_wins [2] [1]); [exact (bite_square 0 1 [2] ltac:(cbn; lia) ltac:(right; discriminate))|exact L].
Qed.

(** Kayles: the middle one of three pins; take 2 of a heap of 2. *)
Theorem kayles_moves : Codes.move [0; 7; 7] [3] [1; 1] /\ Codes.move [0; 7; 7] [2] [] /\ forall s, ~ Codes.move [0; 7; 7] [] s.
Proof.
  split; [|split].
  - apply (replace_in_row (heap_move [0; 7; 7]) [] 3 [1; 1] []). exact (take_and_break [0; 7; 7] 1 [1; 1] eq_refl
      ltac:(repeat constructor; lia) ltac:(left; lia)).
  - apply (replace_in_row (heap_move [0; 7; 7]) [] 2 [] []). exact (take_and_break [0; 7; 7] 2 [] eq_refl
      ltac:(constructor) ltac:(left; lia)).
  - intros s H. inversion H as [l1 ? ? ? ? E]. destruct l1; discriminate.
Qed.

(** Coins 2 and 0 show heads (the number 5): coin 2 may be turned alone, or with coin 0. *)
Theorem turtles_moves : turn turtles 5 1 /\ turn turtles 5 4 /\ turn turtles 5 0 /\ ~ turn turtles 0 1.
Proof.
  split; [exact (turn_coins turtles 5 2 [] eq_refl (turn_one 2))|].
  split; [exact (turn_coins turtles 5 0 [] eq_refl (turn_one 0))|].
  split; [exact (turn_coins turtles 5 2 [0] eq_refl (turn_two 2 0 ltac:(lia)))|].
  intros H. inversion H as [p i l Hi]; subst. unfold heads in Hi. rewrite N.bits_0 in Hi. discriminate.
Qed.

(** ** Hypotheses that hold *)

(** Values of every subtraction game exist. *)
Theorem subtract_values S : exists g, gives_values (subtract S) g.
Proof.
  set (options := fun n => map (fun s => n - s) (filter (fun s => (0 <? s) && (s <=? n)) S)).
  assert (A : forall n m, In m (options n) <-> subtract S n m).
  { intros n m. unfold options, subtract. rewrite in_map_iff. split.
    - intros (s & <- & H). apply filter_In in H as (H & E). rewrite andb_true_iff, N.ltb_lt, N.leb_le in E.
      exists s. repeat split; [exact H|lia|lia].
    - intros (s & H & P & E). exists s. split; [lia|]. apply filter_In. rewrite andb_true_iff, N.ltb_lt, N.leb_le.
      split; [exact H|lia]. }
  assert (E : play_ends (option_of _ options)).
  { apply (Wellfounded.Inclusion.wf_incl _ _ (fun m n => subtract S n m)); [intros m n H; now apply A|apply subtract_ends]. }
  exists (Values.grundy _ options E). intros n. destruct (grundy_gives_values _ options E n) as (V1 & V2). split.
  - intros (m & M & F). apply V1. exists m. split; [now apply A|exact F].
  - intros u Hu. destruct (V2 u Hu) as (m & M & F). exists m. split; [now apply A|exact F].
Qed.

(** A list of all moves is right for the game that it lists. *)
Theorem lists_itself : lists [All []; All [0]] (fun p q => p = 1 /\ q = 0) (fun i => i).
Proof.
  intros i. destruct (N.to_nat i) as [|[|k]] eqn:E; cbn; [| |destruct k; exact I]; intros q; split.
  - intros (H & _). subst i. discriminate.
  - intros (j & [] & _).
  - intros (_ & ->). exists 0. auto.
  - intros (j & [<-|[]] & ->). split; [lia|reflexivity].
Qed.

(** Nim with two heaps from formulas: x' < x or y' < y, and the other heap stays. *)
Definition two_heaps : Automata.formula :=
  Automata.Either
    (Automata.Both (Automata.Least (Automata.Linear [-1; 0; 1]%Z 1)) (Automata.Zero (Automata.Linear [0; -1; 0; 1]%Z 0)))
    (Automata.Both (Automata.Least (Automata.Linear [0; -1; 0; 1]%Z 1)) (Automata.Zero (Automata.Linear [-1; 0; 1]%Z 0))).
Definition always : Automata.formula := Automata.Least (Automata.Linear [] 0).

(** Formulas describe the moves of Nim: a move takes from one heap, and never from two. *)
Theorem formula_moves : Rules.by_formula 2 0 always two_heaps [3; 4]%Z [1; 4]%Z /\
  ~ Rules.by_formula 2 0 always two_heaps [3; 4]%Z [1; 3]%Z /\ Rules.position 2 always [3; 4]%Z.
Proof.
  assert (A : forall a b, (0 <= a)%Z -> (0 <= b)%Z -> Rules.position 2 always [a; b]) by
    (intros a b Ha Hb; repeat split; repeat constructor; assumption).
  split; [|split; [|apply A; lia]].
  - repeat split; try (repeat constructor; lia). exists []. repeat split. constructor.
  - intros (_ & _ & c & L & _ & H). destruct c; [|discriminate]. discriminate H.
Qed.

(** Lines about parts hold for Kayles: a heap of one pin can only be taken, and values exist. *)
Theorem lines_of_kayles :
  Parts.lists_parts [Parts.Value 0 0 []; Parts.Value 1 1 [[]]] (heap_move [0; 7; 7]) (fun n => n) /\
  Parts.part_values (heap_move [0; 7; 7]) (grundy [0; 7; 7]) /\
  play_ends (split_move (heap_move [0; 7; 7])).
Proof.
  split; [|split; [exact (grundy_values _)|exact (code_ends _)]].
  intros l [<-|[<-|[]]] parts; rewrite <- options_spec.
  - change (options [0; 7; 7] 0) with (@nil (list N)). split; [intros []|intros (js & [] & _)].
  - change (options [0; 7; 7] 1) with [@nil N]. split; [intros [<-|[]]; exists []; cbn; auto|].
    intros (js & [<-|[]] & ->). cbn. auto.
Qed.

(** A window shows the period of the game of taking 1 or 2, without looking at smaller heaps again. *)
Theorem front_of_takes n : 2 <= n -> grundy [0; 3; 3] (n + 3) = grundy [0; 3; 3] n.
Proof.
  assert (B : Periods.bounded [0; 3; 3] 2 2) by (apply (Periods.bounded_b_spec [0; 3; 3] 2); reflexivity).
  intros Hn. apply (Fronts.front_period [0; 3; 3] (grundy [0; 3; 3]) 2 [] 0 (grundy_values _) B) with (m := 4) (top := 7).
  - intros r [].
  - lia.
  - lia.
  - lia.
  - left. intros r [].
  - intros a _ (r & [] & _).
  - intros a Ha. split; [|intros r []].
    destruct (grundy_values [0; 3; 3] a) as (G1 & G2). split.
    + intros [T|(r & _ & [] & _)]. apply G1, (Checker.opt_cases [0; 3; 3] _ 2 [] B). auto.
    + intros u Hu. apply G2, (Checker.opt_cases [0; 3; 3] _ 2 [] B) in Hu as [(_ & E)|[T|(r & _ & _ & [] & _)]];
        [cbn in E; lia|left; exact T].
  - intros a Ha. assert (a = 2 \/ a = 3) as [->| ->] by lia; vm_compute; reflexivity.
  - lia.
Qed.
