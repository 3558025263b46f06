#!/usr/bin/env bash
# Thousands of random mutations of a log, each judged by `encore verify` and by the verifier in Python that was written
# from docs/log-format.md alone: mutations.sh [how many] [seed]
set -euo pipefail
cd "$(dirname "$0")/../.."
./encore verify --help >/dev/null # Builds it, so that it says nothing of that later.
mvn -q -B -ntp -o test -pl infra/event-store -am -Dtest=LogVerifierTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dencore.mutations="${1:-10000}" -Dencore.mutations.seed="${2:-$RANDOM$RANDOM}" -Dencore.mutations.client="$PWD/encore"
echo "Both verifiers agreed on ${1:-10000} mutations, and found all that must be found."
