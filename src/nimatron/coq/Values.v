(** * Values: the theorem of Sprague and Grundy, for any game in which play ends *)
From Coq Require Import NArith List Lia Bool FinFun Wellfounded.
Import ListNotations.
From Nimatron Require Import Play.
Open Scope N_scope.

(** ** Who wins *)

(** Induction along a win, also where play need not end. *)
Scheme lost_induction := Minimality for lost Sort Prop with won_induction := Minimality for won Sort Prop.
Scheme misere_lost_induction := Minimality for misere_lost Sort Prop
  with misere_won_induction := Minimality for misere_won Sort Prop.

(** Nobody both wins and loses. *)
Theorem not_both {P} (move : P -> P -> Prop) p : lost move p -> won move p -> False.
Proof.
  apply (lost_induction P move (fun p => won move p -> False) (fun p => lost move p -> False)).
  - intros r _ IH W. destruct W as [r q M L]. exact (IH q M L).
  - intros r q M _ IH L. inversion L as [r' A]; subst. exact (IH (A q M)).
Qed.

(** The same in misère play. *)
Theorem not_both_in_misere {P} (move : P -> P -> Prop) p : misere_lost move p -> misere_won move p -> False.
Proof.
  apply (misere_lost_induction P move (fun p => misere_won move p -> False) (fun p => misere_lost move p -> False)).
  - intros r (q & M) _ IH W. destruct W as [r F|r s Ms L]; [exact (F q M)|exact (IH s Ms L)].
  - intros r F L. inversion L as [r' (q & M) A]; subst. exact (F q M).
  - intros r q M _ IH L. inversion L as [r' _ A]; subst. exact (IH (A q M)).
Qed.

Section Outcomes.
Variable position : Type.
Variable move : position -> position -> Prop.
Hypothesis ends : play_ends move.

Lemma play_induction (Q : position -> Prop) : (forall p, (forall q, move p q -> Q q) -> Q p) -> forall p, Q p.
Proof. intros H. apply (well_founded_ind ends). intros p IH. apply H. exact IH. Qed.

(** A set that no move connects with itself, and that can be reached from everywhere else, is the set of lost positions. *)
Theorem lost_set (L : position -> Prop) : (forall p, L p \/ ~ L p) ->
  (forall p q, L p -> move p q -> ~ L q) -> (forall p, ~ L p -> exists q, move p q /\ L q) ->
  forall p, (lost move p <-> L p) /\ (won move p <-> ~ L p).
Proof.
  intros Hd H1 H2. assert (A : forall p, (L p -> lost move p) /\ (~ L p -> won move p)).
  { apply play_induction. intros p IH. split.
    - intros Hp. constructor. intros q Hm. apply (IH q Hm). exact (H1 p q Hp Hm).
    - intros Hp. destruct (H2 p Hp) as (q & Hm & Hq). exact (some_move_wins p q Hm (proj1 (IH q Hm) Hq)). }
  intros p. destruct (A p) as [A1 A2]. destruct (Hd p) as [D|D]; (split; split); intros Y; auto.
  - destruct (not_both move p (A1 D) Y).
  - destruct (not_both move p Y (A2 D)).
Qed.

(** The same in misère play, where a position of the set must have a move, and where whoever cannot move has won. *)
Theorem misere_lost_set (L : position -> Prop) : (forall p, L p \/ ~ L p) ->
  (forall p, L p -> exists q, move p q) -> (forall p q, L p -> move p q -> ~ L q) ->
  (forall p, ~ L p -> (forall q, ~ move p q) \/ exists q, move p q /\ L q) ->
  forall p, (misere_lost move p <-> L p) /\ (misere_won move p <-> ~ L p).
Proof.
  intros Hd H0 H1 H2. assert (A : forall p, (L p -> misere_lost move p) /\ (~ L p -> misere_won move p)).
  { apply play_induction. intros p IH. split.
    - intros Hp. constructor; [exact (H0 p Hp)|]. intros q Hm. apply (IH q Hm). exact (H1 p q Hp Hm).
    - intros Hp. destruct (H2 p Hp) as [Hn|(q & Hm & Hq)]; [now constructor|].
      exact (some_move_wins_in_misere p q Hm (proj1 (IH q Hm) Hq)). }
  intros p. destruct (A p) as [A1 A2]. destruct (Hd p) as [D|D]; (split; split); intros Y; auto.
  - destruct (not_both_in_misere move p (A1 D) Y).
  - destruct (not_both_in_misere move p Y (A2 D)).
Qed.
End Outcomes.

(** ** Values *)

Definition is_mex (A : N -> Prop) (v : N) : Prop := ~ A v /\ forall u, u < v -> A u.

(** [g] gives every position the least number that is not the value of a position one move further. *)
Definition gives_values {P : Type} (move : P -> P -> Prop) (g : P -> N) : Prop :=
  forall p, is_mex (fun v => exists q, move p q /\ g q = v) (g p).

Lemma is_mex_ext (A B : N -> Prop) u v : (forall x, A x <-> B x) -> is_mex A u -> is_mex B v -> u = v.
Proof.
  intros E [A1 A2] [B1 B2]. destruct (N.lt_trichotomy u v) as [H|[H|H]]; [|assumption|].
  - exfalso. apply A1. apply E. auto.
  - exfalso. apply B1. apply E. auto.
Qed.

(** No two functions give values. *)
Theorem values_unique {P} (move : P -> P -> Prop) g h :
  play_ends move -> gives_values move g -> gives_values move h -> forall p, g p = h p.
Proof.
  intros ends Hg Hh. apply (play_induction P move ends). intros p IH. eapply is_mex_ext; [|apply Hg|apply Hh].
  intros v; split; intros (q & Hm & E); exists q; (split; [assumption|]); rewrite <- E; [symmetry|]; auto.
Qed.

(** Positions of value 0 are lost, all others are won. *)
Theorem value_decides {P} (move : P -> P -> Prop) g : play_ends move -> gives_values move g ->
  forall p, (lost move p <-> g p = 0) /\ (won move p <-> g p <> 0).
Proof.
  intros ends Hg. apply (lost_set P move ends (fun p => g p = 0)).
  - intros p. destruct (N.eq_dec (g p) 0); auto.
  - intros p q E Hm E'. destruct (Hg p) as [Hn _]. apply Hn. exists q. rewrite E, E'. auto.
  - intros p E. destruct (Hg p) as [_ Ha]. apply Ha. lia.
Qed.

(** ** Nim-sums *)

Lemma lxor_lower a x : x <> 0 -> N.testbit a (N.log2 x) = true -> N.lxor a x < a.
Proof.
  intros Hx Ha. set (b := N.log2 x) in *.
  assert (E : N.shiftr (N.lxor a x) b < N.shiftr a b).
  { rewrite N.shiftr_lxor.
    assert (E1 : N.shiftr x b = 1).
    { rewrite N.shiftr_div_pow2. destruct (N.log2_spec x) as [L1 L2]; [lia|]. fold b in L1, L2.
      rewrite N.pow_succ_r' in L2.
      assert (P : 0 < 2 ^ b) by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
      symmetry. apply (N.div_unique x (2^b) 1 (x - 2^b)); lia. }
    rewrite E1.
    assert (O : N.odd (N.shiftr a b) = true) by now rewrite <- N.bit0_odd, N.shiftr_spec', N.add_0_l.
    destruct (N.shiftr a b) as [|[q|q|]]; try discriminate; simpl; lia. }
  rewrite !N.shiftr_div_pow2 in E.
  destruct (N.lt_ge_cases (N.lxor a x) a) as [|G]; [assumption|].
  assert (P : 2 ^ b <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_le_mono a (N.lxor a x) (2^b) P G). lia.
Qed.

Lemma lxor_cancel_l a b c : N.lxor a b = N.lxor a c -> b = c.
Proof. intros E. apply (f_equal (N.lxor a)) in E. now rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E. Qed.

Lemma lxor_cancel_r a b c : N.lxor b a = N.lxor c a -> b = c.
Proof. rewrite !(N.lxor_comm _ a). apply lxor_cancel_l. Qed.

(** Every number below a nim-sum is reached by lowering one summand: the heart of the theorem. *)
Lemma below_nimsum a b u : u < N.lxor a b ->
  (exists a', a' < a /\ N.lxor a' b = u) \/ (exists b', b' < b /\ N.lxor a b' = u).
Proof.
  intros H. set (s := N.lxor a b) in *. set (x := N.lxor s u).
  assert (Hx : x <> 0) by (intros E; apply N.lxor_eq in E; lia).
  assert (Hs : N.testbit s (N.log2 x) = true).
  { pose proof (N.bit_log2 x Hx) as B. unfold x at 1 in B. rewrite N.lxor_spec in B.
    destruct (N.testbit s (N.log2 x)) eqn:E; [reflexivity|]. rewrite xorb_false_l in B.
    assert (L : N.lxor u x < u) by now apply lxor_lower.
    unfold x in L. rewrite (N.lxor_comm s u), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in L. lia. }
  unfold s in Hs. rewrite N.lxor_spec in Hs.
  assert (E : N.lxor s x = u) by (unfold x; now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l).
  destruct (N.testbit a (N.log2 x)) eqn:Ea.
  - left. exists (N.lxor a x). split; [now apply lxor_lower|]. rewrite <- E. unfold s.
    now rewrite !N.lxor_assoc, (N.lxor_comm x b).
  - right. exists (N.lxor b x). rewrite xorb_false_l in Hs. split; [now apply lxor_lower|]. rewrite <- E. unfold s.
    now rewrite N.lxor_assoc.
Qed.

(** ** Sums *)

Lemma sum_ends {A B} (ma : A -> A -> Prop) (mb : B -> B -> Prop) :
  play_ends ma -> play_ends mb -> play_ends (sum_move ma mb).
Proof.
  intros Ha Hb (a, b). revert b. induction a as [a IHa] using (well_founded_ind Ha).
  intros b. induction b as [b IHb] using (well_founded_ind Hb).
  constructor. intros (a', b') Hm. inversion Hm; subst; auto.
Qed.

(** The theorem on sums, by induction along play: the value of a sum is the nim-sum of the values. *)
Theorem sum_value {A B} (ma : A -> A -> Prop) (mb : B -> B -> Prop) ga gb :
  gives_values ma ga -> gives_values mb gb ->
  gives_values (sum_move ma mb) (fun p => N.lxor (ga (fst p)) (gb (snd p))).
Proof.
  intros Ha Hb (a, b). cbn [fst snd]. split.
  - intros ((a', b') & Hm & E). cbn [fst snd] in E. inversion Hm as [x x' y M|x y y' M]; subst.
    + apply lxor_cancel_r in E. destruct (Ha a) as [N _]. apply N. eauto.
    + apply lxor_cancel_l in E. destruct (Hb b) as [N _]. apply N. eauto.
  - intros u Hu. apply below_nimsum in Hu as [(v & Hv & E)|(v & Hv & E)].
    + destruct (Ha a) as [_ S]. destruct (S v Hv) as (a' & M & Ea). exists (a', b). split; [now constructor|]. cbn. congruence.
    + destruct (Hb b) as [_ S]. destruct (S v Hv) as (b' & M & Eb). exists (a, b'). split; [now constructor|]. cbn. congruence.
Qed.

(** A game may stand for another one in every sum exactly if both have the same value. *)
Theorem same_value {A} (ma : A -> A -> Prop) ga : play_ends ma -> gives_values ma ga -> forall p q, ga p = ga q <->
  forall B (mb : B -> B -> Prop) gb, play_ends mb -> gives_values mb gb ->
    forall b, lost (sum_move ma mb) (p, b) <-> lost (sum_move ma mb) (q, b).
Proof.
  intros Ha Hg p q. split.
  - intros E B mb gb Hb Hgb b.
    rewrite !(proj1 (value_decides _ _ (sum_ends ma mb Ha Hb) (sum_value ma mb ga gb Hg Hgb) _)). cbn [fst snd].
    now rewrite E.
  - intros H. specialize (H A ma ga Ha Hg q).
    rewrite !(proj1 (value_decides _ _ (sum_ends ma ma Ha Ha) (sum_value ma ma ga ga Hg Hg) _)) in H. cbn [fst snd] in H.
    rewrite N.lxor_nilpotent in H. now apply N.lxor_eq, H.
Qed.

Definition nimsum (vs : list N) : N := fold_right N.lxor 0 vs.

Lemma nimsum_cons a l : nimsum (a :: l) = N.lxor a (nimsum l).
Proof. reflexivity. Qed.

Lemma nimsum_app l1 l2 : nimsum (l1 ++ l2) = N.lxor (nimsum l1) (nimsum l2).
Proof. induction l1 as [|x l IH]; [reflexivity|]. cbn [app]. now rewrite !nimsum_cons, IH, N.lxor_assoc. Qed.

(** A row of positions is a sum of them, one after the other. *)
Lemma row_move_cons {A} (m : A -> A -> Prop) a s t :
  row_move m (a :: s) t <-> exists a' s', t = a' :: s' /\ sum_move m (row_move m) (a, s) (a', s').
Proof.
  split.
  - intros H. remember (a :: s) as s0 eqn:E. destruct H as [l1 x x' l2 H]. destruct l1 as [|y l1]; cbn in E; injection E as -> <-.
    + exists x', l2. split; [reflexivity|]. now constructor.
    + exists a, (l1 ++ x' :: l2). split; [reflexivity|]. constructor. now constructor.
  - intros (a' & s' & -> & H). inversion H; subst.
    + apply (move_in_row m [] a a' s'). assumption.
    + match goal with H : row_move _ _ _ |- _ => destruct H as [l1 x x' l2 H] end.
      apply (move_in_row m (a' :: l1)). assumption.
Qed.

Lemma row_ends {A} (m : A -> A -> Prop) : play_ends m -> play_ends (row_move m).
Proof.
  intros Ha s. induction s as [|a s IH].
  - constructor. intros t H. inversion H as [l ? ? ? ? E]. destruct l; discriminate.
  - revert s IH. induction a as [a IHa] using (well_founded_ind Ha). intros s IHs.
    induction IHs as [s IHs IH']. constructor. intros t Ht. apply row_move_cons in Ht as (a' & s' & -> & Ht).
    inversion Ht; subst.
    + apply IHa; [assumption|]. constructor. exact IHs.
    + apply IH'. assumption.
Qed.

(** The value of positions side by side is the nim-sum of their values. *)
Theorem row_value {A} (m : A -> A -> Prop) g : gives_values m g -> gives_values (row_move m) (fun s => nimsum (map g s)).
Proof.
  intros Hg s. induction s as [|a s IH].
  - split; [|cbn; lia]. intros (t & H & _). inversion H as [l ? ? ? ? E]. destruct l; discriminate.
  - cbn [map]. rewrite nimsum_cons. split.
    + intros (t & Hm & E). apply row_move_cons in Hm as (a' & s' & -> & Hm). cbn [map] in E. rewrite nimsum_cons in E.
      inversion Hm as [x x' y M|x y y' M]; subst.
      * apply lxor_cancel_r in E. destruct (Hg a) as [N _]. apply N. eauto.
      * apply lxor_cancel_l in E. destruct IH as [N _]. apply N. eauto.
    + intros u Hu. apply below_nimsum in Hu as [(v & Hv & E)|(v & Hv & E)].
      * destruct (Hg a) as [_ S]. destruct (S v Hv) as (a' & M & Ea). exists (a' :: s).
        split; [|cbn [map]; rewrite nimsum_cons; congruence]. apply row_move_cons. exists a', s. split; [reflexivity|]. now constructor.
      * destruct IH as [_ S]. destruct (S v Hv) as (s' & M & Es). exists (a :: s').
        split; [|cbn [map]; rewrite nimsum_cons; congruence]. apply row_move_cons. exists a, s'. split; [reflexivity|]. now constructor.
Qed.

(** ** Rows in which a move replaces one part by several *)

Section Split.
Variables (A : Type) (opens : A -> list A -> Prop).

(** If every move makes a weighted sum of the parts smaller, play ends. *)
Theorem split_ends (weight : A -> N) :
  (forall a parts, opens a parts -> fold_right N.add 0 (map weight parts) < weight a) -> play_ends (split_move opens).
Proof.
  intros H. set (total := fun s => fold_right N.add 0 (map weight s)).
  assert (T : forall s t, total (s ++ t) = total s + total t).
  { intros s t. unfold total. induction s as [|a s IH]; cbn [app map fold_right]; [lia|]. rewrite IH. lia. }
  apply (wf_incl _ _ (fun s t => total s < total t)); [|apply (wf_inverse_image _ _ _ total N.lt_wf_0)].
  intros t s M. destruct M as [l1 a parts l2 O]. apply H in O. change (total parts < weight a) in O.
  rewrite !T. change (total (a :: l2)) with (weight a + total l2). lia.
Qed.

Variable g : A -> N.
Hypothesis Hg : forall a, is_mex (fun v => exists parts, opens a parts /\ nimsum (map g parts) = v) (g a).

(** The same if a move replaces a part by several: a part has the least number that no choice of parts adds up to. *)
Theorem split_value : gives_values (split_move opens) (fun s => nimsum (map g s)).
Proof.
  intros s. induction s as [|a s [IH1 IH2]].
  - split; [|cbn; lia]. intros (t & H & _). inversion H as [l ? ? ? ? E]. destruct l; discriminate.
  - cbn [map]. rewrite nimsum_cons. destruct (Hg a) as [G1 G2]. split.
    + intros (t & M & E). remember (a :: s) as s0 eqn:Es. destruct M as [l1 x parts l2 H].
      destruct l1 as [|y l1]; cbn [app] in *; injection Es as Ex Es; subst.
      * rewrite map_app, nimsum_app in E. apply lxor_cancel_r in E. apply G1. exists parts. auto.
      * cbn [map] in E. rewrite nimsum_cons in E. apply lxor_cancel_l in E. apply IH1.
        exists (l1 ++ parts ++ l2). split; [now constructor|assumption].
    + intros u Hu. apply below_nimsum in Hu as [(v & Hv & E)|(v & Hv & E)].
      * destruct (G2 v Hv) as (parts & H & Ep). exists (parts ++ s). split; [exact (replace_in_row opens [] a parts s H)|].
        rewrite map_app, nimsum_app. congruence.
      * destruct (IH2 v Hv) as (t & M & Et). exists (a :: t). split.
        -- destruct M as [l1 x parts l2 H]. exact (replace_in_row opens (a :: l1) x parts l2 H).
        -- cbn [map]. rewrite nimsum_cons. congruence.
Qed.
End Split.

(** ** The least number that is not in a list *)

Fixpoint least_missing (fuel : nat) (v : N) (l : list N) : N :=
  match fuel with
  | O => v
  | S f => if existsb (N.eqb v) l then least_missing f (N.succ v) l else v
  end.

Lemma least_missing_spec l : forall fuel v, (forall u, u < v -> In u l) ->
  (length l < fuel + N.to_nat v)%nat -> is_mex (fun x => In x l) (least_missing fuel v l).
Proof.
  induction fuel as [|f IH]; intros v Hv Hf; simpl.
  - exfalso. assert (I : incl (map N.of_nat (seq 0 (N.to_nat v))) l).
    { intros x Hx. apply in_map_iff in Hx as (y & <- & Hy). apply in_seq in Hy. apply Hv. lia. }
    apply NoDup_incl_length in I.
    + rewrite map_length, seq_length in I. lia.
    + apply Injective_map_NoDup; [intros x y E; lia|apply seq_NoDup].
  - destruct (existsb (N.eqb v) l) eqn:E.
    + apply IH; [|lia]. apply existsb_exists in E as (x & Hx & E). apply N.eqb_eq in E. subst x.
      intros u Hu. destruct (N.eq_dec u v) as [->|]; [assumption|]. apply Hv. lia.
    + split; [|assumption]. intros H. apply not_true_iff_false in E. apply E. apply existsb_exists.
      exists v. split; [assumption|]. apply N.eqb_refl.
Qed.

Definition mex (l : list N) : N := least_missing (S (length l)) 0 l.

Lemma mex_spec l : is_mex (fun x => In x l) (mex l).
Proof. apply least_missing_spec; intros; lia. Qed.

(** ** Values exist, wherever the moves can be option_of *)

Section Exist.
Variable P : Type.
Variable options : P -> list P.
Definition option_of (p q : P) : Prop := In q (options p).
Hypothesis ends : play_ends option_of.

Fixpoint map_in (l : list P) : (forall q, In q l -> N) -> list N :=
  match l with
  | [] => fun _ => []
  | q :: l => fun f => f q (or_introl eq_refl) :: map_in l (fun r H => f r (or_intror H))
  end.

Lemma map_in_ext l : forall f h, (forall q H, f q H = h q H) -> map_in l f = map_in l h.
Proof. induction l as [|q l IH]; intros f h E; cbn; [reflexivity|]. rewrite E. f_equal. apply IH. auto. Qed.

Lemma map_in_map l (g : P -> N) : map_in l (fun q _ => g q) = map g l.
Proof. induction l as [|q l IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Definition grundy : P -> N := Fix ends (fun _ => N) (fun p rec => mex (map_in (options p) rec)).

Lemma grundy_mex p : grundy p = mex (map grundy (options p)).
Proof.
  unfold grundy at 1. rewrite Fix_eq.
  - fold grundy. f_equal. apply (map_in_map (options p) grundy).
  - intros x f h E. f_equal. apply map_in_ext. auto.
Qed.

(** If the options of each position can be listed, and play ends, values exist. *)
Theorem grundy_gives_values : gives_values option_of grundy.
Proof.
  intros p. rewrite grundy_mex. destruct (mex_spec (map grundy (options p))) as [H1 H2]. split.
  - intros (q & Hq & E). apply H1. apply in_map_iff. exists q. auto.
  - intros u Hu. apply H2 in Hu. apply in_map_iff in Hu as (q & E & Hq). exists q. auto.
Qed.

(** So every position is lost or won. *)
Theorem lost_or_won p : lost option_of p \/ won option_of p.
Proof.
  destruct (value_decides option_of grundy ends grundy_gives_values p) as [H1 H2].
  destruct (N.eq_dec (grundy p) 0); [left; now apply H1|right; now apply H2].
Qed.
End Exist.
