(** * Games from formulas: an automaton that decides who wins, proved for all positions *)
From Coq Require Import Arith NArith ZArith List Lia Bool FMapPositive Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values Automata.
Open Scope Z_scope.

(** ** The game *)

(** What a formula without automata says. *)
Definition says (f : formula) (xs : list Z) : bool := holds 2 (Automaton [] []) f xs.

Definition position (k : nat) (allowed : formula) (p : list Z) : Prop :=
  length p = k /\ natural p /\ says allowed p = true.

(** A move leads from [p] to [q] if some choice of [e] numbers makes the formula true. *)
Definition by_formula (k e : nat) (allowed moves : formula) (p q : list Z) : Prop :=
  position k allowed p /\ position k allowed q /\
  exists choice, length choice = e /\ natural choice /\ says moves (p ++ q ++ choice) = true.

(** ** Sets of states *)

Section Closed.
Variables (A : Type) (same : A -> A -> bool) (code : A -> positive).
Hypothesis same_eq : forall a b, same a b = true -> a = b.

Definition bag := PositiveMap.t (list A).
Definition inside (a : A) (M : bag) : bool :=
  match PositiveMap.find (code a) M with Some l => existsb (same a) l | None => false end.
Definition insert (a : A) (M : bag) : bag :=
  PositiveMap.add (code a) (a :: match PositiveMap.find (code a) M with Some l => l | None => [] end) M.
Definition bag_of (V : list A) : bag := fold_right insert (PositiveMap.empty _) V.

Lemma inside_spec a V : inside a (bag_of V) = true -> In a V.
Proof.
  induction V as [|b V IH]; unfold inside in *; cbn [bag_of fold_right]; [now rewrite PositiveMap.gempty|].
  unfold insert at 1. destruct (Pos.eq_dec (code a) (code b)) as [E|N].
  - rewrite E, PositiveMap.gss. cbn [existsb]. rewrite orb_true_iff. intros [H|H]; [left; symmetry; auto|].
    right. apply IH. rewrite E. fold (bag_of V) in H. destruct (PositiveMap.find (code b) (bag_of V)); [exact H|discriminate].
  - rewrite PositiveMap.gso by congruence. intros H. right. apply IH. exact H.
Qed.

Variables (branch : A -> list A) (test : A -> bool).

Fixpoint explore (fuel : nat) (todo V : list A) (M : bag) : list A :=
  match fuel, todo with
  | S k, a :: todo => if inside a M then explore k todo V M else explore k (branch a ++ todo) (a :: V) (insert a M)
  | _, _ => V
  end.

Definition closed (V : list A) (a : A) : bool :=
  let M := bag_of V in inside a M && forallb (fun b => test b && forallb (fun c => inside c M) (branch b)) V.

Definition always (fuel : nat) (a : A) : bool := closed (explore fuel [a] [] (PositiveMap.empty _)) a.

(** Everything that branches reach from [a] passes the test. *)
Theorem always_sound fuel a : always fuel a = true ->
  forall (T : Type) (step : A -> T -> A) (w : list T), (forall b t, In t w -> In (step b t) (branch b)) ->
  test (fold_left step w a) = true.
Proof.
  unfold always, closed. set (V := explore _ _ _ _). rewrite andb_true_iff, forallb_forall. intros (H1 & H2) T step w Hw.
  assert (K : forall w b, (forall b t, In t w -> In (step b t) (branch b)) -> In b V -> In (fold_left step w b) V).
  { clear w Hw. induction w as [|t w IH]; intros b Hw Hb; cbn [fold_left]; [assumption|]. apply IH; [intros; apply Hw; right; assumption|].
    specialize (H2 b Hb). apply andb_true_iff in H2 as (_ & H2). rewrite forallb_forall in H2. apply inside_spec, H2, Hw. left. reflexivity. }
  apply inside_spec in H1. specialize (H2 _ (K w a Hw H1)). now apply andb_true_iff in H2 as (H2 & _).
Qed.
End Closed.

(** Codes only make look-ups fast. *)
Fixpoint bits_of (p q : positive) : positive :=
  match p with xH => xO (xO q) | xO p => bits_of p (xO (xI q)) | xI p => bits_of p (xI (xI q)) end.
Fixpoint code_of (s : state) (q : positive) : positive :=
  match s with
  | Sum 0 => xO (xO (xO q)) | Sum (Zpos p) => bits_of p (xI (xO q)) | Sum (Zneg p) => bits_of p (xI (xI q))
  | At n => bits_of (N.succ_pos n) (xO (xI q))
  | Pair a b => code_of a (code_of b q)
  | Certain v => if v then xI (xO (xO q)) else xI (xI (xO q))
  end.
Fixpoint same_state (a b : state) : bool :=
  match a, b with
  | Sum x, Sum y => x =? y | At x, At y => N.eqb x y | Pair a b, Pair c d => same_state a c && same_state b d
  | Certain v, Certain w => Bool.eqb v w | _, _ => false
  end.

Lemma same_state_eq : forall a b, same_state a b = true -> a = b.
Proof.
  induction a as [x|x|a IHa b IHb|v]; intros [y|y|c d|w]; cbn [same_state]; try discriminate.
  - rewrite Z.eqb_eq. congruence.
  - rewrite N.eqb_eq. congruence.
  - rewrite andb_true_iff. intros (H1 & H2). f_equal; auto.
  - intros H. apply eqb_prop in H. congruence.
Qed.

Fixpoint same_states (a b : list state) : bool :=
  match a, b with [], [] => true | s :: a, t :: b => same_state s t && same_states a b | _, _ => false end.

Lemma same_states_eq : forall a b, same_states a b = true -> a = b.
Proof.
  induction a as [|s a IH]; intros [|t b]; cbn [same_states]; try discriminate; [reflexivity|].
  rewrite andb_true_iff. intros (H1 & H2). apply same_state_eq in H1. f_equal; auto.
Qed.

(** ** True for all numbers, and true for some choice *)

Section Decide.
Variable base : Z.
Hypothesis base_two : 2 <= base.
Variable known : automaton.
Hypothesis zeros_stay : forall l, Forall (fun d => d = 0) l -> follow base known 0 l = 0%N.
Variable fuel : nat.

Let numbers : list Z := map Z.of_nat (seq 0 (Z.to_nat base)).
Fixpoint letters (m : nat) : list letter :=
  match m with O => [[]] | S k => flat_map (fun l => map (fun d => d :: l) numbers) (letters k) end.

Lemma letters_spec l : fits base l -> In l (letters (length l)).
Proof.
  induction l as [|d l IH]; intros H; cbn [letters length]; [now left|]. inversion H as [|d' l' Hd Hl]; subst.
  apply in_flat_map. exists l. split; [auto|]. apply in_map_iff. exists d. split; [reflexivity|].
  apply in_map_iff. exists (Z.to_nat d). split; [lia|]. apply in_seq. lia.
Qed.

Lemma letters_inv m : forall l, In l (letters m) -> length l = m /\ fits base l.
Proof.
  induction m as [|m IH]; intros l H; cbn [letters] in H.
  - destruct H as [<-|[]]. split; [reflexivity|constructor].
  - apply in_flat_map in H as (l' & H1 & H2). apply in_map_iff in H2 as (d & <- & H2). apply in_map_iff in H2 as (i & <- & H2).
    apply in_seq in H2. destruct (IH l' H1) as (E & F). cbn [length]. split; [lia|]. constructor; [lia|assumption].
Qed.

Lemma digits_width n : forall xs, Forall (fun l => length l = length xs) (digits base n xs).
Proof.
  induction n as [|n IH]; intros xs; cbn [digits]; [constructor|]. apply Forall_app. split.
  - specialize (IH (map (fun x => x / base) xs)). now rewrite map_length in IH.
  - constructor; [apply map_length|constructor].
Qed.

Definition nextf (f : formula) := nexts base known f.
Definition branches (m : nat) (f : formula) (s : state) : list state := map (nextf f s) (letters m).

Definition valid (m : nat) (f : formula) : bool :=
  always state same_state (fun s => code_of s xH) (branches m f) (final known f) fuel (start f).

(** If the check says yes, the formula is true for all natural numbers. *)
Theorem valid_sound m f : valid m f = true -> forall xs, length xs = m -> natural xs -> holds base known f xs = true.
Proof.
  intros H xs Hl Hn. pose proof (size_enough base base_two xs Hn) as Hs.
  rewrite <- (reads base base_two known zeros_stay f _ xs Hs).
  rewrite <- nexts_ahead by (try apply digits_fit; assumption).
  apply (always_sound _ _ _ same_state_eq _ _ _ _ H). intros s l Hw. apply in_map. rewrite <- Hl.
  pose proof (digits_width (size xs) xs) as D. pose proof (digits_fit base base_two (size xs) xs) as F.
  rewrite Forall_forall in D, F. rewrite <- (D l Hw). apply letters_spec, F, Hw.
Qed.

(** *** Some choice *)

(** Each state of a list once, in an order that depends on the states alone. *)
Definition ordered (l : list state) : list state :=
  let code s := code_of s xH in
  flat_map snd (PositiveMap.elements
    (fold_right (fun s M => if inside _ same_state code s M then M else insert _ code s M) (PositiveMap.empty _) l)).

Lemma ordered_in l s : In s (ordered l) -> In s l.
Proof.
  unfold ordered. set (code := fun s => code_of s xH). set (M := fold_right _ _ l).
  assert (A : forall i l', PositiveMap.find i M = Some l' -> incl l' l).
  { unfold M. clear. induction l as [|t l IH]; cbn [fold_right]; intros i l' H; [now rewrite PositiveMap.gempty in H|].
    destruct (inside _ _ code t _); [intros x Hx; right; exact (IH i l' H x Hx)|]. unfold insert in H.
    destruct (Pos.eq_dec i (code t)) as [->|N].
    - rewrite PositiveMap.gss in H. injection H as <-. destruct (PositiveMap.find (code t) _) as [l0|] eqn:E.
      + intros x [->|Hx]; [now left|right; exact (IH _ _ E x Hx)].
      + intros x [->|[]]. now left.
    - rewrite PositiveMap.gso in H by assumption. intros x Hx. right. exact (IH i l' H x Hx). }
  rewrite in_flat_map. intros ((i & l') & H & Hs). apply PositiveMap.elements_complete in H. exact (A i l' H s Hs).
Qed.

Definition subset := (state * list state)%type.
Definition same_subset (a b : subset) : bool := same_state (fst a) (fst b) && same_states (snd a) (snd b).
Definition code_subset (a : subset) : positive := code_of (fst a) (fold_right code_of xH (snd a)).

Lemma same_subset_eq a b : same_subset a b = true -> a = b.
Proof.
  destruct a as (a, s), b as (b, t). unfold same_subset. cbn [fst snd]. rewrite andb_true_iff. intros (H1 & H2).
  apply same_state_eq in H1. apply same_states_eq in H2. congruence.
Qed.

Variables (k e : nat) (g f : formula).

(** Leaving out states from which no digits make the formula true is never wrong. *)
Definition alive (s : state) : bool := match certain base known f s with Some false => false | _ => true end.

(** All states of [f] that some choice of digits leads to. *)
Definition choose (a : subset) (l : letter) : subset :=
  (nextf g (fst a) l,
   ordered (filter alive (flat_map (fun t => map (fun c => nextf f t (l ++ c)) (letters e)) (snd a)))).
Definition chosen (a : subset) : bool := negb (final known g (fst a)) || existsb (final known f) (snd a).
Definition begin (zeros : nat) : subset := fold_left choose (repeat (repeat 0 k) zeros) (start g, [start f]).
Definition possible (zeros : nat) : bool :=
  always subset same_subset code_subset (fun a => map (choose a) (letters k)) chosen fuel (begin zeros).

(** The numbers with these digits. *)
Fixpoint join (w : list letter) (xs : list Z) : list Z :=
  match w with [] => xs | l :: w => join w (map (fun p => base * fst p + snd p) (combine xs l)) end.

Lemma combine_div : forall xs l, length xs = length l -> fits base l ->
  map (fun x => x / base) (map (fun p => base * fst p + snd p) (combine xs l)) = xs /\
  map (fun x => x mod base) (map (fun p => base * fst p + snd p) (combine xs l)) = l.
Proof.
  induction xs as [|x xs IH]; intros [|d l] E F; cbn in E; try discriminate; cbn [combine map fst snd]; [auto|].
  inversion F as [|d' l' Hd Hl]; subst. injection E as E. destruct (IH l E Hl) as (I1 & I2). rewrite I1, I2.
  split; f_equal.
  - rewrite Z.mul_comm, Z.div_add_l by lia. rewrite Z.div_small by lia. lia.
  - rewrite Z.mul_comm, Z.add_comm, Z.mod_add by lia. now apply Z.mod_small.
Qed.

Lemma join_length w : forall xs, Forall (fun l => length l = length xs) w -> length (join w xs) = length xs.
Proof.
  induction w as [|l w IH]; intros xs H; cbn [join]; [reflexivity|]. inversion H; subst.
  assert (E : length (map (fun p => base * fst p + snd p) (combine xs l)) = length xs) by (rewrite map_length, combine_length; lia).
  rewrite IH; [assumption|]. now rewrite E.
Qed.

Lemma join_natural w : forall xs, natural xs -> Forall (fits base) w -> natural (join w xs).
Proof.
  induction w as [|l w IH]; intros xs H F; cbn [join]; [assumption|]. inversion F as [|l' w' Hl Hw]; subst. apply IH; [|assumption].
  unfold natural. rewrite Forall_map. apply Forall_forall. intros (x, d) Hin. cbn [fst snd].
  pose proof (in_combine_l _ _ _ _ Hin) as Hx. pose proof (in_combine_r _ _ _ _ Hin) as Hd.
  unfold natural, fits in *. rewrite Forall_forall in H, Hl. specialize (H x Hx). specialize (Hl d Hd). nia.
Qed.

Lemma digits_join w : forall n xs, small base n xs -> Forall (fits base) w -> Forall (fun l => length l = length xs) w ->
  digits base (n + length w) (join w xs) = digits base n xs ++ w /\ small base (n + length w) (join w xs).
Proof.
  induction w as [|l w IH]; intros n xs Hs F L; cbn [join length].
  - rewrite Nat.add_0_r, app_nil_r. auto.
  - inversion F as [|l' w' Fl Fw]; subst. inversion L as [|l' w' Ll Lw]; subst.
    destruct (combine_div xs l) as (C1 & C2); [congruence|assumption|]. set (ys := map _ (combine xs l)) in *.
    assert (Hy : small base (S n) ys).
    { unfold small. subst ys. rewrite Forall_map. apply Forall_forall. intros (x, d) Hin. cbn [fst snd].
      pose proof (in_combine_l _ _ _ _ Hin) as Hx. pose proof (in_combine_r _ _ _ _ Hin) as Hd.
      unfold small, fits in *. rewrite Forall_forall in Hs, Fl. specialize (Hs x Hx). specialize (Fl d Hd). cbn beta in *.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia. }
    assert (Ly : length ys = length xs) by (subst ys; rewrite map_length, combine_length; lia).
    destruct (IH (S n) ys Hy Fw) as (I1 & I2); [now rewrite Ly|].
    replace (n + S (length w))%nat with (S n + length w)%nat by lia. rewrite I1. split; [|assumption].
    cbn [digits]. rewrite C1, C2, <- app_assoc. reflexivity.
Qed.

Fixpoint beside (u w : list letter) : list letter :=
  match u, w with l :: u, c :: w => (l ++ c) :: beside u w | _, _ => [] end.

Lemma beside_snoc : forall u w l c, length u = length w -> beside (u ++ [l]) (w ++ [c]) = beside u w ++ [l ++ c].
Proof. induction u as [|x u IH]; intros [|y w] l c E; cbn in E; try discriminate; cbn [app beside]; [reflexivity|]. rewrite IH by lia. reflexivity. Qed.

Lemma digits_app n : forall xs ys, digits base n (xs ++ ys) = beside (digits base n xs) (digits base n ys).
Proof.
  induction n as [|n IH]; intros xs ys; cbn [digits]; [reflexivity|]. rewrite !map_app, IH.
  now rewrite beside_snoc by now rewrite !digits_length.
Qed.

(** Every state in the set is reached by a choice. *)
Lemma choose_sound : forall w a, forall t, In t (snd (fold_left choose w a)) ->
  exists s cs, In s (snd a) /\ length cs = length w /\ Forall (fun c => In c (letters e)) cs /\
    t = fold_left (nextf f) (beside w cs) s.
Proof.
  induction w as [|l w IH] using rev_ind; intros a t H; cbn [fold_left] in *.
  - exists t, []. auto.
  - rewrite fold_left_app in H. cbn [fold_left] in H. unfold choose at 1 in H. cbn [snd] in H. apply ordered_in in H.
    apply filter_In in H as (H & _). apply in_flat_map in H as (u & Hu & H). apply in_map_iff in H as (c & <- & Hc).
    destruct (IH a u Hu) as (s & cs & S1 & S2 & S3 & ->). exists s, (cs ++ [c]). split; [assumption|].
    split; [rewrite !app_length; cbn; lia|]. split; [apply Forall_app; auto|].
    rewrite beside_snoc by congruence. now rewrite fold_left_app.
Qed.

Lemma choose_first : forall w a, fst (fold_left choose w a) = fold_left (nextf g) w (fst a).
Proof. induction w as [|l w IH]; intros a; cbn [fold_left]; [reflexivity|]. now rewrite IH. Qed.

Lemma digits_padded n : forall z xs, small base n xs -> digits base (z + n) xs = repeat (repeat 0 (length xs)) z ++ digits base n xs.
Proof.
  induction n as [|n IH]; intros z xs H.
  - rewrite Nat.add_0_r. cbn [digits]. rewrite app_nil_r.
    assert (Z : xs = repeat 0 (length xs)).
    { induction H as [|x xs Hx _ IHx]; [reflexivity|]. cbn [length repeat]. f_equal; [cbn in Hx; lia|assumption]. }
    induction z as [|z IHz]; [reflexivity|]. cbn [digits].
    assert (Q : map (fun x => x / base) xs = xs /\ map (fun x => x mod base) xs = repeat 0 (length xs)).
    { clear IHz. rewrite Z at 1 3. rewrite Z at 2. generalize (length xs). clear - base_two.
      intros m. induction m as [|m IHm]; cbn [repeat map]; [auto|]. destruct IHm as (I1 & I2). rewrite I1, I2.
      rewrite Z.div_0_l, Z.mod_0_l by lia. auto. }
    destruct Q as (-> & ->). rewrite IHz. cbn [repeat]. now rewrite repeat_cons.
  - replace (z + S n)%nat with (S (z + n)) by lia. cbn [digits]. rewrite IH by now apply small_div. rewrite map_length.
    now rewrite app_assoc.
Qed.

(** If the check says yes, there are for all numbers with [g] some numbers that make [f] true. *)
Theorem possible_sound zeros : possible zeros = true -> forall xs, length xs = k -> natural xs -> holds base known g xs = true ->
  exists ys, length ys = e /\ natural ys /\ holds base known f (xs ++ ys) = true.
Proof.
  intros H xs Hl Hn Hg. set (n := size xs). pose proof (size_enough base base_two xs Hn) as Hs. fold n in Hs.
  set (w := digits base (zeros + n) xs).
  assert (Hs' : small base (zeros + n) xs).
  { unfold small in *. eapply Forall_impl; [|exact Hs]. cbn. intros x (X1 & X2). split; [assumption|].
    apply (Z.lt_le_trans _ (base ^ Z.of_nat n)); [assumption|]. apply Z.pow_le_mono_r; lia. }
  assert (C : chosen (fold_left choose w (start g, [start f])) = true).
  { unfold w. rewrite digits_padded, fold_left_app, Hl by assumption. change (chosen (fold_left choose (digits base n xs) (begin zeros)) = true).
    apply (always_sound _ _ _ same_subset_eq _ _ _ _ H). intros a l Hw. apply in_map. rewrite <- Hl.
    pose proof (digits_width n xs) as D. pose proof (digits_fit base base_two n xs) as F. rewrite Forall_forall in D, F.
    rewrite <- (D l Hw). apply letters_spec, F, Hw. }
  unfold chosen in C. rewrite choose_first in C. cbn [fst] in C. unfold w at 1 in C. unfold nextf in C.
  rewrite nexts_ahead, (reads base base_two known zeros_stay g _ xs Hs'), Hg in C by (try apply digits_fit; assumption). cbn [negb orb] in C.
  apply existsb_exists in C as (t & Ht & F). apply choose_sound in Ht as (s & cs & S1 & S2 & S3 & ->). destruct S1 as [<-|[]].
  assert (L : Forall (fun l => length l = e) cs /\ Forall (fits base) cs).
  { split; eapply Forall_impl; try exact S3; cbn; intros c Hc; now apply letters_inv in Hc. }
  destruct L as (L1 & L2).
  assert (Z0 : small base 0 (repeat 0 e)) by (apply Forall_forall; intros x Hx; apply repeat_spec in Hx; subst; cbn; lia).
  assert (L1' : Forall (fun l => length l = length (repeat 0 e)) cs) by now rewrite repeat_length.
  destruct (digits_join cs 0 (repeat 0 e) Z0 L2 L1') as (J1 & J2). cbn [plus digits app] in J1, J2.
  set (ys := join cs (repeat 0 e)) in *. exists ys.
  assert (Ew : length cs = (zeros + n)%nat) by (rewrite S2; unfold w; apply digits_length).
  split; [unfold ys; rewrite join_length by assumption; apply repeat_length|]. split.
  - unfold ys. apply join_natural; [|assumption]. apply Forall_forall. intros x Hx. apply repeat_spec in Hx. lia.
  - rewrite <- (reads base base_two known zeros_stay f (zeros + n) (xs ++ ys)).
    + rewrite <- nexts_ahead by (try apply digits_fit; assumption). rewrite digits_app. rewrite Ew in J1. rewrite J1. exact F.
    + apply Forall_app. split; [exact Hs'|]. rewrite Ew in J2. exact J2.
Qed.
End Decide.

(** ** Formulas about a position and its option *)

Fixpoint plain (f : formula) : bool :=
  match f with
  | Known _ _ => false | Not f => plain f | Both f g | Either f g => plain f && plain g | Least _ | Zero _ => true
  end.

(** The same about numbers that stand [k] places further on. *)
Fixpoint shift (k : nat) (f : formula) : formula :=
  match f with
  | Least t => Least (Linear (repeat 0 k ++ coefficients t) (constant t))
  | Zero t => Zero (Linear (repeat 0 k ++ coefficients t) (constant t))
  | Both f g => Both (shift k f) (shift k g)
  | Either f g => Either (shift k f) (shift k g)
  | Not f => Not (shift k f)
  | Known a c => Known (k + a) c
  end.

(** It mentions the first [k] numbers only. *)
Fixpoint narrow (k : nat) (f : formula) : bool :=
  match f with
  | Least t | Zero t => (length (coefficients t) <=? k)%nat
  | Both f g | Either f g => narrow k f && narrow k g
  | Not f => narrow k f
  | Known a c => (a + c <=? k)%nat
  end.

(** Some weighted sum becomes smaller, and the sums before it stay. *)
Fixpoint shrinks (ws : list (list Z)) : formula :=
  match ws with
  | [] => Least (Linear [] 1)
  | w :: ws => Either (Least (Linear (map Z.opp w ++ w) 1)) (Both (Zero (Linear (map Z.opp w ++ w) 0)) (shrinks ws))
  end.

Section Meaning.
Variables (base : Z) (known : automaton).

Lemma plain_says f xs : plain f = true -> holds base known f xs = says f xs.
Proof.
  unfold says. induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a c]; cbn [plain holds]; intros H; try reflexivity; try discriminate.
  - apply andb_true_iff in H as (H1 & H2). now rewrite IHf, IHg.
  - apply andb_true_iff in H as (H1 & H2). now rewrite IHf, IHg.
  - now rewrite IHf.
Qed.

Lemma total_shift p : forall cs q, total (repeat 0 (length p) ++ cs) (p ++ q) = total cs q.
Proof. induction p as [|x p IH]; intros cs q; cbn [length repeat app total]; [reflexivity|]. rewrite IH. lia. Qed.

Lemma total_narrow : forall cs p q, (length cs <= length p)%nat -> total cs (p ++ q) = total cs p.
Proof. induction cs as [|c cs IH]; intros [|x p] q H; cbn in H; cbn [app total]; try reflexivity; try lia. rewrite IH by lia. reflexivity. Qed.

Lemma shift_holds f p q : holds base known (shift (length p) f) (p ++ q) = holds base known f q.
Proof.
  induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a c]; cbn [shift holds coefficients constant]; try congruence.
  - now rewrite total_shift.
  - now rewrite total_shift.
  - do 2 f_equal. clear. induction p as [|x p IH]; [reflexivity|]. exact IH.
Qed.

Lemma narrow_holds f p q : narrow (length p) f = true -> holds base known f (p ++ q) = holds base known f p.
Proof.
  induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a c]; cbn [narrow holds]; intros H.
  - apply Nat.leb_le in H. now rewrite total_narrow.
  - apply Nat.leb_le in H. now rewrite total_narrow.
  - apply andb_true_iff in H as (H1 & H2). now rewrite IHf, IHg.
  - apply andb_true_iff in H as (H1 & H2). now rewrite IHf, IHg.
  - now rewrite IHf.
  - apply Nat.leb_le in H. f_equal. rewrite skipn_app, firstn_app. rewrite skipn_length.
    replace (c - (length p - a))%nat with O by lia. cbn [firstn]. now rewrite app_nil_r.
Qed.

Lemma total_opp : forall w p q, length p = length w -> total (map Z.opp w ++ w) (p ++ q) = total w q - total w p.
Proof.
  intros w p q E. assert (G : forall w v p q, length p = length w -> total (map Z.opp w ++ v) (p ++ q) = total v q - total w p).
  { clear. induction w as [|c w IH]; intros v [|x p] q E; cbn in E; try discriminate; cbn [map app total]; [lia|]. rewrite IH by lia. lia. }
  now apply G.
Qed.

Fixpoint smaller (ws : list (list Z)) (q p : list Z) : Prop :=
  match ws with [] => False | w :: ws => total w q < total w p \/ (total w q = total w p /\ smaller ws q p) end.

Lemma shrinks_holds ws p q r : Forall (fun w => length w = length p) ws -> length q = length p ->
  holds base known (shrinks ws) (p ++ q ++ r) = true -> smaller ws q p.
Proof.
  intros H E. induction H as [|w ws Hw _ IH]; cbn [shrinks holds coefficients constant smaller total]; [discriminate|].
  rewrite total_opp by congruence. rewrite (total_narrow w q r) by lia. rewrite orb_true_iff, andb_true_iff, Z.leb_le, Z.eqb_eq.
  intros [C|(C & D)]; [left; lia|right; split; [lia|auto]].
Qed.
End Meaning.

Lemma total_natural : forall w p, natural w -> natural p -> 0 <= total w p.
Proof.
  induction w as [|c w IH]; intros [|x p] Hw Hp; cbn [total]; try lia. inversion Hw; inversion Hp; subst. specialize (IH p ltac:(assumption) ltac:(assumption)). nia.
Qed.

Lemma smaller_ends ws : Forall natural ws -> well_founded (fun q p => natural p /\ natural q /\ smaller ws q p).
Proof.
  induction 1 as [|w ws Hw _ IH]; intros p; cbn [smaller].
  - constructor. intros q (_ & _ & []).
  - assert (A : forall n p, natural p -> Z.to_nat (total w p) = n ->
      Acc (fun q p => natural p /\ natural q /\ (total w q < total w p \/ total w q = total w p /\ smaller ws q p)) p).
    { induction n as [n IHn] using lt_wf_ind. intros p0 Hp0. induction p0 as [p0 IHp] using (well_founded_induction IH).
      intros En. constructor. intros q (_ & Hq & [L|(E & S)]).
      - pose proof (total_natural w q Hw Hq). apply (IHn (Z.to_nat (total w q))); [lia|assumption|reflexivity].
      - apply IHp; [auto|assumption|congruence]. }
    constructor. intros q (_ & Hq & _). now apply (A (Z.to_nat (total w q))).
Qed.

(** ** The certificate of a rule *)

Definition option_of_position (k : nat) (allowed moves : formula) : formula := Both allowed (Both (shift k allowed) moves).

Definition rule_holds (fuel zeros : nat) (base : Z) (known : automaton) (ws : list (list Z)) (k e : nat)
  (allowed moves : formula) : bool :=
  let m := (k + (k + e))%nat in
  let step := option_of_position k allowed moves in
  (2 <=? base) && (nth 0 (nth 0 (steps known) []) 0 =? 0)%N && plain allowed && plain moves && narrow k allowed
  && forallb (fun w => (length w =? k)%nat && forallb (fun c => 0 <=? c) w) ws
  (* play ends; no move leads from an accepted position to another one; a move leads there from every other position *)
  && valid base known fuel m (Either (Not step) (shrinks ws))
  && valid base known fuel m (Not (Both step (Both (Known 0 k) (Known k k))))
  && possible base known fuel k (k + e) (Both allowed (Not (Known 0 k))) (Both step (Known k k)) zeros.

(** If the check says yes, the automaton accepts exactly the lost positions of the game. *)
Theorem rule_sound fuel zeros base known ws k e allowed moves :
  rule_holds fuel zeros base known ws k e allowed moves = true ->
  forall p, position k allowed p ->
    (lost (by_formula k e allowed moves) p <-> accepts base known p = true) /\
    (won (by_formula k e allowed moves) p <-> accepts base known p = false).
Proof.
  unfold rule_holds. rewrite !andb_true_iff. intros ((((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8) & C9).
  apply Z.leb_le in C1. apply N.eqb_eq in C2. rewrite forallb_forall in C6.
  assert (Stay : forall l, Forall (fun d => d = 0) l -> follow base known 0 l = 0%N).
  { intros l H. unfold follow. assert (E : index base l = 0) by (induction H; cbn [index]; [reflexivity|]; lia).
    rewrite E. exact C2. }
  assert (W : Forall (fun w => length w = k) ws /\ Forall natural ws).
  { split; apply Forall_forall; intros w Hw; specialize (C6 w Hw); apply andb_true_iff in C6 as (W1 & W2).
    - now apply Nat.eqb_eq.
    - apply Forall_forall. intros c Hc. rewrite forallb_forall in W2. apply Z.leb_le, W2, Hc. }
  destruct W as (W1 & W2).
  assert (Move : forall p q c, length p = k -> length q = k ->
    holds base known (option_of_position k allowed moves) (p ++ q ++ c) =
    says allowed p && (says allowed q && says moves (p ++ q ++ c))).
  { intros p q c Hp Hq. unfold option_of_position. cbn [holds]. rewrite <- Hp in C5 |- *.
    rewrite shift_holds. rewrite narrow_holds by assumption. rewrite (narrow_holds base known allowed q c) by (rewrite Hq, <- Hp; assumption).
    now rewrite !plain_says. }
  assert (K0 : forall p r, length p = k -> holds base known (Known 0 k) (p ++ r) = accepts base known p).
  { intros p r Hp. cbn [holds skipn]. rewrite firstn_app, Hp, Nat.sub_diag. cbn [firstn]. rewrite app_nil_r. now rewrite firstn_all2 by lia. }
  assert (K1 : forall p q r, length p = k -> length q = k -> holds base known (Known k k) (p ++ q ++ r) = accepts base known q).
  { intros p q r Hp Hq. rewrite <- (K0 q r Hq). rewrite <- (shift_holds base known (Known 0 k) p). cbn [shift]. now rewrite Hp, Nat.add_0_r. }
  set (move := by_formula k e allowed moves).
  assert (Ends : play_ends move).
  { apply (wf_incl _ _ (fun q p => natural p /\ natural q /\ smaller ws q p)); [|now apply smaller_ends].
    intros q p ((P1 & P2 & P3) & (Q1 & Q2 & Q3) & c & E1 & E2 & E3). split; [assumption|]. split; [assumption|].
    apply (shrinks_holds base known ws p q c); [now rewrite P1|congruence|].
    pose proof (valid_sound base C1 known Stay fuel _ _ C7 (p ++ q ++ c)) as V. cbn [holds] in V.
    rewrite Move, P3, Q3, E3 in V by assumption. apply V.
    - rewrite !app_length. lia.
    - apply Forall_app. split; [assumption|]. apply Forall_app. auto. }
  assert (Dec : forall p, position k allowed p \/ ~ position k allowed p).
  { intros p. unfold position. destruct (Nat.eq_dec (length p) k); [|right; tauto]. destruct (says allowed p); [|right; intuition discriminate].
    assert (D : natural p \/ ~ natural p).
    { unfold natural. induction p as [|x p IH]; [left; constructor|]. destruct (Z.le_gt_cases 0 x).
      - clear - H. destruct (Forall_dec (fun x => 0 <= x) (fun x => Z_le_dec 0 x) (x :: p)); [left|right]; assumption.
      - right. intros F. inversion F; lia. }
    tauto. }
  assert (R : forall p, (lost move p <-> (position k allowed p -> accepts base known p = true)) /\
                        (won move p <-> ~ (position k allowed p -> accepts base known p = true))).
  { apply (lost_set _ move Ends (fun p => position k allowed p -> accepts base known p = true)).
    - intros p. destruct (accepts base known p) eqn:E; [left; auto|]. destruct (Dec p) as [D|D]; [right; intros X; specialize (X D); discriminate|left; tauto].
    - intros p q Hp (Pp & Pq & c & E1 & E2 & E3) Hq. specialize (Hp Pp). specialize (Hq Pq).
      destruct Pp as (P1 & P2 & P3), Pq as (Q1 & Q2 & Q3).
      pose proof (valid_sound base C1 known Stay fuel _ _ C8 (p ++ q ++ c)) as V. cbn [holds] in V. fold (holds base known) in V.
      change (holds base known (Known 0 k) (p ++ q ++ c)) with (accepts base known (firstn k (skipn 0 (p ++ q ++ c)))) in V.
      rewrite Move, P3, Q3, E3 in V by assumption.
      pose proof (K0 p (q ++ c) P1) as X0. pose proof (K1 p q c P1 Q1) as X1. cbn [holds] in X0, X1. rewrite X0, X1, Hp, Hq in V.
      cbn in V. discriminate V.
      + rewrite !app_length. lia.
      + apply Forall_app. split; [assumption|]. apply Forall_app. auto.
    - intros p Hp. destruct (accepts base known p) eqn:E; [tauto|]. destruct (Dec p) as [D|D]; [|tauto]. destruct D as (P1 & P2 & P3).
      destruct (possible_sound base C1 known Stay fuel k (k + e) _ _ zeros C9 p P1 P2) as (ys & Y1 & Y2 & Y3).
      + cbn [holds]. pose proof (K0 p [] P1) as X0. cbn [holds] in X0. rewrite app_nil_r in X0. rewrite X0, E.
        now rewrite plain_says, P3.
      + rewrite <- (firstn_skipn k ys) in Y3, Y2. apply Forall_app in Y2 as (Y4 & Y5).
        assert (L : length (firstn k ys) = k) by (rewrite firstn_length; lia).
        cbn [holds] in Y3. fold (holds base known) in Y3. apply andb_true_iff in Y3 as (Y3 & Y6).
        rewrite Move in Y3 by assumption. rewrite !andb_true_iff in Y3. destruct Y3 as (M1 & M2 & M3).
        pose proof (K1 p (firstn k ys) (skipn k ys) P1 L) as X1. cbn [holds] in X1. rewrite X1 in Y6.
        exists (firstn k ys). split; [|intros _; exact Y6].
        split; [split; [assumption|auto]|]. split; [split; [assumption|auto]|].
        exists (skipn k ys). split; [rewrite skipn_length; lia|]. auto. }
  intros p Hp. destruct (R p) as (R1 & R2). rewrite R1, R2. destruct (accepts base known p); split; split; intros H; auto; try discriminate.
  - exfalso. apply H. auto.
  - intros X. specialize (X Hp). discriminate.
Qed.
