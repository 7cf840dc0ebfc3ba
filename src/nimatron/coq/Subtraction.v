(** * Subtraction games: the article's lemmas and theorems on one and two amounts *)
From Coq Require Import Arith NArith List Lia Bool Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** Take an amount of the set [S]. *)
Definition subtract (S : list N) (n m : N) : Prop := exists s, In s S /\ 0 < s /\ m + s = n.

Lemma subtract_ends S : play_ends (subtract S).
Proof. apply (wf_incl _ _ N.lt); [|exact N.lt_wf_0]. intros m n (s & _ & H & E). lia. Qed.

Lemma small_mod n : n mod 2 = 0 \/ n mod 2 = 1.
Proof. assert (H : n mod 2 < 2) by (apply N.mod_lt; lia). destruct (n mod 2) as [|[| |]]; [auto|..|auto]; lia. Qed.

(** Adding an odd number changes the parity. *)
Lemma odd_step n : (n + 1) mod 2 = if n mod 2 =? 0 then 1 else 0.
Proof. rewrite N.add_mod by lia. destruct (small_mod n) as [->| ->]; reflexivity. Qed.

Section AnySet.
Variables (S : list N) (g : N -> N).
Hypothesis Hg : gives_values (subtract S) g.

Lemma option_differs n s : In s S -> 0 < s -> g n <> g (n + s).
Proof. intros Hs H E. destruct (Hg (n + s)) as [Hn _]. apply Hn. exists n. split; [|congruence]. exists s. auto. Qed.

Lemma option_below n u : u < g n -> exists s m, In s S /\ 0 < s /\ n = m + s /\ g m = u.
Proof. intros H. destruct (Hg n) as [_ A]. destruct (A u H) as (m & (s & H1 & H2 & H3) & E). exists s, m. auto. Qed.

(** Ferguson's pairing: if [x] is the least amount, a heap has value 1 exactly if [x] less has value 0. *)
Variable x : N.
Hypothesis Hx : In x S.
Hypothesis x_positive : 0 < x.
Hypothesis x_least : forall s, In s S -> 0 < s -> x <= s.

Lemma below_least n : n < x -> g n = 0.
Proof.
  intros H. destruct (N.eq_dec (g n) 0) as [|E]; [assumption|]. exfalso.
  destruct (option_below n 0) as (s & m & Hs & Hp & -> & _); [lia|]. specialize (x_least s Hs Hp). lia.
Qed.

(** A heap has value 0 exactly if the least amount more has value 1. *)
Theorem pairing n : g (n + x) = 1 <-> g n = 0.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). split; intros E.
  - destruct (N.eq_dec (g n) 0) as [|NE]; [assumption|]. exfalso.
    destruct (option_below n 0) as (s & m & Hs & Hp & -> & Em); [lia|].
    apply (IH m) in Em; [|lia]. apply (option_differs (m + x) s Hs Hp). rewrite Em.
    replace (m + x + s) with (m + s + x) by lia. congruence.
  - assert (NZ : g (n + x) <> 0) by (intros F; apply (option_differs n x Hx x_positive); congruence).
    destruct (N.eq_dec (g (n + x)) 1) as [|NE]; [assumption|]. exfalso.
    destruct (option_below (n + x) 1) as (s & m & Hs & Hp & Em & E1); [lia|].
    pose proof (x_least s Hs Hp) as Hl. assert (K : x <= m).
    { destruct (N.le_gt_cases x m) as [|G]; [assumption|]. rewrite (below_least m G) in E1. discriminate. }
    assert (E0 : g (m - x) = 0) by (apply IH; [lia|]; replace (m - x + x) with m by lia; assumption).
    apply (option_differs (m - x) s Hs Hp). replace (m - x + s) with n by lia. congruence.
Qed.
End AnySet.

(** ** One amount: Theorem 1 *)

(** Theorem 1 of the article: with one amount s the values are s zeros, s ones, and so on. *)
Theorem one_amount s g : 0 < s -> gives_values (subtract [s]) g -> forall n, g n = (n / s) mod 2.
Proof.
  intros Hs Hg. apply (values_unique _ g (fun n => (n / s) mod 2) (subtract_ends [s]) Hg). intros n. split.
  - intros (m & (s' & [<-|[]] & _ & <-) & E). replace (m + s) with (m + 1 * s) in E by lia. rewrite N.div_add in E by lia.
    rewrite odd_step in E. destruct (small_mod (m / s)) as [F|F]; rewrite F in E; discriminate.
  - intros u Hu. destruct (N.le_gt_cases s n) as [L|L].
    + exists (n - s). split; [exists s; cbn; split; [auto|lia]|].
      replace n with (n - s + 1 * s) in Hu by lia. rewrite N.div_add, odd_step in Hu by lia.
      destruct (small_mod ((n - s) / s)) as [F|F]; rewrite F in *; cbn in Hu; lia.
    + rewrite N.div_small in Hu by assumption. cbn in Hu. lia.
Qed.

(** ** Two amounts x < y *)

Section TwoAmounts.
Variables (x y : N) (g : N -> N).
Hypothesis x_positive : 0 < x.
Hypothesis x_less : x < y.
Hypothesis Hg : gives_values (subtract [x; y]) g.

Lemma in_x : In x [x; y]. Proof. now left. Qed.
Lemma in_y : In y [x; y]. Proof. right. now left. Qed.
Lemma least_x s : In s [x; y] -> 0 < s -> x <= s.
Proof. intros [<-|[<-|[]]]; lia. Qed.

Let differs := option_differs [x; y] g Hg.
Let pairs := pairing [x; y] g Hg x in_x x_positive least_x.

Lemma at_most_two n : g n <= 2.
Proof.
  destruct (N.le_gt_cases (g n) 2) as [|G]; [assumption|]. exfalso.
  assert (A : forall u, u < g n -> (x <= n /\ g (n - x) = u) \/ (y <= n /\ g (n - y) = u)).
  { intros u Hu. destruct (option_below _ g Hg n u Hu) as (s & m & [<-|[<-|[]]] & _ & -> & E); [left|right]; (split; [lia|]);
      now rewrite N.add_sub. }
  destruct (A 0), (A 1), (A 2); lia.
Qed.

(** Lemma 1 of the article: a heap n >= y has value 0 exactly if n - y has value 1. *)
Theorem lemma_1 n : g (n + y) = 0 <-> g n = 1.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). split; intros E.
  - pose proof (differs n y in_y ltac:(lia)) as D1. pose proof (at_most_two n).
    destruct (N.eq_dec (g n) 1) as [|NE]; [assumption|]. exfalso. assert (E2 : g n = 2) by lia.
    assert (A : forall u, u < 2 -> exists s m, In s [x; y] /\ 0 < s /\ n = m + s /\ g m = u)
      by (intros u Hu; apply option_below; [assumption|lia]).
    destruct (A 0) as (s0 & m0 & H0 & P0 & N0 & E0); [lia|]. destruct (A 1) as (s1 & m1 & H1 & P1 & N1 & E1); [lia|].
    destruct H1 as [<-|[<-|[]]].
    + (* n - x has value 1, so n - x + y has value 0: an option of n + y *)
      apply (IH m1) in E1; [|lia]. apply (differs (m1 + y) x in_x x_positive).
      replace (m1 + y + x) with (n + y) by lia. congruence.
    + apply (IH m1) in E1; [|lia]. rewrite <- N1 in E1. lia.
  - destruct (N.eq_dec (g (n + y)) 0) as [|NE]; [assumption|]. exfalso.
    destruct (option_below _ g Hg (n + y) 0) as (s & m & [<-|[<-|[]]] & _ & Em & E0); [lia| |].
    + destruct (N.le_gt_cases x n) as [L|L].
      * assert (E1 : g (n - x) = 1) by (apply IH; [lia|]; replace (n - x + y) with m by lia; assumption).
        apply (differs (n - x) x in_x x_positive). replace (n - x + x) with n by lia. congruence.
      * rewrite (below_least _ g Hg x x_positive least_x n L) in E. discriminate.
    + apply N.add_cancel_r in Em. subst m. congruence.
Qed.

(** Lemma 2: value 2 comes from the values 1 and 0 of n - x and n - y. *)
Theorem lemma_2 n : g (n + y) = 2 <-> g (n + y - x) = 1 /\ g n = 0.
Proof.
  assert (E : n + y - x + x = n + y) by lia.
  pose proof (differs n y in_y ltac:(lia)) as D1. pose proof (differs (n + y - x) x in_x x_positive) as D2. rewrite E in D2.
  pose proof (at_most_two (n + y)). pose proof (at_most_two n). pose proof (at_most_two (n + y - x)).
  pose proof (lemma_1 n) as L1. pose proof (pairs (n + y - x)) as P. rewrite E in P.
  split.
  - intros V. assert (g n <> 1) by (intros F; apply L1 in F; lia). assert (g (n + y - x) <> 0) by (intros F; apply P in F; lia). lia.
  - intros (V1 & V0). lia.
Qed.

(** Theorem 2: the values repeat with period x + y, from the first heap on. *)
Theorem theorem_2 n : g (n + (x + y)) = g n.
Proof.
  assert (A : g (n + (x + y)) = 0 <-> g n = 0).
  { replace (n + (x + y)) with (n + x + y) by lia. rewrite lemma_1. apply pairs. }
  assert (B : g (n + (x + y)) = 1 <-> g n = 1).
  { replace (n + (x + y)) with (n + y + x) by lia. unfold pairs. rewrite (pairing [x; y] g Hg x in_x x_positive least_x). apply lemma_1. }
  pose proof (at_most_two n). pose proof (at_most_two (n + (x + y))). lia.
Qed.
End TwoAmounts.

(** Theorem 3: if y is an odd multiple of x, the values are x zeros, x ones, and so on. *)
Theorem theorem_3 x m g : 0 < x -> gives_values (subtract [x; (2 * m + 1) * x]) g -> forall n, g n = (n / x) mod 2.
Proof.
  intros Hx Hg. apply (values_unique _ g (fun n => (n / x) mod 2) (subtract_ends _) Hg). intros n. split.
  - intros (k & (s & Hs & _ & <-) & E).
    assert (A : exists j, s = (2 * j + 1) * x) by (destruct Hs as [<-|[<-|[]]]; [exists 0; lia|exists m; reflexivity]).
    destruct A as (j & ->). rewrite N.div_add in E by lia.
    replace (k / x + (2 * j + 1)) with (k / x + 1 + j * 2) in E by lia. rewrite N.mod_add in E by lia.
    rewrite odd_step in E. destruct (small_mod (k / x)) as [F|F]; rewrite F in E; discriminate.
  - intros u Hu. destruct (N.le_gt_cases x n) as [L|L].
    + exists (n - x). split; [exists x; cbn; split; [auto|lia]|].
      replace n with (n - x + 1 * x) in Hu by lia. rewrite N.div_add, odd_step in Hu by lia.
      destruct (small_mod ((n - x) / x)) as [F|F]; rewrite F in *; cbn in Hu; lia.
    + rewrite N.div_small in Hu by assumption. cbn in Hu. lia.
Qed.

(** ** Take 1 to m: the remainder *)

Definition take_up_to (m n n' : N) : Prop := n' < n /\ n <= n' + m.

Lemma take_up_to_ends m : play_ends (take_up_to m).
Proof. apply (wf_incl _ _ N.lt); [intros n' n (H & _); exact H|exact N.lt_wf_0]. Qed.

(** Take 1 to m: the value is the remainder after m + 1. *)
Theorem remainder m : gives_values (take_up_to m) (fun n => n mod (m + 1)).
Proof.
  intros n. pose proof (N.div_mod n (m + 1) ltac:(lia)) as D. set (r := n mod (m + 1)) in *. set (q := n / (m + 1)) in *.
  assert (R : r < m + 1) by (apply N.mod_lt; lia). split.
  - intros (k & (H1 & H2) & E). pose proof (N.div_mod k (m + 1) ltac:(lia)) as D'. rewrite E in D'.
    set (q' := k / (m + 1)) in *. destruct (N.lt_trichotomy q' q) as [L|[->|L]]; nia.
  - intros u Hu. exists (n - r + u). split; [split; lia|]. replace (n - r + u) with (u + q * (m + 1)) by nia.
    rewrite N.mod_add by lia. apply N.mod_small. lia.
Qed.

(** So a heap is lost exactly if m + 1 divides it. *)
Theorem remainder_decides m n : (lost (take_up_to m) n <-> n mod (m + 1) = 0) /\ (won (take_up_to m) n <-> n mod (m + 1) <> 0).
Proof. exact (value_decides _ _ (take_up_to_ends m) (remainder m) n). Qed.
