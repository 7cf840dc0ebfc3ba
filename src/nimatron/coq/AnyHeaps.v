(** * A plain checker for codes that leave any number of heaps (hexadecimal and beyond): slow, by the definition *)
From Coq Require Import Arith NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker.
Open Scope N_scope.

Fixpoint plain (count : nat) (d : code) (n : N) (T : A.t N) : A.t N :=
  match count with
  | O => T
  | S k => plain k d (N.succ n) (put T n (mex (map (fun parts => nimsum (map (get T) parts)) (options d n))))
  end.

Lemma plain_spec d : forall count n T, (forall i, i < n -> get T i = grundy d i) ->
  forall i, i < n + N.of_nat count -> get (plain count d n T) i = grundy d i.
Proof.
  induction count as [|k IH]; intros n T HT i Hi; cbn [plain]; [apply HT; lia|].
  apply IH; [|lia]. intros j Hj. destruct (N.eq_dec j n) as [->|]; [|rewrite get_other by assumption; apply HT; lia].
  rewrite get_same. unfold grundy at 1. cbn [value]. f_equal. apply map_ext_in. intros parts Hp. f_equal.
  apply map_ext_in. intros a Ha. apply options_spec in Hp. pose proof (part_smaller _ _ _ _ Hp Ha).
  rewrite value_enough by lia. apply HT. assumption.
Qed.

Definition check_any (d : code) (n0 p : N) (given : list N) : bool :=
  let L := needed d n0 p in
  bounded_b d (parts_of d) && final (get (plain (N.to_nat L) d 0 (A.empty N))) n0 p L given.

(** The same for codes that leave any number of heaps. *)
Theorem check_any_sound d n0 p given : check_any d n0 p given = true -> claim d n0 p given.
Proof.
  unfold check_any. rewrite andb_true_iff. intros (E & F). eapply final_sound; [exact E| |exact F].
  intros i Hi. apply plain_spec; intros; lia.
Qed.
