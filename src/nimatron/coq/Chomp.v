(** * Chomp: the first player wins, by strategy stealing *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** If some move of [p] leads to a position whose moves can all be made at [p] itself, then [p] is won. *)
Theorem strategy_stealing P (move : P -> P -> Prop) p q : (lost move q \/ won move q) ->
  move p q -> (forall r, move q r -> move p r) -> won move p.
Proof.
  intros [H|H] M S; [exact (some_move_wins p q M H)|].
  destruct H as [q r Mr L]. exact (some_move_wins p r (S r Mr) L).
Qed.

(** A position is the list of its rows, from the bottom; the poisoned square is the first one of the first row.
    A bite at a square takes it and everything above and to the right of it. *)
Fixpoint bite (r : nat) (c : N) (rows : list N) : list N :=
  match r, rows with
  | O, _ => map (N.min c) rows
  | S r, row :: rows => row :: bite r c rows
  | S _, [] => []
  end.

Inductive chomp : list N -> list N -> Prop :=
| bite_square r c rows : c < nth r rows 0 -> (r <> O \/ c <> 0) -> chomp rows (bite r c rows).

Definition bar (width : N) (height : nat) : list N := repeat width height.

(** ** Play ends, and the moves can be option_of *)

Definition squares (rows : list N) : N := fold_right N.add 0 rows.

Lemma bite_less : forall r c rows, c < nth r rows 0 -> squares (bite r c rows) < squares rows.
Proof.
  assert (M : forall c rows, squares (map (N.min c) rows) <= squares rows).
  { intros c rows. unfold squares. induction rows as [|x l IH]; cbn [map fold_right]; lia. }
  induction r as [|r IH]; intros c [|x l] H; cbn [bite nth] in *; try lia.
  - unfold squares in *. cbn [map fold_right]. specialize (M c l). lia.
  - unfold squares in *. cbn [fold_right]. specialize (IH c l H). lia.
Qed.

Lemma chomp_ends : play_ends chomp.
Proof.
  apply (wf_incl _ _ (fun s t => squares s < squares t)); [|apply (wf_inverse_image _ _ _ squares N.lt_wf_0)].
  intros t s H. destruct H as [r c rows H _]. now apply bite_less.
Qed.

Definition bites (rows : list N) : list (list N) :=
  flat_map (fun r => flat_map (fun c => if ((r =? 0)%nat && (c =? 0)%nat)%bool then [] else [bite r (N.of_nat c) rows])
    (seq 0 (N.to_nat (nth r rows 0)))) (seq 0 (length rows)).

Lemma bites_spec rows t : In t (bites rows) <-> chomp rows t.
Proof.
  unfold bites. rewrite in_flat_map. split.
  - intros (r & Hr & H). apply in_flat_map in H as (c & Hc & H). apply in_seq in Hc.
    destruct ((r =? 0)%nat && (c =? 0)%nat)%bool eqn:E; [destruct H|]. destruct H as [<-|[]]. constructor; [lia|].
    apply andb_false_iff in E as [E|E]; apply Nat.eqb_neq in E; [left; assumption|right; lia].
  - intros [r c l H1 H2]. exists r. rewrite in_seq. split.
    + split; [lia|]. destruct (Nat.lt_ge_cases r (length l)) as [|G]; [lia|]. rewrite (nth_overflow _ _ G) in H1. lia.
    + apply in_flat_map. exists (N.to_nat c). rewrite in_seq. split; [lia|]. rewrite N2Nat.id.
      destruct ((r =? 0)%nat && (N.to_nat c =? 0)%nat)%bool eqn:E; [|left; reflexivity].
      apply andb_true_iff in E as [E1 E2]. apply Nat.eqb_eq in E1, E2. lia.
Qed.

Lemma chomp_decided s : lost chomp s \/ won chomp s.
Proof.
  assert (E : play_ends (option_of _ bites)).
  { apply (wf_incl _ _ (fun q p => chomp p q)); [|exact chomp_ends]. intros q p H. now apply bites_spec. }
  pose proof (lost_or_won _ bites E s) as H.
  assert (A : forall p, (lost (option_of _ bites) p -> lost chomp p) /\ (won (option_of _ bites) p -> won chomp p)).
  { apply (play_induction _ _ chomp_ends). intros p IH. split; intros X.
    - inversion X as [p' Ha]; subst. constructor. intros q M. apply (IH q M). apply Ha. now apply bites_spec.
    - destruct X as [p q M L]. apply bites_spec in M. exact (some_move_wins p q M (proj1 (IH q M) L)). }
  destruct H as [H|H]; [left|right]; now apply A.
Qed.

(** ** The theorem *)

(** A bite below and to the left of another one makes that one vain. *)
Lemma bite_bite : forall r c r' c' rows, (r <= r')%nat -> c <= c' -> bite r c (bite r' c' rows) = bite r c rows.
Proof.
  assert (M : forall c c' l, c <= c' -> map (N.min c) (map (N.min c') l) = map (N.min c) l).
  { intros c c' l H. rewrite map_map. apply map_ext. intros x. lia. }
  induction r as [|r IH]; intros c r' c' rows Hr Hc.
  - cbn [bite]. revert rows. induction r' as [|r' IH']; intros [|x l]; cbn [bite]; try reflexivity.
    + apply M. assumption.
    + cbn [map]. f_equal. apply IH'. lia.
  - destruct r' as [|r']; [lia|]. destruct rows as [|x l]; cbn [bite]; [reflexivity|]. f_equal. apply IH; [lia|assumption].
Qed.

Lemma bite_shorter : forall r r' c' rows, nth r (bite r' c' rows) 0 <= nth r rows 0.
Proof.
  assert (M : forall r c l, nth r (map (N.min c) l) 0 <= nth r l 0).
  { intros r c l. revert r. induction l as [|x l IH]; intros [|r]; cbn [map nth]; try lia. apply IH. }
  intros r r'. revert r. induction r' as [|r' IH]; intros r c' [|x l]; cbn [bite]; try apply M; try lia.
  destruct r as [|r]; cbn [nth]; [lia|]. apply IH.
Qed.

Lemma nth_bar w h r : (r < h)%nat -> nth r (bar w h) 0 = w.
Proof. unfold bar. revert r. induction h as [|h IH]; intros [|r] H; cbn [repeat nth]; try lia. apply IH. lia. Qed.

(** Every bar but the single poisoned square is won for the first player. *)
Theorem first_player_wins_chomp w h : (1 <= h)%nat -> 1 <= w -> (1 < h)%nat \/ 1 < w -> won chomp (bar w h).
Proof.
  intros Hh Hw H. set (corner := bite (h - 1) (w - 1) (bar w h)).
  apply (strategy_stealing _ chomp _ corner).
  - apply chomp_decided.
  - constructor; [rewrite nth_bar; lia|lia].
  - intros t M. inversion M as [r c rows H1 H2 E1 E2]; subst. unfold corner in *.
    assert (Hr : (r < h)%nat).
    { destruct (Nat.lt_ge_cases r h) as [|G]; [assumption|].
      pose proof (bite_shorter r (h - 1) (w - 1) (bar w h)) as B.
      rewrite (nth_overflow (bar w h)) in B by (unfold bar; rewrite repeat_length; exact G). lia. }
    pose proof (bite_shorter r (h - 1) (w - 1) (bar w h)) as B. rewrite (nth_bar w h r Hr) in B.
    rewrite bite_bite; [constructor; [rewrite nth_bar; lia|assumption]|lia|lia].
Qed.
