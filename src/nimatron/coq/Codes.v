(** ** Codes: games of taking and breaking, such as Kayles (0.77) and Grundy's relatives *)
From Coq Require Import NArith List Lia Bool FinFun Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** ** The rules *)

(** A code d0.d1d2...dk is the list [d0; d1; ...; dk]. *)
Definition code := list N.
Definition digit (d : code) (t : N) : N := nth (N.to_nat t) d 0.

Definition total (parts : list N) : N := fold_right N.add 0 parts.

(** From a heap of t + (a1 + ... + aj) coins one may take t and leave the heaps a1, ..., aj, none of them empty,
    if the digit d_t has the bit 2^j.  If nothing is taken, at least two heaps must be left. *)
Inductive heap_move (d : code) : N -> list N -> Prop :=
| take_and_break : forall t parts,
    N.testbit (digit d t) (N.of_nat (length parts)) = true ->
    Forall (fun a => 1 <= a) parts ->
    1 <= t \/ (2 <= length parts)%nat ->
    heap_move d (t + total parts) parts.

(** A position is a list of heaps; a move is made in one of them. *)
Definition move (d : code) : list N -> list N -> Prop := split_move (heap_move d).

(** ** Values of heaps *)

Definition option_value (d : code) (g : N -> N) (n v : N) : Prop :=
  exists parts, heap_move d n parts /\ nimsum (map g parts) = v.

(** g gives every heap the least number that is not the value of an option of it. *)
Definition values (d : code) (g : N -> N) : Prop := forall n, is_mex (option_value d g n) (g n).

(** ** Lists *)

Lemma total_app l1 l2 : total (l1 ++ l2) = total l1 + total l2.
Proof. induction l1 as [|x l IH]; simpl; [reflexivity | unfold total in *; simpl; rewrite IH; lia]. Qed.

Lemma total_cons a l : total (a :: l) = a + total l.
Proof. reflexivity. Qed.

Lemma total_in a l : In a l -> a <= total l.
Proof.
  induction l as [|x l IH]; simpl; [tauto|].
  intros [->|H]; unfold total in *; simpl; [lia|]. specialize (IH H). lia.
Qed.

Lemma length_total l : Forall (fun a => 1 <= a) l -> N.of_nat (length l) <= total l.
Proof.
  induction 1 as [|x l H _ IH]; [simpl; lia|]. rewrite total_cons. simpl length. lia.
Qed.

Lemma total_two a l : In a l -> Forall (fun a => 1 <= a) l -> (2 <= length l)%nat -> a < total l.
Proof.
  intros Hi Hf Hl. apply in_split in Hi as (l1 & l2 & ->).
  rewrite total_app, total_cons.
  apply Forall_app in Hf as (H1 & H2). inversion H2 as [|? ? _ H3]; subst.
  apply length_total in H1, H3. rewrite app_length in Hl. simpl in Hl. lia.
Qed.

Lemma part_smaller d n parts a : heap_move d n parts -> In a parts -> a < n.
Proof.
  intros [t l Hb Hf [Ht|Hl]] Hi.
  - apply total_in in Hi. lia.
  - pose proof (total_two _ _ Hi Hf Hl). lia.
Qed.

(** ** Play ends *)

Definition weight (n : N) : N := 2 * n - 1.

Lemma weight_parts l : Forall (fun a => 1 <= a) l -> fold_right N.add 0 (map weight l) + N.of_nat (length l) = 2 * total l.
Proof.
  induction 1 as [|x l H _ IH]; [reflexivity|]. cbn [map fold_right]. rewrite total_cons. replace (weight x) with (2 * x - 1) by reflexivity. cbn [length]. lia.
Qed.

Lemma code_ends d : play_ends (move d).
Proof.
  apply (split_ends N (heap_move d) weight). intros n parts [t l Hb Hf Hc].
  pose proof (weight_parts _ Hf). pose proof (length_total _ Hf).
  replace (weight (t + total l)) with (2 * (t + total l) - 1) by reflexivity. destruct Hc; lia.
Qed.

Lemma heap_induction (Q : N -> Prop) : (forall n, (forall m, m < n -> Q m) -> Q n) -> forall n, Q n.
Proof. intros H n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). auto. Qed.

(** ** The theorem of Sprague and Grundy *)

Section SG.
Variables (d : code) (g : N -> N).
Hypothesis Hg : values d g.

Lemma row_values : gives_values (move d) (fun s => nimsum (map g s)).
Proof. exact (split_value N (heap_move d) g Hg). Qed.

(** A position of a game of taking and breaking is lost exactly if the nim-sum of the values of its heaps is 0. *)
Theorem sprague_grundy s : (lost (move d) s <-> nimsum (map g s) = 0) /\ (won (move d) s <-> nimsum (map g s) <> 0).
Proof. exact (value_decides _ _ (code_ends d) row_values s). Qed.

(** Two heaps have the same value exactly if one may stand for the other in every position. *)
Theorem same_heap m n : g m = g n <-> forall s, lost (move d) (m :: s) <-> lost (move d) (n :: s).
Proof.
  split.
  - intros E s. rewrite !(proj1 (sprague_grundy _)). simpl. rewrite E. tauto.
  - intros H. specialize (H [n]). rewrite !(proj1 (sprague_grundy _)) in H. simpl in H.
    rewrite !N.lxor_0_r, N.lxor_nilpotent in H. destruct H as [_ H]. now apply N.lxor_eq, H.
Qed.
End SG.

(** ** There is exactly one such g *)

Lemma option_value_ext d g g' n v : (forall m, m < n -> g m = g' m) -> option_value d g n v -> option_value d g' n v.
Proof.
  intros E (parts & Hm & <-). exists parts. split; [assumption|]. f_equal. apply map_ext_in.
  intros a Ha. symmetry. apply E. eapply part_smaller; eauto.
Qed.

(** There is only one sequence of values. *)
Theorem heap_values_unique d g g' : values d g -> values d g' -> forall n, g n = g' n.
Proof.
  intros H H'. apply heap_induction. intros n IH. eapply is_mex_ext; [|apply H|apply H'].
  intros x; split; apply option_value_ext; intros m Hm; [|symmetry]; auto.
Qed.

(** All options of a heap, as a list. *)
Definition upto (n : N) : list N := map N.of_nat (seq 0 (S (N.to_nat n))).

Lemma upto_spec n a : In a (upto n) <-> a <= n.
Proof.
  unfold upto. rewrite in_map_iff. split.
  - intros (x & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat a). rewrite N2Nat.id. split; [reflexivity|]. apply in_seq. lia.
Qed.

Fixpoint splits (j : nat) (m : N) : list (list N) :=
  match j with
  | O => if m =? 0 then [[]] else []
  | S j => flat_map (fun a => if a =? 0 then [] else map (cons a) (splits j (m - a))) (upto m)
  end.

Lemma splits_spec j : forall m parts,
  In parts (splits j m) <-> length parts = j /\ Forall (fun a => 1 <= a) parts /\ total parts = m.
Proof.
  induction j as [|j IH]; intros m parts; cbn [splits].
  - destruct (N.eqb_spec m 0) as [->|N]; simpl.
    + split.
      * intros [<-|[]]. repeat split; constructor.
      * intros (H & _ & _). destruct parts; [auto|discriminate].
    + split; [tauto|]. intros (H & _ & T). destruct parts; [|discriminate]. simpl in T. congruence.
  - rewrite in_flat_map. split.
    + intros (a & Ha & Hp). apply upto_spec in Ha. destruct (N.eqb_spec a 0); [destruct Hp|].
      apply in_map_iff in Hp as (l & <- & Hl). apply IH in Hl as (H1 & H2 & H3).
      rewrite total_cons. simpl length. repeat split; [lia| |lia]. constructor; [lia|assumption].
    + intros (H1 & H2 & H3). destruct parts as [|a l]; [discriminate|]. exists a. rewrite total_cons in H3.
      inversion H2; subst. rewrite upto_spec. split; [lia|].
      destruct (N.eqb_spec a 0); [lia|]. apply in_map. apply IH. simpl in H1. repeat split; [lia|assumption|lia].
Qed.

Definition options (d : code) (n : N) : list (list N) :=
  flat_map (fun t => flat_map (fun j =>
    if N.testbit (digit d t) j && ((1 <=? t) || (2 <=? j)) then splits (N.to_nat j) (n - t) else [])
    (upto n)) (upto n).

Lemma options_spec d n parts : In parts (options d n) <-> heap_move d n parts.
Proof.
  unfold options. rewrite in_flat_map. split.
  - intros (t & Ht & H). apply in_flat_map in H as (j & Hj & H). apply upto_spec in Ht, Hj.
    destruct (N.testbit (digit d t) j) eqn:Eb; [|destruct H].
    destruct ((1 <=? t) || (2 <=? j)) eqn:Ec; [|destruct H]. simpl in H.
    apply splits_spec in H as (H1 & H2 & H3).
    replace n with (t + total parts) by lia. constructor; [|assumption|].
    + rewrite H1, N2Nat.id. assumption.
    + apply orb_true_iff in Ec. rewrite !N.leb_le in Ec. lia.
  - intros [t l Hb Hf Hc]. exists t. rewrite upto_spec. split; [lia|].
    apply in_flat_map. exists (N.of_nat (length l)). rewrite upto_spec. pose proof (length_total _ Hf).
    split; [lia|]. rewrite Hb. replace ((1 <=? t) || (2 <=? N.of_nat (length l))) with true.
    + simpl. apply splits_spec. rewrite Nat2N.id. repeat split; [assumption|lia].
    + symmetry. apply orb_true_iff. rewrite !N.leb_le. lia.
Qed.

(** Values by the definition (slow, but they exist). *)
Fixpoint value (depth : nat) (d : code) (n : N) : N :=
  match depth with
  | O => 0
  | S k => mex (map (fun parts => nimsum (map (value k d) parts)) (options d n))
  end.

Definition grundy (d : code) (n : N) : N := value (S (N.to_nat n)) d n.

Lemma value_enough d : forall k n, (N.to_nat n < k)%nat -> value k d n = grundy d n.
Proof.
  assert (A : forall n k k', (N.to_nat n < k)%nat -> (N.to_nat n < k')%nat -> value k d n = value k' d n).
  { apply (heap_induction (fun n => forall k k', (N.to_nat n < k)%nat -> (N.to_nat n < k')%nat ->
      value k d n = value k' d n)).
    intros n IH k k' H H'. destruct k as [|k]; [lia|]. destruct k' as [|k']; [lia|]. cbn [value].
    f_equal. apply map_ext_in. intros parts Hp. f_equal. apply map_ext_in. intros a Ha.
    apply options_spec in Hp. pose proof (part_smaller _ _ _ _ Hp Ha). apply IH; lia. }
  intros k n H. apply A; lia.
Qed.

(** The numbers that the definition computes are the values. *)
Theorem grundy_values d : values d (grundy d).
Proof.
  intros n. set (l := map (fun parts => nimsum (map (grundy d) parts)) (options d n)).
  assert (E : grundy d n = mex l).
  { unfold grundy at 1. cbn [value]. f_equal. unfold l. apply map_ext_in. intros parts Hp. f_equal.
    apply map_ext_in. intros a Ha. apply options_spec in Hp. pose proof (part_smaller _ _ _ _ Hp Ha).
    apply value_enough. lia. }
  rewrite E. destruct (mex_spec l) as [M1 M2]. split.
  - intros (parts & Hm & Hv). apply M1. apply in_map_iff. exists parts. split; [assumption|]. now apply options_spec.
  - intros u Hu. apply M2 in Hu. apply in_map_iff in Hu as (parts & Hv & Hi). exists parts.
    split; [|assumption]. now apply options_spec.
Qed.
