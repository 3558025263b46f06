#!/usr/bin/env python3
"""Webhooks and kill -9, in rounds: each award arrives, and the first arrivals of a fan are in order.

    infra/bench/webhook_kill.py [--rounds 20] [--awards 200] [--fans 20] [--command-nodes 1|2] [--seed N]

With one command node it is `./encore run` on embedded stores. With two it is a cluster of two nodes of each side on MongoDB (the
server in ENCORE_TEST_MONGO, or the test double), and one of the two command nodes is killed in each round, by chance. In a
round four clients award points to fans, and the process is killed meanwhile and started again. The endpoint is this script. It
verifies each signature, and refuses one call in fifty.
"""

import argparse
import base64
import collections
import hashlib
import hmac
import json
import random
import shutil
import tempfile
import threading
import time
import uuid

from encore_bench import Cluster, Mongo, Receiver, Server, all_at_once, parsed, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--awards", type=int, default=200)
arguments.add_argument("--fans", type=int, default=20)
arguments.add_argument("--command-nodes", type=int, choices=(1, 2), default=2)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, awards=20, fans=5, command_nodes=1)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)
WEBHOOKS = "/api/v1/manage/webhooks"


class Endpoint(Receiver):
    """An endpoint that keeps the messages that it took, and refuses some."""

    def __init__(self):
        self.taken, self.refused, self.forged, self.secret = [], 0, 0, b""
        self.lock = threading.Lock()
        super().__init__("/hook")

    def answer(self, headers, body):
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        expected = "v1," + base64.b64encode(hmac.new(self.secret, signed, hashlib.sha256).digest()).decode()
        data = json.loads(body)["data"]
        with self.lock:
            if expected not in headers["webhook-signature"].split(" "):
                self.forged += 1
            if chance.random() < 0.02:
                self.refused += 1
                return "503 Service Unavailable", b""
            self.taken.append((data["fan_id"], data["position"], headers["webhook-id"]))
        return "200 OK", b""

    def positions(self):
        with self.lock:
            return {position for _, position, _ in self.taken}


endpoint = Endpoint()
data = tempfile.mkdtemp(prefix="encore-webhooks-")
mongo = None
if options.command_nodes == 1:
    running = Server(data)
else:
    mongo = Mongo()
    running = Cluster(data, mongo.database("webhooks"))
running.start()
api = running.demo()
stamp = uuid.uuid4().hex[:8]
api.must("POST", "/api/v1/crm/points", point_name="stars")
fans = [api.must("POST", "/api/v1/crm/fans", email=f"{stamp}-{i}@webhooks.example")["fan_id"] for i in range(options.fans)]
made = api.must("POST", WEBHOOKS, url=endpoint.url, event_types="points_awarded", max_per_second=1000)
endpoint.secret = base64.b64decode(made["secret"].removeprefix("whsec_"))
acknowledged = set()
slowest = 0.0


def award(number, count):
    """Awards one after the other; a call without an answer is repeated under its key."""
    mine = running.demo(timeout=10)
    rolls = random.Random(f"{options.seed}/{number}")
    for i in range(count):
        key, fan = f"{stamp}-{number}-{i}", rolls.choice(fans)

        def sent():
            status, headers, body = mine.post(f"/api/v1/crm/fans/{fan}/points", {"Idempotency-Key": key},
                                              point_name="stars", point_count=i + 1)
            if status == 200:
                acknowledged.add(int(headers["Encore-Position"]))
            elif status < 500 and status != 429:
                raise SystemExit(f"an award: {status} {body}")
            return status == 200
        until("an award is acknowledged", sent)


def kill():
    """Kills a process that may deliver, and starts it again."""
    if options.command_nodes == 1:
        running.kill()
        running.start()
        return "the server"
    node = chance.choice([node for node in running.nodes if node.name.startswith("command")])
    node.kill()
    time.sleep(chance.uniform(0, 4))
    node.start()
    return node.name


for number in range(1, options.rounds + 1):
    killed = []

    def work(i):
        if i == 4:
            time.sleep(chance.uniform(0, 1))
            killed.append(kill())
        else:
            award(f"{number}/{i}", options.awards // 4)

    all_at_once(5, work)
    took = until("every award arrives", lambda: acknowledged <= endpoint.positions(), within=180)
    slowest = max(slowest, took)
    print(f"round {number}: {killed[0]} killed; {len(acknowledged)} awards so far, all arrived {took:.1f} s after the last",
          flush=True)

last, first, disorder, ids = collections.defaultdict(int), set(), 0, collections.defaultdict(set)
for fan, position, message in endpoint.taken:
    ids[position].add(message)
    if position not in first:
        first.add(position)
        disorder += position < last[fan]
        last[fan] = max(last[fan], position)
missing = acknowledged - first
renamed = sum(len(each) > 1 for each in ids.values())
running.stop()
if mongo:
    mongo.stop()
print(f"{options.rounds} rounds with {options.command_nodes} command node(s): {len(acknowledged)} awards, {len(missing)} missing, "
      f"{disorder} first arrivals out of order, {len(endpoint.taken) - len(first)} repeats, {renamed} with two ids, "
      f"{endpoint.forged} with a wrong signature, {endpoint.refused} refused; all arrived after {slowest:.1f} s at most")
if missing or disorder or renamed or endpoint.forged:
    raise SystemExit(1)
shutil.rmtree(data)
