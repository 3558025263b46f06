#!/usr/bin/env python3
"""Rebuilds all projections at once on two query nodes, and counts what readers are answered meanwhile.

    infra/bench/rebuild_all.py [--awards 20000] [--reads 200] [--readers 16]

Readers ask for balances, fans and a leaderboard at a fixed rate. The operator's orders follow each other without a pause.
The run fails when a reader is answered with a 503, or when the list of projections is not answered.
"""

import argparse
import collections
import shutil
import tempfile
import threading
import time

from encore_bench import Cluster, Mongo, all_at_once, parsed, shortened, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--awards", type=int, default=20_000)
arguments.add_argument("--reads", type=int, default=200, help="reads a second")
arguments.add_argument("--readers", type=int, default=16)
options = parsed(arguments, awards=500, reads=20, readers=4)

PROJECTIONS = "/api/v1/manage/projections"
FANS = 200

data = tempfile.mkdtemp(prefix="encore-rebuild-all-")
mongo = Mongo(memory="3g")
cluster = Cluster(data, mongo.database("rebuild"), settings={"ENCORE_RATE_LIMIT": "1000000000"},
                  counts=dict(command=1, query=2, gateway=1))
answers, latencies = collections.Counter(), []
over = threading.Event()


def fill(api):
    uid = api.must("POST", "/api/v1/crm/points", point_name="applause")["point_uid"]
    fans = [api.must("POST", "/api/v1/crm/fans", email=f"fan{i}@example.com")["fan_id"] for i in range(FANS)]

    def award(i):
        client = api.twin()
        for n in range(options.awards // 32):
            client.must("POST", "/api/v1/ent/fan_points", fan_id=fans[(i * 7 + n) % FANS], point_uid=uid, point_count=1)

    all_at_once(32, award)
    return fans


def read(api, fans, number):
    paths = [f"/api/v1/manage/fans/{fans[number]}/balances", "/api/v1/crm/fans?email=fan1@example.com",
             "/api/v1/manage/leaderboard?point_name=applause"]
    due = time.monotonic() + number / options.reads
    count = 0
    while not over.is_set():
        time.sleep(max(0.0, due - time.monotonic()))
        began = time.monotonic()
        try:
            status = api.get(paths[count % len(paths)])[0]
        except OSError:
            status = "no answer"
        answers[status] += 1
        latencies.append(time.monotonic() - began)
        due += options.readers / options.reads
        count += 1


def seconds_of(quantile):
    ordered = sorted(latencies)
    return ordered[min(len(ordered) - 1, int(quantile * len(ordered)))]


try:
    cluster.start()
    api, operator = cluster.demo(), cluster.operator()
    fans = fill(api)
    readers = [threading.Thread(target=read, args=(api.twin(), fans, i), daemon=True) for i in range(options.readers)]
    for reader in readers:
        reader.start()
    time.sleep(shortened(10))
    print("without rebuilds:", dict(answers), f"p99 {seconds_of(0.99) * 1e3:.0f} ms", flush=True)
    answers.clear()
    latencies.clear()
    names = sorted({one["name"] for one in operator.must("GET", PROJECTIONS)})
    began = time.monotonic()
    ordered = {name: operator.must("POST", f"{PROJECTIONS}/{name}/rebuild")["version"] for name in names}
    print(f"{len(names)} orders after {time.monotonic() - began:.1f} s", flush=True)
    asked = []

    def are_filled():
        start = time.monotonic()
        versions = operator.must("GET", PROJECTIONS)
        asked.append(time.monotonic() - start)
        time.sleep(0.5)
        return all(one["lag"] == 0 and not one["is_waiting"] for one in versions
                   if one["version"] == ordered[one["name"]])

    until("all are filled", are_filled, within=900)
    over.set()
    for reader in readers:
        reader.join(30)
    print(f"filled after {time.monotonic() - began:.1f} s; the list was asked for {len(asked)} times, "
          f"at most {max(asked) * 1e3:.0f} ms")
    print("during rebuilds:", dict(answers), f"p50 {seconds_of(0.5) * 1e3:.0f} ms, p99 {seconds_of(0.99) * 1e3:.0f} ms")
    if set(answers) != {200}:
        raise SystemExit("Some reads were not answered with 200.")
finally:
    cluster.stop()
    mongo.stop()
    shutil.rmtree(data)
