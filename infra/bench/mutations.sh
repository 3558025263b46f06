#!/usr/bin/env bash
# Mutates a log at random, thousands of times, and compares `encore verify` with verify_log.py: mutations.sh [how many] [seed]
# The two verifiers share the table claims.tsv and no code. With --smallest it makes 40 mutations.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" = --smallest ]; then
    shift
    set -- 40 "$@"
fi
./encore verify --help >/dev/null # Builds the client now: a message of the build would be read as a verdict later.
mvn -q -B -ntp -o test -pl infra/event-store -am -Dtest=LogVerifierTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dencore.mutations="${1:-10000}" -Dencore.mutations.seed="${2:-$RANDOM$RANDOM}" -Dencore.mutations.client="$PWD/encore"
echo "Both verifiers agreed on ${1:-10000} mutations and found every one that must be found."
