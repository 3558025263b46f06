#!/usr/bin/env bash
# Durable awards through Axon: our log against the stock JDBC engine on PostgreSQL, in one run. [seconds] [rounds]
# Installs PostgreSQL (Debian) when it is missing, and runs a server of its own on loopback during the benchmark.
# With --smallest it is one round of two seconds; other runs add their figures to docs/performance.md.
set -euo pipefail
smallest=
if [ "${1:-}" = --smallest ]; then smallest=1; set -- 2 1; fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
port=${ENGINE_PG_PORT:-54329}
work=$(mktemp -d "${TMPDIR:-/tmp}/encore-engine.XXXXXX")

find_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }
bin=$(find_bin)
if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
    if ! apt-get install -y -q postgresql >/dev/null; then
        echo "not run: PostgreSQL cannot be installed" >&2
        exit 77
    fi
    bin=$(find_bin)
fi

# PostgreSQL refuses to run as root.
as_user=()
if [ "$(id -u)" = 0 ]; then
    chown postgres "$work"
    chmod 755 "$work"
    as_user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
stop() {
    "${as_user[@]}" "$bin/pg_ctl" -D "$work/pg" -m fast -w stop >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap stop EXIT

cd "$work"
"${as_user[@]}" "$bin/initdb" -D "$work/pg" -U encore -A trust >/dev/null
"${as_user[@]}" "$bin/pg_ctl" -D "$work/pg" -w -l "$work/pg.log" start -o \
    "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$work -c synchronous_commit=on -c fsync=on \
     -c max_connections=100 -c shared_buffers=512MB -c max_wal_size=4GB" >/dev/null
mkdir "$work/data"
cd "$here/../.."
./encore bench EngineBench "jdbc:postgresql://127.0.0.1:$port/postgres?user=encore" "$work/data" "$@" | tee "$work/figures"

# Its backends have ended by now, so the server has their time; the figures above include the time of Encore.
rows=$("$bin/psql" -h 127.0.0.1 -p "$port" -U encore -At postgres -c 'SELECT count(*) FROM domainevententry')
ticks=$(awk '{print $14 + $15 + $16 + $17}' "/proc/$(head -n 1 "$work/pg/postmaster.pid")/stat")
echo "PostgreSQL's own CPU: $((ticks * 1000000 / $(getconf CLK_TCK) / rows)) µs for each of $rows awards"
if [ -z "$smallest" ]; then
    ratio=$(sed -n 's/^ratio of the medians: \([0-9.]*\).*/\1/p' "$work/figures")
    cpu() { sed -n "s/^$1 .* \([0-9]*\) µs .*/\1/p" "$work/figures" | sort -n | sed -n '1p'; }
    python3 "$here/performance.py" engine "Axon's JDBC engine" "$ratio times" \
        "least CPU of a round: $(cpu 'our log') against $(cpu 'stock JDBC engine') us"
fi
