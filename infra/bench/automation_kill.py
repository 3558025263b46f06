#!/usr/bin/env python3
"""Erasures and kill -9, in rounds: each connection of an erased fan ends once, and none is left.

    infra/bench/automation_kill.py [--rounds 20] [--command-nodes 1|2] [--connections 50] [--seed N]

With one command node it is `./encore run` on embedded stores, and the whole process is killed. With two it is a cluster of
two nodes of each side on MongoDB (the server in ENCORE_TEST_MONGO, or the test double), and the command node that runs the
automation is killed. Each round erases a fan with this many connections, every second one approved, and kills a moment
later. Events are counted: an erasure without connections writes some, and each connection adds one. At the end every
projection is rebuilt, and with embedded stores the automation's documents are deleted: neither may write an event.
"""

import argparse
import os
import random
import shutil
import tempfile
import time
import uuid

from encore_bench import Automation, Cluster, Mongo, Server, all_at_once, parsed, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--command-nodes", type=int, choices=(1, 2), default=1)
arguments.add_argument("--connections", type=int, default=50)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, connections=6)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

NAME = "WhenFanErasedThenEndConnections"
CONNECTIONS = "/api/v1/crm/fan_connections/"
data = tempfile.mkdtemp(prefix="encore-automation-")
mongo = None
if options.command_nodes == 1:
    running = Server(data)
else:
    mongo = Mongo()
    running = Cluster(data, mongo.database("automation"))
running.start()
automation = Automation(running, NAME)
stamp = uuid.uuid4().hex[:8]
numbers = iter(range(10**9))


def fan(api):
    return api.must("POST", "/api/v1/crm/fans", email=f"{stamp}-{next(numbers)}@automation.example")["fan_id"]


def erase(one):
    def gone():
        code, _, _ = running.demo(timeout=10).delete(f"/api/v1/crm/fans/{one}")
        return code in (200, 404)
    until("a fan is erased", gone)


def left(others):
    api = running.demo(timeout=10)
    def count(other):
        code, _, body = api.get(CONNECTIONS + str(other))
        if code != 200:
            raise OSError(str(code))
        return body["total_count"]
    return sum(count(other) for other in others)


def kill():
    """Kills the process that runs the automation, and starts it again."""
    if options.command_nodes == 1:
        running.kill()
        running.start()
        return "the server"
    owner = automation.status()["owner"]
    node = next(node for node in running.nodes if node.name == owner)
    node.kill()
    node.start()
    return owner


api = running.demo()
others = [fan(api) for _ in range(options.connections)]
plain = fan(api)
before = automation.events()
erase(plain)
of_an_erasure = automation.events() - before
wrong = []
slowest = 0
for number in range(1, options.rounds + 1):
    api = running.demo()
    one = fan(api)

    def connect(i):
        mine = running.demo()
        for other in others[i::4]:
            mine.must("POST", CONNECTIONS + str(one), connected_fan_id=other)
            if other % 2 == 0:
                mine.must("POST", f"{CONNECTIONS}requests/{other}", connected_fan_id=one, is_approved="true")

    all_at_once(4, connect)
    before = automation.events()
    pause = chance.uniform(0, 0.15)
    running.demo().delete(f"/api/v1/crm/fans/{one}")
    time.sleep(pause)
    killed = kill()
    erase(one)
    took = until("every connection ended", lambda: left(others) == 0)
    slowest = max(slowest, took)
    written = automation.events() - before - of_an_erasure
    if written != options.connections:
        wrong.append((number, written))
    print(f"round {number}: {killed} killed {pause * 1000:.0f} ms after the erasure; {written} connections ended, "
          f"none left {took:.1f} s after it was started again", flush=True)

head = automation.events()
names = {row["name"] for row in running.demo().must("GET", "/api/v1/manage/projections")}
for name in names:
    running.operator().must("POST", f"/api/v1/manage/projections/{name}/rebuild")
head += len(names)  # The journal records each order.
until("every rebuild is filled", lambda: all(
    row["lag"] == 0 for row in running.demo().must("GET", "/api/v1/manage/projections")))
rebuilt = automation.events() - head
lost = 0
if options.command_nodes == 1:
    running.stop()
    shutil.rmtree(os.path.join(data, "automations"))
    running.start()
    lost = automation.events() - head
refused = automation.status()["refused"]
running.stop()
if mongo:
    mongo.stop()
print(f"{options.rounds} rounds with {options.command_nodes} command node(s), {options.connections} connections each: "
      f"{len(wrong)} rounds wrong; none left after {slowest:.1f} s at most; {rebuilt} events written by a rebuild, "
      f"{lost} from lost documents; {refused} refused")
if wrong or rebuilt or lost:
    print("wrong", wrong)
    raise SystemExit(1)
shutil.rmtree(data)
