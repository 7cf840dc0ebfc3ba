(** * Fronts: periods of long sequences, known from a few values and a window that comes back *)
From Coq Require Import NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker.
Open Scope N_scope.

Section Front.
Variables (d : code) (g : N -> N) (k : N) (hints : list hint) (w : N).
Hypothesis Hg : values d g.
Hypothesis Hb : bounded d k 2.
Let rules := rules_of d hints.

(** A heap is rare if it is rare for some take that splits. *)
Definition rare (n : N) : Prop := exists r, In r rules /\ sort r n (g n) = target r.
Hypothesis targets : forall r, In r rules -> target r = with_parity r && N.odd (place r).

(** The values of the options that are one heap, or that have a part below the front w. *)
Definition near (n v : N) : Prop :=
  (exists t, In t (takes_of d 1) /\ t < n /\ v = g (n - t)) \/
  (exists r a, In r rules /\ 1 <= a < w /\ place r + a < n /\ v = N.lxor (g a) (g (n - place r - a))).

(** Every split with this value has exactly one rare part. *)
Definition decided (n v : N) : Prop := forall r, In r rules -> sort r (n - place r) v = true.

Lemma place_small r : In r rules -> place r <= k.
Proof. intros H. assert (B : N.testbit (digit d (place r)) 2 = true) by (apply (rules_spec d hints); eauto). now apply Hb in B. Qed.

Lemma take_small j t : In t (takes_of d j) -> 1 <= t <= k.
Proof. intros H. apply takes_spec in H as (H & B). apply Hb in B. lia. Qed.

(** If all rare heaps so far lie below the front, the least value that is not near is the value of the heap, provided
    that it is decided. *)
Theorem local_rule n v : 2 * (w + k) <= n -> (forall a, 1 <= a < n -> rare a -> a < w) ->
  is_mex (near n) v -> decided n v -> g n = v.
Proof.
  intros Hn Hr (M1 & M2) Hd. eapply is_mex_ext; [intros x; reflexivity|apply Hg|]. split.
  - intros O. apply (opt_cases d g k hints Hb) in O as [(_ & T)|[T|(r & a & b & R & A & B & E & V)]].
    + apply take_small in T. lia.
    + apply M1. left. exact T.
    + apply M1. right. specialize (Hd r R). pose proof (place_small r R) as P.
      replace (n - place r) with (a + b) in Hd by lia. rewrite V, <- sort_sum in Hd.
      assert (C : sort r a (g a) = target r \/ sort r b (g b) = target r).
      { destruct (sort r a (g a)), (sort r b (g b)), (target r); cbn in Hd; auto; discriminate. }
      destruct C as [C|C]; [exists r, a|exists r, b].
      * assert (a < w) by (apply Hr; [lia|exists r; auto]). replace (n - place r - a) with b by lia. repeat split; try assumption; lia.
      * assert (b < w) by (apply Hr; [lia|exists r; auto]). replace (n - place r - b) with a by lia. rewrite N.lxor_comm in V.
        repeat split; try assumption; lia.
  - intros u Hu. apply (opt_cases d g k hints Hb). right. destruct (M2 u Hu) as [T|(r & a & R & A & L & V)]; [left; exact T|].
    right. exists r, a, (n - place r - a). repeat split; try assumption; lia.
Qed.

Lemma sort_shift r n p v : sort r (n + p) v = xorb (sort r n v) (with_parity r && N.odd p).
Proof.
  rewrite <- (N.lxor_0_r v) at 1. rewrite <- sort_sum. f_equal. all: unfold sort; rewrite N.land_0_l; now destruct (with_parity r && N.odd p).
Qed.

(** A heap whose value is decided is not rare. *)
Lemma decided_common n : k <= n -> decided n (g n) -> ~ rare n.
Proof.
  intros Hn H (r & R & E). specialize (H r R). pose proof (place_small r R). pose proof (targets r R) as T.
  replace n with (n - place r + place r) in E at 1 by lia. rewrite sort_shift, H, <- T in E. now destruct (target r).
Qed.

Variables (m p top : N).
Hypothesis Hm : 2 * (w + k) <= m.
Hypothesis Hp : 0 < p.
Hypothesis Ht : m + p <= top.
(** An odd period is gone through twice if it matters whether a heap is odd. *)
Hypothesis even : (forall r, In r rules -> with_parity r && N.odd p = false) \/ m + 2 * p <= top.
Hypothesis first : forall n, 1 <= n < 2 * (w + k) -> rare n -> n < w.
Hypothesis computed : forall n, 2 * (w + k) <= n < top -> is_mex (near n) (g n) /\ decided n (g n).
Hypothesis window : forall n, n < m <= n + (w + k) -> g (n + p) = g n.

Let known (n : N) : Prop :=
  (1 <= n -> rare n -> n < w) /\ (2 * (w + k) <= n -> is_mex (near n) (g n) /\ decided n (g n)) /\
  (m + p <= n -> g n = g (n - p)).

Lemma decided_shift n q v : k <= n -> (forall r, In r rules -> with_parity r && N.odd q = false) -> decided n v -> decided (n + q) v.
Proof.
  intros Hn E D r R. pose proof (place_small r R). replace (n + q - place r) with (n - place r + q) by lia.
  rewrite sort_shift, (E r R), (D r R). reflexivity.
Qed.

Lemma all_known : forall n, known n.
Proof.
  apply heap_induction. intros n IH. destruct (N.lt_ge_cases n (2 * (w + k))) as [C|C].
  { split; [intros H; apply first; lia|]. split; lia. }
  assert (Common : decided n (g n) -> 1 <= n -> rare n -> n < w).
  { intros D _ R. exfalso. revert R. apply decided_common; [lia|assumption]. }
  assert (Near : m + p <= n -> forall v, near n v <-> near (n - p) v).
  { intros L. assert (Back : forall j, j < n -> n <= j + (w + k) -> g j = g (j - p)).
    { intros j J1 J2. destruct (N.lt_ge_cases j (m + p)) as [J3|J3]; [|apply (IH j J1); exact J3].
      replace j with (j - p + p) at 1 by lia. apply window. lia. }
    intros v. split.
    - intros [(t & T & A & V)|(r & a & R & A & B & V)].
      + left. exists t. pose proof (take_small 1 t T). rewrite V, (Back (n - t)) by lia. replace (n - p - t) with (n - t - p) by lia.
        repeat split; [assumption|lia].
      + right. exists r, a. pose proof (place_small r R). rewrite V, (Back (n - place r - a)) by lia.
        replace (n - p - place r - a) with (n - place r - a - p) by lia. repeat split; try assumption; lia.
    - intros [(t & T & A & V)|(r & a & R & A & B & V)].
      + left. exists t. pose proof (take_small 1 t T). rewrite V, (Back (n - t)) by lia. replace (n - p - t) with (n - t - p) by lia.
        repeat split; [assumption|lia].
      + right. exists r, a. pose proof (place_small r R). rewrite V, (Back (n - place r - a)) by lia.
        replace (n - p - place r - a) with (n - place r - a - p) by lia. repeat split; try assumption; lia. }
  destruct (N.lt_ge_cases n top) as [L|L].
  { destruct (computed n (conj C L)) as (M & D). split; [auto|]. split; [auto|]. intros Hn.
    destruct (IH (n - p)) as (_ & K & _); [lia|]. destruct K as (M' & _); [lia|].
    apply (is_mex_ext (near n) (near (n - p))); auto. }
  destruct (IH (n - p)) as (_ & K & K'); [lia|]. destruct K as (M & D); [lia|].
  assert (D' : decided n (g (n - p))).
  { destruct even as [E|E].
    - replace n with (n - p + p) at 1 by lia. apply decided_shift; [lia|assumption|assumption].
    - rewrite K' by lia. replace n with (n - p - p + (p + p)) at 1 by lia. apply decided_shift; [lia| |].
      + intros r R. rewrite N.odd_add. destruct (N.odd p); apply andb_false_r.
      + apply (IH (n - p - p)); lia. }
  assert (E : g n = g (n - p)).
  { apply local_rule; [assumption| | |assumption].
    - intros a (A1 & A2). exact (proj1 (IH a A2) A1).
    - destruct M as (M1 & M2). split; [rewrite Near by lia; exact M1|]. intros u Hu. apply Near; [lia|auto]. }
  rewrite <- E in D'. split; [auto|]. split; [|auto]. intros _. split; [|assumption].
  rewrite E. destruct M as (M1 & M2). split; [rewrite Near by lia; exact M1|]. intros u Hu. apply Near; [lia|auto].
Qed.

(** A window of w + k values that comes back after p more makes the values periodic, if the local rule has decided all
    values up to there. *)
Theorem front_period n : m <= n + (w + k) -> g (n + p) = g n.
Proof.
  intros Hn. destruct (N.lt_ge_cases n m) as [C|C]; [apply window; lia|].
  destruct (all_known (n + p)) as (_ & _ & K). rewrite K by lia. f_equal. lia.
Qed.

(** In play: a heap may be exchanged for one that is p larger, in every position. *)
Theorem front_in_play n s : m <= n + (w + k) -> (lost (move d) (n + p :: s) <-> lost (move d) (n :: s)).
Proof. intros Hn. apply (same_heap d g Hg). now apply front_period. Qed.
End Front.
