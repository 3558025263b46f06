#!/usr/bin/env python3
"""A slow and a broken network between gateways and sides, and between sides and MongoDB, by a proxy in between.

    infra/bench/slow_network.py [--clients 8] [--delay 0.05]

Every connection goes through a proxy. It first passes everything on, then adds 50 ms in each direction, then cuts everything
for three seconds, then passes everything on again: first between gateways and sides, then between sides and MongoDB. No
acknowledged write is lost, none is doubled, and all processes continue without a restart.
"""

import argparse
import collections
import random
import shutil
import tempfile
import threading
import time
import uuid

from encore_bench import Cluster, Mongo, Proxy, all_at_once, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--clients", type=int, default=8)
arguments.add_argument("--delay", type=float, default=0.05)
arguments.add_argument("--seconds", type=float, default=8)
options = parsed(arguments, clients=2, seconds=2)


data = tempfile.mkdtemp(prefix="encore-network-")
server = Mongo()
store = Proxy(server.port())
peers = []


def through(port):
    peers.append(Proxy(port))
    return peers[-1].port


cluster = Cluster(data, f"mongodb://127.0.0.1:{store.port}/net{uuid.uuid4().hex[:8]}", through=through)
cluster.start()
started = [node.process.pid for node in cluster.nodes]
api = cluster.demo()
point_uid = api.must("POST", "/api/v1/crm/points", point_name="network")["point_uid"]
fans = [api.must("POST", "/api/v1/crm/fans", email=f"net-{i}@network.example")["fan_id"] for i in range(20)]
lock = threading.Lock()
acknowledged, pending = {}, collections.deque()
statuses, latencies, wrong = collections.Counter(), [], []
numbers = iter(range(10**9))


def client(stop):
    def run(number):
        mine = [cluster.demo(i, timeout=20) for i in range(2)]
        chance = random.Random(number)
        while not stop.is_set():
            with lock:
                sent = pending.popleft() if pending else None
            key, fan, count, kind = sent or (f"n-{next(numbers)}", chance.choice(fans), chance.randint(1, 9), 0)
            form = dict(point_uid=point_uid, fan_id=fan, point_count=count)
            began = time.monotonic()
            try:
                status, _, body = chance.choice(mine).post("/api/v1/ent/fan_points", {"Idempotency-Key": key}, **form)
            except OSError:
                status, body = 0, None
            with lock:
                statuses[status] += 1
                latencies.append(time.monotonic() - began)
                if status == 200:
                    uid = acknowledged.setdefault(key, (fan, count, body["fan_point_uid"]))[2]
                    if uid != body["fan_point_uid"]:
                        wrong.append(f"{key} is {uid} and {body['fan_point_uid']}")
                else:
                    pending.append((key, fan, count, kind))
                    if status not in (0, 409, 503):
                        wrong.append(f"an award was answered with {status}: {body}")
            time.sleep(0.01 if status == 200 else 0.05)

    return run


stop = threading.Event()
load = threading.Thread(target=all_at_once, args=(options.clients, client(stop)))
load.start()


def phase(name, seconds):
    with lock:
        statuses.clear()
        latencies.clear()
    time.sleep(seconds)
    with lock:
        took = sorted(latencies) or [0.0]
        print(f"{name}: {dict(statuses)} in {seconds:.0f} s, median {took[len(took) // 2] * 1000:.0f} ms, "
              f"longest {took[-1]:.1f} s", flush=True)


def recovers(name):
    """Waits until 20 awards in a row are answered with 200."""
    began = time.monotonic()
    with lock:
        statuses.clear()
    while True:
        with lock:
            good, bad = statuses[200], sum(statuses.values()) - statuses[200]
            if bad:
                statuses.clear()
        if good >= 20 and not bad:
            break
        if time.monotonic() - began > 60:
            wrong.append(f"no recovery {name}")
            break
        time.sleep(0.2)
    print(f"recovered {time.monotonic() - began:.1f} s after {name}", flush=True)


phase("nothing in the way", options.seconds)
for what, proxies in (("gateways and sides", peers), ("sides and MongoDB", [store])):
    for proxy in proxies:
        proxy.delay = options.delay
    phase(f"{options.delay * 1000:.0f} ms between {what}", options.seconds)
    for proxy in proxies:
        proxy.delay, proxy.cut = 0.0, True
    phase(f"cut between {what}", 3)
    for proxy in proxies:
        proxy.cut = False
    recovers(f"the cut between {what}")
    phase("after it", options.seconds)
stop.set()
load.join()

mine = cluster.demo(timeout=60)
while pending:
    key, fan, count, _ = pending.popleft()
    status, _, body = mine.post("/api/v1/ent/fan_points", {"Idempotency-Key": key}, point_uid=point_uid, fan_id=fan,
                                point_count=count)
    if status == 200:
        acknowledged[key] = (fan, count, body["fan_point_uid"])
    else:
        pending.append((key, fan, count, 0))
        time.sleep(0.1)
today = time.strftime("%Y-%m-%d", time.gmtime())
yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
recorded = collections.Counter()
for fan in fans:
    for row in mine.must("GET", "/api/v1/ent/fan_points", start_date=yesterday, end_date=today, fan_id=fan,
                         point_uid=point_uid):
        recorded[row["fan_point_uid"]] += 1
known = {uid for _, _, uid in acknowledged.values()}
lost = known - set(recorded)
twice = [uid for uid, times in recorded.items() if times > 1]
extra = set(recorded) - known
if [node.process.pid for node in cluster.nodes] != started or any(node.process.poll() is not None for node in cluster.nodes):
    wrong.append("a process ended")
cluster.stop()
server.stop()
print(f"{len(acknowledged)} acknowledged awards: {len(lost)} lost, {len(twice) + len(extra)} doubled, no process restarted")
if lost or twice or extra or wrong:
    print("\n".join(wrong[:10]), list(lost)[:5], twice[:5], list(extra)[:5], f"logs in {data}", sep="\n")
    raise SystemExit(1)
shutil.rmtree(data)
