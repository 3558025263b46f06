#!/usr/bin/env bash
# Thousands of random mutations of a log, each judged by both verifiers: mutations.sh [how many] [seed]
set -euo pipefail
cd "$(dirname "$0")/../.."
mvn -q -B -ntp -o test -pl infra/event-store -am -Dtest=LogVerifierTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dencore.mutations="${1:-5000}" -Dencore.mutations.seed="${2:-$RANDOM$RANDOM}"
echo "Both verifiers agreed on ${1:-5000} mutations, and found all that must be found."
