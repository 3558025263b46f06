#!/usr/bin/env python3
"""A full disk (a 64 MB tmpfs for log and views): writes get 503 while reads continue, and resume without repair.

    infra/bench/full_disk.py        (as root: it mounts and unmounts a tmpfs)
"""

import os
import subprocess
import tempfile
import time

from encore_bench import Server

data = tempfile.mkdtemp(prefix="encore-full-")
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", data], check=True)
server = Server(data)
try:
    server.start()
    api = server.demo()
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="full")["point_uid"]
    fan = api.must("POST", "/api/v1/crm/fans", email="full@full.example")["fan_id"]
    award = dict(point_uid=point_uid, fan_id=fan, point_count=1)
    acknowledged = 0
    ballast = os.path.join(data, "ballast")

    def balance():
        status, headers, rows = api.get(f"/api/v1/manage/fans/{fan}/balances")
        if status != 200:
            raise SystemExit(f"a read was answered with {status}: {rows}")
        return next((row["balance"] for row in rows if row["point_uid"] == point_uid), 0)

    for _ in range(200):
        assert api.post("/api/v1/ent/fan_points", **award)[0] == 200
        acknowledged += 1
    for round_number in range(3):
        with open(ballast, "wb") as file:
            try:
                while True:
                    file.write(b"x" * 65536)
                    file.flush()
            except OSError:
                pass
        refused = 0
        last = time.monotonic()
        for _ in range(4000):
            status, headers, body = api.post("/api/v1/ent/fan_points", **award)
            if status == 200:
                acknowledged += 1
            elif status == 503:
                refused += 1
                assert headers["Retry-After"], "a 503 says when to come back"
                balance()
                if refused >= 50:
                    break
            else:
                raise SystemExit(f"a write on the full disk was answered with {status}: {body}")
        if refused < 50:
            raise SystemExit("the disk was never full for a write")
        os.remove(ballast)
        began = time.monotonic()
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
    server.kill()
    took = server.start()
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
