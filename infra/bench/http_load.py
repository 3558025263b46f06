#!/usr/bin/env python3
"""Awards and balance reads over HTTP through the whole gateway, projections running, against a no-op WebFlux handler.

    infra/bench/http_load.py [--seconds 20] [--slice 4] [--connections 64] [--runs 3] [--beside CHECKOUT]
        [--rules 1000]

wrk shares the machine's cores with the server, and the CPU of both is printed. The comparison is a server of the same kind:
Spring WebFlux that answers a constant (infra/bench NoopGateway). It gets requests for / only, and then the requests of the
real server, with headers and bodies: the first shows the least cost of a call, the second the cost that answering it adds.
All servers run all the time, and loads take turns of some seconds, so that a slow minute of the machine affects all. With
--beside the server of another checkout, such as a worktree of an older commit, takes its turns with them, and the ratios
are added to docs/performance.md. With --rules the own
server has that many quests and as many rewards for the points of the awards, and the one beside has none.
"""

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

from encore_bench import ROOT, SMALLEST, Server, parsed, shortened, wrk_command
from performance import commit, record

arguments = argparse.ArgumentParser()
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--slice", type=int, default=4)
arguments.add_argument("--connections", type=int, default=64)
arguments.add_argument("--runs", type=int, default=3)
arguments.add_argument("--beside")
arguments.add_argument("--fans", type=int, default=2000)
arguments.add_argument("--rules", type=int, default=0)
options = parsed(arguments, seconds=2, slice=2, runs=1, connections=8, fans=20, rules=2)


class Load:
    """One kind of request to one server, sent in slices: its rate covers all of them, p50 is the slices' median, p99 the worst."""

    def __init__(self, name, server, script, environment):
        self.name, self.server, self.script, self.environment = name, server, script, environment
        self.done = self.bad = self.seconds = self.cpu = self.client = 0
        self.p50, self.p99 = [], []

    def run(self, seconds):
        before, own = self.server.cpu_seconds(), resource.getrusage(resource.RUSAGE_CHILDREN)
        command = wrk_command(f"http://127.0.0.1:{self.server.port}", self.script, "-t2", f"-c{options.connections}",
                              f"-d{seconds}s", "--latency")
        text = subprocess.run(command, env=dict(os.environ, **self.environment), capture_output=True, text=True,
                              check=True).stdout
        after, spent = self.server.cpu_seconds(), resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds += seconds
        self.done += seconds * float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
        self.cpu += after - before
        self.client += spent.ru_utime + spent.ru_stime - own.ru_utime - own.ru_stime
        for all_, percent in ((self.p50, "50"), (self.p99, "99")):
            number, unit = re.search(rf"\s{percent}%\s+([\d.]+)(us|ms|s)", text).groups()
            all_.append(float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit])
        bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        self.bad += int(bad.group(1)) if bad else 0
        return self

    @property
    def rate(self):
        return self.done / self.seconds

    def tell(self):
        print(f"{self.name}: {self.rate:,.0f}/s, p50 {statistics.median(self.p50):.1f} ms, p99 {max(self.p99):.1f} ms, "
              f"not 2xx: {self.bad}; CPU: server {self.cpu / self.done * 1e6:.0f} us each, "
              f"{self.cpu / self.seconds:.2f} cores, wrk {self.client / self.seconds:.2f} cores", flush=True)


def compared(own, other):
    """Returns the ratios and the CPU of two servers, in words."""
    return [f"{name} {ours.rate / theirs.rate:.2f} ({ours.cpu / ours.done * 1e6:.0f} against "
            f"{theirs.cpu / theirs.done * 1e6:.0f} us)"
            for name, ours, theirs in (("awards", own.awards, other.awards), ("keyed awards", own.keyed, other.keyed),
                                       ("balance reads", own.balances, other.balances))]


def start_noop():
    command = [os.path.join(ROOT, "encore"), "bench", "NoopGateway", "18090"]
    peer = Server("", port=18090)
    peer.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        if subprocess.run(["curl", "-fs", "-o", "/dev/null", "http://127.0.0.1:18090/"]).returncode == 0:
            break
        time.sleep(0.1)
    return peer


def make_rules(api, point_uid, count):
    """Makes quests and rewards at every hundredth point: about 2 % of the awards pass a threshold."""
    business = api.must("POST", "/api/v1/manage/businesses", business_name="Rules", point_uid=point_uid)["business_id"]
    page = api.must("POST", "/api/v1/manage/apps", name="Rules", app_type="quickpicks")["page_tab_id"]
    for i in range(1, count + 1):
        api.must("POST", f"/api/v1/ent/businesses/{business}/quests", quest_title=f"Quest {i}", quest_type="quickpicks",
                 target_page_tab_id=page, access_restriction_type="fan_points", fan_points_required=100 * i)
        api.must("POST", f"/api/v1/ent/businesses/{business}/rewards", reward_title=f"Reward {i}", reward_type="badge",
                 requirement_type="fan_points", fan_points_required=100 * i)


class Measured:
    """A server with fans to award, and the requests to it."""

    def __init__(self, name, server, rules):
        self.name, self.server = name, server
        server.start(ready_within=600)
        api = server.demo()
        point_uid = api.must("POST", "/api/v1/crm/points", point_name="http")["point_uid"]
        fans = [str(api.must("POST", "/api/v1/crm/fans", email=f"http-{i}@http.example")["fan_id"])
                for i in range(options.fans)]
        if rules:
            make_rules(api, point_uid, rules)
        self.asked = {"KEY": api.headers["Api-Key"], "SECRET": api.headers["Api-Secret"], "POINT_UID": point_uid,
                      "FANS": ",".join(fans), "AWARD_KEYS": "off"}
        # The compiler shares the cores and needs a minute. A measurement before that measures the compiler.
        Load(f"warm-up, awards{name}", server, "award.lua", self.asked).run(shortened(60)).tell()
        Load(f"warm-up, balances{name}", server, "balance.lua", self.asked).run(shortened(20)).tell()
        self.awards = Load(f"durable awards{name}", server, "award.lua", self.asked)
        self.keyed = Load(f"durable awards with award_key{name}", server, "award.lua", dict(self.asked, AWARD_KEYS="on"))
        self.balances = Load(f"balance reads{name}", server, "balance.lua", self.asked)
        self.loads = [self.awards, self.keyed, self.balances]


data = tempfile.mkdtemp(prefix="encore-http-")
for run in range(1, options.runs + 1):
    peer = start_noop()
    settings = {"ENCORE_RATE_LIMIT": "1000000000"}
    servers = [Server(os.path.join(data, "own"), settings=settings)]
    if options.beside:
        servers.append(Server(os.path.join(data, "beside"), port=18070, settings=settings, checkout=options.beside))
    try:
        own, *beside = [Measured(name, server, rules) for name, server, rules in
                        zip(("", " of " + str(options.beside)), servers, (options.rules, 0))]
        Load("warm-up of the no-op peer", peer, "award.lua", own.asked).run(shortened(20)).tell()
        bare = Load("no-op WebFlux handler, bare", peer, None, {})
        noop_awards = Load("no-op WebFlux handler, asked for awards", peer, "award.lua", own.asked)
        noop_balances = Load("no-op WebFlux handler, asked for balances", peer, "balance.lua", own.asked)
        loads = [bare, noop_awards, noop_balances, *own.loads, *(load for other in beside for load in other.loads)]
        for _ in range(-(-options.seconds // options.slice)):
            for load in loads:
                load.run(options.slice)
        print(f"run {run}")
        for load in loads:
            load.tell()
        print(f"run {run}: awards {own.awards.rate / bare.rate:.2f}, keyed awards {own.keyed.rate / bare.rate:.2f}, "
              f"balances {own.balances.rate / bare.rate:.2f} of the no-op handler; "
              f"awards {own.awards.rate / noop_awards.rate:.2f}, balances {own.balances.rate / noop_balances.rate:.2f} "
              f"of it when it is asked the same; server resident {own.server.resident_mb():.0f} MB", flush=True)
        for other in beside:
            print(f"run {run}: awards {own.awards.rate / other.awards.rate:.2f}, keyed awards "
                  f"{own.keyed.rate / other.keyed.rate:.2f}, balances {own.balances.rate / other.balances.rate:.2f} "
                  f"of those{other.name}", flush=True)
            if not SMALLEST and not options.rules:
                record("http_load", commit(options.beside), *compared(own, other),
                       f"resident {own.server.resident_mb():.0f} MB")
    finally:
        for server in servers:
            if server.process:
                server.stop()
        peer.process.terminate()
        peer.process.wait()
shutil.rmtree(data)
