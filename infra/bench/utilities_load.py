#!/usr/bin/env python3
"""Redirects, streams of records, tracker events, ad statistics, reports and QR codes under load: their rates and times.

    infra/bench/utilities_load.py [--records 1000000] [--kept 100000] [--events 5000000] [--ad-rows 1100000] [--fans 2000]
        [--seconds 20] [--runs 3] [--only redirects,records,events,ads,reports,qr] [--postgres]

Everything is filled by calls. Redirects, awards and a no-op WebFlux handler (infra/bench NoopGateway) take turns, recorded and
unrecorded redirects apart, and CPU is given for both sides; then awards run beside 1,000 clicks a second. Of the others each
question is asked 200 times by one client: the median and the 99th of a hundred parts are given. QR codes of 400 px are asked by
wrk, one of 5,000 px by one client. With --postgres a summary is compared with ts_stat of a PostgreSQL that psql reaches.
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from encore_bench import ROOT, Client, Server, all_at_once, parsed, shortened, until, wrk_command

arguments = argparse.ArgumentParser()
arguments.add_argument("--records", type=int, default=1_000_000)
arguments.add_argument("--kept", type=int, default=100_000)
arguments.add_argument("--events", type=int, default=5_000_000)
arguments.add_argument("--ad-rows", type=int, default=1_100_000)
arguments.add_argument("--fans", type=int, default=2_000)
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--slice", type=int, default=4)
arguments.add_argument("--connections", type=int, default=64)
arguments.add_argument("--runs", type=int, default=3)
arguments.add_argument("--only", default="redirects,records,events,ads,reports,qr")
arguments.add_argument("--postgres", action="store_true")
options = parsed(arguments, records=2_000, kept=500, events=2_000, ad_rows=2_000, fans=20, seconds=1, slice=1, connections=8,
                 runs=1)
wanted = options.only.split(",")

JSON, CLIENTS, ASKED, DOMAIN = {"Content-Type": "application/json"}, 4, 200, "127.0.0.1"
YEAR = [time.strftime("%Y-%m-%d", time.gmtime(1767225600 + 86400 * day)) for day in range(365)]
WORDS = [f"word{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(5_000)]
SETTINGS = {"ENCORE_RATE_LIMIT": "1000000000", "ENCORE_CROWDED_NETWORKS": "127.0.0.0/8"}
data = tempfile.mkdtemp(prefix="encore-utilities-")
server = Server(os.path.join(data, "own"), settings=SETTINGS)
os.makedirs(server.data)
server.start(ready_within=600)
api = server.demo(timeout=300)


def fill(name, count, rows_of, path, wrap=None):
    """Sends rows by bulk calls of 500, by several clients."""
    began, numbers, lock = time.monotonic(), iter(range(0, count, 500)), threading.Lock()

    def client(_):
        mine = server.demo(timeout=300)
        while True:
            with lock:
                first = next(numbers, None)
            if first is None:
                return
            rows = [rows_of(n) for n in range(first, min(count, first + 500))]
            while True:
                status, _, body = mine.call("POST", path, json.dumps({wrap: rows} if wrap else rows), JSON)
                if status == 200:
                    break
                if status != 503:
                    raise SystemExit(f"{path} was answered with {status}: {body}")
                time.sleep(0.05)

    all_at_once(CLIENTS, client)
    took = time.monotonic() - began
    until("the projections have read all", lambda: all(
        row["lag"] == 0 for row in api.must("GET", "/api/v1/manage/projections")), 3_600)
    print(f"{count:,} {name} filled in {took:.0f} s ({count / took:,.0f}/s), resident {server.resident_mb():.0f} MB", flush=True)


def ask(name, path, **query):
    """Asks one question many times, after some that are not counted."""
    times, size = [], 0
    spent = server.cpu_seconds()
    for turn in range(ASKED + 20):
        began = time.perf_counter()
        status, _, body = api.get(path, **query)
        if status != 200:
            raise SystemExit(f"{path} was answered with {status}: {body}")
        if turn >= 20:
            times.append((time.perf_counter() - began) * 1000)
        else:
            spent = server.cpu_seconds()
        size = len(body) if isinstance(body, bytes) else len(json.dumps(body))
    spent = (server.cpu_seconds() - spent) / ASKED * 1000
    times.sort()
    print(f"{name}: median {statistics.median(times):.1f} ms, p99 {times[int(len(times) * 0.99)]:.1f} ms, CPU {spent:.1f} ms, "
          f"{size:,} bytes", flush=True)
    return statistics.median(times)


class Load:
    """One kind of request to one server, sent by wrk in slices."""

    def __init__(self, name, target, script, environment, path=""):
        self.name, self.target, self.script, self.environment, self.path = name, target, script, environment, path
        self.done = self.bad = self.seconds = self.cpu = self.client = 0

    def run(self, seconds):
        before, own = self.target.cpu_seconds(), resource.getrusage(resource.RUSAGE_CHILDREN)
        command = wrk_command(f"http://127.0.0.1:{self.target.port}{self.path}", self.script, "-t2", f"-c{options.connections}",
                              f"-d{seconds}s")
        text = subprocess.run(command, env=dict(os.environ, **self.environment), capture_output=True, text=True, check=True).stdout
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu += self.target.cpu_seconds() - before
        self.client += spent.ru_utime + spent.ru_stime - own.ru_utime - own.ru_stime
        self.seconds += seconds
        self.done += seconds * float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
        bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        self.bad += int(bad.group(1)) if bad else 0
        return self

    @property
    def rate(self):
        return self.done / max(1, self.seconds)

    def tell(self):
        print(f"{self.name}: {self.rate:,.0f}/s, not 2xx or 3xx: {self.bad}; CPU: server {self.cpu / max(1, self.done) * 1e6:.0f} us "
              f"each, {self.cpu / self.seconds:.2f} cores, wrk {self.client / self.seconds:.2f} cores", flush=True)


def noop():
    peer = Server("", port=18090)
    peer.process = subprocess.Popen([os.path.join(ROOT, "encore"), "bench", "NoopGateway", "18090"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    for _ in range(600):
        try:
            if Client(18090, {}, timeout=2).get("/")[0] == 200:
                return peer
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the no-op handler did not start")


def tracker(key):
    return api.must("POST", "/api/v1/trackers", virtual_domain=DOMAIN, target_url="https://shop.example/a", tracker_name=key,
                    tracker_group_name="load", tracker_key=key)


def redirects():
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="load")["point_uid"]
    fans = [str(api.must("POST", "/api/v1/crm/fans", email=f"load-{i}@load.example")["fan_id"]) for i in range(options.fans)]
    award = {"KEY": api.headers["Api-Key"], "SECRET": api.headers["Api-Secret"], "POINT_UID": point_uid, "FANS": ",".join(fans),
             "AWARD_KEYS": "off"}
    peer = noop()
    try:
        kinds = (("no-op handler", peer, None, {}), ("durable awards", server, "award.lua", award),
                 ("recorded redirects", server, "tracker.lua", {"TRACKER_KEY": "load", "BOT": "off"}),
                 ("unrecorded redirects", server, "tracker.lua", {"TRACKER_KEY": "load", "BOT": "on"}))
        for kind in kinds:
            Load(*kind).run(shortened(max(4, options.seconds)))
        for run in range(1, options.runs + 1):
            loads = [Load(*kind) for kind in kinds]
            for _ in range(-(-options.seconds // options.slice)):
                for load in loads:
                    load.run(options.slice)
            for load in loads:
                load.tell()
            bare, awards, recorded, unrecorded = loads
            print(f"run {run}: recorded redirects {recorded.rate / awards.rate:.2f} of the awards, unrecorded ones "
                  f"{unrecorded.rate / bare.rate:.2f} of the no-op handler", flush=True)
            alone, beside = Load("awards alone", server, "award.lua", award), Load("awards beside clicks", server, "award.lua", award)
            alone.run(options.seconds)
            over = threading.Event()
            clicking = threading.Thread(target=all_at_once, args=(16, lambda i: click(i, over)))
            clicking.start()
            beside.run(options.seconds)
            over.set()
            clicking.join()
            alone.tell()
            beside.tell()
            print(f"run {run}: awards beside 1,000 clicks a second {beside.rate / alone.rate:.2f} of those alone", flush=True)
    finally:
        peer.kill()


def click(i, over):
    """One of 16 clients that make 1,000 clicks a second together."""
    mine, n, began = Client(server.port, {}), 0, time.monotonic()
    while not over.is_set():
        n += 1
        mine.call("GET", "/t/load", extra={"User-Agent": f"Mozilla/5.0 {began} {i} {n}", "Host": DOMAIN})
        time.sleep(max(0, began + n * 16 / 1000 - time.monotonic()))


def caption(n):
    return " ".join(WORDS[(n * 7919 + i * i * 31) % len(WORDS)] for i in range(12)) + f" #tag{n % 50}"


def records():
    wall = "/api/v1/streams/load"
    api.must("POST", "/api/v1/manage/streams", stream_key="load", trust_level=2, record_limit=min(100_000, options.kept))
    fill("records", options.records, lambda n: dict(
        network="photos", record_key=f"k{n}", caption=caption(n), author_id=f"a{n % 5000}", follows=n % 1000,
        image_url=f"https://photos.example/{n}.jpg", labels=[f"label {n % 20}"]), "/api/v1/manage/streams/load/records", "records")
    page = api.must("GET", wall + "/records")["data"]
    ask("page of 100 records", wall + "/records")
    ask("page of 100 records with a word", wall + "/records", q=WORDS[7])
    ask("page of 100 records, oldest first", wall + "/records", min_time_key=page[-1]["time_key"])
    ours = ask("summary with words, hashtags and labels", wall, data="words,hashtags,labels")
    if options.postgres:
        subprocess.run(["psql", "-q", "-c", "DROP TABLE IF EXISTS load_records", "-c",
                        "CREATE TABLE load_records (words tsvector)"], check=True)
        feed = "\n".join(caption(n) for n in range(options.records - min(options.kept, options.records), options.records))
        subprocess.run(["psql", "-q", "-c", "CREATE TEMP TABLE t (c text)", "-c", "\\copy t from pstdin", "-c",
                        "INSERT INTO load_records SELECT to_tsvector('english', c) FROM t"], input=feed, text=True, check=True)
        out = subprocess.run(
            ["psql", "-c", "\\timing on", *(["-c", "SELECT * FROM ts_stat('SELECT words FROM load_records') "
                                             "ORDER BY ndoc DESC LIMIT 100"] * 5)],
            capture_output=True, text=True, check=True).stdout
        theirs = min(float(each) for each in re.findall(r"Time: ([\d.]+) ms", out))
        print(f"ts_stat of PostgreSQL: {theirs:.0f} ms, {theirs / ours:.1f} times ours", flush=True)


def events():
    began = int(time.time()) - 5
    fill("tracker events", options.events, lambda n: dict(
        purchase_event_name=f"Gala {n % 100}", tracker_key="load", purchase_amount=n % 90 + 1, order_key=f"o{n}",
        host_name="shop.example"), "/api/v1/manage/tracker_events")
    window = dict(start_timestamp=began, end_timestamp=int(time.time()) + 60)
    ask("1,000 tracker events", "/api/v1/trackers/events", **window)
    cursor = api.must("GET", "/api/v1/trackers/events", **window)["meta"]["cursor"]
    ask("1,000 tracker events after a cursor", "/api/v1/trackers/events", cursor=cursor, **window)
    ask("1,000 tracker events of one name", "/api/v1/trackers/events", purchase_event_name="Gala 7", **window)


def ads():
    fill("ad rows", options.ad_rows, lambda n: dict(
        network=("adnet", "social", "video")[n // 365 % 3], ad_account_key=f"act_{n // 365 % 7}", campaign_key=f"c{n // 365}",
        campaign_name=f"Tour {n // 365}", stat_date=YEAR[n % 365], spend=n % 1000 / 100, impressions=n % 10_000, clicks=n % 100,
        conversion_amount=n % 50, conversion_count=n % 5), "/api/v1/manage/ad_stats")
    year = dict(start_date=YEAR[0], end_date=YEAR[-1])
    ask("ad statistics of a year", "/api/v1/account_ad_stats", **year)
    ask("ad statistics of a year by campaign", "/api/v1/account_ad_stats_by_campaign", **year)


def reports():
    """Reports over what the other parts filled, each of the last year."""
    kinds = {"crm": {}, "artist_charts": {}, "sms": {}, "ticket_sales": {}, "ticket_geo": {},
             "tracker": {"group": "load"}}
    if "records" in wanted:
        kinds["stream"] = {"stream_key": "load"}
    if "ads" in wanted:
        kinds["fb_adaccount"] = {"network": "adnet", "ad_account_key": "act_0"}
    for kind, subject in kinds.items():
        uid = api.must("POST", "/api/v1/manage/reports", report_name=kind, report_type=kind, last_days=366, **subject)["report_uid"]
        ask(f"report {kind} of a year", "/api/v1/reports/" + uid)


def qr():
    keys = {"Api-Key": api.headers["Api-Key"], "Api-Secret": api.headers["Api-Secret"]}
    script = os.path.join(data, "qr.lua")
    with open(script, "w") as file:
        file.write("local n = 0\nfunction request()\n  n = n + 1\n  return wrk.format('GET', '/api/v1/qrcode?size=400&code=https%3A"
                   "%2F%2Ffans.example%2Ft%2F' .. n, { " + ", ".join(f'["{name}"] = "{value}"' for name, value in keys.items())
                   + " })\nend\n")
    Load("warm-up", server, script, {}).run(shortened(max(4, options.seconds)))
    for _ in range(options.runs):
        Load("QR codes of 400 px", server, script, {}).run(options.seconds).tell()
    ask("QR code of 5,000 px", "/api/v1/qrcode", size=5000, code="https://fans.example/t/5000")


api.must("POST", "/api/v1/manage/tracker_domains", virtual_domain=DOMAIN)
tracker("load")
for part in (redirects, records, events, ads, reports, qr):
    if part.__name__ in wanted:
        print(f"== {part.__name__}", flush=True)
        part()
server.stop()
shutil.rmtree(data)
