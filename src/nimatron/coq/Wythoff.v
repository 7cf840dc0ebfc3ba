(** * Wythoff's game: the lost positions are complementary pairs *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** Take any number from one heap, or the same number from both. *)
Inductive wythoff : N * N -> N * N -> Prop :=
| from_first x x' y : x' < x -> wythoff (x, y) (x', y)
| from_second x y y' : y' < y -> wythoff (x, y) (x, y')
| from_both x y k : 0 < k -> wythoff (x + k, y + k) (x, y).

Lemma wythoff_ends : play_ends wythoff.
Proof.
  apply (wf_incl _ _ (fun s t => fst s + snd s < fst t + snd t)).
  - intros s t H. inversion H; cbn; lia.
  - apply (wf_inverse_image _ _ _ (fun s : N * N => fst s + snd s) N.lt_wf_0).
Qed.

(** The pairs (a 0, b 0), (a 1, b 1), ...: [a n] is the least number in no earlier pair, and [b n = a n + n]. *)
Fixpoint used (n : nat) : list N :=
  match n with O => [] | S n => let a := mex (used n) in a :: (a + N.of_nat n) :: used n end.
Definition a (n : nat) : N := mex (used n).
Definition b (n : nat) : N := a n + N.of_nat n.

Lemma used_succ n : used (S n) = a n :: b n :: used n.
Proof. reflexivity. Qed.

Lemma used_spec n k : In k (used n) <-> exists i, (i < n)%nat /\ (k = a i \/ k = b i).
Proof.
  induction n as [|n IH].
  - cbn. split; [tauto|]. intros (i & H & _). lia.
  - rewrite used_succ. cbn [In]. rewrite IH. split.
    + intros [<-|[<-|(i & H & E)]]; [exists n; auto|exists n; auto|exists i; split; [lia|assumption]].
    + intros (i & H & E). destruct (Nat.eq_dec i n) as [->|]; [destruct E as [->| ->]; auto|].
      right; right. exists i. split; [lia|assumption].
Qed.

Lemma a_new n i : (i < n)%nat -> a n <> a i /\ a n <> b i.
Proof.
  intros H. destruct (mex_spec (used n)) as [M _]. fold (a n) in M. split; intros E; apply M, used_spec; exists i; auto.
Qed.

Lemma a_below n k : k < a n -> exists i, (i < n)%nat /\ (k = a i \/ k = b i).
Proof. intros H. apply used_spec. destruct (mex_spec (used n)) as [_ M]. apply M. exact H. Qed.

Lemma a_step n : a n < a (S n).
Proof.
  destruct (N.lt_trichotomy (a (S n)) (a n)) as [H|[H|H]]; [|destruct (a_new (S n) n) as [X _]; [lia|congruence]|assumption].
  exfalso. destruct (a_below n _ H) as (i & Hi & E). destruct (a_new (S n) i) as [X Y]; [lia|]. tauto.
Qed.

Lemma a_increases n m : (n < m)%nat -> a n < a m.
Proof. induction 1 as [|m _ IH]; [apply a_step|]. pose proof (a_step m). lia. Qed.

Lemma a_large n : N.of_nat n <= a n.
Proof. induction n as [|n IH]; [lia|]. pose proof (a_step n). lia. Qed.

Lemma b_increases n m : (n < m)%nat -> b n < b m.
Proof. intros H. pose proof (a_increases n m H). unfold b. lia. Qed.

Lemma a_injective n m : a n = a m -> n = m.
Proof.
  intros E. destruct (Nat.lt_trichotomy n m) as [H|[H|H]]; [|assumption|]; apply a_increases in H; lia.
Qed.

Lemma b_injective n m : b n = b m -> n = m.
Proof.
  intros E. destruct (Nat.lt_trichotomy n m) as [H|[H|H]]; [|assumption|]; apply b_increases in H; lia.
Qed.

Lemma a_b_differ n m : a n = b m -> n = 0%nat /\ m = 0%nat.
Proof.
  intros E. destruct (Nat.lt_ge_cases m n) as [H|H]; [destruct (a_new n m H); congruence|].
  destruct (Nat.eq_dec n m) as [->|Hne]; [unfold b in E; lia|].
  assert (L : a n < a m) by (apply a_increases; lia). unfold b in E. lia.
Qed.

Lemma a_b_zero : a 0 = 0 /\ b 0 = 0.
Proof. split; reflexivity. Qed.

(** Every number is in exactly one of the two sequences; only 0 is in both, as (0, 0). *)
Theorem complementary k : 0 < k ->
  (exists n, k = a n \/ k = b n) /\ ~ ((exists n, k = a n) /\ exists n, k = b n).
Proof.
  intros Hk. split.
  - pose proof (a_large (S (N.to_nat k))). destruct (a_below (S (N.to_nat k)) k) as (i & _ & E); [lia|]. eauto.
  - intros ((n & E) & m & E'). destruct (a_b_differ n m) as (-> & ->); [congruence|]. pose proof a_b_zero. lia.
Qed.

Lemma covered k : exists n, k = a n \/ k = b n.
Proof. destruct (N.eq_dec k 0) as [->|]; [exists 0%nat; left; reflexivity|]. apply complementary. lia. Qed.

Definition pair (p : N * N) : Prop := exists n, p = (a n, b n) \/ p = (b n, a n).

Lemma pair_swap x y : pair (x, y) <-> pair (y, x).
Proof. split; intros (n & [E|E]); injection E as -> ->; exists n; auto. Qed.

(** The other number of a pair is determined by one. *)
Lemma partner x y y' : pair (x, y) -> pair (x, y') -> y = y'.
Proof.
  intros (n & E) (m & E').
  destruct E as [E|E], E' as [E'|E']; injection E as E1 E2; injection E' as E3 E4; subst y y'; rewrite E1 in E3.
  - apply a_injective in E3. now subst.
  - apply a_b_differ in E3 as (-> & ->). reflexivity.
  - symmetry in E3. apply a_b_differ in E3 as (-> & ->). reflexivity.
  - apply b_injective in E3. now subst.
Qed.

Lemma no_move_between_pairs p q : pair p -> wythoff p q -> ~ pair q.
Proof.
  intros Hp M Hq. destruct M as [x x' y L|x y y' L|x y k L].
  - apply pair_swap in Hp, Hq. pose proof (partner _ _ _ Hp Hq). lia.
  - pose proof (partner _ _ _ Hp Hq). lia.
  - destruct Hp as (n & Hp), Hq as (m & Hq).
    assert (n = m) by (unfold b in *; destruct Hp as [E|E], Hq as [E'|E']; injection E; injection E'; intros; lia). subst m.
    unfold b in *; destruct Hp as [E|E], Hq as [E'|E']; injection E; injection E'; intros; lia.
Qed.

Lemma move_into_pair_sorted x y : x <= y -> ~ pair (x, y) -> exists q, wythoff (x, y) q /\ pair q.
Proof.
  intros L H. destruct (covered x) as (n & [->| ->]).
  - destruct (N.lt_trichotomy y (b n)) as [C|[->|C]].
    + set (d := N.to_nat (y - a n)). assert (Hd : (d < n)%nat) by (unfold b in C; lia).
      pose proof (a_increases d n Hd). exists (a d, b d). split; [|exists d; auto].
      replace (a n) with (a d + (a n - a d)) by lia. replace y with (b d + (a n - a d)) by (unfold b; lia).
      constructor. lia.
    + exfalso. apply H. exists n. auto.
    + exists (a n, b n). split; [now constructor|]. exists n. auto.
  - destruct (Nat.eq_dec n 0) as [->|Hn].
    + exists (0, 0). split; [|exists 0%nat; auto]. change (b 0) with 0 in *. constructor.
      destruct (N.eq_dec y 0) as [->|]; [|lia]. exfalso. apply H. exists 0%nat. auto.
    + exists (b n, a n). split; [|exists n; auto]. constructor. unfold b in L. lia.
Qed.

Lemma pair_dec p : pair p \/ ~ pair p.
Proof.
  assert (A : forall x y, x <= y -> pair (x, y) \/ ~ pair (x, y)).
  { intros x y L. destruct (covered x) as (n & E).
    assert (K : pair (x, if N.eq_dec x (a n) then b n else a n)).
    { exists n. destruct (N.eq_dec x (a n)) as [->|]; [auto|]. destruct E as [E|E]; [contradiction|]. subst x. auto. }
    set (z := if N.eq_dec x (a n) then b n else a n) in K.
    destruct (N.eq_dec y z) as [->|Hne]; [auto|]. right. intros P. exact (Hne (partner _ _ _ P K)). }
  destruct p as (x, y). destruct (N.le_ge_cases x y) as [L|L]; [auto|]. rewrite pair_swap. auto.
Qed.

(** A position is lost exactly if it is one of the pairs, in either order. *)
Theorem wythoff_pairs x y : (lost wythoff (x, y) <-> pair (x, y)) /\ (won wythoff (x, y) <-> ~ pair (x, y)).
Proof.
  apply (lost_set _ wythoff wythoff_ends pair pair_dec).
  - exact no_move_between_pairs.
  - clear x y. intros (x, y) H. destruct (N.le_ge_cases x y) as [L|L]; [now apply move_into_pair_sorted|].
    rewrite pair_swap in H. destruct (move_into_pair_sorted y x L H) as ((u, v) & M & P).
    exists (v, u). split; [|now apply pair_swap]. inversion M; subst; now constructor.
Qed.
