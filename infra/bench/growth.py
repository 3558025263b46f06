#!/usr/bin/env python3
"""All projections over a log of millions of mixed events: filled, restarted, read under load, and after a fan's erasure.

    infra/bench/growth.py [--data DIR] [--filled] [--events 20000000] [--fans 500000] [--rate 2000] [--seconds 60]

A given directory keeps the log for a next run, and with --filled its views as well. Filling starts with an empty directory
of views and ends when the server is ready, so it includes the start. The comparison is SQLite alone, from C: it copies the
final documents and builds their indexes, without reading the log, decoding, folding, hashing or writing twice. The other
lower bound of filling is printed beside it: to read and decode the log for a projection that writes nothing. The load is
--rate awards and as many balance reads a second, open loop, each over 64 connections.
"""

import argparse
import glob
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time

from encore_bench import ROOT, Server, parsed, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--data")
arguments.add_argument("--filled", action="store_true")
arguments.add_argument("--events", type=int, default=20_000_000)
arguments.add_argument("--fans", type=int, default=500_000)
arguments.add_argument("--rate", type=int, default=2_000)
arguments.add_argument("--seconds", type=int, default=60)
options = parsed(arguments, events=20_000, fans=1_500, rate=100, seconds=3)

ENCORE = os.path.join(ROOT, "encore")
FILLED_WITHIN = 7_200

data = options.data or tempfile.mkdtemp(prefix="encore-growth-")
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})


class Resident:
    """The highest resident memory of the server, sampled once a second."""

    def __init__(self):
        self.most, self.ended = 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while not self.ended.wait(1):
            try:
                self.most = max(self.most, server.resident_mb())
            except (OSError, StopIteration):
                return

    def end(self):
        self.ended.set()
        self.thread.join()
        return self.most


def started(how):
    took = server.start(ready_within=FILLED_WITHIN)
    print(f"{how}: ready after {took:.1f} s, {server.cpu_seconds():.1f} s of CPU, {server.resident_mb():.0f} MB resident", flush=True)
    return took


def cpu_of(whom):
    """Returns the CPU of this process, or of the processes that it has waited for."""
    used = resource.getrusage(whom)
    return used.ru_utime + used.ru_stime


def alone(views):
    """Lets SQLite copy the documents of all views into files of the same layout, and returns its CPU."""
    before = cpu_of(resource.RUSAGE_SELF)
    for file in glob.glob(os.path.join(views, "*.db")):
        with tempfile.TemporaryDirectory(dir=data) as directory:
            copy = sqlite3.connect(os.path.join(directory, "copy.db"), isolation_level=None)
            for setting in ("journal_mode = WAL", "synchronous = NORMAL", "cache_size = -96000", "temp_store = MEMORY"):
                copy.execute("PRAGMA " + setting)
            copy.execute("ATTACH ? AS filled", (file,))
            made = copy.execute("SELECT type, name, sql FROM filled.sqlite_schema WHERE sql IS NOT NULL").fetchall()
            for name, sql in [(name, sql) for kind, name, sql in made if kind == "table" and name.startswith("d_")]:
                copy.execute(sql)
                keys = next(other for kind, index, other in made if kind == "index" and index == "k_" + name[2:])
                copy.execute(keys)
                columns = ", ".join(f'"{row[1]}"' for row in copy.execute(f"PRAGMA filled.table_xinfo({name})") if row[6] == 0)
                copy.execute(f"INSERT INTO main.{name}({columns}) SELECT {columns} FROM filled.{name} ORDER BY id")
            for kind, name, sql in made:
                if kind == "index" and not name.startswith("k_"):
                    copy.execute(sql)
            copy.close()
    return cpu_of(resource.RUSAGE_SELF) - before


def fill():
    shutil.rmtree(os.path.join(data, "views"))
    took = started("filled")
    views = len([name for name in os.listdir(os.path.join(data, "views")) if name.endswith(".db")])
    print(f"{options.events / took:,.0f} events/s through {views} projections", flush=True)
    until("settled", lambda: all(one["lag"] == 0 for one in server.demo().must("GET", "/api/v1/manage/projections")))
    server.stop()
    copied = alone(os.path.join(data, "views"))
    print(f"SQLite alone copies their documents in {copied:.1f} s of CPU: {1e6 * copied / options.events:.1f} us an event", flush=True)
    before = cpu_of(resource.RUSAGE_CHILDREN)
    subprocess.run([ENCORE, "bench", "FillBench", data, "nothing"], check=True)
    read = cpu_of(resource.RUSAGE_CHILDREN) - before
    print(f"The log is read and decoded alone in {read:.1f} s of CPU: {1e6 * read / options.events:.1f} us an event", flush=True)


def load(point_uid):
    keys = server.demo().headers
    fans = ",".join(str((1 << 40) + i) for i in range(1_000))
    return subprocess.Popen(
        [ENCORE, "bench", "OpenLoop", str(server.port), str(options.rate), str(options.seconds), "64", keys["Api-Key"],
         keys["Api-Secret"], point_uid, fans], stdout=subprocess.PIPE, text=True)


try:
    if not os.path.exists(os.path.join(data, "mixed")):
        os.makedirs(data, exist_ok=True)
        server.start()
        server.stop()
        subprocess.run([ENCORE, "bench", "MixedLog", data, str(options.events), str(options.fans)], check=True)
        open(os.path.join(data, "mixed"), "w").close()
    if options.filled:
        # Images belong to the build that stopped last.
        server.start(ready_within=FILLED_WITHIN)
        server.stop()
    else:
        fill()
    started("behind a stop")
    server.kill()
    started("behind kill -9")
    resident = Resident()
    api = server.demo(timeout=60)
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="growth")["point_uid"]
    before = server.cpu_seconds()
    awards, reads = load(point_uid), load("-")
    time.sleep(options.seconds / 2)
    began = time.monotonic()
    status = api.delete(f"/api/v1/crm/fans/{(1 << 40) + random.randrange(1_000, options.fans)}")[0]
    erased = time.monotonic() - began
    for what, of in ("awards", awards), ("reads", reads):
        print(f"{what}:", *of.communicate()[0].splitlines()[-2:], sep="\n    ")
    print(f"{(server.cpu_seconds() - before) / options.seconds:.2f} cores, {resident.end():.0f} MB resident at most; "
          f"an erasure meanwhile was answered with {status} after {erased:.2f} s", flush=True)
    server.stop()
finally:
    if not options.data:
        shutil.rmtree(data, ignore_errors=True)
