#!/usr/bin/env python3
"""Searches of 5 to 8 criteria over a million fans, over HTTP, compared with PostgreSQL with the same rows.

    infra/bench/fan_search.py [--data DIR] [--fans 1000000] [--activities 10] [--tickets 2] [--searches 40] [--rounds 25] [--changes 0]
                              [--warm-up 60]

A given directory keeps the log for a next run. Each search reads a first page of 100; both must answer the same fans. Both
run each search once before it is timed, and that first time of Encore is printed as well. Encore is timed directly after a
start, and again after searches have run for the warm-up, since PostgreSQL is warm at once. Searches that were not run before
are printed separately, since Encore caches the matches of a criterion. PostgreSQL is installed from the distribution when it
is missing, has an index for each criterion, is analysed and warm, and answers at a socket. With --changes, this many fans a
second get a new rating during the searches. PostgreSQL does not get these changes, in a later run either: use a copy of the
directory. wrk makes them and prints their number. They run for a minute before searches are timed, since until then the
compiler uses half of the cores.
"""

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

from encore_bench import ROOT, Server, parsed, wrk_command
from fan_searches import FanSearches
from postgres import Postgres

ENCORE = os.path.join(ROOT, "encore")
PAGE = 100

arguments = argparse.ArgumentParser()
arguments.add_argument("--data")
arguments.add_argument("--fans", type=int, default=1_000_000)
arguments.add_argument("--activities", type=int, default=10)
arguments.add_argument("--tickets", type=int, default=2)
arguments.add_argument("--searches", type=int, default=40)
arguments.add_argument("--rounds", type=int, default=25)
arguments.add_argument("--changes", type=int, default=0)
arguments.add_argument("--warm-up", type=int, default=60)
options = parsed(arguments, fans=2_000, activities=2, searches=6, rounds=2, warm_up=2)
chance = random.Random(4)


def made(directory):
    if not os.path.exists(os.path.join(directory, "tickets.csv")):
        os.makedirs(directory, exist_ok=True)
        once = Server(directory)
        once.start()
        once.stop()
        subprocess.run([ENCORE, "bench", "FansLog", directory, str(options.fans), str(options.activities), str(options.tickets)],
                       check=True)
    # The days of the log are days to come.
    return Server(directory, settings={"ENCORE_RATE_LIMIT": "1000000000", "ENCORE_CLOCK_AHEAD": "accept"})


def filled(directory):
    peer = Postgres()
    peer.ask("CREATE TABLE fans (fan_id bigint PRIMARY KEY, phone text, gender text, birth_date date, latitude float8,"
             " longitude float8, country_code text, province text, city text, postal_code text, fan_source text,"
             " is_subscribed bool, is_phone_subscribed bool, is_optout bool, rating int, metro_area text);"
             "CREATE TABLE networks (fan_id bigint, network text); CREATE TABLE tags (fan_id bigint, tag text); CREATE TABLE active (fan_id bigint, day date);"
             "CREATE TABLE tickets (fan_id bigint, event_name text, event_date date, venue_name text, venue_province text,"
             " artist_name text, price_code text, bought date, paid numeric, seats int);")
    for name in ("fans", "networks", "tags", "active", "tickets"):
        shutil.copy(os.path.join(directory, name + ".csv"), peer.directory)
        os.chmod(os.path.join(peer.directory, name + ".csv"), 0o644)
        peer.ask(f"COPY {name} FROM '{peer.directory}/{name}.csv' CSV;")
    for column in ("phone", "gender", "birth_date", "latitude", "longitude", "country_code", "province", "city", "postal_code",
                   "fan_source", "is_subscribed", "is_phone_subscribed", "is_optout", "rating", "metro_area"):
        peer.ask(f"CREATE INDEX ON fans ({column});")
    peer.ask("CREATE INDEX ON networks (network, fan_id); CREATE INDEX ON networks (fan_id, network);"
             "CREATE INDEX ON tags (tag, fan_id); CREATE INDEX ON tags (fan_id, tag);"
             "CREATE INDEX ON active (day, fan_id); CREATE INDEX ON active (fan_id, day);")
    for column in ("event_name", "event_date", "venue_name", "venue_province", "artist_name", "price_code", "bought"):
        peer.ask(f"CREATE INDEX ON tickets ({column}, fan_id);")
    peer.ask("CREATE INDEX ON tickets (fan_id);")
    peer.ask("VACUUM ANALYZE;")
    return peer


def changes(server):
    """Changes fans at about the given rate until it is ended."""
    keys = server.demo().headers
    environment = dict(os.environ, KEY=keys["Api-Key"], SECRET=keys["Api-Secret"], FANS=str(options.fans), RATE=str(options.changes))
    return subprocess.Popen(wrk_command(f"http://127.0.0.1:{server.port}", "rating.lua", "-t1", "-c32", "-d1h"),
                            env=environment, stdout=subprocess.PIPE, text=True)


def ended(changing):
    changing.send_signal(signal.SIGINT)
    said = changing.communicate()[0]
    return ", ".join(line.strip() for line in said.splitlines() if "Requests/sec" in line or "Non-2xx" in line)


def asked(server, searches):
    """Returns the time of each search, and the fans on its page."""
    headers = server.demo().headers
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    times, pages = [], []
    for path, _ in searches:
        start = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body[:300]}")
        times.append((time.perf_counter() - start) * 1e3)
        pages.append([row["fan_id"] for row in json.loads(body)["data"]])
    return times, pages


def ours(server, searches):
    anew, pages = asked(server, searches)
    times = [took for _ in range(options.rounds) for took in asked(server, searches)[0]]
    # After a start, and before the matches of a search are cached.
    print(f"  each for the first time: {percentiles(anew)}, at most {max(anew):.1f} ms", flush=True)
    return times, pages


def warmed(server, searches):
    """Searches until the compiler is done, and then runs searches that were not run before."""
    end = time.monotonic() + options.warm_up
    while time.monotonic() < end:
        asked(server, searches)
    others, _ = asked(server, [source.path(PAGE) for _ in range(5 * options.searches)])
    print(f"Encore, {len(others)} other searches, each for the first time: {percentiles(others)}", flush=True)


def percentiles(times):
    ordered = sorted(times)
    return f"p50 {statistics.median(ordered):.1f} ms, p99 {ordered[int(0.99 * len(ordered))]:.1f} ms"


def theirs(peer, searches):
    times, pages = [], []
    for _, sql in searches:
        said = peer.ask(f"{sql};\n" + "\\timing on\n" + f"{sql};\n" * options.rounds).splitlines()
        times += [float(line.split()[1]) for line in said if line.startswith("Time:")]
        rows = [int(line.split("|")[0]) for line in said if not line.startswith(("Time:", "Timing"))]
        pages.append(rows[:len(rows) // (options.rounds + 1)])
    return times, pages


def told(name, side, ask, searches):
    """Prints the times of a round of all searches, and their CPU time, which a busy machine hardly changes."""
    used = side.cpu_seconds()
    times, pages = ask(side, searches)
    used = (side.cpu_seconds() - used) * 1e3 / (len(searches) * (options.rounds + 1))
    print(f"{name}: {percentiles(times)}, {used:.1f} ms of processor time each, {len(times)} searches", flush=True)
    return statistics.median(times), pages


data = options.data or tempfile.mkdtemp(prefix="encore-fans-")
server = made(data)
took = server.start(ready_within=7200)
server.stop()
took = server.start(ready_within=7200)
print(f"ready in {took:.1f} s, {server.resident_mb():.0f} MB resident; wanted 15 s", flush=True)
source = FanSearches(data)
searches = [source.path(PAGE) for _ in range(options.searches)]
peer = filled(data)
try:
    their_time, their_pages = told("PostgreSQL", peer, theirs, searches)
    told("Encore behind a start", server, ours, searches)
    warmed(server, searches)
    our_time, our_pages = told("Encore", server, ours, searches)
    print(f"{their_time / our_time:.1f} times as long at the median; wanted 20 ms and 60 ms, 5 times; "
          + ("the same fans" if our_pages == their_pages else "DIFFERENT FANS in "
             + str([path for (path, _), a, b in zip(searches, our_pages, their_pages) if a != b][:3])))
    print(f"  {sum(map(len, our_pages)):,} rows on {len(our_pages)} first pages")
    if options.changes:
        changing = changes(server)
        time.sleep(options.warm_up)
        print(f"  changes alone: {ended(changing)}", flush=True)
        changing = changes(server)
        told(f"Encore beside {options.changes} changes/s", server, ours, searches)
        print("  " + ended(changing))
finally:
    peer.stop()
    server.stop()
subprocess.run([ENCORE, "bench", "FanIndexBench", data, str(options.fans)], check=True)
if not options.data:
    shutil.rmtree(data)
