(** * Periods and quotients of known games, errors in print, and claims that are refused *)
From Coq Require Import NArith List.
Import ListNotations.
From Nimatron Require Import Play Values Codes Periods Claims Checker AnyHeaps AllBut.
Open Scope N_scope.

(** Kayles: take one or two pins that stand side by side. *)
Definition kayles : code := [0; 7; 7].

(** The period 12 holds from 71 pins on; in print one reads 72. *)
Theorem kayles_period : claim kayles 71 12 [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7].
Proof. apply (check_sound kayles []). vm_compute. reflexivity. Qed.

(** In play: from 71 pins on, a row of n + 12 is as good as a row of n, whatever else is on the table. *)
Theorem kayles_in_play : forall n s, 71 <= n -> (lost (move kayles) (n + 12 :: s) <-> lost (move kayles) (n :: s)).
Proof. exact (claim_in_play _ _ _ _ kayles_period). Qed.

Definition dawsons_kayles : code := [0; 0; 7].
(** Dawson's Kayles: take two neighbours. *)
Theorem dawsons_kayles_period : claim dawsons_kayles 53 34 [].
Proof. apply (check_sound dawsons_kayles []). vm_compute. reflexivity. Qed.

(** Take 2 or 3: the period is 5, where a table in print marks six values. *)
Theorem subtraction_2_3 : claim [0; 0; 3; 3] 0 5 [0; 0; 1; 1; 2].
Proof. apply (check_sound _ []). vm_compute. reflexivity. Qed.

(** Take anything but 2 or 4: six heaps more are worth 2 more, not 6 as in print. *)
Theorem all_but_2_4 : growth_claim [2; 4] 0 6 2 [0; 1; 0; 1; 0; 1; 2; 3; 2; 3; 2; 3; 4; 5].
Proof. apply (check_growth_sound _ _ 0). vm_compute. reflexivity. Qed.

(** A code that leaves up to three heaps. *)
Theorem three_heaps : claim [0; 11; 7] 1 4 [].
Proof. apply check_any_sound. vm_compute. reflexivity. Qed.

(** What is false is not accepted: another beginning, a double period, a wrong value, another growth, another rule. *)
Goal check kayles [] 70 12 [] = false /\ check kayles [] 72 12 [] = false /\ check kayles [] 71 24 [] = false
  /\ check kayles [] 71 12 [0; 1; 2; 4] = false /\ check [0; 7; 3] [] 71 12 [] = false
  /\ check_growth [2; 4] 1 1 6 2 [] = false /\ check_growth [2; 4] 0 0 6 6 [] = false /\ check_growth [2; 4] 0 0 12 3 [] = false.
Proof. vm_compute. repeat split. Qed.

Print Assumptions kayles_in_play.
Print Assumptions all_but_2_4.
