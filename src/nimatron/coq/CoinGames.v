(** * Turtles, Twins, Mock Turtles, Ruler, and subtraction games with coins *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Subtraction Coins.
Open Scope N_scope.

(** Turning Turtles: turn one coin, and if you like one more to the left of it. *)
Inductive turtles : N -> list N -> Prop :=
| turn_one i : turtles i []
| turn_two i j : j < i -> turtles i [j].

(** Twins: turn exactly two coins. *)
Inductive twins : N -> list N -> Prop := twins_two i j : j < i -> twins i [j].

(** Mock Turtles: turn one, two or three coins. *)
Inductive mock_turtles : N -> list N -> Prop :=
| mock_one i : mock_turtles i []
| mock_two i j : j < i -> mock_turtles i [j]
| mock_three i j k : k < j -> j < i -> mock_turtles i [j; k].

(** Ruler: turn coins that lie next to each other: [count] of them to the left of coin i. *)
Fixpoint before (i : N) (count : nat) : list N :=
  match count with O => [] | S c => N.pred i :: before (N.pred i) c end.
Inductive ruler : N -> list N -> Prop := turn_next i count : N.of_nat count <= i -> ruler i (before i count).

(** A subtraction game: coin x counts as a heap of x, from 1 on; turn coin x, and the coin s to the left of it if there
    is one, for an amount s. Here coin 1 is number 0. *)
Inductive subtraction_coins (S : list N) : N -> list N -> Prop :=
| turn_last i : In (i + 1) S -> subtraction_coins S i []
| turn_and_back i s : In s S -> 0 < s -> s <= i -> subtraction_coins S i [i - s].

(** ** Values *)

Lemma turns_left : (forall i l, turtles i l -> Forall (fun j => j < i) l) /\ (forall i l, twins i l -> Forall (fun j => j < i) l) /\
  (forall i l, mock_turtles i l -> Forall (fun j => j < i) l) /\
  (forall S i l, subtraction_coins S i l -> Forall (fun j => j < i) l).
Proof. repeat split; intros; match goal with H : _ _ _ |- _ => destruct H end; repeat constructor; lia. Qed.

(** Coins are counted from 1 in Turtles, and from 0 here: coin i is worth i + 1. *)
Theorem turtles_value : gives_values (turn turtles) (row_sum (fun i => i + 1)).
Proof.
  apply coin_values. intros i. split.
  - intros (l & H & E). destruct H as [i|i j H]; cbn in E; rewrite ?N.lxor_0_r in E; lia.
  - intros u Hu. destruct u as [|u] using N.peano_ind; [exists []; split; [constructor|reflexivity]|].
    exists [u]. split; [constructor; lia|]. cbn. rewrite N.lxor_0_r. lia.
Qed.

(** Coin i is worth i in Twins. *)
Theorem twins_value : gives_values (turn twins) (row_sum (fun i => i)).
Proof.
  apply coin_values. intros i. split.
  - intros (l & H & E). destruct H as [i j H]. cbn in E. rewrite N.lxor_0_r in E. lia.
  - intros u Hu. exists [u]. split; [now constructor|]. cbn. apply N.lxor_0_r.
Qed.

(** A coin is worth as much as the heap of the subtraction game that has its number, counted from 1. *)
Theorem subtraction_coins_value S g : gives_values (subtract S) g ->
  gives_values (turn (subtraction_coins S)) (row_sum (fun i => g (i + 1))).
Proof.
  intros Hg. assert (Z : g 0 = 0).
  { destruct (N.eq_dec (g 0) 0) as [|H]; [assumption|]. destruct (Hg 0) as (_ & A).
    destruct (A 0) as (m & (s & _ & P & E) & _); lia. }
  apply coin_values. intros i. destruct (Hg (i + 1)) as (A & B). split.
  - intros (l & H & E). apply A. destruct H as [i H|i s H P L]; cbn in E.
    + exists 0. split; [exists (i + 1); split; [exact H|split; lia]|congruence].
    + rewrite N.lxor_0_r in E. exists (i - s + 1). split; [exists s; split; [exact H|split; [exact P|lia]]|exact E].
  - intros u Hu. destruct (B u Hu) as (m & (s & H & P & E) & V). destruct m as [|m] using N.peano_ind.
    + exists []. split; [constructor; now replace (i + 1) with s by lia|]. cbn. congruence.
    + exists [i - s]. split; [constructor; [exact H|exact P|lia]|]. cbn. rewrite N.lxor_0_r, <- V. f_equal. lia.
Qed.

(** ** Mock Turtles: odious numbers *)

Fixpoint ones_odd (p : positive) : bool :=
  match p with xH => true | xO p => ones_odd p | xI p => negb (ones_odd p) end.

(** Odious: an odd number of ones in binary; the others are evil. *)
Definition odious (n : N) : bool := match n with 0 => false | Npos p => ones_odd p end.

Definition mock_value (i : N) : N := 2 * i + (if odious i then 0 else 1).

Lemma odious_double n b : odious (2 * n + N.b2n b) = xorb (odious n) b.
Proof. destruct n as [|p], b; cbn; rewrite ?xorb_true_r, ?xorb_false_r; reflexivity. Qed.

Lemma odious_lxor a : forall b, odious (N.lxor a b) = xorb (odious a) (odious b).
Proof.
  destruct a as [|p]; [intros b; rewrite N.lxor_0_l; now destruct (odious b)|].
  intros [|q]; [cbn; now rewrite xorb_false_r|]. cbn [N.lxor odious].
  revert q. induction p as [p IH|p IH|]; intros [q|q|]; cbn [Pos.lxor ones_odd Pos.Ndouble Pos.Nsucc_double];
    try (specialize (IH q); revert IH; destruct (Pos.lxor p q); cbn [Pos.Ndouble Pos.Nsucc_double odious ones_odd]);
    cbn [odious ones_odd]; repeat match goal with |- context [ones_odd ?r] => destruct (ones_odd r) end; cbn; congruence.
Qed.

Lemma mock_value_odious i : odious (mock_value i) = true.
Proof.
  unfold mock_value. destruct (odious i) eqn:E.
  - change 0 with (N.b2n false). now rewrite odious_double, E.
  - change 1 with (N.b2n true). now rewrite odious_double, E.
Qed.

Lemma mock_value_increases i j : i < j -> mock_value i < mock_value j.
Proof. unfold mock_value. destruct (odious i), (odious j); lia. Qed.

(** Every odious number is the value of a coin. *)
Lemma mock_value_onto u : odious u = true -> mock_value (u / 2) = u.
Proof.
  intros H. pose proof (N.div_mod u 2 ltac:(lia)) as D. set (h := u / 2) in *.
  assert (B : u mod 2 = 0 \/ u mod 2 = 1) by apply small_mod. unfold mock_value.
  destruct B as [B|B]; rewrite B in D; rewrite D in H.
  - change (2 * h + 0) with (2 * h + N.b2n false) in H. rewrite odious_double, xorb_false_r in H. rewrite H. lia.
  - change (2 * h + 1) with (2 * h + N.b2n true) in H. rewrite odious_double, xorb_true_r in H. apply negb_true_iff in H. rewrite H. lia.
Qed.

(** An evil number other than 0 below 2i + 2 is the sum of two odious numbers below 2i. *)
Lemma evil_sum i u : u < mock_value i -> odious u = false -> u <> 0 ->
  exists j k, k < j /\ j < i /\ N.lxor (mock_value j) (mock_value k) = u.
Proof.
  intros L E Nz. set (a := 2 ^ N.log2 u). set (b := N.lxor u a).
  assert (Oa : odious a = true).
  { unfold a. induction (N.log2 u) as [|m IH] using N.peano_ind; [reflexivity|]. rewrite N.pow_succ_r'.
    replace (2 * 2 ^ m) with (2 * 2 ^ m + N.b2n false) by (cbn [N.b2n]; lia). now rewrite odious_double, IH. }
  assert (Ob : odious b = true) by (unfold b; rewrite odious_lxor, E, Oa; reflexivity).
  assert (S : N.lxor a b = u) by (unfold b; now rewrite N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r).
  assert (Lb : b < a).
  { unfold b, a. destruct (N.eq_dec b 0) as [Z|Zb]; [unfold b, a in Z; rewrite Z; apply N.neq_0_lt_0, N.pow_nonzero; lia|].
    apply N.log2_lt_pow2; [unfold b, a in Zb; lia|]. apply N.lt_nge. intros G.
    pose proof (N.bit_log2 _ Zb) as B. unfold b, a in B. rewrite N.lxor_spec in B.
    destruct (N.eq_dec (N.log2 (N.lxor u (2 ^ N.log2 u))) (N.log2 u)) as [F|F].
    - rewrite F, (N.bit_log2 u Nz), N.pow2_bits_true in B. discriminate.
    - rewrite N.pow2_bits_false, xorb_false_r in B by auto. rewrite N.bits_above_log2 in B; [discriminate|lia]. }
  assert (La : a <= u) by (unfold a; apply N.log2_spec; lia).
  assert (Hu : u / 2 <= i).
  { apply N.div_le_upper_bound; [lia|]. unfold mock_value in L. destruct (odious i); lia. }
  destruct (N.eq_dec (u / 2) i) as [Ei|Ne].
  - (* u = 2i, and both a and b are smaller *)
    assert (U : u = 2 * i).
    { pose proof (N.div_mod u 2 ltac:(lia)) as D. rewrite Ei in D. revert D. generalize (u mod 2). intros r D.
      clear Hu Ei. unfold mock_value in L. destruct (odious i); lia. }
    exists (a / 2), (b / 2). rewrite !mock_value_onto by assumption. split; [|split; [|exact S]].
    + destruct (N.lt_ge_cases (b / 2) (a / 2)) as [|G]; [assumption|]. exfalso.
      pose proof (N.div_le_mono b a 2 ltac:(lia) ltac:(lia)) as M. assert (Q : a / 2 = b / 2) by lia.
      pose proof (mock_value_onto a Oa) as Va. rewrite Q, mock_value_onto in Va by assumption. lia.
    + apply N.div_lt_upper_bound; [lia|]. destruct (N.eq_dec a u) as [F|]; [rewrite F in Oa; congruence|lia].
  - (* coin 0 and the odious neighbour of u *)
    exists (u / 2), 0. assert (Q : N.lxor (mock_value (u / 2)) (mock_value 0) = u).
    { change (mock_value 0) with 1. unfold mock_value. pose proof (N.div_mod u 2 ltac:(lia)) as D. set (h := u / 2) in *.
      assert (B : u mod 2 = 0 \/ u mod 2 = 1) by apply small_mod. destruct B as [B|B]; rewrite B in D; rewrite D in E |- *.
      - change (2 * h + 0) with (2 * h + N.b2n false) in E. rewrite odious_double, xorb_false_r in E. rewrite E.
        replace (2 * h + 0) with (2 * h) by lia. destruct h; reflexivity.
      - change (2 * h + 1) with (2 * h + N.b2n true) in E. rewrite odious_double, xorb_true_r in E. apply negb_false_iff in E. rewrite E.
        replace (2 * h + 0) with (2 * h) by lia. destruct h; reflexivity. }
    split; [|split; [lia|exact Q]]. destruct (u / 2) eqn:F; [|lia]. cbn in Q. congruence.
Qed.

(** Coin i is worth the odious one of 2i and 2i + 1. *)
Theorem mock_turtles_value : gives_values (turn mock_turtles) (row_sum mock_value).
Proof.
  apply coin_values. intros i. split.
  - intros (l & H & E). pose proof (mock_value_odious i) as O. destruct H as [i|i j L|i j k L1 L2]; cbn in E.
    + rewrite <- E in O. discriminate.
    + rewrite N.lxor_0_r in E. pose proof (mock_value_increases j i L). lia.
    + rewrite N.lxor_0_r in E. rewrite <- E, odious_lxor, !mock_value_odious in O. discriminate.
  - intros u Hu. destruct (odious u) eqn:O.
    + exists [u / 2]. split; [|cbn; rewrite N.lxor_0_r; now apply mock_value_onto]. constructor.
      destruct (N.lt_ge_cases (u / 2) i) as [|G]; [assumption|]. exfalso. pose proof (mock_value_onto u O) as V.
      destruct (N.eq_dec (u / 2) i) as [F|F]; [rewrite F in V; lia|].
      pose proof (mock_value_increases i (u / 2) ltac:(lia)). lia.
    + destruct (N.eq_dec u 0) as [->|Nz]; [exists []; split; [constructor|reflexivity]|].
      destruct (evil_sum i u Hu O Nz) as (j & k & L1 & L2 & E). exists [j; k]. split; [now constructor|].
      cbn. now rewrite N.lxor_0_r.
Qed.

(** ** Ruler: powers of 2 *)

(** Neighbours of the Gray code differ in one bit. *)
Definition gray (n : N) : N := N.lxor n (n / 2).
Definition ruler_value (i : N) : N := N.lxor (gray (i + 1)) (gray i).

Lemma gray_double n b : gray (2 * n + N.b2n b) = 2 * gray n + N.b2n (xorb b (N.odd n)).
Proof.
  unfold gray. replace ((2 * n + N.b2n b) / 2) with n.
  2: { apply (N.div_unique _ 2 n (N.b2n b)); [destruct b; cbn; lia|reflexivity]. }
  apply N.bits_inj. intros k. destruct k as [|k] using N.peano_ind.
  - rewrite N.lxor_spec, !N.testbit_0_r. now rewrite N.bit0_odd.
  - rewrite N.lxor_spec, !N.testbit_succ_r. rewrite N.lxor_spec. f_equal.
    rewrite <- (N.div2_div n), N.div2_spec, N.shiftr_spec'. f_equal. lia.
Qed.

Lemma halves n : exists h b, n = 2 * h + N.b2n b.
Proof. exists (N.div2 n), (N.odd n). apply N.div2_odd. Qed.

Lemma double_injective h h' b b' : 2 * h + N.b2n b = 2 * h' + N.b2n b' -> h = h' /\ b = b'.
Proof. destruct b, b'; cbn [N.b2n]; intros E; split; try reflexivity; lia. Qed.

Lemma gray_zero : forall m, 0 = gray m -> 0 = m.
Proof.
  induction m as [m IH] using (well_founded_induction N.lt_wf_0). intros E. destruct (halves m) as (k & c & ->).
  rewrite gray_double in E. assert (G : 0 = gray k) by (destruct (xorb c (N.odd k)); cbn [N.b2n] in E; lia).
  destruct (N.eq_dec k 0) as [->|Nk]; [destruct c; [discriminate E|reflexivity]|].
  pose proof (IH k ltac:(destruct c; cbn [N.b2n]; lia) G). lia.
Qed.

Lemma gray_injective : forall n m, gray n = gray m -> n = m.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros m E.
  destruct (N.eq_dec n 0) as [->|Z]; [now apply gray_zero|].
  destruct (halves n) as (h & b & ->), (halves m) as (h' & b' & ->).
  rewrite !gray_double in E. apply double_injective in E as (E1 & E2).
  apply IH in E1; [|destruct b; cbn [N.b2n] in *; lia]. subst h'. destruct b, b', (N.odd h); cbn in E2; congruence.
Qed.

Lemma ruler_double n : ruler_value (2 * n) = 1 /\ ruler_value (2 * n + 1) = 2 * ruler_value n.
Proof.
  unfold ruler_value. pose proof (gray_double n false) as G0. pose proof (gray_double n true) as G1.
  pose proof (gray_double (n + 1) false) as G2. cbn [N.b2n] in G0, G1, G2. rewrite N.add_0_r in G0, G2.
  replace (2 * n + 1 + 1) with (2 * (n + 1)) by lia. rewrite G0, G1, G2.
  assert (Odd : N.odd (n + 1) = negb (N.odd n)) by (rewrite N.add_1_r, N.odd_succ, <- N.negb_odd; reflexivity).
  rewrite Odd. split; apply N.bits_inj; intros k; (destruct k as [|k] using N.peano_ind;
    rewrite N.lxor_spec, ?N.testbit_0_r, ?N.testbit_succ_r, ?N.testbit_even_0, ?N.testbit_even_succ by lia).
  - destruct (N.odd n); reflexivity.
  - rewrite xorb_nilpotent. symmetry. apply N.bits_above_log2. cbn. lia.
  - destruct (N.odd n); reflexivity.
  - now rewrite N.lxor_spec.
Qed.

(** The value of coin n, counted from 1, is the largest power of 2 that divides n. *)
Theorem ruler_power t k : ruler_value (2 ^ N.of_nat t * (2 * k + 1) - 1) = 2 ^ N.of_nat t.
Proof.
  induction t as [|t IH].
  - cbn [N.of_nat]. rewrite N.pow_0_r. replace (1 * (2 * k + 1) - 1) with (2 * k) by lia. apply ruler_double.
  - rewrite Nat2N.inj_succ, N.pow_succ_r'. set (q := 2 ^ N.of_nat t) in *.
    assert (P : 0 < q) by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
    assert (1 <= q * (2 * k + 1)) by (rewrite N.mul_add_distr_l; lia). rewrite <- N.mul_assoc.
    set (z := q * (2 * k + 1)) in *. replace (2 * z - 1) with (2 * (z - 1) + 1) by lia.
    rewrite (proj2 (ruler_double _)), IH. reflexivity.
Qed.

Lemma before_sum i count : N.of_nat count <= i ->
  nimsum (map ruler_value (before i count)) = N.lxor (gray i) (gray (i - N.of_nat count)).
Proof.
  revert i. induction count as [|c IH]; intros i H; cbn [before map].
  - rewrite N.sub_0_r, N.lxor_nilpotent. reflexivity.
  - rewrite nimsum_cons, IH by lia. unfold ruler_value at 1. replace (N.pred i + 1) with i by lia.
    rewrite N.lxor_assoc, <- (N.lxor_assoc (gray (N.pred i))), N.lxor_nilpotent, N.lxor_0_l.
    do 2 f_equal. lia.
Qed.

Lemma before_left i count : N.of_nat count <= i -> Forall (fun j => j < i) (before i count).
Proof.
  assert (A : forall count i m, N.of_nat count <= i -> i <= m -> Forall (fun j => j < m) (before i count)).
  { clear. induction count as [|c IH]; intros i m H L; cbn [before]; constructor; [lia|apply IH; lia]. }
  intros H. apply A; lia.
Qed.

Lemma ruler_below i : forall u, u < ruler_value i -> exists j, j <= i /\ N.lxor (gray i) (gray j) = u.
Proof.
  induction i as [i IH] using (well_founded_induction N.lt_wf_0). intros u Hu. destruct (halves i) as (h & b & E).
  destruct b; cbn [N.b2n] in E.
  - subst i. rewrite (proj2 (ruler_double h)) in Hu. destruct (halves u) as (v & c & ->).
    destruct (IH h ltac:(lia) v ltac:(destruct c; cbn [N.b2n] in Hu; lia)) as (j & L & V).
    exists (2 * j + N.b2n (xorb c (xorb (negb (N.odd h)) (N.odd j)))). split; [destruct (xorb _ _); cbn [N.b2n]; lia|].
    change (2 * h + 1) with (2 * h + N.b2n true). rewrite !gray_double, <- V.
    apply N.bits_inj. intros k. destruct k as [|k] using N.peano_ind.
    + rewrite N.lxor_spec, !N.testbit_0_r. now destruct (N.odd h), (N.odd j), c.
    + rewrite N.lxor_spec, !N.testbit_succ_r. now rewrite N.lxor_spec.
  - exists i. split; [lia|]. rewrite N.lxor_nilpotent. rewrite N.add_0_r in E. subst i. rewrite (proj1 (ruler_double h)) in Hu. lia.
Qed.

(** Each coin is worth its power of 2. *)
Theorem ruler_values : gives_values (turn ruler) (row_sum ruler_value).
Proof.
  apply coin_values. intros i. split.
  - intros (l & H & E). destruct H as [i count H]. rewrite before_sum in E by assumption. unfold ruler_value in E.
    rewrite (N.lxor_comm (gray (i + 1))) in E. apply lxor_cancel_l, gray_injective in E. lia.
  - intros u Hu. destruct (ruler_below i u Hu) as (j & L & E). exists (before i (N.to_nat (i - j))).
    split; [constructor; lia|]. rewrite before_sum by lia. rewrite N2Nat.id. now replace (i - (i - j)) with j by lia.
Qed.

(** ** Who wins *)

(** A row is lost in Turtles exactly if the nim-sum of the places of its heads, counted from 1, is 0. *)
Theorem turtles_decide p : (lost (turn turtles) p <-> row_sum (fun i => i + 1) p = 0) /\ (won (turn turtles) p <-> row_sum (fun i => i + 1) p <> 0).
Proof. exact (value_decides _ _ (turn_ends _ (proj1 turns_left)) turtles_value p). Qed.

(** A row is lost in Twins exactly if the nim-sum of the places of its heads, counted from 0, is 0. *)
Theorem twins_decide p : (lost (turn twins) p <-> row_sum (fun i => i) p = 0) /\ (won (turn twins) p <-> row_sum (fun i => i) p <> 0).
Proof. exact (value_decides _ _ (turn_ends _ (proj1 (proj2 turns_left))) twins_value p). Qed.

Lemma ruler_left i l : ruler i l -> Forall (fun j => j < i) l.
Proof. intros H. destruct H as [i count L]. now apply before_left. Qed.

(** A row is lost in Ruler exactly if the nim-sum of these powers of 2 is 0. *)
Theorem ruler_decide p : (lost (turn ruler) p <-> row_sum ruler_value p = 0) /\ (won (turn ruler) p <-> row_sum ruler_value p <> 0).
Proof. exact (value_decides _ _ (turn_ends _ ruler_left) ruler_values p). Qed.

(** The nim-sum of a 1 for each head: 0 exactly if their number is even. *)
Definition parity_of_heads (p : row) : N := row_sum (fun _ => 1) p.

Lemma row_sum_add f g p : row_sum (fun i => N.lxor (f i) (g i)) p = N.lxor (row_sum f p) (row_sum g p).
Proof.
  unfold row_sum. rewrite <- nimsum_lxor. f_equal. apply map_ext. intros i. unfold head.
  destruct (N.testbit p i); [reflexivity|]. now rewrite N.lxor_nilpotent.
Qed.

(** A sum of values keeps what nim-sums keep. *)
Lemma row_sum_map f g p : f 0 = 0 -> (forall a b, f (N.lxor a b) = N.lxor (f a) (f b)) ->
  row_sum (fun i => f (g i)) p = f (row_sum g p).
Proof.
  intros Z H. unfold row_sum. generalize (indices (size p)). induction l as [|i l IH]; [symmetry; exact Z|].
  cbn [map]. rewrite !nimsum_cons, H, <- IH. f_equal. unfold head. destruct (N.testbit p i); [reflexivity|symmetry; exact Z].
Qed.

(** The Mock Turtle theorem: a row is lost exactly if the nim-sum of its heads is 0 and their number is even; a head on
    coin 0 counts. In print this second condition is there, and "= 0" is missing in the first. *)
Theorem mock_turtle_theorem p : lost (turn mock_turtles) p <-> row_sum (fun i => i) p = 0 /\ parity_of_heads p = 0.
Proof.
  rewrite (proj1 (value_decides _ _ (turn_ends _ (proj1 (proj2 (proj2 turns_left)))) mock_turtles_value p)).
  set (bit := fun n => N.b2n (odious n)).
  assert (E : row_sum mock_value p = N.lxor (row_sum (fun i => 2 * i) p) (N.lxor (row_sum bit p) (parity_of_heads p))).
  { unfold parity_of_heads. rewrite <- (row_sum_add bit), <- row_sum_add. unfold row_sum. f_equal. apply map_ext. intros i.
    unfold head, mock_value, bit. destruct (N.testbit p i); [|reflexivity]. destruct (odious i), i; reflexivity. }
  assert (D : row_sum (fun i => 2 * i) p = 2 * row_sum (fun i => i) p).
  { apply (row_sum_map (fun n => 2 * n)); [reflexivity|]. intros [|a] [|b]; reflexivity. }
  assert (B : row_sum bit p = bit (row_sum (fun i => i) p)).
  { apply (row_sum_map bit); [reflexivity|]. intros a b. unfold bit. rewrite odious_lxor. now destruct (odious a), (odious b). }
  assert (C : parity_of_heads p = 0 \/ parity_of_heads p = 1).
  { unfold parity_of_heads, row_sum. generalize (indices (size p)). induction l as [|i l IH]; [now left|]. cbn [map].
    rewrite nimsum_cons. unfold head at 1 3. destruct (N.testbit p i); destruct IH as [->| ->]; cbn; auto. }
  rewrite E, D, B. set (s := row_sum (fun i => i) p). split.
  - intros Z. assert (S : s = 0).
    { destruct (N.eq_dec s 0) as [|Ns]; [assumption|]. exfalso. apply N.lxor_eq in Z.
      assert (L : N.lxor (bit s) (parity_of_heads p) < 2) by (unfold bit; destruct (odious s), C as [->| ->]; cbn; lia). lia. }
    rewrite S in *. split; [reflexivity|]. destruct C as [C|C]; [assumption|]. rewrite C in Z. discriminate.
  - intros (-> & ->). reflexivity.
Qed.
