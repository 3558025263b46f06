#!/usr/bin/env python3
"""Write, sync, answer, in that order: seen from outside with strace.

    infra/bench/sync_order.py [--awards 2000] [--clients 24]

For one award: its bytes are written to the log's write-ahead file, the file is synced, then the answer leaves. Under load:
at no moment have more awards been answered than had arrived before the last finished sync began. A second server with the
log's syncs switched off must fail the same check, otherwise the check proves nothing.
"""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time

from encore_bench import Server, all_at_once, parsed

arguments = argparse.ArgumentParser()
arguments.add_argument("--awards", type=int, default=2000)
arguments.add_argument("--clients", type=int, default=24)
options = parsed(arguments, awards=60, clients=4)

CALL = re.compile(r"^(\d+)\s+([\d.]+) (\w+)\((\d+)<([^>]*)>(.*)$")
RESUMED = re.compile(r"^(\d+)\s+([\d.]+) <\.\.\. (\w+) resumed>(.*)$")
LOG_FILE = "events.db-wal"


def trace(server, path, work):
    strace = subprocess.Popen(
        ["strace", "-f", "-ttt", "-y", "-s", "2048", "-e",
         "trace=read,readv,recvfrom,write,writev,sendto,pwrite64,pwritev,fsync,fdatasync", "-o", path,
         "-p", str(server.process.pid)], stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    work()
    time.sleep(0.5)
    strace.terminate()
    strace.wait()


def events(path):
    """Returns (time, kind) in order, with a count; the kind is arrived, written, sync-begins, sync-ends or answered."""
    unfinished = {}
    with open(path, errors="replace") as lines:
        for line in lines:
            call = CALL.match(line)
            if call:
                thread, _, name, _, file, rest = call.groups()
                if name in ("fsync", "fdatasync") and LOG_FILE in file:
                    yield "sync-begins", 1
                    if "<unfinished" in rest:
                        unfinished[thread] = "sync"
                    else:
                        yield "sync-ends", 1
                elif name.startswith("pwrite") and LOG_FILE in file:
                    yield "written", 1
                elif name in ("read", "readv", "recvfrom") and "<unfinished" in rest:
                    unfinished[thread] = "read"
                elif name in ("read", "readv", "recvfrom") and "socket" in file or "TCP" in file and name.startswith("re"):
                    arrived = rest.count("POST /api/v1/ent/fan_points")
                    if arrived:
                        yield "arrived", arrived
                elif name in ("write", "writev", "sendto") and ("socket" in file or "TCP" in file):
                    answered = rest.count("fan_point_uid")
                    if answered:
                        yield "answered", answered
                continue
            resumed = RESUMED.match(line)
            if resumed:
                thread, _, _, rest = resumed.groups()
                kind = unfinished.pop(thread, None)
                if kind == "sync":
                    yield "sync-ends", 1
                elif kind == "read" and "POST /api/v1/ent/fan_points" in rest:
                    yield "arrived", rest.count("POST /api/v1/ent/fan_points")


def check(path):
    arrived = answered = syncs = 0
    begun, covered = 0, 0
    worst = 0
    order = []
    for what, count in events(path):
        order.append(what)
        if what == "arrived":
            arrived += count
        elif what == "sync-begins":
            begun = arrived
        elif what == "sync-ends":
            covered, syncs = begun, syncs + 1
        elif what == "answered":
            answered += count
            worst = max(worst, answered - covered)
    return order, arrived, answered, syncs, worst


def run(synchronous):
    data = tempfile.mkdtemp(prefix="encore-sync-")
    server = Server(data, settings={"JAVA_TOOL_OPTIONS": f"-Dencore.sqlite.synchronous={synchronous}"})
    server.start()
    api = server.demo()
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="sync")["point_uid"]
    # Each client has its own fan: awards of one ledger wait for each other, and no sync would serve two.
    fans = [api.must("POST", "/api/v1/crm/fans", email=f"{i}@sync.example")["fan_id"] for i in range(options.clients)]
    award = dict(point_uid=point_uid, fan_id=fans[0], point_count=1)
    api.must("POST", "/api/v1/ent/fan_points", **award)
    one, many = os.path.join(data, "one.strace"), os.path.join(data, "many.strace")
    time.sleep(2)
    trace(server, one, lambda: api.must("POST", "/api/v1/ent/fan_points", **award))
    order, *_ = check(one)
    print(f"synchronous={synchronous}, one award: {' -> '.join(order) or 'nothing seen'}")
    numbers = iter(range(options.awards))
    lock = threading.Lock()

    def client(i):
        mine = server.demo(timeout=120)
        award = dict(point_uid=point_uid, fan_id=fans[i], point_count=1)
        while True:
            with lock:
                if next(numbers, None) is None:
                    return
            mine.must("POST", "/api/v1/ent/fan_points", **award)

    trace(server, many, lambda: all_at_once(options.clients, client))
    _, arrived, answered, syncs, worst = check(many)
    print(f"synchronous={synchronous}, {options.clients} clients: {arrived} arrived, {answered} answered, {syncs} syncs, "
          f"at worst {max(worst, 0)} answered beyond what was synced", flush=True)
    server.kill()
    shutil.rmtree(data)
    # Between the award's arrival and its answer; a checkpoint may sync at any other time.
    begin = order.index("arrived") if "arrived" in order else 0
    shape = order[begin:order.index("answered") + 1] if "answered" in order else []
    in_order = ("written" in shape and "sync-ends" in shape
                and shape.index("written") < len(shape) - 1 - shape[::-1].index("sync-begins")
                < len(shape) - 1 - shape[::-1].index("sync-ends"))
    return in_order and worst <= 0 and answered == options.awards


durable = run("FULL")
careless = run("OFF")
print(f"with syncs: {'holds' if durable else 'BROKEN'}; without syncs the check {'fails, as it must' if not careless else 'PASSES, SO IT SHOWS NOTHING'}")
raise SystemExit(0 if durable and not careless else 1)
