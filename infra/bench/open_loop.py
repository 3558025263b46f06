#!/usr/bin/env python3
"""Four times capacity, open loop: the heap stays flat, accepted awards stay fast, and the rest gets 503 at once.

    infra/bench/open_loop.py [--times 4] [--seconds 30] [--connections N] [--half]

Capacity is measured first with wrk. With --half the load is half of capacity instead, over the 64 connections of that
measurement and not over 4,000, and shows the p99 of a write.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import tempfile
import threading
import time

from encore_bench import ROOT, Client, Server, management, parsed, shortened, wrk_command

arguments = argparse.ArgumentParser()
arguments.add_argument("--times", type=float, default=4)
arguments.add_argument("--seconds", type=int, default=30)
arguments.add_argument("--connections", type=int)
arguments.add_argument("--half", action="store_true")
options = parsed(arguments, seconds=3, connections=50)
times = 0.5 if options.half else options.times
connections = options.connections or (64 if options.half else 4_000)

data = tempfile.mkdtemp(prefix="encore-open-")
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
server.start()
api = server.demo()
point_uid = api.must("POST", "/api/v1/crm/points", point_name="open")["point_uid"]
fans = ",".join(str(api.must("POST", "/api/v1/crm/fans", email=f"open-{i}@open.example")["fan_id"]) for i in range(1000))
environment = dict(os.environ, KEY=api.headers["Api-Key"], SECRET=api.headers["Api-Secret"], POINT_UID=point_uid, FANS=fans)
for name in ("warm-up", "more warm-up", "capacity"):
    text = subprocess.run(wrk_command(f"http://127.0.0.1:{server.port}", "award.lua", "-t2", "-c64", f"-d{shortened(15)}s"),
                          env=environment, capture_output=True, text=True).stdout
    capacity = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    print(f"{name}: {capacity:,.0f} awards/s", flush=True)

heap = []
done = threading.Event()


def watch():
    """Reads the heap from the server itself, as rarely as a collector of metrics does: the JVM of jcmd would take a tenth of the machine."""
    client = Client(management(server.port), {})
    while not done.wait(shortened(10)):
        text = client.get("/metrics")[2].decode()
        used = sum(float(n) for n in re.findall(r'^jvm_memory_used_bytes\{area="heap".*?} ([\d.E]+)', text, re.M))
        heap.append((round(used / 1_048_576), round(server.resident_mb())))


watcher = threading.Thread(target=watch)
watcher.start()
cpu, began, load = server.cpu_seconds(), time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
subprocess.run([os.path.join(ROOT, "encore"), "bench", "OpenLoop", str(server.port), str(int(capacity * times)),
                str(options.seconds), str(connections), api.headers["Api-Key"], api.headers["Api-Secret"],
                point_uid, fans], check=True)
took, spent = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"server CPU {(server.cpu_seconds() - cpu) / took:.2f} cores, "
      f"the load's {(spent.ru_utime + spent.ru_stime - load.ru_utime - load.ru_stime) / took:.2f}")
done.set()
watcher.join()
print("heap used and resident, MB:", heap)
server.stop()
shutil.rmtree(data)
