(* The same checker with machine integers and arrays (Coq's primitive int and array), and the proof that it does the
   same as Checker.v.  It trusts Coq's implementation of these: Print Assumptions lists their axioms. *)
From Coq Require Import Arith NArith ZArith List Bool Lia Uint63 PArray.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker.

Open Scope N_scope.
Notation "a .[ i ]" := (PArray.get a i) (at level 2, left associativity, format "a .[ i ]").
Notation "a .[ i <- v ]" := (PArray.set a i v) (at level 2, left associativity, format "a .[ i <- v ]").
Notation array := PArray.array.
Infix "<?i" := Uint63.ltb (at level 70).
Infix "=?i" := Uint63.eqb (at level 70).
Infix "+i" := Uint63.add (at level 50, left associativity).
Infix "-i" := Uint63.sub (at level 50, left associativity).
Infix "^i" := Uint63.lxor (at level 40, left associativity).
Notation i0 := (0%uint63).
Notation i1 := (1%uint63).

Definition ofN (n : N) : int := Uint63.of_Z (Z.of_N n).
Definition toN (i : int) : N := Z.to_N (Uint63.to_Z i).

(** ** The checker *)

Record frule := FRule { fplace : int; ftable : array bool; fparity : bool; ftarget : bool }.

Definition fsort (r : frule) (a v : int) : bool := xorb (ftable r).[v] (fparity r && negb (is_even a)).

Fixpoint fmark_ends (ends : list int) (n s : int) (M : array int) : array int :=
  match ends with [] => M | t :: l => fmark_ends l n s (if t =?i n then M.[i0 <- s] else M) end.

Fixpoint fmark_takes (takes : list int) (n : int) (T : array int) (s : int) (M : array int) : array int :=
  match takes with [] => M | t :: l => fmark_takes l n T s (if t <?i n then M.[T.[n -i t] <- s] else M) end.

Fixpoint fmark_rare (m : int) (rare : list (int * int)) (T : array int) (s : int) (M : array int) : array int :=
  match rare with
  | [] => M
  | (a, v) :: l => fmark_rare m l T s (if a <?i m then M.[v ^i T.[m -i a] <- s] else M)
  end.

Definition frares := list (frule * list (int * int)).
Definition minus (n t : int) : int := if t <?i n then n -i t else i0.

Fixpoint fmark_rares (n : int) (rs : frares) (T : array int) (s : int) (M : array int) : array int :=
  match rs with [] => M | (r, l) :: rs => fmark_rares n rs T s (fmark_rare (minus n (fplace r)) l T s M) end.

Fixpoint fnext (fuel : nat) (size s : int) (M : array int) (c : int) : option int :=
  match fuel with
  | O => None
  | S f => if c <?i size then if M.[c] =?i s then fnext f size s M (c +i i1) else Some c else None
  end.

Definition fcommon (n c : int) (rs : frares) : bool :=
  forallb (fun rl => fsort (fst rl) (minus n (fplace (fst rl))) c) rs.

Inductive fscanned := FFound (M : array int) (c : int) | FOpen (M : array int) (c : int) | FFailed.

Fixpoint fscan (fuel fuel0 : nat) (n m a : int) (rs : frares) (size : int) (T : array int) (s : int) (M : array int)
  (c : int) : fscanned :=
  match fuel with
  | O => FFailed
  | S f =>
      if m <?i a +i a then FOpen M c
      else
        let v := T.[a] ^i T.[m -i a] in
        let M := M.[v <- s] in
        if v =?i c then
          match fnext fuel0 size s M c with
          | None => FFailed
          | Some c' => if fcommon n c' rs then FFound M c' else fscan f fuel0 n m (a +i i1) rs size T s M c'
          end
        else fscan f fuel0 n m (a +i i1) rs size T s M c
  end.

Fixpoint fscans (fuel : nat) (n : int) (todo rs : frares) (size : int) (T : array int) (s : int) (M : array int) (c : int)
  : option (int * array int) :=
  match todo with
  | [] => Some (c, M)
  | (r, _) :: todo =>
      match fscan fuel fuel n (minus n (fplace r)) i1 rs size T s M c with
      | FFound M c => Some (c, M)
      | FOpen M c => fscans fuel n todo rs size T s M c
      | FFailed => None
      end
  end.

Definition fvalue (fuel : nat) (ends takes : list int) (n : int) (rs : frares) (size : int) (T M : array int)
  : option (int * array int) :=
  let s := n +i i1 in
  let M := fmark_rares n rs T s (fmark_takes takes n T s (fmark_ends ends n s M)) in
  match fnext fuel size s M i0 with
  | None => None
  | Some c => if fcommon n c rs then Some (c, M) else fscans fuel n rs rs size T s M c
  end.

Definition fadd_rare (n v : int) (rl : frule * list (int * int)) : frule * list (int * int) :=
  let (r, l) := rl in if Bool.eqb (fsort r n v) (ftarget r) then (r, (n, v) :: l) else rl.

Fixpoint frun (count fuel : nat) (ends takes : list int) (n size : int) (rs : frares) (T M : array int) : option (array int) :=
  match count with
  | O => Some T
  | S k =>
      match fvalue fuel ends takes n rs size T M with
      | None => None
      | Some (v, M) =>
          frun k fuel ends takes (n +i i1) size (if n =?i i0 then rs else map (fadd_rare n v) rs) (T.[n <- v]) M
      end
  end.

(** tab.[v] is the parity of v & mask for v < size. *)
Fixpoint fill (count : nat) (v : N) (m : N) (tab : array bool) : array bool :=
  match count with
  | O => tab
  | S k => fill k (N.succ v) m (tab.[ofN v <- parity (N.land v m)])
  end.

Definition frule_of (size : N) (r : rule) : frule :=
  FRule (ofN (place r)) (fill (N.to_nat size) 0 (mask r) (make (ofN size) false)) (with_parity r) (target r).

Definition fcompute (d : code) (hints : list hint) (L bits : N) : option (array int) :=
  let size := 2 ^ bits in
  let fuel := S (N.to_nat L) in
  frun (N.to_nat L) fuel (map ofN (takes_of d 0)) (map ofN (takes_of d 1)) i0 (ofN size)
    (map (fun r => (frule_of size r, [])) (rules_of d hints)) (make (ofN L) i0) (make (ofN size) i0).

Definition fcheck (d : code) (hints : list hint) (bits : N) (n0 p : N) (given : list N) : bool :=
  let L := needed d n0 p in
  if bounded_b d 2 && bounded_b d (parts_of d) && (L <? 4194303) && (N.of_nat (List.length d) <? 1000) && (bits <? 20) then
    match fcompute d hints L bits with
    | None => false
    | Some T => final (fun i => toN T.[ofN i]) n0 p L given
    end
  else false.

(** ** Numbers *)

Definition small : N := 9223372036854775808. (* 2^63 *)

Lemma wB_small : wB = Z.of_N small. Proof. reflexivity. Qed.

Lemma toN_Z i : Z.of_N (toN i) = Uint63.to_Z i.
Proof. unfold toN. apply Z2N.id. apply to_Z_bounded. Qed.

Lemma toN_bound i : toN i < small.
Proof. pose proof (to_Z_bounded i). rewrite wB_small in H. rewrite <- toN_Z in H. lia. Qed.

Lemma toN_inj i j : toN i = toN j -> i = j.
Proof. intros E. apply to_Z_inj. rewrite <- !toN_Z. congruence. Qed.

Lemma toN_ofN n : n < small -> toN (ofN n) = n.
Proof.
  intros H. apply N2Z.inj. rewrite toN_Z. unfold ofN. rewrite of_Z_spec, wB_small. apply Z.mod_small. lia.
Qed.

Lemma toN_add i j : toN i + toN j < small -> toN (i +i j) = toN i + toN j.
Proof.
  intros H. apply N2Z.inj. rewrite toN_Z, add_spec, <- !toN_Z, wB_small. rewrite Z.mod_small; lia.
Qed.

Lemma toN_sub i j : toN j <= toN i -> toN (i -i j) = toN i - toN j.
Proof.
  intros H. pose proof (toN_bound i). apply N2Z.inj. rewrite toN_Z, sub_spec, <- !toN_Z, wB_small.
  rewrite Z.mod_small; lia.
Qed.

Lemma toN_ltb i j : (i <?i j) = (toN i <? toN j).
Proof.
  apply eq_true_iff_eq. rewrite ltb_spec, N.ltb_lt, <- !toN_Z. lia.
Qed.

Lemma toN_eqb i j : (i =?i j) = (toN i =? toN j).
Proof.
  apply eq_true_iff_eq. rewrite Uint63.eqb_spec, N.eqb_eq. split; [congruence|apply toN_inj].
Qed.

Lemma toN_lxor i j : toN (i ^i j) = N.lxor (toN i) (toN j).
Proof.
  apply N2Z.inj. rewrite toN_Z, lxor_spec', <- !toN_Z. now destruct (toN i), (toN j).
Qed.

Lemma toN_0 : toN i0 = 0. Proof. reflexivity. Qed.
Lemma toN_1 : toN i1 = 1. Proof. reflexivity. Qed.

Lemma toN_odd i : negb (is_even i) = N.odd (toN i).
Proof.
  pose proof (is_even_spec i) as H. rewrite <- toN_Z in H.
  rewrite <- N.negb_even. f_equal. destruct (is_even i).
  - symmetry. apply N.even_spec. exists (toN i / 2). pose proof (N.div_mod (toN i) 2).
    assert (toN i mod 2 = 0) by (apply N2Z.inj; rewrite N2Z.inj_mod by lia; exact H). lia.
  - symmetry. apply not_true_iff_false. intros E. apply N.even_spec in E as (x & E).
    rewrite E in H. rewrite N2Z.inj_mul, Z.mul_comm, Z.mod_mul in H by lia. discriminate.
Qed.

Lemma toN_minus n t : toN (minus n t) = toN n - toN t.
Proof.
  unfold minus. rewrite toN_ltb. destruct (N.ltb_spec (toN t) (toN n)).
  - apply toN_sub. lia.
  - rewrite toN_0. lia.
Qed.

Lemma lxor_bound a b e : a < 2 ^ e -> b < 2 ^ e -> N.lxor a b < 2 ^ e.
Proof.
  intros Ha Hb. assert (Z : N.shiftr (N.lxor a b) e = 0).
  { rewrite N.shiftr_lxor, !N.shiftr_div_pow2, !N.div_small by assumption. reflexivity. }
  rewrite N.shiftr_div_pow2 in Z. apply N.div_small_iff in Z; [assumption|]. apply N.pow_nonzero. lia.
Qed.

(** ** It does the same *)

Section Sim.
Variables (size : int) (bits : N).
Hypothesis Hsize : toN size = 2 ^ bits.

Definition relT (n : N) (T : array int) (T' : A.t N) : Prop :=
  forall i, toN i < n -> toN T.[i] = get T' (toN i) /\ toN T.[i] < toN size.

Definition stamps (s : N) (M : array int) : Prop :=
  toN size <= toN (PArray.length M) /\ forall v, toN v < toN size -> toN M.[v] <= s.

Definition relM (s : int) (M : array int) (S : S.t) : Prop :=
  stamps (toN s) M /\ forall v, toN v < toN size -> (M.[v] =?i s) = marked S (toN v).

Lemma relM_mark s M S v : relM s M S -> toN v < toN size -> relM s (M.[v <- s]) (mark S (toN v)).
Proof.
  intros ((H1 & H2) & H3) Hv.
  assert (Hin : (v <?i PArray.length M) = true) by (rewrite toN_ltb; apply N.ltb_lt; lia).
  split; [split|].
  - rewrite length_set. assumption.
  - intros u Hu. destruct (Uint63.eqs u v) as [->|Hne].
    + rewrite get_set_same by assumption. lia.
    + rewrite get_set_other by congruence. auto.
  - intros u Hu. apply eq_true_iff_eq. rewrite marked_mark. destruct (Uint63.eqs u v) as [->|Hne].
    + rewrite get_set_same by assumption. rewrite Uint63.eqb_refl. tauto.
    + rewrite get_set_other by congruence. rewrite H3 by assumption. split; [auto|].
      intros [E|E]; [apply toN_inj in E; congruence|assumption].
Qed.

Lemma relM_empty s M n : stamps n M -> n < toN s -> relM s M S.empty.
Proof.
  intros (H1 & H2) Hn. split; [split; [assumption|intros v Hv; specialize (H2 v Hv); lia]|].
  intros v Hv. rewrite marked_empty, toN_eqb. apply N.eqb_neq. specialize (H2 v Hv). lia.
Qed.

Definition relrule (r : frule) (r' : rule) : Prop :=
  toN (fplace r) = place r' /\ fparity r = with_parity r' /\ ftarget r = target r' /\
  forall v, toN v < toN size -> (ftable r).[v] = parity (N.land (toN v) (mask r')).

Definition pairN (x : int * int) : N * N := (toN (fst x), toN (snd x)).

Definition relR1 (x : frule * list (int * int)) (y : rule * list (N * N)) : Prop :=
  relrule (fst x) (fst y) /\ map pairN (snd x) = snd y /\
  Forall (fun av => 1 <= toN (fst av) /\ toN (snd av) < toN size) (snd x).

Definition relR := Forall2 relR1.

Lemma fsort_sim r r' a v : relrule r r' -> toN v < toN size -> fsort r a v = sort r' (toN a) (toN v).
Proof. intros (H1 & H2 & H3 & H4) Hv. unfold fsort, sort. now rewrite H4, H2, toN_odd by assumption. Qed.

Lemma fcommon_sim n c : toN c < toN size -> forall rs rs', relR rs rs' -> fcommon n c rs = common (toN n) (toN c) rs'.
Proof.
  intros Hc rs rs' H. induction H as [|x y l l' Hxy _ IH]; [reflexivity|].
  unfold fcommon, common in *. cbn [forallb]. rewrite IH. f_equal. destruct Hxy as (Hr & _).
  rewrite (fsort_sim _ _ _ _ Hr Hc), toN_minus. destruct Hr as (-> & _). reflexivity.
Qed.

Lemma fnext_sim s M S : relM s M S -> forall fuel c c', fnext fuel size s M c = Some c' ->
  next fuel S (toN c) = Some (toN c') /\ toN c' < toN size.
Proof.
  intros (_ & H). induction fuel as [|f IH]; intros c c'; cbn [fnext next]; [discriminate|].
  rewrite toN_ltb. destruct (N.ltb_spec (toN c) (toN size)) as [Hc|]; [|discriminate].
  rewrite H by assumption. destruct (marked S (toN c)).
  - intros E. apply IH in E. rewrite toN_add, toN_1, N.add_1_r in E; [assumption|].
    pose proof (toN_bound size). rewrite toN_1. lia.
  - intros [= <-]. auto.
Qed.

Section Heap.
Variables (n s : int) (T : array int) (T' : A.t N).
Hypothesis Hn : toN n < 4194304.
Hypothesis HT : relT (toN n) T T'.

Lemma lxor_size a b : toN a < toN size -> toN b < toN size -> toN (a ^i b) < toN size.
Proof. rewrite toN_lxor, Hsize. apply lxor_bound. Qed.

Lemma fmark_ends_sim l : forall M S, relM s M S -> relM s (fmark_ends l n s M) (mark_ends (map toN l) (toN n) S).
Proof.
  induction l as [|t l IH]; intros M S H; cbn [fmark_ends map mark_ends]; [assumption|].
  apply IH. rewrite toN_eqb. destruct (toN t =? toN n); [|assumption].
  apply (relM_mark s M S i0); [assumption|]. rewrite toN_0, Hsize. apply N.neq_0_lt_0, N.pow_nonzero. lia.
Qed.

Lemma fmark_takes_sim l : Forall (fun t => 1 <= toN t) l -> forall M S, relM s M S ->
  relM s (fmark_takes l n T s M) (mark_takes (map toN l) (toN n) T' S).
Proof.
  induction 1 as [|t l Ht _ IH]; intros M S H; cbn [fmark_takes map mark_takes]; [assumption|].
  apply IH. rewrite toN_ltb. destruct (N.ltb_spec (toN t) (toN n)) as [L|]; [|assumption].
  assert (E : toN (n -i t) = toN n - toN t) by (apply toN_sub; lia).
  destruct (HT (n -i t)) as (E1 & E2); [lia|]. rewrite <- E, <- E1. apply relM_mark; assumption.
Qed.

Lemma fmark_rare_sim m l : toN m <= toN n -> Forall (fun av => 1 <= toN (fst av) /\ toN (snd av) < toN size) l ->
  forall M S, relM s M S -> relM s (fmark_rare m l T s M) (mark_rare (toN m) (map pairN l) T' S).
Proof.
  intros Hm. induction 1 as [|(a, v) l (Ha & Hv) _ IH]; intros M S H; cbn [fmark_rare map mark_rare pairN fst snd] in *;
    [assumption|].
  apply IH. rewrite toN_ltb. destruct (N.ltb_spec (toN a) (toN m)) as [L|]; [|assumption].
  assert (E : toN (m -i a) = toN m - toN a) by (apply toN_sub; lia).
  destruct (HT (m -i a)) as (E1 & E2); [lia|]. rewrite <- E, <- E1, <- toN_lxor.
  apply relM_mark; [assumption|]. apply lxor_size; assumption.
Qed.

Lemma fmark_rares_sim rs rs' : relR rs rs' -> forall M S, relM s M S ->
  relM s (fmark_rares n rs T s M) (mark_rares (toN n) rs' T' S).
Proof.
  induction 1 as [|(r, l) (r', l') rs rs' (Hr & Hl & Hf) _ IH]; intros M S H; cbn [fmark_rares mark_rares fst snd] in *;
    [assumption|].
  apply IH. destruct Hr as (<- & _). rewrite <- toN_minus, <- Hl. apply fmark_rare_sim; [|assumption|assumption].
  rewrite toN_minus. lia.
Qed.

Lemma fscan_sim m rs rs' fuel0 : toN m <= toN n -> relR rs rs' -> forall fuel a M S c,
  1 <= toN a <= toN n + 1 -> relM s M S -> toN c < toN size ->
  match fscan fuel fuel0 n m a rs size T s M c with
  | FFailed => True
  | FFound M' c' => scan fuel fuel0 (toN n) (toN m) (toN a) rs' T' S (toN c) = Found (toN c') /\
                    stamps (toN s) M' /\ toN c' < toN size
  | FOpen M' c' => exists S', scan fuel fuel0 (toN n) (toN m) (toN a) rs' T' S (toN c) = Open S' (toN c') /\
                    relM s M' S' /\ toN c' < toN size
  end.
Proof.
  intros Hm HR. induction fuel as [|f IH]; intros a M S c Ha HM Hc; cbn [fscan scan]; [exact I|].
  assert (small > 10000000) by reflexivity.
  rewrite toN_ltb. rewrite toN_add by lia.
  destruct (N.ltb_spec (toN m) (toN a + toN a)) as [L|L].
  - replace (toN m - toN a <? toN a) with true by (symmetry; apply N.ltb_lt; lia). exists S. auto.
  - replace (toN m - toN a <? toN a) with false by (symmetry; apply N.ltb_ge; lia).
    assert (E : toN (m -i a) = toN m - toN a) by (apply toN_sub; lia).
    destruct (HT a) as (A1 & A2); [lia|]. destruct (HT (m -i a)) as (B1 & B2); [lia|].
    rewrite <- E, <- A1, <- B1, <- toN_lxor. set (v := T.[a] ^i T.[m -i a]).
    assert (Hv : toN v < toN size) by (apply lxor_size; assumption).
    assert (HM' : relM s M.[v <- s] (mark S (toN v))) by (apply relM_mark; assumption).
    assert (Ha1 : toN (a +i i1) = N.succ (toN a)) by (rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]).
    rewrite toN_eqb. destruct (toN v =? toN c).
    + destruct (fnext fuel0 size s M.[v <- s] c) as [c'|] eqn:En; [|exact I].
      destruct (fnext_sim _ _ _ HM' _ _ _ En) as (N1 & N2). rewrite N1.
      rewrite (fcommon_sim n c' N2 rs rs' HR). destruct (common (toN n) (toN c') rs').
      * split; [reflexivity|]. split; [apply HM'|assumption].
      * rewrite <- Ha1. apply IH; [lia|assumption|assumption].
    + rewrite <- Ha1. apply IH; [lia|assumption|assumption].
Qed.

Lemma fscans_sim fuel rs rs' : relR rs rs' -> forall todo todo', relR todo todo' -> forall M S c c' M',
  relM s M S -> toN c < toN size -> fscans fuel n todo rs size T s M c = Some (c', M') ->
  scans fuel (toN n) todo' rs' T' S (toN c) = Some (toN c') /\ stamps (toN s) M' /\ toN c' < toN size.
Proof.
  intros HR. induction 1 as [|(r, l) (r', l') todo todo' (Hr & _) _ IH]; intros M S c c' M' HM Hc; cbn [fscans scans fst snd] in *.
  - intros [= <- <-]. split; [reflexivity|]. split; [apply HM|assumption].
  - pose proof (fscan_sim (minus n (fplace r)) rs rs' fuel) as F. rewrite toN_minus in F.
    specialize (F ltac:(lia) HR fuel i1 M S c). rewrite toN_1 in F. specialize (F ltac:(lia) HM Hc).
    destruct Hr as (Hr & _). rewrite Hr in F.
    destruct (fscan fuel fuel n (minus n (fplace r)) i1 rs size T s M c) as [M1 c1|M1 c1|]; [| |discriminate].
    + destruct F as (-> & F1 & F2). intros [= <- <-]. auto.
    + destruct F as (S1 & -> & F1 & F2). apply IH; assumption.
Qed.
End Heap.

Lemma fvalue_sim fuel ends takes n rs rs' T T' M v M' :
  toN n < 4194304 -> relT (toN n) T T' -> relR rs rs' -> stamps (toN n) M -> Forall (fun t => 1 <= toN t) takes ->
  fvalue fuel ends takes n rs size T M = Some (v, M') ->
  value_of fuel (map toN ends) (map toN takes) (toN n) rs' T' = Some (toN v) /\ stamps (toN n + 1) M' /\ toN v < toN size.
Proof.
  intros Hn HT HR HM Htk. unfold fvalue, value_of.
  assert (small > 10000000) by reflexivity.
  assert (Es : toN (n +i i1) = toN n + 1) by (rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]).
  set (s := n +i i1) in *. rewrite <- Es.
  assert (H0 : relM s (fmark_rares n rs T s (fmark_takes takes n T s (fmark_ends ends n s M)))
    (mark_rares (toN n) rs' T' (mark_takes (map toN takes) (toN n) T' (mark_ends (map toN ends) (toN n) S.empty)))).
  { apply fmark_rares_sim; try assumption. apply fmark_takes_sim; try assumption. apply fmark_ends_sim; try assumption.
    apply (relM_empty s M (toN n) HM). lia. }
  set (M1 := fmark_rares _ _ _ _ _) in *. set (S1 := mark_rares _ _ _ _) in *.
  destruct (fnext fuel size s M1 i0) as [c|] eqn:En; [|discriminate].
  destruct (fnext_sim _ _ _ H0 _ _ _ En) as (N1 & N2). rewrite toN_0 in N1. rewrite N1.
  rewrite (fcommon_sim n c N2 rs rs' HR). destruct (common (toN n) (toN c) rs').
  - intros [= <- <-]. split; [reflexivity|]. split; [apply H0|assumption].
  - intros E. eapply fscans_sim; eassumption.
Qed.

Lemma fadd_rare_sim n v rs rs' : toN n <> 0 -> toN v < toN size -> relR rs rs' ->
  relR (map (fadd_rare n v) rs) (map (add_rare (toN n) (toN v)) rs').
Proof.
  intros Hn Hv H. induction H as [|(r, l) (r', l') rs rs' (Hr & Hl & Hf) _ IH]; cbn [map fst snd] in *; constructor; [|assumption].
  assert (Ht : ftarget r = target r') by apply Hr.
  unfold fadd_rare, add_rare. rewrite (fsort_sim r r' n v Hr Hv), Ht.
  destruct (Bool.eqb (sort r' (toN n) (toN v)) (target r')).
  - split; [exact Hr|]. cbn [fst snd map pairN]. rewrite Hl. split; [reflexivity|]. constructor; [cbn; lia|assumption].
  - split; [exact Hr|]. split; assumption.
Qed.

Lemma frun_sim fuel ends takes : Forall (fun t => 1 <= toN t) takes -> forall count n rs rs' T T' M Tf,
  toN n + N.of_nat count < 4194304 -> toN n + N.of_nat count <= toN (PArray.length T) ->
  relT (toN n) T T' -> relR rs rs' -> stamps (toN n) M ->
  frun count fuel ends takes n size rs T M = Some Tf ->
  exists Tf', run count fuel (map toN ends) (map toN takes) (toN n) rs' T' = Some Tf' /\
              relT (toN n + N.of_nat count) Tf Tf'.
Proof.
  intros Htk. induction count as [|k IH]; intros n rs rs' T T' M Tf Hn Hlen HT HR HM; cbn [frun run].
  - intros [= <-]. exists T'. rewrite N.add_0_r. auto.
  - destruct (fvalue fuel ends takes n rs size T M) as [(v, M')|] eqn:E; [|discriminate].
    apply (fvalue_sim fuel ends takes n rs rs' T T' M v M') in E as (E1 & E2 & E3); try assumption; [|lia].
    rewrite E1. intros H. assert (small > 10000000) by reflexivity.
    assert (En : toN (n +i i1) = N.succ (toN n)) by (rewrite toN_add, toN_1; [lia|rewrite toN_1; lia]).
    rewrite <- En. replace (toN n + N.of_nat (S k)) with (toN (n +i i1) + N.of_nat k) by lia.
    eapply IH; [| | | | |exact H].
    + lia.
    + rewrite length_set. lia.
    + intros i Hi. destruct (Uint63.eqs i n) as [->|Hne].
      * rewrite get_set_same by (rewrite toN_ltb; apply N.ltb_lt; lia). rewrite get_same. auto.
      * assert (toN i <> toN n) by (intros Ei; apply toN_inj in Ei; congruence).
        rewrite get_set_other by congruence. rewrite get_other by assumption. apply HT. lia.
    + rewrite toN_eqb, toN_0. destruct (N.eqb_spec (toN n) 0); [assumption|]. apply fadd_rare_sim; assumption.
    + rewrite En, <- N.add_1_r. assumption.
Qed.
End Sim.

Lemma fill_spec size m : size < 4194303 -> forall count v tab, v + N.of_nat count = size -> toN (PArray.length tab) = size ->
  (forall u, toN u < v -> tab.[u] = parity (N.land (toN u) m)) ->
  forall u, toN u < size -> (fill count v m tab).[u] = parity (N.land (toN u) m).
Proof.
  intros Hs. assert (small > 10000000) by reflexivity.
  induction count as [|k IH]; intros v tab Hv Hlen Htab u Hu; cbn [fill].
  - apply Htab. lia.
  - assert (Ev : toN (ofN v) = v) by (apply toN_ofN; lia).
    apply IH; [lia|rewrite length_set; assumption| |assumption].
    intros x Hx. destruct (Uint63.eqs x (ofN v)) as [->|Hne].
    + rewrite get_set_same by (rewrite toN_ltb; apply N.ltb_lt; lia). now rewrite Ev.
    + rewrite get_set_other by congruence. apply Htab.
      assert (toN x <> v) by (intros E; apply Hne, toN_inj; congruence). lia.
Qed.

Polymorphic Lemma length_make_N@{u} (A : Type@{u}) (x : A) n : n < 4194303 -> toN (PArray.length (make (ofN n) x)) = n.
Proof.
  intros H. assert (small > 10000000) by reflexivity. rewrite length_make.
  replace (ofN n <=? max_length)%uint63 with true; [apply toN_ofN; lia|].
  symmetry. apply leb_spec. rewrite <- !toN_Z. rewrite toN_ofN by lia. change (toN max_length) with 4194303. lia.
Qed.

Lemma fcompute_sim d hints L bits T : L < 4194303 -> N.of_nat (List.length d) < 1000 -> bits < 20 ->
  fcompute d hints L bits = Some T ->
  exists T', compute d hints L = Some T' /\ forall i, i < L -> toN T.[ofN i] = get T' i.
Proof.
  intros HL Hd Hbits. unfold fcompute, compute. intros H. assert (small > 10000000) by reflexivity.
  assert (Hp : 2 ^ bits < 4194303).
  { apply N.le_lt_trans with (2 ^ 20); [apply N.pow_le_mono_r; lia|reflexivity]. }
  assert (Hpl : forall j t, N.testbit (digit d t) j = true -> t < 1000).
  { intros j t Ht. apply digit_places in Ht. apply places_spec in Ht. lia. }
  assert (Htk : forall j, map toN (map ofN (takes_of d j)) = takes_of d j /\ Forall (fun t => 1 <= toN t) (map ofN (takes_of d j))).
  { intros j. assert (B : forall t, In t (takes_of d j) -> 1 <= t < 1000).
    { intros t Ht. apply takes_spec in Ht as (? & Ht). apply Hpl in Ht. lia. }
    split.
    - rewrite map_map. rewrite <- (map_id (takes_of d j)) at 2. apply map_ext_in. intros t Ht. apply B in Ht.
      apply toN_ofN. lia.
    - apply Forall_forall. intros x Hx. apply in_map_iff in Hx as (t & <- & Ht). apply B in Ht. rewrite toN_ofN; lia. }
  destruct (Htk 0) as (K1 & _). destruct (Htk 1) as (K2 & K3).
  assert (Hsz : toN (ofN (2 ^ bits)) = 2 ^ bits) by (apply toN_ofN; lia).
  assert (HR : relR (ofN (2 ^ bits)) (map (fun r => (frule_of (2 ^ bits) r, [])) (rules_of d hints))
                 (map (fun r => (r, [])) (rules_of d hints))).
  { assert (HA : forall r, In r (rules_of d hints) -> place r < 1000).
    { intros r Hr. apply (Hpl 2). apply (rules_spec d hints). eauto. }
    clear - HA Hp Hsz H0. induction (rules_of d hints) as [|r l IH]; cbn [map]; constructor.
    - split; [|split; [reflexivity|constructor]]. cbn [fst]. specialize (HA r (or_introl eq_refl)).
      split; [apply toN_ofN; lia|]. split; [reflexivity|]. split; [reflexivity|].
      intros v Hv. cbn [ftable frule_of]. rewrite Hsz in Hv.
      apply (fill_spec (2 ^ bits) (mask r) Hp); [|now apply length_make_N| |assumption].
      + rewrite N2Nat.id. lia.
      + intros u Hu. lia.
    - apply IH. intros r' Hr'. apply HA. right. assumption. }
  assert (HS : stamps (ofN (2 ^ bits)) (toN i0) (make (ofN (2 ^ bits)) i0)).
  { split; [rewrite length_make_N, Hsz; lia|]. intros v Hv. rewrite get_make. lia. }
  destruct (frun_sim (ofN (2 ^ bits)) bits Hsz (S (N.to_nat L)) (map ofN (takes_of d 0)) (map ofN (takes_of d 1)) K3
    (N.to_nat L) i0 (map (fun r => (frule_of (2 ^ bits) r, [])) (rules_of d hints))
    (map (fun r => (r, [])) (rules_of d hints)) (make (ofN L) i0) (A.empty N) (make (ofN (2 ^ bits)) i0) T) as (Tf & R1 & R2).
  - rewrite toN_0, N.add_0_l, N2Nat.id. lia.
  - rewrite toN_0, N.add_0_l, N2Nat.id, length_make_N; lia.
  - intros i Hi. rewrite toN_0 in Hi. lia.
  - exact HR.
  - exact HS.
  - exact H.
  - rewrite K1, K2, toN_0 in R1. exists Tf. split; [exact R1|]. intros i Hi.
    rewrite toN_0, N.add_0_l, N2Nat.id in R2. destruct (R2 (ofN i)) as (E & _); rewrite toN_ofN in * by lia; [lia|].
    exact E.
Qed.

(** The same for the checker with machine integers. *)
Theorem fcheck_sound d hints bits n0 p given : fcheck d hints bits n0 p given = true -> claim d n0 p given.
Proof.
  unfold fcheck. destruct (bounded_b d 2) eqn:E2; [|discriminate].
  destruct (bounded_b d (parts_of d)) eqn:E3; [|discriminate].
  destruct (N.ltb_spec (needed d n0 p) 4194303) as [HL|]; [|discriminate].
  destruct (N.ltb_spec (N.of_nat (List.length d)) 1000) as [Hd|]; [|discriminate].
  destruct (N.ltb_spec bits 20) as [Hb|]; [|discriminate]. cbn [andb].
  destruct (fcompute d hints (needed d n0 p) bits) as [T|] eqn:EC; [|discriminate].
  destruct (fcompute_sim d hints _ _ _ HL Hd Hb EC) as (T' & C1 & C2).
  apply (compute_spec d (grundy d) _ hints (grundy_values d) (bounded_b_spec d 2 E2)) in C1.
  apply final_sound; [assumption|]. intros i Hi. rewrite C2 by assumption. apply C1. assumption.
Qed.
