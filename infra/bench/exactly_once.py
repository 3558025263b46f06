#!/usr/bin/env python3
"""64 concurrent clients, 1,000 award keys, each sent several times by different clients at once, and after a restart.

    infra/bench/exactly_once.py [--clients 64] [--keys 1000] [--times 4]

Each key gives one record and the same fan_point_uid to all clients, and the balance is the sum. The same is true for awards
with only an Idempotency-Key. Many concurrent registrations with one email or phone give one fan.
"""

import argparse
import collections
import itertools
import random
import shutil
import tempfile
import threading
import time

from encore_bench import Server, all_at_once, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--clients", type=int, default=64)
arguments.add_argument("--keys", type=int, default=1000)
arguments.add_argument("--times", type=int, default=4)
options = parsed(arguments, clients=8, keys=20)

data = tempfile.mkdtemp(prefix="encore-once-")
server = Server(data)
server.start()
api = server.demo()
point_uid = api.must("POST", "/api/v1/crm/points", point_name="once")["point_uid"]
fans = [api.must("POST", "/api/v1/crm/fans", email=f"once-{i}@once.example")["fan_id"] for i in range(20)]
awards = {f"key-{n}": (random.choice(fans), n + 1, n % 2 == 0) for n in range(options.keys)}
answers = collections.defaultdict(set)
statuses = collections.Counter()
lock = threading.Lock()


def send_all(_=None):
    work = list(itertools.chain.from_iterable([awards.items()] * options.times))
    random.shuffle(work)
    queue = iter(work)

    def run(_):
        mine = server.demo(timeout=30)
        while True:
            with lock:
                item = next(queue, None)
            if item is None:
                return
            key, (fan, count, by_award_key) = item
            form = dict(point_uid=point_uid, fan_id=fan, point_count=count)
            extra = None if by_award_key else {"Idempotency-Key": key}
            if by_award_key:
                form["award_key"] = key
            while True:
                status, _, body = mine.post("/api/v1/ent/fan_points", extra, **form)
                with lock:
                    statuses[status] += 1
                if status not in (409, 503):
                    break
            if status != 200:
                raise SystemExit(f"{status} {body}")
            with lock:
                answers[key].add(body["fan_point_uid"])

    all_at_once(options.clients, run)


def check(when):
    api = server.demo(timeout=60)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    rows = api.must("GET", "/api/v1/ent/fan_points", start_date="2025-01-01", end_date=today, point_uid=point_uid)
    records = collections.Counter(row["fan_point_uid"] for row in rows)
    many = [key for key, uids in answers.items() if len(uids) != 1]
    expected = collections.Counter()
    for fan, count, _ in awards.values():
        expected[fan] += count
    wrong = []
    for fan in fans:
        balances = api.must("GET", f"/api/v1/manage/fans/{fan}/balances")
        balance = next((row["balance"] for row in balances if row["point_uid"] == point_uid), 0)
        if balance != expected[fan]:
            wrong.append((fan, balance, expected[fan]))
    print(f"{when}: {len(answers)} keys, {len(rows)} records, answers {dict(statuses)}, "
          f"{len(many)} keys with two answers, {len(wrong)} wrong balances", flush=True)
    if many or wrong or len(rows) != options.keys or max(records.values()) != 1:
        raise SystemExit(1)


send_all()
check("at first")
server.kill()
server.start()
send_all()
check("again after kill -9 and a restart")

registered = collections.defaultdict(set)


def register(i):
    mine = server.demo(timeout=30)
    for n in range(50):
        who = dict(email=f"race-{n}@once.example") if n % 2 else dict(phone=f"+1212555{1000 + n}")
        who[random.choice(["first_name", "last_name"])] = f"client {i}"
        while True:
            status, _, body = mine.post("/api/v1/crm/fans", **who)
            if status not in (409, 503):
                break
        if status != 200:
            raise SystemExit(f"{status} {body}")
        with lock:
            registered[n].add(body["fan_id"])


all_at_once(options.clients, register)
shared = [n for n, ids in registered.items() if len(ids) != 1]
print(f"{options.clients} clients raced for 50 contacts: {len(shared)} contacts with more than one fan")
server.stop()
if shared:
    raise SystemExit(1)
shutil.rmtree(data)
