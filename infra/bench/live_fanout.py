#!/usr/bin/env python3
"""Two thousand followers of one leaderboard, a hundred changes a second; or the clients of one room: CPU, delays and frames.

    infra/bench/live_fanout.py [--rate 100] [--followers 2000] [--seconds 30]
    infra/bench/live_fanout.py --room 2000,5000 [--rate 20] [--seconds 30]

Followers: less than one core of the server, at most ten frames a second for each follower, and the last change reaches all.

Room: all clients but 60 are guests. 60 fans write in turn. Wanted: nobody is closed, p99 of 250 ms from a sender to all, and 8 us of
the server's CPU for each message and client at 20 messages a second.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time

from encore_bench import ROOT, Server
from live_bench import cpu_of, measured

WRITERS = 60
PASSWORD = "the password of a benchmark"


def room(clients, rate, seconds):
    server = Server(tempfile.mkdtemp(prefix="encore-room-"), settings={
        "ENCORE_RATE_LIMIT": "1000000000", "ENCORE_NEW_FANS": "1000000", "ENCORE_WRONG_CREDENTIALS": "1000000",
        "ENCORE_CONNECTIONS": "12000", "ENCORE_CROWDED_NETWORKS": "127.0.0.0/8"})
    server.start()
    try:
        api = server.demo()
        campaign = api.must("POST", "/api/v1/manage/apps", name="Show", app_type="fanxp")["page_tab_id"]
        api.must("POST", f"/api/v1/manage/apps/{campaign}/rooms", room_key="hall", room_type="permanent_rooms")
        business = api.must("POST", "/api/v1/manage/businesses", business_name="Doors")["business_id"]
        sessions = os.path.join(server.data, "sessions")
        with open(sessions, "w") as lines:
            for i in range(max(clients)):
                if i < WRITERS:
                    email = f"writer-{i}@live.example"
                    fan = api.must("POST", "/api/v1/crm/fans", email=email)["fan_id"]
                    api.must("POST", f"/api/v1/crm/fans/{fan}", password=PASSWORD)
                    given = api.must("POST", "/api/v1/sessions/connect", network="password", business_id=business,
                                     email=email, password=PASSWORD, ip_address="192.0.2.1")
                else:
                    given = api.must("POST", "/api/v1/sessions/connect", business_id=business, ip_address="192.0.2.1")
                lines.write(given["session_uid"] + "\n")
        account = next(row["account_id"] for row in server.operator().get("/api/v1/manage/accounts")[2])
        for count in clients:
            process = subprocess.Popen(
                [os.path.join(os.environ["JAVA_HOME"], "bin", "java"), "-Xmx600m", "-XX:+UseSerialGC",
                 os.path.join(ROOT, "infra/bench/src/main/java/encore/infra/bench/rooms/RoomClients.java"),
                 str(server.port), str(account), f"permanent_rooms:hall:{campaign}", sessions, str(WRITERS), str(count),
                 str(rate), "20", str(seconds)], stdout=subprocess.PIPE, text=True)
            for line in process.stdout:
                if line.strip() == "begin":
                    began, of_server, of_clients = time.monotonic(), server.cpu_seconds(), cpu_of(process.pid)
                elif line.startswith("end"):
                    took = time.monotonic() - began
                    cpu = server.cpu_seconds() - of_server
                    deliveries = int(line.split()[1]) * count
                    print(f"{count} clients, {deliveries / took:,.0f} deliveries/s: server {cpu / took:.2f} cores, "
                          f"{cpu / deliveries * 1e6:.1f} us a delivery; clients "
                          f"{(cpu_of(process.pid) - of_clients) / took:.2f} cores; server resident "
                          f"{server.resident_mb():.0f} MB", flush=True)
                else:
                    print(line, end="", flush=True)
            process.wait()
    finally:
        server.stop()
        shutil.rmtree(server.data)


arguments = argparse.ArgumentParser()
arguments.add_argument("--rate", type=int)
arguments.add_argument("--followers", type=int, default=2000)
arguments.add_argument("--room", help="the clients of a room, one number or several")
arguments.add_argument("--seconds", type=int, default=30)
options = arguments.parse_args()
if options.room:
    room([int(count) for count in options.room.split(",")], options.rate or 20, options.seconds)
else:
    measured("fanout", fans=200, rate=options.rate or 100, seconds=options.seconds, clients=options.followers)
