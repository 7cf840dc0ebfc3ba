# shellcheck shell=bash
# Sourced by ./test after environment.sh: checks the scripts of the page, where node is there.
#
#   check_page    format, lint, types and unit tests; fails when one of them does, not when there is nothing to check with
#
# The tools are in node_modules, whose nimatron.stamp is the checksum of the package.json that was installed.

tools=$root/node_modules

# What eslint needs; the unit tests run with older ones too.
new_enough() {
    node -e '
const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);
'
}

tools_ready() {
    [[ -x $tools/.bin/eslint && -x $tools/.bin/prettier && -x $tools/.bin/tsc ]] &&
        [[ $(cksum <"$root/package.json") == "$(cat -- "$tools/nimatron.stamp" 2>/dev/null)" ]]
}

# No lock file: it would hold the addresses of the registry.
install_tools() {
    tools_ready && return # another set-up may have done it meanwhile
    say "installing what the scripts of the page are checked with ..."
    (cd -- "$root" && npm install --fetch-retries=1 --no-package-lock --no-audit --no-fund --no-update-notifier \
        --loglevel=error >/dev/null) || return
    cksum <"$root/package.json" >"$tools/nimatron.stamp"
}

prepare_tools() {
    local installed=0
    tools_ready && return
    if ! new_enough; then
        say "node $(node --version) is too old for the tools: the scripts of the page are tested, but not linted."
        return 1
    fi
    exec 9<"$root/package.json" # not the lock of .venv, which is set up at the same time
    lock "$(find_python)"
    install_tools || installed=$?
    exec 9<&-
    ((installed == 0)) || say "could not install the tools: the scripts of the page are tested, but not linted."
    return "$installed"
}

check_page() {
    local failed=0
    if ! command -v node >/dev/null; then
        say "no node is here: the scripts of the page are not checked (Debian: apt-get install nodejs npm)."
        return
    fi
    if prepare_tools; then
        "$tools/.bin/prettier" --check --log-level=warn "$root" || failed=1
        "$tools/.bin/eslint" --max-warnings=0 "$root" || failed=1
        "$tools/.bin/tsc" --project "$root" || failed=1
    fi
    node --test --test-reporter=spec "$root"/tests/js/*.test.js || failed=1
    return "$failed"
}
