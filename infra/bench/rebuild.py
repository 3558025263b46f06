#!/usr/bin/env python3
"""Rebuilds each projection of a million mixed events during balance reads: the time, and the effect on readers.

    infra/bench/rebuild.py [--events 1000000] [--fans 20000] [--reads 1000] [--data DIRECTORY] [NAME...]

A given directory keeps the log for a next run. Each rebuilt version is compared with the serving one.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

from encore_bench import ROOT, SMALLEST, Server, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--events", type=int, default=1_000_000)
arguments.add_argument("--fans", type=int, default=20_000)
arguments.add_argument("--reads", type=int, default=1_000)
arguments.add_argument("--data")
arguments.add_argument("names", nargs="*")
options = parsed(arguments, events=5_000, fans=200, reads=50)

ENCORE = os.path.join(ROOT, "encore")
PROJECTIONS = "/api/v1/manage/projections"

data = options.data or tempfile.mkdtemp(prefix="encore-rebuild-")
os.makedirs(data, exist_ok=True)
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
if not os.path.exists(os.path.join(data, "mixed")):
    server.start()
    server.stop()
    subprocess.run([ENCORE, "bench", "MixedLog", data, str(options.events), str(options.fans)], check=True)
    open(os.path.join(data, "mixed"), "w").close()
print(f"started and caught up after {server.start(ready_within=600):.1f} s", flush=True)
api = server.demo()
fans = ",".join(str((1 << 40) + i) for i in range(min(1_000, options.fans)))


def reads(seconds):
    return subprocess.Popen(
        [ENCORE, "bench", "OpenLoop", str(server.port), str(options.reads), str(seconds), "256", api.headers["Api-Key"],
         api.headers["Api-Secret"], "-", fans], stdout=subprocess.PIPE, text=True)


def latencies(process):
    return re.search(r"accepted (.*?), shed.*", process.communicate()[0].splitlines()[-1]).group(0)


def status():
    return api.must("GET", PROJECTIONS)


try:
    for _ in range(1 if SMALLEST else 2):
        print("without a rebuild:", latencies(reads(10)), flush=True)
    wanted = options.names or sorted({one["name"] for one in status()})[:1 if SMALLEST else None]
    for name in wanted:
        load = reads(20)
        time.sleep(3)
        cpu, began = server.cpu_seconds(), time.monotonic()
        version = server.operator().must("POST", f"{PROJECTIONS}/{name}/rebuild")["version"]
        while True:
            one = next(one for one in status() if one["name"] == name and one["version"] == version)
            if one["lag"] == 0:
                break
            time.sleep(0.1)
        took = time.monotonic() - began
        print(f"{name}: {one['position']:,} events in {took:.1f} s ({one['position'] / took:,.0f}/s), "
              f"{one['documents']:,} documents, {one['bytes'] / 1e6:,.0f} MB, "
              f"server CPU {(server.cpu_seconds() - cpu) / took:.2f} cores", flush=True)
        print(f"  reads meanwhile: {latencies(load)}", flush=True)
        _, _, body = api.get(f"{PROJECTIONS}/{name}/compare")
        lines = [json.loads(line) for line in body.splitlines()]
        print(f"  compared at {lines[0]['position']:,}: {'equal' if lines[0]['equal'] else 'DIFFERENT'}", flush=True)
    print(f"resident {server.resident_mb():.0f} MB")
finally:
    server.stop()
if not options.data:
    shutil.rmtree(data)
