#!/usr/bin/env python3
"""Many uploads of the largest image at once: all are stored, and the server's memory stays in bounds.

    infra/bench/uploads.py [--uploads 50] [--most-mb 1500]

Each image is a PNG of 25 million pixels. A 503 is tried again, as clients do. The most resident memory of the server is read
four times a second. The time of a small read beside the uploads shows whether the gateway still answers.
"""

import argparse
import os
import random
import shutil
import statistics
import tempfile
import threading
import time

from encore_bench import Server, all_at_once, parsed, png, within

arguments = argparse.ArgumentParser()
arguments.add_argument("--uploads", type=int, default=50)
arguments.add_argument("--most-mb", type=int, default=1500)
options = parsed(arguments, uploads=3)

data = tempfile.mkdtemp(prefix="encore-uploads-")
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
server.start()
patterns = [bytes(random.randrange(256) for _ in range(15)) * 1000 for _ in range(64)]
image = png(5000, 5000, lambda: random.choice(patterns))
print(f"an image of 25,000,000 pixels in {len(image) / 2**20:.1f} MiB; idle: {server.resident_mb():.0f} MB", flush=True)

most, reads, refused, stored = [0], [], [0], set()
done = threading.Event()
lock = threading.Lock()


def watch():
    while not done.wait(0.25):
        most[0] = max(most[0], server.resident_mb())


def read():
    mine = server.demo(timeout=60)
    while not done.wait(0.1):
        began = time.monotonic()
        mine.must("GET", "/api/v1/crm/points")
        reads.append(time.monotonic() - began)


def upload(_):
    mine = server.demo(timeout=300)
    while True:
        status, _, body = mine.call("POST", "/api/v1/manage/media", image, {"Content-Type": "image/png"})
        if status == 200:
            with lock:
                stored.add(body["media_uid"])
            return
        if status != 503:
            raise SystemExit(f"an upload was answered with {status}: {body}")
        with lock:
            refused[0] += 1
        time.sleep(random.uniform(0.1, 0.5))


beside = [threading.Thread(target=work) for work in (watch, read)]
for thread in beside:
    thread.start()
cpu, began = server.cpu_seconds(), time.monotonic()
all_at_once(options.uploads, upload)
took = time.monotonic() - began
done.set()
for thread in beside:
    thread.join()
reads.sort()
print(f"{len(stored)} of {options.uploads} stored in {took:.1f} s, {refused[0]} times 503; at most {most[0]:.0f} MB resident; "
      f"CPU: server {(server.cpu_seconds() - cpu) / took:.2f} cores; reads beside: p50 {statistics.median(reads) * 1000:.1f} ms, "
      f"p99 {reads[len(reads) * 99 // 100] * 1000:.1f} ms; load of the machine {os.getloadavg()[0]:.1f}", flush=True)
server.stop()
shutil.rmtree(data)
if len(stored) != options.uploads or not within(most[0], options.most_mb):
    raise SystemExit(f"wanted {options.uploads} images below {options.most_mb} MB")
