#!/usr/bin/env python3
"""What lists of filters and segments cost over HTTP, on the fans of fan_search.py: medians of serial calls, and processor time.

    infra/bench/segments.py --data DIR [--filters 200] [--changes 10000] [--calls 20]

Wanted: all counts in 100 ms behind 10,000 changes; of 200,000 fans a page of 10,000 segment fans in 150 ms and status in 5 ms;
any page of tickets in 100 ms, ticket_stats in 50 ms. The changes are other ratings, of which fan_search.py's PostgreSQL does not
hear: it comes first.
"""

import argparse
import http.client
import json
import random
import statistics
import time
import urllib.parse

from encore_bench import Server, all_at_once
from fan_searches import FanSearches

arguments = argparse.ArgumentParser()
arguments.add_argument("--data", required=True)
arguments.add_argument("--filters", type=int, default=200)
arguments.add_argument("--changes", type=int, default=10_000)
arguments.add_argument("--calls", type=int, default=20)
options = arguments.parse_args()
server = Server(options.data, settings={"ENCORE_RATE_LIMIT": "1000000000"})


def fans():
    with open(options.data + "/fans.csv") as rows:
        return [int(row.split(",", 1)[0]) for row in rows]


class Calls:
    """One connection that is asked one thing after the other."""

    def __init__(self):
        self.headers, self.used = server.demo().headers, 0
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)

    def once(self, path):
        # The server closes what is idle.
        if time.monotonic() - self.used > 10:
            self.connection.close()
        self.used = time.monotonic()
        began = time.perf_counter()
        self.connection.request("GET", "/api/v1/" + path, headers=self.headers)
        answer = self.connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body[:300]}")
        return (time.perf_counter() - began) * 1e3, json.loads(body)

    def report(self, what, path):
        for _ in range(options.calls):
            self.once(path)
        cpu = server.cpu_seconds()
        times = [self.once(path)[0] for _ in range(options.calls)]
        cpu = (server.cpu_seconds() - cpu) / options.calls * 1e3
        print(f"{what}: median {statistics.median(times):.1f} ms, least {min(times):.1f}, {cpu:.1f} ms of processor time",
              flush=True)


def filters(calls):
    source, api = FanSearches(options.data, seed=6), server.demo()
    there = len(calls.once("manage/search_filters")[1])
    for number in range(there, options.filters):
        pairs, _ = source.criteria()
        form = urllib.parse.urlencode(pairs + [("filter_name", f"Filter {number}")])
        status, _, body = api.call("POST", "/api/v1/manage/search_filters", form)
        if status != 200:
            raise SystemExit(f"{status} {body}")


def change(count, ids):
    def some(part):
        api, chance = server.demo(), random.Random(part)
        for turn in range(count // 8):
            api.must("POST", f"/api/v1/manage/fans/{chance.choice(ids)}", rating=turn % 5 + 1)
    all_at_once(8, some)


print(f"ready in {server.start(ready_within=7200):.1f} s, {server.cpu_seconds():.1f} s of processor time", flush=True)
try:
    one = Calls()
    filters(one)
    listed = "segments"
    print(f"all counts at first: {one.once(listed)[0]:.1f} ms", flush=True)
    one.report("all counts again", listed)
    ids = fans()
    for _ in range(3):
        change(options.changes, ids)
        cpu = server.cpu_seconds()
        took = one.once(listed)[0]
        print(f"all counts behind {options.changes} changes: {took:.1f} ms, "
              f"{(server.cpu_seconds() - cpu) * 1e3:.0f} ms of processor time", flush=True)
    rows = one.once(listed)[1]
    tags, filtered = ([row for row in rows if row["segment_type"] == kind] for kind in ("tag", "filter"))
    largest = max(tags, key=lambda tag: tag["segment_count"])
    segment = f"segments/tag/{largest['segment_id']}"
    one.report(f"10,000 fans of a segment of {largest['segment_count']}", f"{segment}?limit=10000")
    one.report("its status", segment + "/status")
    most = max(filtered, key=lambda row: row["segment_count"])
    one.report(f"status of a filter of {most['segment_count']}", f"segments/filter/{most['segment_id']}/status")
    last = one.once("crm/tickets?limit=1")[1]["data"][0]["ticket_id"]
    one.report("the newest 1000 tickets", "crm/tickets?limit=1000")
    one.report("100 tickets in the middle", f"crm/tickets?min_ticket_id={last // 2}")
    one.report("ticket_stats of all there is", "crm/ticket_stats?min_purchase_date=2020-01-01&max_purchase_date=2030-01-01")
finally:
    server.stop()
