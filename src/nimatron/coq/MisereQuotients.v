(** * Misère play of codes: a finite monoid that decides every position *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods.
Open Scope N_scope.

Definition live (d : code) (h : N) : bool := match options d h with [] => false | _ => true end.

Lemma live_true d h : live d h = true -> exists parts, heap_move d h parts.
Proof.
  unfold live. destruct (options d h) as [|l o] eqn:E; [discriminate|]. intros _. exists l.
  apply options_spec. rewrite E. left. reflexivity.
Qed.

Lemma live_false d h parts : live d h = false -> ~ heap_move d h parts.
Proof.
  unfold live. intros E H. apply options_spec in H. destruct (options d h); [exact H|discriminate].
Qed.

Lemma move_cons d h s s' : move d s s' -> move d (h :: s) (h :: s').
Proof. intros [l1 n parts l2 H]. apply (replace_in_row _ (h :: l1) n parts l2 H). Qed.

Lemma move_head d h s parts : heap_move d h parts -> move d (h :: s) (parts ++ s).
Proof. intros H. exact (replace_in_row _ [] h parts s H). Qed.

Section Quotient.
Variables (d : code) (ok : N -> Prop) (mul : N -> N -> N) (phi : N -> N) (P : N -> bool).
Hypothesis ok_one : ok 0.
Hypothesis ok_mul : forall x y, ok x -> ok y -> ok (mul x y).
Hypothesis ok_phi : forall h, ok (phi h).
Hypothesis mul_one : forall x, ok x -> mul 0 x = x.
Hypothesis mul_comm : forall x y, ok x -> ok y -> mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, ok x -> ok y -> ok z -> mul (mul x y) z = mul x (mul y z).

Definition product (l : list N) : N := fold_right mul 0 l.
Definition element (s : list N) : N := product (map phi s).

Lemma ok_element s : ok (element s).
Proof. induction s as [|h s IH]; simpl; [exact ok_one|]. apply ok_mul; [apply ok_phi|exact IH]. Qed.

Lemma element_app s1 s2 : element (s1 ++ s2) = mul (element s1) (element s2).
Proof.
  induction s1 as [|h s IH].
  - simpl. symmetry. apply mul_one. apply ok_element.
  - change (element ((h :: s) ++ s2)) with (mul (phi h) (element (s ++ s2))).
    change (element (h :: s)) with (mul (phi h) (element s)). rewrite IH. symmetry.
    apply mul_assoc; [apply ok_phi|apply ok_element|apply ok_element].
Qed.

(** A move of h, beside z, leads to a lost element. *)
Definition wins_beside (h z : N) : Prop := exists parts, heap_move d h parts /\ P (mul (element parts) z) = true.

(** The same for a move of a position. *)
Definition reach (s : list N) (z : N) : Prop := exists s', move d s s' /\ P (mul (element s') z) = true.

Hypothesis P_one : P 0 = false.
Hypothesis dead_one : forall h, live d h = false -> phi h = 0.
Hypothesis cond_b : forall h z, ok z -> wins_beside h z -> P (mul (phi h) z) = false.

Definition ended (s : list N) : Prop := Forall (fun h => live d h = false) s.

Lemma ended_element s : ended s -> element s = 0.
Proof.
  induction 1 as [|h s H _ IH]; [reflexivity|]. change (element (h :: s)) with (mul (phi h) (element s)).
  rewrite (dead_one h H), IH. now apply mul_one.
Qed.

Lemma ended_dec s : ended s \/ exists s', move d s s'.
Proof.
  induction s as [|h s [IH|(s' & IH)]].
  - left. constructor.
  - destruct (live d h) eqn:E.
    + right. destruct (live_true d h E) as (parts & H). eexists. apply move_head. eassumption.
    + left. constructor; assumption.
  - right. exists (h :: s'). now apply move_cons.
Qed.

Lemma ended_no_move s s' : ended s -> ~ move d s s'.
Proof.
  intros H M. destruct M as [l1 n parts l2 Hm]. apply Forall_app in H as (_ & H). inversion H; subst.
  eapply live_false; eassumption.
Qed.

Hypothesis cond_c : forall s, ended s \/ P (element s) = true \/ reach s 0.

Lemma mul_one_r x : ok x -> mul x 0 = x.
Proof. intros H. rewrite mul_comm; auto. Qed.

Lemma lost_or_won_in_misere s : (P (element s) = true -> misere_lost (move d) s) /\ (P (element s) = false -> misere_won (move d) s).
Proof.
  revert s. apply (play_induction _ _ (code_ends d) (fun s => (P (element s) = true -> misere_lost (move d) s) /\ (P (element s) = false -> misere_won (move d) s))).
  intros s IH. split; intros HP.
  - destruct (ended_dec s) as [E|E]; [rewrite (ended_element s E) in HP; congruence|].
    constructor; [assumption|]. intros s' Hm. apply (IH s' Hm).
    destruct (P (element s')) eqn:E'; [|reflexivity]. exfalso.
    destruct Hm as [l1 h parts l2 Hm]. rewrite !element_app in *.
    change (element (h :: l2)) with (mul (phi h) (element l2)) in HP.
    assert (C : P (mul (phi h) (mul (element l1) (element l2))) = false).
    { apply cond_b; [apply ok_mul; apply ok_element|]. exists parts. split; [assumption|]. rewrite <- E'. f_equal.
      rewrite <- !mul_assoc by (try apply ok_mul; apply ok_element). f_equal. apply mul_comm; apply ok_element. }
    assert (D : mul (element l1) (mul (phi h) (element l2)) = mul (phi h) (mul (element l1) (element l2))).
    { rewrite <- !mul_assoc by (try apply ok_mul; try apply ok_element; apply ok_phi). f_equal.
      apply mul_comm; [apply ok_element|apply ok_phi]. }
    rewrite D in HP. congruence.
  - destruct (cond_c s) as [E|[E|(s' & Hm & E)]].
    + apply no_move_wins_in_misere. intros s'. now apply ended_no_move.
    + congruence.
    + apply (some_move_wins_in_misere s s' Hm). apply (IH s' Hm). rewrite mul_one_r in E by apply ok_element. assumption.
Qed.

(** A monoid with the conditions (b) and (c) decides every position. *)
Theorem element_decides s : misere_lost (move d) s <-> P (element s) = true.
Proof.
  destruct (lost_or_won_in_misere s) as (L & W). split; [|assumption]. intros H.
  destruct (P (element s)) eqn:E; [reflexivity|]. exfalso. exact (not_both_in_misere _ s H (W eq_refl)).
Qed.
End Quotient.

(** ** Condition (c), by finitely many pairs *)

Section Pairs.
Variables (d : code) (ok : N -> Prop) (mul : N -> N -> N) (phi : N -> N) (P : N -> bool).
Hypothesis ok_one : ok 0.
Hypothesis ok_mul : forall x y, ok x -> ok y -> ok (mul x y).
Hypothesis ok_phi : forall h, ok (phi h).
Hypothesis mul_one : forall x, ok x -> mul 0 x = x.
Hypothesis mul_comm : forall x y, ok x -> ok y -> mul x y = mul y x.
Hypothesis mul_assoc : forall x y z, ok x -> ok y -> ok z -> mul (mul x y) z = mul x (mul y z).
Hypothesis dead_one : forall h, live d h = false -> phi h = 0.

Notation element := (element mul phi).
Notation reach := (reach d mul phi P).
Notation wins_beside := (wins_beside d mul phi P).
Notation ok_element := (ok_element ok mul phi ok_one ok_mul ok_phi).
Notation element_app := (element_app ok mul phi ok_one ok_mul ok_phi mul_one mul_assoc).

Lemma reach_cons h s z : ok z -> reach s (mul (phi h) z) \/ wins_beside h (mul (element s) z) -> reach (h :: s) z.
Proof.
  intros Hz [(s' & Hm & HP)|(parts & Hm & HP)].
  - exists (h :: s'). split; [now apply move_cons|]. rewrite <- HP. f_equal.
    change (element (h :: s')) with (mul (phi h) (element s')).
    rewrite (mul_comm (phi h)) by (try apply ok_phi; apply ok_element).
    apply mul_assoc; [apply ok_element|apply ok_phi|assumption].
  - exists (parts ++ s). split; [now apply move_head|]. rewrite <- HP. f_equal. rewrite element_app.
    apply mul_assoc; [apply ok_element|apply ok_element|assumption].
Qed.

(** kinds: (element of a heap, set of all z beside which it has a winning move), sets as numbers. *)
Variables (kinds : list (N * N)) (W : list (N * N)).
Hypothesis kinds_all : forall h, exists x S, In (x, S) kinds /\ phi h = x /\ (live d h = true -> S <> 0 \/ x <> 0) /\
  forall z, ok z -> N.testbit S z = true -> wins_beside h z.
Hypothesis W_start : forall x S, In (x, S) kinds -> S <> 0 \/ x <> 0 -> exists r, In (x, r) W /\
  forall z, ok z -> N.testbit r z = true -> N.testbit S z = true.
Hypothesis W_next : forall x S m r, In (x, S) kinds -> In (m, r) W -> exists r', In (mul x m, r') W /\
  forall z, ok z -> N.testbit r' z = true -> N.testbit r (mul x z) = true \/ N.testbit S (mul m z) = true.
Hypothesis W_good : forall m r, In (m, r) W -> P m = true \/ N.testbit r 0 = true.

Lemma covered s : ended d s \/ exists r, In (element s, r) W /\ forall z, ok z -> N.testbit r z = true -> reach s z.
Proof.
  induction s as [|h s IH]; [left; constructor|].
  destruct (kinds_all h) as (x & S & HK & Hx & Hd & HS). destruct IH as [E|(r & Hr & HR)].
  - destruct (live d h) eqn:El; [|left; constructor; assumption]. right.
    assert (Es : element s = 0) by (apply (ended_element d ok mul phi ok_one mul_one dead_one s E)).
    destruct (W_start x S HK (Hd eq_refl)) as (r & H1 & H2). exists r.
    change (element (h :: s)) with (mul (phi h) (element s)). rewrite Es, Hx, mul_comm, mul_one; [|subst x; apply ok_phi|subst x; apply ok_phi|exact ok_one].
    split; [assumption|]. intros z Hz Ht. apply reach_cons; [assumption|]. right. rewrite Es, mul_one by assumption.
    apply HS; auto.
  - right. destruct (W_next x S (element s) r HK Hr) as (r' & H1 & H2). exists r'.
    change (element (h :: s)) with (mul (phi h) (element s)). rewrite Hx. split; [assumption|].
    intros z Hz Ht. apply reach_cons; [assumption|]. destruct (H2 z Hz Ht) as [H|H]; [left|right].
    + rewrite Hx. apply HR; [|assumption]. apply ok_mul; [subst x; apply ok_phi|assumption].
    + apply HS; [|assumption]. apply ok_mul; [apply ok_element|assumption].
Qed.

Lemma cond_c_pairs s : ended d s \/ P (element s) = true \/ reach s 0.
Proof.
  destruct (covered s) as [E|(r & H1 & H2)]; [auto|]. right.
  destruct (W_good _ _ H1) as [HP|HP]; [auto|]. right. apply H2; assumption.
Qed.
End Pairs.

(** ** The checker *)

Record quotient := Quotient {
  order : N; table : list (list N); lost_elements : list N;   (* 0 is the identity *)
  elements : list N; n0 : N; p : N;                           (* of the heaps 0, 1, ..., n0 + p - 1; then with period p *)
  pairs : list (N * N) }.

Section Checker.
Variables (d : code) (r : N) (q : quotient).

Definition mulq (x y : N) : N := nth (N.to_nat y) (nth (N.to_nat x) (table q) []) 0.
Definition lostq (x : N) : bool := existsb (N.eqb x) (lost_elements q).
Definition phiq (h : N) : N :=
  nth (N.to_nat (if h <? n0 q + p q then h else n0 q + (h - n0 q) mod p q)) (elements q) 0.
Definition all : list N := upto (order q - 1).
Definition set_of (f : N -> bool) : N := fold_right (fun z s => if f z then N.setbit s z else s) 0 all.
Definition beside (x : N) : N := set_of (fun z => lostq (mulq x z)).
Definition wins (h : N) : N :=
  fold_right (fun parts s => N.lor (beside (product mulq (map phiq parts))) s) 0 (options d h).
Definition last : N := r * (N.max (n0 q) 1 + p q) + (N.of_nat (length d) - 1).
Definition heaps : list N := upto last.
Definition heap_kinds : list (bool * (N * N)) := map (fun h => (live d h, (phiq h, wins h))) heaps.
Definition subset (s t : N) : bool := N.ldiff s t =? 0.

Definition kind_dec (a b : bool * (N * N)) : {a = b} + {a <> b}.
Proof. repeat (apply N.eq_dec || apply Bool.bool_dec || decide equality). Defined.

Definition mcheck : bool :=
  bounded_b d r && (1 <=? r) && (0 <? order q) && (0 <? p q)
  && forallb (fun x => x <? order q) (elements q)
  && forallb (fun x => forallb (fun y => mulq x y <? order q) all) all
  && forallb (fun x => mulq 0 x =? x) all
  && forallb (fun x => forallb (fun y => mulq x y =? mulq y x) all) all
  && forallb (fun x => forallb (fun y => let xy := mulq x y in
       forallb (fun z => mulq xy z =? mulq x (mulq y z)) all) all) all
  && negb (lostq 0)
  && (let ks := nodup kind_dec heap_kinds in
      forallb (fun k : bool * (N * N) => let '(l, (x, w)) := k in
        (if l then negb (w =? 0) || negb (x =? 0) else (x =? 0) && (w =? 0))
        && (N.land w (beside x) =? 0)
        && (if negb (w =? 0) || negb (x =? 0) then existsb (fun mr : N * N => (fst mr =? x) && subset (snd mr) w) (pairs q) else true)
        && forallb (fun mr : N * N => let (m, r) := (mr : N * N) in
             let xm := mulq x m in
             let s := set_of (fun z => N.testbit r (mulq x z) || N.testbit w (mulq m z)) in
             existsb (fun mr' : N * N => (fst mr' =? xm) && subset (snd mr') s) (pairs q)) (pairs q)) ks)
  && forallb (fun mr : N * N => lostq (fst mr) || N.testbit (snd mr) 0) (pairs q).

Hypothesis Hcheck : mcheck = true.

Definition okq (x : N) : Prop := x < order q.

Lemma set_of_spec f z : N.testbit (set_of f) z = true <-> (In z all /\ f z = true).
Proof.
  unfold set_of. induction all as [|y l IH]; cbn [fold_right].
  - rewrite N.bits_0. simpl. split; [discriminate|tauto].
  - destruct (f y) eqn:E.
    + rewrite N.setbit_iff, IH. split.
      * intros [->|(H1 & H2)]; [split; [left; reflexivity|assumption]|split; [right; assumption|assumption]].
      * intros ([->|H1] & H2); auto.
    + rewrite IH. split; intros (H1 & H2); (split; [|assumption]); [right; assumption|].
      destruct H1 as [->|H1]; [congruence|assumption].
Qed.

Lemma subset_spec s t z : subset s t = true -> N.testbit s z = true -> N.testbit t z = true.
Proof.
  unfold subset. rewrite N.eqb_eq. intros E H. apply (f_equal (fun x => N.testbit x z)) in E.
  rewrite N.ldiff_spec, N.bits_0, H in E. simpl in E. now apply negb_false_iff in E.
Qed.

Lemma all_spec x : 0 < order q -> In x all <-> okq x.
Proof. intros H. unfold all, okq. rewrite upto_spec. lia. Qed.

Lemma wins_spec h z : N.testbit (wins h) z = true <-> exists parts, heap_move d h parts /\
  N.testbit (beside (product mulq (map phiq parts))) z = true.
Proof.
  unfold wins. setoid_rewrite <- options_spec. induction (options d h) as [|l o IH]; cbn [fold_right].
  - rewrite N.bits_0. split; [discriminate|]. intros (x & [] & _).
  - rewrite N.lor_spec, orb_true_iff, IH. split.
    + intros [H|(x & H1 & H2)]; [exists l; split; [left; reflexivity|assumption]|exists x; split; [right; assumption|assumption]].
    + intros (x & [->|H1] & H2); [left; assumption|right; exists x; auto].
Qed.

Lemma phi_period h : 0 < p q -> n0 q <= h -> phiq (h + p q) = phiq h.
Proof.
  intros Hp Hh. unfold phiq. f_equal. f_equal. destruct (N.ltb_spec (h + p q) (n0 q + p q)); [lia|].
  replace (h + p q - n0 q) with ((h - n0 q) + 1 * p q) by lia. rewrite N.mod_add by lia.
  destruct (N.ltb_spec h (n0 q + p q)); [|reflexivity]. rewrite N.mod_small by lia. lia.
Qed.

Lemma same_kind : bounded_b d r = true -> 1 <= r -> 0 < p q -> forall h, exists h', h' <= last /\ phiq h = phiq h' /\
  (forall l, (exists parts, heap_move d h parts /\ map phiq parts = l) <->
             (exists parts, heap_move d h' parts /\ map phiq parts = l)).
Proof.
  intros Hb Hr Hp. apply (heap_induction (fun h => exists h', h' <= last /\ phiq h = phiq h' /\
  (forall l, (exists parts, heap_move d h parts /\ map phiq parts = l) <->
             (exists parts, heap_move d h' parts /\ map phiq parts = l)))).
  intros h IH. destruct (N.le_gt_cases h last) as [|Hh].
  - exists h. split; [assumption|]. split; [reflexivity|]. tauto.
  - assert (B : n0 q + p q < h).
    { unfold last in Hh. assert (N.max (n0 q) 1 + p q <= r * (N.max (n0 q) 1 + p q)) by
        (rewrite <- (N.mul_1_l (N.max _ _ + _)) at 1; now apply N.mul_le_mono_r). lia. }
    destruct (IH (h - p q)) as (h' & H1 & H2 & H3); [lia|]. exists h'. split; [assumption|].
    assert (E : h = h - p q + p q) by lia. split.
    + rewrite E, phi_period by lia. assumption.
    + intros l. rewrite <- H3. apply bounded_b_spec in Hb.
      assert (Hn : r * (N.max (n0 q) 1 + p q) + (N.of_nat (length d) - 1) < h - p q + p q + r) by (unfold last in Hh; lia).
      split; intros (parts & M1 & M2).
      * rewrite E in M1. destruct (shorter N d phiq _ r (n0 q) (p q) Hb Hr (h - p q) Hn) with (parts := parts) as (parts' & X1 & X2);
          [intros; apply phi_period; lia|assumption|]. exists parts'. split; [assumption|congruence].
      * destruct (longer N d phiq _ r (n0 q) (p q) Hb Hr (h - p q) Hn) with (parts := parts) as (parts' & X1 & X2);
          [intros; apply phi_period; lia|assumption|]. exists parts'. rewrite E. split; [assumption|congruence].
Qed.

(** The table is a commutative monoid. *)
Lemma monoid : okq 0 /\ (forall x y, okq x -> okq y -> okq (mulq x y)) /\ (forall h, okq (phiq h)) /\
  (forall x, okq x -> mulq 0 x = x) /\ (forall x y, okq x -> okq y -> mulq x y = mulq y x) /\
  (forall x y z, okq x -> okq y -> okq z -> mulq (mulq x y) z = mulq x (mulq y z)).
Proof.
  unfold mcheck in Hcheck. rewrite !andb_true_iff in Hcheck.
  destruct Hcheck as (((((((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8) & C9) & C10) & C11) & C12).
  apply N.ltb_lt in C3. assert (A : forall x, In x all <-> okq x) by (intros; now apply all_spec).
  rewrite forallb_forall in C5, C6, C7, C8, C9. split; [exact C3|]. split; [|split; [|split; [|split]]].
  - intros x y Hx Hy. specialize (C6 x (proj2 (A x) Hx)). rewrite forallb_forall in C6. apply N.ltb_lt, C6, A, Hy.
  - intros h. unfold phiq. set (i := N.to_nat _). destruct (nth_in_or_default i (elements q) 0) as [H|H].
    + apply N.ltb_lt, C5, H.
    + rewrite H. exact C3.
  - intros x Hx. apply N.eqb_eq, C7, A, Hx.
  - intros x y Hx Hy. specialize (C8 x (proj2 (A x) Hx)). rewrite forallb_forall in C8. apply N.eqb_eq, C8, A, Hy.
  - intros x y z Hx Hy Hz. specialize (C9 x (proj2 (A x) Hx)). rewrite forallb_forall in C9.
    specialize (C9 y (proj2 (A y) Hy)). cbv zeta in C9. rewrite forallb_forall in C9. apply N.eqb_eq, C9, A, Hz.
Qed.

(** The quotient decides every position, with heaps of any size. *)
Theorem mcheck_sound s : misere_lost (move d) s <-> lostq (product mulq (map phiq s)) = true.
Proof.
  pose proof monoid as M. unfold mcheck in Hcheck. rewrite !andb_true_iff in Hcheck.
  destruct Hcheck as (((((((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8) & C9) & C10) & C11) & C12).
  apply N.leb_le in C2. apply N.ltb_lt in C3, C4. apply negb_true_iff in C10.
  assert (A : forall x, In x all <-> okq x) by (intros; now apply all_spec).
  rewrite forallb_forall in C5, C6, C7, C8, C9, C11, C12.
  destruct M as (ok_one & ok_mul & ok_phi & mul_one & mul_comm & mul_assoc).
  assert (ok_el : forall s, okq (element mulq phiq s)) by (apply (ok_element okq mulq phiq ok_one ok_mul ok_phi)).
  set (ks := nodup _ heap_kinds) in C11.
  (* every heap is of one of the kinds *)
  assert (K : forall h, exists h', In (live d h', (phiq h', wins h')) ks /\ phiq h = phiq h' /\ live d h = live d h' /\
     forall z, okq z -> N.testbit (wins h') z = true <-> wins_beside d mulq phiq lostq h z).
  { intros h. destruct (same_kind C1 C2 C4 h) as (h' & H1 & H2 & H3). exists h'. split; [|split; [assumption|split]].
    - apply nodup_In. apply in_map_iff. exists h'. split; [reflexivity|]. now apply upto_spec.
    - destruct (live d h) eqn:E, (live d h') eqn:E'; try reflexivity; exfalso.
      + apply live_true in E as (parts & E). destruct (proj1 (H3 (map phiq parts))) as (parts' & X & _); [eauto|].
        exact (live_false _ _ _ E' X).
      + apply live_true in E' as (parts & E'). destruct (proj2 (H3 (map phiq parts))) as (parts' & X & _); [eauto|].
        exact (live_false _ _ _ E X).
    - intros z Hz. rewrite wins_spec. unfold wins_beside, element, beside. split.
      + intros (parts & X1 & X2). apply set_of_spec in X2 as (_ & X2).
        destruct (proj2 (H3 (map phiq parts))) as (parts' & Y1 & Y2); [eauto|]. exists parts'. rewrite Y2. auto.
      + intros (parts & X1 & X2). destruct (proj1 (H3 (map phiq parts))) as (parts' & Y1 & Y2); [eauto|].
        exists parts'. split; [assumption|]. apply set_of_spec. rewrite Y2. split; [now apply A|assumption]. }
  assert (dead : forall h, live d h = false -> phiq h = 0).
  { intros h E. destruct (K h) as (h' & H1 & H2 & H3 & _). specialize (C11 _ H1). cbn beta iota in C11.
    rewrite <- H3, E, !andb_true_iff in C11. destruct C11 as ((((X & _) & _) & _) & _). apply N.eqb_eq in X. congruence. }
  apply (element_decides d okq mulq phiq lostq); try assumption.
  - (* (b) *) intros h z Hz Hw. destruct (K h) as (h' & H1 & H2 & _ & H4). apply H4 in Hw; [|assumption].
    specialize (C11 _ H1). cbn beta iota in C11. rewrite !andb_true_iff in C11. destruct C11 as (((_ & X) & _) & _).
    apply N.eqb_eq in X. destruct (lostq (mulq (phiq h) z)) eqn:E; [|reflexivity]. exfalso.
    apply (f_equal (fun x => N.testbit x z)) in X. rewrite N.land_spec, Hw, N.bits_0 in X. simpl in X.
    apply not_true_iff_false in X. apply X. apply set_of_spec. rewrite <- H2. split; [now apply A|assumption].
  - (* (c) *) apply (cond_c_pairs d okq mulq phiq lostq ok_one ok_mul ok_phi mul_one mul_comm mul_assoc dead
      (map snd ks) (pairs q)).
    + intros h. destruct (K h) as (h' & H1 & H2 & H3 & H4). exists (phiq h'), (wins h').
      split; [apply in_map_iff; eexists; split; [|exact H1]; reflexivity|]. split; [assumption|]. split.
      * intros E. specialize (C11 _ H1). cbn beta iota in C11. rewrite <- H3, E, !andb_true_iff in C11.
        destruct C11 as (((X & _) & _) & _). apply orb_true_iff in X. rewrite !negb_true_iff, !N.eqb_neq in X. exact X.
      * intros z Hz. apply H4. assumption.
    + intros x S HI HX. apply in_map_iff in HI as ((l & (x' & S')) & E & HI). cbn in E. injection E as -> ->.
      specialize (C11 _ HI). cbn beta iota in C11. rewrite !andb_true_iff in C11. destruct C11 as ((_ & X) & _).
      replace (negb (S =? 0) || negb (x =? 0)) with true in X.
      2: { symmetry. apply orb_true_iff. rewrite !negb_true_iff, !N.eqb_neq. assumption. }
      apply existsb_exists in X as ((m & r') & X1 & X2). cbn [fst snd] in X2. apply andb_true_iff in X2 as (X2 & X3).
      apply N.eqb_eq in X2. subst m. exists r'. split; [assumption|]. intros z Hz. now apply subset_spec.
    + intros x S m r' HI HW. apply in_map_iff in HI as ((l & (x' & S')) & E & HI). cbn in E. injection E as -> ->.
      specialize (C11 _ HI). cbn beta iota in C11. rewrite !andb_true_iff in C11. destruct C11 as (_ & X).
      rewrite forallb_forall in X. specialize (X (m, r') HW). cbv zeta beta iota in X.
      apply existsb_exists in X as ((m' & r'') & X1 & X2). cbn [fst snd] in X2. apply andb_true_iff in X2 as (X2 & X3).
      apply N.eqb_eq in X2. subst m'. exists r''. split; [assumption|]. intros z Hz Ht.
      apply (subset_spec _ _ z X3) in Ht. apply set_of_spec in Ht as (_ & Ht). now apply orb_true_iff in Ht.
    + intros m r' HI. specialize (C12 _ HI). now apply orb_true_iff in C12.
Qed.
(** ** The smallest quotient

    Two positions are equal in misère play if each may stand for the other beside every position. *)
Definition equal_in_misere (s t : list N) : Prop :=
  forall u, misere_lost (move d) (s ++ u) <-> misere_lost (move d) (t ++ u).

(** Beside some element one of two elements is lost and the other is not; and each is the element of some position. *)
Definition smallest (positions : list (list N)) : bool :=
  let rows := map (fun x => (x, beside x)) all in
  forallb (fun a : N * N => forallb (fun b : N * N => (fst a =? fst b) || negb (snd a =? snd b)) rows) rows
  && forallb (fun x => product mulq (map phiq (nth (N.to_nat x) positions [])) =? x) all.

(** If the check says yes, positions are equal exactly if their elements are, and each element is needed: this is
    the misère quotient. *)
Theorem smallest_sound positions : smallest positions = true ->
  (forall s t, equal_in_misere s t <-> product mulq (map phiq s) = product mulq (map phiq t)) /\
  (forall x, x < order q <-> exists s, product mulq (map phiq s) = x).
Proof.
  intros H. apply andb_true_iff in H as (H1 & H2). rewrite forallb_forall in H1, H2.
  destruct monoid as (ok_one & ok_mul & ok_phi & mul_one & mul_comm & mul_assoc).
  assert (A : forall x, In x all <-> okq x) by (intros; now apply all_spec).
  assert (ok_el : forall s, okq (element mulq phiq s)) by (apply (ok_element okq mulq phiq ok_one ok_mul ok_phi)).
  assert (App := element_app okq mulq phiq ok_one ok_mul ok_phi mul_one mul_assoc).
  assert (E : forall x, okq x -> exists s, element mulq phiq s = x).
  { intros x Hx. exists (nth (N.to_nat x) positions []). apply N.eqb_eq, H2, A, Hx. }
  split; [|intros x; split; [apply E|intros (s & <-); apply ok_el]].
  intros s t. change (equal_in_misere s t <-> element mulq phiq s = element mulq phiq t). unfold equal_in_misere.
  assert (L : forall u v, misere_lost (move d) (u ++ v) <-> lostq (mulq (element mulq phiq u) (element mulq phiq v)) = true).
  { intros u v. rewrite mcheck_sound. change (product mulq (map phiq (u ++ v))) with (element mulq phiq (u ++ v)).
    now rewrite App. }
  split.
  - intros Q. set (x := element mulq phiq s) in *. set (y := element mulq phiq t) in *.
    specialize (H1 (x, beside x) (in_map (fun x => (x, beside x)) _ _ (proj2 (A x) (ok_el s)))).
    rewrite forallb_forall in H1. specialize (H1 (y, beside y) (in_map (fun x => (x, beside x)) _ _ (proj2 (A y) (ok_el t)))).
    cbn [fst snd] in H1. apply orb_true_iff in H1 as [H1|H1]; [now apply N.eqb_eq|]. exfalso.
    apply negb_true_iff, N.eqb_neq in H1. apply H1. apply N.bits_inj. intros z. apply eq_true_iff_eq. unfold beside.
    rewrite !set_of_spec. split; intros (Z1 & Z2); (split; [exact Z1|]); destruct (E z (proj1 (A z) Z1)) as (u & <-);
      apply L, Q, L, Z2.
  - intros Q u. rewrite !L, Q. reflexivity.
Qed.
End Checker.
