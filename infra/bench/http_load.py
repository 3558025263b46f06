#!/usr/bin/env python3
"""Awards and balance reads over HTTP through the whole gateway, projections running, against a no-op WebFlux handler.

    infra/bench/http_load.py [--seconds 20] [--connections 64] [--runs 3]

wrk shares the machine's cores with the server; the CPU of both sides is printed. The peer is the health probe of the
same kind of server: Spring WebFlux answering a constant (infra/bench NoopGateway). It is asked for nothing but /, and then
what the server is asked, headers, bodies and all: the first says what a call may cost, the second what answering it adds.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import tempfile
import time

from encore_bench import ROOT, Server, wrk_command

arguments = argparse.ArgumentParser()
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--connections", type=int, default=64)
arguments.add_argument("--runs", type=int, default=3)
arguments.add_argument("--fans", type=int, default=2000)
options = arguments.parse_args()


def wrk(name, url, script, environment, cpu_of):
    before, own = cpu_of(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = wrk_command(url, script, "-t2", f"-c{options.connections}", f"-d{options.seconds}s", "--latency")
    text = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True, check=True).stdout
    after, spent = cpu_of(), resource.getrusage(resource.RUSAGE_CHILDREN)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
    latency = {p: re.search(rf"\s{p}%\s+(\S+)", text).group(1) for p in ("50", "99")}
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    client = spent.ru_utime + spent.ru_stime - own.ru_utime - own.ru_stime
    print(f"{name}: {rate:,.0f}/s, p50 {latency['50']}, p99 {latency['99']}, not 2xx: {bad.group(1) if bad else 0}; "
          f"CPU: server {(after - before) / options.seconds:.2f} cores, wrk {client / options.seconds:.2f} cores", flush=True)
    return rate


def noop(run):
    command = [os.path.join(ROOT, "encore"), "bench", "NoopGateway", "18090"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peer = Server("", port=18090)
    peer.process = process
    try:
        for _ in range(600):
            if subprocess.run(["curl", "-fs", "-o", "/dev/null", "http://127.0.0.1:18090/"]).returncode == 0:
                break
            time.sleep(0.1)
        url = "http://127.0.0.1:18090/"
        asked = {"KEY": "k" * 32, "SECRET": "s" * 43, "POINT_UID": "p" * 36, "AWARD_KEYS": "off",
                 "FANS": ",".join(str((1 << 40) + i) for i in range(options.fans))}
        wrk("warm-up of the no-op peer", url, None, {}, peer.cpu_seconds)
        return {name: wrk(f"run {run}, no-op WebFlux handler, {name}", url, script, asked, peer.cpu_seconds)
                for name, script in (("bare", None), ("balances", "balance.lua"), ("awards", "award.lua"))}
    finally:
        process.terminate()
        process.wait()


data = tempfile.mkdtemp(prefix="encore-http-")
for run in range(1, options.runs + 1):
    peer = noop(run)
    server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000"})
    server.start()
    api = server.demo()
    point_uid = api.must("POST", "/api/v1/crm/points", point_name="http")["point_uid"]
    fans = [str(api.must("POST", "/api/v1/crm/fans", email=f"http-{i}@http.example")["fan_id"])
            for i in range(options.fans)]
    environment = {"KEY": api.headers["Api-Key"], "SECRET": api.headers["Api-Secret"], "POINT_UID": point_uid,
                   "FANS": ",".join(fans), "AWARD_KEYS": "off"}
    url = f"http://127.0.0.1:{server.port}"
    # The compiler shares the cores: it takes a minute until it is done, and what is measured before is the compiler.
    for _ in range(-(-60 // options.seconds)):
        wrk("warm-up of awards", url, "award.lua", environment, server.cpu_seconds)
    awards = wrk(f"run {run}, durable awards", url, "award.lua", environment, server.cpu_seconds)
    keyed = wrk(f"run {run}, durable awards with award_key", url, "award.lua", dict(environment, AWARD_KEYS="on"),
                server.cpu_seconds)
    wrk("warm-up of balances", url, "balance.lua", environment, server.cpu_seconds)
    balances = wrk(f"run {run}, balance reads", url, "balance.lua", environment, server.cpu_seconds)
    bare = peer["bare"]
    print(f"run {run}: awards {awards / bare:.2f}, keyed awards {keyed / bare:.2f}, balances {balances / bare:.2f} of the no-op "
          f"handler; awards {awards / peer['awards']:.2f}, balances {balances / peer['balances']:.2f} of it when it is asked the same; "
          f"server resident {server.resident_mb():.0f} MB", flush=True)
    server.stop()
shutil.rmtree(data)
