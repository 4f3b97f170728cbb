#!/usr/bin/env bash
# Installs the library into a folder of its own, compiles docs/library/decide_one.cpp against it, and runs that.
# check_installed.sh BUILD SOURCE: prints TAP.
set -euo pipefail
build=$1 source=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

echo 1..1
meson install -C "$build" --no-rebuild --quiet --destdir "$place/root" >&2
library=$(find "$place/root" -name ssbroute.pc)
export PKG_CONFIG_PATH=${library%/ssbroute.pc} PKG_CONFIG_SYSROOT_DIR=$place/root
# shellcheck disable=SC2046  # the flags are words
${CXX:-c++} -std=c++20 "$source" $(pkg-config --cflags --libs ssbroute) -o "$place/decide_one" >&2
answer=$(LD_LIBRARY_PATH=$(dirname "${library%/pkgconfig/ssbroute.pc}/x") "$place/decide_one")
if [ "$answer" = 'send to TCP://host2.Adventure-Works.com:4022/' ]; then
    echo 'ok 1 - a program compiled against the installed library decides a scenario from values'
else
    echo "not ok 1 - the program answered: $answer"
fi
