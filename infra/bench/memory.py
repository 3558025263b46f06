#!/usr/bin/env python3
"""Resident memory of an idle server, and with a million events and 100,000 fans; then the time of a restart.

    infra/bench/memory.py [--fans 100000] [--events 1000000] [--keep DIR]

--keep leaves the grown data directory in DIR, for kill.py --data.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time

from encore_bench import Server, all_at_once, parsed, shortened, wrk_command

arguments = argparse.ArgumentParser()
arguments.add_argument("--fans", type=int, default=100_000)
arguments.add_argument("--events", type=int, default=1_000_000)
arguments.add_argument("--keep")
options = parsed(arguments, fans=200, events=2_000)

data = options.keep or tempfile.mkdtemp(prefix="encore-memory-")
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
took = server.start()
time.sleep(shortened(20))
print(f"started in {took:.1f} s, idle: {server.resident_mb():.0f} MB resident", flush=True)
api = server.demo()
point_uid = api.must("POST", "/api/v1/crm/points", point_name="memory")["point_uid"]
fans = []


def register(part):
    mine = server.demo(timeout=60)
    for i in range(part, options.fans, 32):
        fans.append(mine.must("POST", "/api/v1/crm/fans", email=f"memory-{i}@memory.example", first_name="Ada",
                              last_name=f"Number {i}", display_name=f"fan {i}", postal_code="")["fan_id"])


began = time.monotonic()
all_at_once(32, register)
print(f"{len(fans)} fans in {time.monotonic() - began:.0f} s", flush=True)
environment = dict(os.environ, KEY=api.headers["Api-Key"], SECRET=api.headers["Api-Secret"], POINT_UID=point_uid,
                   FANS=",".join(map(str, fans[:6000])))
began = time.monotonic()
while True:
    head = int(api.post("/api/v1/crm/points", point_name="memory")[1]["Encore-Position"])
    if head >= options.events:
        break
    environment["FANS"] = ",".join(map(str, fans[(first := head % max(1, len(fans) - 6000)):first + 6000]))
    subprocess.run(wrk_command(f"http://127.0.0.1:{server.port}", "award.lua", "-t2", "-c64", f"-d{shortened(5)}s"), env=environment,
                   capture_output=True)
print(f"{head} events, awards took {time.monotonic() - began:.0f} s: {server.resident_mb():.0f} MB resident", flush=True)
time.sleep(shortened(10))
print(f"ten seconds later: {server.resident_mb():.0f} MB resident")
for how in ("stopped", "killed"):
    server.stop() if how == "stopped" else server.kill()
    took = server.start()
    print(f"{how} and started again: ready in {took:.1f} s, {server.resident_mb():.0f} MB resident", flush=True)
time.sleep(shortened(20))
print(f"twenty seconds later: {server.resident_mb():.0f} MB resident")
server.stop()
size = sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(data) for name in names)
print(f"the data directory holds {size / 1e6:.0f} MB")
if not options.keep:
    shutil.rmtree(data)
