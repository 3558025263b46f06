#!/usr/bin/env python3
"""Feeds, numbers, leaderboards and searches over a million entries of 200,000 fans, and their cost.

    infra/bench/world.py [--data DIR] [--entries 1000000] [--fans 200000] [--calls 40] [PART...]

PART: reads, stats (compared with PostgreSQL), rebuilds, memory; all by default. A given directory keeps the log for a next
run. Times are medians over HTTP after a warm-up, of a whole answer unless stated otherwise. PostgreSQL is installed from the
distribution when it is missing; it has the same rows, indexed and analysed, and answers at a socket.
"""

import argparse
import csv
import http.client
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.parse

from encore_bench import ROOT, SMALLEST, Server, parsed, shortened
from postgres import Postgres

PARTS = ("reads", "stats", "rebuilds", "memory")
FIRST, SECOND = 1 << 41, (1 << 41) + 1
ENCORE = os.path.join(ROOT, "encore")
PROJECTIONS = "/api/v1/manage/projections"
OF_THE_WORLD = ("activities", "activity_tallies", "best_entries", "campaign_entries", "campaign_fan_points",
                "campaign_points", "campaigns", "idol_events", "idols", "last_activities", "venues")

arguments = argparse.ArgumentParser()
arguments.add_argument("--data")
arguments.add_argument("--entries", type=int, default=1_000_000)
arguments.add_argument("--fans", type=int, default=200_000)
arguments.add_argument("--idol-events", type=int, default=50_000)
arguments.add_argument("--calls", type=int, default=40)
arguments.add_argument("--warm-up", type=int, default=100)
arguments.add_argument("parts", nargs="*")
options = parsed(arguments, entries=2_000, fans=200, idol_events=100, calls=3, warm_up=3)
parts = options.parts or PARTS


def made(directory, entries, idol_events):
    """Makes a data directory with a log of such a world."""
    if not os.path.exists(os.path.join(directory, "fans.csv")):
        os.makedirs(directory, exist_ok=True)
        once = Server(directory)
        once.start()
        once.stop()
        subprocess.run([ENCORE, "bench", "WorldLog", directory, str(entries), str(options.fans), str(idol_events)],
                       check=True)
    # The days of the log are days to come.
    return Server(directory, settings={"ENCORE_RATE_LIMIT": "1000000000", "ENCORE_CLOCK_AHEAD": "accept"})


class Timed:
    """Times calls of one path on one connection: until the first byte of the body, and until the last."""

    def __init__(self, server):
        self.server, self.headers = server, server.demo().headers
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)

    def once(self, path):
        began = time.perf_counter()
        self.connection.request("GET", path, headers=self.headers)
        answer = self.connection.getresponse()
        body = answer.read(1)
        first = time.perf_counter() - began
        body += answer.read()
        whole = time.perf_counter() - began
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body[:300]}")
        return first * 1e3, whole * 1e3, body

    def report(self, what, path, wanted=None, calls=options.calls, warm_up=options.warm_up, **query):
        path += "?" + urllib.parse.urlencode(query) if query else ""
        end = time.monotonic() + 20
        for i in range(warm_up):
            if time.monotonic() > end:
                break
            self.once(path)
        cpu = self.server.cpu_seconds()
        seen = [self.once(path) for _ in range(calls)]
        cpu = (self.server.cpu_seconds() - cpu) / calls * 1e3
        first, whole = (statistics.median(one[i] for one in seen) for i in (0, 1))
        slow = sorted(one[1] for one in seen)[int(0.95 * calls)]
        body = seen[-1][2]
        print(f"{what}: {whole:.1f} ms (95 of 100 within {slow:.1f}, first byte {first:.1f}), "
              f"server CPU {cpu:.1f} ms, {len(body):,} bytes{f'; wanted {wanted}' if wanted else ''}", flush=True)
        return whole, body


def rows(body):
    answer = json.loads(body)
    return answer if isinstance(answer, list) else answer["data"]


def reads(server):
    timed = Timed(server)
    feed = "/api/v1/crm/activities"
    _, body = timed.report("feed, the last 500", feed, "25 ms", limit=500)
    last = rows(body)[0]["activity_id"]
    middle = last // 2
    timed.report("feed, 500 behind an id", feed, "25 ms", limit=500, min_activity_id=middle)
    timed.report("feed, 500 of the smaller campaign", feed, "25 ms", limit=500, page_tab_id=SECOND)
    timed.report("feed, 500 with details", feed, "80 ms", limit=500, min_activity_id=middle, include_details="true")
    for limit in (10, 1_000):
        timed.report(f"leaderboard of {limit}", f"{feed}/{FIRST}/leaderboard", "5 ms" if limit == 10 else None, limit=limit)
    idols(timed)
    simple(server, timed)


def idols(timed):
    events = "/api/v1/idols/events"
    today = time.strftime("%Y-%m-%d", time.gmtime())
    month = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 30 * 86_400))
    for q in ("tigers 1", "tigers", "golden", "arena", "the"):
        _, body = timed.report(f"q={q}, 30 days", events, "30 ms", q=q, start_date=today, end_date=month)
        print(f"  {len(rows(body)):,} idol events", flush=True)
    for q in ("tigers 17", "tigers", "arena", "the"):
        _, body = timed.report(f"q={q}, all days", events, "30 ms to the first byte", q=q, calls=30, warm_up=20)
        print(f"  {len(rows(body)):,} idol events", flush=True)


def heap_mb(server):
    """Returns the live heap after a full collection."""
    jcmd = os.path.join(os.path.dirname(os.readlink(f"/proc/{server.process.pid}/exe")), "jcmd")
    subprocess.run([jcmd, str(server.process.pid), "GC.run"], check=True, capture_output=True)
    text = subprocess.run([jcmd, str(server.process.pid), "GC.class_histogram"], check=True, capture_output=True,
                          text=True).stdout
    return int(text.strip().splitlines()[-1].split()[2]) / 1e6


def simple(server, timed):
    """Reads all rows of the larger campaign and measures it; a slow heap walk shows whether memory stays flat."""
    path = f"/api/v1/apps/{FIRST}/simple_activities"
    before, cpu = heap_mb(server), server.cpu_seconds()
    rates, most = [], 0
    for _ in range(3):
        began, count, size = time.perf_counter(), 0, 0
        timed.connection.request("GET", path, headers=timed.headers)
        answer = timed.connection.getresponse()
        while chunk := answer.read(1 << 20):
            count += chunk.count(b'"activity_id"')
            size += len(chunk)
        rates.append(count / (time.perf_counter() - began))
    began = time.perf_counter()
    timed.connection.request("GET", path, headers=timed.headers)
    answer = timed.connection.getresponse()
    while answer.read(8 << 20):
        if most == 0 or time.perf_counter() - began > 3:
            most, began = max(most, heap_mb(server)), time.perf_counter()
    print(f"simple_activities: {statistics.median(rates):,.0f} rows/s of {count:,}, {size / 1e6:.0f} MB, "
          f"server CPU {(server.cpu_seconds() - cpu) / 4:.1f} s a pass; alive in the heap {before:.0f} MB before, "
          f"at most {most:.0f} MB on the way; wanted 50,000 rows/s", flush=True)


NUMBERS = """
SELECT json_build_object('entries', (SELECT count(*) FROM entries e WHERE e.page_tab_id = {campaign}
            AND e.at >= '{first}' AND e.at < '{behind}'),
        'fans', sum(fans), 'either', sum(either), 'phone', sum(phone), 'email', sum(email), 'places', count(*))
FROM (SELECT country_code, province, count(*) fans, count(*) FILTER (WHERE by_email OR by_phone) either,
             count(*) FILTER (WHERE by_phone) phone, count(*) FILTER (WHERE by_email) email
      FROM fans WHERE fan_id IN (SELECT DISTINCT fan_id FROM entries e WHERE e.page_tab_id = {campaign}
                                 AND e.at >= '{first}' AND e.at < '{behind}')
      GROUP BY country_code, province) places;
"""


def filled(server):
    """Fills PostgreSQL with the fans and entries of the server."""
    peer = Postgres()
    peer.ask("CREATE TABLE fans (fan_id bigint PRIMARY KEY, country_code text, province text, by_email bool, by_phone bool);"
             "CREATE TABLE entries (page_tab_id bigint, fan_id bigint, at timestamptz, activity_id bigint PRIMARY KEY);")
    text = os.path.join(peer.directory, "entries.csv")
    with open(text, "w", newline="") as out:
        writer = csv.writer(out)
        for campaign in (FIRST, SECOND):
            timed = Timed(server)
            for one in json.loads(timed.once(f"/api/v1/apps/{campaign}/simple_activities")[2]):
                writer.writerow((campaign, one["fan_id"], one["creation_timestamp_iso"], one["activity_id"]))
    shutil.copy(os.path.join(server.data, "fans.csv"), peer.directory)
    for name in ("fans.csv", "entries.csv"):
        os.chmod(os.path.join(peer.directory, name), 0o644)
    peer.ask(f"COPY fans FROM '{peer.directory}/fans.csv' CSV; COPY entries FROM '{peer.directory}/entries.csv' CSV;"
             "CREATE INDEX ON entries (page_tab_id, at) INCLUDE (fan_id);")
    peer.ask("VACUUM ANALYZE;")
    return peer


def stats(server):
    peer = filled(server)
    try:
        timed = Timed(server)
        first = time.time() + 30 * 86_400
        days = [time.strftime("%Y-%m-%d", time.gmtime(first + 86_400 * day)) for day in (0, 29, 30)]
        took, body = timed.report("/stats over 30 days", f"/api/v1/apps/{FIRST}/stats", "100 ms", start_date=days[0],
                                  end_date=days[1])
        timed.report("/stats over all days", f"/api/v1/apps/{FIRST}/stats")
        query = NUMBERS.format(campaign=FIRST, first=days[0] + "T00:00:00Z", behind=days[2] + "T00:00:00Z")
        said = peer.ask("PREPARE numbers AS " + query + "EXECUTE numbers;" * 10 + "\\timing on\n"
                        + "EXECUTE numbers;\n" * options.calls).splitlines()
        theirs = statistics.median(float(line.split()[1]) for line in said if line.startswith("Time:"))
        their = json.loads(next(line for line in said if line.startswith("{")))
        ours = json.loads(body)
        told = {"entries": ours["total_entries"], "fans": ours["fan_count"], "either": ours["subscribers"],
                "phone": ours["phone_subscribers"], "email": ours["email_subscribers"], "places": len(ours["geo_stats"])}
        print(f"PostgreSQL over the same 30 days: {theirs:.1f} ms, {theirs / took:.1f} times as long; wanted 10 times; "
              f"{'the same numbers' if told == their else f'DIFFERENT: {told} and {their}'}", flush=True)
        print(f"  {told}")
    finally:
        peer.stop()


def rebuilds(server):
    api = server.demo()
    known = {one["name"] for one in api.must("GET", PROJECTIONS)}
    for name in [name for name in OF_THE_WORLD if name in known]:
        cpu, began = server.cpu_seconds(), time.monotonic()
        version = server.operator().must("POST", f"{PROJECTIONS}/{name}/rebuild")["version"]
        one = None
        while one is None or one["lag"] > 0:
            time.sleep(0.05)
            one = next(one for one in api.must("GET", PROJECTIONS) if one["name"] == name and one["version"] == version)
        took = time.monotonic() - began
        print(f"{name}: {one['position']:,} events in {took:.1f} s, {one['documents']:,} documents, "
              f"{one['bytes'] / 1e6:,.0f} MB, server CPU {server.cpu_seconds() - cpu:.1f} s; wanted 15 s", flush=True)


def settled(server):
    """Starts, reads, idles for a while, and returns the resident memory and the live heap."""
    took = server.start(ready_within=1800)
    timed = Timed(server)
    for _ in range(30):
        timed.once("/api/v1/crm/activities?limit=100")
        timed.once("/api/v1/idols/events?q=tigers")
    time.sleep(shortened(10))
    alive = heap_mb(server)
    time.sleep(2)
    resident = server.resident_mb()
    server.stop()
    return took, resident, alive


def memory(server):
    starts = 1 if SMALLEST else 3
    with tempfile.TemporaryDirectory(prefix="encore-without-") as without:
        least = made(without, 0, 0)
        least.start(ready_within=1800)
        least.stop()
        before = [settled(least) for _ in range(starts)]
    after = [settled(server) for _ in range(starts)]
    for what, seen in (("without", before), ("with", after)):
        took, resident, alive = (statistics.median(one[i] for one in seen) for i in range(3))
        print(f"{what}: ready in {took:.1f} s, {resident:.0f} MB resident, of which {alive:.0f} MB alive in the heap")
    more = [statistics.median(one[i] for one in after) - statistics.median(one[i] for one in before) for i in (1, 2)]
    print(f"more with entries and idol events: {more[0]:.0f} MB resident, {more[1]:.0f} MB alive; wanted at most 150 MB")


data = options.data or tempfile.mkdtemp(prefix="encore-world-")
server = made(data, options.entries, options.idol_events)
took = server.start(ready_within=1800)
print(f"started and caught up after {took:.1f} s, {server.resident_mb():.0f} MB resident", flush=True)
try:
    for part in [part for part in parts if part != "memory"]:
        {"reads": reads, "stats": stats, "rebuilds": rebuilds}[part](server)
finally:
    server.stop()
if "memory" in parts:
    memory(server)
if not options.data:
    shutil.rmtree(data)
