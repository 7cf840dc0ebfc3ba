(** * Checkers as programs: what Coq writes in OCaml, besides what its own libraries of extraction say *)
From Coq Require Export Extraction ExtrOcamlBasic ExtrOCamlInt63 ExtrOCamlPArray.
From Coq Require PArray.

(** Coq 8.16 writes this type without its argument. *)
Extract Constant PArray.array "'a" => "'a Parray.t".
