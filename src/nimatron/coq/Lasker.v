(** * Lasker's Nim: take from a heap, or divide one into two *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values Nim.
Open Scope N_scope.

(** The options of a heap, each a list of heaps. *)
Inductive lasker_heap : N -> list N -> Prop :=
| take_some n m : m < n -> lasker_heap n [m]
| divide a b : 0 < a -> 0 < b -> lasker_heap (a + b) [a; b].

Definition lasker : list N -> list N -> Prop := split_move lasker_heap.

(** The value of a heap: its number, but 4k + 3 and 4k + 4 change places. *)
Definition lasker_value (n : N) : N :=
  if n =? 0 then 0 else if n mod 4 =? 3 then n + 1 else if n mod 4 =? 0 then n - 1 else n.

Lemma four n : exists k, n = 4 * k \/ n = 4 * k + 1 \/ n = 4 * k + 2 \/ n = 4 * k + 3.
Proof.
  exists (n / 4). pose proof (N.div_mod n 4 ltac:(lia)) as E. assert (H : n mod 4 < 4) by (apply N.mod_lt; lia).
  destruct (n mod 4) as [|[[]|[]|]]; lia.
Qed.

Lemma mod_four k r : r < 4 -> (4 * k + r) mod 4 = r.
Proof. intros H. rewrite N.add_comm, N.mul_comm, N.mod_add by lia. now apply N.mod_small. Qed.

Lemma value_0 : lasker_value 0 = 0. Proof. reflexivity. Qed.

Lemma value_1 k : lasker_value (4 * k + 1) = 4 * k + 1.
Proof. unfold lasker_value. rewrite mod_four by lia. destruct (N.eqb_spec (4 * k + 1) 0); [lia|reflexivity]. Qed.

Lemma value_2 k : lasker_value (4 * k + 2) = 4 * k + 2.
Proof. unfold lasker_value. rewrite mod_four by lia. destruct (N.eqb_spec (4 * k + 2) 0); [lia|reflexivity]. Qed.

Lemma value_3 k : lasker_value (4 * k + 3) = 4 * k + 4.
Proof. unfold lasker_value. rewrite mod_four by lia. destruct (N.eqb_spec (4 * k + 3) 0); [lia|]. cbn [N.eqb Pos.eqb]. lia. Qed.

Lemma value_4 k : lasker_value (4 * k + 4) = 4 * k + 3.
Proof.
  unfold lasker_value. replace (4 * k + 4) with (4 * (k + 1) + 0) by lia. rewrite mod_four by lia.
  destruct (N.eqb_spec (4 * (k + 1) + 0) 0); [lia|]. cbn [N.eqb Pos.eqb]. lia.
Qed.

(** The last two bits of a sum of two values. *)
Lemma low_bits a b ra rb : ra < 4 -> rb < 4 -> a mod 4 = ra -> b mod 4 = rb -> (N.lxor a b) mod 4 = N.lxor ra rb.
Proof.
  intros _ _ <- <-. change 4 with (2 ^ 2). rewrite <- !N.land_ones. apply N.bits_inj. intros i.
  rewrite !N.land_spec, !N.lxor_spec, !N.land_spec. destruct (N.testbit a i), (N.testbit b i), (N.testbit (N.ones 2) i); reflexivity.
Qed.

Definition low (n : N) : N := match n mod 4 with 0 => 3 | 3 => 0 | r => r end.

Lemma value_low n : 0 < n -> lasker_value n mod 4 = low n.
Proof.
  intros H. unfold low. destruct (four n) as (k & [->|[->|[->| ->]]]).
  - replace (4 * k) with (4 * (k - 1) + 4) at 1 by lia. rewrite value_4, mod_four by lia.
    replace (4 * k) with (4 * k + 0) by lia. now rewrite mod_four by lia.
  - rewrite value_1, mod_four by lia. reflexivity.
  - rewrite value_2, mod_four by lia. reflexivity.
  - rewrite value_3. replace (4 * k + 4) with (4 * (k + 1) + 0) by lia. now rewrite !mod_four by lia.
Qed.

(** No heap has the value of a division of it. *)
Lemma divide_differs a b : 0 < a -> 0 < b -> N.lxor (lasker_value a) (lasker_value b) <> lasker_value (a + b).
Proof.
  intros Ha Hb E. apply (f_equal (fun x => x mod 4)) in E. rewrite (value_low (a + b)) in E by lia.
  assert (L : forall n, low n < 4) by (intros n; unfold low; destruct (four n) as (k & [->|[->|[->| ->]]]);
    [replace (4 * k) with (4 * k + 0) by lia|..]; rewrite mod_four by lia; lia).
  rewrite (low_bits _ _ (low a) (low b)) in E by (try apply L; now apply value_low).
  unfold low in E. rewrite N.add_mod in E by lia.
  assert (La : a mod 4 < 4) by (apply N.mod_lt; lia). assert (Lb : b mod 4 < 4) by (apply N.mod_lt; lia).
  destruct (a mod 4) as [|[[]|[]|]], (b mod 4) as [|[[]|[]|]]; try lia; cbv in E; discriminate.
Qed.

Definition option_value (n v : N) : Prop := exists parts, lasker_heap n parts /\ nimsum (map lasker_value parts) = v.

(** Values below n + 1 are taken by smaller heaps, up to the exchange. *)
Lemma smaller_heap n u : u < lasker_value n -> u <> 4 * (n / 4) + 3 \/ n mod 4 <> 3 -> exists m, m < n /\ lasker_value m = u.
Proof.
  intros Hu H. destruct (N.eq_dec u 0) as [->|Hz].
  { exists 0. split; [|reflexivity]. destruct (N.eq_dec n 0) as [->|]; [cbn in Hu; lia|lia]. }
  assert (D : forall k r, r < 4 -> (4 * k + r) / 4 = k).
  { intros k r Hr. rewrite N.add_comm, N.mul_comm, N.div_add, N.div_small by lia. lia. }
  destruct (four u) as (j & Eu). destruct Eu as [Eu|[Eu|[Eu|Eu]]].
  - exists (4 * (j - 1) + 3). rewrite value_3. split; [|lia].
    destruct (four n) as (k & [->|[->|[->| ->]]]); [|rewrite value_1 in Hu; lia|rewrite value_2 in Hu; lia|rewrite value_3 in Hu; lia].
    destruct (N.eq_dec k 0) as [->|]; [cbn in Hu; lia|].
    replace (4 * k) with (4 * (k - 1) + 4) in Hu by lia. rewrite value_4 in Hu. lia.
  - exists (4 * j + 1). rewrite value_1. split; [|lia].
    destruct (four n) as (k & [->|[->|[->| ->]]]); [|rewrite value_1 in Hu; lia|rewrite value_2 in Hu; lia|rewrite value_3 in Hu; lia].
    destruct (N.eq_dec k 0) as [->|]; [cbn in Hu; lia|].
    replace (4 * k) with (4 * (k - 1) + 4) in Hu by lia. rewrite value_4 in Hu. lia.
  - exists (4 * j + 2). rewrite value_2. split; [|lia].
    destruct (four n) as (k & [->|[->|[->| ->]]]); [|rewrite value_1 in Hu; lia|rewrite value_2 in Hu; lia|rewrite value_3 in Hu; lia].
    destruct (N.eq_dec k 0) as [->|]; [cbn in Hu; lia|].
    replace (4 * k) with (4 * (k - 1) + 4) in Hu by lia. rewrite value_4 in Hu. lia.
  - exists (4 * j + 4). rewrite value_4. split; [|lia].
    destruct (four n) as (k & [->|[->|[->| ->]]]); [|rewrite value_1 in Hu; lia|rewrite value_2 in Hu; lia|].
    + destruct (N.eq_dec k 0) as [->|]; [cbn in Hu; lia|].
      replace (4 * k) with (4 * (k - 1) + 4) in Hu by lia. rewrite value_4 in Hu. lia.
    + rewrite value_3 in Hu. rewrite D, mod_four in H by lia. destruct H as [H|H]; [lia|congruence].
Qed.

Lemma heap_mex n : is_mex (option_value n) (lasker_value n).
Proof.
  assert (D : forall k r, r < 4 -> (4 * k + r) / 4 = k).
  { intros k r Hr. rewrite N.add_comm, N.mul_comm, N.div_add, N.div_small by lia. lia. }
  assert (I : forall m n, m < n -> lasker_value m <> lasker_value n).
  { intros m k L. destruct (four m) as (i & Em), (four k) as (j & Ek).
    assert (Zm : m = 4 * i -> 0 < m -> lasker_value m = 4 * i - 1) by (intros -> P;
      replace (4 * i) with (4 * (i - 1) + 4) by lia; rewrite value_4; lia).
    assert (Zk : k = 4 * j -> 0 < k -> lasker_value k = 4 * j - 1) by (intros -> P;
      replace (4 * j) with (4 * (j - 1) + 4) by lia; rewrite value_4; lia).
    destruct (N.eq_dec m 0) as [->|Pm].
    - rewrite value_0. destruct Ek as [Ek|[Ek|[Ek|Ek]]]; [rewrite Zk by lia|rewrite Ek, value_1|rewrite Ek, value_2|rewrite Ek, value_3]; lia.
    - destruct Em as [Em|[Em|[Em|Em]]], Ek as [Ek|[Ek|[Ek|Ek]]];
      try rewrite (Zm Em) by lia; try rewrite (Zk Ek) by lia; try (rewrite Em at 1); try (rewrite Ek at 1);
      rewrite ?value_1, ?value_2, ?value_3; lia. }
  split.
  - intros (parts & H & E). destruct H as [n m L|a b Ha Hb]; cbn in E; rewrite N.lxor_0_r in E.
    + exact (I m n L E).
    + exact (divide_differs a b Ha Hb E).
  - intros u Hu. destruct (N.eq_dec u (4 * (n / 4) + 3)) as [Eu|Nu].
    + destruct (N.eq_dec (n mod 4) 3) as [En|Nn].
      * (* 1 beside 4k + 2 has the value 4k + 3 *)
        destruct (four n) as (k & [->|[->|[->| ->]]]).
        -- replace (4 * k) with (4 * k + 0) in En by lia. rewrite mod_four in En; lia.
        -- rewrite mod_four in En; lia.
        -- rewrite mod_four in En; lia.
        -- rewrite D in Eu by lia. subst u. exists [1; 4 * k + 2]. split.
           ++ replace (4 * k + 3) with (1 + (4 * k + 2)) by lia. constructor; lia.
           ++ cbn [map nimsum fold_right]. rewrite N.lxor_0_r, value_2. change (lasker_value 1) with 1.
              replace (4 * k + 2) with (2 * (2 * k + 1)) by lia. replace (4 * k + 3) with (2 * (2 * k + 1) + 1) by lia.
              rewrite N.lxor_comm. destruct (2 * k + 1); reflexivity.
      * destruct (smaller_heap n u Hu (or_intror Nn)) as (m & L & E). exists [m].
        split; [now constructor|]. cbn. now rewrite N.lxor_0_r.
    + destruct (smaller_heap n u Hu (or_introl Nu)) as (m & L & E). exists [m].
      split; [now constructor|]. cbn. now rewrite N.lxor_0_r.
Qed.

(** ** Play *)

Lemma lasker_ends : play_ends lasker.
Proof.
  apply (split_ends N lasker_heap (fun n => 2 * n - (if n =? 0 then 0 else 1))).
  intros n parts [k m L|a b Ha Hb]; cbn [map fold_right];
    repeat match goal with |- context [?x =? 0] => destruct (N.eqb_spec x 0) end; lia.
Qed.

(** A position is lost exactly if the nim-sum of these values is 0. *)
Theorem lasker_formula s : (lost lasker s <-> nimsum (map lasker_value s) = 0) /\ (won lasker s <-> nimsum (map lasker_value s) <> 0).
Proof. exact (value_decides lasker _ lasker_ends (split_value N lasker_heap lasker_value heap_mex) s). Qed.
