(** * Games given by their graph: who wins, and the value of every position *)
From Coq Require Import Arith NArith List Lia Bool FMapPositive Wellfounded.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker.
Open Scope N_scope.

(** A graph lists for each position 0, 1, 2, ... where a move may lead. *)
Definition graph := list (list N).
Definition moves (G : graph) (p : N) : list N := nth (N.to_nat p) G [].
Definition along (G : graph) (p q : N) : Prop := In q (moves G p).

(** Moves lead to smaller numbers, so play ends. *)
Fixpoint ordered (G : graph) (n : N) : bool :=
  match G with [] => true | qs :: G => forallb (fun q => q <? n) qs && ordered G (N.succ n) end.

(** Values, from the first position on. *)
Fixpoint graph_values (G : graph) (n : N) (T : A.t N) : A.t N :=
  match G with [] => T | qs :: G => graph_values G (N.succ n) (put T n (mex (map (get T) qs))) end.

(** Misère play: 1 for a position that is lost, 0 for one that is won. *)
Definition misere_label (T : A.t N) (qs : list N) : N :=
  match qs with [] => 0 | _ => if existsb (fun q => get T q =? 1) qs then 0 else 1 end.

Fixpoint graph_misere (G : graph) (n : N) (T : A.t N) : A.t N :=
  match G with [] => T | qs :: G => graph_misere G (N.succ n) (put T n (misere_label T qs)) end.

Definition value_on (G : graph) (p : N) : N := get (graph_values G 0 (A.empty N)) p.
Definition misere_on (G : graph) (p : N) : N := get (graph_misere G 0 (A.empty N)) p.

Lemma get_empty n : get (A.empty N) n = 0.
Proof. unfold get. now rewrite A.gempty. Qed.

Section Sound.
Variable G : graph.
Hypothesis HG : ordered G 0 = true.

Lemma ordered_spec : forall H n i q, ordered H n = true -> In q (nth i H []) -> q < n + N.of_nat i.
Proof.
  induction H as [|qs H IH]; intros n i q O Hq; [destruct i; destruct Hq|].
  cbn [ordered] in O. apply andb_true_iff in O as (O1 & O2). destruct i as [|i]; cbn [nth] in Hq.
  - rewrite forallb_forall in O1. specialize (O1 q Hq). apply N.ltb_lt in O1. lia.
  - specialize (IH (N.succ n) i q O2 Hq). lia.
Qed.

Lemma along_less p q : along G p q -> q < p.
Proof. intros H. pose proof (ordered_spec G 0 (N.to_nat p) q HG H). lia. Qed.

Lemma graph_ends : play_ends (along G).
Proof. apply (wf_incl _ _ N.lt); [|exact N.lt_wf_0]. intros q p H. now apply along_less. Qed.

(** A table that is filled from smaller positions obeys the rule that fills it everywhere. *)
Lemma filled (label : A.t N -> list N -> N) (fill : graph -> N -> A.t N -> A.t N) :
  (forall n T, fill [] n T = T) -> (forall qs H n T, fill (qs :: H) n T = fill H (N.succ n) (put T n (label T qs))) ->
  (forall T T' qs, (forall q, In q qs -> get T q = get T' q) -> label T qs = label T' qs) -> label (A.empty N) [] = 0 ->
  forall p, get (fill G 0 (A.empty N)) p = label (fill G 0 (A.empty N)) (moves G p).
Proof.
  intros F0 F1 E Z. assert (K : forall H n T p, p < n \/ n + N.of_nat (length H) <= p -> get (fill H n T) p = get T p).
  { induction H as [|qs H IH]; intros n T p C; [now rewrite F0|]. cbn [length] in C. rewrite F1, IH by lia.
    apply get_other. lia. }
  assert (A : forall H n T i, (i < length H)%nat -> ordered H n = true ->
    get (fill H n T) (n + N.of_nat i) = label (fill H n T) (nth i H [])).
  { induction H as [|qs H IH]; intros n T i Hi O; [cbn in Hi; lia|]. cbn [ordered] in O. apply andb_true_iff in O as (O1 & O2).
    rewrite F1. destruct i as [|i]; cbn [nth].
    - rewrite N.add_0_r, K by lia. rewrite get_same. apply E. intros q Hq. rewrite forallb_forall in O1. specialize (O1 q Hq).
      apply N.ltb_lt in O1. rewrite K by lia. rewrite get_other by lia. reflexivity.
    - replace (n + N.of_nat (S i)) with (N.succ n + N.of_nat i) by lia. apply IH; [cbn in Hi; lia|assumption]. }
  intros p. destruct (Nat.lt_ge_cases (N.to_nat p) (length G)) as [C|C].
  - pose proof (A G 0 (A.empty N) (N.to_nat p) C HG) as H. rewrite N.add_0_l, N2Nat.id in H. exact H.
  - unfold moves. rewrite (nth_overflow _ _ C), K, get_empty by lia. rewrite <- Z. apply E. intros q [].
Qed.

(** The numbers that are computed along the graph are the values. *)
Theorem value_on_graph : gives_values (along G) (value_on G).
Proof.
  intros p. unfold value_on.
  rewrite (filled (fun T qs => mex (map (get T) qs)) graph_values); try reflexivity.
  - set (T := graph_values G 0 (A.empty N)). destruct (mex_spec (map (get T) (moves G p))) as (H1 & H2). split.
    + intros (q & M & E). apply H1. apply in_map_iff. exists q. auto.
    + intros u Hu. apply H2 in Hu. apply in_map_iff in Hu as (q & E & M). exists q. auto.
  - intros T T' qs H. f_equal. now apply map_ext_in.
Qed.

(** They decide who wins. *)
Theorem outcome_on_graph p : (lost (along G) p <-> value_on G p = 0) /\ (won (along G) p <-> value_on G p <> 0).
Proof. exact (value_decides (along G) (value_on G) graph_ends value_on_graph p). Qed.

(** The labels decide who wins in misère play. *)
Theorem misere_on_graph p : (misere_lost (along G) p <-> misere_on G p = 1) /\ (misere_won (along G) p <-> misere_on G p <> 1).
Proof.
  assert (R : forall p, misere_on G p = misere_label (graph_misere G 0 (A.empty N)) (moves G p)).
  { intros r. unfold misere_on. apply (filled misere_label graph_misere); try reflexivity.
    intros T T' qs H. unfold misere_label. destruct qs as [|q qs]; [reflexivity|].
    assert (E : existsb (fun q => get T q =? 1) (q :: qs) = existsb (fun q => get T' q =? 1) (q :: qs)); [|now rewrite E].
    apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (x & Hx & E); exists x; (split; [assumption|]);
      [rewrite <- H|rewrite H]; assumption. }
  apply (misere_lost_set _ (along G) graph_ends (fun p => misere_on G p = 1)).
  - intros r. destruct (N.eq_dec (misere_on G r) 1); auto.
  - intros r Hr. rewrite R in Hr. unfold misere_label in Hr. unfold along. destruct (moves G r) as [|q qs] eqn:E; [discriminate|].
    exists q. left. reflexivity.
  - intros r q Hr M Hq. rewrite R in Hr. unfold misere_label in Hr. unfold along in M.
    destruct (moves G r) as [|q0 qs] eqn:E; [destruct M|].
    destruct (existsb _ (q0 :: qs)) eqn:X; [discriminate|]. apply not_true_iff_false in X. apply X. apply existsb_exists.
    exists q. split; [assumption|]. now apply N.eqb_eq.
  - intros r Hr. rewrite R in Hr. unfold misere_label in Hr. unfold along. destruct (moves G r) as [|q0 qs] eqn:E.
    + left. intros q [].
    + right. destruct (existsb _ (q0 :: qs)) eqn:X; [|congruence]. apply existsb_exists in X as (q & Hq & X).
      apply N.eqb_eq in X. exists q. auto.
Qed.
End Sound.
