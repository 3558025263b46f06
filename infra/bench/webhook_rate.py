#!/usr/bin/env python3
"""Deliveries a second after an outage, against a bare loop of the JDK's client with the same signing and the same receiver.

    infra/bench/webhook_rate.py [--awards 4000] [--webhooks 4] [--rounds 3] [--fans 400]

`./encore run` on embedded stores. Awards are recorded while the webhooks are switched off; then all of them are switched on. Each may
be called 1,000 times a second, so several are needed to see what the delivery can do. The loop sends as many messages with 20 threads:
the delivery has 20 connections to a host.
"""

import argparse
import shutil
import subprocess
import tempfile
import uuid

from encore_bench import Server, all_at_once, bench_classes, java, parsed, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--awards", type=int, default=4000)
arguments.add_argument("--webhooks", type=int, default=4)
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("--fans", type=int, default=400)
options = parsed(arguments, awards=100, webhooks=2, rounds=1, fans=20)
LOOP = [java(), "-cp", bench_classes(), "encore.infra.bench.webhooks.WebhookLoop"]
WEBHOOKS = "/api/v1/manage/webhooks"
receiver = subprocess.Popen(LOOP + ["receive"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
url = receiver.stdout.readline().strip()
data = tempfile.mkdtemp(prefix="encore-webhook-rate-")
server = Server(data)
server.start()
api = server.demo()
stamp = uuid.uuid4().hex[:8]


def figures(command=""):
    receiver.stdin.write(command + "\n")
    receiver.stdin.flush()
    count, seconds = receiver.stdout.readline().split()
    return int(count), float(seconds)


api.must("POST", "/api/v1/crm/points", point_name="stars")
fans = [api.must("POST", "/api/v1/crm/fans", email=f"{stamp}-{i}@rate.example")["fan_id"] for i in range(options.fans)]
hooks = [api.must("POST", WEBHOOKS, url=url, event_types="points_awarded", max_per_second=1000)["webhook_uid"]
         for _ in range(options.webhooks)]


def switch(on):
    for uid in hooks:
        api.must("POST", f"{WEBHOOKS}/{uid}", is_enabled=on)


def award(i):
    mine = server.demo()
    for number in range(i, options.awards, 16):
        mine.must("POST", f"/api/v1/crm/fans/{fans[number % len(fans)]}/points", point_name="stars", point_count=1)


expected = options.awards * options.webhooks
for number in range(1, options.rounds + 1):
    switch("false")
    all_at_once(16, award)
    figures("new")
    before = server.cpu_seconds()
    switch("true")
    until("all arrived", lambda: figures()[0] >= expected, within=600)
    cpu = server.cpu_seconds() - before
    count, seconds = figures("new")
    bare = float(subprocess.run(LOOP + ["send", url, str(expected), "20"], capture_output=True, text=True, check=True).stdout)
    figures("new")
    print(f"round {number}: {count} deliveries in {seconds:.1f} s, {count / seconds:.0f}/s, {cpu / count * 1e6:.0f} us of CPU each; "
          f"bare loop {bare:.0f}/s; share {count / seconds / bare:.2f}; {server.resident_mb():.0f} MB", flush=True)
server.stop()
receiver.stdin.close()
receiver.wait()
shutil.rmtree(data)
