#!/usr/bin/env python3
"""A full disk (a 64 MB tmpfs for log and views): writes get 503 while reads continue, and resume without repair.

Links of trackers lead to their targets all the time. `/health/ready` names the reason while writes fail, and is up again without
a write. Reads also go on when the log has room for some more commits and the views have none. A start on the full disk ends with
a sentence. No killed start leaves a native library in the temporary folder, and a start with too few open files says what is missing.

    infra/bench/full_disk.py        (as root: it mounts and unmounts a tmpfs)
"""

import argparse
import os
import subprocess
import tempfile
import time

from encore_bench import SMALLEST, Client, Server, not_run, parsed, refusal, shortened

parsed(argparse.ArgumentParser(description=__doc__.split("\n")[0]))
data = tempfile.mkdtemp(prefix="encore-full-")
if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", data]).returncode:
    not_run("a tmpfs cannot be mounted here: be root")
temporary = tempfile.mkdtemp(prefix="encore-full-tmp-")
server = Server(data, settings={"ENCORE_JAVA_OPTS": "-Djava.io.tmpdir=" + temporary})
try:
    server.start()
    api = server.demo()
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="full")["point_uid"]
    fan = api.must("POST", "/api/v1/crm/fans", email="full@full.example")["fan_id"]
    api.must("POST", "/api/v1/manage/tracker_domains", virtual_domain="127.0.0.1")
    api.must("POST", "/api/v1/trackers", virtual_domain="127.0.0.1", target_url="https://shop.example/a", tracker_name="full",
             tracker_group_name="full", tracker_key="full")
    award = dict(point_uid=point_uid, fan_id=fan, point_count=1)
    acknowledged = 0
    ballast = os.path.join(data, "ballast")

    def balance():
        status, headers, rows = api.get(f"/api/v1/manage/fans/{fan}/balances")
        if status != 200:
            raise SystemExit(f"a read was answered with {status}: {rows}")
        return next((row["balance"] for row in rows if row["point_uid"] == point_uid), 0)

    def fill():
        try:
            with open(ballast, "ab", buffering=0) as file:
                while True:
                    file.write(b"x" * 4096)
        except OSError:
            pass

    def ready():
        return Client(server.port, {}).get("/health/ready")[0]

    def reads():
        for path in (f"/api/v1/manage/fans/{fan}/balances", f"/api/v1/crm/fans/{fan}", "/api/v1/crm/fans?name=full",
                     "/api/v1/manage/leaderboard?point_name=full", "/api/v1/crm/activities", "/api/v1/manage/apps"):
            status, _, body = api.get(path)
            if status != 200:
                raise SystemExit(f"a read of {path} on the full disk was answered with {status}: {body}")

        redirect()

    def redirect():
        """A link leads to its target whether its click can be recorded or not."""
        for visitor in range(3):
            status, headers, _ = Client(server.port, {"User-Agent": f"Mozilla/5.0 visitor {visitor} {time.time()}"}).get("/t/full")
            if status != 302 or not headers["Location"].startswith("https://shop.example/a"):
                raise SystemExit(f"a redirect on the full disk was answered with {status}")

    def libraries():
        return {name for name in os.listdir(temporary) if "libsqlitejdbc" in name}

    libraries_before = libraries()
    for _ in range(200):
        assert api.post("/api/v1/ent/fan_points", **award)[0] == 200
        acknowledged += 1
    for round_number in range(1 if SMALLEST else 3):
        fill()
        refused = 0
        last = time.monotonic()
        for _ in range(4000):
            status, headers, body = api.post("/api/v1/ent/fan_points", **award)
            if status == 200:
                acknowledged += 1
            elif status == 503:
                refused += 1
                if refused % 10 == 0:
                    redirect()
                assert headers["Retry-After"], "a 503 says when to come back"
                balance()
                if refused >= 50:
                    break
            else:
                raise SystemExit(f"a write on the full disk was answered with {status}: {body}")
        if refused < 50:
            raise SystemExit("the disk was never full for a write")
        if ready() != 503:
            raise SystemExit("ready says that writes are possible")
        status, _, body = api.post("/api/v1/crm/fans", email=f"new{round_number}@full.example")
        if status != 503:
            raise SystemExit(f"a fan whose key cannot be stored was answered with {status}: {body}")
        for room in (8, 24, 60) if round_number == 0 else (24,):
            os.truncate(ballast, os.path.getsize(ballast) - room * 1024)
            for _ in range(200):
                if api.post("/api/v1/ent/fan_points", **award)[0] != 200:
                    break
                acknowledged += 1
            fill()
            reads()
            # Connections that were idle for ten seconds are closed: reads then open new ones.
            time.sleep(shortened(21))
            fill()
            reads()
        os.remove(ballast)
        began = time.monotonic()
        while ready() != 200:
            if time.monotonic() - began > 10:
                raise SystemExit("ready does not say that writes are possible again")
            time.sleep(0.05)
        while api.post("/api/v1/ent/fan_points", **award)[0] != 200:
            if time.monotonic() - began > 30:
                raise SystemExit("writes did not resume")
            time.sleep(0.05)
        resumed = time.monotonic() - began
        acknowledged += 1
        while balance() != acknowledged:
            if time.monotonic() - began > 30:
                raise SystemExit(f"the balance is {balance()}, acknowledged were {acknowledged}")
            time.sleep(0.05)
        print(f"round {round_number + 1}: {refused} writes refused with 503 while reads went on; "
              f"writes resumed {resumed:.2f} s after there was room; {acknowledged} acknowledged and counted", flush=True)
    fill()
    server.kill()
    try:
        server.start()
        raise SystemExit("a start on the full disk did not end")
    except SystemExit as ended:
        if "the server ended" not in str(ended):
            raise
    if "There is no room left on the disk" not in (refusal(data + ".log") or ""):
        raise SystemExit("a start on the full disk does not say in a sentence what is missing")
    os.remove(ballast)
    took = server.start()
    server.kill()
    left = libraries() - libraries_before
    if left:
        raise SystemExit(f"killed starts left {left} in the temporary folder")
    try:
        server.start(wrapper=("sh", "-c", 'ulimit -n 256; exec "$@"', "sh"))
        raise SystemExit("a start with 256 open files did not end")
    except SystemExit as ended:
        if "the server ended" not in str(ended):
            raise
    with open(data + ".log", errors="replace") as log:
        if "This process may open 256 files" not in log.read():
            raise SystemExit("a start with 256 open files does not say what is missing")
    server.start()
    api.close()
    if balance() != acknowledged:
        raise SystemExit("the balance differs after a restart")
    print(f"restarted in {took:.1f} s, the balance is still {acknowledged}")
    server.stop()
finally:
    if server.process is not None and server.process.poll() is None:
        server.kill()
    subprocess.run(["umount", "-l", data], check=True)
    os.rmdir(data)
