(** * The theorem of Guy and Smith, for codes that leave up to r heaps *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Codes.
Open Scope N_scope.

(** Every move takes at most k coins and leaves at most r heaps. *)
Definition bounded (d : code) (k r : N) : Prop :=
  forall t j, N.testbit (digit d t) j = true -> t <= k /\ j <= r.

Definition bounded_b (d : code) (r : N) : bool := forallb (fun x => N.shiftr x (N.succ r) =? 0) d.

Lemma bounded_b_spec d r : bounded_b d r = true -> bounded d (N.of_nat (length d) - 1) r.
Proof.
  unfold bounded_b, bounded, digit. rewrite forallb_forall. intros H t j Hb.
  destruct (Nat.lt_ge_cases (N.to_nat t) (length d)) as [Hl|Hl].
  - split; [lia|]. specialize (H _ (nth_In d 0 Hl)). apply N.eqb_eq in H.
    destruct (N.le_gt_cases j r) as [|Hj]; [assumption|].
    assert (E : N.testbit (N.shiftr (nth (N.to_nat t) d 0) (N.succ r)) (j - N.succ r) = true).
    { rewrite N.shiftr_spec'. replace (j - N.succ r + N.succ r) with j by lia. assumption. }
    rewrite H in E. rewrite N.bits_0 in E. discriminate.
  - rewrite (nth_overflow d 0 Hl), N.bits_0 in Hb. discriminate.
Qed.

(** Of j numbers with a large sum one is large. *)
Lemma one_is_large c parts : 1 <= c -> N.of_nat (length parts) * (c - 1) < total parts ->
  exists l1 a l2, parts = l1 ++ a :: l2 /\ c <= a.
Proof.
  intros Hc. induction parts as [|x l IH]; [simpl; lia|]. rewrite total_cons. intros H.
  destruct (N.le_gt_cases c x) as [Hx|Hx].
  - exists [], x, l. auto.
  - destruct IH as (l1 & a & l2 & -> & Ha).
    + simpl length in H. rewrite Nat2N.inj_succ, N.mul_succ_l in H. lia.
    + exists (x :: l1), a, l2. auto.
Qed.

Lemma total_mid l1 a l2 : total (l1 ++ a :: l2) = a + (total l1 + total l2).
Proof. rewrite total_app, total_cons. lia. Qed.

Lemma length_mid (l1 l2 : list N) a b : length (l1 ++ a :: l2) = length (l1 ++ b :: l2).
Proof. rewrite !app_length. reflexivity. Qed.

Lemma ones_mid (l1 l2 : list N) a b : 1 <= b ->
  Forall (fun x => 1 <= x) (l1 ++ a :: l2) -> Forall (fun x => 1 <= x) (l1 ++ b :: l2).
Proof.
  intros Hb H. apply Forall_app in H as [H1 H2]. inversion H2; subst. apply Forall_app. split; [assumption|].
  constructor; assumption.
Qed.

(** Moves of n and n + p leave the same, if n is large and f has the period p below n. Here f may be anything:
    values in normal play, elements of a monoid in misere play. *)
Section Moves.
Variables (X : Type) (d : code) (f : N -> X) (k r n0 p : N).
Hypothesis Hb : bounded d k r.
Hypothesis Hr : 1 <= r.

Let q := N.max n0 1.

Variable n : N.
Hypothesis Hn : r * (q + p) + k < n + p + r.       (* n >= L - p,  L = rq + rp + k - (r - 1) *)
Hypothesis IH : forall m, m < n -> n0 <= m -> f (m + p) = f m.

Lemma longer parts : heap_move d n parts -> exists parts', heap_move d (n + p) parts' /\ map f parts' = map f parts.
Proof.
  intros Hm. assert (Hs : forall a, In a parts -> a < n) by (intros a Ha; eapply part_smaller; eauto).
  remember n as m eqn:Em. destruct Hm as [t parts Hbit H1 Hc].
  destruct (Hb _ _ Hbit) as [Ht Hj].
  destruct (one_is_large q parts) as (l1 & a & l2 & -> & Ha); [unfold q; lia| |].
  { pose proof (N.mul_le_mono_r _ _ (q - 1) Hj) as M. rewrite (N.mul_sub_distr_l q 1 r) in M.
    rewrite N.mul_add_distr_l in Hn.
    assert (p <= r * p) by (rewrite <- (N.mul_1_l p) at 1; now apply N.mul_le_mono_r).
    assert (r <= r * q) by (rewrite <- (N.mul_1_r r) at 1; apply N.mul_le_mono_l; unfold q; lia). lia. }
  exists (l1 ++ (a + p) :: l2). split.
  - rewrite total_mid in *. replace (t + (a + (total l1 + total l2)) + p) with (t + total (l1 ++ (a + p) :: l2))
      by (rewrite total_mid; lia).
    constructor.
    + rewrite (length_mid _ _ _ a). assumption.
    + eapply ones_mid; [|eassumption]. unfold q in Ha; lia.
    + rewrite (length_mid _ _ _ a). assumption.
  - rewrite !map_app. simpl map. rewrite IH; [reflexivity| |unfold q in Ha; lia].
    apply Hs. apply in_or_app. right. left. reflexivity.
Qed.

Lemma shorter parts : heap_move d (n + p) parts -> exists parts', heap_move d n parts' /\ map f parts' = map f parts.
Proof.
  intros Hm. assert (Hs : forall a, In a parts -> a < n + p) by (intros a Ha; eapply part_smaller; eauto).
  remember (n + p) as m eqn:Em. destruct Hm as [t parts Hbit H1 Hc].
  destruct (Hb _ _ Hbit) as [Ht Hj].
  destruct (one_is_large (q + p) parts) as (l1 & a & l2 & -> & Ha); [unfold q; lia| |].
  { pose proof (N.mul_le_mono_r _ _ (q + p - 1) Hj) as M. rewrite (N.mul_sub_distr_l (q + p) 1 r) in M.
    assert (r <= r * (q + p)) by (rewrite <- (N.mul_1_r r) at 1; apply N.mul_le_mono_l; unfold q; lia). lia. }
  exists (l1 ++ (a - p) :: l2). split.
  - rewrite total_mid in Em. replace n with (t + total (l1 ++ (a - p) :: l2)) by (rewrite total_mid; lia).
    constructor.
    + rewrite (length_mid _ _ _ a). assumption.
    + eapply ones_mid; [|eassumption]. unfold q in Ha; lia.
    + rewrite (length_mid _ _ _ a). assumption.
  - assert (La : a < t + total (l1 ++ a :: l2)) by (apply Hs, in_or_app; right; left; reflexivity).
    rewrite !map_app. simpl map.
    replace (f a) with (f (a - p)); [reflexivity|].
    rewrite <- (IH (a - p)); [f_equal; lia|lia|unfold q in Ha; lia].
Qed.
End Moves.

Section Period.
Variables (d : code) (g : N -> N) (k r n0 p : N).
Hypothesis Hg : values d g.
Hypothesis Hb : bounded d k r.
Hypothesis Hr : 1 <= r.

Let q := N.max n0 1.

Lemma step n : r * (q + p) + k < n + p + r -> (forall m, m < n -> n0 <= m -> g (m + p) = g m) -> g (n + p) = g n.
Proof.
  intros Hn IH. eapply is_mex_ext; [|apply Hg|apply Hg]. intros v; split; intros (parts & Hm & <-).
  - destruct (shorter N d g k r n0 p Hb Hr n Hn IH parts Hm) as (parts' & H1 & H2). exists parts'. now rewrite H2.
  - destruct (longer N d g k r n0 p Hb Hr n Hn IH parts Hm) as (parts' & H1 & H2). exists parts'. now rewrite H2.
Qed.

(** L >= rq + rp + k - (r - 1) values with the period are enough; q = max(n0, 1). *)
Theorem guy_smith L :
  r * (q + p) + k < L + r ->
  (forall n, n0 <= n -> n + p < L -> g (n + p) = g n) ->
  forall n, n0 <= n -> g (n + p) = g n.
Proof.
  intros HL H. apply (heap_induction (fun n => n0 <= n -> g (n + p) = g n)).
  intros n IH Hn. destruct (N.lt_ge_cases (n + p) L) as [|HG]; [auto|].
  apply step; [lia|assumption].
Qed.
End Period.

(** What a period means in play: a heap n >= n0 may be exchanged for n + p in every position. *)
Theorem period_in_play d g n0 p : values d g -> (forall n, n0 <= n -> g (n + p) = g n) ->
  forall n s, n0 <= n -> (lost (move d) (n + p :: s) <-> lost (move d) (n :: s)).
Proof. intros Hg H n s Hn. apply (same_heap d g Hg (n + p) n). auto. Qed.
