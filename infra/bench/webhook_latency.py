#!/usr/bin/env python3
"""How soon a webhook is called behind its event, at a fixed rate of awards.

    infra/bench/webhook_latency.py [--rate 500] [--seconds 45] [--runs 3]

`./encore run` on embedded stores; the endpoint is this script. The time is from the event's time in the log to the moment at which
the endpoint has read the message. Wanted: p50 of 20 ms and p99 of 100 ms at 500 a second.
"""

import argparse
import datetime
import json
import os
import subprocess
import time

from encore_bench import ROOT, Receiver, Server, parsed, working_folder

arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
arguments.add_argument("--rate", type=int, default=500)
arguments.add_argument("--seconds", type=int, default=45)
arguments.add_argument("--runs", type=int, default=3)
options = parsed(arguments, rate=20, seconds=4, runs=1)


class Endpoint(Receiver):
    """Notes how late each message comes."""

    def __init__(self):
        self.delays = []
        super().__init__("/hook")

    def answer(self, headers, body):
        arrived = time.time()
        happened = datetime.datetime.fromisoformat(json.loads(body)["timestamp"]).timestamp()
        self.delays.append(1000 * (arrived - happened))
        return "200 OK", b""


with working_folder("webhook-latency") as folder:
    endpoint = Endpoint()
    server = Server(os.path.join(folder, "data"), settings={"ENCORE_RATE_LIMIT": "1000000000"})
    os.makedirs(server.data)
    server.start()
    api = server.demo()
    points = api.must("POST", "/api/v1/crm/points", point_name="latency")["point_uid"]
    fans = [str(api.must("POST", "/api/v1/crm/fans", email=f"{i}@latency.example")["fan_id"]) for i in range(500)]
    api.must("POST", "/api/v1/manage/webhooks", url=endpoint.url, event_types="points_awarded", max_per_second=1000)
    for run in range(1, options.runs + 1):
        endpoint.delays = []
        used, began = server.cpu_seconds(), time.monotonic()
        subprocess.run(
            [os.path.join(ROOT, "encore"), "bench", "OpenLoop", str(server.port), str(options.rate), str(options.seconds), "64",
             api.headers["Api-Key"], api.headers["Api-Secret"], points, ",".join(fans)], check=True, capture_output=True)
        cores = (server.cpu_seconds() - used) / (time.monotonic() - began)
        time.sleep(2)
        # The first third warms up.
        delays = sorted(endpoint.delays[len(endpoint.delays) // 3:])
        print(f"run {run}: {len(endpoint.delays)} deliveries; p50 {delays[len(delays) // 2]:.0f} ms, "
              f"p99 {delays[len(delays) * 99 // 100]:.0f} ms; server {cores:.2f} cores", flush=True)
    server.stop()
