#!/usr/bin/env python3
"""Load and kill -9, in rounds: no acknowledged award is lost, none is doubled, and a retry counts once.

    infra/bench/kill.py [--rounds 20] [--clients 24] [--data DIR]

Half of the awards carry an award_key, half only an Idempotency-Key. An award that was unacknowledged when the server died
is sent again with the same key after the restart. At the end the fan point lists and the balances are compared with the
acknowledged awards. Use --data with a grown data directory to measure restarts on it.
"""

import argparse
import collections
import random
import shutil
import tempfile
import threading
import time
import uuid

from encore_bench import Server, all_at_once, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--clients", type=int, default=24)
arguments.add_argument("--fans", type=int, default=50)
arguments.add_argument("--data")
options = parsed(arguments, rounds=1, clients=4, fans=10)

data = options.data or tempfile.mkdtemp(prefix="encore-kill-")
server = Server(data)
server.start()
api = server.demo()
stamp = uuid.uuid4().hex[:8]
point_uid = api.must("POST", "/api/v1/crm/points", point_name="kill " + stamp)["point_uid"]
fans = [api.must("POST", "/api/v1/crm/fans", email=f"{stamp}-{i}@kill.example")["fan_id"] for i in range(options.fans)]

acknowledged = {}  # key -> (fan, count, fan_point_uid)
pending = collections.deque()  # awards to send (again): (key, fan, count, by award key)
lock = threading.Lock()
doubled = []
numbers = iter(range(10**9))


def next_award():
    with lock:
        if pending:
            return pending.popleft()
        n = next(numbers)
    return f"{stamp}-{n}", random.choice(fans), random.randint(1, 9), n % 2 == 0


def client(stop):
    def run(_):
        mine = server.demo(timeout=10)
        while not stop.is_set():
            award = key, fan, count, by_award_key = next_award()
            form = dict(point_uid=point_uid, fan_id=fan, point_count=count)
            extra = None
            if by_award_key:
                form["award_key"] = key
            else:
                extra = {"Idempotency-Key": key}
            try:
                status, _, body = mine.post("/api/v1/ent/fan_points", extra, **form)
            except OSError:
                status, body = 0, None
            with lock:
                if status == 200:
                    first = acknowledged.setdefault(key, (fan, count, body["fan_point_uid"]))
                    if first[2] != body["fan_point_uid"]:
                        doubled.append((key, first[2], body["fan_point_uid"]))
                else:
                    pending.append(award)
                    if status not in (0, 409, 503):
                        raise SystemExit(f"an award was answered with {status}: {body}")
            if status != 200:
                time.sleep(0.01)

    return run


restarts = []
for round_number in range(options.rounds):
    stop = threading.Event()
    load = threading.Thread(target=all_at_once, args=(options.clients, client(stop)))
    load.start()
    time.sleep(random.uniform(1.0, 3.0))
    server.kill()
    stop.set()
    load.join()
    restarts.append(server.start())
    print(f"round {round_number + 1}: {len(acknowledged)} acknowledged, {len(pending)} to send again, "
          f"ready after {restarts[-1]:.1f} s", flush=True)

stop = threading.Event()
load = threading.Thread(target=all_at_once, args=(options.clients, client(stop)))
load.start()
while pending:
    time.sleep(0.05)
stop.set()
load.join()
while pending:
    raise SystemExit("something stayed unsent")

api = server.demo(timeout=120)
today = time.strftime("%Y-%m-%d", time.gmtime())
yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
recorded = collections.Counter()
sums = collections.Counter()
for fan in fans:
    for row in api.must("GET", "/api/v1/ent/fan_points", start_date=yesterday, end_date=today, fan_id=fan,
                        point_uid=point_uid):
        recorded[row["fan_point_uid"]] += 1
        sums[fan] += row["point_count"]
expected = collections.Counter()
for fan, count, _ in acknowledged.values():
    expected[fan] += count
lost = [key for key, (_, _, uid) in acknowledged.items() if recorded[uid] == 0]
twice = [uid for uid, times in recorded.items() if times > 1]
unknown = set(recorded) - {uid for _, _, uid in acknowledged.values()}
wrong = []
for fan in fans:
    rows = api.must("GET", f"/api/v1/manage/fans/{fan}/balances")
    balance = next((row["balance"] for row in rows if row["point_uid"] == point_uid), 0)
    if not balance == sums[fan] == expected[fan]:
        wrong.append((fan, balance, sums[fan], expected[fan]))
server.stop()
print(f"{options.rounds} rounds, {options.clients} writes in flight, {len(acknowledged)} acknowledged awards: "
      f"{len(lost)} lost, {len(twice) + len(doubled) + len(unknown)} doubled, {len(wrong)} wrong balances; "
      f"ready after {min(restarts):.1f} to {max(restarts):.1f} s")
if lost or twice or doubled or unknown or wrong:
    print("lost", lost[:5], "twice", twice[:5], "doubled", doubled[:5], "unknown", list(unknown)[:5], "wrong", wrong[:5])
    raise SystemExit(1)
if not options.data:
    shutil.rmtree(data)
