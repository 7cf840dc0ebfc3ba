(* Coq's primitive integers: an OCaml int has 63 bits too, which are read without a sign. *)
type t = int
let of_int (i : int) : t = i
let add (x : t) (y : t) : t = x + y
let sub (x : t) (y : t) : t = x - y
let l_and (x : t) (y : t) : t = x land y
let l_or (x : t) (y : t) : t = x lor y
let l_xor (x : t) (y : t) : t = x lxor y
let l_sl (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsl y else 0
let l_sr (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsr y else 0
let equal (x : t) (y : t) = x = y
let lt (x : t) (y : t) = x lxor min_int < y lxor min_int
