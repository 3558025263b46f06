#!/usr/bin/env python3
"""What a balance read and an award cost in CPU through separate processes, against all sides in one JVM.

    infra/bench/processes_cost.py [--seconds 10] [--connections 16]

Both arrangements keep their log on the same MongoDB (ENCORE_TEST_MONGO, or the test double), whose own CPU is not
counted. One process of each part; the CPU of all of them is divided by the answers.
"""

import argparse
import os
import re
import shutil
import subprocess
import tempfile

from encore_bench import Cluster, Mongo, Server, wrk_command

arguments = argparse.ArgumentParser()
arguments.add_argument("--seconds", type=int, default=10)
arguments.add_argument("--connections", type=int, default=16)
arguments.add_argument("--fans", type=int, default=200)
options = arguments.parse_args()


def wrk(url, script, environment, seconds):
    text = subprocess.run(
        wrk_command(url, script, "-t1", f"-c{options.connections}", f"-d{seconds}s", "--latency"),
        env=dict(os.environ, **environment), capture_output=True, text=True, check=True).stdout
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return int(re.search(r"(\d+) requests in", text).group(1)), int(bad.group(1)) if bad else 0


def measure(name, port, api, processes):
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="cost")["point_uid"]
    fans = [str(api.must("POST", "/api/v1/crm/fans", email=f"cost-{i}@cost.example")["fan_id"])
            for i in range(options.fans)]
    environment = {"KEY": api.headers["Api-Key"], "SECRET": api.headers["Api-Secret"], "POINT_UID": point_uid,
                   "FANS": ",".join(fans), "AWARD_KEYS": "off"}
    costs = {}
    for what, script in (("award", "award.lua"), ("balance", "balance.lua")):
        wrk(f"http://127.0.0.1:{port}", script, environment, options.seconds)
        before = {process.name: process.cpu_seconds() for process in processes}
        answered, bad = wrk(f"http://127.0.0.1:{port}", script, environment, options.seconds)
        spent = {process.name: process.cpu_seconds() - before[process.name] for process in processes}
        costs[what] = sum(spent.values()) / answered * 1e6
        parts = ", ".join(f"{part} {seconds / answered * 1e6:.0f}" for part, seconds in spent.items())
        print(f"{name}, {what}: {costs[what]:.0f} us CPU each ({parts}); {answered / options.seconds:.0f}/s, {bad} not 2xx",
              flush=True)
    return costs


data = tempfile.mkdtemp(prefix="encore-cost-")
server = Mongo()


limit = {"ENCORE_RATE_LIMIT": "1000000000"}
one = Server(os.path.join(data, "one"), settings=dict(limit, ENCORE_MONGO=server.database("cost")))
os.makedirs(one.data)
one.name = "all"
one.start()
together = measure("one JVM on MongoDB", one.port, one.demo(), [one])
one.stop()
cluster = Cluster(data, server.database("cost"), each=1, settings=limit)
cluster.start()
apart = measure("processes", cluster.gateways[0], cluster.demo(), cluster.nodes)
cluster.stop()
server.stop()
for what in together:
    print(f"{what}: {apart[what] / together[what]:.2f} times the CPU of one JVM")
shutil.rmtree(data)
