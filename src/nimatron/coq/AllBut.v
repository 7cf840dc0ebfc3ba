(** * All-but games: values that grow by a constant with every period *)
From Coq Require Import Arith NArith List Lia Bool FMapPositive MSetPositive Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker.
Open Scope N_scope.

(** Take any amount that is not in the set [S]. *)
Definition all_but (S : list N) (n m : N) : Prop := m < n /\ ~ In (n - m) S.

Lemma all_but_ends S : play_ends (all_but S).
Proof. apply (wf_incl _ _ N.lt); [intros m n (H & _); exact H|exact N.lt_wf_0]. Qed.

Definition options_but (S : list N) (n : N) : list N :=
  filter (fun m => negb (existsb (N.eqb (n - m)) S)) (map N.of_nat (seq 0 (N.to_nat n))).

Lemma options_but_spec S n m : In m (options_but S n) <-> all_but S n m.
Proof.
  unfold options_but, all_but. rewrite filter_In, in_map_iff, negb_true_iff. split.
  - intros ((i & <- & Hi) & E). apply in_seq in Hi. split; [lia|]. intros H. apply not_true_iff_false in E. apply E.
    apply existsb_exists. exists (n - N.of_nat i). split; [assumption|apply N.eqb_refl].
  - intros (L & H). split; [exists (N.to_nat m); split; [apply N2Nat.id|apply in_seq; lia]|].
    apply not_true_iff_false. intros E. apply existsb_exists in E as (x & Hx & E). apply N.eqb_eq in E. subst x. auto.
Qed.

Lemma options_but_ends S : play_ends (option_of _ (options_but S)).
Proof. apply (wf_incl _ _ N.lt); [|exact N.lt_wf_0]. intros m n H. apply options_but_spec in H as (H & _). exact H. Qed.

Definition value_but (S : list N) : N -> N := Values.grundy _ (options_but S) (options_but_ends S).

Lemma value_but_values S : gives_values (all_but S) (value_but S).
Proof.
  intros n. pose proof (grundy_gives_values _ (options_but S) (options_but_ends S) n) as (H1 & H2). split.
  - intros (m & M & E). apply H1. exists m. split; [now apply options_but_spec|exact E].
  - intros u Hu. destruct (H2 u Hu) as (m & M & E). exists m. split; [now apply options_but_spec|exact E].
Qed.

(** ** When the values go on growing *)

Section Growth.
Variables (S : list N) (top : N) (g : N -> N).
Hypothesis Hg : gives_values (all_but S) g.
Hypothesis Htop : forall x, In x S -> x <= top.

Definition attained (n v : N) : Prop := exists m, m < n /\ g m = v.

Variables (n1 p s : N).
(** The values before n1 + p are those below s, and those before n1 with s added. *)
Hypothesis same_attained : forall v, attained (n1 + p) v <-> v < s \/ (s <= v /\ attained n1 (v - s)).
Hypothesis window : forall n, n1 <= n -> n < n1 + top -> g (n + p) = g n + s.

Lemma option_attained n v : (exists m, all_but S n m /\ g m = v) <->
  (exists m, m + top < n /\ g m = v) \/ (exists x, 0 < x /\ x <= top /\ x <= n /\ ~ In x S /\ g (n - x) = v).
Proof.
  split.
  - intros (m & (L & H) & E). destruct (N.lt_ge_cases (m + top) n) as [C|C]; [left; eauto|].
    right. exists (n - m). replace (n - (n - m)) with m by lia. repeat split; try assumption; lia.
  - intros [(m & L & E)|(x & H1 & H2 & H3 & H4 & E)].
    + exists m. split; [|assumption]. split; [lia|]. intros H. apply Htop in H. lia.
    + exists (n - x). split; [|assumption]. split; [lia|]. replace (n - (n - x)) with x by lia. assumption.
Qed.

(** A window as long as the largest excluded amount, and the same values before it, decide all later ones. *)
Theorem growth : forall n, n1 <= n -> g (n + p) = g n + s.
Proof.
  apply (heap_induction (fun n => n1 <= n -> g (n + p) = g n + s)). intros n IH Hn.
  destruct (N.lt_ge_cases n (n1 + top)) as [|C]; [auto|].
  (* every option of n has an option of n + p, s larger, and n + p has all values below s *)
  assert (A : forall v, (exists m, all_but S (n + p) m /\ g m = v) <->
                        v < s \/ (s <= v /\ exists m, all_but S n m /\ g m = v - s)).
  { intros v. rewrite !option_attained. split.
    - intros [(m & L & E)|(x & X1 & X2 & X3 & X4 & E)].
      + destruct (N.lt_ge_cases m (n1 + p)) as [D|D].
        * destruct (proj1 (same_attained v)) as [|(B1 & m' & B2 & B3)]; [exists m; auto|auto|].
          right. split; [assumption|]. left. exists m'. split; [lia|assumption].
        * right. pose proof (IH (m - p)) as I. replace (m - p + p) with m in I by lia. rewrite I in E by lia.
          split; [lia|]. left. exists (m - p). split; lia.
      + right. pose proof (IH (n - x)) as I. replace (n - x + p) with (n + p - x) in I by lia. rewrite I in E by lia.
        split; [lia|]. right. exists x. repeat split; try assumption; lia.
    - intros H. destruct (N.lt_ge_cases v s) as [D|D].
      + left. destruct (proj2 (same_attained v)) as (m & M1 & M2); [auto|]. exists m. split; [lia|assumption].
      + destruct H as [|(_ & [(m & L & E)|(x & X1 & X2 & X3 & X4 & E)])]; [lia| |].
        * left. destruct (N.lt_ge_cases m n1) as [F|F].
          -- destruct (proj2 (same_attained v)) as (m' & M1 & M2); [right; split; [assumption|exists m; auto]|].
             exists m'. split; [lia|assumption].
          -- exists (m + p). split; [lia|]. rewrite IH; lia.
        * right. exists x. repeat split; try assumption; try lia.
          replace (n + p - x) with (n - x + p) by lia. rewrite IH; lia. }
  eapply is_mex_ext; [intros x; reflexivity|apply Hg|]. destruct (Hg n) as (G1 & G2). split.
  - rewrite A. intros [H|(H & K)]; [lia|]. apply G1. replace (g n) with (g n + s - s) by lia. exact K.
  - intros u Hu. apply A. destruct (N.lt_ge_cases u s); [auto|]. right. split; [assumption|]. apply G2. lia.
Qed.
End Growth.

(** ** The checker *)

(** From heap n on: [a] holds the values of all heaps that are certainly options, and all numbers below [c]. *)
Fixpoint mark_near (S : list N) (x : nat) (n : N) (T : A.t N) (s : S.t) : S.t :=
  match x with
  | O => s
  | Datatypes.S y =>
      let k := N.of_nat x in
      mark_near S y n T (if (k <=? n) && negb (existsb (N.eqb k) S) then mark s (get T (n - k)) else s)
  end.

Fixpoint grow (count fuel : nat) (S : list N) (top : N) (n : N) (T : A.t N) (a : S.t) (c : N) : option (A.t N) :=
  match count with
  | O => Some T
  | Datatypes.S k =>
      let a := if top <? n then mark a (get T (n - top - 1)) else a in
      match next fuel a c with
      | None => None
      | Some c =>
          match next fuel (mark_near S (N.to_nat top) n T a) c with
          | None => None
          | Some v => grow k fuel S top (N.succ n) (put T n v) a c
          end
      end
  end.

Definition values_set (T : A.t N) (n : N) : S.t :=
  N.peano_rect (fun _ => S.t) S.empty (fun m s => mark s (get T m)) n.

(** All numbers below n have the property. *)
Definition below (n : N) (f : N -> bool) : bool := N.peano_rect (fun _ => bool) true (fun m b => b && f m) n.

Definition top_of (S : list N) : N := fold_right N.max 0 S.

Definition check_growth (S : list N) (n0 n1 p s : N) (given : list N) : bool :=
  let top := top_of S in
  let L := N.max (n1 + top + p) (N.of_nat (length given)) in
  match grow (N.to_nat L) (Datatypes.S (N.to_nat L)) S top 0 (A.empty N) S.empty 0 with
  | None => false
  | Some T =>
      let before := values_set T n1 in
      let after := values_set T (n1 + p) in
      (0 <? p) && (n0 <=? n1)
      && below (n1 + p) (fun m => (get T m <? s) || marked before (get T m - s))
      && below s (marked after)
      && below n1 (fun m => marked after (get T m + s))
      && below (n1 + top) (fun n => (n <? n0) || (get T (n + p) =? get T n + s))
      && ((n0 =? 0) || negb (get T (n0 - 1 + p) =? get T (n0 - 1) + s))
      && listed (get T) given 0
  end.

Definition growth_claim (S : list N) (n0 p s : N) (given : list N) : Prop :=
  0 < p /\ (forall n, n0 <= n -> value_but S (n + p) = value_but S n + s) /\
  (forall m, (forall n, m <= n -> value_but S (n + p) = value_but S n + s) -> n0 <= m) /\
  (forall i, (i < length given)%nat -> value_but S (N.of_nat i) = nth i given 0).

Lemma below_spec n f : below n f = true <-> forall m, m < n -> f m = true.
Proof.
  induction n as [|n IH] using N.peano_ind; [split; [intros _ m; lia|reflexivity]|].
  unfold below in *. rewrite N.peano_rect_succ, andb_true_iff, IH. split.
  - intros (H1 & H2) m Hm. destruct (N.eq_dec m n) as [->|]; [assumption|]. apply H1. lia.
  - intros H. split; [intros m Hm; apply H; lia|]. apply H. lia.
Qed.

Lemma values_set_spec T n v : marked (values_set T n) v = true <-> exists m, m < n /\ get T m = v.
Proof.
  induction n as [|n IH] using N.peano_ind.
  - change (values_set T 0) with S.empty. rewrite marked_empty. split; [discriminate|]. intros (m & H & _). lia.
  - unfold values_set in *. rewrite N.peano_rect_succ, marked_mark, IH. split.
    + intros [->|(m & H & E)]; [exists n; split; [lia|reflexivity]|exists m; split; [lia|assumption]].
    + intros (m & H & E). destruct (N.eq_dec m n) as [->|]; [auto|]. right. exists m. split; [lia|assumption].
Qed.

Section Run.
Variables (S : list N) (top : N).
Hypothesis Htop : forall x, In x S -> x <= top.
Let g := value_but S.

Lemma mark_near_spec n T : (forall i, i < n -> get T i = g i) -> forall x s v,
  marked (mark_near S x n T s) v = true <-> marked s v = true \/
    exists k, 0 < k /\ k <= N.of_nat x /\ k <= n /\ ~ In k S /\ g (n - k) = v.
Proof.
  intros HT. induction x as [|x IH]; intros s v; cbn [mark_near].
  - split; [auto|]. intros [H|(k & H1 & H2 & _)]; [assumption|lia].
  - rewrite IH. set (k0 := N.of_nat (Datatypes.S x)).
    assert (E : (k0 <=? n) && negb (existsb (N.eqb k0) S) = true <-> k0 <= n /\ ~ In k0 S).
    { rewrite andb_true_iff, N.leb_le, negb_true_iff. split; intros (H1 & H2); (split; [assumption|]).
      - intros H. apply not_true_iff_false in H2. apply H2. apply existsb_exists. exists k0. split; [assumption|apply N.eqb_refl].
      - apply not_true_iff_false. intros H. apply existsb_exists in H as (y & Hy & E). apply N.eqb_eq in E. subst y. auto. }
    destruct ((k0 <=? n) && negb (existsb (N.eqb k0) S)) eqn:B.
    + destruct (proj1 E eq_refl) as (E1 & E2). rewrite marked_mark, HT by (unfold k0 in *; lia). split.
      * intros [[->|H]|(k & H1 & H2 & H3)]; [|auto|].
        -- right. exists k0. unfold k0 in *. repeat split; try assumption; lia.
        -- right. exists k. split; [assumption|]. split; [lia|assumption].
      * intros [H|(k & H1 & H2 & H3 & H4 & H5)]; [auto|]. destruct (N.eq_dec k k0) as [->|]; [left; left; congruence|].
        right. exists k. unfold k0 in *. repeat split; try assumption; lia.
    + split.
      * intros [H|(k & H1 & H2 & H3)]; [auto|]. right. exists k. split; [assumption|]. split; [lia|assumption].
      * intros [H|(k & H1 & H2 & H3 & H4 & H5)]; [auto|]. destruct (N.eq_dec k k0) as [->|].
        -- assert (X : false = true) by (apply E; auto). discriminate.
        -- right. exists k. unfold k0 in *. repeat split; try assumption; lia.
Qed.

Lemma grow_spec fuel : forall count n T a c T', (forall i, i < n -> get T i = g i) ->
  (forall v, marked a v = true <-> exists m, m + top + 1 < n /\ g m = v) -> (forall u, u < c -> marked a u = true) ->
  grow count fuel S top n T a c = Some T' -> forall i, i < n + N.of_nat count -> get T' i = g i.
Proof.
  induction count as [|k IH]; intros n T a c T' HT Ha Hc; cbn [grow].
  - intros [= <-] i Hi. apply HT. lia.
  - set (a' := if top <? n then mark a (get T (n - top - 1)) else a).
    assert (Ha' : forall v, marked a' v = true <-> exists m, m + top < n /\ g m = v).
    { intros v. unfold a'. destruct (N.ltb_spec top n) as [L|L].
      - rewrite marked_mark, Ha, HT by lia. split.
        + intros [->|(m & H & E)]; [exists (n - top - 1); split; [lia|reflexivity]|exists m; split; [lia|assumption]].
        + intros (m & H & E). destruct (N.eq_dec m (n - top - 1)) as [->|]; [auto|]. right. exists m. split; [lia|assumption].
      - rewrite Ha. split; intros (m & H & E); exists m; split; try assumption; lia. }
    assert (Hc' : forall u, u < c -> marked a' u = true).
    { intros u Hu. apply Ha'. apply Hc, Ha in Hu as (m & H & E). exists m. split; [lia|assumption]. }
    destruct (next fuel a' c) as [c'|] eqn:E1; [|discriminate].
    apply next_spec in E1; [|assumption]. destruct E1 as (_ & N1).
    destruct (next fuel (mark_near S (N.to_nat top) n T a') c') as [v|] eqn:E2; [|discriminate].
    apply next_spec in E2; [|intros u Hu; apply mark_near_spec; [assumption|left; auto]].
    assert (V : g n = v).
    { eapply is_mex_ext; [|apply value_but_values|].
      - intros x. apply (option_attained S top g Htop n x).
      - destruct E2 as (M1 & M2).
        assert (O : forall x, marked (mark_near S (N.to_nat top) n T a') x = true <->
          (exists m, m + top < n /\ g m = x) \/ (exists k, 0 < k /\ k <= top /\ k <= n /\ ~ In k S /\ g (n - k) = x)).
        { intros x. rewrite mark_near_spec by assumption. rewrite Ha', N2Nat.id. reflexivity. }
        split; [rewrite <- O; congruence|]. intros u Hu. apply O. auto. }
    intros E i Hi. eapply IH; [| | |exact E|lia].
    + clear i Hi. intros i Hi. destruct (N.eq_dec i n) as [->|]; [rewrite get_same; congruence|]. rewrite get_other by assumption. apply HT. lia.
    + intros w. rewrite Ha'. split; intros (m & H & F); exists m; split; try assumption; lia.
    + assumption.
Qed.
End Run.

Lemma top_of_spec S x : In x S -> x <= top_of S.
Proof. unfold top_of. induction S as [|y S IH]; cbn [fold_right]; intros []; [subst; lia|]. apply IH in H. lia. Qed.

(** If the checker says yes, the claim is true: from n0 on the values grow by the saltus with every period. *)
Theorem check_growth_sound S n0 n1 p s given : check_growth S n0 n1 p s given = true -> growth_claim S n0 p s given.
Proof.
  unfold check_growth. set (top := top_of S). set (L := N.max (n1 + top + p) (N.of_nat (length given))).
  destruct (grow _ _ S top 0 _ _ 0) as [T|] eqn:E; [|discriminate].
  assert (HT : forall i, i < L -> get T i = value_but S i).
  { intros i Hi. eapply (grow_spec S top (top_of_spec S)) in E; [exact E|intros; lia| |intros; lia|lia].
    intros v. rewrite marked_empty. split; [discriminate|]. intros (m & H & _). lia. }
  rewrite !andb_true_iff. intros (((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8).
  apply N.ltb_lt in C1. apply N.leb_le in C2. rewrite below_spec in C3, C4, C5, C6.
  set (g := value_but S) in *.
  assert (G : forall n, n1 <= n -> g (n + p) = g n + s).
  { apply (growth S top g (value_but_values S) (top_of_spec S)).
    - intros v. split.
      + intros (m & Hm & Em). specialize (C3 m Hm). rewrite HT in C3 by lia. fold g in C3. rewrite Em in C3.
        destruct (N.lt_ge_cases v s) as [|D]; [auto|]. right. split; [assumption|]. apply orb_true_iff in C3 as [C3|C3].
        * apply N.ltb_lt in C3. lia.
        * apply values_set_spec in C3 as (k & K1 & K2). exists k. split; [assumption|]. rewrite HT in K2 by lia. exact K2.
      + intros [D|(D & k & K1 & K2)].
        * specialize (C4 v D). apply values_set_spec in C4 as (m & M1 & M2). exists m. split; [assumption|].
          rewrite HT in M2 by lia. exact M2.
        * specialize (C5 k K1). apply values_set_spec in C5 as (m & M1 & M2). exists m. split; [assumption|].
          rewrite !HT in M2 by lia. fold g in M2. lia.
    - intros n H1 H2. specialize (C6 n H2). apply orb_true_iff in C6 as [C6|C6]; [apply N.ltb_lt in C6; lia|].
      apply N.eqb_eq in C6. rewrite !HT in C6 by lia. exact C6. }
  split; [assumption|]. split; [|split].
  - intros n Hn. destruct (N.lt_ge_cases n n1) as [D|D]; [|auto].
    specialize (C6 n ltac:(lia)). apply orb_true_iff in C6 as [C6|C6]; [apply N.ltb_lt in C6; lia|].
    apply N.eqb_eq in C6. rewrite !HT in C6 by lia. exact C6.
  - intros m Hm. destruct (N.le_gt_cases n0 m) as [|D]; [assumption|]. exfalso.
    apply orb_true_iff in C7 as [C7|C7]; [apply N.eqb_eq in C7; lia|].
    apply negb_true_iff, N.eqb_neq in C7. apply C7. rewrite !HT by lia. apply Hm. lia.
  - intros i Hi. fold g. rewrite <- (HT (N.of_nat i)) by lia. rewrite <- (N.add_0_l (N.of_nat i)). apply listed_spec; assumption.
Qed.

(** ** Take more than k: the quotient *)

Definition take_more_than (k n n' : N) : Prop := n' + k < n.

(** If 1 to k are excluded, the value is the quotient of the heap by k + 1. *)
Theorem quotient_by_least k : gives_values (take_more_than k) (fun n => n / (k + 1)).
Proof.
  intros n. split.
  - intros (m & H & E). unfold take_more_than in H. assert (L : (m + 1 * (k + 1)) / (k + 1) <= n / (k + 1)) by (apply N.div_le_mono; lia).
    rewrite N.div_add in L by lia. lia.
  - intros u Hu. exists (u * (k + 1)). split; [|apply N.div_mul; lia]. unfold take_more_than.
    pose proof (N.mul_div_le n (k + 1) ltac:(lia)). nia.
Qed.
