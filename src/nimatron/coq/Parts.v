(** * Values of parts: a list of lines, each of which follows from the lines before it *)
From Coq Require Import NArith List Lia Bool FMapPositive.
Import ListNotations.
From Nimatron Require Import Play Values Nim Codes Periods Claims Checker.
Open Scope N_scope.

(** A part is a number, and a position a list of parts. *)
Inductive line :=
| Value (part value : N) (options : list (list N)) (* the part has the value; here is all that a move may make of it *)
| Lacks (part value : N) (option : list N).        (* it does not have the value, because an option has it *)

(** [g] gives every part the least number that no option of it adds up to. *)
Definition part_values {P : Type} (opens : P -> list P -> Prop) (g : P -> N) : Prop :=
  forall a, is_mex (fun v => exists parts, opens a parts /\ nimsum (map g parts) = v) (g a).

(** What the lines say about moves is true of a game, if [name] gives its part for each number. *)
Definition lists_parts {P : Type} (given : list line) (opens : P -> list P -> Prop) (name : N -> P) : Prop :=
  forall l, In l given ->
  match l with
  | Value i _ options => forall parts, opens (name i) parts <-> exists js, In js options /\ parts = map name js
  | Lacks i _ js => opens (name i) (map name js)
  end.

(** ** The checker *)

(** The values that parts have, and those that they do not have. *)
Record table := Table { known : A.t N; lacked : A.t (list N) }.
Definition has (T : table) (i : N) : option N := A.find (N.succ_pos i) (known T).
Definition hasnt (T : table) (i : N) : list N := match A.find (N.succ_pos i) (lacked T) with Some l => l | None => [] end.

(** The sum of the known parts, and the others; two equal ones cancel. *)
Fixpoint add_up (T : table) (js : list N) : N * list N :=
  match js with
  | [] => (0, [])
  | j :: js =>
      let (v, us) := add_up T js in
      match has T j, us with
      | Some w, _ => (N.lxor w v, us)
      | None, u :: rest => if j =? u then (v, rest) else (v, j :: us)
      | None, [] => (v, [j])
      end
  end.

Definition is_sum (T : table) (v : N) (js : list N) : bool :=
  match add_up T js with (w, []) => w =? v | _ => false end.
Definition is_not_sum (T : table) (v : N) (js : list N) : bool :=
  match add_up T js with
  | (w, []) => negb (w =? v)
  | (w, [u]) => existsb (N.eqb (N.lxor w v)) (hasnt T u)
  | _ => false
  end.

Definition numbers_below (v : N) : list N := map N.of_nat (seq 0 (N.to_nat v)).

Fixpoint read_lines (given : list line) (T : table) : option table :=
  match given with
  | [] => Some T
  | Value i v options :: given =>
      if forallb (is_not_sum T v) options && forallb (fun u => existsb (is_sum T u) options) (numbers_below v)
      then read_lines given (Table (A.add (N.succ_pos i) v (known T)) (lacked T)) else None
  | Lacks i v js :: given =>
      if is_sum T v js
      then read_lines given (Table (known T) (A.add (N.succ_pos i) (v :: hasnt T i) (lacked T))) else None
  end.

(** The lines show that these parts have the nim-sum [v], or that they do not have it. *)
Definition shows (given : list line) (v : N) (js : list N) : bool :=
  match read_lines given (Table (A.empty _) (A.empty _)) with Some T => is_sum T v js | None => false end.
Definition excludes (given : list line) (v : N) (js : list N) : bool :=
  match read_lines given (Table (A.empty _) (A.empty _)) with Some T => is_not_sum T v js | None => false end.

(** ** Why it is right *)

Section Sound.
Variables (P : Type) (opens : P -> list P -> Prop) (name : N -> P) (given : list line) (g : P -> N).
Hypothesis Hg : part_values opens g.
Hypothesis HL : lists_parts given opens name.

Let sum (js : list N) : N := nimsum (map g (map name js)).

Definition right (T : table) : Prop :=
  (forall i v, has T i = Some v -> g (name i) = v) /\ (forall i v, In v (hasnt T i) -> g (name i) <> v).

Lemma add_up_spec T js : right T -> sum js = N.lxor (fst (add_up T js)) (sum (snd (add_up T js))).
Proof.
  intros (H & _). induction js as [|j js IH]; [reflexivity|]. cbn [add_up].
  change (sum (j :: js)) with (N.lxor (g (name j)) (sum js)). rewrite IH. destruct (add_up T js) as (v, us). cbn [fst snd].
  destruct (has T j) as [w|] eqn:E; cbn [fst snd]; [rewrite (H j w E); now rewrite N.lxor_assoc|].
  assert (C : forall a b c, N.lxor a (N.lxor b c) = N.lxor b (N.lxor a c)) by
    (intros; now rewrite <- !N.lxor_assoc, (N.lxor_comm a b)).
  destruct us as [|u us]; [apply C|]. destruct (N.eqb_spec j u) as [->|]; cbn [fst snd]; [|apply C].
  change (sum (u :: us)) with (N.lxor (g (name u)) (sum us)). rewrite C. f_equal.
  now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

Lemma is_sum_spec T v js : right T -> is_sum T v js = true -> sum js = v.
Proof.
  intros H E. rewrite (add_up_spec T js H). unfold is_sum in E. destruct (add_up T js) as (w, [|u us]); [|discriminate].
  apply N.eqb_eq in E. cbn. now rewrite N.lxor_0_r.
Qed.

Lemma is_not_sum_spec T v js : right T -> is_not_sum T v js = true -> sum js <> v.
Proof.
  intros H E. rewrite (add_up_spec T js H). unfold is_not_sum in E. destruct (add_up T js) as (w, [|u [|u' us]]); [| |discriminate].
  - apply negb_true_iff, N.eqb_neq in E. cbn. now rewrite N.lxor_0_r.
  - apply existsb_exists in E as (x & Hx & E). apply N.eqb_eq in E. subst x. apply (proj2 H) in Hx. cbn. intros F. apply Hx.
    rewrite <- F, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. now rewrite N.lxor_0_r.
Qed.

Lemma find_add {B} (T : A.t B) i j x : A.find (N.succ_pos j) (A.add (N.succ_pos i) x T) =
  if i =? j then Some x else A.find (N.succ_pos j) T.
Proof.
  destruct (N.eqb_spec i j) as [->|D]; [apply A.gss|]. apply A.gso. intros E. apply D.
  apply (f_equal Pos.pred_N) in E. now rewrite !N.pos_pred_succ in E.
Qed.

Lemma read_lines_spec : forall lines T T', (forall l, In l lines -> In l given) -> right T ->
  read_lines lines T = Some T' -> right T'.
Proof.
  induction lines as [|l lines IH]; intros T T' Hi HT; cbn [read_lines]; [intros [= <-]; exact HT|].
  pose proof (HL l (Hi l (or_introl eq_refl))) as M. destruct l as [i v options|i v js].
  - destruct (forallb (is_not_sum T v) options && _) eqn:E; [|discriminate]. apply andb_true_iff in E as (E1 & E2).
    rewrite forallb_forall in E1, E2. apply IH; [intros l Hl; apply Hi; now right|]. split; [|exact (proj2 HT)].
    intros j w. unfold has. cbn [known]. rewrite find_add. destruct (N.eqb_spec i j) as [->|D]; [|exact (proj1 HT j w)].
    intros [= <-]. eapply is_mex_ext; [intros x; reflexivity|apply Hg|]. split.
    + intros (parts & O & F). apply M in O as (js & Hj & ->). exact (is_not_sum_spec T v js HT (E1 js Hj) F).
    + intros u Hu. assert (I : In u (numbers_below v)).
      { apply in_map_iff. exists (N.to_nat u). split; [apply N2Nat.id|]. apply in_seq. lia. }
      apply E2, existsb_exists in I as (js & Hj & F). exists (map name js). split; [apply M; eauto|].
      exact (is_sum_spec T u js HT F).
  - destruct (is_sum T v js) eqn:E; [|discriminate]. apply IH; [intros l Hl; apply Hi; now right|].
    split; [exact (proj1 HT)|]. intros j w. unfold hasnt at 1. cbn [lacked]. rewrite find_add.
    destruct (N.eqb_spec i j) as [->|D]; [|exact (proj2 HT j w)]. intros [<-|Hw]; [|exact (proj2 HT j w Hw)].
    intros F. destruct (Hg (name j)) as (G & _). apply G. exists (map name js). split; [exact M|]. rewrite F.
    exact (is_sum_spec T v js HT E).
Qed.

Lemma right_empty : right (Table (A.empty _) (A.empty _)).
Proof.
  split; intros i v; unfold has, hasnt; cbn [known lacked]; rewrite A.gempty; [discriminate|intros []].
Qed.

Lemma shows_spec v js : shows given v js = true -> sum js = v.
Proof.
  unfold shows. destruct (read_lines _ _) as [T|] eqn:E; [|discriminate]. apply is_sum_spec.
  exact (read_lines_spec given _ T (fun l H => H) right_empty E).
Qed.

Lemma excludes_spec v js : excludes given v js = true -> sum js <> v.
Proof.
  unfold excludes. destruct (read_lines _ _) as [T|] eqn:E; [|discriminate]. apply is_not_sum_spec.
  exact (read_lines_spec given _ T (fun l H => H) right_empty E).
Qed.

Hypothesis ends : play_ends (split_move opens).

(** The position has the value v: whoever is to move loses it beside a heap of Nim with v coins, and beside no other. *)
Theorem parts_value v js : shows given v js = true ->
  forall n, lost (sum_move (split_move opens) nim) (map name js, [n]) <-> n = v.
Proof.
  intros H n. apply shows_spec in H.
  rewrite (proj1 (value_decides _ _ (sum_ends _ _ ends nim_ends)
    (sum_value _ _ _ _ (split_value P opens g Hg) (row_value take _ heap_value)) _)).
  cbn [fst snd]. fold (sum js). rewrite H. cbn. rewrite N.lxor_0_r. split; [intros E; apply N.lxor_eq in E; auto|].
  intros ->. apply N.lxor_nilpotent.
Qed.

(** If the value is 0, the position is lost. *)
Theorem parts_lost js : shows given 0 js = true -> lost (split_move opens) (map name js).
Proof. intros H. apply (value_decides _ _ ends (split_value P opens g Hg)). exact (shows_spec 0 js H). Qed.

(** If it is not 0, the position is won. *)
Theorem parts_won js : excludes given 0 js = true -> won (split_move opens) (map name js).
Proof. intros H. apply (value_decides _ _ ends (split_value P opens g Hg)). exact (excludes_spec 0 js H). Qed.
End Sound.
