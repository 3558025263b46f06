#!/usr/bin/env python3
"""Activities over HTTP through the whole gateway, projections running, beside durable awards of the same run.

    infra/bench/activities_load.py [--seconds 20] [--connections 64] [--runs 3]

Wanted, as medians: a fan's activities 0.7 of the awards a second, activities by a known email 0.4. Each run measures
awards before and behind them, and takes the mean: what the machine does meanwhile falls on both.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import tempfile

from encore_bench import Server, wrk_command

WANTED = {"fan": 0.7, "email": 0.4}

arguments = argparse.ArgumentParser()
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--connections", type=int, default=64)
arguments.add_argument("--runs", type=int, default=3)
arguments.add_argument("--fans", type=int, default=2000)
options = arguments.parse_args()


def wrk(name, url, script, environment):
    command = wrk_command(url, script, "-t2", f"-c{options.connections}", f"-d{options.seconds}s", "--latency")
    text = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True, check=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    print(f"{name}: {rate:,.0f}/s, not 2xx: {bad.group(1) if bad else 0}", flush=True)
    return rate


shares = {kind: [] for kind in WANTED}
for run in range(1, options.runs + 1):
    data = tempfile.mkdtemp(prefix="encore-activities-")
    server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
    server.start()
    api = server.demo()
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="http")["point_uid"]
    fans = [str(api.must("POST", "/api/v1/crm/fans", email=f"http-{i}@http.example")["fan_id"])
            for i in range(options.fans)]
    api.must("POST", "/api/v1/manage/apps", name="Quiz", app_type="trivia")
    environment = {"KEY": api.headers["Api-Key"], "SECRET": api.headers["Api-Secret"], "POINT_UID": point_uid,
                   "FANS": ",".join(fans), "AWARD_KEYS": "off", "TITLE": "Quiz"}
    url = f"http://127.0.0.1:{server.port}"
    # The compiler shares the cores: it takes a minute until it is done, and what is measured before is the compiler.
    for _ in range(-(-60 // options.seconds)):
        wrk("warm-up of awards", url, "award.lua", environment)
    for kind in WANTED:
        wrk(f"warm-up by {kind}", url, "activity.lua", dict(environment, BY=kind))
    for kind, wanted in WANTED.items():
        before = wrk(f"run {run}, durable awards", url, "award.lua", environment)
        rate = wrk(f"run {run}, activities by {kind}", url, "activity.lua", dict(environment, BY=kind))
        behind = wrk(f"run {run}, durable awards", url, "award.lua", environment)
        shares[kind].append(rate / ((before + behind) / 2))
        print(f"run {run}: activities by {kind} are {shares[kind][-1]:.2f} of awards; wanted {wanted}", flush=True)
    server.stop()
    shutil.rmtree(data)
for kind, wanted in WANTED.items():
    print(f"activities by {kind}: {statistics.median(shares[kind]):.2f} of awards, wanted {wanted}", flush=True)
