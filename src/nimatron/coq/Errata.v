(** * Errors in the article on subtraction and all-but games: what is printed is false, and what is true *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values Subtraction Codes Periods Claims Checker AllBut TwoAmounts.
Open Scope N_scope.

(** ** Subtraction: the largest value *)

(** No value is larger than the number of amounts. *)
Theorem value_at_most S g : gives_values (subtract S) g -> forall n, g n <= N.of_nat (length S).
Proof.
  intros Hg n. destruct (N.le_gt_cases (g n) (N.of_nat (length S))) as [|L]; [assumption|]. exfalso.
  assert (I : incl (map N.of_nat (seq 0 (N.to_nat (g n)))) (map (fun s => g (n - s)) S)).
  { intros u Hu. apply in_map_iff in Hu as (i & <- & Hi). apply in_seq in Hi.
    destruct (option_below S g Hg n (N.of_nat i)) as (s & m & Hs & _ & -> & E); [lia|].
    apply in_map_iff. exists s. rewrite N.add_sub. auto. }
  apply NoDup_incl_length in I.
  - rewrite !map_length, seq_length in I. lia.
  - apply FinFun.Injective_map_NoDup; [intros a b E; lia|apply seq_NoDup].
Qed.

(** In print it is equal to that number; for the amounts 1 and 3 it is 1. *)
Theorem largest_value_printed : ~ forall S g, NoDup S -> Forall (N.lt 0) S -> gives_values (subtract S) g ->
  exists n, g n = N.of_nat (length S).
Proof.
  intros H. destruct (H [1; 3] (fun n => (n / 1) mod 2)) as (n & E).
  - repeat constructor; cbn; intuition discriminate.
  - repeat constructor; lia.
  - intros n. pose proof (theorem_3 1 1) as T. split.
    + intros (m & (s & Hs & P & <-) & E). rewrite !N.div_1_r in E.
      destruct Hs as [<-|[<-|[]]]; [|replace (m + 3) with (m + 1 + 1 * 2) in E by lia; rewrite N.mod_add in E by lia];
        rewrite odd_step in E; destruct (small_mod m) as [F|F]; rewrite F in E; discriminate.
    + intros u Hu. rewrite N.div_1_r in Hu. destruct n as [|n] using N.peano_ind; [cbn in Hu; lia|].
      exists n. split; [exists 1; cbn; lia|]. rewrite N.div_1_r. replace (N.succ n) with (n + 1) in Hu by lia.
      rewrite odd_step in Hu. destruct (small_mod n) as [F|F]; rewrite F in *; cbn in Hu; lia.
  - cbn in E. destruct (small_mod (n / 1)) as [F|F]; rewrite F in E; discriminate.
Qed.

(** ** Subtraction: what must repeat *)

(** If a window as long as the largest amount comes again, all values from there on repeat. *)
Theorem window_repeats S top g n0 p : gives_values (subtract S) g -> Forall (fun s => s <= top) S ->
  (forall n, n0 <= n -> n < n0 + top -> g (n + p) = g n) -> eventually g n0 p.
Proof.
  intros Hg Ht W. rewrite Forall_forall in Ht. unfold eventually. apply (heap_induction (fun n => n0 <= n -> g (n + p) = g n)).
  intros n IH Hn. destruct (N.lt_ge_cases n (n0 + top)) as [|C]; [auto|]. eapply is_mex_ext; [|apply Hg|apply Hg].
  intros v. split; intros (m & (s & Hs & P & E) & V); pose proof (Ht s Hs).
  - exists (m - p). split; [exists s; repeat split; [assumption|assumption|lia]|]. rewrite <- V.
    replace m with (m - p + p) at 2 by lia. symmetry. apply IH; lia.
  - exists (m + p). split; [exists s; repeat split; [assumption|assumption|lia]|]. rewrite <- V. apply IH; lia.
Qed.

(** In print, equal values of the options are enough: with the amount 2, heaps 2 and 3 have equal options, 3 and 4 not. *)
Theorem equal_options_printed : ~ forall S g n1 n2, gives_values (subtract S) g ->
  (forall s, In s S -> s <= n1 /\ s <= n2 /\ g (n1 - s) = g (n2 - s)) -> forall i, g (n1 + i) = g (n2 + i).
Proof.
  intros H. assert (V : gives_values (subtract [2]) (fun n => (n / 2) mod 2)).
  { intros n. split.
    - intros (m & (s & [<-|[]] & _ & <-) & E). replace (m + 2) with (m + 1 * 2) in E by lia. rewrite N.div_add in E by lia.
      rewrite odd_step in E. destruct (small_mod (m / 2)) as [F|F]; rewrite F in E; discriminate.
    - intros u Hu. destruct (N.le_gt_cases 2 n) as [L|L].
      + exists (n - 2). split; [exists 2; cbn; split; [auto|lia]|].
        replace n with (n - 2 + 1 * 2) in Hu by lia. rewrite N.div_add, odd_step in Hu by lia.
        destruct (small_mod ((n - 2) / 2)) as [F|F]; rewrite F in *; cbn in Hu; lia.
      + rewrite N.div_small in Hu by assumption. cbn in Hu. lia. }
  pose proof (H [2] _ 2 3 V ltac:(intros s [<-|[]]; repeat split; lia) 1) as E. discriminate E.
Qed.

(** ** All-but games: a larger heap has a larger value *)

(** If y is smaller than x by more than the largest excluded amount, its value is smaller. *)
Theorem far_below S top g x y : gives_values (all_but S) g -> Forall (fun s => s <= top) S -> y + top < x -> g y < g x.
Proof.
  intros Hg Ht L. rewrite Forall_forall in Ht.
  assert (O : forall z, z + top < x -> all_but S x z) by (intros z Hz; split; [lia|]; intros H; specialize (Ht _ H); lia).
  destruct (N.lt_trichotomy (g y) (g x)) as [|[E|G]]; [assumption| |]; exfalso; destruct (Hg x) as (H1 & _); apply H1.
  - exists y. auto.
  - destruct (Hg y) as (_ & H2). destruct (H2 (g x) G) as (z & (Hz & _) & E). exists z. split; [apply O; lia|exact E].
Qed.

(** In print, y = x - top is enough; without the amount 2, heaps 6 and 4 both have the value 2. *)
Theorem far_below_printed : ~ forall S top x y, Forall (fun s => s <= top) S -> y + top <= x -> 2 * top < x ->
  value_but S y < value_but S x.
Proof.
  intros H. specialize (H [2] 2 6 4 ltac:(repeat constructor; lia) ltac:(lia) ltac:(lia)).
  pose proof (check_growth_sound [2] 0 0 4 2 [0; 1; 0; 1; 2; 3; 2; 3] ltac:(vm_compute; reflexivity)) as (_ & _ & _ & V).
  rewrite (V 4%nat ltac:(cbn; lia) : value_but [2] 4 = 2), (V 6%nat ltac:(cbn; lia) : value_but [2] 6 = 2) in H. lia.
Qed.

(** ** All-but games: the saltus *)

Definition half_the_heap (S : list N) : Prop := forall n, value_but S n = n / 2.

(** Values are half the heap exactly if 1 is excluded, and no two neighbours are. *)
Theorem half_exactly S : half_the_heap S <-> In 1 S /\ forall k, 0 < k -> In k S -> ~ In (k + 1) S.
Proof.
  split.
  - intros H. assert (V : gives_values (all_but S) (fun n => n / 2)).
    { intros n. pose proof (value_but_values S n) as (A & B). rewrite H in A, B. split.
      - intros (m & M & E). apply A. exists m. rewrite H. auto.
      - intros u Hu. destruct (B u Hu) as (m & M & E). rewrite H in E. eauto. }
    split.
    + destruct (in_dec N.eq_dec 1 S) as [|N1]; [assumption|]. exfalso. destruct (V 1) as (A & _). apply A.
      exists 0. split; [split; [lia|exact N1]|reflexivity].
    + intros k Hk I1 I2. destruct (V (k + 1)) as (_ & B). destruct (B 0) as (m & (L & M) & E).
      { apply (N.lt_le_trans _ (2 / 2)); [reflexivity|]. apply N.div_le_mono; lia. }
      assert (m < 2).
      { pose proof (N.div_mod m 2 ltac:(lia)) as D. pose proof (N.mod_lt m 2 ltac:(lia)) as R. rewrite E in D. lia. }
      assert (C : m = 0 \/ m = 1) by lia. destruct C as [->| ->]; apply M.
      * now rewrite N.sub_0_r.
      * now replace (k + 1 - 1) with k by lia.
  - intros (I1 & I2). unfold half_the_heap. apply (values_unique _ _ _ (all_but_ends S) (value_but_values S)). intros n. split.
    + intros (m & (L & M) & E). pose proof (N.div_mod m 2 ltac:(lia)) as D1. pose proof (N.div_mod n 2 ltac:(lia)) as D2.
      pose proof (N.mod_lt m 2 ltac:(lia)) as R1. pose proof (N.mod_lt n 2 ltac:(lia)) as R2.
      assert (X : n - m = 1).
      { rewrite E in D1. clear - D1 D2 R1 R2 L. revert D1 D2 R1 R2.
        generalize (n / 2), (m mod 2), (n mod 2). intros. lia. }
      apply M. rewrite X. exact I1.
    + intros u Hu. pose proof (N.mul_div_le n 2 ltac:(lia)) as D. set (h := n / 2) in *. clearbody h.
      destruct (in_dec N.eq_dec (n - (2 * u + 1)) S) as [J|J].
      * exists (2 * u). split; [|rewrite N.mul_comm; apply N.div_mul; lia]. split; [lia|]. intros F.
        apply (I2 (n - (2 * u + 1)) ltac:(lia) J). now replace (n - (2 * u + 1) + 1) with (n - 2 * u) by lia.
      * exists (2 * u + 1). split; [split; [lia|exact J]|].
        replace (2 * u + 1) with (1 + u * 2) by lia. rewrite N.div_add by lia. reflexivity.
Qed.

(** In print, every set with 1 has saltus 1; {1, 3, 4} has saltus 4, and no other. *)
Theorem saltus_1_3_4 : growth_claim [1; 3; 4] 0 12 4 [0; 0; 1; 1; 0; 2; 1; 3; 2; 2; 3; 3].
Proof. apply (check_growth_sound _ _ 20). vm_compute. reflexivity. Qed.

(** So what is printed is false. *)
Theorem saltus_printed : ~ forall S, In 1 S -> exists n0 p, 0 < p /\ forall n, n0 <= n -> value_but S (n + p) = value_but S n + 1.
Proof.
  intros H. destruct (H [1; 3; 4] (or_introl eq_refl)) as (n0 & p & Hp & P). destruct saltus_1_3_4 as (_ & Q & _).
  assert (A : forall c n, n0 <= n -> value_but [1; 3; 4] (n + c * p) = value_but [1; 3; 4] n + c).
  { intros c. induction c as [|c IH] using N.peano_ind; intros n Hn; [rewrite N.mul_0_l, !N.add_0_r; reflexivity|].
    replace (n + N.succ c * p) with (n + c * p + p) by lia. rewrite P, IH by lia. lia. }
  assert (B : forall c n, value_but [1; 3; 4] (n + c * 12) = value_but [1; 3; 4] n + c * 4).
  { intros c. induction c as [|c IH] using N.peano_ind; intros n; [rewrite !N.mul_0_l, !N.add_0_r; reflexivity|].
    replace (n + N.succ c * 12) with (n + c * 12 + 12) by lia. rewrite Q, IH by lia. lia. }
  (* 12 periods p are p periods 12, so p = 3; but heaps 4 and 7 have the values 0 and 3 *)
  pose proof (A 12 n0 ltac:(lia)) as E1. pose proof (B p n0) as E2. rewrite (N.mul_comm 12 p) in E1.
  assert (p = 3) by lia. subst p.
  pose proof (P (4 + n0 * 12) ltac:(lia)) as F. replace (4 + n0 * 12 + 3) with (7 + n0 * 12) in F by lia.
  rewrite !B in F. destruct saltus_1_3_4 as (_ & _ & _ & V).
  pose proof (V 4%nat ltac:(cbn; lia)) as V4. pose proof (V 7%nat ltac:(cbn; lia)) as V7. cbn in V4, V7. rewrite V4, V7 in F. lia.
Qed.

(** ** All-but games: 1 to k excluded *)

Definition largest (g : N -> N) (n : N) : N := fold_right N.max 0 (map g (upto n)).

Lemma largest_growing g n : (forall i j, i <= j -> g i <= g j) -> largest g n = g n.
Proof.
  intros H. apply N.le_antisymm; unfold largest.
  - assert (A : forall l, Forall (fun i => i <= n) l -> fold_right N.max 0 (map g l) <= g n).
    { induction 1 as [|i l Hi _ IH]; cbn [map fold_right]; [lia|]. specialize (H i n Hi). lia. }
    apply A. apply Forall_forall. intros i Hi. now apply upto_spec.
  - assert (A : forall l, In n l -> g n <= fold_right N.max 0 (map g l)).
    { induction l as [|i l IH]; intros []; cbn [map fold_right]; [subst; lia|]. specialize (IH ltac:(assumption)). lia. }
    apply A. apply upto_spec. lia.
Qed.

(** Take more than k: the value is one more than the largest value of the heaps 0 to n - k - 1. *)
Theorem more_than_k k g : gives_values (take_more_than k) g -> forall n, k < n -> g n = largest g (n - k - 1) + 1.
Proof.
  intros Hg n Hn. assert (E : forall i, g i = i / (k + 1)).
  { apply (values_unique (take_more_than k)); [|exact Hg|apply quotient_by_least].
    apply (wf_incl _ _ N.lt); [intros i j L; unfold take_more_than in L; lia|exact N.lt_wf_0]. }
  rewrite largest_growing by (intros i j L; rewrite !E; apply N.div_le_mono; lia). rewrite !E.
  replace n with (n - k - 1 + 1 * (k + 1)) at 1 by lia. now rewrite N.div_add by lia.
Qed.

(** In print, of the heaps 0 to n - k: for k = 1 and n = 3 that is 2, and the value is 1. *)
Theorem more_than_k_printed : ~ forall k g, gives_values (take_more_than k) g -> forall n, k < n -> g n = largest g (n - k) + 1.
Proof. intros H. specialize (H 1 _ (quotient_by_least 1) 3 ltac:(lia)). discriminate H. Qed.
