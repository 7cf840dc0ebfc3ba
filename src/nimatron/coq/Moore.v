(** * Moore's Nim: take from at most k heaps *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** [lower j s t]: from [s] to [t] exactly [j] heaps become smaller, and the others stay. *)
Inductive lower : nat -> list N -> list N -> Prop :=
| lower_none : lower 0 [] []
| lower_same n s t j : lower j s t -> lower j (n :: s) (n :: t)
| lower_one n m s t j : m < n -> lower j s t -> lower (S j) (n :: s) (m :: t).

Definition moore (k : nat) (s t : list N) : Prop := exists j, (1 <= j <= k)%nat /\ lower j s t.

(** The number of heaps with a one in column [b]. *)
Definition ones (b : N) (s : list N) : nat := length (filter (fun n => N.testbit n b) s).

(** Every column has a multiple of k + 1 ones. *)
Definition balanced (k : nat) (s : list N) : Prop := forall b, (ones b s mod S k = 0)%nat.

Lemma ones_cons b n s : ones b (n :: s) = (Nat.b2n (N.testbit n b) + ones b s)%nat.
Proof. unfold ones. cbn [filter]. destruct (N.testbit n b); reflexivity. Qed.

Lemma moore_ends k : play_ends (moore k).
Proof.
  set (total := fold_right N.add 0). apply (wf_incl _ _ (fun s t => total s < total t)).
  - intros t s (j & Hj & H). assert (A : total t + N.of_nat j <= total s).
    { clear Hj. unfold total. induction H; cbn [fold_right] in *; lia. } lia.
  - apply (wf_inverse_image _ _ _ total N.lt_wf_0).
Qed.

(** ** A balanced position becomes unbalanced *)

Lemma top_bit m n : m < n -> exists b, N.testbit n b = true /\ N.testbit m b = false /\
  forall c, b < c -> N.testbit n c = N.testbit m c.
Proof.
  intros H. set (x := N.lxor n m). assert (Hx : x <> 0) by (intros E; apply N.lxor_eq in E; lia).
  pose proof (N.bit_log2 x Hx) as B. exists (N.log2 x). assert (Hm : N.testbit m (N.log2 x) = false).
  { destruct (N.testbit m (N.log2 x)) eqn:E; [|reflexivity]. pose proof (lxor_lower m x Hx E) as L.
    unfold x in L. rewrite (N.lxor_comm n), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in L. lia. }
  split; [|split; [assumption|]].
  - unfold x in B at 1. rewrite N.lxor_spec, Hm, xorb_false_r in B. exact B.
  - intros c Hc. pose proof (N.bits_above_log2 x c Hc) as A. unfold x in A. rewrite N.lxor_spec in A.
    now apply xorb_eq.
Qed.

Lemma column_changes j s t : lower j s t -> (1 <= j)%nat -> exists b d, (1 <= d <= j)%nat /\
  ones b s = (ones b t + d)%nat /\ forall c, b < c -> ones c s = ones c t.
Proof.
  induction 1 as [|n s t j H IH|n m s t j L H IH]; intros Hj; [lia| |].
  - destruct (IH Hj) as (b & d & Hd & E & A). exists b, d. split; [assumption|]. rewrite !ones_cons. split; [lia|].
    intros c Hc. rewrite !ones_cons. rewrite (A c Hc). reflexivity.
  - destruct (top_bit m n L) as (b1 & B1 & B2 & B3). destruct j as [|j].
    + assert (s = t). { clear - H. remember 0%nat as z. induction H; [reflexivity|f_equal; auto|discriminate]. } subst t.
      exists b1, 1%nat. rewrite !ones_cons, B1, B2. cbn [Nat.b2n]. split; [lia|]. split; [lia|]. intros c Hc. rewrite !ones_cons. now rewrite B3.
    + destruct IH as (b2 & d & Hd & E & A); [lia|]. destruct (N.lt_trichotomy b1 b2) as [C|[->|C]].
      * exists b2, d. rewrite !ones_cons, (B3 b2 C). split; [lia|]. split; [lia|]. intros c Hc. rewrite !ones_cons, (A c Hc), (B3 c); lia.
      * exists b2, (S d). rewrite !ones_cons, B1, B2. cbn [Nat.b2n]. split; [lia|]. split; [lia|].
        intros c Hc. rewrite !ones_cons, (A c Hc), (B3 c); lia.
      * exists b1, 1%nat. rewrite !ones_cons, B1, B2, (A b1 C). cbn [Nat.b2n]. split; [lia|]. split; [lia|].
        intros c Hc. rewrite !ones_cons, (A c), (B3 c); lia.
Qed.

Lemma balance_breaks k s t : balanced k s -> moore k s t -> ~ balanced k t.
Proof.
  intros Hs (j & Hj & H) Ht. destruct (column_changes j s t H) as (b & d & Hd & E & _); [lia|].
  specialize (Hs b). specialize (Ht b). rewrite E in Hs. rewrite Nat.add_mod, Ht in Hs by lia. cbn [plus] in Hs.
  rewrite Nat.mod_mod, Nat.mod_small in Hs by lia. lia.
Qed.

(** ** Any other position can be balanced

    The columns are balanced from left to right. A heap that has been lowered is free: in the columns to the right it may
    have any bits. In each column either the free heaps make up what is missing, or more heaps become free. *)

Definition heap := (N * bool)%type.
Definition free (s : list heap) : nat := length (filter snd s).

Lemma free_cons n f s : free ((n, f) :: s) = (Nat.b2n f + free s)%nat.
Proof. unfold free. cbn [filter snd]. destruct f; reflexivity. Qed.

(** A column: for each heap its bit from now on, and whether it is free then. *)
Definition choice (b : N) (h : heap) (c : N * bool * bool) : Prop :=
  let '(x, f) := h in let '(y, bit, f') := c in
  x = y /\ (f = true -> f' = true) /\ (f = false -> f' = false -> bit = N.testbit x b) /\
  (f = false -> f' = true -> bit = false /\ N.testbit x b = true).

Definition bits (cs : list (N * bool * bool)) : nat := length (filter (fun c => snd (fst c)) cs).
Definition next (cs : list (N * bool * bool)) : list heap := map (fun c => (fst (fst c), snd c)) cs.

(** The ones of the heaps that are not free. *)
Definition fixed_ones (b : N) (s : list heap) : nat := length (filter (fun h => negb (snd h) && N.testbit (fst h) b) s).

Fixpoint fill (b : N) (need : nat) (s : list heap) : list (N * bool * bool) :=
  match s with
  | [] => []
  | (x, true) :: s => (x, (1 <=? need)%nat, true) :: fill b (need - 1) s
  | (x, false) :: s => (x, N.testbit x b, false) :: fill b need s
  end.

Lemma fill_spec b : forall s need, (need <= free s)%nat ->
  Forall2 (choice b) s (fill b need s) /\ free (next (fill b need s)) = free s /\
  bits (fill b need s) = (fixed_ones b s + need)%nat.
Proof.
  induction s as [|(x, [|]) s IH]; intros need H.
  - cbn in *. split; [constructor|]. split; [reflexivity|]. lia.
  - rewrite free_cons in H. cbn [Nat.b2n] in H. destruct (IH (need - 1)%nat) as (I1 & I2 & I3); [lia|].
    cbn [fill]. split; [constructor; [cbn; repeat split; congruence|assumption]|]. split.
    + cbn [next map fst snd]. rewrite !free_cons. unfold next in I2. now rewrite I2.
    + unfold bits, fixed_ones in *. cbn [filter fst snd negb andb]. destruct (Nat.leb_spec 1 need); cbn [length]; lia.
  - rewrite free_cons in H. cbn [Nat.b2n plus] in H. destruct (IH need H) as (I1 & I2 & I3).
    cbn [fill]. split; [constructor; [cbn; repeat split; congruence|assumption]|]. split.
    + cbn [next map fst snd]. rewrite !free_cons. unfold next in I2. now rewrite I2.
    + unfold bits, fixed_ones in *. cbn [filter fst snd negb andb]. destruct (N.testbit x b); cbn [length]; lia.
Qed.

Fixpoint release (b : N) (more : nat) (s : list heap) : list (N * bool * bool) :=
  match s with
  | [] => []
  | (x, true) :: s => (x, false, true) :: release b more s
  | (x, false) :: s =>
      if N.testbit x b && (1 <=? more)%nat then (x, false, true) :: release b (more - 1) s
      else (x, N.testbit x b, false) :: release b more s
  end.

Lemma fixed_ones_free b x s : fixed_ones b ((x, true) :: s) = fixed_ones b s.
Proof. reflexivity. Qed.

Lemma fixed_ones_cons b x s : fixed_ones b ((x, false) :: s) = (Nat.b2n (N.testbit x b) + fixed_ones b s)%nat.
Proof. unfold fixed_ones. cbn [filter fst snd negb andb]. destruct (N.testbit x b); reflexivity. Qed.

Lemma release_spec b : forall s more, (more <= fixed_ones b s)%nat ->
  Forall2 (choice b) s (release b more s) /\ free (next (release b more s)) = (free s + more)%nat /\
  (bits (release b more s) + more = fixed_ones b s)%nat.
Proof.
  assert (B : forall x bit f cs, bits ((x, bit, f) :: cs) = (Nat.b2n bit + bits cs)%nat) by (intros x [|] f cs; reflexivity).
  assert (F : forall x bit f cs, free (next ((x, bit, f) :: cs)) = (Nat.b2n f + free (next cs))%nat)
    by (intros x bit f cs; apply free_cons).
  induction s as [|(x, [|]) s IH]; intros more H.
  - cbn in *. split; [constructor|]. split; lia.
  - rewrite fixed_ones_free in H |- *. destruct (IH more H) as (I1 & I2 & I3). cbn [release]. rewrite B, F, free_cons. cbn [Nat.b2n].
    split; [constructor; [cbn; repeat split; congruence|assumption]|]. lia.
  - rewrite fixed_ones_cons in H |- *. cbn [release]. destruct (N.testbit x b) eqn:E; cbn [andb Nat.b2n] in *.
    + destruct (Nat.leb_spec 1 more) as [L|L].
      * destruct (IH (more - 1)%nat) as (I1 & I2 & I3); [lia|]. rewrite B, F, free_cons. cbn [Nat.b2n].
        split; [constructor; [cbn; repeat split; congruence|assumption]|]. lia.
      * destruct (IH more) as (I1 & I2 & I3); [lia|]. rewrite B, F, free_cons. cbn [Nat.b2n].
        split; [constructor; [cbn; repeat split; congruence|assumption]|]. lia.
    + destruct (IH more) as (I1 & I2 & I3); [lia|]. rewrite B, F, free_cons. cbn [Nat.b2n].
      split; [constructor; [cbn; repeat split; congruence|assumption]|]. lia.
Qed.

Lemma balance_column k b s : (free s <= k)%nat ->
  exists cs, Forall2 (choice b) s cs /\ (free (next cs) <= k)%nat /\ (bits cs mod S k = 0)%nat.
Proof.
  intros H. set (c := fixed_ones b s). set (r := (c mod S k)%nat).
  pose proof (Nat.div_mod c (S k) ltac:(lia)) as D. fold r in D.
  assert (Hr : (r < S k)%nat) by (apply Nat.mod_upper_bound; lia).
  assert (M : forall q, ((S k * q) mod S k = 0)%nat) by (intros q; rewrite Nat.mul_comm; apply Nat.mod_mul; lia).
  destruct (Nat.eq_dec r 0) as [E|E]; [|destruct (Nat.le_gt_cases (r + free s) k) as [L|L]].
  - destruct (fill_spec b s 0) as (F1 & F2 & F3); [lia|]. exists (fill b 0 s). split; [assumption|]. split; [lia|].
    rewrite F3. fold c. rewrite D, E. replace (S k * (c / S k) + 0 + 0)%nat with (S k * (c / S k))%nat by lia. apply M.
  - destruct (release_spec b s r) as (F1 & F2 & F3); [fold c; lia|]. exists (release b r s). split; [assumption|]. split; [lia|].
    fold c in F3. replace (bits (release b r s)) with (S k * (c / S k))%nat by lia. apply M.
  - destruct (fill_spec b s (S k - r)) as (F1 & F2 & F3); [lia|]. exists (fill b (S k - r) s). split; [assumption|].
    split; [lia|]. rewrite F3. fold c. replace (c + (S k - r))%nat with (S k * S (c / S k))%nat by lia. apply M.
Qed.

(** [x] becomes [y], both below 2^width. *)
Definition fits (width : N) (h h' : heap) : Prop :=
  let '(x, f) := h in let '(y, f') := h' in
  y < 2 ^ width /\ (f' = false -> f = false /\ y = x mod 2 ^ width) /\ (f' = true -> f = true \/ y < x mod 2 ^ width).

Lemma mod_column x w : x mod 2 ^ N.succ w = (if N.testbit x w then 2 ^ w else 0) + x mod 2 ^ w.
Proof.
  assert (P : 2 ^ w <> 0) by (apply N.pow_nonzero; lia).
  rewrite N.pow_succ_r', (N.mul_comm 2), N.mod_mul_r by (assumption || lia).
  rewrite <- N.testbit_spec'. destruct (N.testbit x w); cbn [N.b2n]; lia.
Qed.

Lemma bit_of (bit : bool) y w : y < 2 ^ w -> N.testbit ((if bit then 2 ^ w else 0) + y) w = bit.
Proof.
  intros H. assert (P : 2 ^ w <> 0) by (apply N.pow_nonzero; lia).
  assert (E : N.b2n (N.testbit ((if bit then 2 ^ w else 0) + y) w) = N.b2n bit).
  { rewrite N.testbit_spec'. replace ((if bit then 2 ^ w else 0) + y) with (y + N.b2n bit * 2 ^ w) by (destruct bit; cbn [N.b2n]; lia).
    rewrite N.div_add, N.div_small by assumption. now destruct bit. }
  destruct (N.testbit _ w), bit; cbn in E; congruence.
Qed.

Lemma bits_below (bit : bool) y w i : i < w -> N.testbit ((if bit then 2 ^ w else 0) + y) i = N.testbit y i.
Proof.
  intros H. assert (P : 2 ^ w <> 0) by (apply N.pow_nonzero; lia).
  rewrite <- (N.mod_pow2_bits_low _ w i H), <- (N.mod_pow2_bits_low y w i H).
  replace ((if bit then 2 ^ w else 0) + y) with (y + N.b2n bit * 2 ^ w) by (destruct bit; cbn [N.b2n]; lia).
  now rewrite N.mod_add.
Qed.

Lemma join w : forall s cs ys, Forall2 (choice w) s cs -> Forall2 (fits w) (next cs) ys ->
  exists zs, Forall2 (fits (N.succ w)) s zs /\ free zs = free ys /\
    (forall i, i < w -> ones i (map fst zs) = ones i (map fst ys)) /\ ones w (map fst zs) = bits cs.
Proof.
  intros s cs ys H. revert ys. induction H as [|(x, f) ((x', bit), f1) s cs C H IH]; intros ys Y; cbn [next map] in Y; inversion Y; subst.
  - exists []. repeat split; try reflexivity. constructor.
  - match goal with H1 : fits _ _ ?h, H2 : Forall2 _ _ ?l |- _ => destruct h as (y, f'); destruct (IH l H2) as (zs & Z1 & Z2 & Z3 & Z4); rename H1 into F end.
    cbn [fst snd] in F. destruct C as (<- & C1 & C2 & C3). destruct F as (F1 & F2 & F3).
    exists (((if bit then 2 ^ w else 0) + y, f') :: zs). split; [|split; [|split]].
    + constructor; [|exact Z1]. cbn [fits]. rewrite mod_column. split; [|split].
      * rewrite N.pow_succ_r'. destruct bit; lia.
      * intros E. destruct (F2 E) as (E1 & ->). destruct f; [specialize (C1 eq_refl); congruence|]. rewrite C2; auto.
      * intros E. destruct f; [auto|]. right. destruct f1.
        -- destruct C3 as (-> & ->); auto. assert (2 ^ w <> 0) by (apply N.pow_nonzero; lia).
           apply (N.lt_le_trans _ (2 ^ w)); [assumption|apply N.le_add_r].
        -- rewrite C2 by auto. destruct (F3 E) as [|L]; [discriminate|]. now apply N.add_lt_mono_l.
    + rewrite !free_cons. now rewrite Z2.
    + intros i Hi. cbn [map fst]. rewrite !ones_cons. now rewrite bits_below, Z3.
    + cbn [map fst]. rewrite ones_cons, bit_of, Z4 by assumption. unfold bits. cbn [filter fst snd]. destruct bit; reflexivity.
Qed.

Lemma balance_columns k w : forall s, (free s <= k)%nat -> exists ys, Forall2 (fits w) s ys /\ (free ys <= k)%nat /\
  forall i, i < w -> (ones i (map fst ys) mod S k = 0)%nat.
Proof.
  induction w as [|w IH] using N.peano_ind; intros s H.
  - exists (map (fun h => (0, snd h)) s). split; [|split].
    + clear H. induction s as [|(x, f) s IHs]; cbn [map]; constructor; [|assumption]. cbn [fits snd]. change (2 ^ 0) with 1.
      rewrite N.mod_1_r. split; [lia|]. split; auto.
    + replace (free (map (fun h => (0, snd h)) s)) with (free s); [assumption|].
      clear H. induction s as [|(x, f) s IHs]; [reflexivity|]. cbn [map snd]. rewrite !free_cons. now rewrite IHs.
    + intros i Hi. lia.
  - destruct (balance_column k w s H) as (cs & C1 & C2 & C3). destruct (IH (next cs) C2) as (ys & Y1 & Y2 & Y3).
    destruct (join w s cs ys C1 Y1) as (zs & Z1 & Z2 & Z3 & Z4). exists zs. split; [assumption|]. split; [lia|].
    intros i Hi. destruct (N.eq_dec i w) as [->|]; [now rewrite Z4|]. rewrite Z3 by lia. apply Y3. lia.
Qed.

Lemma wide s : exists w, Forall (fun n => n < 2 ^ w) s.
Proof.
  exists (fold_right N.add 0 s). apply Forall_forall. intros n Hn.
  assert (L : n <= fold_right N.add 0 s) by (induction s as [|x s IH]; cbn [fold_right]; destruct Hn; [subst|apply IH in H]; lia).
  pose proof (N.pow_gt_lin_r 2 (fold_right N.add 0 s)). lia.
Qed.

Lemma no_ones_above w s b : Forall (fun n => n < 2 ^ w) s -> w <= b -> ones b s = 0%nat.
Proof.
  intros H Hb. unfold ones. induction H as [|n s Hn _ IH]; [reflexivity|]. cbn [filter].
  replace (N.testbit n b) with false; [assumption|]. symmetry. destruct (N.eq_dec n 0) as [->|Hz]; [apply N.bits_0|].
  apply N.bits_above_log2. apply N.log2_lt_pow2; [lia|]. apply (N.lt_le_trans _ (2 ^ w)); [assumption|]. apply N.pow_le_mono_r; lia.
Qed.

Lemma balanced_dec k s : balanced k s \/ ~ balanced k s.
Proof.
  destruct (wide s) as (w & Hw).
  assert (A : forall v, (forall b, b < v -> (ones b s mod S k = 0)%nat) \/ ~ (forall b, b < v -> (ones b s mod S k = 0)%nat)).
  { induction v as [|v IH] using N.peano_ind; [left; intros; lia|].
    destruct IH as [IH|IH]; [|right; intros X; apply IH; intros; apply X; lia].
    destruct (Nat.eq_dec (ones v s mod S k) 0) as [E|E]; [left|right; intros X; apply E, X; lia].
    intros b Hb. destruct (N.eq_dec b v) as [->|]; [assumption|]. apply IH. lia. }
  destruct (A w) as [B|B]; [left|right; intros X; apply B; auto].
  intros b. destruct (N.lt_ge_cases b w) as [L|L]; [auto|]. rewrite (no_ones_above w s b Hw L). apply Nat.mod_0_l. lia.
Qed.

Lemma balance_comes k s : ~ balanced k s -> exists t, moore k s t /\ balanced k t.
Proof.
  intros H. destruct (wide s) as (w & Hw).
  destruct (balance_columns k w (map (fun n => (n, false)) s)) as (ys & Y1 & Y2 & Y3).
  { replace (free _) with 0%nat; [lia|]. clear. induction s as [|x s IH]; [reflexivity|]. cbn [map]. now rewrite free_cons. }
  assert (B : balanced k (map fst ys)).
  { intros b. destruct (N.lt_ge_cases b w) as [L|L]; [auto|]. rewrite (no_ones_above w); [apply Nat.mod_0_l; lia| |assumption].
    clear - Y1. remember (map (fun n => (n, false)) s) as hs. clear Heqhs. induction Y1 as [|(x, f) (y, f') l l' F _ IH]; cbn [map]; constructor; [apply F|assumption]. }
  assert (L : lower (free ys) s (map fst ys)).
  { clear - Y1 Hw. revert ys Y1. induction Hw as [|x s Hx _ IH]; intros ys Y1; cbn [map] in Y1; inversion Y1; subst; [constructor|].
    match goal with F : fits _ _ ?h, R : Forall2 _ _ ?l |- _ => destruct h as (y, f'); specialize (IH l R); destruct F as (F1 & F2 & F3) end.
    cbn [map fst]. rewrite free_cons. rewrite N.mod_small in * by assumption. destruct f'; cbn [Nat.b2n plus].
    - constructor; [|assumption]. destruct (F3 eq_refl) as [|]; [discriminate|assumption].
    - destruct (F2 eq_refl) as (_ & ->). now constructor. }
  exists (map fst ys). split; [|assumption]. exists (free ys). split; [|assumption]. split; [|assumption].
  destruct (free ys) as [|j] eqn:E; [|lia]. exfalso. apply H.
  assert (X : s = map fst ys); [|now rewrite X]. clear - L. remember 0%nat as z. induction L; [reflexivity|f_equal; auto|discriminate].
Qed.

(** Moore's theorem: with moves in up to k heaps a position is lost exactly if k + 1 divides the number of ones in
    every binary column. *)
Theorem moore_balanced k s : (lost (moore k) s <-> balanced k s) /\ (won (moore k) s <-> ~ balanced k s).
Proof.
  apply (lost_set _ (moore k) (moore_ends k) (balanced k) (balanced_dec k)).
  - intros p q. apply balance_breaks.
  - intros p. apply balance_comes.
Qed.
