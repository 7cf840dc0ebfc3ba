# shellcheck shell=bash
# Sourced by ./run and ./test: makes .venv beside them and installs Nimatron into it, once.
#
#   prepare EXTRAS    afterwards .venv holds Nimatron with these extras, written a,b
#   build_help        builds the help of the page in the background, if it is not up to date
#   offer_browser     installs the browser that the tests of the page need, where that is allowed
#   offer_coq         installs the proof assistant that the tests of formal proofs need, where that is allowed
#
# .venv/nimatron.stamp says what is installed: the checksum of pyproject.toml, the folder and the extras.
# It is empty while an installation is under way, so an interrupted one is noticed and begun anew.

user_extras=all,docs
test_extras=$user_extras,dev

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
venv=$root/.venv
stamp=$venv/nimatron.stamp

# What is installed is compiled as it is loaded (see `install`). Who wants no compiled files beside the sources has them
# in .venv, for without any the start takes several times as long.
if [[ -n ${PYTHONDONTWRITEBYTECODE-} ]]; then
    unset PYTHONDONTWRITEBYTECODE
    export PYTHONPYCACHEPREFIX=${PYTHONPYCACHEPREFIX-$venv/compiled}
fi

say() { printf 'nimatron: %s\n' "$*" >&2; }

give_up() {
    say "$@"
    exit 1
}

checksum() { cksum <"$root/pyproject.toml"; }

# What the stamp tells, in $stamped_sum, $stamped_root and $stamped_extras; fails when nothing is complete.
read_stamp() {
    stamped_sum='' stamped_root='' stamped_extras=''
    [[ -x $venv/bin/python && -s $stamp ]] || return 1
    { IFS= read -r stamped_sum && IFS= read -r stamped_root && IFS= read -r stamped_extras; } <"$stamp" || return 1
    [[ $stamped_root == "$root" ]] # scripts in a .venv that was moved or copied still call the old one
}

# The extras in $1 that the stamp does not have, each with a comma before it.
new_extras() {
    local extra
    for extra in ${1//,/ }; do
        [[ ,$stamped_extras, == *,$extra,* ]] || printf ',%s' "$extra"
    done
}

ready() {
    read_stamp && [[ $stamped_sum == "$(checksum)" && -z $(new_extras "$1") ]]
}

# Prints the first Python that will do; otherwise says what is missing.
find_python() {
    local name verdict version lacking='' old=''
    for name in python3.13 python3.12 python3.11 python3 python; do
        # Running it is the only sure test: a name on the PATH may be a stub with nothing behind it.
        read -r verdict version < <("$name" -I -c '
import sys

verdict = "fit"
try:
    import ensurepip, venv
except ImportError:
    verdict = "lacking"
if sys.version_info < (3, 11):
    verdict = "old"
print(verdict, "%d.%d" % sys.version_info[:2])
' 2>/dev/null) || continue
        case $verdict in
            fit) command -v "$name" && return ;;
            lacking) lacking=${lacking:-$version} ;;
            old) old=${old:-$version} ;;
        esac
    done
    if [[ -n $lacking ]]; then
        say "Python $lacking is here, but without its modules venv and ensurepip." \
            "Please install them (Debian, Ubuntu: apt install python$lacking-venv)."
    elif [[ -n $old ]]; then
        say "needs Python 3.11 or newer, and found only Python $old. Please install a newer one."
    else
        say "needs Python 3.11 or newer, and found none. Please install it."
    fi
    return 1
}

# Holds a lock on descriptor 9 until that is closed here and in every child: also a pip whose parent was killed counts.
lock() {
    "$1" -I -c '
import fcntl, sys

try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("nimatron: waiting for another set-up of .venv to end", file=sys.stderr)
    fcntl.flock(9, fcntl.LOCK_EX)
except OSError:
    pass  # a file system without locks
'
}

# A fresh .venv, marked as unfinished from its first moment. The old one is renamed first, for it cannot vanish at once.
create() {
    rm -rf -- "$venv.old"
    if [[ -e $venv || -L $venv ]]; then
        mv -- "$venv" "$venv.old"
    fi
    mkdir -- "$venv" && : >"$stamp" && "$1" -I -m venv "$venv" >&2 || give_up "could not make $venv."
    rm -rf -- "$venv.old"
}

install() {
    local python=$1 extras=$2 sum
    sum=$(checksum)
    if read_stamp; then
        say "bringing .venv up to date ..."
        extras=$stamped_extras$(new_extras "$extras") # what is there stays
        : >"$stamp"
    elif [[ -x $venv/bin/python && ! -e $stamp ]]; then
        say "installing Nimatron into the .venv that is here already ..."
    else
        say "setting up .venv, which takes a minute the first time ..."
        create "$python"
    fi
    # --no-compile: Python compiles the few modules that are used as it loads them; all of them would take half a minute.
    (cd -- "$root" && PIP_USER=0 "$venv/bin/python" -I -m pip install --quiet --no-input --disable-pip-version-check \
        --no-compile --editable ".[$extras]" >&2) ||
        give_up "could not install what Nimatron needs; the lines above say why." \
            "Set-up needs pip and a network connection. Please start again when both are there."
    printf '%s\n' "$sum" "$root" "$extras" >"$stamp"
}

prepare() {
    local python
    ready "$1" && return
    python=$(find_python) || exit 1
    [[ -w $root ]] || give_up "cannot write to $root, where .venv belongs."
    exec 9<"$root"
    lock "$python"
    ready "$1" || install "$python" "$1" # the other set-up may have done it all
    exec 9<&-
}

# The page is there at once, and its help a little later; one that is up to date is left alone.
build_help() {
    nice "$venv/bin/python" "$root/scripts/build_help.py" </dev/null >"$venv/help.log" 2>&1 &
}

offer_browser() {
    command -v chromium chromium-browser google-chrome >/dev/null ||
        offer chromium "the tests of the page in a browser are skipped"
}

offer_coq() {
    command -v coqc >/dev/null || offer coq "the tests of formal proofs are skipped"
}

# offer PACKAGE WHAT: installs a package of Debian's, where that is allowed, or says what will be missing
offer() {
    if ((EUID == 0)) && command -v apt-get >/dev/null; then
        say "installing $1 ..."
        { apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends "$1"; } >&2 && return
    fi
    say "no $1 is here: $2 (Debian: apt-get install $1)."
}
