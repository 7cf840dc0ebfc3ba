(** * Two amounts x < y: the article's Theorem 4, and that its period is the least one *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Subtraction Codes Periods Claims.
Open Scope N_scope.

(** A word as runs: [(0, 3); (1, 2)] is 0 0 0 1 1. *)
Definition word := list (N * N).
Fixpoint letter (w : word) (i : N) : N :=
  match w with [] => 0 | (v, count) :: w => if i <? count then v else letter w (i - count) end.
Fixpoint length_of (w : word) : N := match w with [] => 0 | (_, count) :: w => count + length_of w end.

(** (0^x 1^x)^m followed by [w]. *)
Fixpoint blocks (m : nat) (x : N) (w : word) : word :=
  match m with O => w | S m => (0, x) :: (1, x) :: blocks m x w end.

Lemma div_more n x k : 0 < x -> (n + k * x) / x = n / x + k.
Proof. intros H. rewrite N.div_add by lia. reflexivity. Qed.

Lemma blocks_letter x w : 0 < x -> forall m i,
  letter (blocks m x w) i = if i <? 2 * N.of_nat m * x then (i / x) mod 2 else letter w (i - 2 * N.of_nat m * x).
Proof.
  intros Hx. induction m as [|m IH]; intros i.
  - cbn [blocks N.of_nat]. destruct (N.ltb_spec i (2 * 0 * x)); [lia|]. f_equal. lia.
  - cbn [blocks letter]. rewrite Nat2N.inj_succ.
    destruct (N.ltb_spec i x) as [A|A].
    + destruct (N.ltb_spec i (2 * N.succ (N.of_nat m) * x)) as [_|B]; [|nia]. now rewrite N.div_small.
    + destruct (N.ltb_spec (i - x) x) as [C|C].
      * destruct (N.ltb_spec i (2 * N.succ (N.of_nat m) * x)) as [_|B]; [|nia].
        replace i with (i - x + 1 * x) by lia. rewrite div_more, N.div_small by lia. reflexivity.
      * rewrite IH. replace (i - x - x) with (i - 2 * x) by lia.
        destruct (N.ltb_spec (i - 2 * x) (2 * N.of_nat m * x)), (N.ltb_spec i (2 * N.succ (N.of_nat m) * x)); try nia.
        -- replace i with (i - 2 * x + 2 * x) at 2 by lia. rewrite div_more by assumption.
           rewrite N.add_mod by lia. change (2 mod 2) with 0. now rewrite N.add_0_r, N.mod_mod by lia.
        -- f_equal. nia.
Qed.

Lemma blocks_length x w : forall m, length_of (blocks m x w) = 2 * N.of_nat m * x + length_of w.
Proof. induction m as [|m IH]; cbn [blocks length_of]; [cbn; lia|]. rewrite IH. lia. Qed.

Section TwoAmounts.
Variables (x y : N) (g : N -> N).
Hypothesis x_positive : 0 < x.
Hypothesis x_less : x < y.
Hypothesis Hg : gives_values (subtract [x; y]) g.

Let differs := option_differs [x; y] g Hg.

Lemma option_x n u : u < g n -> n < y -> x <= n /\ g (n - x) = u.
Proof.
  intros H L. destruct (option_below _ g Hg n u H) as (s & m & [<-|[<-|[]]] & _ & -> & E); [|lia].
  split; [lia|]. now rewrite N.add_sub.
Qed.

(** Heaps below y: x zeros, x ones, and so on. *)
Lemma below_second n : n < y -> g n = (n / x) mod 2.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros L.
  destruct (N.lt_ge_cases n x) as [C|C].
  - rewrite N.div_small by assumption.
    exact (below_least [x; y] g Hg x x_positive (least_x x y x_positive x_less) n C).
  - pose proof (differs (n - x) x (or_introl eq_refl) x_positive) as D. replace (n - x + x) with n in D by lia.
    pose proof (IH (n - x) ltac:(lia) ltac:(lia)) as I.
    replace n with (n - x + 1 * x) at 2 by lia. rewrite div_more by assumption. rewrite odd_step.
    pose proof (option_x n 0) as O0. pose proof (option_x n 1) as O1.
    destruct (small_mod ((n - x) / x)) as [E|E]; rewrite E in *; cbn; lia.
Qed.

(** Heaps from y to x + y - 1: value 2, or 1. *)
Lemma from_second n : y <= n -> n < x + y -> g n = if (n / x) mod 2 =? 0 then 2 else 1.
Proof.
  intros L1 L2. pose proof (differs (n - x) x (or_introl eq_refl) x_positive) as D1.
  pose proof (differs (n - y) y (or_intror (or_introl eq_refl)) ltac:(lia)) as D2.
  replace (n - x + x) with n in D1 by lia. replace (n - y + y) with n in D2 by lia.
  assert (Z : g (n - y) = 0) by (rewrite below_second, N.div_small by lia; reflexivity).
  pose proof (below_second (n - x) ltac:(lia)) as B. pose proof (at_most_two x y g x_positive x_less Hg n) as M.
  assert (K : 1 < g n -> g (n - x) = 1).
  { intros V. destruct (option_below _ g Hg n 1 V) as (s & m & [<-|[<-|[]]] & _ & E & F).
    - rewrite <- F. f_equal. lia.
    - replace m with (n - y) in F by lia. congruence. }
  replace n with (n - x + 1 * x) at 2 by lia. rewrite div_more by assumption. rewrite odd_step.
  destruct (small_mod ((n - x) / x)) as [E|E]; rewrite E in *; cbn; lia.
Qed.

Lemma values_mod n : g n = g (n mod (x + y)).
Proof.
  rewrite (N.div_mod n (x + y)) at 1 by lia. generalize (n / (x + y)), (n mod (x + y)). intros q r.
  induction q as [|q IH] using N.peano_ind; [f_equal; lia|].
  replace ((x + y) * N.succ q + r) with ((x + y) * q + r + (x + y)) by lia.
  rewrite (theorem_2 x y g x_positive x_less Hg). exact IH.
Qed.

Lemma word_values w : (forall i, i < x + y -> g i = letter w i) -> forall n, g n = letter w (n mod (x + y)).
Proof. intros H n. rewrite values_mod. apply H. apply N.mod_lt. lia. Qed.

(** y = 2xm + r with 0 <= r < x: the values are (0^x 1^x)^m 0^r 2^(x-r) 1^r, again and again. *)
Theorem theorem_4_more m r : r < x -> y = 2 * N.of_nat m * x + r ->
  let w := blocks m x [(0, r); (2, x - r); (1, r)] in length_of w = x + y /\ forall n, g n = letter w (n mod (x + y)).
Proof.
  intros Hr Hy w. split; [subst w; rewrite blocks_length; cbn [length_of]; lia|]. apply word_values. intros i Hi.
  subst w. rewrite blocks_letter by assumption. set (b := 2 * N.of_nat m * x) in *.
  assert (D : b <= i -> i / x = (i - b) / x + 2 * N.of_nat m).
  { intros L. replace i with (i - b + 2 * N.of_nat m * x) at 1 by (fold b; lia). now rewrite div_more. }
  assert (E : b <= i -> (i / x) mod 2 = ((i - b) / x) mod 2).
  { intros L. rewrite D by assumption. rewrite (N.mul_comm 2), N.mod_add by lia. reflexivity. }
  destruct (N.ltb_spec i b) as [A|A]; [apply below_second; lia|]. cbn [letter].
  destruct (N.ltb_spec (i - b) r) as [B|B].
  - rewrite below_second, E, N.div_small by lia. reflexivity.
  - rewrite from_second, E by lia. destruct (N.ltb_spec (i - b - r) (x - r)) as [C|C].
    + rewrite N.div_small by lia. reflexivity.
    + destruct (N.ltb_spec (i - b - r - (x - r)) r); [|lia].
      replace (i - b) with (i - b - x + 1 * x) by lia. rewrite div_more, N.div_small by lia. reflexivity.
Qed.

(** y = 2xm - r with 0 < r < x: the values are (0^x 1^x)^m 2^(x-r), again and again. *)
Theorem theorem_4_less m r : 0 < r -> r < x -> y + r = 2 * N.of_nat m * x ->
  let w := blocks m x [(2, x - r)] in length_of w = x + y /\ forall n, g n = letter w (n mod (x + y)).
Proof.
  intros H0 Hr Hy w. split; [subst w; rewrite blocks_length; cbn [length_of]; lia|]. apply word_values. intros i Hi.
  subst w. rewrite blocks_letter by assumption. set (b := 2 * N.of_nat m * x) in *.
  destruct (N.ltb_spec i b) as [A|A].
  - destruct (N.lt_ge_cases i y) as [B|B]; [now apply below_second|]. rewrite from_second by lia.
    assert (K : i / x = 2 * (N.of_nat m - 1) + 1).
    { destruct m as [|m]; [exfalso; assert (Z : b = 0) by reflexivity; rewrite Z in *; lia|]. unfold b in *. rewrite Nat2N.inj_succ in *. set (j := N.of_nat m) in *.
      replace (2 * N.succ j * x) with (2 * (j * x) + 2 * x) in * by lia. replace (N.succ j - 1) with j by lia.
      symmetry. apply (N.div_unique i x _ (i - (2 * (j * x) + x))); lia. }
    rewrite K, odd_step. rewrite (N.mul_comm 2), N.mod_mul by lia. reflexivity.
  - cbn [letter]. destruct (N.ltb_spec (i - b) (x - r)); [|lia]. rewrite from_second by lia.
    replace i with (i - b + 2 * N.of_nat m * x) by (fold b; lia). rewrite div_more, N.div_small by lia.
    rewrite N.add_0_l, (N.mul_comm 2), N.mod_mul by lia. reflexivity.
Qed.

(** If y is not an odd multiple of x, every period is a multiple of x + y: the article does not prove this. *)
Theorem least_period : (forall m, y <> (2 * m + 1) * x) -> forall n0 q, 0 < q -> eventually g n0 q -> N.divide (x + y) q.
Proof.
  intros Odd n0 q Hq H.
  assert (Q : eventually g 0 (x + y)) by (intros n _; apply (theorem_2 x y g x_positive x_less Hg)).
  pose proof (eventually_gcd g 0 (x + y) n0 q ltac:(lia) Q H) as Hd.
  pose proof (N.gcd_divide_l (x + y) q) as (t & T). set (d := N.gcd (x + y) q) in *.
  destruct (N.eq_dec t 1) as [->|Ht]; [replace (x + y) with d by lia; apply N.gcd_divide_r|]. exfalso.
  assert (T2 : 2 <= t) by (destruct t as [|[| |]]; lia).
  assert (Pos : 0 < d) by (destruct d; lia).
  assert (Small : d < y) by nia.
  assert (Gx : g x = 1).
  { rewrite below_second by assumption. rewrite N.div_same by lia. reflexivity. }
  assert (Far : x < d).
  { destruct (N.le_gt_cases d x) as [L|]; [|assumption]. exfalso.
    pose proof (eventually_times g 0 d Hd (x / d) (x mod d) (N.le_0_l _)) as E.
    pose proof (N.mod_lt x d ltac:(lia)) as M.
    replace (x mod d + x / d * d) with x in E by (pose proof (N.div_mod x d ltac:(lia)); lia).
    rewrite Gx, below_second, N.div_small in E by lia. discriminate. }
  assert (Ones : forall n, d - x <= n -> n < d -> (n / x) mod 2 = 1).
  { intros n L1 L2. rewrite <- below_second by lia. destruct (small_mod (n / x)) as [E|E]; [|rewrite below_second; [exact E|lia]].
    exfalso. rewrite <- below_second in E by lia.
    rewrite <- (eventually_times g 0 d Hd (t - 1) n ltac:(lia)) in E.
    assert (R : n + (t - 1) * d = n + (x + y) - d) by nia. rewrite R in E.
    rewrite from_second in E by lia. destruct (_ =? 0); discriminate. }
  pose proof (Ones (d - x) ltac:(lia) ltac:(lia)) as O1. pose proof (Ones (d - 1) ltac:(lia) ltac:(lia)) as O2.
  set (k := (d - x) / x) in *.
  assert (K : k * x <= d - x < (k + 1) * x).
  { pose proof (N.div_mod (d - x) x ltac:(lia)) as D. pose proof (N.mod_lt (d - x) x ltac:(lia)) as R.
    fold k in D. revert D R. generalize ((d - x) mod x). clearbody k. intros r D R. lia. }
  assert (K2 : d - x = k * x).
  { destruct (N.eq_dec (d - x) (k * x)) as [|Ne]; [assumption|]. exfalso.
    assert (E : (d - 1) / x = k + 1) by (symmetry; apply (N.div_unique (d - 1) x _ (d - 1 - (k + 1) * x)); lia).
    rewrite E, odd_step, O1 in O2. discriminate. }
  assert (Even : exists j, k = 2 * j + 1).
  { exists (k / 2). pose proof (N.div_mod k 2 ltac:(lia)). lia. }
  destruct Even as (j & J). apply (Odd (t * (j + 1) - 1)). nia.
Qed.

(** The same as a formula for every heap: by the remainder i after x + y, the parity of i / x if i < y; else 2 if i / x is
    even, and 1 if it is odd. *)
Theorem two_amounts n : let i := n mod (x + y) in
  g n = if i <? y then (i / x) mod 2 else if (i / x) mod 2 =? 0 then 2 else 1.
Proof.
  cbv zeta. rewrite values_mod. assert (L : n mod (x + y) < x + y) by (apply N.mod_lt; lia).
  set (i := n mod (x + y)) in *. clearbody i.
  destruct (N.ltb_spec i y) as [C|C]; [now apply below_second|now apply from_second].
Qed.
End TwoAmounts.
