(** * Rules from formulas: automata that read digits decide who wins, for numbers of any size *)
From Coq Require Import Arith NArith ZArith List Lia Bool FMapPositive Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope Z_scope.

(** ** Formulas

    The numbers of a position come first, then the numbers after the move, then the numbers that a player chooses. *)

(** [Linear cs c] is the number c + c1 x1 + c2 x2 + ... *)
Record linear := Linear { coefficients : list Z; constant : Z }.

Inductive formula :=
| Least (t : linear)               (* the number is at most 0 *)
| Zero (t : linear)                (* the number is 0 *)
| Both (f g : formula)
| Either (f g : formula)
| Not (f : formula)
| Known (from count : nat).        (* the automaton accepts [count] numbers, from number [from] on *)

(** An automaton: what follows from each state by each letter, and which states accept. It starts in state 0. *)
Record automaton := Automaton { steps : list (list N); accepting : list N }.

Fixpoint total (cs : list Z) (xs : list Z) : Z :=
  match cs, xs with c :: cs, x :: xs => c * x + total cs xs | _, _ => 0 end.

Section Digits.
Variable base : Z.
Hypothesis base_two : 2 <= base.
Variable known : automaton.

(** The digits of several numbers, side by side; the first letter holds the most significant digits. *)
Definition letter := list Z.
Fixpoint digits (n : nat) (xs : list Z) : list letter :=
  match n with
  | O => []
  | S k => digits k (map (fun x => x / base) xs) ++ [map (fun x => x mod base) xs]
  end.

Definition small (n : nat) (xs : list Z) : Prop := Forall (fun x => 0 <= x < base ^ Z.of_nat n) xs.
Definition natural (xs : list Z) : Prop := Forall (fun x => 0 <= x) xs.
Definition fits (l : letter) : Prop := Forall (fun d => 0 <= d < base) l.

(** The automaton reads the letter as a number, its first digit counting least. *)
Fixpoint index (l : letter) : Z := match l with [] => 0 | d :: l => d + base * index l end.
Definition follow (s : N) (l : letter) : N := nth (Z.to_nat (index l)) (nth (N.to_nat s) (steps known) []) 0%N.
Definition run (w : list letter) : N := fold_left follow w 0%N.

(** Enough digits for all numbers. *)
Definition size (xs : list Z) : nat := Z.to_nat (fold_right Z.max 0 xs).
Definition accepts (xs : list Z) : bool := existsb (N.eqb (run (digits (size xs) xs))) (accepting known).

(** What a formula says of numbers. *)
Fixpoint holds (f : formula) (xs : list Z) : bool :=
  match f with
  | Least t => total (coefficients t) xs + constant t <=? 0
  | Zero t => total (coefficients t) xs + constant t =? 0
  | Both f g => holds f xs && holds g xs
  | Either f g => holds f xs || holds g xs
  | Not f => negb (holds f xs)
  | Known a k => accepts (firstn k (skipn a xs))
  end.

(** ** Words *)

Lemma digits_length n : forall xs, length (digits n xs) = n.
Proof. induction n as [|n IH]; intros xs; cbn [digits]; [reflexivity|]. rewrite app_length, IH. cbn. lia. Qed.

Lemma small_div n xs : small (S n) xs -> small n (map (fun x => x / base) xs).
Proof.
  unfold small. rewrite Forall_map. apply Forall_impl. intros x (H1 & H2). rewrite Nat2Z.inj_succ, Z.pow_succ_r in H2 by lia.
  split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia.
Qed.

Lemma natural_div xs : natural xs -> natural (map (fun x => x / base) xs).
Proof. unfold natural. rewrite Forall_map. apply Forall_impl. intros x H. apply Z.div_pos; lia. Qed.

Lemma small_natural n xs : small n xs -> natural xs.
Proof. apply Forall_impl. lia. Qed.

Lemma fits_mod xs : fits (map (fun x => x mod base) xs).
Proof. unfold fits. rewrite Forall_map. apply Forall_forall. intros x _. apply Z.mod_pos_bound. lia. Qed.

Lemma digits_fit n : forall xs, Forall fits (digits n xs).
Proof. induction n as [|n IH]; intros xs; cbn [digits]; [constructor|]. apply Forall_app. split; [apply IH|]. constructor; [apply fits_mod|constructor]. Qed.

Lemma power_grows n : Z.of_nat n < base ^ Z.of_nat n.
Proof.
  induction n as [|n IH]; [cbn; lia|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by apply Nat2Z.is_nonneg.
  set (p := base ^ Z.of_nat n) in *. assert (2 * p <= base * p) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

Lemma size_enough xs : natural xs -> small (size xs) xs.
Proof.
  intros H. unfold small, size. set (m := fold_right Z.max 0 xs). pose proof (power_grows (Z.to_nat m)) as P.
  assert (M : 0 <= m) by (subst m; clear; induction xs; cbn [fold_right]; lia). rewrite Z2Nat.id in P by assumption.
  assert (L : Forall (fun x => x <= m) xs).
  { subst m. clear. induction xs as [|x xs IH]; cbn [fold_right]; constructor; [lia|]. eapply Forall_impl; [|exact IH]. cbn. lia. }
  apply Forall_forall. intros x Hx. unfold natural in H. rewrite Forall_forall in H, L. specialize (H x Hx). specialize (L x Hx).
  cbn beta in *. rewrite Z2Nat.id by assumption. lia.
Qed.

(** Zeros in front change nothing. *)
Hypothesis zeros_stay : forall l, Forall (fun d => d = 0) l -> follow 0 l = 0%N.

Lemma digits_of_zero n : forall xs, Forall (fun x => x = 0) xs -> Forall (Forall (fun d => d = 0)) (digits n xs).
Proof.
  induction n as [|n IH]; intros xs H; cbn [digits]; [constructor|]. apply Forall_app. split.
  - apply IH. rewrite Forall_map. eapply Forall_impl; [|exact H]. cbn. intros x ->. apply Z.div_0_l. lia.
  - constructor; [|constructor]. rewrite Forall_map. eapply Forall_impl; [|exact H]. cbn. intros x ->. apply Z.mod_0_l. lia.
Qed.

Lemma run_snoc w l : run (w ++ [l]) = follow (run w) l.
Proof. unfold run. now rewrite fold_left_app. Qed.

Lemma run_zeros w : Forall (Forall (fun d => d = 0)) w -> run w = 0%N.
Proof.
  induction w as [|l w IH] using rev_ind; intros H; [reflexivity|]. apply Forall_app in H as (H1 & H2).
  rewrite run_snoc, IH by assumption. apply zeros_stay. now inversion H2.
Qed.

Lemma run_longer n : forall k xs, small n xs -> run (digits (k + n) xs) = run (digits n xs).
Proof.
  induction n as [|n IH]; intros k xs H.
  - rewrite run_zeros; [reflexivity|]. apply digits_of_zero. eapply Forall_impl; [|exact H]. cbn. lia.
  - replace (k + S n)%nat with (S (k + n)) by lia. cbn [digits]. rewrite !run_snoc. f_equal. apply IH. now apply small_div.
Qed.

Lemma run_same n xs : small n xs -> run (digits n xs) = run (digits (size xs) xs).
Proof.
  intros H. pose proof (size_enough xs (small_natural _ _ H)) as H'.
  destruct (Nat.le_ge_cases n (size xs)) as [L|L].
  - replace (size xs) with ((size xs - n) + n)%nat by lia. now rewrite run_longer.
  - replace n with ((n - size xs) + size xs)%nat by lia. now rewrite run_longer.
Qed.

(** ** The automaton of a formula

    Its state is what is known of the digits read so far: of a linear number the sum, cut off where its sign is certain;
    of the automaton its state; of two formulas both. [Certain]: whatever follows, the formula is true, or false. *)

Inductive state := Sum (z : Z) | At (s : N) | Pair (a b : state) | Certain (v : bool).

Definition weight (cs : list Z) : Z := fold_right (fun c m => Z.abs c + m) 0 cs.
Definition reach (t : linear) : Z := weight (coefficients t) + Z.abs (constant t) + 1.
Definition cut (b z : Z) : Z := Z.max (- b) (Z.min b z).

Fixpoint start (f : formula) : state :=
  match f with
  | Least _ | Zero _ => Sum 0
  | Both f g | Either f g => Pair (start f) (start g)
  | Not f => start f
  | Known _ _ => At 0
  end.

Fixpoint next (f : formula) (s : state) (l : letter) : state :=
  match f, s with
  | Least t, Sum z | Zero t, Sum z => Sum (cut (reach t) (base * z + total (coefficients t) l))
  | Both f g, Pair a b | Either f g, Pair a b => Pair (next f a l) (next g b l)
  | Not f, s => next f s l
  | Known a k, At s => At (follow s (firstn k (skipn a l)))
  | _, s => s
  end.

Fixpoint final (f : formula) (s : state) : bool :=
  match f, s with
  | Least t, Sum z => z + constant t <=? 0
  | Zero t, Sum z => z + constant t =? 0
  | Both f g, Pair a b => final f a && final g b
  | Either f g, Pair a b => final f a || final g b
  | Not f, s => negb (final f s)
  | Known _ _, At s => existsb (N.eqb s) (accepting known)
  | _, Certain v => v
  | _, _ => false
  end.

(** The state after all digits of these numbers. *)
Fixpoint after (n : nat) (f : formula) (xs : list Z) : state :=
  match f with
  | Least t | Zero t => Sum (cut (reach t) (total (coefficients t) xs))
  | Both f g | Either f g => Pair (after n f xs) (after n g xs)
  | Not f => after n f xs
  | Known a k => At (run (digits n (firstn k (skipn a xs))))
  end.

Lemma weight_natural cs : 0 <= weight cs.
Proof. induction cs as [|c cs IH]; unfold weight in *; cbn [fold_right]; lia. Qed.

Lemma total_zero cs : forall xs, Forall (fun x => x = 0) xs -> total cs xs = 0.
Proof. induction cs as [|c cs IH]; intros [|x xs] H; cbn [total]; try reflexivity. inversion H; subst. rewrite IH by assumption. lia. Qed.

Lemma total_step cs : forall xs, total cs xs = base * total cs (map (fun x => x / base) xs) + total cs (map (fun x => x mod base) xs).
Proof.
  induction cs as [|c cs IH]; intros [|x xs]; cbn [total map]; try lia. rewrite (IH xs).
  pose proof (Z.div_mod x base ltac:(lia)). nia.
Qed.

Lemma total_bound cs : forall l, fits l -> Z.abs (total cs l) <= (base - 1) * weight cs.
Proof.
  induction cs as [|c cs IH]; intros [|d l] H; cbn [total]; try (change (weight []) with 0; lia);
    change (weight (c :: cs)) with (Z.abs c + weight cs); pose proof (weight_natural cs).
  - nia.
  - inversion H; subst. specialize (IH l ltac:(assumption)).
    assert (Z.abs (c * d) <= (base - 1) * Z.abs c) by (rewrite Z.abs_mul; nia). lia.
Qed.

Lemma cut_step t z l : fits l ->
  cut (reach t) (base * cut (reach t) z + total (coefficients t) l) = cut (reach t) (base * z + total (coefficients t) l).
Proof.
  intros H. pose proof (total_bound (coefficients t) l H) as B. unfold reach in *. pose proof (weight_natural (coefficients t)) as M.
  set (m := weight (coefficients t)) in *.
  set (b := m + Z.abs (constant t) + 1) in *. assert (Hb : m < b) by lia. set (d := total _ l) in *.
  unfold cut. destruct (Z.lt_ge_cases b z) as [L|L].
  - rewrite (Z.min_l b z), (Z.max_r (- b) b) by lia. rewrite !Z.min_l by nia. reflexivity.
  - rewrite (Z.min_r b z) by lia. destruct (Z.lt_ge_cases z (- b)) as [L'|L'].
    + rewrite (Z.max_l (- b) z) by lia. rewrite !Z.max_l by (apply Z.min_le_iff; right; nia). reflexivity.
    + rewrite (Z.max_r (- b) z) by lia. reflexivity.
Qed.

Lemma firstn_map {A B} (g : A -> B) k : forall l, firstn k (map g l) = map g (firstn k l).
Proof. induction k as [|k IH]; intros [|x l]; cbn; [reflexivity..|]. now rewrite IH. Qed.

Lemma skipn_map {A B} (g : A -> B) k : forall l, skipn k (map g l) = map g (skipn k l).
Proof. induction k as [|k IH]; intros [|x l]; cbn; [reflexivity..|]. apply IH. Qed.

Lemma after_next f n xs : next f (after n f (map (fun x => x / base) xs)) (map (fun x => x mod base) xs) = after (S n) f xs.
Proof.
  induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a k]; cbn [next after].
  - rewrite cut_step by apply fits_mod. now rewrite <- total_step.
  - rewrite cut_step by apply fits_mod. now rewrite <- total_step.
  - now rewrite IHf, IHg.
  - now rewrite IHf, IHg.
  - exact IHf.
  - cbn [digits]. rewrite run_snoc, !skipn_map, !firstn_map. reflexivity.
Qed.

Lemma after_word f n : forall xs, small n xs -> fold_left (next f) (digits n xs) (start f) = after n f xs.
Proof.
  induction n as [|n IH]; intros xs H.
  - assert (Z : Forall (fun x => x = 0) xs) by (eapply Forall_impl; [|exact H]; cbn; lia). cbn [digits fold_left].
    induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a k]; cbn [start after]; try congruence.
    + rewrite total_zero by assumption. unfold cut, reach. f_equal. pose proof (weight_natural (coefficients t)). lia.
    + rewrite total_zero by assumption. unfold cut, reach. f_equal. pose proof (weight_natural (coefficients t)). lia.
    + reflexivity.
  - cbn [digits]. rewrite fold_left_app, IH by now apply small_div. cbn [fold_left]. apply after_next.
Qed.

Lemma Forall_firstn {A} (P : A -> Prop) k : forall l, Forall P l -> Forall P (firstn k l).
Proof. induction k as [|k IH]; intros [|x l] H; cbn; constructor; inversion H; auto. Qed.

Lemma Forall_skipn {A} (P : A -> Prop) k : forall l, Forall P l -> Forall P (skipn k l).
Proof. induction k as [|k IH]; intros [|x l] H; cbn; auto. inversion H; auto. Qed.

Lemma final_after f n xs : small n xs -> final f (after n f xs) = holds f xs.
Proof.
  intros H. induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a k]; cbn [final after holds]; try congruence.
  - unfold cut, reach. set (z := total _ xs). pose proof (weight_natural (coefficients t)).
    apply eq_true_iff_eq. rewrite !Z.leb_le. lia.
  - unfold cut, reach. set (z := total _ xs). pose proof (weight_natural (coefficients t)).
    apply eq_true_iff_eq. rewrite !Z.eqb_eq. lia.
  - unfold accepts. rewrite run_same; [reflexivity|]. now apply Forall_firstn, Forall_skipn.
Qed.

(** *** What is certain before all digits are read *)

(** A state that no letter leaves. *)
Definition trap (count : nat) (s : N) : bool :=
  let row := nth (N.to_nat s) (steps known) [] in
  forallb (N.eqb s) row && (base ^ Z.of_nat count <=? Z.of_nat (length row)).

(** The largest amounts by which a digit can make a linear number larger, and smaller. *)
Definition up (t : linear) : Z := fold_right (fun c m => Z.max c 0 + m) 0 (coefficients t).
Definition down (t : linear) : Z := fold_right (fun c m => Z.max (- c) 0 + m) 0 (coefficients t).

Fixpoint certain (f : formula) (s : state) : option bool :=
  match f, s with
  | Not f, s => option_map negb (certain f s)
  | _, Certain v => Some v
  | Least t, Sum z =>
      if Z.max (down t) (1 - constant t) <=? z then Some false
      else if z <=? Z.min (- up t) (- constant t) then Some true else None
  | Zero t, Sum z =>
      if (Z.max (down t) (1 - constant t) <=? z) || (z <=? Z.min (- up t) (- constant t - 1)) then Some false else None
  | Both f g, Pair a b =>
      match certain f a, certain g b with
      | Some false, _ | _, Some false => Some false | Some true, Some true => Some true | _, _ => None
      end
  | Either f g, Pair a b =>
      match certain f a, certain g b with
      | Some true, _ | _, Some true => Some true | Some false, Some false => Some false | _, _ => None
      end
  | Known _ k, At s => if trap k s then Some (existsb (N.eqb s) (accepting known)) else None
  | _, _ => None
  end.

(** The same state, without what no longer matters. *)
Fixpoint settled (f : formula) (s : state) : state :=
  match f, s with
  | Not f, s => settled f s
  | Both g h, Pair a b | Either g h, Pair a b =>
      match certain f s with Some v => Certain v | None => Pair (settled g a) (settled h b) end
  | f, s => match certain f s with Some v => Certain v | None => s end
  end.

Definition ahead (f : formula) (w : list letter) (s : state) : bool := final f (fold_left (next f) w s).

Lemma ahead_certain f w v : ahead f w (Certain v) = ahead f [] (Certain v).
Proof.
  assert (A : forall f l, next f (Certain v) l = Certain v) by (clear; induction f; intros l; cbn [next]; auto).
  induction w as [|l w IH]; [reflexivity|]. unfold ahead in *. cbn [fold_left]. now rewrite A.
Qed.

Lemma ahead_pair f g w a b : ahead (Both f g) w (Pair a b) = ahead f w a && ahead g w b /\
  ahead (Either f g) w (Pair a b) = ahead f w a || ahead g w b.
Proof. revert a b. induction w as [|l w IH]; intros a b; [split; reflexivity|]. exact (IH (next f a l) (next g b l)). Qed.

Lemma ahead_not f w s : ahead (Not f) w s = negb (ahead f w s).
Proof. revert s. induction w as [|l w IH]; intros s; [reflexivity|]. exact (IH (next f s l)). Qed.

Lemma up_down t : 0 <= up t < reach t /\ 0 <= down t < reach t.
Proof.
  unfold up, down, reach. assert (A : forall cs : list Z, 0 <= fold_right (fun c m => Z.max c 0 + m) 0 cs <= weight cs /\
    0 <= fold_right (fun c m => Z.max (- c) 0 + m) 0 cs <= weight cs).
  { unfold weight. induction cs as [|c cs IH]; cbn [fold_right]; lia. }
  specialize (A (coefficients t)). lia.
Qed.

Lemma total_range t : forall l, fits l -> - ((base - 1) * down t) <= total (coefficients t) l <= (base - 1) * up t.
Proof.
  unfold up, down. induction (coefficients t) as [|c cs IH]; intros [|d l] H; cbn [total fold_right].
  - lia.
  - lia.
  - clear IH H. assert (A : forall cs : list Z, 0 <= fold_right (fun c m => Z.max c 0 + m) 0 cs /\
      0 <= fold_right (fun c m => Z.max (- c) 0 + m) 0 cs) by (clear; induction cs as [|c cs IH]; cbn [fold_right]; lia).
    specialize (A cs). nia.
  - inversion H as [|d' l' Hd Hl]; subst. specialize (IH l Hl).
    assert (- ((base - 1) * Z.max (- c) 0) <= c * d <= (base - 1) * Z.max c 0) by (destruct (Z.max_spec c 0), (Z.max_spec (- c) 0); nia).
    lia.
Qed.

(** A number beyond these bounds stays beyond them. *)
Lemma stays_far t z l b : fits l -> - reach t <= b <= reach t ->
  (Z.max (down t) b <= z -> Z.max (down t) b <= cut (reach t) (base * z + total (coefficients t) l)) /\
  (z <= Z.min (- up t) b -> cut (reach t) (base * z + total (coefficients t) l) <= Z.min (- up t) b).
Proof.
  intros H B. pose proof (total_range t l H) as R. pose proof (up_down t) as U. unfold cut. split; intros L.
  - assert (z <= base * z + total (coefficients t) l) by nia. lia.
  - assert (base * z + total (coefficients t) l <= z) by nia. lia.
Qed.

Lemma index_bound l n : fits l -> (length l <= n)%nat -> 0 <= index l < base ^ Z.of_nat n.
Proof.
  revert n. induction l as [|d l IH]; intros n F L; cbn [index].
  - split; [lia|]. apply Z.pow_pos_nonneg; lia.
  - destruct n as [|n]; [cbn in L; lia|]. inversion F as [|d' l' Hd Hl]; subst. specialize (IH n Hl ltac:(cbn in L; lia)).
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
Qed.

Lemma certain_ahead f : forall s v w, Forall fits w -> certain f s = Some v -> ahead f w s = v.
Proof.
  induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a k]; intros s v w F H; cbn [certain] in H.
  - destruct s as [z| | |u]; try discriminate; [|injection H as <-; now rewrite ahead_certain].
    assert (A : forall w z, Forall fits w -> Z.max (down t) (1 - constant t) <= z -> ahead (Least t) w (Sum z) = false).
    { clear - base_two. induction w as [|l w IH]; intros z F L; [cbn; apply Z.leb_gt; lia|].
      inversion F; subst. apply (IH _ ltac:(assumption)). apply stays_far; [assumption|unfold reach; pose proof (weight_natural (coefficients t)); lia|exact L]. }
    assert (B : forall w z, Forall fits w -> z <= Z.min (- up t) (- constant t) -> ahead (Least t) w (Sum z) = true).
    { clear - base_two. induction w as [|l w IH]; intros z F L; [cbn; apply Z.leb_le; lia|].
      inversion F; subst. apply (IH _ ltac:(assumption)). apply stays_far; [assumption|unfold reach; pose proof (weight_natural (coefficients t)); lia|exact L]. }
    destruct (Z.leb_spec (Z.max (down t) (1 - constant t)) z); [injection H as <-; auto|].
    destruct (Z.leb_spec z (Z.min (- up t) (- constant t))); [injection H as <-; auto|discriminate].
  - destruct s as [z| | |u]; try discriminate; [|injection H as <-; now rewrite ahead_certain].
    assert (A : forall w z, Forall fits w -> Z.max (down t) (1 - constant t) <= z \/ z <= Z.min (- up t) (- constant t - 1) ->
      ahead (Zero t) w (Sum z) = false).
    { clear - base_two. induction w as [|l w IH]; intros z F L; [cbn; apply Z.eqb_neq; lia|].
      inversion F; subst. apply (IH _ ltac:(assumption)).
      destruct L; [left|right]; (apply stays_far; [assumption|unfold reach; pose proof (weight_natural (coefficients t)); lia|assumption]). }
    destruct ((Z.max (down t) (1 - constant t) <=? z) || (z <=? Z.min (- up t) (- constant t - 1))) eqn:E; [|discriminate].
    injection H as <-. apply A; [assumption|]. apply orb_true_iff in E. rewrite !Z.leb_le in E. exact E.
  - destruct s as [| |a b|u]; try discriminate; [|injection H as <-; now rewrite ahead_certain].
    rewrite (proj1 (ahead_pair f g w a b)). specialize (IHf a). specialize (IHg b).
    destruct (certain f a) as [x|]; [rewrite (IHf x w F eq_refl)|]; (destruct (certain g b) as [y|]; [rewrite (IHg y w F eq_refl)|]);
      try destruct x; try destruct y; try discriminate; injection H as <-; rewrite ?andb_false_r; reflexivity.
  - destruct s as [| |a b|u]; try discriminate; [|injection H as <-; now rewrite ahead_certain].
    rewrite (proj2 (ahead_pair f g w a b)). specialize (IHf a). specialize (IHg b).
    destruct (certain f a) as [x|]; [rewrite (IHf x w F eq_refl)|]; (destruct (certain g b) as [y|]; [rewrite (IHg y w F eq_refl)|]);
      try destruct x; try destruct y; try discriminate; injection H as <-; rewrite ?orb_true_r; reflexivity.
  - rewrite ahead_not. destruct (certain f s) as [x|] eqn:E; [|discriminate]. injection H as <-. now rewrite (IHf s x w F E).
  - destruct s as [|s| |u]; try discriminate; [|injection H as <-; now rewrite ahead_certain].
    destruct (trap k s) eqn:T; [|discriminate]. injection H as <-. unfold trap in T. apply andb_true_iff in T as (T1 & T2).
    rewrite forallb_forall in T1. apply Z.leb_le in T2. revert F. induction w as [|l w IH]; intros F; [reflexivity|].
    inversion F as [|l' w' Fl Fw]; subst. unfold ahead in *. cbn [fold_left next].
    assert (E : follow s (firstn k (skipn a l)) = s).
    { unfold follow. symmetry. apply N.eqb_eq, T1, nth_In. pose proof (index_bound (firstn k (skipn a l)) k) as B.
      specialize (B (Forall_firstn _ k _ (Forall_skipn _ a _ Fl)) (firstn_le_length k _)). lia. }
    rewrite E. apply IH, Fw.
Qed.

Lemma settled_ahead f : forall s w, Forall fits w -> ahead f w (settled f s) = ahead f w s.
Proof.
  assert (C : forall f s w, (forall v, final f (Certain v) = v) -> Forall fits w ->
    ahead f w (match certain f s with Some v => Certain v | None => s end) = ahead f w s).
  { intros h s w H F. destruct (certain h s) as [v|] eqn:E; [|reflexivity].
    rewrite ahead_certain, (certain_ahead h s v w F E). apply H. }
  induction f as [t|t|f IHf g IHg|f IHf g IHg|f IHf|a k]; intros s w F.
  - apply (C (Least t)); [reflexivity|exact F].
  - apply (C (Zero t)); [reflexivity|exact F].
  - destruct s as [z|n|a b|v]; try (apply (C (Both f g)); [reflexivity|exact F]).
    specialize (C (Both f g) (Pair a b) w (fun v => eq_refl) F). cbn [settled].
    destruct (certain (Both f g) (Pair a b)); [exact C|]. rewrite !(proj1 (ahead_pair f g w _ _)), IHf, IHg by assumption. reflexivity.
  - destruct s as [z|n|a b|v]; try (apply (C (Either f g)); [reflexivity|exact F]).
    specialize (C (Either f g) (Pair a b) w (fun v => eq_refl) F). cbn [settled].
    destruct (certain (Either f g) (Pair a b)); [exact C|]. rewrite !(proj2 (ahead_pair f g w _ _)), IHf, IHg by assumption. reflexivity.
  - cbn [settled]. rewrite !ahead_not, IHf by assumption. reflexivity.
  - apply (C (Known a k)); [reflexivity|exact F].
Qed.

(** So each step may leave out what no longer matters. *)
Definition nexts (f : formula) (s : state) (l : letter) : state := settled f (next f s l).

Lemma nexts_ahead f w : forall s, Forall fits w -> final f (fold_left (nexts f) w s) = final f (fold_left (next f) w s).
Proof.
  assert (A : forall w u s t, Forall fits w -> Forall fits u -> (forall v, Forall fits v -> ahead f v s = ahead f v t) ->
    ahead f u (fold_left (nexts f) w s) = ahead f u (fold_left (next f) w t)).
  { clear w. induction w as [|l w IH]; intros u s t F G E; [apply E, G|]. inversion F as [|l' w' Fl Fw]; subst. cbn [fold_left].
    apply IH; [assumption|assumption|]. intros v Hv. unfold nexts. rewrite settled_ahead by assumption.
    exact (E (l :: v) (Forall_cons l Fl Hv)). }
  intros s F. exact (A w [] s s F (Forall_nil _) (fun v _ => eq_refl)).
Qed.

(** The automaton of a formula reads the digits and decides. *)
Theorem reads f n xs : small n xs -> final f (fold_left (next f) (digits n xs) (start f)) = holds f xs.
Proof. intros H. rewrite after_word by assumption. now apply final_after. Qed.
End Digits.
