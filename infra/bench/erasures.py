#!/usr/bin/env python3
"""Erases fans in parallel during a rebuild and reads: the time of each answer, and the time until no file has their data.

    infra/bench/erasures.py [--erasures 100] [--events 200000] [--fans 20000] [--reads 1000] [--data DIRECTORY]

Every erased fan has a name, an address and a contact that occur nowhere else. All files of the data directory are searched
for them. It fails when an answer takes more than 2 s, or a file still has data 10 s after the last answer. A given directory
keeps the log for a next run.
"""

import argparse
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time

from encore_bench import ROOT, SMALLEST, Server, all_at_once, parsed, within

arguments = argparse.ArgumentParser()
arguments.add_argument("--erasures", type=int, default=100)
arguments.add_argument("--events", type=int, default=200_000)
arguments.add_argument("--fans", type=int, default=20_000)
arguments.add_argument("--reads", type=int, default=1_000)
arguments.add_argument("--data")
options = parsed(arguments, erasures=5, events=5_000, fans=200, reads=50)

ENCORE = os.path.join(ROOT, "encore")
FANS = "/api/v1/crm/fans"
ANSWERED_WITHIN, CLEAN_WITHIN = 2.0, 10.0

data = options.data or tempfile.mkdtemp(prefix="encore-erasures-")
os.makedirs(data, exist_ok=True)
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
if not os.path.exists(os.path.join(data, "mixed")):
    server.start()
    server.stop()
    subprocess.run([ENCORE, "bench", "MixedLog", data, str(options.events), str(options.fans)], check=True)
    open(os.path.join(data, "mixed"), "w").close()
server.start(ready_within=600)
api = server.demo()


def register(i):
    # First letters differ: a text index stores words without the letters that they share with the previous word.
    mark = f"{secrets.token_hex(6)}q{i}z"
    fan = api.twin().must("POST", FANS, email=f"{mark}@erased.example", first_name=f"First{mark}",
                          last_name=f"Last{mark}", city=f"City{mark}")["fan_id"]
    return mark, fan


def left(marks):
    """Returns the marks that any file contains, in any spelling, and the files; grep looks for all of them at once."""
    found = subprocess.run(["grep", "-riFao", "-f", "-", data], input="\n".join(marks), env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
                           capture_output=True, text=True).stdout
    lines = [line.rsplit(":", 1) for line in found.splitlines()]  # Files come and go: messages of grep about that do not matter.
    return {mark.lower() for _, mark in lines}, sorted({os.path.relpath(file, data) for file, _ in lines})


def percentile(sorted_values, share):
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * share))]


load = None
try:
    registered = [register(i) for i in range(options.erasures)]
    marks = {mark for mark, _ in registered}
    newest = str(registered[-1][1])
    while api.get(f"{FANS}/{newest}")[0] != 200:
        time.sleep(0.05)
    print(f"before: {len(left(marks)[0])} of {len(marks)} stand in {len(left(marks)[1])} files", flush=True)
    fans = ",".join(str((1 << 40) + i) for i in range(min(1_000, options.fans)))
    load = subprocess.Popen(
        [ENCORE, "bench", "OpenLoop", str(server.port), str(options.reads), "5" if SMALLEST else "30", "256", api.headers["Api-Key"],
         api.headers["Api-Secret"], "-", fans], stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    version = server.operator().must("POST", "/api/v1/manage/projections/fans/rebuild")["version"]
    took, statuses = [0.0] * len(registered), [0] * len(registered)
    clients = [api.twin() for _ in registered]

    def erase(i):
        began = time.monotonic()
        try:
            statuses[i] = clients[i].delete(f"{FANS}/{registered[i][1]}")[0]
        except OSError:
            statuses[i] = 0  # There was no answer.
        took[i] = time.monotonic() - began

    all_at_once(len(registered), erase)
    ended = time.monotonic()
    filling = next(one for one in api.must("GET", "/api/v1/manage/projections")
                   if one["name"] == "fans" and one["version"] == version)
    remaining, files = left(marks)
    while remaining and time.monotonic() - ended < 60:
        print(f"{time.monotonic() - ended:.1f} s after the last answer: {len(remaining)} in {', '.join(files)}", flush=True)
        time.sleep(0.5)
        remaining, files = left(marks)
    clean = time.monotonic() - ended
    took.sort()
    print(f"{len(took)} erasures in parallel beside a rebuild (behind by {filling['lag']:,} events when the last was "
          f"answered) and {options.reads:,} reads/s: p50 {percentile(took, .5):.2f} s, p99 {percentile(took, .99):.2f} s, "
          f"longest {took[-1]:.2f} s; answered with {sorted(set(statuses))}")
    print(f"files clean {clean:.1f} s after the last answer" if not remaining else f"{len(remaining)} still stand in files")
    print("reads:", load.communicate()[0].splitlines()[-1])
    good = set(statuses) == {200} and within(took[-1], ANSWERED_WITHIN) and not remaining and within(clean, CLEAN_WITHIN)
finally:
    if load and load.poll() is None:
        load.terminate()
    server.stop()
if not options.data:
    shutil.rmtree(data)
sys.exit(0 if good else "too slow, or not clean")
