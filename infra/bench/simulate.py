#!/usr/bin/env python3
"""A reward simulated from the start of a log of a million mixed events, alone and beside reads of balances.

    infra/bench/simulate.py [--events 1000000] [--fans 25000] [--reads 1000] [--runs 3]

Seven of ten events award the points that the reward is for, so nearly all fans meet its first condition. Wanted: 15 s beside 1,000
reads a second, which are sent open loop over 64 connections.
"""

import argparse
import os
import subprocess
import time

from encore_bench import ROOT, Server, working_folder

arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--events", type=int, default=1_000_000)
arguments.add_argument("--fans", type=int, default=25_000)
arguments.add_argument("--reads", type=int, default=1_000)
arguments.add_argument("--runs", type=int, default=3)
options = arguments.parse_args()
ENCORE = os.path.join(ROOT, "encore")


def simulate(run, beside):
    began, used = time.monotonic(), server.cpu_seconds()
    status, _, answer = api.post("/api/v1/manage/rewards/simulate", **rule)
    took = time.monotonic() - began
    if status != 200:
        raise SystemExit(answer)
    last = answer.decode().splitlines()[-1] if isinstance(answer, bytes) else answer
    print(f"run {run}, {beside}: {took:.1f} s, {(server.cpu_seconds() - used) / took:.2f} cores of the server; {last}", flush=True)


with working_folder("simulate") as folder:
    server = Server(os.path.join(folder, "data"), settings={"ENCORE_RATE_LIMIT": "1000000000"})
    os.makedirs(server.data)
    server.start()
    server.stop()
    subprocess.run([ENCORE, "bench", "MixedLog", server.data, str(options.events), str(options.fans)], check=True)
    server.start(ready_within=1_200)
    api = server.demo(timeout=600)
    fan = str((1 << 40) + 1)
    points = api.must("GET", f"/api/v1/manage/fans/{fan}/balances")[0]["point_uid"]
    business = api.must("POST", "/api/v1/manage/businesses", business_name="Rovers", point_uid=points)["business_id"]
    rule = {"business_id": business, "reward_title": "Simulated", "reward_type": "badge", "requirement_type": "fan_points",
            "fan_points_required": 10, "from": 0}
    for run in range(1, options.runs + 1):
        simulate(run, "alone")
        fans = ",".join(str((1 << 40) + i) for i in range(1_000))
        reads = subprocess.Popen(
            [ENCORE, "bench", "OpenLoop", str(server.port), str(options.reads), "45", "64", api.headers["Api-Key"],
             api.headers["Api-Secret"], "-", fans], stdout=subprocess.PIPE, text=True)
        # The first seconds of the reads do not count.
        time.sleep(18)
        simulate(run, f"beside {options.reads} reads/s")
        print(*reads.communicate()[0].splitlines()[-2:], sep="\n    ", flush=True)
    server.stop()
