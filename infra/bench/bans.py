#!/usr/bin/env python3
"""How soon a banned address is refused by the gateway that was told, and by another one.

    infra/bench/bans.py [--rounds 100]

A cluster with two gateways, an account that bans the address of its own callers at the first and takes it back (the
three endpoints of bans are always open to its secret), and callers with its key at both. It must hold: the first one
refuses before it answers, the second one within a second, and the same for letting in again. Ends with 1 otherwise.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time

from encore_bench import Client, Cluster, Mongo

WITHIN = 1.0
HERE = "127.0.0.1"
PATH = "/api/v1/crm/monitored_ip_addresses"

arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--rounds", type=int, default=100)
options = arguments.parse_args()

work = tempfile.mkdtemp(prefix="encore-bans-")
mongo = Mongo()
cluster = Cluster(work, mongo.database("bans"))


def caller(gateway):
    """With the key alone, as a browser has it."""
    return Client(cluster.gateways[gateway], {"Api-Key": "demo-key"})


def answer(client):
    return client.get("/api/v1/networks")[0]


def seconds_until(client, status):
    """Counted from the answer to the call that asked for it."""
    began = time.monotonic()
    while answer(client) != status:
        if time.monotonic() - began > 30:
            raise SystemExit(f"not {status} within 30 s")
    return time.monotonic() - began


def told(owner, is_blocked):
    if is_blocked:
        status, _, body = owner.post(PATH, ip_address=HERE, is_blocked=True)
    else:
        status, _, body = owner.delete(f"{PATH}?ip_address={HERE}&is_blocked=true")
    if status != 200:
        raise SystemExit(f"{PATH}: {status} {body}")


try:
    cluster.start()
    owner, own, other = cluster.demo(0), caller(0), caller(1)
    late, took = 0, {403: [], 200: []}
    for status in (answer(own), answer(other)):
        if status != 200:
            raise SystemExit(f"a caller who is not banned gets {status}")
    for i in range(options.rounds):
        for is_blocked, expected in ((True, 403), (False, 200)):
            told(owner, is_blocked)
            if answer(own) != expected:
                late += 1
            took[expected].append(seconds_until(other, expected))
    for expected, what in ((403, "bans"), (200, "ends of bans")):
        seconds = sorted(took[expected])
        print(f"{options.rounds} {what}: at the other gateway after {seconds[len(seconds) // 2] * 1000:.0f} ms in the median, "
              f"{seconds[-1] * 1000:.0f} ms at most")
    print(f"not in force at the own gateway when answered: {late}")
    sys.exit(1 if late or max(max(seconds) for seconds in took.values()) > WITHIN else 0)
finally:
    cluster.stop()
    mongo.stop()
    shutil.rmtree(work, ignore_errors=True)
