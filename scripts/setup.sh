#!/bin/sh
# Installs what is missing and builds. Does nothing twice: packages are installed only when the lock file
# or the version of Node changed, sources are compiled only where they changed.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

need_node() {
  if ! command -v node >/dev/null 2>&1; then
    say 'Stemma needs Node.js 20.19 or newer, and there is no `node` on the PATH. Install it, then run: make setup'
    exit 1
  fi
  if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
    say "Stemma needs Node.js 20.19 or newer; this is $(node --version). Install a newer one, then run: make setup"
    exit 1
  fi
}

# better-sqlite3 is compiled where no ready build can be fetched: python3, make and a C++ compiler.
missing_tools() {
  found=''
  for tool in python3 make g++; do
    command -v "$tool" >/dev/null 2>&1 || found="$found${found:+ }$tool"
  done
  printf '%s' "$found"
}

install_tools() {
  missing=$(missing_tools)
  [ -n "$missing" ] || return 0
  case $(uname -s) in
    Darwin)
      say "Compiling needs the command line tools of Xcode (missing: $missing). Install them, then run make setup again:"
      say '  xcode-select --install'
      exit 1
      ;;
  esac
  command="apt-get install -y $missing"
  if ! command -v apt-get >/dev/null 2>&1; then
    say "Compiling needs: $missing. Install them with the package manager of this system, then run: make setup"
    exit 1
  fi
  if [ "$(id -u)" -eq 0 ]; then
    as_root=''
  elif command -v sudo >/dev/null 2>&1; then
    as_root='sudo'
  else
    say "Compiling needs: $missing. Run this as root, then make setup again:"
    say "  $command"
    exit 1
  fi
  say "Installing $missing"
  # shellcheck disable=SC2086
  { DEBIAN_FRONTEND=noninteractive $as_root apt-get update && DEBIAN_FRONTEND=noninteractive $as_root $command; } >"$log" 2>&1 || {
    show_log
    say "Installing failed. Run this by hand, then make setup again: ${as_root:+$as_root }$command"
    exit 1
  }
}

# The end of the log without the names of registries.
show_log() { tail -n 40 "$log" | sed -E 's#[a-z+]+://[^/[:space:]]+#(registry)#g' >&2; }

stamp_now() {
  node -e 'const { createHash } = require("node:crypto"), { readFileSync } = require("node:fs");
    const files = ["package-lock.json", "package.json", ...process.argv.slice(1)];
    const hash = createHash("sha256").update(process.versions.modules + process.platform + process.arch);
    for (const file of files) hash.update(readFileSync(file));
    console.log(hash.digest("hex"));' packages/*/package.json
}

install_packages() {
  stamp=node_modules/.stemma-stamp
  now=$(stamp_now)
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then return 0; fi
  install_tools
  say 'Installing packages (compiling the database takes a minute or two)'
  if ! npm ci --no-fund --no-audit --loglevel=error >"$log" 2>&1; then
    show_log
    say 'Installing packages failed. With a working network, run again: make setup'
    exit 1
  fi
  printf '%s\n' "$now" >"$stamp"
}

mkdir -p .build
log=.build/setup.log
need_node
install_packages
npx --no-install tsc --build
