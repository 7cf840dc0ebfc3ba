(** * What a certificate of a period claims, and what is left to check when enough values are known *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods.
Open Scope N_scope.

Definition eventually {X : Type} (g : N -> X) (n0 p : N) : Prop := forall n, n0 <= n -> g (n + p) = g n.

(** G(n + p) = G(n) for all n >= n0; no smaller n0 does it, no smaller p does it; and the first values are those given. *)
Definition claim (d : code) (n0 p : N) (given : list N) : Prop :=
  0 < p /\ eventually (grundy d) n0 p /\
  (forall m q, 0 < q -> eventually (grundy d) m q -> n0 <= m /\ N.divide p q) /\
  (forall i, (i < length given)%nat -> grundy d (N.of_nat i) = nth i given 0).

Lemma eventually_times {X} (g : N -> X) n0 p : eventually g n0 p -> forall c n, n0 <= n -> g (n + c * p) = g n.
Proof.
  intros H c. induction c as [|c IH] using N.peano_ind; intros n Hn; [f_equal; lia|].
  replace (n + N.succ c * p) with ((n + c * p) + p) by lia. rewrite H by lia. auto.
Qed.

Lemma eventually_gcd {X} (g : N -> X) n0 p m q : 0 < p -> eventually g n0 p -> eventually g m q -> eventually g n0 (N.gcd p q).
Proof.
  intros Hp H1 H2 n Hn. destruct (N.gcd_bezout_pos p q Hp) as (a & b & E).
  assert (K : m <= n + N.gcd p q + m * p) by (destruct p; nia).
  rewrite <- (eventually_times g n0 p H1 m (n + N.gcd p q)) by lia.
  rewrite <- (eventually_times g m q H2 b) by assumption.
  replace (n + N.gcd p q + m * p + b * q) with (n + (m + a) * p) by lia.
  apply (eventually_times g n0 p H1). assumption.
Qed.

Section Final.
Variables (look : N -> N) (n0 p : N).

Fixpoint same (count : nat) (n : N) : bool :=
  match count with O => true | S k => if look n =? look (n + p) then same k (N.succ n) else false end.

(** Some n from the given one on has G(n + q) <> G(n). *)
Fixpoint differ (count : nat) (n q : N) : bool :=
  match count with O => false | S k => if look n =? look (n + q) then differ k (N.succ n) q else true end.

(** No proper divisor of p is a period. *)
Fixpoint divisors (count : nat) (fuel : nat) (q : N) : bool :=
  match count with
  | O => true
  | S k => if (if p mod q =? 0 then differ fuel n0 q else true) then divisors k fuel (N.succ q) else false
  end.

Fixpoint listed (vs : list N) (n : N) : bool :=
  match vs with [] => true | v :: vs => if look n =? v then listed vs (N.succ n) else false end.

Definition final (L : N) (given : list N) : bool :=
  (0 <? p) && (n0 + p + p <=? L) && (N.of_nat (length given) <=? L)
  && same (N.to_nat (L - p - n0)) n0
  && ((n0 =? 0) || negb (look (n0 - 1) =? look (n0 - 1 + p)))
  && divisors (N.to_nat (p - 1)) (N.to_nat p) 1
  && listed given 0.

Lemma same_spec : forall count n, same count n = true ->
  forall i, n <= i < n + N.of_nat count -> look i = look (i + p).
Proof.
  induction count as [|c IH]; intros n; cbn [same]; [intros _ i; lia|].
  destruct (N.eqb_spec (look n) (look (n + p))) as [E|]; [|discriminate].
  intros H i Hi. destruct (N.eq_dec i n) as [->|]; [assumption|]. apply (IH _ H). lia.
Qed.

Lemma differ_spec q : forall count n, differ count n q = true ->
  exists i, n <= i < n + N.of_nat count /\ look i <> look (i + q).
Proof.
  induction count as [|c IH]; intros n; cbn [differ]; [discriminate|].
  destruct (N.eqb_spec (look n) (look (n + q))) as [E|E].
  - intros H. apply IH in H as (i & Hi & Hd). exists i. split; [lia|assumption].
  - intros _. exists n. split; [lia|assumption].
Qed.

Lemma divisors_spec fuel : forall count q0, divisors count fuel q0 = true ->
  forall q, q0 <= q < q0 + N.of_nat count -> p mod q = 0 -> differ fuel n0 q = true.
Proof.
  induction count as [|c IH]; intros q0; cbn [divisors]; [intros _ q; lia|].
  destruct (if p mod q0 =? 0 then differ fuel n0 q0 else true) eqn:E; [|discriminate].
  intros H q Hq Hm. destruct (N.eq_dec q q0) as [->|]; [|apply (IH _ H); [lia|assumption]].
  rewrite Hm in E. exact E.
Qed.

Lemma listed_spec : forall vs n, listed vs n = true ->
  forall i, (i < length vs)%nat -> look (n + N.of_nat i) = nth i vs 0.
Proof.
  induction vs as [|v vs IH]; intros n; cbn [listed length]; [intros _ i; lia|].
  destruct (N.eqb_spec (look n) v) as [E|]; [|discriminate].
  intros H [|i] Hi; simpl nth.
  - now rewrite N.add_0_r.
  - replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia. apply IH; [assumption|lia].
Qed.
End Final.

(** How many values the theorem needs: L = rq + rp + k - (r - 1), and two periods, to see that p is the least one. *)
Definition parts_of (d : code) : N := fold_right (fun x r => N.max (N.log2 x) r) 1 d.
Definition needed (d : code) (n0 p : N) : N :=
  N.max (parts_of d * (N.max n0 1 + p) + (N.of_nat (length d) - 1) + 1 - parts_of d) (n0 + p + p).

Lemma parts_of_one d : 1 <= parts_of d.
Proof. unfold parts_of. induction d; cbn [fold_right]; lia. Qed.

(** If enough values are right and pass these comparisons, the claim is true. *)
Theorem final_sound d look n0 p given :
  bounded_b d (parts_of d) = true -> (forall i, i < needed d n0 p -> look i = grundy d i) ->
  final look n0 p (needed d n0 p) given = true -> claim d n0 p given.
Proof.
  intros E2 HL. set (L := needed d n0 p) in *. unfold final. rewrite !andb_true_iff.
  intros ((((((F1 & F2) & F3) & F4) & F5) & F6) & F7).
  apply N.ltb_lt in F1. apply N.leb_le in F2, F3.
  pose proof (grundy_values d) as Hg.
  assert (P : eventually (grundy d) n0 p).
  { unfold eventually. apply (guy_smith d (grundy d) (N.of_nat (length d) - 1) (parts_of d) n0 p Hg) with (L := L).
    + apply bounded_b_spec. assumption.
    + apply parts_of_one.
    + unfold L, needed. assert (parts_of d <= parts_of d * (N.max n0 1 + p)).
      { rewrite <- (N.mul_1_r (parts_of d)) at 1. apply N.mul_le_mono_l. lia. } lia.
    + intros n Hn HLt. rewrite <- !HL by lia. symmetry. apply (same_spec _ _ _ _ F4). lia. }
  split; [assumption|]. split; [assumption|]. split.
  - intros m q Hq Q. pose proof (eventually_gcd _ _ _ _ _ F1 P Q) as E.
    assert (Hd : N.gcd p q = p).
    { destruct (N.eq_dec (N.gcd p q) p) as [|Hne]; [assumption|]. exfalso.
      assert (G0 : N.gcd p q <> 0) by (intros Z; apply N.gcd_eq_0_l in Z; lia).
      pose proof (N.gcd_divide_l p q) as D. pose proof (N.divide_pos_le _ _ F1 D).
      assert (F : differ look (N.to_nat p) n0 (N.gcd p q) = true).
      { apply (divisors_spec look n0 p (N.to_nat p) _ _ F6 (N.gcd p q)); [lia|]. apply N.mod_divide; assumption. }
      apply differ_spec in F as (i & Hi & F). apply F. rewrite !HL by lia. symmetry. apply E. lia. }
    assert (D : N.divide p q) by (rewrite <- Hd; apply N.gcd_divide_r).
    split; [|assumption]. destruct (N.le_gt_cases n0 m) as [|Hm]; [assumption|]. exfalso.
    apply orb_true_iff in F5 as [F5|F5]; [apply N.eqb_eq in F5; lia|].
    apply negb_true_iff, N.eqb_neq in F5. apply F5. rewrite !HL by lia.
    destruct D as (c & ->). rewrite <- (Q (n0 - 1)) by lia. destruct c as [|c] using N.peano_ind; [lia|].
    replace (n0 - 1 + N.succ c * p) with (n0 - 1 + p + c * p) by lia.
    apply (eventually_times _ _ _ P). lia.
  - intros i Hi. rewrite <- (HL (N.of_nat i)) by lia. rewrite <- (N.add_0_l (N.of_nat i)).
    apply listed_spec; assumption.
Qed.

(** What the period means in play, without values: a heap n + p may be put in place of n, in every position. *)
Theorem claim_in_play d n0 p given : claim d n0 p given ->
  forall n s, n0 <= n -> (lost (move d) (n + p :: s) <-> lost (move d) (n :: s)).
Proof. intros (_ & H & _). exact (period_in_play d _ n0 p (grundy_values d) H). Qed.
