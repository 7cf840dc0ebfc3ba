(** * Strategies: who can force a win, and who can avoid losing, also where play need not end *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker.
Open Scope N_scope.

(** ** Draws in any game *)

(** Who is to move has a move after which every reply lets him go on in the same way: he never has to lose. *)
CoInductive holds_out {P : Type} (move : P -> P -> Prop) : P -> Prop :=
| by_a_move p q : move p q -> (forall r, move q r -> holds_out move r) -> holds_out move p.

(** Whoever can hold out has not lost. *)
Theorem holds_out_not_lost {P} (move : P -> P -> Prop) p : lost move p -> holds_out move p -> False.
Proof.
  apply (lost_induction P move (fun p => holds_out move p -> False)
    (fun q => (forall r, move q r -> holds_out move r) -> False)).
  - intros r _ IH H. destruct H as [r q M H]. exact (IH q M H).
  - intros r q M _ IH H. exact (IH (H q M)).
Qed.

Section Drawn.
Variables (P : Type) (move : P -> P -> Prop) (D : P -> Prop).

(** A set in which a move stays in every position, and which players can leave only to positions that the other player
    wins: all of it is drawn, and both players can hold out for ever. *)
Theorem drawn_set : (forall p, D p -> exists q, move p q /\ D q) -> (forall p q, D p -> move p q -> D q \/ won move q) ->
  forall p, D p -> drawn move p /\ holds_out move p /\ forall q, move p q -> ~ lost move q.
Proof.
  intros Stay Leave. assert (A : forall p, lost move p -> ~ D p).
  { apply (lost_induction P move (fun p => ~ D p) (fun p => ~ D p)).
    - intros p _ IH Dp. destruct (Stay p Dp) as (q & M & Dq). exact (IH q M Dq).
    - intros p q M L IH Dp. destruct (Leave p q Dp M) as [Dq|W]; [exact (IH Dq)|exact (not_both move q L W)]. }
  assert (B : forall p q, D p -> move p q -> ~ lost move q).
  { intros p q Dp M L. destruct (Leave p q Dp M) as [Dq|W]; [exact (A q L Dq)|exact (not_both move q L W)]. }
  assert (W : forall p, won move p -> ~ D p) by (intros p [p' q M L] Dp; exact (B p' q Dp M L)).
  assert (H : forall p, D p \/ won move p -> holds_out move p).
  { cofix IH. intros p [Dp|[p' q M L]].
    - destruct (Stay p Dp) as (q & M & Dq). apply (by_a_move move p q M). intros r Mr. apply IH. exact (Leave q r Dq Mr).
    - apply (by_a_move move p' q M). intros r Mr. apply IH. right. inversion L as [q' F]; subst. exact (F r Mr). }
  intros p Dp. repeat split; [intros L; exact (A p L Dp)|intros X; exact (W p X Dp)|apply H; auto|intros q; exact (B p q Dp)].
Qed.

(** The same in misère play. *)
Theorem misere_drawn_set : (forall p, D p -> exists q, move p q /\ D q) ->
  (forall p q, D p -> move p q -> D q \/ misere_won move q) -> forall p, D p -> misere_drawn move p.
Proof.
  intros Stay Leave. assert (A : forall p, misere_lost move p -> ~ D p).
  { apply (misere_lost_induction P move (fun p => ~ D p) (fun p => ~ D p)).
    - intros p _ _ IH Dp. destruct (Stay p Dp) as (q & M & Dq). exact (IH q M Dq).
    - intros p F Dp. destruct (Stay p Dp) as (q & M & _). exact (F q M).
    - intros p q M L IH Dp. destruct (Leave p q Dp M) as [Dq|W]; [exact (IH Dq)|exact (not_both_in_misere move q L W)]. }
  intros p Dp. split; [intros L; exact (A p L Dp)|]. intros X. destruct X as [p' F|p' q M L].
  - destruct (Stay p' Dp) as (q & M & _). exact (F q M).
  - destruct (Leave p' q Dp M) as [Dq|W]; [exact (A q L Dq)|exact (not_both_in_misere move q L W)].
Qed.
End Drawn.

(** ** A strategy as a list

    Of each position 0, 1, 2, ... the list has all moves, or one move that is enough. *)
Inductive entry := All (options : list N) | One (option : N).
Definition strategy := list entry.

(** What the list says is true of a game, if [name] gives its position for each number. *)
Definition lists {P} (given : strategy) (move : P -> P -> Prop) (name : N -> P) : Prop :=
  forall i, match nth_error given (N.to_nat i) with
            | Some (All options) => forall q, move (name i) q <-> exists j, In j options /\ q = name j
            | Some (One j) => move (name i) (name j)
            | None => True
            end.

(** 1: lost, 2: won, 3: all moves are listed, and not all of them are known to be won; 0: unknown. *)
Definition label (misere : bool) (T : A.t N) (e : entry) : N :=
  match e with
  | All [] => if misere then 2 else 1
  | All options => if forallb (fun j => get T j =? 2) options then 1 else 3
  | One j => if get T j =? 1 then 2 else 0
  end.

Fixpoint labels (misere : bool) (given : strategy) (n : N) (T : A.t N) : A.t N :=
  match given with [] => T | e :: given => labels misere given (N.succ n) (put T n (label misere T e)) end.

(** From a position with label 3 a move leads to such a position, and no move leads to an unknown or a lost one. *)
Fixpoint stay (T : A.t N) (given : strategy) (n : N) : bool :=
  match given with
  | [] => true
  | e :: given =>
      (if get T n =? 3 then
         match e with
         | All options => existsb (fun j => get T j =? 3) options && forallb (fun j => 2 <=? get T j) options
         | One _ => false
         end
       else true) && stay T given (N.succ n)
  end.

Definition labelled (misere : bool) (given : strategy) : A.t N := labels misere given 0 (A.empty N).

Definition loses (misere : bool) (given : strategy) (i : N) : bool := get (labelled misere given) i =? 1.
Definition wins (misere : bool) (given : strategy) (i : N) : bool := get (labelled misere given) i =? 2.
Definition draws (misere : bool) (given : strategy) (i : N) : bool :=
  let T := labelled misere given in (get T i =? 3) && stay T given 0.

Section Sound.
Variables (P : Type) (given : strategy) (move : P -> P -> Prop) (name : N -> P) (misere : bool).
Hypothesis HS : lists given move name.
(** Lost and won, in normal or in misère play. *)
Variables (L W : P -> Prop).
Hypothesis one_move : forall p q, move p q -> L q -> W p.
Hypothesis all_moves : forall p, (exists q, move p q) -> (forall q, move p q -> W q) -> L p.
Hypothesis no_move : forall p, (forall q, ~ move p q) -> if misere then W p else L p.

Definition correct (T : A.t N) : Prop := forall i, (get T i = 1 -> L (name i)) /\ (get T i = 2 -> W (name i)) /\
  (get T i = 3 -> exists options, nth_error given (N.to_nat i) = Some (All options)) /\ get T i <= 3.

Lemma correct_label T i e : nth_error given (N.to_nat i) = Some e -> correct T -> correct (put T i (label misere T e)).
Proof.
  intros E R j. destruct (N.eq_dec j i) as [->|D]; [|rewrite get_other by assumption; apply R]. rewrite get_same.
  specialize (HS i). rewrite E in HS. destruct e as [[|j l]|j]; cbn [label].
  - assert (F : forall q, ~ move (name i) q) by (intros q M; apply HS in M as (k & [] & _)).
    specialize (no_move _ F). destruct misere; repeat split; intros; try assumption; try discriminate; lia.
  - destruct (forallb _ (j :: l)) eqn:F; repeat split; try discriminate; try lia.
    + intros _. apply all_moves; [exists (name j); apply HS; exists j; split; [left|]; reflexivity|].
      intros q M. apply HS in M as (k & K & ->). rewrite forallb_forall in F. apply R, N.eqb_eq, F, K.
    + intros _. eauto.
  - destruct (N.eqb_spec (get T j) 1) as [X|_]; repeat split; try discriminate; try lia.
    intros _. apply (one_move _ _ HS), R, X.
Qed.

Lemma correct_labels : correct (labelled misere given).
Proof.
  unfold labelled. assert (A : forall H n T, (forall k, nth_error H k = nth_error given (N.to_nat n + k)) -> correct T -> correct (labels misere H n T)).
  { induction H as [|e H IH]; intros n T E R; cbn [labels]; [exact R|]. apply IH.
    - intros k. specialize (E (S k)). cbn in E. rewrite E. f_equal. lia.
    - apply correct_label; [|exact R]. specialize (E O). rewrite Nat.add_0_r in E. now rewrite <- E. }
  apply A; [reflexivity|]. intros i. unfold get. rewrite A.gempty. repeat split; try discriminate; lia.
Qed.

Lemma lost_by_list i : loses misere given i = true -> L (name i).
Proof. unfold loses. rewrite N.eqb_eq. apply correct_labels. Qed.

Lemma won_by_list i : wins misere given i = true -> W (name i).
Proof. unfold wins. rewrite N.eqb_eq. apply correct_labels. Qed.

Lemma stay_spec T : forall H n k e, stay T H n = true -> nth_error H k = Some e -> get T (n + N.of_nat k) = 3 ->
  match e with
  | All options => existsb (fun j => get T j =? 3) options && forallb (fun j => 2 <=? get T j) options
  | One _ => false
  end = true.
Proof.
  induction H as [|e H IH]; intros n k e' F E X; [destruct k; discriminate|]. cbn [stay] in F. apply andb_true_iff in F as (F1 & F2).
  destruct k as [|k]; cbn in E.
  - injection E as <-. rewrite N.add_0_r in X. rewrite X in F1. exact F1.
  - apply (IH (N.succ n) k e' F2 E). rewrite <- X. f_equal. lia.
Qed.

Lemma drawn_by_list i : draws misere given i = true -> exists D : P -> Prop, D (name i) /\
  (forall p, D p -> exists q, move p q /\ D q) /\ (forall p q, D p -> move p q -> D q \/ W q).
Proof.
  unfold draws. rewrite andb_true_iff, N.eqb_eq. set (T := labelled misere given). intros (E & F).
  pose proof correct_labels as R. fold T in R.
  assert (G : forall j, get T j = 3 -> exists options, (forall q, move (name j) q <-> exists k, In k options /\ q = name k) /\
    (exists k, In k options /\ get T k = 3) /\ forall k, In k options -> get T k = 3 \/ get T k = 2).
  { intros j Ej. destruct (R j) as (_ & _ & R3 & _). destruct (R3 Ej) as (options & N3). exists options.
    pose proof (HS j) as H. rewrite N3 in H. split; [exact H|].
    pose proof (stay_spec T given 0 _ _ F N3) as X. rewrite N.add_0_l, N2Nat.id in X. specialize (X Ej).
    apply andb_true_iff in X as (F1 & F2). apply existsb_exists in F1 as (k & K1 & K2). apply N.eqb_eq in K2.
    rewrite forallb_forall in F2. split; [eauto|]. intros m Hm. specialize (F2 m Hm). apply N.leb_le in F2.
    destruct (R m) as (_ & _ & _ & B). lia. }
  exists (fun p => exists j, get T j = 3 /\ p = name j). split; [eauto|]. split.
  - intros p (j & Ej & ->). destruct (G j Ej) as (options & H & (k & K1 & K2) & _). exists (name k).
    split; [apply H; eauto|eauto].
  - intros p q (j & Ej & ->) M. destruct (G j Ej) as (options & H & _ & A).
    apply H in M. destruct M as (k & K & ->).
    destruct (A k K) as [X|X]; [left; eauto|right; destruct (R k) as (_ & R2 & _); exact (R2 X)].
Qed.
End Sound.

(** ** What a certificate of a position claims *)

Section Claims.
Variables (given : strategy) (i : N) (P : Type) (move : P -> P -> Prop) (name : N -> P).
Hypothesis HS : lists given move name.

(** If the list loses for position i, that position is lost in every game for which the list is right. *)
Theorem loses_sound : loses false given i = true -> lost move (name i).
Proof.
  apply (lost_by_list P given move name false HS (lost move) (won move)); [apply some_move_wins|intros p _; apply every_move_fails|].
  intros p F. constructor. intros q M. destruct (F q M).
Qed.

(** The same for positions that are won, *)
Theorem wins_sound : wins false given i = true -> won move (name i).
Proof.
  apply (won_by_list P given move name false HS (lost move) (won move)); [apply some_move_wins|intros p _; apply every_move_fails|].
  intros p F. constructor. intros q M. destruct (F q M).
Qed.

(** and for positions that are drawn: both players can hold out for ever. *)
Theorem draws_sound : draws false given i = true ->
  drawn move (name i) /\ holds_out move (name i) /\ forall q, move (name i) q -> ~ lost move q.
Proof.
  intros H. apply (drawn_by_list P given move name false HS (lost move) (won move)) in H as (D & Di & Stay & Leave).
  - exact (drawn_set P move D Stay Leave (name i) Di).
  - apply some_move_wins.
  - intros p _. apply every_move_fails.
  - intros p F. constructor. intros q M. destruct (F q M).
Qed.

(** Lost in misère play, *)
Theorem loses_in_misere_sound : loses true given i = true -> misere_lost move (name i).
Proof.
  apply (lost_by_list P given move name true HS (misere_lost move) (misere_won move));
    [apply some_move_wins_in_misere|apply every_move_fails_in_misere|apply no_move_wins_in_misere].
Qed.

(** won in misère play, *)
Theorem wins_in_misere_sound : wins true given i = true -> misere_won move (name i).
Proof.
  apply (won_by_list P given move name true HS (misere_lost move) (misere_won move));
    [apply some_move_wins_in_misere|apply every_move_fails_in_misere|apply no_move_wins_in_misere].
Qed.

(** and drawn in misère play. *)
Theorem draws_in_misere_sound : draws true given i = true -> misere_drawn move (name i).
Proof.
  intros H. apply (drawn_by_list P given move name true HS (misere_lost move) (misere_won move)) in H as (D & Di & Stay & Leave);
    [|apply some_move_wins_in_misere|apply every_move_fails_in_misere|apply no_move_wins_in_misere].
  exact (misere_drawn_set P move D Stay Leave (name i) Di).
Qed.
End Claims.
