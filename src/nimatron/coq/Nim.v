(** * Nim: the theorems of Bouton, in normal play and in misère play *)
From Coq Require Import NArith List Lia Bool.
Import ListNotations.
From Nimatron Require Import Play Values.
Open Scope N_scope.

(** A move takes at least one coin from one heap. *)
Definition take (n m : N) : Prop := m < n.
Definition nim : list N -> list N -> Prop := row_move take.

Lemma take_ends : play_ends take.
Proof. exact N.lt_wf_0. Qed.

Lemma nim_ends : play_ends nim.
Proof. exact (row_ends take take_ends). Qed.

Lemma heap_value : gives_values take (fun n => n).
Proof. intros n. split; [intros (m & H & ->); unfold take in H; lia|]. intros u Hu. exists u. auto. Qed.

(** Bouton's theorem: a position of Nim is lost exactly if the nim-sum of its heaps is 0. *)
Theorem bouton s : (lost nim s <-> nimsum s = 0) /\ (won nim s <-> nimsum s <> 0).
Proof.
  pose proof (value_decides nim _ nim_ends (row_value take _ heap_value) s) as H. cbn beta in H. now rewrite map_id in H.
Qed.

(** ** Misère play: the rule changes when only heaps of one coin are left *)

Definition large (s : list N) : Prop := Exists (fun n => 2 <= n) s.
Definition misere_rule (s : list N) : Prop := (large s /\ nimsum s = 0) \/ (~ large s /\ nimsum s = 1).

Lemma at_least k n : {k <= n} + {~ k <= n}.
Proof. destruct (k <=? n) eqn:E; [left; now apply N.leb_le|right; now apply N.leb_nle]. Qed.

Lemma large_dec s : large s \/ ~ large s.
Proof. destruct (Exists_dec (fun n => 2 <= n) s (at_least 2)) as [H|H]; auto. Qed.

Lemma large_mid l1 n l2 : large (l1 ++ n :: l2) <-> 2 <= n \/ large (l1 ++ l2).
Proof. unfold large. rewrite !Exists_app, Exists_cons. tauto. Qed.

Lemma nimsum_mid l1 n l2 : nimsum (l1 ++ n :: l2) = N.lxor n (nimsum (l1 ++ l2)).
Proof.
  rewrite !nimsum_app, nimsum_cons. rewrite <- !N.lxor_assoc. now rewrite (N.lxor_comm _ n).
Qed.

Lemma small_cases n : n < 2 -> n = 0 \/ n = 1.
Proof. lia. Qed.

Lemma small_sum s : ~ large s -> nimsum s < 2.
Proof.
  induction s as [|n s IH]; intros H; [cbn; lia|]. unfold large in *. rewrite Exists_cons in H.
  rewrite nimsum_cons. assert (A : nimsum s < 2) by (apply IH; tauto).
  assert (B : n < 2) by (apply N.lt_nge; tauto).
  destruct (small_cases _ A) as [->| ->], (small_cases _ B) as [->| ->]; cbn; lia.
Qed.

Lemma large_lxor n x : 2 <= n -> x < 2 -> 2 <= N.lxor n x.
Proof.
  intros Hn Hx. destruct (N.le_gt_cases 2 (N.lxor n x)) as [|H]; [assumption|]. exfalso.
  assert (E : n = N.lxor (N.lxor n x) x) by now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
  destruct (small_cases _ H) as [F|F], (small_cases _ Hx) as [G|G]; rewrite F, G in E; cbn in E; lia.
Qed.

(** A sum 0 with a large heap has another large heap. *)
Lemma another_large l1 n l2 : 2 <= n -> nimsum (l1 ++ n :: l2) = 0 -> large (l1 ++ l2).
Proof.
  intros Hn E. destruct (large_dec (l1 ++ l2)) as [|H]; [assumption|]. exfalso.
  rewrite nimsum_mid in E. pose proof (large_lxor n _ Hn (small_sum _ H)). lia.
Qed.

Lemma nonzero_sum s : nimsum s <> 0 -> exists l1 n l2, s = l1 ++ n :: l2 /\ N.lxor n (nimsum s) < n.
Proof.
  intros H. set (x := nimsum s) in *. assert (B : N.testbit x (N.log2 x) = true) by now apply N.bit_log2.
  assert (A : exists n, In n s /\ N.testbit n (N.log2 x) = true).
  { assert (G : forall b t, N.testbit (nimsum t) b = true -> exists n, In n t /\ N.testbit n b = true).
    { intros b t. induction t as [|n t IH]; [cbn; destruct b; discriminate|]. rewrite nimsum_cons, N.lxor_spec.
      destruct (N.testbit n b) eqn:E; [exists n; cbn; auto|]. rewrite xorb_false_l. intros F.
      destruct (IH F) as (m & ? & ?). exists m. cbn. auto. }
    exact (G _ _ B). }
  destruct A as (n & Hi & Hb). apply in_split in Hi as (l1 & l2 & ->). exists l1, n, l2.
  split; [reflexivity|]. now apply lxor_lower.
Qed.

Lemma reach_zero s : nimsum s <> 0 -> exists l1 n m l2, s = l1 ++ n :: l2 /\ m < n /\ nimsum (l1 ++ m :: l2) = 0.
Proof.
  intros H. destruct (nonzero_sum s H) as (l1 & n & l2 & E & L). exists l1, n, (N.lxor n (nimsum s)), l2.
  split; [assumption|]. split; [assumption|]. rewrite nimsum_mid. rewrite E, nimsum_mid.
  rewrite <- (N.lxor_assoc n n), N.lxor_nilpotent, N.lxor_0_l. apply N.lxor_nilpotent.
Qed.

(** In misère play it is lost exactly if some heap has two coins or more and the nim-sum is 0, or no heap has and
    the nim-sum is 1. *)
Theorem misere_nim s : (misere_lost nim s <-> misere_rule s) /\ (misere_won nim s <-> ~ misere_rule s).
Proof.
  apply (misere_lost_set _ nim nim_ends misere_rule).
  - intros t. unfold misere_rule. destruct (large_dec t), (N.eq_dec (nimsum t) 0), (N.eq_dec (nimsum t) 1); tauto.
  - intros t [[H _]|[H E]].
    + apply Exists_exists in H as (n & Hi & Hn). apply in_split in Hi as (l1 & l2 & ->).
      exists (l1 ++ 0 :: l2). constructor. unfold take. lia.
    + destruct (reach_zero t) as (l1 & n & m & l2 & -> & L & _); [lia|]. exists (l1 ++ m :: l2). now constructor.
  - intros t t' H M. destruct M as [l1 n m l2 M]. unfold take in M. destruct H as [[H E]|[H E]].
    + intros [[_ E']|[H' E']].
      * rewrite nimsum_mid in E, E'. rewrite <- E' in E. apply lxor_cancel_r in E. lia.
      * apply H'. apply large_mid. right. apply large_mid in H as [Hn|]; [|assumption]. eapply another_large; eauto.
    + rewrite large_mid in H. intros [[H' _]|[_ E']].
      * apply large_mid in H' as [H'|H']; [|tauto]. apply H. lia.
      * rewrite nimsum_mid in E, E'. rewrite <- E' in E. apply lxor_cancel_r in E. lia.
  - intros t H. destruct (large_dec t) as [Ht|Ht].
    + right. assert (NZ : nimsum t <> 0) by (intros E; apply H; left; auto).
      destruct (reach_zero t NZ) as (l1 & n & m & l2 & -> & L & E).
      destruct (large_dec (l1 ++ m :: l2)) as [Hs|Hs].
      * exists (l1 ++ m :: l2). split; [now constructor|]. left. auto.
      * (* only one large heap: lower it to the number of coins, none or one, that makes the number of heaps odd *)
        set (e := nimsum (l1 ++ l2)). assert (Ho : ~ large (l1 ++ l2)) by (rewrite large_mid in Hs; tauto).
        pose proof (small_sum _ Ho) as He. fold e in He.
        assert (Hn : 2 <= n) by (rewrite large_mid in Ht; tauto).
        exists (l1 ++ N.lxor e 1 :: l2).
        assert (K : N.lxor e 1 < 2) by (destruct (small_cases _ He) as [->| ->]; cbn; lia). split.
        -- constructor. unfold take. lia.
        -- right. rewrite large_mid, nimsum_mid. fold e. split; [intros [X|X]; [lia|tauto]|].
           rewrite (N.lxor_comm e 1), N.lxor_assoc, N.lxor_nilpotent. reflexivity.
    + assert (E : nimsum t = 0).
      { pose proof (small_sum t Ht). destruct (N.eq_dec (nimsum t) 1); [|lia]. exfalso. apply H. right. auto. }
      destruct (Exists_dec (fun n => 1 <= n) t (at_least 1)) as [X|X].
      * right. apply Exists_exists in X as (n & Hi & Hn). apply in_split in Hi as (l1 & l2 & ->).
        rewrite large_mid in Ht. assert (n = 1) by lia. subst n. exists (l1 ++ 0 :: l2). split.
        -- constructor. unfold take. lia.
        -- right. rewrite large_mid. split; [intros [Y|Y]; [lia|tauto]|].
           rewrite nimsum_mid in E. rewrite nimsum_mid. apply N.lxor_eq in E. now rewrite <- E.
      * left. intros q M. destruct M as [l1 n m l2 M]. unfold take in M. apply X. apply Exists_exists. exists n.
        split; [apply in_or_app; right; left; reflexivity|lia].
Qed.
