(* A checker of periods of octal codes (digits 0 to 7), and the proof that what it accepts is true.
   It derives all values from the rules; masks only make it fast: they are a hint, and no mask can make it lie. *)
From Coq Require Import Arith NArith List Lia Bool FMapPositive MSetPositive.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims.
Open Scope N_scope.

Module A := PositiveMap.
Module S := PositiveSet.

(** ** The checker *)

Definition get (T : A.t N) (n : N) : N := match A.find (N.succ_pos n) T with Some v => v | None => 0 end.
Definition put (T : A.t N) (n v : N) : A.t N := A.add (N.succ_pos n) v T.
Definition mark (s : S.t) (v : N) : S.t := S.add (N.succ_pos v) s.
Definition marked (s : S.t) (v : N) : bool := S.mem (N.succ_pos v) s.

(** Parity of the number of ones. *)
Fixpoint parity_pos (x : positive) : bool :=
  match x with xH => true | xO y => parity_pos y | xI y => negb (parity_pos y) end.
Definition parity (x : N) : bool := match x with 0 => false | Npos y => parity_pos y end.

(** A digit that splits, with its hint. A heap a of value v is rare if sort r a v = target. *)
Record rule := Rule { place : N; mask : N; with_parity : bool; target : bool }.
Definition sort (r : rule) (a v : N) : bool := xorb (parity (N.land v (mask r))) (with_parity r && N.odd a).

Definition hint := (N * bool * bool)%type.
Definition no_hint : hint := (0, false, true).

(** The digits with their places. *)
Fixpoint places (t : N) (d : code) : list (N * N) :=
  match d with [] => [] | x :: d => (t, x) :: places (N.succ t) d end.

Definition rule_at (hints : list hint) (t : N) : rule :=
  let '(m, w, g) := nth (N.to_nat t) hints no_hint in Rule t m w g.

Definition rules_of (d : code) (hints : list hint) : list rule :=
  map (fun tx => rule_at hints (fst tx)) (filter (fun tx => N.testbit (snd tx) 2) (places 0 d)).

Definition takes_of (d : code) (j : N) : list N :=
  map fst (filter (fun tx => (1 <=? fst tx) && N.testbit (snd tx) j) (places 0 d)).

Fixpoint mark_ends (ends : list N) (n : N) (s : S.t) : S.t :=
  match ends with [] => s | t :: l => mark_ends l n (if t =? n then mark s 0 else s) end.

Fixpoint mark_takes (takes : list N) (n : N) (T : A.t N) (s : S.t) : S.t :=
  match takes with [] => s | t :: l => mark_takes l n T (if t <? n then mark s (get T (n - t)) else s) end.

Fixpoint mark_rare (m : N) (rare : list (N * N)) (T : A.t N) (s : S.t) : S.t :=
  match rare with
  | [] => s
  | (a, v) :: l => mark_rare m l T (if a <? m then mark s (N.lxor v (get T (m - a))) else s)
  end.

Fixpoint mark_rares (n : N) (rs : list (rule * list (N * N))) (T : A.t N) (s : S.t) : S.t :=
  match rs with [] => s | (r, l) :: rs => mark_rares n rs T (mark_rare (n - place r) l T s) end.

(** The least value from c on that is not marked. *)
Fixpoint next (fuel : nat) (s : S.t) (c : N) : option N :=
  match fuel with
  | O => None
  | S f => if marked s c then next f s (N.succ c) else Some c
  end.

(** No split can have the value c, unless one part is rare. *)
Definition common (n c : N) (rs : list (rule * list (N * N))) : bool :=
  forallb (fun rl => sort (fst rl) (n - place (fst rl)) c) rs.

Inductive scanned := Found (c : N) | Open (s : S.t) (c : N) | Failed.

(** All splits of m, until the least value not marked is common. *)
Fixpoint scan (fuel fuel0 : nat) (n m a : N) (rs : list (rule * list (N * N))) (T : A.t N) (s : S.t) (c : N) : scanned :=
  match fuel with
  | O => Failed
  | S f =>
      let b := m - a in
      if b <? a then Open s c
      else
        let v := N.lxor (get T a) (get T b) in
        let s' := mark s v in
        if v =? c then
          match next fuel0 s' c with
          | None => Failed
          | Some c' => if common n c' rs then Found c' else scan f fuel0 n m (N.succ a) rs T s' c'
          end
        else scan f fuel0 n m (N.succ a) rs T s' c
  end.

Fixpoint scans (fuel : nat) (n : N) (todo rs : list (rule * list (N * N))) (T : A.t N) (s : S.t) (c : N) : option N :=
  match todo with
  | [] => Some c
  | (r, _) :: todo =>
      match scan fuel fuel n (n - place r) 1 rs T s c with
      | Found c => Some c
      | Open s c => scans fuel n todo rs T s c
      | Failed => None
      end
  end.

Definition value_of (fuel : nat) (ends takes : list N) (n : N) (rs : list (rule * list (N * N))) (T : A.t N) : option N :=
  let s := mark_rares n rs T (mark_takes takes n T (mark_ends ends n S.empty)) in
  match next fuel s 0 with
  | None => None
  | Some c => if common n c rs then Some c else scans fuel n rs rs T s c
  end.

Definition add_rare (n v : N) (rl : rule * list (N * N)) : rule * list (N * N) :=
  let (r, l) := rl in if eqb (sort r n v) (target r) then (r, (n, v) :: l) else rl.

Fixpoint run (count fuel : nat) (ends takes : list N) (n : N) (rs : list (rule * list (N * N))) (T : A.t N)
  : option (A.t N) :=
  match count with
  | O => Some T
  | S k =>
      match value_of fuel ends takes n rs T with
      | None => None
      | Some v => run k fuel ends takes (N.succ n) (if n =? 0 then rs else map (add_rare n v) rs) (put T n v)
      end
  end.

Definition compute (d : code) (hints : list hint) (L : N) : option (A.t N) :=
  let fuel := S (N.to_nat L) in
  run (N.to_nat L) fuel (takes_of d 0) (takes_of d 1) 0 (map (fun r => (r, [])) (rules_of d hints)) (A.empty N).

(** The values that are given are those of the heaps 0, 1, 2, ...; there may be none. *)
Definition check (d : code) (hints : list hint) (n0 p : N) (given : list N) : bool :=
  let L := needed d n0 p in
  if bounded_b d 2 && bounded_b d (parts_of d) then
    match compute d hints L with None => false | Some T => final (get T) n0 p L given end
  else false.

(** ** Why it is right *)

Lemma succ_pos_inj a b : N.succ_pos a = N.succ_pos b -> a = b.
Proof. intros E. apply (f_equal Npos) in E. rewrite !N.succ_pos_spec in E. lia. Qed.

Lemma get_same T n v : get (put T n v) n = v.
Proof. unfold get, put. now rewrite A.gss. Qed.

Lemma get_other T n v m : m <> n -> get (put T n v) m = get T m.
Proof. intros H. unfold get, put. rewrite A.gso; [reflexivity|]. intros E. now apply succ_pos_inj in E. Qed.

Lemma marked_mark s v u : marked (mark s v) u = true <-> u = v \/ marked s u = true.
Proof.
  unfold marked, mark. rewrite !S.mem_spec, S.add_spec. split.
  - intros [E|H]; [left; now apply succ_pos_inj|auto].
  - intros [->|H]; auto.
Qed.

Lemma marked_empty u : marked S.empty u = false.
Proof. unfold marked. apply not_true_iff_false. rewrite S.mem_spec. apply S.empty_spec. Qed.

Lemma parity_lxor a b : parity (N.lxor a b) = xorb (parity a) (parity b).
Proof.
  destruct a as [|a], b as [|b]; simpl; try reflexivity.
  - now destruct (parity_pos b).
  - now destruct (parity_pos a).
  - revert b. induction a as [a IH|a IH|]; intros [b|b|]; simpl; try rewrite (negb_xorb_l) || idtac;
    try (specialize (IH b)); try destruct (Pos.lxor a b); simpl in *;
    repeat match goal with |- context [parity_pos ?x] => destruct (parity_pos x) end; simpl in *; congruence.
Qed.

Lemma sort_sum r a b u v : xorb (sort r a u) (sort r b v) = sort r (a + b) (N.lxor u v).
Proof.
  unfold sort. rewrite N.odd_add. replace (N.land (N.lxor u v) (mask r)) with
    (N.lxor (N.land u (mask r)) (N.land v (mask r))).
  - rewrite parity_lxor. destruct (parity _), (parity _), (with_parity r), (N.odd a), (N.odd b); reflexivity.
  - apply N.bits_inj. intros i. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
    destruct (N.testbit u i), (N.testbit v i), (N.testbit (mask r) i); reflexivity.
Qed.

Lemma places_spec d : forall s t x, In (t, x) (places s d) <-> s <= t /\ (N.to_nat (t - s) < length d)%nat /\ digit d (t - s) = x.
Proof.
  induction d as [|y d IH]; intros s t x; simpl places.
  - simpl. split; [tauto|lia].
  - cbn [In]. rewrite IH. clear IH. split.
    + intros [E|(H1 & H2 & H3)].
      * injection E as -> ->. rewrite N.sub_diag. simpl. split; [lia|]. split; [lia|reflexivity].
      * split; [lia|]. cbn [length]. split; [lia|]. unfold digit in *.
        replace (N.to_nat (t - s)) with (S (N.to_nat (t - N.succ s))) by lia. assumption.
    + intros (H1 & H2 & H3). cbn [length] in H2. destruct (N.eq_dec t s) as [->|Ht].
      * left. rewrite N.sub_diag in H3. cbn in H3. congruence.
      * right. split; [lia|]. split; [lia|]. unfold digit in *.
        replace (N.to_nat (t - s)) with (S (N.to_nat (t - N.succ s))) in H3 by lia. assumption.
Qed.

Lemma places_digit d t x : In (t, x) (places 0 d) -> digit d t = x.
Proof. rewrite places_spec. rewrite N.sub_0_r. tauto. Qed.

Lemma digit_places d t j : N.testbit (digit d t) j = true -> In (t, digit d t) (places 0 d).
Proof.
  intros H. apply places_spec. rewrite N.sub_0_r. split; [lia|]. split; [|reflexivity].
  destruct (Nat.lt_ge_cases (N.to_nat t) (length d)) as [|G]; [assumption|].
  unfold digit in H. rewrite nth_overflow, N.bits_0 in H by assumption. discriminate.
Qed.

Lemma takes_spec d j t : In t (takes_of d j) <-> 1 <= t /\ N.testbit (digit d t) j = true.
Proof.
  unfold takes_of. rewrite in_map_iff. split.
  - intros ((t', x) & <- & H). apply filter_In in H as (H1 & H2). apply places_digit in H1. subst x.
    cbn [fst snd] in *. apply andb_true_iff in H2 as (H2 & H3). apply N.leb_le in H2. auto.
  - intros (H1 & H2). exists (t, digit d t). split; [reflexivity|]. apply filter_In. split.
    + eapply digit_places; eauto.
    + cbn [fst snd]. rewrite H2, andb_true_r. now apply N.leb_le.
Qed.

Lemma rule_at_place hints t : place (rule_at hints t) = t.
Proof. unfold rule_at. destruct (nth _ _ _) as [[m w] g]. reflexivity. Qed.

Lemma rules_spec d hints t : N.testbit (digit d t) 2 = true <-> exists r, In r (rules_of d hints) /\ place r = t.
Proof.
  unfold rules_of. split.
  - intros H. exists (rule_at hints t). rewrite rule_at_place. split; [|reflexivity].
    apply in_map_iff. exists (t, digit d t). split; [reflexivity|]. apply filter_In. split; [|assumption].
    eapply digit_places; eauto.
  - intros (r & H & <-). apply in_map_iff in H as ((t, x) & <- & H). cbn [fst] in *. rewrite rule_at_place.
    apply filter_In in H as (H1 & H2). apply places_digit in H1. subst x. assumption.
Qed.

(** The moves of an octal code. *)
Lemma octal_moves d k n parts : bounded d k 2 -> (heap_move d n parts <->
  (parts = [] /\ 1 <= n /\ N.testbit (digit d n) 0 = true)
  \/ (exists t, 1 <= t < n /\ N.testbit (digit d t) 1 = true /\ parts = [n - t])
  \/ (exists t a b, N.testbit (digit d t) 2 = true /\ 1 <= a /\ 1 <= b /\ n = t + (a + b) /\ parts = [a; b])).
Proof.
  intros Hb. split.
  - intros [t l Hbit Hf Hc]. destruct (Hb _ _ Hbit) as (_ & Hl).
    destruct l as [|a [|b [|c l]]]; [| | |simpl length in Hl; lia].
    + left. simpl in *. rewrite N.add_0_r. repeat split; [lia|assumption].
    + right; left. inversion Hf; subst. simpl in *. exists t. rewrite N.add_0_r.
      repeat split; [lia|lia|assumption|f_equal; lia].
    + right; right. inversion Hf as [|? ? ? Hf']; subst. inversion Hf'; subst. simpl in *.
      exists t, a, b. rewrite N.add_0_r. auto.
  - intros [(-> & H1 & H2)|[(t & H1 & H2 & ->)|(t & a & b & H1 & H2 & H3 & -> & ->)]].
    + replace n with (n + total []) by (simpl; lia). constructor; [assumption|constructor|lia].
    + replace n with (t + total [n - t]) at 1 by (simpl; lia). constructor; [assumption| |lia].
      constructor; [lia|constructor].
    + replace (a + b) with (total [a; b]) by (simpl; lia). constructor; [assumption| |simpl; lia].
      repeat constructor; assumption.
Qed.

Section Sound.
Variables (d : code) (g : N -> N) (k : N) (hints : list hint).
Hypothesis Hg : values d g.
Hypothesis Hb : bounded d k 2.

Let opt := option_value d g.

Lemma opt_cases n v : opt n v <->
  (v = 0 /\ In n (takes_of d 0))
  \/ (exists t, In t (takes_of d 1) /\ t < n /\ v = g (n - t))
  \/ (exists r a b, In r (rules_of d hints) /\ 1 <= a /\ 1 <= b /\ n = place r + (a + b) /\ v = N.lxor (g a) (g b)).
Proof.
  unfold opt, option_value. split.
  - intros (parts & Hm & <-). apply (octal_moves d k n parts Hb) in Hm.
    destruct Hm as [(-> & H1 & H2)|[(t & H1 & H2 & ->)|(t & a & b & H1 & H2 & H3 & -> & ->)]].
    + left. split; [reflexivity|]. apply takes_spec. auto.
    + right; left. exists t. rewrite takes_spec. simpl. rewrite N.lxor_0_r. repeat split; [lia|assumption|lia].
    + right; right. apply (rules_spec d hints) in H1 as (r & Hr & <-). exists r, a, b. simpl. rewrite N.lxor_0_r. auto.
  - intros [(-> & H)|[(t & H1 & H2 & ->)|(r & a & b & H1 & H2 & H3 & -> & ->)]].
    + apply takes_spec in H. exists []. split; [|reflexivity]. apply (octal_moves d k n _ Hb). left. tauto.
    + apply takes_spec in H1. exists [n - t]. simpl. rewrite N.lxor_0_r. split; [|reflexivity].
      apply (octal_moves d k n _ Hb). right; left. exists t. repeat split; [tauto|lia|tauto].
    + exists [a; b]. simpl. rewrite N.lxor_0_r. split; [|reflexivity]. apply (octal_moves d k _ _ Hb). right; right.
      exists (place r), a, b. split; [|auto]. apply (rules_spec d hints). eauto.
Qed.

Definition rares := list (rule * list (N * N)).

Definition good_rares (n : N) (rs : rares) : Prop :=
  (forall r, In r (rules_of d hints) <-> exists l, In (r, l) rs) /\
  forall r l, In (r, l) rs ->
    (forall a v, In (a, v) l -> 1 <= a < n /\ v = g a) /\
    (forall a, 1 <= a < n -> sort r a (g a) = target r -> In (a, g a) l).

Definition good_values (n : N) (T : A.t N) : Prop := forall i, i < n -> get T i = g i.

Section Heap.
Variables (n : N) (T : A.t N) (rs : rares).
Hypothesis HT : good_values n T.
Hypothesis HR : good_rares n rs.

Definition sound (s : S.t) : Prop := forall v, marked s v = true -> opt n v.
Definition grows (s s' : S.t) : Prop := forall v, marked s v = true -> marked s' v = true.

Lemma sound_mark s v : sound s -> opt n v -> sound (mark s v).
Proof. intros Hs Hv u Hu. apply marked_mark in Hu as [->|Hu]; auto. Qed.

Lemma grows_mark s v : grows s (mark s v).
Proof. intros u Hu. apply marked_mark. auto. Qed.

Lemma grows_trans s1 s2 s3 : grows s1 s2 -> grows s2 s3 -> grows s1 s3.
Proof. unfold grows. auto. Qed.

Lemma grows_refl s : grows s s.
Proof. unfold grows. auto. Qed.

Lemma mark_ends_spec l : forall s, incl l (takes_of d 0) -> sound s ->
  sound (mark_ends l n s) /\ grows s (mark_ends l n s) /\ (In n l -> marked (mark_ends l n s) 0 = true).
Proof.
  induction l as [|t l IH]; intros s Hi Hs; simpl.
  - split; [assumption|]. split; [apply grows_refl|tauto].
  - destruct (N.eqb_spec t n) as [->|Ht].
    + destruct (IH (mark s 0)) as (I1 & I2 & I3).
      * intros x Hx. apply Hi. right. assumption.
      * apply sound_mark; [assumption|]. apply opt_cases. left. split; [reflexivity|]. apply Hi. left. reflexivity.
      * split; [assumption|]. split; [eapply grows_trans; [apply grows_mark|exact I2]|].
        intros _. apply I2. apply marked_mark. auto.
    + destruct (IH s) as (I1 & I2 & I3); [intros x Hx; apply Hi; right; assumption|assumption|].
      split; [assumption|]. split; [assumption|]. intros [E|E]; [congruence|auto].
Qed.

Lemma mark_takes_spec l : forall s, incl l (takes_of d 1) -> sound s ->
  sound (mark_takes l n T s) /\ grows s (mark_takes l n T s) /\
  (forall t, In t l -> t < n -> marked (mark_takes l n T s) (g (n - t)) = true).
Proof.
  induction l as [|t l IH]; intros s Hi Hs; simpl.
  - split; [assumption|]. split; [apply grows_refl|tauto].
  - assert (Hi' : incl l (takes_of d 1)) by (intros x Hx; apply Hi; right; assumption).
    assert (Ht1 : 1 <= t) by (apply (takes_spec d 1 t), Hi; left; reflexivity).
    destruct (N.ltb_spec t n) as [Ht|Ht].
    + rewrite (HT (n - t)) by lia. destruct (IH (mark s (g (n - t))) Hi') as (I1 & I2 & I3).
      * apply sound_mark; [assumption|]. apply opt_cases. right; left. exists t.
        split; [apply Hi; left; reflexivity|]. split; [assumption|reflexivity].
      * split; [assumption|]. split; [eapply grows_trans; [apply grows_mark|exact I2]|].
        intros x [<-|Hx] Hn; [|auto]. apply I2. apply marked_mark. auto.
    + destruct (IH s Hi' Hs) as (I1 & I2 & I3). split; [assumption|]. split; [assumption|].
      intros x [<-|Hx] Hn; [lia|auto].
Qed.

Lemma mark_rare_spec r : In r (rules_of d hints) -> forall l s, 
  (forall a v, In (a, v) l -> 1 <= a < n /\ v = g a) -> sound s ->
  let s' := mark_rare (n - place r) l T s in
  sound s' /\ grows s s' /\
  (forall a b, In (a, g a) l -> 1 <= b -> n = place r + (a + b) -> marked s' (N.lxor (g a) (g b)) = true).
Proof.
  intros Hr. induction l as [|(a, v) l IH]; intros s Hl Hs; cbn [mark_rare].
  - split; [assumption|]. split; [apply grows_refl|]. intros a b [].
  - destruct (Hl a v (or_introl eq_refl)) as (Ha & ->).
    assert (Hl' : forall a v, In (a, v) l -> 1 <= a < n /\ v = g a) by (intros; apply Hl; right; assumption).
    destruct (N.ltb_spec a (n - place r)) as [Hm|Hm].
    + rewrite (HT (n - place r - a)) by lia.
      destruct (IH (mark s (N.lxor (g a) (g (n - place r - a)))) Hl') as (I1 & I2 & I3).
      * apply sound_mark; [assumption|]. apply opt_cases. right; right. exists r, a, (n - place r - a).
        split; [assumption|]. split; [lia|]. split; [lia|]. split; [lia|reflexivity].
      * split; [assumption|]. split; [eapply grows_trans; [apply grows_mark|exact I2]|].
        intros x b [E|Hx] Hb1 Hn; [|eapply I3; eauto]. injection E as <-.
        apply I2. apply marked_mark. left. do 2 f_equal. lia.
    + destruct (IH s Hl' Hs) as (I1 & I2 & I3). split; [assumption|]. split; [assumption|].
      intros x b [E|Hx] Hb1 Hn; [|eapply I3; eauto]. injection E as <-. lia.
Qed.

Definition rare_done (r : rule) (l : list (N * N)) (s : S.t) : Prop :=
  forall a b, In (a, g a) l -> 1 <= b -> n = place r + (a + b) -> marked s (N.lxor (g a) (g b)) = true.

Lemma mark_rares_spec l : forall s, incl l rs -> sound s ->
  sound (mark_rares n l T s) /\ grows s (mark_rares n l T s) /\
  (forall r x, In (r, x) l -> rare_done r x (mark_rares n l T s)).
Proof.
  induction l as [|(r, x) l IH]; intros s Hi Hs; cbn [mark_rares].
  - split; [assumption|]. split; [apply grows_refl|]. intros r x [].
  - assert (Hrx : In (r, x) rs) by (apply Hi; left; reflexivity).
    destruct HR as (R1 & R2). destruct (R2 r x Hrx) as (R3 & _).
    assert (Hr : In r (rules_of d hints)) by (apply R1; eauto).
    destruct (mark_rare_spec r Hr x s R3 Hs) as (M1 & M2 & M3).
    destruct (IH (mark_rare (n - place r) x T s)) as (I1 & I2 & I3); [intros y Hy; apply Hi; right; assumption|assumption|].
    split; [assumption|]. split; [eapply grows_trans; eauto|].
    intros r' x' [E|Hx]; [|auto]. injection E as <- <-. intros a b H1 H2 H3. apply I2. apply M3; assumption.
Qed.

(** s has all options but the splits, and the splits with a rare part. *)
Definition ready (s : S.t) : Prop :=
  (In n (takes_of d 0) -> marked s 0 = true) /\
  (forall t, In t (takes_of d 1) -> t < n -> marked s (g (n - t)) = true) /\
  (forall r l, In (r, l) rs -> rare_done r l s).

Definition full (r : rule) (s : S.t) : Prop :=
  forall a b, 1 <= a -> 1 <= b -> n = place r + (a + b) -> marked s (N.lxor (g a) (g b)) = true.

Lemma ready_grows s s' : ready s -> grows s s' -> ready s'.
Proof. intros (R1 & R2 & R3) G. split; [auto|]. split; [auto|]. intros r l H a b H1 H2 H3. apply G. eapply R3; eauto. Qed.

Lemma full_grows r s s' : full r s -> grows s s' -> full r s'.
Proof. intros F G a b H1 H2 H3. auto. Qed.

(** c is the least value that is not marked. *)
Definition at_mex (s : S.t) (c : N) : Prop := marked s c = false /\ forall u, u < c -> marked s u = true.

Lemma next_spec : forall fuel s c c', (forall u, u < c -> marked s u = true) -> next fuel s c = Some c' -> at_mex s c'.
Proof.
  induction fuel as [|f IH]; intros s c c' Hc; simpl; [discriminate|].
  destruct (marked s c) eqn:E.
  - apply IH. intros u Hu. destruct (N.eq_dec u c) as [->|]; [assumption|]. apply Hc. lia.
  - intros [= <-]. split; assumption.
Qed.

Lemma finish s c : sound s -> ready s -> at_mex s c ->
  (forall r l, In (r, l) rs -> sort r (n - place r) c = true \/ full r s) -> g n = c.
Proof.
  intros Hs (R1 & R2 & R3) (M1 & M2) HC. eapply is_mex_ext; [|apply Hg|].
  - intros x. reflexivity.
  - split; [|intros u Hu; apply Hs; auto].
    intros Ho. apply opt_cases in Ho. apply not_true_iff_false in M1. apply M1.
    destruct Ho as [(-> & H)|[(t & H1 & H2 & ->)|(r & a & b & H1 & H2 & H3 & H4 & ->)]]; [auto|auto|].
    destruct HR as (HR1 & HR2). apply HR1 in H1 as (l & Hl).
    destruct (HC r l Hl) as [C|F]; [|apply F; assumption].
    destruct (HR2 r l Hl) as (_ & RL).
    replace (n - place r) with (a + b) in C by lia. rewrite <- sort_sum in C.
    destruct (Bool.bool_dec (sort r a (g a)) (target r)) as [E|E].
    + apply (R3 r l Hl a b); [|assumption|assumption]. apply RL; [lia|assumption].
    + rewrite N.lxor_comm. apply (R3 r l Hl b a); [|assumption|lia]. apply RL; [lia|].
      destruct (sort r a (g a)), (sort r b (g b)), (target r); simpl in *; congruence.
Qed.

Lemma common_spec c : common n c rs = true -> forall r l, In (r, l) rs -> sort r (n - place r) c = true.
Proof. unfold common. rewrite forallb_forall. intros H r l Hl. exact (H (r, l) Hl). Qed.

Lemma scan_spec r fuel0 : In r (rules_of d hints) -> forall fuel a s c, 1 <= a -> sound s -> ready s -> at_mex s c ->
  (forall x y, 1 <= x < a -> x <= y -> n = place r + (x + y) -> marked s (N.lxor (g x) (g y)) = true) ->
  match scan fuel fuel0 n (n - place r) a rs T s c with
  | Found c' => g n = c'
  | Open s' c' => sound s' /\ grows s s' /\ at_mex s' c' /\ full r s'
  | Failed => True
  end.
Proof.
  intros Hr. induction fuel as [|f IH]; intros a s c Ha Hs Hready Hmex Hdone; cbn [scan]; [exact I|].
  destruct (N.ltb_spec (n - place r - a) a) as [Hlt|Hge].
  - split; [assumption|]. split; [apply grows_refl|]. split; [assumption|].
    intros x y Hx Hy Hn. destruct (N.le_gt_cases x y) as [L|L].
    + apply Hdone; [lia|assumption|assumption].
    + rewrite N.lxor_comm. apply Hdone; [lia|lia|lia].
  - set (m := n - place r) in *. rewrite (HT a) by lia. rewrite (HT (m - a)) by lia.
    set (v := N.lxor (g a) (g (m - a))).
    assert (Hs' : sound (mark s v)).
    { apply sound_mark; [assumption|]. apply opt_cases. right; right. exists r, a, (m - a).
      split; [assumption|]. split; [assumption|]. split; [lia|]. split; [unfold m; lia|reflexivity]. }
    assert (Hready' : ready (mark s v)) by (eapply ready_grows; [eassumption|apply grows_mark]).
    assert (Hdone' : forall x y, 1 <= x < N.succ a -> x <= y -> n = place r + (x + y) ->
                     marked (mark s v) (N.lxor (g x) (g y)) = true).
    { intros x y H1 H2 H3. destruct (N.eq_dec x a) as [->|].
      - apply marked_mark. left. unfold v. do 2 f_equal. unfold m. lia.
      - apply grows_mark. apply Hdone; [lia|assumption|assumption]. }
    destruct (N.eqb_spec v c) as [E|NE].
    + destruct (next fuel0 (mark s v) c) as [c'|] eqn:En; [|exact I].
      assert (Hmex' : at_mex (mark s v) c').
      { eapply next_spec; [|eassumption]. intros u Hu. apply grows_mark. apply Hmex. assumption. }
      destruct (common n c' rs) eqn:Ec.
      * apply (finish (mark s v)); [assumption..|]. intros r' l' Hl'. left. eapply common_spec; eauto.
      * specialize (IH (N.succ a) (mark s v) c'). destruct (scan f fuel0 n m (N.succ a) rs T (mark s v) c') eqn:Es.
        -- apply IH; try assumption. lia.
        -- destruct IH as (I1 & I2 & I3 & I4); try assumption; [lia|]. split; [assumption|].
           split; [eapply grows_trans; [apply grows_mark|eassumption]|]. split; assumption.
        -- exact I.
    + assert (Hmex' : at_mex (mark s v) c).
      { destruct Hmex as (M1 & M2). split; [|intros u Hu; apply grows_mark; auto].
        apply not_true_iff_false. intros Hm. apply marked_mark in Hm as [Hm|Hm]; congruence. }
      specialize (IH (N.succ a) (mark s v) c). destruct (scan f fuel0 n m (N.succ a) rs T (mark s v) c) eqn:Es.
      * apply IH; try assumption. lia.
      * destruct IH as (I1 & I2 & I3 & I4); try assumption; [lia|]. split; [assumption|].
        split; [eapply grows_trans; [apply grows_mark|eassumption]|]. split; assumption.
      * exact I.
Qed.

Lemma scans_spec fuel : forall todo s c c', incl todo rs -> sound s -> ready s -> at_mex s c ->
  (forall r l, In (r, l) rs -> In (r, l) todo \/ full r s) ->
  scans fuel n todo rs T s c = Some c' -> g n = c'.
Proof.
  induction todo as [|(r, l) todo IH]; intros s c c' Hi Hs Hready Hmex Hdone; cbn [scans].
  - intros [= <-]. eapply finish; try eassumption. intros r l Hl. destruct (Hdone r l Hl) as [[]|]; auto.
  - assert (Hr : In r (rules_of d hints)).
    { destruct HR as (R1 & _). apply R1. exists l. apply Hi. left. reflexivity. }
    pose proof (scan_spec r fuel Hr fuel 1 s c ltac:(lia) Hs Hready Hmex ltac:(intros; lia)) as Hscan.
    destruct (scan fuel fuel n (n - place r) 1 rs T s c) as [x|s' c1|]; [intros [= <-]; assumption| |discriminate].
    destruct Hscan as (S1 & S2 & S3 & S4). apply IH; try assumption.
    + intros x Hx. apply Hi. right. assumption.
    + eapply ready_grows; eassumption.
    + intros r' l' Hl'. destruct (Hdone r' l' Hl') as [[E|Hin]|F]; [|auto|].
      * injection E as <- <-. auto.
      * right. eapply full_grows; eassumption.
Qed.

Lemma value_of_spec fuel c : value_of fuel (takes_of d 0) (takes_of d 1) n rs T = Some c -> g n = c.
Proof.
  unfold value_of.
  destruct (mark_ends_spec (takes_of d 0) S.empty) as (E1 & E2 & E3);
    [apply incl_refl|intros v Hv; rewrite marked_empty in Hv; discriminate|].
  destruct (mark_takes_spec (takes_of d 1) _ (incl_refl _) E1) as (T1 & T2 & T3).
  destruct (mark_rares_spec rs _ (incl_refl _) T1) as (R1 & R2 & R3).
  set (s := mark_rares n rs T _) in *.
  assert (Hready : ready s) by (split; [auto|]; split; [auto|assumption]).
  destruct (next fuel s 0) as [c0|] eqn:En; [|discriminate].
  assert (Hmex : at_mex s c0) by (eapply next_spec; [|eassumption]; intros; lia).
  destruct (common n c0 rs) eqn:Ec.
  - intros [= <-]. apply (finish s); try assumption. intros r l Hl. left. eapply common_spec; eauto.
  - apply scans_spec; try assumption; [apply incl_refl|auto].
Qed.
End Heap.

Lemma good_rares_next n rs : good_rares n rs -> good_rares (N.succ n) (if n =? 0 then rs else map (add_rare n (g n)) rs).
Proof.
  intros (R1 & R2). destruct (N.eqb_spec n 0) as [->|Hn].
  - split; [assumption|]. intros r l Hl. destruct (R2 r l Hl) as (H1 & H2). split.
    + intros a v Hav. apply H1 in Hav. lia.
    + intros a Ha. lia.
  - split.
    + intros r. rewrite R1. split.
      * intros (l & Hl). apply (in_map (add_rare n (g n))) in Hl. unfold add_rare in Hl at 1.
        destruct (eqb _ _); eauto.
      * intros (l & Hl). apply in_map_iff in Hl as ((r', l') & E & Hl). unfold add_rare in E.
        destruct (eqb _ _); injection E as <- <-; eauto.
    + intros r l Hl. apply in_map_iff in Hl as ((r', l') & E & Hl). destruct (R2 r' l' Hl) as (H1 & H2).
      unfold add_rare in E. destruct (eqb (sort r' n (g n)) (target r')) eqn:Eb; injection E as <- <-.
      * split.
        -- intros a v [Ea|Ha]; [injection Ea as <- <-; split; [lia|reflexivity]|]. apply H1 in Ha as (Ha & ->).
           split; [lia|reflexivity].
        -- intros a Ha Es. destruct (N.eq_dec a n) as [->|]; [left; reflexivity|]. right. apply H2; [lia|assumption].
      * split.
        -- intros a v Ha. apply H1 in Ha as (Ha & ->). split; [lia|reflexivity].
        -- intros a Ha Es. destruct (N.eq_dec a n) as [->|]; [|apply H2; [lia|assumption]].
           rewrite Es in Eb. rewrite eqb_reflx in Eb. discriminate.
Qed.

Lemma run_spec fuel : forall count n rs T T', good_values n T -> good_rares n rs ->
  run count fuel (takes_of d 0) (takes_of d 1) n rs T = Some T' -> good_values (n + N.of_nat count) T'.
Proof.
  induction count as [|c IH]; intros n rs T T' HT HR; cbn [run].
  - intros [= <-]. now rewrite N.add_0_r.
  - destruct (value_of fuel (takes_of d 0) (takes_of d 1) n rs T) as [v|] eqn:E; [|discriminate].
    apply value_of_spec in E; try assumption. subst v. intros H. apply IH in H.
    + replace (n + N.of_nat (S c)) with (N.succ n + N.of_nat c) by lia. assumption.
    + intros i Hi. destruct (N.eq_dec i n) as [->|]; [apply get_same|]. rewrite get_other by assumption.
      apply HT. lia.
    + apply good_rares_next. assumption.
Qed.

Lemma compute_spec L T : compute d hints L = Some T -> good_values L T.
Proof.
  unfold compute. intros H. apply run_spec in H.
  - rewrite N.add_0_l, N2Nat.id in H. assumption.
  - intros i Hi. lia.
  - split.
    + intros r. split.
      * intros Hr. exists []. apply in_map_iff. exists r. auto.
      * intros (l & Hl). apply in_map_iff in Hl as (r' & E & Hr). injection E as <- <-. assumption.
    + intros r l Hl. apply in_map_iff in Hl as (r' & E & Hr). injection E as <- <-. split; [intros a v []|].
      intros a Ha. lia.
Qed.
End Sound.

(** If the checker says yes, the claim about the period is true. *)
Theorem check_sound d hints n0 p given : check d hints n0 p given = true -> claim d n0 p given.
Proof.
  unfold check. destruct (bounded_b d 2) eqn:E2; [|discriminate].
  destruct (bounded_b d (parts_of d)) eqn:E3; [|discriminate]. cbn [andb].
  destruct (compute d hints (needed d n0 p)) as [T|] eqn:EC; [|discriminate].
  apply (compute_spec d (grundy d) _ hints (grundy_values d) (bounded_b_spec d 2 E2)) in EC.
  apply final_sound; assumption.
Qed.
