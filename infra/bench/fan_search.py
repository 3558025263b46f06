#!/usr/bin/env python3
"""Searches of 5 to 8 criteria over a million fans, over HTTP, beside PostgreSQL with the same rows.

    infra/bench/fan_search.py [--data DIR] [--fans 1000000] [--activities 10] [--tickets 2] [--searches 40] [--rounds 5] [--changes 0]

A directory that is named keeps the log for a next run. Each search is a first page of 100; the answer of both must be the
same fans. PostgreSQL is installed from the distribution when it is missing, has an index for each criterion, is analysed
and warm, and answers at a socket. With --changes so many fans a second are changed meanwhile.
"""

import argparse
import http.client
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

from encore_bench import ROOT, Server
from postgres import Postgres

ENCORE = os.path.join(ROOT, "encore")
PAGE = 100

arguments = argparse.ArgumentParser()
arguments.add_argument("--data")
arguments.add_argument("--fans", type=int, default=1_000_000)
arguments.add_argument("--activities", type=int, default=10)
arguments.add_argument("--tickets", type=int, default=2)
arguments.add_argument("--searches", type=int, default=40)
arguments.add_argument("--rounds", type=int, default=5)
arguments.add_argument("--changes", type=int, default=0)
options = arguments.parse_args()
chance = random.Random(4)


def made(directory):
    if not os.path.exists(os.path.join(directory, "tickets.csv")):
        os.makedirs(directory, exist_ok=True)
        once = Server(directory)
        once.start()
        once.stop()
        subprocess.run([ENCORE, "bench", "FansLog", directory, str(options.fans), str(options.activities), str(options.tickets)],
                       check=True)
    return Server(directory, settings={"ENCORE_RATE_LIMIT": "1000000000"})


def filled(directory):
    peer = Postgres()
    peer.ask("CREATE TABLE fans (fan_id bigint PRIMARY KEY, phone text, gender text, birth_date date, latitude float8,"
             " longitude float8, country_code text, province text, city text, postal_code text, fan_source text,"
             " is_subscribed bool, is_phone_subscribed bool, is_optout bool, rating int, metro_area text);"
             "CREATE TABLE networks (fan_id bigint, network text); CREATE TABLE active (fan_id bigint, day date);"
             "CREATE TABLE tickets (fan_id bigint, event_name text, event_date date, venue_name text, venue_province text,"
             " artist_name text, price_code text, bought date, paid numeric, seats int);")
    for name in ("fans", "networks", "active", "tickets"):
        shutil.copy(os.path.join(directory, name + ".csv"), peer.directory)
        os.chmod(os.path.join(peer.directory, name + ".csv"), 0o644)
        peer.ask(f"COPY {name} FROM '{peer.directory}/{name}.csv' CSV;")
    for column in ("phone", "gender", "birth_date", "latitude", "longitude", "country_code", "province", "city", "postal_code",
                   "fan_source", "is_subscribed", "is_phone_subscribed", "is_optout", "rating", "metro_area"):
        peer.ask(f"CREATE INDEX ON fans ({column});")
    peer.ask("CREATE INDEX ON networks (network, fan_id); CREATE INDEX ON networks (fan_id, network);"
             "CREATE INDEX ON active (day, fan_id); CREATE INDEX ON active (fan_id, day);")
    for column in ("event_name", "event_date", "venue_name", "venue_province", "artist_name", "price_code", "bought"):
        peer.ask(f"CREATE INDEX ON tickets ({column}, fan_id);")
    peer.ask("CREATE INDEX ON tickets (fan_id);")
    peer.ask("VACUUM ANALYZE;")
    return peer


def day(later):
    return time.strftime("%Y-%m-%d", time.gmtime(began + later * 86_400))


def some(prefix, most, count):
    return [f"{prefix}{number}" for number in chance.sample(range(most), count)]


def listed(values):
    return "(" + ",".join(f"'{value}'" for value in values) + ")"


def criteria():
    """One search, as parameters and as SQL."""
    flag = chance.choice(("is_subscribed", "is_phone_subscribed", "is_optout"))
    there = chance.choice(("phone", "gender", "birth_date", "province", "metro_area", "city", "postal_code", "latitude"))
    missing = chance.choice(("phone", "gender", "city"))
    provinces, metros, networks = some("P", 60, 12), some("Metro ", 100, 20), some("network", 8, 3)
    source, rating, gender = f"source{chance.randrange(20)}", chance.randrange(1, 6), chance.choice(("female", "male"))
    young, old = chance.randrange(15, 35), chance.randrange(36, 70)
    first = chance.randrange(0, 60)
    last = first + chance.randrange(1, 30)
    idle = chance.randrange(0, 80)
    latitude, longitude, kilometres = 30 + 15 * chance.random(), -110 + 30 * chance.random(), chance.randrange(200, 900)
    artist, venue, price = f"Artist {chance.randrange(200)}", f"Venue {chance.randrange(50)}", chance.randrange(20, 80)
    venues, bought = some("P", 20, 5), chance.randrange(10, 300)
    all_of_them = [
        ([("fan_only_filter", flag)], f"f.{flag}"),
        ([("fan_only_filter", there)], f"f.{there} IS NOT NULL"),
        ([("fan_not_only_filter", missing)], f"f.{missing} IS NULL"),
        ([("fan_provinces", one) for one in provinces], f"f.province IN {listed(provinces)}"),
        ([("fan_metro_areas", one) for one in metros], f"f.metro_area IN {listed(metros)}"),
        ([("fan_networks", one) for one in networks],
         f"EXISTS (SELECT FROM networks n WHERE n.fan_id = f.fan_id AND n.network IN {listed(networks)})"),
        ([("fan_source", source)], f"f.fan_source = '{source}'"),
        ([("fan_rating", rating)], f"f.rating = {rating}"),
        ([("fan_gender", gender)], f"f.gender = '{gender}'"),
        ([("fan_youngest_age", young), ("fan_oldest_age", old)],
         f"f.birth_date <= '{today}'::date - interval '{young} years'"
         f" AND f.birth_date > '{today}'::date - interval '{old + 1} years'"),
        ([("crm_start_active_date", day(first)), ("crm_end_active_date", day(last))],
         f"EXISTS (SELECT FROM active a WHERE a.fan_id = f.fan_id AND a.day BETWEEN '{day(first)}' AND '{day(last)}')"),
        ([("fan_radius_latitude", latitude), ("fan_radius_longitude", longitude), ("fan_radius_km", kilometres)],
         "2 * 6371.0088 * asin(least(1, sqrt(pow(sin(radians(f.latitude - %f) / 2), 2) + cos(radians(%f))"
         " * cos(radians(f.latitude)) * pow(sin(radians(f.longitude - %f) / 2), 2)))) <= %d"
         % (latitude, latitude, longitude, kilometres)
         + f" AND f.latitude BETWEEN {latitude - kilometres / 111.19} AND {latitude + kilometres / 111.19}"),
    ]
    all_of_them.append(chance.choice((
        ([("ticket_artist_name", artist), ("ticket_seat_price_min", price)],
         f"EXISTS (SELECT FROM tickets t WHERE t.fan_id = f.fan_id AND t.artist_name = '{artist}'"
         f" AND t.seats > 0 AND t.paid >= {price} * t.seats)"),
        ([("ticket_venue_name", venue), ("ticket_is_negative", "true")],
         f"NOT EXISTS (SELECT FROM tickets t WHERE t.fan_id = f.fan_id AND t.venue_name = '{venue}')"),
        ([("ticket_venue_provinces", one) for one in venues] + [("ticket_purchased_days", bought)],
         f"EXISTS (SELECT FROM tickets t WHERE t.fan_id = f.fan_id AND t.venue_province IN {listed(venues)}"
         f" AND t.bought BETWEEN '{today}'::date - {bought - 1} AND '{today}')"),
        ([("ticket_sales_count_min", 2), ("ticket_seat_count_max", 8)],
         "(SELECT count(*) >= 2 AND sum(t.seats) <= 8 FROM tickets t WHERE t.fan_id = f.fan_id)"))))
    wanted = chance.sample(all_of_them, chance.randrange(5, 9))
    path = "/api/v1/crm/fans?" + urllib.parse.urlencode([pair for pairs, _ in wanted for pair in pairs] + [("limit", PAGE)])
    return path, "SELECT f.* FROM fans f WHERE " + " AND ".join(sql for _, sql in wanted) + f" ORDER BY f.fan_id LIMIT {PAGE}"


def changes(server, over):
    """Changes fans at a steady rate until told to end."""
    def write(number):
        api = server.demo()
        turn = 0
        while not over.is_set():
            start = time.monotonic()
            api.must("POST", f"/api/v1/manage/fans/{(1 << 40) + chance.randrange(options.fans)}", rating=turn % 5 + 1)
            turn += 1
            time.sleep(max(0, 8 / options.changes - (time.monotonic() - start)))
    threads = [threading.Thread(target=write, args=(number,)) for number in range(8 if options.changes else 0)]
    for thread in threads:
        thread.start()
    return threads


def ours(server, searches):
    headers = server.demo().headers
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    times, pages = [], []
    for round_number in range(options.rounds + 1):
        for path, _ in searches:
            start = time.perf_counter()
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise SystemExit(f"{path}: {answer.status} {body[:300]}")
            if round_number:
                times.append((time.perf_counter() - start) * 1e3)
            else:
                pages.append([row["fan_id"] for row in json.loads(body)["data"]])
    return times, pages


def theirs(peer, searches):
    times, pages = [], []
    for _, sql in searches:
        said = peer.ask(f"{sql};\n" + "\\timing on\n" + f"{sql};\n" * options.rounds).splitlines()
        times += [float(line.split()[1]) for line in said if line.startswith("Time:")]
        rows = [int(line.split("|")[0]) for line in said if not line.startswith(("Time:", "Timing"))]
        pages.append(rows[:len(rows) // (options.rounds + 1)])
    return times, pages


def told(name, times):
    ordered = sorted(times)
    print(f"{name}: p50 {statistics.median(ordered):.1f} ms, p99 {ordered[int(0.99 * len(ordered))]:.1f} ms, "
          f"{len(ordered)} searches", flush=True)
    return statistics.median(ordered)


data = options.data or tempfile.mkdtemp(prefix="encore-fans-")
server = made(data)
with open(os.path.join(data, "active.csv")) as rows:
    began = time.mktime(time.strptime(rows.readline().strip().split(",")[1], "%Y-%m-%d")) - time.timezone
took = server.start(ready_within=7200)
server.stop()
took = server.start(ready_within=7200)
print(f"ready in {took:.1f} s, {server.resident_mb():.0f} MB resident; wanted 15 s", flush=True)
today = time.strftime("%Y-%m-%d", time.gmtime())
searches = [criteria() for _ in range(options.searches)]
peer = filled(data)
try:
    their_times, their_pages = theirs(peer, searches)
    our_times, our_pages = ours(server, searches)
    ratio = told("PostgreSQL", their_times) / told("Encore", our_times)
    print(f"{ratio:.1f} times as long at the median; wanted 20 ms and 60 ms, 5 times; "
          + ("the same fans" if our_pages == their_pages else "DIFFERENT FANS in "
             + str([path for (path, _), a, b in zip(searches, our_pages, their_pages) if a != b][:3])))
    print(f"  {sum(map(len, our_pages)):,} rows on {len(our_pages)} first pages")
    if options.changes:
        over = threading.Event()
        threads = changes(server, over)
        told(f"Encore beside {options.changes} changes/s", ours(server, searches)[0])
        over.set()
        for thread in threads:
            thread.join()
finally:
    peer.stop()
    server.stop()
subprocess.run([ENCORE, "bench", "FanIndexBench", data, str(options.fans)], check=True)
if not options.data:
    shutil.rmtree(data)
