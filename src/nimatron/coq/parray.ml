(* Coq's primitive arrays: [set] returns a new array, and the old one stays as it was. Here both share their cells, so
   only the newest may be read: a program that reads an older one ends with an exception, and never with a wrong value. *)
type 'a t = { cells : 'a array; default : 'a; version : int; newest : int ref }

exception Too_old

let most = 4194303

let make n default =
  if n < 0 || n > most then invalid_arg "Parray.make"
  else { cells = Array.make n default; default; version = 0; newest = ref 0 }

let known t i = if t.version <> !(t.newest) then raise Too_old else 0 <= i && i < Array.length t.cells
let get t i = if known t i then Array.unsafe_get t.cells i else t.default

let set t i value =
  if known t i then begin
    Array.unsafe_set t.cells i value;
    incr t.newest;
    { t with version = !(t.newest) }
  end
  else t
