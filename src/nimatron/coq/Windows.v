(** * A checker of fronts that keeps a window of values, with the integers and arrays of the machine *)
From Coq Require Import Arith NArith ZArith Uint63 PArray List Bool Lia.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker FastChecker Fronts.
Open Scope N_scope.

(** ** The checker *)

(** f, p times. *)
Fixpoint times {A} (p : positive) (f : A -> option A) (a : A) : option A :=
  match p with
  | xH => f a
  | xO p => match times p f a with None => None | Some a => times p f a end
  | xI p => match f a with None => None | Some a => match times p f a with None => None | Some a => times p f a end end
  end.

(** Heap i has its place in an array at the last bits of i. *)
Definition slot (ones i : int) : int := (i land ones)%uint63.

Fixpoint store (ones : int) (l : list int) (i : int) (T : array int) : array int :=
  match l with [] => T | v :: l => store ones l (i +i i1) (T.[slot ones i <- v]) end.

Fixpoint stored (ones : int) (l : list int) (i : int) (T : array int) : bool :=
  match l with [] => true | v :: l => if T.[slot ones i] =?i v then stored ones l (i +i i1) T else false end.

(** A set of values below 63 is a number, and a value a bit of it. *)
Definition with_bit (s v : int) : int := (s lor (1 << v))%uint63.

Fixpoint word (count : nat) (P : N -> bool) : int :=
  match count with
  | O => i0
  | S c => if P (N.of_nat c) then with_bit (word c P) (ofN (N.of_nat c)) else word c P
  end.

(** The values that are decided at even heaps, or at odd ones. *)
Notation sure rules one := (word 63 (fun v => forallb (fun r => sort r (one + place r) v) rules)).

(** Besides rare heaps, the first heaps are tried, because most small values come from them. *)
Definition few : N := 48.

(** How far away from a heap n the larger part of a split is, and the value of the smaller one. *)
Fixpoint tries (r : rule) (front : list int) (a : N) : list (int * int) :=
  match front with
  | [] => []
  | v :: front =>
      let l := tries r front (N.succ a) in
      if (a <? few) || eqb (sort r a (toN v)) (target r) then (ofN (place r + a), v) :: l else l
  end.

Definition all_tries (d : code) (rules : list rule) (front : list int) : list (int * int) :=
  map (fun t => (ofN t, i0)) (takes_of d 1) ++ flat_map (fun r => tries r front 1) rules.

Fixpoint seen (ones : int) (l : list (int * int)) (n : int) (T : array int) (s : int) : int :=
  match l with [] => s | (x, v) :: l => seen ones l n T (with_bit s (v ^i T.[slot ones (n -i x)])) end.

(** Has a split with a heap of the front this value? *)
Fixpoint shown (ones : int) (front : list int) (i : int) (T : array int) (v : int) : bool :=
  match front with
  | [] => false
  | u :: front => if u ^i T.[slot ones i] =?i v then true else shown ones front (i -i i1) T v
  end.

(** The least value from v on that is decided, if the front shows all smaller ones. *)
Fixpoint pick (count : nat) (v s sure : int) (show : int -> bool) : option int :=
  match count with
  | O => None
  | S c =>
      if bit s v then pick c (v +i i1) s sure show
      else if bit sure v then Some v
      else if show v then pick c (v +i i1) s sure show else None
  end.

Record plan := Plan { ones : int; try : list (int * int); behind : list int; heaps : list int; sure0 : int; sure1 : int }.

Definition plan_of (d : code) (rules : list rule) (bits : N) (front : list int) : plan :=
  Plan (ofN (N.ones bits)) (all_tries d rules front) (map (fun r => ofN (N.succ (place r))) rules) front
    (sure rules 0) (sure rules 1).

Definition next_value (P : plan) (nT : int * array int) : option (int * array int) :=
  let (n, T) := nT in
  match pick 63 i0 (seen (ones P) (try P) n T i0) (if is_even n then sure0 P else sure1 P)
    (fun v => existsb (fun t => shown (ones P) (heaps P) (n -i t) T v) (behind P)) with
  | None => None
  | Some v => Some (n +i i1, T.[slot (ones P) n <- v])
  end.

(** From the values before heap s, a list, to those before heap e. *)
Definition size (l : list int) : N := N.of_nat (length l).
Definition segment (d : code) (hints : list hint) (bits : N) (front : list int) (s : N) (W : list int) (e : N) (W' : list int)
  : bool :=
  let P := plan_of d (rules_of d hints) bits front in
  let reach := N.succ (size front) + (N.of_nat (length d) - 1) in
  if (bits <? 22) && (size W <=? 2 ^ bits) && (size W' <=? 2 ^ bits) && (size W <=? s) && (reach <=? size W)
     && (2 * reach <=? s) && (s <? e) && (e <? 4611686018427387904) && (s - size W + size W' <=? e) then
    match e - s with
    | 0 => false
    | Npos p =>
        match times p (next_value P) (ofN s, store (ones P) W (ofN (s - size W)) (make (ofN (2 ^ bits)) i0)) with
        | None => false
        | Some (_, T) => stored (ones P) W' (ofN (e - size W')) T
        end
    end
  else false.

(** ** Why it is right *)

Lemma times_ind {A} (f : A -> option A) (Q : N -> A -> Prop) top :
  (forall n a b, n < top -> Q n a -> f a = Some b -> Q (N.succ n) b) ->
  forall p n a b, n + Npos p <= top -> Q n a -> times p f a = Some b -> Q (n + Npos p) b.
Proof.
  intros H. induction p as [p IH|p IH|]; intros n a b L HQ; cbn [times].
  - destruct (f a) as [a1|] eqn:E; [|discriminate]. destruct (times p f a1) as [a2|] eqn:E2; [|discriminate].
    intros E3. apply (H n) in E; [|lia|assumption]. apply (IH (N.succ n)) in E2; [|lia|assumption].
    apply (IH (N.succ n + N.pos p)) in E3; [|lia|assumption].
    replace (n + N.pos p~1) with (N.succ n + N.pos p + N.pos p) by lia. assumption.
  - destruct (times p f a) as [a2|] eqn:E2; [|discriminate]. intros E3.
    apply (IH n) in E2; [|lia|assumption]. apply (IH (n + N.pos p)) in E3; [|lia|assumption].
    replace (n + N.pos p~0) with (n + N.pos p + N.pos p) by lia. assumption.
  - intros E. replace (n + 1) with (N.succ n) by lia. eapply H; [|eassumption|eassumption]. lia.
Qed.

Lemma bit_with s v u : toN u < 63 -> bit (with_bit s v) u = (u =?i v) || bit s u.
Proof.
  intros Hu. unfold with_bit. rewrite lor_spec, bit_lsl, orb_comm. f_equal.
  replace (digits <=? u)%uint63 with false.
  2:{ symmetry. apply not_true_iff_false. rewrite leb_spec, <- !toN_Z. change (toN digits) with 63. lia. }
  rewrite orb_false_r. rewrite toN_eqb, toN_ltb. destruct (N.ltb_spec (toN u) (toN v)) as [L|L].
  - symmetry. apply N.eqb_neq. lia.
  - rewrite bit_1. rewrite toN_eqb, toN_sub, toN_0 by assumption.
    apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
Qed.

Lemma word_spec P : forall count u, (count <= 63)%nat -> toN u < 63 ->
  bit (word count P) u = true -> P (toN u) = true.
Proof.
  induction count as [|c IH]; intros u Hc Hu; cbn [word]; [now rewrite bit_0|].
  destruct (P (N.of_nat c)) eqn:E; [|apply IH; [lia|assumption]].
  rewrite bit_with by assumption. intros H. apply orb_true_iff in H as [H|H]; [|apply IH; [lia|assumption|assumption]].
  assert (small > 10000000) by reflexivity.
  rewrite toN_eqb, toN_ofN in H by lia. apply N.eqb_eq in H. now rewrite H.
Qed.

Lemma sure_bit rules one u : toN u < 63 -> bit (sure rules one) u = true ->
  forall r, In r rules -> sort r (one + place r) (toN u) = true.
Proof.
  intros Hu H. apply (word_spec _ 63 u) in H; [|apply le_n|exact Hu].
  exact (proj1 (forallb_forall _ _) H).
Qed.
Opaque word.

Section Soundness.
Variables (d : code) (g : N -> N) (hints : list hint) (bits : N) (front : list int).
Hypothesis Hg : values d g.
Let k := N.of_nat (length d) - 1.
Hypothesis Hb : bounded d k 2.
Let rules := rules_of d hints.
Let w := N.succ (size front).
Let R := 2 ^ bits.
Hypothesis Hbits : bits < 22.
Hypothesis small_code : N.of_nat (length d) < 1000.
Let P := plan_of d rules bits front.

(** The values in a list are those of the heaps from i on. *)
Fixpoint agree (l : list int) (i : N) : Prop :=
  match l with [] => True | v :: l => toN v = g i /\ agree l (N.succ i) end.

Hypothesis right_front : agree front 1.
Hypothesis targets : forall r, In r rules -> target r = with_parity r && N.odd (place r).

Lemma R_small : R <= 2097152.
Proof. unfold R. change 2097152 with (2 ^ 21). apply N.pow_le_mono_r; lia. Qed.

Lemma slot_mod i : toN (slot (ones P) i) = toN i mod R.
Proof.
  assert (small > 10000000) by reflexivity. pose proof R_small.
  assert (E : toN (ones P) = N.ones bits).
  { apply toN_ofN. rewrite N.ones_equiv. fold R. lia. }
  unfold R. rewrite <- (N.land_ones (toN i) bits), <- E. apply N2Z.inj. unfold slot. rewrite toN_Z, land_spec', <- !toN_Z.
  now destruct (toN i), (toN (ones P)).
Qed.

Lemma slot_same i j : toN i < toN j -> toN j < toN i + R -> slot (ones P) i <> slot (ones P) j.
Proof.
  intros L1 L2 E. apply (f_equal toN) in E. rewrite !slot_mod in E.
  assert (R0 : R <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_mod (toN i) R R0). pose proof (N.div_mod (toN j) R R0). rewrite E in *.
  assert (toN i / R < toN j / R \/ toN j / R <= toN i / R) as [C|C] by lia; nia.
Qed.

(** The array has the values of the last R heaps before n, but not of those before heap low. *)
Definition ring (low n : N) (T : array int) : Prop :=
  toN (PArray.length T) = R /\
  forall i, low <= toN i < n -> n <= toN i + R -> toN T.[slot (ones P) i] = g (toN i).

Lemma ring_next low n T v : ring low (toN n) T -> toN v = g (toN n) -> ring low (N.succ (toN n)) (T.[slot (ones P) n <- v]).
Proof.
  intros (H1 & H2) Hv. split; [now rewrite length_set|]. intros i Hi Hr.
  destruct (N.eq_dec (toN i) (toN n)) as [E|E].
  - apply toN_inj in E. subst i. rewrite get_set_same; [assumption|].
    rewrite toN_ltb, H1, slot_mod. apply N.ltb_lt, N.mod_lt, N.pow_nonzero. lia.
  - rewrite get_set_other; [apply H2; lia|]. apply not_eq_sym, slot_same; lia.
Qed.

Lemma store_spec low : forall l i T, toN i + size l < small -> ring low (toN i) T -> agree l (toN i) ->
  ring low (toN i + size l) (store (ones P) l i T).
Proof.
  induction l as [|v l IH]; intros i T Hi HT; cbn [store agree]; unfold size in *; cbn [length] in *.
  - now rewrite N.add_0_r.
  - intros (Hv & Hl). assert (E : toN (i +i i1) = N.succ (toN i)) by (rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]).
    replace (toN i + N.of_nat (S (length l))) with (toN (i +i i1) + N.of_nat (length l)) by lia.
    apply IH; rewrite E; [lia| |assumption]. now apply ring_next.
Qed.

Lemma stored_spec low n T : ring low n T -> n < small -> forall l i, low <= toN i -> n <= toN i + R -> toN i + size l <= n ->
  stored (ones P) l i T = true -> agree l (toN i).
Proof.
  intros HT Hn. induction l as [|v l IH]; intros i Hlow Hi Hl; cbn [stored agree]; unfold size in *; cbn [length] in *; [auto|].
  rewrite toN_eqb. destruct (N.eqb_spec (toN T.[slot (ones P) i]) (toN v)) as [E|]; [|discriminate]. intros H.
  assert (E1 : toN (i +i i1) = N.succ (toN i)) by (rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]).
  split; [rewrite <- E; apply HT; lia|]. rewrite <- E1. apply IH; [lia|lia|lia|assumption].
Qed.

Lemma place_below r : In r rules -> place r < 1000.
Proof.
  intros H. assert (B : N.testbit (digit d (place r)) 2 = true) by (apply (rules_spec d hints); eauto). apply Hb in B.
  unfold k in B. lia.
Qed.

Lemma place_k r : In r rules -> place r <= k.
Proof. apply place_small. exact Hb. Qed.

Lemma tries_spec r : forall l a, agree l a -> a + size l < 4000000 -> In r rules ->
  (forall x v, In (x, v) (tries r l a) -> exists b, a <= b < a + size l /\ toN x = place r + b /\ toN v = g b) /\
  (forall b, a <= b < a + size l -> sort r b (g b) = target r ->
     exists x v, In (x, v) (tries r l a) /\ toN x = place r + b /\ toN v = g b).
Proof.
  intros l a Hl Ha Hr. assert (small > 10000000) by reflexivity. pose proof (place_below r Hr) as Hp.
  revert a Hl Ha. induction l as [|u l IH]; intros a; cbn [tries agree]; unfold size in *; cbn [length].
  - intros _ _. split; [intros x v []|lia].
  - intros (Hu & Hl) Ha. destruct (IH (N.succ a) Hl ltac:(lia)) as (I1 & I2).
    assert (E : toN (ofN (place r + a)) = place r + a) by (apply toN_ofN; lia). split.
    + intros x v H0. assert (In (x, v) ((ofN (place r + a), u) :: tries r l (N.succ a))) as [E0|H1].
      { destruct (_ || _); [assumption|right; assumption]. }
      * injection E0 as <- <-. exists a. repeat split; [lia|lia|assumption|assumption].
      * apply I1 in H1 as (b & B1 & B2). exists b. split; [lia|assumption].
    + intros b B Hs. destruct (N.eq_dec b a) as [->|Hb'].
      * rewrite Hu, Hs, eqb_reflx, orb_true_r. exists (ofN (place r + a)), u. repeat split; [left; reflexivity|assumption|assumption].
      * destruct (I2 b) as (x & v & I3 & I4); [lia|assumption|]. exists x, v. split; [|assumption].
        destruct (_ || _); [right|]; assumption.
Qed.

Section Heap.
Variables (low : N) (n : int) (T : array int).
Hypothesis HT : ring low (toN n) T.
Hypothesis Hn : 2 * (w + k) <= toN n.
Hypothesis Hlow : low + (w + k) <= toN n.
Hypothesis HR : w + k <= R.
Let near := near d g hints w.
Let reads x : 1 <= toN x <= w + k -> toN T.[slot (ones P) (n -i x)] = g (toN n - toN x).
Proof. intros H. assert (E : toN (n -i x) = toN n - toN x) by (apply toN_sub; lia). rewrite <- E. apply HT; lia. Qed.

Lemma seen_spec l : forall s, (forall x v, In (x, v) l -> 1 <= toN x <= w + k) ->
  forall u, toN u < 63 -> (bit (seen (ones P) l n T s) u = true <->
    bit s u = true \/ exists x v, In (x, v) l /\ toN u = N.lxor (toN v) (g (toN n - toN x))).
Proof.
  induction l as [|(x, v) l IH]; intros s Hl u Hu; cbn [seen].
  - split; [auto|]. intros [H|(x & v & [] & _)]; assumption.
  - rewrite IH; [|intros x' v' H; apply (Hl x' v'); right; assumption|assumption].
    rewrite bit_with, orb_true_iff, toN_eqb, N.eqb_eq, toN_lxor, reads by (try apply (Hl x v (or_introl eq_refl)); assumption).
    split.
    + intros [[E|E]|(x' & v' & H & E)]; [right; exists x, v; split; [left; reflexivity|assumption]|auto|].
      right. exists x', v'. split; [right|]; assumption.
    + intros [E|(x' & v' & [H|H] & E)]; [auto|injection H as <- <-; auto|]. right. exists x', v'. auto.
Qed.

Lemma shown_spec t v : t <= k -> forall l a i, 1 <= a -> a + size l <= w -> agree l a -> toN i + a + t = toN n ->
  shown (ones P) l i T v = true -> exists b, a <= b < w /\ toN v = N.lxor (g b) (g (toN n - t - b)).
Proof.
  intros Ht. induction l as [|u l IH]; intros a i Ha Hl; unfold size in Hl; cbn [shown agree length] in *; [discriminate|].
  intros (Hu & Hr) E. rewrite toN_eqb, toN_lxor. destruct HT as (_ & HT'). rewrite HT' by lia. rewrite Hu.
  destruct (N.eqb_spec (N.lxor (g a) (g (toN i))) (toN v)) as [V|].
  - intros _. exists a. split; [lia|]. rewrite <- V. do 2 f_equal. lia.
  - intros H. destruct (IH (N.succ a) (i -i i1)) as (b & B1 & B2); try assumption.
    + lia.
    + unfold size. lia.
    + rewrite toN_sub, toN_1; [lia|rewrite toN_1; lia].
    + exists b. split; [lia|assumption].
Qed.

Lemma sure_spec one u : toN u < 63 -> N.odd (toN n) = N.odd one -> bit (sure rules one) u = true ->
  decided d hints (toN n) (toN u).
Proof.
  intros Hu Ho H r Hr. rewrite <- (sure_bit rules one u Hu H r Hr). pose proof (place_below r Hr).
  pose proof (place_k r ltac:(assumption)).
  assert (E : N.odd (toN n - place r) = N.odd (one + place r)).
  { replace (toN n) with (toN n - place r + place r) in Ho by lia. rewrite N.odd_add in Ho. rewrite N.odd_add, <- Ho.
    now rewrite xorb_assoc, xorb_nilpotent, xorb_false_r. }
  unfold sort. now rewrite E.
Qed.

Lemma pick_spec s sure show : (forall u, toN u < 63 -> bit s u = true -> near (toN n) (toN u)) ->
  (forall v, show v = true -> near (toN n) (toN v)) ->
  forall count v x, toN v + N.of_nat count = 63 -> (forall u, u < toN v -> near (toN n) u) ->
  pick count v s sure show = Some x ->
  toN x < 63 /\ bit s x = false /\ bit sure x = true /\ (forall u, u < toN x -> near (toN n) u).
Proof.
  intros Hs Hw. induction count as [|c IH]; intros v x Hv Hu; cbn [pick]; [discriminate|].
  assert (Next : near (toN n) (toN v) -> pick c (v +i i1) s sure show = Some x ->
    toN x < 63 /\ bit s x = false /\ bit sure x = true /\ (forall u, u < toN x -> near (toN n) u)).
  { intros Hnear. assert (small > 10000000) by reflexivity.
    assert (E : toN (v +i i1) = N.succ (toN v)) by (rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]).
    apply IH; rewrite E; [lia|]. intros u U. destruct (N.eq_dec u (toN v)) as [->|]; [assumption|]. apply Hu. lia. }
  destruct (bit s v) eqn:Es; [apply Next, Hs; [lia|assumption]|].
  destruct (bit sure v) eqn:Ec.
  - intros [= <-]. repeat split; [lia|assumption|assumption|assumption].
  - destruct (show v) eqn:Ew; [apply Next, Hw; assumption|discriminate].
Qed.

Lemma all_tries_spec : w < 3000000 ->
  (forall x v, In (x, v) (all_tries d rules front) -> 1 <= toN x <= w + k /\ near (toN n) (N.lxor (toN v) (g (toN n - toN x)))) /\
  (forall t, In t (takes_of d 1) -> exists x, In (x, i0) (all_tries d rules front) /\ toN x = t) /\
  (forall r a, In r rules -> 1 <= a < w -> sort r a (g a) = target r ->
     exists x v, In (x, v) (all_tries d rules front) /\ toN x = place r + a /\ toN v = g a).
Proof.
  intros Hw. assert (small > 10000000) by reflexivity.
  assert (Tk : forall t, In t (takes_of d 1) -> 1 <= t <= k /\ toN (ofN t) = t).
  { intros t H0. apply takes_spec in H0 as (H1 & B). apply Hb in B. unfold k in *. split; [lia|]. apply toN_ofN. lia. }
  assert (W : w = 1 + size front) by (unfold w; lia).
  assert (Sp : forall r, In r rules -> place r <= k).
  { exact place_k. }
  assert (Tr := fun r => tries_spec r front 1 right_front ltac:(lia)). rewrite <- W in Tr. unfold all_tries. split; [|split].
  - intros x v H0. apply in_app_or in H0 as [H0|H0].
    + apply in_map_iff in H0 as (t & E & H0). injection E as <- <-. destruct (Tk t H0) as (T1 & T2). rewrite T2. split; [lia|].
      left. exists t. rewrite toN_0, N.lxor_0_l. repeat split; [assumption|lia].
    + apply in_flat_map in H0 as (r & Hr & H0). specialize (Sp r Hr). apply (Tr r Hr) in H0 as (b & B1 & B2 & B3). rewrite B2, B3.
      split; [lia|]. right. exists r, b. replace (toN n - (place r + b)) with (toN n - place r - b) by lia.
      repeat split; [assumption|lia|lia|lia].
  - intros t Ht. exists (ofN t). split; [|apply Tk; assumption]. apply in_or_app. left. apply in_map_iff. exists t. auto.
  - intros r a Hr Ha Hs. destruct (Tr r Hr) as (_ & T2). destruct (T2 a) as (x & v & I1 & I2); [lia|assumption|]. exists x, v.
    split; [|assumption]. apply in_or_app. right. apply in_flat_map. exists r. auto.
Qed.

Hypothesis no_rare : forall a, 1 <= a < toN n -> rare d g hints a -> a < w.

Lemma next_value_spec n' T' : w < 3000000 -> toN n + 1 < small -> next_value P (n, T) = Some (n', T') ->
  toN n' = N.succ (toN n) /\ ring low (N.succ (toN n)) T' /\ is_mex (near (toN n)) (g (toN n)) /\ decided d hints (toN n) (g (toN n)).
Proof.
  intros Hw Hsmall. assert (S0 : sure0 P = sure rules 0) by reflexivity. assert (S1 : sure1 P = sure rules 1) by reflexivity.
  unfold next_value. destruct (all_tries_spec Hw) as (A1 & A2 & A3).
  destruct (pick _ _ _ _ _) as [x|] eqn:E; [|discriminate]. intros [= <- <-].
  assert (Seen := seen_spec (all_tries d rules front) i0 (fun x v H => proj1 (A1 x v H))).
  apply pick_spec in E; [|intros u Hu H| |reflexivity|rewrite toN_0; lia].
  - destruct E as (X1 & X2 & X3 & X4).
    assert (D : decided d hints (toN n) (toN x)).
    { pose proof (toN_odd n) as O. rewrite S0, S1 in X3. destruct (is_even n); cbn [negb] in O.
      - apply (sure_spec 0 x X1); [now rewrite <- O|exact X3].
      - apply (sure_spec 1 x X1); [now rewrite <- O|exact X3]. }
    assert (M : is_mex (near (toN n)) (toN x)).
    { split; [|assumption]. intros Nx. apply not_true_iff_false in X2. apply X2. apply Seen; [assumption|]. right.
      destruct Nx as [(t & T1 & T2 & T3)|(r & a & R1 & R2 & R3 & R4)].
      - destruct (A2 t T1) as (y & Y1 & Y2). exists y, i0. rewrite Y2, toN_0, N.lxor_0_l. auto.
      - pose proof (D r R1) as S. replace (toN n - place r) with (a + (toN n - place r - a)) in S by lia.
        rewrite R4, <- sort_sum in S.
        destruct (bool_dec (sort r a (g a)) (target r)) as [Sa|Sa].
        + destruct (A3 r a R1 R2 Sa) as (y & v & Y1 & Y2 & Y3). exists y, v. split; [assumption|].
          rewrite Y2, Y3, R4. do 2 f_equal. lia.
        + exfalso. pose proof (place_k r ltac:(assumption)).
          assert (toN n - place r - a < w); [|lia]. apply no_rare; [lia|]. exists r. split; [assumption|].
          destruct (sort r a (g a)), (sort r (toN n - place r - a) (g (toN n - place r - a))), (target r); cbn in *; congruence. }
    assert (G : g (toN n) = toN x) by (apply (local_rule d g k hints w Hg Hb); assumption).
    split; [rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]|]. split; [now apply ring_next|]. rewrite G. auto.
  - apply Seen in H; [|assumption]. destruct H as [H|(y & v & H & E')]; [now rewrite bit_0 in H|]. rewrite E'. now apply (A1 y v H).
  - intros v H. apply existsb_exists in H as (t & H1 & H2). apply in_map_iff in H1 as (r & <- & Hr).
    assert (Sm : small > 10000000) by reflexivity. pose proof (place_below r Hr) as Pb. pose proof (place_k r Hr) as H0.
    assert (E1 : toN (ofN (N.succ (place r))) = N.succ (place r)) by (apply toN_ofN; lia).
    destruct (shown_spec (place r) v H0 front 1 (n -i ofN (N.succ (place r)))) as (b & B1 & B2).
    + lia.
    + unfold w. lia.
    + exact right_front.
    + rewrite toN_sub; rewrite E1; lia.
    + exact H2.
    + right. exists r, b. repeat split; [assumption|lia|lia|lia|assumption].
Qed.
End Heap.

(** What is known before a heap: the values in a window, and that all values so far follow from the front. *)
Definition holds (s : N) (W : list int) : Prop :=
  size W <= s /\ agree W (s - size W) /\ (forall a, 1 <= a < s -> rare d g hints a -> a < w) /\
  (forall n, 2 * (w + k) <= n < s -> is_mex (near d g hints w n) (g n) /\ decided d hints n (g n)).

(** What the checker of a segment accepts is true: what is known before heap s leads to the same before heap e. *)
Theorem segment_sound s W e W' : segment d hints bits front s W e W' = true -> holds s W -> holds e W'.
Proof.
  unfold segment. fold k w R rules P. destruct (_ && _) eqn:E; [|discriminate].
  rewrite !andb_true_iff, !N.leb_le, !N.ltb_lt in E. destruct E as ((((((((_ & E1) & E2) & E3) & E4) & E5) & E6) & E7) & E8).
  destruct (e - s) as [|p] eqn:Ep; [discriminate|]. pose proof R_small. assert (small > 9000000000000000000) by reflexivity.
  assert (Es : toN (ofN s) = s) by (apply toN_ofN; lia).
  assert (El : toN (ofN (s - size W)) = s - size W) by (apply toN_ofN; lia).
  assert (Ee : toN (ofN (e - size W')) = e - size W') by (apply toN_ofN; lia).
  destruct (times p _ _) as [(n', T')|] eqn:Et; [|discriminate]. intros St (_ & H1 & H2 & H3).
  set (low := s - size W) in *.
  set (Q := fun n (nT : int * array int) => s <= n /\ toN (fst nT) = n /\ ring low n (snd nT) /\
    (forall a, 1 <= a < n -> rare d g hints a -> a < w) /\
    (forall j, 2 * (w + k) <= j < n -> is_mex (near d g hints w j) (g j) /\ decided d hints j (g j))).
  apply (times_ind (next_value P) Q e) with (n := s) in Et.
  - destruct Et as (_ & _ & Q2 & Q3 & Q4). cbn [fst snd] in *. replace (s + N.pos p) with e in * by lia.
    split; [lia|]. split; [|split; assumption]. rewrite <- Ee. apply (stored_spec low e T'); try assumption; rewrite ?Ee; lia.
  - intros n (i, T) (i', T'') Hn (Q0 & Q1 & Q2 & Q3 & Q4) St'. cbn [fst snd] in *. subst n.
    apply (next_value_spec low) in St'; try assumption; try lia.
    destruct St' as (S1 & S2 & S3 & S4).
    assert (Hk : forall j, j < N.succ (toN i) -> j = toN i \/ j < toN i) by lia.
    split; [cbn [fst snd]; lia|]. split; [exact S1|]. split; [exact S2|]. split.
    + intros a Ha Ra. destruct (Hk a) as [->|L]; [lia| |apply Q3; [lia|assumption]].
      exfalso. revert Ra. apply (decided_common d g k hints Hb targets); [lia|assumption].
    + intros j Hj. destruct (Hk j) as [->|L]; [lia|auto|]. apply Q4. lia.
  - lia.
  - split; [lia|]. split; [exact Es|]. split; [|split; assumption]. cbn [snd].
    replace s with (toN (ofN low) + size W) at 1 by lia. apply store_spec; rewrite El; [lia| |assumption].
    split; [apply length_make_N; lia|]. intros i Hi. lia.
Qed.
End Soundness.

(** ** The whole claim *)

Fixpoint no_rare (rules : list rule) (l : list int) (a : N) : bool :=
  match l with
  | [] => true
  | v :: l => forallb (fun r => negb (eqb (sort r a (toN v)) (target r))) rules && no_rare rules l (N.succ a)
  end.

(** The first values follow from the rules, and no heap behind the front is rare among them. *)
Definition begins (d : code) (hints : list hint) (front behind : list int) : bool :=
  let reach := N.succ (size front) + (N.of_nat (length d) - 1) in
  let rules := rules_of d hints in
  let begin := i0 :: front ++ behind in
  bounded_b d 2 && (size begin =? 2 * reach) && (size begin <? 4194303) && (N.of_nat (length d) <? 1000)
  && forallb (fun r => eqb (target r) (with_parity r && N.odd (place r))) rules
  && no_rare rules behind (N.succ (size front))
  && match fcompute d hints (size begin) 7 with
     | None => false
     | Some T => listed (fun i => toN T.[ofN i]) (map toN begin) 0
     end.

(** Each window follows from the one before it. *)
Fixpoint follows (d : code) (hints : list hint) (bits : N) (front : list int) (s : N) (W : list int) (l : list (N * list int))
  : Prop :=
  match l with
  | [] => True
  | (e, W') :: l => segment d hints bits front s W e W' = true /\ follows d hints bits front e W' l
  end.

Lemma agree_app g l l' : forall i, agree g (l ++ l') i <-> agree g l i /\ agree g l' (i + size l).
Proof.
  induction l as [|v l IH]; intros i; cbn [app agree].
  - unfold size. rewrite N.add_0_r. tauto.
  - rewrite IH. unfold size. cbn [length]. replace (N.succ i + N.of_nat (length l)) with (i + N.of_nat (S (length l))) by lia. tauto.
Qed.

Lemma listed_agree look g : forall l i, (forall j, i <= j < i + size l -> look j = g j) ->
  listed look (map toN l) i = true -> agree g l i.
Proof.
  induction l as [|v l IH]; intros i H; cbn [map listed agree]; unfold size in *; cbn [length] in *; [auto|].
  destruct (N.eqb_spec (look i) (toN v)) as [E|]; [|discriminate]. intros L. split; [rewrite <- E; apply H; lia|].
  apply IH; [|assumption]. intros j Hj. apply H. lia.
Qed.

Lemma no_rare_spec d g hints : forall l i, agree g l i -> no_rare (rules_of d hints) l i = true ->
  forall a, i <= a < i + size l -> ~ rare d g hints a.
Proof.
  induction l as [|v l IH]; intros i; cbn [agree no_rare]; unfold size in *; cbn [length]; [lia|].
  intros (Hv & Hl) H a Ha (r & Hr & Hs). apply andb_true_iff in H as (H1 & H2).
  destruct (N.eq_dec a i) as [->|]; [|apply (IH _ Hl H2 a); [lia|exists r; auto]].
  rewrite forallb_forall in H1. specialize (H1 r Hr). rewrite Hv, Hs, eqb_reflx in H1. discriminate.
Qed.

Section Claim.
Variables (d : code) (hints : list hint) (bits : N) (front behind : list int).
Hypothesis Hbegins : begins d hints front behind = true.
Hypothesis Hbits : bits < 22.
Let k := N.of_nat (length d) - 1.
Let w := N.succ (size front).
Let g := grundy d.

Lemma begins_spec : bounded d k 2 /\ N.of_nat (length d) < 1000 /\ agree g front 1 /\
  (forall r, In r (rules_of d hints) -> target r = with_parity r && N.odd (place r)) /\
  holds d g hints front (2 * (w + k)) (i0 :: front ++ behind).
Proof.
  revert Hbegins. unfold begins. fold k w. rewrite !andb_true_iff, N.eqb_eq, !N.ltb_lt.
  intros ((((((B1 & B2) & B3) & B4) & B5) & B6) & B7). set (begin := i0 :: front ++ behind) in *.
  assert (Hb := bounded_b_spec d 2 B1). fold k in Hb.
  destruct (fcompute d hints (size begin) 7) as [T|] eqn:EC; [|discriminate].
  destruct (fcompute_sim d hints _ 7 _ B3 B4 ltac:(lia) EC) as (T' & C1 & C2).
  apply (compute_spec d g k hints (grundy_values d) Hb) in C1.
  assert (A : agree g begin 0).
  { apply (listed_agree (fun i => toN T.[ofN i])); [|assumption]. intros j Hj. rewrite C2 by lia. apply C1. lia. }
  cbn [begin agree] in A. destruct A as (A0 & A). pose proof A as A'. apply agree_app in A as (A1 & A2).
  replace (N.succ 0 + size front) with w in A2 by (unfold w; lia).
  assert (S : size begin = w + size behind).
  { unfold begin, w, size. cbn [length]. rewrite app_length. lia. }
  split; [assumption|]. split; [assumption|]. split; [exact A1|]. split.
  - intros r Hr. rewrite forallb_forall in B5. now apply eqb_prop, B5.
  - split; [lia|]. split; [rewrite B2, N.sub_diag; split; assumption|]. split; [|unfold k, w; lia].
    intros a Ha Ra. destruct (N.lt_ge_cases a w) as [L|L]; [exact L|]. exfalso.
    apply (no_rare_spec d g hints behind w A2 B6 a); [lia|assumption].
Qed.

Lemma follows_holds : forall l s W, follows d hints bits front s W l -> holds d g hints front s W ->
  forall e W', In (e, W') l -> holds d g hints front e W'.
Proof.
  destruct begins_spec as (Hb & Hd & Hf & Ht & _).
  induction l as [|(e, W') l IH]; intros s W; cbn [follows]; [intros _ _ e W' []|].
  intros (H1 & H2) H e' W'' [E|Hin].
  - injection E as <- <-. eapply (segment_sound d g hints bits front (grundy_values d)); eassumption.
  - eapply (IH e W'); [assumption| |eassumption].
    eapply (segment_sound d g hints bits front (grundy_values d)); eassumption.
Qed.

(** Two places whose windows end alike, from which on the values repeat, and the last place to which they were followed. *)
Theorem windows_period m p top X Y W W0 l : follows d hints bits front (2 * (w + k)) (i0 :: front ++ behind) l ->
  In (m, X ++ W) l -> In (m + p, Y ++ W) l -> In (top, W0) l -> 0 < p -> 2 * (w + k) <= m -> w + k <= size W -> m + p <= top ->
  (forall r, In r (rules_of d hints) -> with_parity r && N.odd p = false) \/ m + 2 * p <= top ->
  eventually (grundy d) (m - (w + k)) p.
Proof.
  destruct begins_spec as (Hb & Hd & Hf & Ht & Hs). intros F I1 I2 I3 Hp Hm HW Htop He n Hn.
  pose proof (follows_holds _ _ _ F Hs) as H.
  destruct (H _ _ I1) as (L1 & A1 & _). destruct (H _ _ I2) as (L2 & A2 & _). destruct (H _ _ I3) as (_ & _ & R3 & C3).
  apply (front_period d g k hints w (grundy_values d) Hb Ht m p top); try assumption.
  - intros a Ha Ra. destruct (H _ _ I3) as (_ & _ & R & _). apply R; [lia|assumption].
  - intros j Hj. apply agree_app in A1 as (_ & A1). apply agree_app in A2 as (_ & A2).
    unfold size in L1, L2, A1, A2. rewrite app_length in L1, L2, A1, A2. fold (size W) in *.
    replace (m - N.of_nat (length X + length W) + N.of_nat (length X)) with (m - size W) in A1 by (unfold size; lia).
    replace (m + p - N.of_nat (length Y + length W) + N.of_nat (length Y)) with (m + p - size W) in A2 by (unfold size; lia).
    assert (L : size W <= m) by (unfold size; lia). clear L1 L2.
    clear - A1 A2 Hj HW L. assert (E : forall l i x, agree g l i -> agree g l (i + p) -> i <= x < i + size l -> g (x + p) = g x).
    { induction l as [|v l IH]; intros i x; cbn [agree]; unfold size in *; cbn [length]; [lia|].
      intros (V1 & K1) (V2 & K2) X. destruct (N.eq_dec x i) as [->|]; [congruence|].
      apply (IH (N.succ i) x K1); [|lia]. replace (N.succ i + p) with (N.succ (i + p)) by lia. assumption. }
    apply (E W (m - size W) j A1); [|lia]. replace (m - size W + p) with (m + p - size W) by lia. assumption.
  - unfold k, w in *. lia.
Qed.

(** In play: from there on, a heap may be exchanged for one that is p larger, in every position. *)
Theorem windows_in_play m p : eventually (grundy d) (m - (w + k)) p ->
  forall n s, m - (w + k) <= n -> (lost (move d) (n + p :: s) <-> lost (move d) (n :: s)).
Proof. exact (period_in_play d _ (m - (w + k)) p (grundy_values d)). Qed.
End Claim.
