(** * Turning coins: a row is worth the nim-sum of its heads *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** A row of coins 0, 1, 2, ... is a number: coin i shows heads if its bit i is 1. *)
Definition row := N.
Definition heads (p : row) (i : N) : Prop := N.testbit p i = true.

(** A set of coins, as the number with these bits. *)
Definition coins (l : list N) : N := nimsum (map (N.pow 2) l).

(** The rules say which coins may be turned with coin i, all of them to the left of it. Coin i must show heads. *)
Inductive turn (turns : N -> list N -> Prop) : row -> row -> Prop :=
| turn_coins p i others : heads p i -> turns i others -> turn turns p (N.lxor p (coins (i :: others))).

Lemma two_pow_bits i j : N.testbit (2 ^ i) j = (i =? j).
Proof. destruct (N.eqb_spec i j) as [->|H]; [apply N.pow2_bits_true|now apply N.pow2_bits_false]. Qed.

Lemma nimsum_zero l : (forall x, In x l -> x = 0) -> nimsum l = 0.
Proof. induction l as [|x l IH]; intros H; [reflexivity|]. rewrite nimsum_cons, (H x (or_introl eq_refl)), IH; [reflexivity|]. intros y Hy. apply H. now right. Qed.

Lemma nimsum_lxor {A} (f g : A -> N) l : nimsum (map (fun x => N.lxor (f x) (g x)) l) = N.lxor (nimsum (map f l)) (nimsum (map g l)).
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [map]. rewrite !nimsum_cons, IH, <- !N.lxor_assoc. f_equal.
  rewrite !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Section Rows.
Variable g : N -> N.

(** The nim-sum of the values of all heads. *)
Definition head (p : row) (i : N) : N := if N.testbit p i then g i else 0.
Definition indices (n : nat) : list N := map N.of_nat (seq 0 n).
Definition size (p : row) : nat := N.to_nat (N.size p).
Definition row_sum (p : row) : N := nimsum (map (head p) (indices (size p))).

Lemma indices_spec n i : In i (indices n) <-> i < N.of_nat n.
Proof.
  unfold indices. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat i). rewrite N2Nat.id. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma size_bits p i : N.of_nat (size p) <= i -> N.testbit p i = false.
Proof.
  unfold size. rewrite N2Nat.id. intros H. destruct (N.eq_dec p 0) as [->|Np]; [apply N.bits_0|]. apply N.bits_above_log2.
  rewrite (N.size_log2 p Np) in H. lia.
Qed.

Lemma enough p n : (size p <= n)%nat -> nimsum (map (head p) (indices n)) = row_sum p.
Proof.
  intros H. unfold row_sum, indices. replace n with (size p + (n - size p))%nat by lia.
  rewrite seq_app, !map_app, nimsum_app. rewrite (nimsum_zero (map _ (map _ (seq (0 + _) _)))); [apply N.lxor_0_r|].
  intros x Hx. apply in_map_iff in Hx as (i & <- & Hi). apply in_map_iff in Hi as (k & <- & Hk). apply in_seq in Hk.
  unfold head. rewrite size_bits by lia. reflexivity.
Qed.

Lemma row_sum_lxor p q : row_sum (N.lxor p q) = N.lxor (row_sum p) (row_sum q).
Proof.
  set (n := (size p + size q + size (N.lxor p q))%nat).
  rewrite <- (enough p n), <- (enough q n), <- (enough (N.lxor p q) n) by lia. rewrite <- nimsum_lxor. f_equal.
  apply map_ext. intros i. unfold head. rewrite N.lxor_spec.
  destruct (N.testbit p i), (N.testbit q i); cbn; rewrite ?N.lxor_nilpotent, ?N.lxor_0_r, ?N.lxor_0_l; reflexivity.
Qed.

Lemma row_sum_one i : row_sum (2 ^ i) = g i.
Proof.
  rewrite <- (enough (2 ^ i) (size (2 ^ i) + S (N.to_nat i)) ltac:(lia)). set (n := (_ + _)%nat).
  assert (Hi : In i (indices n)) by (apply indices_spec; lia).
  assert (Nd : NoDup (indices n)) by (apply FinFun.Injective_map_NoDup; [intros a b E; lia|apply seq_NoDup]).
  revert Hi Nd. generalize (indices n). intros l Hi Nd. apply in_split in Hi as (l1 & l2 & ->).
  apply NoDup_remove_2 in Nd. rewrite map_app. cbn [map]. rewrite nimsum_app, nimsum_cons.
  assert (Z : forall l, (forall j, In j l -> j <> i) -> nimsum (map (head (2 ^ i)) l) = 0).
  { intros l H. apply nimsum_zero. intros x Hx. apply in_map_iff in Hx as (j & <- & Hj). unfold head. rewrite two_pow_bits.
    destruct (N.eqb_spec i j) as [->|]; [destruct (H j Hj eq_refl)|reflexivity]. }
  rewrite (Z l1), (Z l2) by (intros j Hj ->; apply Nd, in_or_app; auto). unfold head. rewrite two_pow_bits, N.eqb_refl.
  now rewrite N.lxor_0_l, N.lxor_0_r.
Qed.

Lemma row_sum_coins l : row_sum (coins l) = nimsum (map g l).
Proof.
  induction l as [|i l IH]; [reflexivity|]. unfold coins in *. cbn [map]. rewrite !nimsum_cons, row_sum_lxor, row_sum_one. now rewrite IH.
Qed.

(** A head whose value has the top bit of a difference. *)
Lemma head_with_bit p b : N.testbit (row_sum p) b = true -> exists i, heads p i /\ N.testbit (g i) b = true.
Proof.
  unfold row_sum. generalize (indices (size p)). induction l as [|i l IH]; [cbn; destruct b; discriminate|].
  cbn [map]. rewrite nimsum_cons, N.lxor_spec. unfold head at 1. destruct (N.testbit p i) eqn:E.
  - destruct (N.testbit (g i) b) eqn:F; [exists i; split; assumption|]. rewrite xorb_false_l. exact IH.
  - rewrite N.bits_0, xorb_false_l. exact IH.
Qed.
End Rows.

Section Game.
Variable turns : N -> list N -> Prop.
Hypothesis to_the_left : forall i l, turns i l -> Forall (fun j => j < i) l.

Lemma top_coin i l : Forall (fun j => j < i) l -> coins (i :: l) <> 0 /\ N.log2 (coins (i :: l)) = i.
Proof.
  intros H. assert (A : forall k, i <= k -> N.testbit (coins (i :: l)) k = (i =? k)).
  { intros k Hk. unfold coins. cbn [map]. rewrite nimsum_cons, N.lxor_spec, two_pow_bits.
    replace (N.testbit (nimsum (map (N.pow 2) l)) k) with false; [apply xorb_false_r|]. symmetry.
    induction H as [|j l Hj _ IH]; [apply N.bits_0|]. cbn [map]. rewrite nimsum_cons, N.lxor_spec, IH, two_pow_bits.
    destruct (N.eqb_spec j k); [lia|reflexivity]. }
  assert (Nz : coins (i :: l) <> 0) by (intros E; specialize (A i ltac:(lia)); rewrite E, N.bits_0, N.eqb_refl in A; discriminate).
  split; [exact Nz|]. pose proof (N.bit_log2 _ Nz) as B. destruct (N.le_gt_cases i (N.log2 (coins (i :: l)))) as [L|L].
  - rewrite A in B by assumption. now apply N.eqb_eq in B.
  - specialize (A i ltac:(lia)). rewrite N.eqb_refl, N.bits_above_log2 in A by assumption. discriminate.
Qed.

Lemma turn_less p q : turn turns p q -> q < p.
Proof.
  intros [p' i l Hi Ht]. apply to_the_left in Ht. destruct (top_coin i l Ht) as (Nz & E). apply lxor_lower; [exact Nz|]. now rewrite E.
Qed.

Lemma turn_ends : play_ends (turn turns).
Proof. apply (wf_incl _ _ N.lt); [intros q p; apply turn_less|exact N.lt_wf_0]. Qed.

Definition coin_option (g : N -> N) (i v : N) : Prop := exists l, turns i l /\ nimsum (map g l) = v.

Lemma row_mex g p : (forall i, heads p i -> is_mex (coin_option g i) (g i)) ->
  is_mex (fun v => exists q, turn turns p q /\ row_sum g q = v) (row_sum g p).
Proof.
  intros Hg. assert (O : forall i l, row_sum g (N.lxor p (coins (i :: l))) = N.lxor (row_sum g p) (N.lxor (g i) (nimsum (map g l)))).
  { intros i l. now rewrite row_sum_lxor, row_sum_coins. }
  split.
  - intros (q & M & E). destruct M as [p i l Hi Ht]. rewrite O in E.
    rewrite <- (N.lxor_0_r (row_sum g p)) in E at 2. apply lxor_cancel_l, N.lxor_eq in E.
    destruct (Hg i Hi) as (N1 & _). apply N1. exists l. auto.
  - intros u Hu. set (s := row_sum g p) in *. set (x := N.lxor s u).
    assert (Hx : x <> 0) by (intros E; apply N.lxor_eq in E; lia).
    assert (Hs : N.testbit s (N.log2 x) = true).
    { pose proof (N.bit_log2 x Hx) as B. unfold x at 1 in B. rewrite N.lxor_spec in B.
      destruct (N.testbit s (N.log2 x)) eqn:E; [reflexivity|]. rewrite xorb_false_l in B.
      assert (L : N.lxor u x < u) by now apply lxor_lower.
      unfold x in L. rewrite (N.lxor_comm s u), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in L. lia. }
    destruct (head_with_bit g p _ Hs) as (i & Hi & Hb). destruct (Hg i Hi) as (_ & N2).
    destruct (N2 (N.lxor (g i) x)) as (l & Hl & E); [now apply lxor_lower|].
    exists (N.lxor p (coins (i :: l))). split; [now constructor|]. rewrite O, E. fold s.
    rewrite <- (N.lxor_assoc (g i)), N.lxor_nilpotent, N.lxor_0_l. unfold x.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

(** If [g i] is the least number that is not the nim-sum of the values of coins that turn with coin i, rows are worth the
    nim-sum of their heads. *)
Theorem coin_values g : (forall i, is_mex (coin_option g i) (g i)) -> gives_values (turn turns) (row_sum g).
Proof. intros H p. apply row_mex. auto. Qed.

(** So a row is lost exactly if that nim-sum is 0. *)
Theorem coins_decide g : (forall i, is_mex (coin_option g i) (g i)) -> forall p,
  (lost (turn turns) p <-> row_sum g p = 0) /\ (won (turn turns) p <-> row_sum g p <> 0).
Proof. intros H. exact (value_decides _ _ turn_ends (coin_values g H)). Qed.

(** In every such game, a row is worth the nim-sum of its heads, each of them alone. *)
Theorem head_by_head h : gives_values (turn turns) h -> forall p, h p = row_sum (fun i => h (2 ^ i)) p.
Proof.
  intros Hh. set (g := fun i => h (2 ^ i)). intros p. induction p as [p IH] using (well_founded_induction N.lt_wf_0).
  eapply is_mex_ext; [|apply Hh|apply (row_mex g p)].
  - intros v. split; intros (q & M & E); exists q; (split; [exact M|]); rewrite <- E; [symmetry|]; apply IH, turn_less, M.
  - intros i Hi.
    assert (L : 2 ^ i <= p).
    { destruct (N.le_gt_cases (2 ^ i) p) as [|G]; [assumption|]. exfalso. unfold heads in Hi.
      destruct (N.eq_dec p 0) as [->|Np]; [rewrite N.bits_0 in Hi; discriminate|].
      rewrite N.bits_above_log2 in Hi; [discriminate|]. apply N.log2_lt_pow2; lia. }
    destruct (Hh (2 ^ i)) as (N1 & N2).
    assert (T : forall l, N.lxor (2 ^ i) (coins (i :: l)) = coins l).
    { intros l. unfold coins. cbn [map]. now rewrite nimsum_cons, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. }
    assert (V : forall l, turns i l -> turn turns (2 ^ i) (coins l) /\ h (coins l) = nimsum (map g l)).
    { intros l Hl. assert (M : turn turns (2 ^ i) (coins l)) by (rewrite <- T; constructor; [apply N.pow2_bits_true|exact Hl]).
      split; [exact M|]. rewrite IH by (apply turn_less in M; lia). apply row_sum_coins. }
    split.
    + intros (l & Hl & F). apply N1. exists (coins l). destruct (V l Hl) as (M & Q). split; [exact M|]. now rewrite Q.
    + intros u Hu. destruct (N2 u Hu) as (q & M & F). inversion M as [p' j l Hj Hl E1 E2]; subst p'.
      unfold heads in Hj. rewrite two_pow_bits in Hj. apply N.eqb_eq in Hj. subst j. exists l. split; [exact Hl|].
      rewrite <- (proj2 (V l Hl)), <- F, <- E2, T. reflexivity.
Qed.
End Game.
