#!/usr/bin/env python3
"""Hundreds of followers of /ws with random cuts, and one kill -9 of the server: received plus recovered equals the log.

    infra/bench/live_cuts.py [--followers 500] [--rate 40] [--seconds 40]

Each follower reconnects with the position of the last event that it saw. At the end a follower that was never cut off
reads the same range, and each of the others must have seen exactly the same events in the same order.
"""

import argparse
import random
import shutil
import threading
import time

from encore_bench import all_at_once, parsed
from live_bench import a_server, clients

arguments = argparse.ArgumentParser()
arguments.add_argument("--followers", type=int, default=500)
arguments.add_argument("--rate", type=int, default=40)
arguments.add_argument("--seconds", type=int, default=40)
options = parsed(arguments, followers=20, seconds=4)

server, api, point_uid, fans = a_server(50)
status, headers, _ = api.post("/api/v1/ent/fan_points", point_uid=point_uid, fan_id=fans[0], point_count=1)
begin = int(headers["Encore-Position"])
followers = clients(server, api, "cuts", options.followers, begin)
assert followers.stdout.readline().strip() == "begin"
stop = threading.Event()
acknowledged = []


def award(_):
    mine = server.demo(timeout=10)
    while not stop.is_set():
        try:
            answer, told, _ = mine.post(
                "/api/v1/ent/fan_points", point_uid=point_uid, fan_id=random.choice(fans), point_count=1)
            if answer == 200:
                acknowledged.append(int(told["Encore-Position"]))
        except OSError:
            pass
        time.sleep(4 / options.rate)


load = threading.Thread(target=all_at_once, args=(4, award))
load.start()
time.sleep(options.seconds / 2)
server.kill()
print(f"killed at {len(acknowledged)} awards, ready again after {server.start():.1f} s", flush=True)
time.sleep(options.seconds / 2)
stop.set()
load.join()
followers.stdin.write(str(max(acknowledged)))
followers.stdin.close()
print(f"{len(acknowledged)} awards acknowledged")
print(followers.stdout.read(), end="")
followers.wait()
server.stop()
shutil.rmtree(server.data)
