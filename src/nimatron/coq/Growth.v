(** * Growth: codes whose values grow by a saltus with every period, such as 0.3F *)
From Coq Require Import Arith NArith ZArith List Lia Bool MSetPositive.
Import ListNotations.
From Nimatron Require Import Play Values Nim Codes Periods Claims Checker AnyHeaps AllBut.
Open Scope N_scope.

(** Codes without signs that leave any number of heaps. We claim values: those of a table, then s more with every period.
    - Every smaller value is that of some move, because the moves of the last heaps of the table go on: a move that
      lasts keeps its value two periods later, one that climbs gets 2 s more.
    - No move has the value of its heap, because an equation between sums and nim-sums has no solution.
    So the values that are claimed are those of the game. *)

(** ** Numbers in binary *)

Lemma div2_lxor a b : N.div2 (N.lxor a b) = N.lxor (N.div2 a) (N.div2 b).
Proof. rewrite !N.div2_spec. apply N.shiftr_lxor. Qed.

Lemma odd_lxor a b : N.odd (N.lxor a b) = xorb (N.odd a) (N.odd b).
Proof. rewrite <- !N.bit0_odd. apply N.lxor_spec. Qed.

Lemma halves a : a = 2 * N.div2 a + N.b2n (N.odd a).
Proof. apply N.div2_odd. Qed.

Lemma div2_add a b : N.div2 (a + 2 * b) = N.div2 a + b.
Proof. rewrite !N.div2_div, N.mul_comm. apply N.div_add. discriminate. Qed.

Lemma odd_twice a b : N.odd (a + 2 * b) = N.odd a.
Proof. apply N.odd_add_mul_2. Qed.

Lemma same_number a b : N.odd a = N.odd b -> N.div2 a = N.div2 b -> a = b.
Proof. intros E1 E2. rewrite (halves a), (halves b). congruence. Qed.

Lemma lxor_below e a b : a < 2 ^ e -> b < 2 ^ e -> N.lxor a b < 2 ^ e.
Proof.
  assert (P : 2 ^ e <> 0) by (apply N.pow_nonzero; discriminate).
  intros A B. apply N.div_small_iff; [assumption|]. rewrite <- N.shiftr_div_pow2, N.shiftr_lxor, !N.shiftr_div_pow2.
  now rewrite !N.div_small.
Qed.

(** Low bits and multiples of a power of two do not meet. *)
Lemma add_low e h l : l < 2 ^ e -> h * 2 ^ e + l = N.lxor (h * 2 ^ e) l.
Proof.
  intros L. apply N.add_nocarry_lxor, N.bits_inj. intros i. rewrite N.land_spec, N.bits_0.
  destruct (N.lt_ge_cases i e) as [C|C]; [now rewrite N.mul_pow2_bits_low|].
  rewrite <- (N.mod_small l (2 ^ e) L), N.mod_pow2_bits_high by assumption. apply andb_false_r.
Qed.

(** So a multiple of a power of two can be added before or after a nim-sum with lower bits. *)
Lemma lxor_add e u a r : r < 2 ^ e -> N.lxor (a + u * 2 ^ e) r = N.lxor a r + u * 2 ^ e.
Proof.
  intros R. assert (P : 2 ^ e <> 0) by (apply N.pow_nonzero; discriminate).
  pose proof (N.div_mod a (2 ^ e) P) as E. pose proof (N.mod_lt a (2 ^ e) P) as M.
  set (h := a / 2 ^ e) in *. set (l := a mod 2 ^ e) in *. rewrite N.mul_comm in E.
  assert (X : forall g, N.lxor (g * 2 ^ e + l) r = g * 2 ^ e + N.lxor l r).
  { intros g. now rewrite add_low, N.lxor_assoc, <- add_low by (try apply lxor_below; assumption). }
  replace (a + u * 2 ^ e) with ((h + u) * 2 ^ e + l) by lia. rewrite E, !X. lia.
Qed.

(** ** The values that are claimed *)

Section Growth.
Variables (d : code) (T : N -> N) (q p s : N).
Hypothesis Hq : 1 <= q.
Hypothesis Hp : 0 < p.
Hypothesis Hs : 0 < s.

(** A heap is one below q + p, made longer by a number of periods. *)
Definition periods (n : N) : N := (n - q) / p.
Definition class (n : N) : N := n - p * periods n.

(** The table gives the first values; after that, each period adds s. *)
Definition grown (n : N) : N := T (class n) + s * periods n.

Lemma periods_spec n : n = class n + p * periods n /\ class n < q + p /\ (periods n = 0 \/ q <= class n) /\ (q <= n -> q <= class n).
Proof.
  unfold class, periods. pose proof (N.div_mod (n - q) p ltac:(lia)) as E. pose proof (N.mod_lt (n - q) p ltac:(lia)).
  set (x := (n - q) / p) in *. set (r := (n - q) mod p) in *. clearbody r. destruct (N.le_gt_cases q n) as [C|C]; [clearbody x; repeat split; try right; lia|].
  assert (x = 0) by (unfold x; replace (n - q) with 0 by lia; apply N.div_0_l; lia). lia.
Qed.

Lemma periods_add n c : q <= n -> periods (n + c * p) = periods n + c /\ class (n + c * p) = class n.
Proof.
  intros H. assert (E : periods (n + c * p) = periods n + c).
  { unfold periods. replace (n + c * p - q) with (n - q + c * p) by lia. apply N.div_add. lia. }
  split; [assumption|]. unfold class. rewrite E. lia.
Qed.

Lemma grown_add n c : q <= n -> grown (n + c * p) = grown n + c * s.
Proof. intros H. destruct (periods_add n c H) as (E1 & E2). unfold grown. rewrite E1, E2. lia. Qed.

(** ** Moves that last, and moves that climb *)

Variables (e u depth : N).
Hypothesis Hu : s = u * 2 ^ e.
Hypothesis Hdepth : 2 * s <= depth.

(** Two parts that can both be made longer by a period, so that their nim-sum stays. *)
Definition pair (a b : N) : bool :=
  (a =? b) || ((q <=? a) && (q <=? b) && (N.lxor (grown a) (grown b) <? 2 ^ e)).

Definition lasts (parts : list N) : bool := match parts with a :: b :: _ => pair a b | _ => false end.

(** A part whose growth is the growth of the value. *)
Definition climbs (parts : list N) : bool :=
  match parts with c :: rest => (q <=? c) && (nimsum (map grown rest) <? 2 ^ e) | [] => false end.

Definition does_both (parts : list N) : bool :=
  climbs parts && match parts with _ :: rest => lasts rest | [] => false end.

(** v is the value of such a move of heap n. *)
Definition reached (kind : list N -> bool) (n v : N) : Prop :=
  exists parts, heap_move d n parts /\ kind parts = true /\ nimsum (map grown parts) = v.

Lemma pair_longer a b : pair a b = true ->
  pair (a + p) (b + p) = true /\ N.lxor (grown (a + p)) (grown (b + p)) = N.lxor (grown a) (grown b).
Proof.
  unfold pair. rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq, !N.leb_le, !N.ltb_lt.
  intros [->|((A & B) & L)]; [split; [auto|now rewrite !N.lxor_nilpotent]|].
  assert (E : N.lxor (grown (a + p)) (grown (b + p)) = N.lxor (grown a) (grown b)).
  { rewrite <- (N.mul_1_l p), !grown_add, !N.mul_1_l by assumption. set (r := N.lxor (grown a) (grown b)) in *.
    replace (grown b) with (N.lxor (grown a) r) by (unfold r; now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l).
    rewrite Hu, <- lxor_add by assumption. now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. }
  split; [|assumption]. right. rewrite E. repeat split; lia.
Qed.

Lemma move_longer n x parts parts' : heap_move d n parts -> length parts' = length parts ->
  Forall (fun a => 1 <= a) parts' -> total parts' = total parts + x -> heap_move d (n + x) parts'.
Proof.
  intros [t l B F C] E F' S. replace (t + total l + x) with (t + total parts') by lia.
  constructor; [now rewrite E|assumption|now rewrite E].
Qed.

Lemma move_ones n parts : heap_move d n parts -> Forall (fun a => 1 <= a) parts.
Proof. now intros [t l B F C]. Qed.

Lemma lasts_longer n v : reached lasts n v -> reached lasts (n + 2 * p) v.
Proof.
  intros ([|a [|b l]] & M & K & E); try discriminate K. cbn [lasts] in K. destruct (pair_longer a b K) as (K' & E').
  exists (a + p :: b + p :: l). split; [|split; [exact K'|]].
  - apply move_longer with (parts := a :: b :: l); [assumption|reflexivity| |rewrite !total_cons; lia].
    apply move_ones in M. inversion_clear M as [|? ? A M']. inversion_clear M'. repeat constructor; [lia|lia|assumption].
  - rewrite <- E. cbn [map]. rewrite !nimsum_cons, <- !N.lxor_assoc. now rewrite E'.
Qed.

Lemma climb_value c rest : q <= c -> nimsum (map grown rest) < 2 ^ e ->
  nimsum (map grown (c + 2 * p :: rest)) = nimsum (map grown (c :: rest)) + 2 * s.
Proof.
  intros C R. cbn [map]. rewrite !nimsum_cons, grown_add, Hu by assumption. rewrite !N.mul_assoc. now apply lxor_add.
Qed.

Lemma climb_move n c rest : heap_move d n (c :: rest) -> heap_move d (n + 2 * p) (c + 2 * p :: rest).
Proof.
  intros M. apply move_longer with (parts := c :: rest); [assumption|reflexivity| |rewrite !total_cons; lia].
  apply move_ones in M. inversion_clear M. constructor; [lia|assumption].
Qed.

Lemma climbs_longer n v : reached climbs n v -> reached climbs (n + 2 * p) (v + 2 * s).
Proof.
  intros ([|c rest] & M & K & E); [discriminate|]. cbn [climbs] in K. apply andb_true_iff in K as (K1 & K2).
  rewrite N.leb_le in K1. exists (c + 2 * p :: rest). split; [now apply climb_move|]. split.
  - cbn [climbs]. rewrite K2, andb_true_r. apply N.leb_le. lia.
  - apply N.ltb_lt in K2. now rewrite climb_value, E.
Qed.

Lemma both_longer n v : reached does_both n v -> reached does_both (n + 2 * p) (v + 2 * s).
Proof.
  intros ([|c rest] & M & K & E); [discriminate|]. apply andb_true_iff in K as (K & K3).
  apply andb_true_iff in K as (K1 & K2). rewrite N.leb_le in K1.
  exists (c + 2 * p :: rest). split; [now apply climb_move|]. split.
  - unfold does_both, climbs. rewrite K2, K3, !andb_true_r. apply N.leb_le. lia.
  - apply N.ltb_lt in K2. now rewrite climb_value, E.
Qed.

Lemma both_lasts n v : reached does_both n v -> reached lasts n v.
Proof.
  intros (parts & M & K & E). unfold does_both in K. apply andb_true_iff in K as (_ & K).
  destruct parts as [|c [|a [|b l]]]; try discriminate K. exists (a :: b :: c :: l). split; [|split; [exact K|]].
  - rewrite <- (N.add_0_r n). apply move_longer with (parts := c :: a :: b :: l); [assumption|reflexivity| |rewrite !total_cons; lia].
    apply move_ones in M. inversion_clear M as [|? ? A M']. inversion_clear M' as [|? ? B M'']. inversion_clear M''. auto.
  - rewrite <- E. cbn [map]. rewrite !nimsum_cons. rewrite <- !N.lxor_assoc. f_equal.
    rewrite (N.lxor_comm (grown c)), !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Definition kind_of (n v : N) : list N -> bool :=
  if v <? grown n - depth then lasts else if v <? grown n - depth + 2 * s then does_both else climbs.

(** Every smaller value is the value of a move that will have a successor two periods later. *)
Definition reach (n : N) : Prop := depth <= grown n /\ forall v, v < grown n -> reached (kind_of n v) n v.

Lemma reach_step n : q <= n -> reach n -> reach (n + 2 * p).
Proof.
  intros Hn (D & R). assert (G : grown (n + 2 * p) = grown n + 2 * s) by now apply grown_add.
  split; [lia|]. intros v Hv. rewrite G in Hv. unfold kind_of in *. rewrite G.
  destruct (N.ltb_spec v (grown n + 2 * s - depth)) as [A|A].
  - apply lasts_longer. specialize (R v ltac:(lia)). destruct (N.ltb_spec v (grown n - depth)) as [B|B]; [exact R|].
    destruct (N.ltb_spec v (grown n - depth + 2 * s)) as [C|C]; [now apply both_lasts|lia].
  - assert (V : v - 2 * s + 2 * s = v) by lia. specialize (R (v - 2 * s) ltac:(lia)).
    destruct (N.ltb_spec (v - 2 * s) (grown n - depth)) as [B|B]; [lia|].
    destruct (N.ltb_spec v (grown n + 2 * s - depth + 2 * s)) as [A'|A'];
    destruct (N.ltb_spec (v - 2 * s) (grown n - depth + 2 * s)) as [C|C]; try lia.
    + rewrite <- V. now apply both_longer.
    + rewrite <- V. now apply climbs_longer.
Qed.

Lemma reach_all L : q + 2 * p <= L -> (forall n, L - 2 * p <= n < L -> reach n) -> forall n, L - 2 * p <= n -> reach n.
Proof.
  intros HL H. apply (heap_induction (fun n => L - 2 * p <= n -> reach n)). intros n IH Hn.
  destruct (N.lt_ge_cases n L) as [C|C]; [apply H; lia|].
  replace n with (n - 2 * p + 2 * p) by lia. apply reach_step; [lia|]. apply IH; lia.
Qed.

(** ** No move keeps the value: an automaton that reads digits

    A move that kept the value of a heap would solve an equation: the nim-sum of w and all h + s x, one for each part
    that was made longer by x periods, is c + s (k + the sum of the x). The automaton reads all x in binary, from the last
    digit on, and carries k, c, w and the h. *)

Definition val (z : N * N) : N := fst z + s * snd z.

Definition solves (k c w : N) (zs : list (N * N)) : Prop :=
  N.lxor w (nimsum (map val zs)) = c + s * (k + total (map snd zs)).

(** All choices of a last digit for each x: their sum, the last digit of the nim-sum, and what each part carries. *)
Fixpoint choices (hs : list N) : list (N * bool * list N) :=
  match hs with
  | [] => [(0, false, [])]
  | h :: hs =>
      flat_map (fun o => let '(n, b, l) := o in
        [(n, xorb (N.odd h) b, N.div2 h :: l); (1 + n, xorb (N.odd (h + s)) b, N.div2 (h + s) :: l)]) (choices hs)
  end.

Definition digits_step (st : list N) : list (list N) :=
  match st with
  | k :: c :: w :: hs =>
      flat_map (fun o => let '(n, b, l) := o in
        let m := k + n in
        let c := c + s * N.b2n (N.odd m) in
        if eqb (xorb (N.odd w) b) (N.odd c) then [N.div2 m :: N.div2 c :: N.div2 w :: l] else []) (choices hs)
  | _ => []
  end.

Definition half (z : N * N) : N * N := (N.div2 (fst z + s * N.b2n (N.odd (snd z))), N.div2 (snd z)).

Lemma val_half z : N.div2 (val z) = val (half z) /\ N.odd (val z) = N.odd (fst z + s * N.b2n (N.odd (snd z))).
Proof.
  destruct z as (h, x). unfold val, half. cbn [fst snd].
  replace (h + s * x) with (h + s * N.b2n (N.odd x) + 2 * (s * N.div2 x)) by (rewrite (halves x) at 3; lia).
  now rewrite div2_add, odd_twice.
Qed.

Lemma choices_spec zs : exists n, total (map snd zs) = n + 2 * total (map snd (map half zs)) /\
  In (n, N.odd (nimsum (map val zs)), map fst (map half zs)) (choices (map fst zs)).
Proof.
  induction zs as [|z zs (n & E & H)]; [exists 0; cbn; auto|]. cbn [map choices]. rewrite nimsum_cons, odd_lxor, !total_cons.
  destruct (val_half z) as (_ & O). rewrite O. cbn [half fst snd]. pose proof (halves (snd z)) as X.
  destruct (N.odd (snd z)); cbn [N.b2n] in *; rewrite ?N.mul_1_r, ?N.mul_0_r, ?N.add_0_r in *.
  - exists (1 + n). split; [lia|]. apply in_flat_map. eexists. split; [exact H|]. cbn. auto.
  - exists n. split; [lia|]. apply in_flat_map. eexists. split; [exact H|]. cbn. auto.
Qed.

Lemma nimsum_half zs : N.div2 (nimsum (map val zs)) = nimsum (map val (map half zs)).
Proof.
  induction zs as [|z zs IH]; [reflexivity|]. cbn [map]. rewrite !nimsum_cons, div2_lxor, IH. f_equal. apply val_half.
Qed.

(** One digit less: half of a solution is a solution of the next state. *)
Lemma step_solves k c w zs : solves k c w zs -> exists k' c',
  In (k' :: c' :: N.div2 w :: map fst (map half zs)) (digits_step (k :: c :: w :: map fst zs)) /\
  solves k' c' (N.div2 w) (map half zs) /\
  k' + total (map snd (map half zs)) = N.div2 (k + total (map snd zs)) /\
  c' + s * (k' + total (map snd (map half zs))) = N.div2 (c + s * (k + total (map snd zs))).
Proof.
  unfold solves. intros H. destruct (choices_spec zs) as (n & E & I). set (X := total (map snd (map half zs))) in *.
  set (m := k + n). set (c1 := c + s * N.b2n (N.odd m)).
  assert (Y : k + total (map snd zs) = m + 2 * X) by (unfold m; lia).
  assert (Z : c + s * (m + 2 * X) = c1 + 2 * (s * (N.div2 m + X))) by (unfold c1; rewrite (halves m) at 1; lia).
  rewrite Y, Z in *. exists (N.div2 m), (N.div2 c1).
  assert (C : N.div2 c1 + s * (N.div2 m + X) = N.div2 (c1 + 2 * (s * (N.div2 m + X)))) by now rewrite div2_add.
  split; [|split; [|split; [now rewrite div2_add|exact C]]].
  - cbn [digits_step]. apply in_flat_map. eexists. split; [exact I|]. cbn beta iota zeta. fold m. fold c1.
    rewrite <- odd_lxor, H, odd_twice, eqb_reflx. left. reflexivity.
  - rewrite C, <- H, div2_lxor, nimsum_half. reflexivity.
Qed.

Definition nothing (st : list N) : bool := forallb (N.eqb 0) st.

Definition size (k c w : N) (zs : list (N * N)) : N :=
  w + total (map val zs) + (c + s * (k + total (map snd zs))) + (k + total (map snd zs)).

Lemma div2_twice a : 2 * N.div2 a <= a.
Proof. rewrite (halves a) at 2. lia. Qed.

Lemma total_half zs : 2 * total (map val (map half zs)) <= total (map val zs).
Proof.
  induction zs as [|z zs IH]; [reflexivity|]. cbn [map]. rewrite !total_cons.
  destruct (val_half z) as (E & _). rewrite <- E. pose proof (div2_twice (val z)). lia.
Qed.

Lemma no_size k c w zs : size k c w zs = 0 -> nothing (k :: c :: w :: map fst zs) = true.
Proof.
  unfold size. intros H. cbn [nothing forallb]. fold (nothing (map fst zs)).
  assert (k = 0 /\ c = 0 /\ w = 0) as (-> & -> & ->) by lia. cbn.
  assert (V : total (map val zs) = 0) by lia. clear H. induction zs as [|z zs IH]; [reflexivity|].
  cbn [map] in *. rewrite total_cons in V. unfold val at 1 in V. cbn [nothing forallb].
  replace (fst z) with 0 by lia. apply IH. lia.
Qed.

(** If no state that can follow carries nothing, there is no solution. *)
Lemma no_solution (V : list N -> Prop) : (forall st, V st -> nothing st = false /\ forall st', In st' (digits_step st) -> V st') ->
  forall k c w zs, V (k :: c :: w :: map fst zs) -> ~ solves k c w zs.
Proof.
  intros HV. assert (A : forall m k c w zs, size k c w zs = m -> V (k :: c :: w :: map fst zs) -> ~ solves k c w zs); [|eauto].
  apply (heap_induction (fun m => forall k c w zs, size k c w zs = m -> V (k :: c :: w :: map fst zs) -> ~ solves k c w zs)).
  intros m IH k c w zs E I H. destruct (HV _ I) as (Z & N). destruct (N.eq_dec m 0) as [->|C].
  - rewrite no_size in Z by assumption. discriminate.
  - destruct (step_solves k c w zs H) as (k' & c' & S & H' & E1 & E2). refine (IH _ _ _ _ _ _ eq_refl (N _ S) H').
    unfold size in *. rewrite E2, E1. pose proof (total_half zs). pose proof (div2_twice w).
    pose proof (div2_twice (k + total (map snd zs))). pose proof (div2_twice (c + s * (k + total (map snd zs)))). lia.
Qed.

(** ** Sets of states *)

(** Numbers and lists of them as one number: two binary digits for each digit. *)
Fixpoint write_number (a r : positive) : positive :=
  match a with xH => xO r | xO a => xI (xO (write_number a r)) | xI a => xI (xI (write_number a r)) end.
Fixpoint write (st : list N) : positive :=
  match st with [] => xH | a :: st => write_number (N.succ_pos a) (write st) end.

Lemma write_number_inj : forall a b r t, write_number a r = write_number b t -> a = b /\ r = t.
Proof.
  induction a as [a IH|a IH|]; intros [b|b|] r t; cbn [write_number]; intros E; try discriminate; injection E as E.
  - apply IH in E as (-> & ->). auto.
  - apply IH in E as (-> & ->). auto.
  - auto.
Qed.

Lemma write_inj : forall a b, write a = write b -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; cbn [write]; intros E; try reflexivity.
  - destruct (N.succ_pos y); discriminate.
  - destruct (N.succ_pos x); discriminate.
  - apply write_number_inj in E as (E1 & E2). f_equal; [now apply succ_pos_inj|auto].
Qed.

(** Looks at 2^levels states of those to do, and adds those that follow; None if one of them carries nothing. *)
Fixpoint explore (levels : nat) (todo : list (list N)) (seen : PositiveSet.t) : option (list (list N) * PositiveSet.t) :=
  match levels with
  | O =>
      match todo with
      | [] => Some ([], seen)
      | st :: todo =>
          if PositiveSet.mem (write st) seen then Some (todo, seen)
          else if nothing st then None else Some (digits_step st ++ todo, PositiveSet.add (write st) seen)
      end
  | S l => match explore l todo seen with Some (st :: todo, seen) => explore l (st :: todo) seen | r => r end
  end.

(** What follows from a state that was seen was seen, or is still to do. *)
Definition known (todo : list (list N)) (seen : PositiveSet.t) : Prop :=
  forall st, PositiveSet.In (write st) seen -> nothing st = false /\
    forall st', In st' (digits_step st) -> PositiveSet.In (write st') seen \/ In st' todo.

Lemma explore_spec : forall levels todo seen todo' seen', explore levels todo seen = Some (todo', seen') -> known todo seen ->
  known todo' seen' /\
  forall st, PositiveSet.In (write st) seen \/ In st todo -> PositiveSet.In (write st) seen' \/ In st todo'.
Proof.
  induction levels as [|l IH]; intros todo seen todo' seen'; cbn [explore].
  - destruct todo as [|st todo]; [intros [= <- <-]; auto|]. destruct (PositiveSet.mem (write st) seen) eqn:M.
    + apply PositiveSet.mem_spec in M. intros [= <- <-] H. split.
      * intros a I. destruct (H a I) as (Z & N). split; [assumption|]. intros b I'. destruct (N b I') as [|[<-|]]; auto.
      * intros a [I|[<-|I]]; auto.
    + destruct (nothing st) eqn:Z; [discriminate|]. intros [= <- <-] H. split.
      * intros a I. apply PositiveSet.add_spec in I as [I|I].
        -- apply write_inj in I as ->. split; [assumption|]. intros b I. right. apply in_or_app. auto.
        -- destruct (H a I) as (Za & N). split; [assumption|]. intros b I'. rewrite PositiveSet.add_spec.
           destruct (N b I') as [|[<-|]]; auto. right. apply in_or_app. auto.
      * intros a. rewrite PositiveSet.add_spec, in_app_iff. intros [I|[<-|I]]; auto.
  - destruct (explore l todo seen) as [([|st todo1], seen1)|] eqn:E; [|intros E' H|discriminate].
    + intros [= <- <-]. now apply IH.
    + destruct (IH _ _ _ _ E H) as (K & C). destruct (IH _ _ _ _ E' K) as (K' & C'). auto.
Qed.

(** No solution, whatever state comes first. 2^40 states are more than Coq will ever look at. *)
Definition unsolvable (firsts : list (list N)) : bool :=
  match explore 40 firsts PositiveSet.empty with Some ([], _) => true | _ => false end.

Lemma unsolvable_spec firsts : unsolvable firsts = true ->
  forall k c w zs, In (k :: c :: w :: map fst zs) firsts -> ~ solves k c w zs.
Proof.
  unfold unsolvable. destruct (explore 40 firsts PositiveSet.empty) as [([|st todo], seen)|] eqn:E; try discriminate. intros _ k c w zs I.
  apply explore_spec in E as (K & C); [|intros st H; now apply PositiveSet.empty_spec in H].
  apply (no_solution (fun st => PositiveSet.In (write st) seen)).
  - intros st H. destruct (K st H) as (Z & N). split; [assumption|]. intros st' H'. now destruct (N st' H').
  - now destruct (C _ (or_intror I)).
Qed.

(** ** Where the automaton starts *)

(** Heap 0 is never a part. *)
Definition below_q_p : list N := map N.succ (upto (q + p - 2)).

(** All classes of j parts: their sum, the nim-sum of those that stay, and the values of those that were made longer. *)
Fixpoint starts (j : nat) : list (N * N * list N) :=
  match j with
  | O => [(0, 0, [])]
  | S j =>
      flat_map (fun o => let '(m, w, hs) := o in
        map (fun a => if a <? q then (a + m, N.lxor (T a) w, hs) else (a + m, w, T a :: hs)) below_q_p) (starts j)
  end.

Lemma starts_spec parts : Forall (fun a => 1 <= a) parts -> exists m w zs, In (m, w, map fst zs) (starts (length parts)) /\
  total parts = m + p * total (map snd zs) /\ nimsum (map grown parts) = N.lxor w (nimsum (map val zs)) /\
  (total (map snd zs) = 0 \/ q <= m).
Proof.
  induction 1 as [|a parts Ha _ (m & w & zs & I & E & G & B)]; [exists 0, 0, []; cbn; repeat split; auto; lia|].
  destruct (periods_spec a) as (P1 & P2 & P3 & P4). cbn [length starts map]. rewrite nimsum_cons, total_cons, G, E.
  assert (U : In (class a) below_q_p).
  { apply in_map_iff. exists (class a - 1). split; [|apply upto_spec; lia]. destruct P3 as [Z|]; [rewrite Z in P1|]; lia. }
  destruct (N.ltb_spec (class a) q) as [C|C].
  - assert (Z : periods a = 0) by lia. exists (class a + m), (N.lxor (T (class a)) w), zs. split; [|split; [|split]].
    + apply in_flat_map. eexists. split; [exact I|]. apply in_map_iff. exists (class a). split; [|assumption].
      apply N.ltb_lt in C. now rewrite C.
    + rewrite Z in P1. lia.
    + unfold grown. rewrite Z, N.mul_0_r, N.add_0_r. now rewrite N.lxor_assoc.
    + lia.
  - exists (class a + m), w, ((T (class a), periods a) :: zs). split; [|split; [|split]].
    + apply in_flat_map. eexists. split; [exact I|]. apply in_map_iff. exists (class a). split; [|assumption].
      apply N.ltb_ge in C. now rewrite C.
    + cbn [map snd]. rewrite total_cons. lia.
    + cbn [map]. rewrite nimsum_cons. unfold val at 1. cbn [fst snd]. fold (grown a).
      rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
    + right. lia.
Qed.

Definition first_states : list (list N) :=
  flat_map (fun tx => flat_map (fun j =>
    if N.testbit (snd tx) j && ((1 <=? fst tx) || (2 <=? j)) then
      flat_map (fun o => let '(m, w, hs) := o in
        let n := fst tx + m in if n <? q then [] else [periods n :: T (class n) :: w :: hs]) (starts (N.to_nat j))
    else []) (upto (N.log2 (snd tx)))) (places 0 d).

(** No move of a heap from q on keeps its value. *)
Lemma none_keeps : unsolvable first_states = true ->
  forall n parts, q <= n -> heap_move d n parts -> nimsum (map grown parts) <> grown n.
Proof.
  intros E n parts Hn M K.
  destruct M as [t parts B F C]. destruct (starts_spec parts F) as (m & w & zs & I & S & G & L).
  set (X := total (map snd zs)) in *. assert (Hm : q <= t + m) by lia.
  assert (N : t + total parts = t + m + X * p) by lia. rewrite N, grown_add, G in K by assumption.
  apply (unsolvable_spec _ E (periods (t + m)) (T (class (t + m))) w zs).
  - unfold first_states. apply in_flat_map. exists (t, digit d t). split; [eapply digit_places; exact B|]. cbn [fst snd].
    apply in_flat_map. exists (N.of_nat (length parts)). split.
    + apply upto_spec. destruct (N.le_gt_cases (N.of_nat (length parts)) (N.log2 (digit d t))) as [|D]; [assumption|].
      now rewrite N.bits_above_log2 in B.
    + rewrite B. replace ((1 <=? t) || (2 <=? N.of_nat (length parts))) with true.
      * cbn [andb]. apply in_flat_map. rewrite Nat2N.id. eexists. split; [exact I|]. cbn beta iota zeta.
        apply N.ltb_ge in Hm. rewrite Hm. left. reflexivity.
      * symmetry. apply orb_true_iff. rewrite !N.leb_le. lia.
  - unfold solves. fold X. rewrite K. unfold grown. lia.
Qed.

(** ** The check, and why it suffices *)

Definition collect (kind : list N -> bool) (moves : list (list N)) : S.t :=
  fold_right (fun parts seen => if kind parts then mark seen (nimsum (map grown parts)) else seen) S.empty moves.

Lemma collect_spec kind n v : marked (collect kind (options d n)) v = true -> reached kind n v.
Proof.
  assert (H : forall parts, In parts (options d n) -> heap_move d n parts) by (intros parts; apply options_spec).
  induction (options d n) as [|parts l IH]; cbn [collect fold_right]; [now rewrite marked_empty|].
  fold (collect kind l). destruct (kind parts) eqn:K.
  - rewrite marked_mark. intros [->|M]; [exists parts; split; [apply H; now left|auto]|]. apply IH; [|assumption]. intros; apply H; now right.
  - apply IH. intros; apply H; now right.
Qed.

Definition reach_b (n : N) : bool :=
  let moves := options d n in
  let lasting := collect lasts moves in
  let both := collect does_both moves in
  let climbing := collect climbs moves in
  let top := grown n - depth in
  (depth <=? grown n) &&
  below (grown n) (fun v => marked (if v <? top then lasting else if v <? top + 2 * s then both else climbing) v).

Lemma reach_b_spec n : reach_b n = true -> reach n.
Proof.
  unfold reach_b. rewrite andb_true_iff, N.leb_le, below_spec. intros (D & H). split; [assumption|]. intros v Hv.
  specialize (H v Hv). apply collect_spec. unfold kind_of. cbn zeta in H.
  destruct (v <? grown n - depth); [exact H|]. destruct (v <? grown n - depth + 2 * s); exact H.
Qed.

Lemma grown_values L : q + 2 * p <= L -> (forall n, n < L -> T n = grundy d n) -> (forall n, n < L -> grown n = T n) ->
  (forall n, L - 2 * p <= n < L -> reach n) -> unsolvable first_states = true ->
  forall n, grundy d n = grown n.
Proof.
  intros HL HT HG HR HE. apply heap_induction. intros n IH. destruct (N.lt_ge_cases n L) as [C|C]; [now rewrite HG, HT|].
  eapply is_mex_ext; [intros v; reflexivity|apply grundy_values|].
  assert (O : forall v, option_value d grown n v <-> option_value d (grundy d) n v).
  { intros v. split; apply option_value_ext; intros m Hm; [symmetry|]; auto. }
  split.
  - intros M. apply O in M as (parts & M & K). revert K. apply (none_keeps HE n parts); [lia|assumption].
  - intros v Hv. apply O. destruct (reach_all L HL HR n) as (_ & R); [lia|]. destruct (R v Hv) as (parts & M & _ & K).
    exists parts. auto.
Qed.
End Growth.

(** G(n + p) = G(n) + s for all n >= n0; no smaller n0 does it for any period and saltus, and all periods are multiples
    of p; and the first values are those given. *)
Definition saltus_claim (d : code) (n0 p s : N) (given : list N) : Prop :=
  0 < p /\ 0 < s /\ (forall n, n0 <= n -> grundy d (n + p) = grundy d n + s) /\
  (forall m q t, 0 < q -> (forall n, m <= n -> grundy d (n + q) = grundy d n + t) -> n0 <= m /\ N.divide p q) /\
  (forall i, (i < length given)%nat -> grundy d (N.of_nat i) = nth i given 0).

(** [L] values are computed; [depth] says how far below the value of a heap moves must climb. *)
Definition check_saltus (d : code) (n0 p s e depth L : N) (given : list N) : bool :=
  let q := N.max n0 1 in
  let T := get (plain (N.to_nat L) d 0 (A.empty N)) in
  if (0 <? p) && (0 <? s) && (s =? s / 2 ^ e * 2 ^ e) && (2 * s <=? depth) && (q + 2 * p <=? L) && (N.of_nat (length given) <=? L)
    && below L (fun n => grown T q p s n =? T n) && ((0 <? n0) || (T p =? T 0 + s))
  then below (2 * p) (fun i => reach_b d T q p s e depth (L - 2 * p + i))
    && unsolvable s (first_states d T q p)
    && ((n0 =? 0) || negb (T (n0 - 1 + p) =? T (n0 - 1) + s))
    && divisors (fun n => p * T n + s * (L - n)) n0 p (N.to_nat (p - 1)) (N.to_nat p) 1
    && listed T given 0
  else false.

(** What grows by s every p heaps has one rate of growth, and does not grow evenly over less than p heaps. *)
Lemma least_saltus g n0 p s : 0 < p -> (forall n, n0 <= n -> g (n + p) = g n + s) ->
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1) + s) ->
  (forall r, 0 < r < p -> p mod r = 0 -> exists n, n0 <= n /\ p * g (n + r) <> p * g n + s * r) ->
  forall m q t, 0 < q -> (forall n, m <= n -> g (n + q) = g n + t) -> n0 <= m /\ N.divide p q.
Proof.
  intros Hp P H0 Hr m q t Hq Q.
  assert (times : forall n1 r x, (forall n, n1 <= n -> g (n + r) = g n + x) -> forall c n, n1 <= n -> g (n + c * r) = g n + c * x).
  { intros n1 r x H c. induction c as [|c IH] using N.peano_ind; intros n Hn; [rewrite !N.mul_0_l, !N.add_0_r; reflexivity|].
    replace (n + N.succ c * r) with (n + c * r + r) by lia. rewrite H, IH by lia. lia. }
  assert (rate : p * t = q * s).
  { pose proof (times _ _ _ P q (N.max n0 m) ltac:(lia)). pose proof (times _ _ _ Q p (N.max n0 m) ltac:(lia)).
    rewrite (N.mul_comm q p) in *. lia. }
  set (h := fun n => (Z.of_N (p * g n) - Z.of_N (s * n))%Z).
  assert (same_h : forall n r x, p * x = r * s -> g (n + r) = g n + x <-> h (n + r) = h n) by (intros n r x E; unfold h; nia).
  assert (Ph : eventually h n0 p) by (intros n Hn; apply (same_h n p s); [reflexivity|auto]).
  assert (Qh : eventually h m q) by (intros n Hn; apply (same_h n q t); [assumption|auto]).
  pose proof (eventually_gcd h _ _ _ _ Hp Ph Qh) as E.
  assert (G0 : N.gcd p q <> 0) by (intros Z; apply N.gcd_eq_0_l in Z; lia).
  pose proof (N.gcd_divide_l p q) as D. pose proof (N.divide_pos_le _ _ Hp D).
  assert (Hd : N.gcd p q = p).
  { destruct (N.eq_dec (N.gcd p q) p) as [|Hne]; [assumption|]. exfalso.
    destruct (Hr (N.gcd p q)) as (n & Hn & F); [lia|now apply N.mod_divide|]. apply F. specialize (E n Hn). unfold h in E. lia. }
  assert (D' : N.divide p q) by (rewrite <- Hd; apply N.gcd_divide_r). split; [|assumption].
  destruct (N.le_gt_cases n0 m) as [|Hm]; [assumption|]. exfalso. destruct H0 as [->|H0]; [lia|]. apply H0.
  apply (same_h _ p s); [reflexivity|]. destruct D' as (c & Ec). destruct c as [|c _] using N.peano_ind; [lia|].
  rewrite <- (Qh (n0 - 1)) by lia. rewrite Ec. replace (n0 - 1 + N.succ c * p) with (n0 - 1 + p + c * p) by lia.
  symmetry. apply (eventually_times h n0 p Ph). lia.
Qed.

(** If the checker says yes, the claim is true: the values grow by the saltus with every period. *)
Theorem check_saltus_sound d n0 p s e depth L given :
  check_saltus d n0 p s e depth L given = true -> saltus_claim d n0 p s given.
Proof.
  unfold check_saltus. set (q := N.max n0 1). set (T := get _). destruct (_ && _) eqn:C; [|discriminate].
  rewrite !andb_true_iff in *. destruct C as (((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8).
  intros ((((C9 & C10) & C11) & C12) & C13).
  apply N.ltb_lt in C1, C2. apply N.eqb_eq in C3. apply N.leb_le in C4, C5, C6. rewrite below_spec in C7, C9.
  assert (HT : forall i, i < L -> T i = grundy d i) by (intros i Hi; apply plain_spec; intros; lia).
  assert (V : forall n, grundy d n = grown T q p s n).
  { apply (grown_values d T q p s ltac:(lia) C1 C2 e (s / 2 ^ e) depth C3 C4 L C5 HT).
    - intros n Hn. apply N.eqb_eq, C7, Hn.
    - intros n Hn. apply (reach_b_spec d T q p s e depth). replace n with (L - 2 * p + (n - (L - 2 * p))) by lia. apply C9. lia.
    - exact C10. }
  assert (P : forall n, n0 <= n -> grundy d (n + p) = grundy d n + s).
  { intros n Hn. destruct (N.le_gt_cases q n) as [D|D].
    - rewrite !V. replace (n + p) with (n + 1 * p) by lia. rewrite grown_add by (assumption || lia). lia.
    - replace n with 0 by lia. apply orb_true_iff in C8 as [C8|C8]; [apply N.ltb_lt in C8; lia|].
      apply N.eqb_eq in C8. rewrite !HT in C8 by lia. exact C8. }
  split; [assumption|]. split; [assumption|]. split; [assumption|]. split.
  - apply (least_saltus _ n0 p s C1 P).
    + apply orb_true_iff in C11 as [C11|C11]; [left; now apply N.eqb_eq|right].
      apply negb_true_iff, N.eqb_neq in C11. rewrite !HT in C11 by lia. exact C11.
    + intros r Hr Hm. pose proof (divisors_spec _ _ _ _ _ _ C12 r ltac:(lia) Hm) as D. apply differ_spec in D as (i & Hi & D).
      exists i. split; [lia|]. intros F. apply D. rewrite !HT by lia. rewrite F. nia.
  - intros i Hi. rewrite <- (HT (N.of_nat i)) by lia. rewrite <- (N.add_0_l (N.of_nat i)). apply listed_spec; assumption.
Qed.

(** What that means in play: p more coins in a heap n >= n0 are worth s more coins in a heap of Nim beside it. *)
Theorem saltus_in_play d n0 p s given : saltus_claim d n0 p s given -> forall n x, n0 <= n ->
  (lost (sum_move (move d) nim) ([n + p], [x + s]) <-> lost (sum_move (move d) nim) ([n], [x])).
Proof.
  intros (_ & _ & H & _) n x Hn.
  assert (E : forall a b, lost (sum_move (move d) nim) ([a], [b]) <-> grundy d a = b).
  { intros a b. rewrite (proj1 (value_decides _ _ (sum_ends _ _ (code_ends d) nim_ends)
      (sum_value _ _ _ _ (row_values d _ (grundy_values d)) (row_value take _ heap_value)) ([a], [b]))).
    cbn. rewrite !N.lxor_0_r. split; [apply N.lxor_eq|intros ->; apply N.lxor_nilpotent]. }
  rewrite !E, H by assumption. lia.
Qed.
