#!/usr/bin/env python3
"""Command nodes on one MongoDB behind a slow network: several are as fast as one, and survive the loss of the deciding one.

    infra/bench/command_nodes.py [--nodes 1,2,4] [--clients 256,32] [--delay 0.02] [--rounds 3] [--losses 9]

wrk awards through two gateways, with half of the clients at each. The number of command nodes changes from round to round,
while the deciding node, the gateways and the query node keep running, so that no round pays for compilation that the others
did not. Every connection of a node to MongoDB goes through a proxy that adds 20 ms in each direction. All processes share
the machine's cores, and their CPU is printed by part: as long as it is not used up, the network is measured (use fewer
clients otherwise).

Then the deciding node is lost under load: in turns by kill -9, by a stop of six seconds (SIGSTOP) and by a cut of its
connection to MongoDB. No acknowledged write is lost, none is doubled, and the others continue within three seconds.
It needs a server that is reached only at its address (the test double, or one with directConnection=true).
"""

import argparse
import collections
import os
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time

from encore_bench import Client, Cluster, Mongo, Proxy, all_at_once, cpu_seconds, management, parsed, shortened, until, wrk_command


def numbers(text):
    return [int(one) for one in text.split(",")]


arguments = argparse.ArgumentParser()
arguments.add_argument("--nodes", type=numbers, default=[1, 2, 4])
arguments.add_argument("--clients", type=numbers, default=[256, 32])
arguments.add_argument("--delay", type=float, default=0.02)
arguments.add_argument("--rounds", type=int, default=3)
arguments.add_argument("--compiling", type=int, default=60, help="seconds of load before the first round")
arguments.add_argument("--warm", type=int, default=10, help="seconds of load before each round")
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--fans", type=int, default=400)
arguments.add_argument("--losses", type=int, default=9)
arguments.add_argument("--writers", type=int, default=32, help="clients while nodes are lost")
options = parsed(
    arguments, nodes=[2], clients=[8], delay=0.005, rounds=1, compiling=1, warm=1, seconds=2, fans=8, losses=1, writers=4)
data = tempfile.mkdtemp(prefix="encore-command-nodes-")


class Slow:
    """Command nodes, two gateways and a query node, each with a slow connection of its own to MongoDB."""

    def __init__(self, nodes):
        self.server = Mongo(memory="6g")  # An award takes some 7 KB, and a process whose heap is full stops for seconds.
        uri = self.server.database("slow")
        self.cluster = Cluster(data, uri, settings={"ENCORE_RATE_LIMIT": "1000000000",
                                                             "ENCORE_JAVA_OPTS": "-Xms64m -Xmx768m"},
                               counts=dict(command=nodes, query=1, gateway=2))
        self.ways = {}
        for node in self.cluster.nodes:
            if node.part != "gateway":
                self.ways[node.name] = way = Proxy(self.server.port())
                node.settings["ENCORE_MONGO"] = uri.replace(f":{self.server.port()}/", f":{way.port}/")
        self.cluster.start()
        self.api = self.cluster.demo()
        self.point_uid = self.api.must("POST", "/api/v1/crm/points", point_name="slow")["point_uid"]
        self.fans = [self.fan(f"slow-{i}@slow.example") for i in range(options.fans)]
        self.delay(options.delay)

    def delay(self, delay):
        for way in self.ways.values():
            way.delay = delay

    def fan(self, email):
        """Registers a fan. A gateway may refuse for a moment after a start of many processes."""
        answers = []
        until("a fan is registered",
              lambda: answers.append(self.api.post("/api/v1/crm/fans", email=email)) or answers[-1][0] == 200)
        return answers[-1][2]["fan_id"]

    def deciding(self):
        """Returns the command node that the gateways send to, as the first of them last reported."""
        with open(os.path.join(self.cluster.data, "gateway-1.log")) as log:
            name = re.findall(r"Commands go to (\S+) at", log.read())[-1]
        return next(node for node in self.of("command") if node.name == name)

    def have(self, nodes):
        """Stops and starts nodes other than the deciding one until there are this many. All other processes stay, and stay warm."""
        first = self.deciding()
        others = [node for node in self.of("command") if node is not first]
        for number, node in enumerate(others, 2):
            running = node.process.poll() is None
            if running and number > nodes:
                node.stop()
            elif not running and number <= nodes:
                node.start()
        until(f"{nodes} command nodes are seen", lambda: all(self.seen(port) == nodes for port in self.cluster.gateways))

    @staticmethod
    def seen(port):
        _, _, body = Client(management(port), {}, timeout=2).get("/health/ready")
        return sum(node["up"] for node in body["nodes"] if node["side"] == "command")

    def of(self, part):
        return [node for node in self.cluster.nodes if node.part == part]

    def spent(self):
        """Returns the seconds of CPU by part so far."""
        took = {part: sum(node.cpu_seconds() for node in self.of(part) if node.process.poll() is None)
                for part in ("gateway", "command", "query")}
        if self.server.process:
            took["MongoDB"] = cpu_seconds(self.server.process)
        own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return took | {"proxy": own.ru_utime + own.ru_stime, "wrk": ended.ru_utime + ended.ru_stime}

    def stop(self):
        self.delay(0.0)
        self.cluster.stop()
        self.server.stop()


UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}


def load(slow, clients, seconds):
    """Returns the awards answered at each gateway, the higher p99, and the answers other than 200."""
    environment = dict(os.environ, KEY=slow.api.headers["Api-Key"], SECRET=slow.api.headers["Api-Secret"],
                       POINT_UID=slow.point_uid, FANS=",".join(map(str, slow.fans)), AWARD_KEYS="off")
    runs = [subprocess.Popen(
        wrk_command(f"http://127.0.0.1:{port}", "award.lua", "-t1", f"-c{clients // 2}", f"-d{seconds}s", "--latency",
                    "--timeout", "15s"),
        env=environment, stdout=subprocess.PIPE, text=True) for port in slow.cluster.gateways]
    awards, slowest, bad = [], 0.0, 0
    for run in runs:
        text = run.communicate()[0]
        not_good = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        bad += int(not_good.group(1)) if not_good else 0
        awards.append(int(re.search(r"(\d+) requests in", text).group(1)) - (int(not_good.group(1)) if not_good else 0))
        took, unit = re.search(r"\s99%\s+([\d.]+)(us|ms|s|m)", text).groups()
        slowest = max(slowest, float(took) * UNITS[unit])
    return awards, slowest, bad


def measure(slow, round_number, nodes, results):
    slow.have(nodes)
    load(slow, options.clients[0], options.warm)
    for clients in options.clients:
        before, began = slow.spent(), time.monotonic()
        awards, p99, bad = load(slow, clients, options.seconds)
        took = time.monotonic() - began
        cores = {part: (seconds - before[part]) / took for part, seconds in slow.spent().items()}
        rate, least = sum(awards) / took, min(awards) / sum(awards)
        results[clients, nodes].append((rate, p99, least))
        print(f"round {round_number}, {clients} clients, {nodes} command nodes: {rate:,.0f} awards/s, p99 {p99:.2f} s, "
              f"slower gateway {least:.0%} of 50, {bad} not 2xx; {sum(cores.values()):.2f} cores ("
              + ", ".join(f"{part} {used:.2f}" for part, used in cores.items()) + ")", flush=True)


def rounds(slow):
    results = collections.defaultdict(list)
    for round_number in range(1, options.rounds + 1):
        for nodes in options.nodes:
            measure(slow, round_number, nodes, results)
    for clients in options.clients:
        medians = {nodes: [statistics.median(column) for column in zip(*results[clients, nodes])] for nodes in options.nodes}
        for nodes, (rate, p99, least) in medians.items():
            print(f"median, {clients} clients, {nodes} command nodes: {rate:,.0f} awards/s, "
                  f"{rate / medians[options.nodes[0]][0]:.0%} of the first, p99 {p99:.2f} s, slower gateway {least:.0%} of 50")


class Awards:
    """Sends awards with keys through both gateways, and repeats each until it is acknowledged."""

    def __init__(self, slow):
        self.slow, self.lock, self.stopped = slow, threading.Lock(), threading.Event()
        self.acknowledged, self.pending = {}, collections.deque()
        self.answers = []  # (gateway, sent, answered) of each answer with 200
        self.wrong, self.statuses, self.next = [], collections.Counter(), 0
        self.thread = threading.Thread(target=all_at_once, args=(options.writers, self.run))

    def run(self, number):
        gateway, chance = number % 2, random.Random(number)
        mine = self.slow.cluster.demo(gateway, timeout=20)
        while not self.stopped.is_set():
            with self.lock:
                self.next += 1
                award = self.pending.popleft() if self.pending else (
                    f"c-{self.next}", chance.choice(self.slow.fans), chance.randint(1, 9))
            self.send(mine, gateway, award)

    def send(self, mine, gateway, award):
        key, fan, count = award
        sent = time.monotonic()
        try:
            status, _, body = mine.post("/api/v1/ent/fan_points", {"Idempotency-Key": key}, fan_id=fan, point_count=count,
                                        point_uid=self.slow.point_uid)
        except OSError:
            status, body = 0, None
        with self.lock:
            self.statuses[status] += 1
            if status == 200:
                self.answers.append((gateway, sent, time.monotonic()))
                uid = self.acknowledged.setdefault(key, (fan, count, body["fan_point_uid"]))[2]
                if uid != body["fan_point_uid"]:
                    self.wrong.append(f"{key} is {uid} and {body['fan_point_uid']}")
            else:
                self.pending.append(award)
                if status not in (0, 409, 503):
                    self.wrong.append(f"an award was answered with {status}: {body}")
        if status != 200:
            time.sleep(0.05)

    def verify(self):
        """Returns the differences from the acknowledged writes: lost, doubled, and wrong balances."""
        api = self.slow.cluster.demo(timeout=60)
        until("all that was not answered is acknowledged", lambda: self.drained(api))
        today = time.strftime("%Y-%m-%d", time.gmtime())
        yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
        recorded, sums, expected = collections.Counter(), collections.Counter(), collections.Counter()
        for fan in self.slow.fans:
            for row in api.must("GET", "/api/v1/ent/fan_points", start_date=yesterday, end_date=today, fan_id=fan,
                                point_uid=self.slow.point_uid):
                recorded[row["fan_point_uid"]] += 1
        for fan, count, _ in self.acknowledged.values():
            expected[fan] += count
        for fan in self.slow.fans:
            rows = api.must("GET", f"/api/v1/manage/fans/{fan}/balances")
            sums[fan] = next((row["balance"] for row in rows if row["point_uid"] == self.slow.point_uid), 0)
        known = {uid for _, _, uid in self.acknowledged.values()}
        return (known - set(recorded), [uid for uid, times in recorded.items() if times > 1 or uid not in known],
                [fan for fan in self.slow.fans if sums[fan] != expected[fan]])

    def drained(self, api):
        if self.pending:
            self.send(api, 0, self.pending.popleft())
        return not self.pending


def lose(slow, awards, how):
    """Returns the seconds until both gateways acknowledge a write sent after the loss, and the longest wait of any award."""
    node = slow.deciding()
    with awards.lock:
        awards.answers.clear()
        awards.statuses.clear()
    lost_at = time.monotonic()
    if how == "kill -9":
        node.kill()
    elif how == "stop":
        os.killpg(node.process.pid, signal.SIGSTOP)
    else:
        slow.ways[node.name].cut = True
    time.sleep(shortened(6))
    with awards.lock:
        answers, statuses = list(awards.answers), dict(awards.statuses)
    again = [min((done for at, sent, done in answers if at == gateway and sent > lost_at), default=lost_at + 99) - lost_at
             for gateway in (0, 1)]
    longest = max((done - sent for _, sent, done in answers), default=99)
    if how == "kill -9":
        node.start()
    elif how == "stop":
        os.killpg(node.process.pid, signal.SIGCONT)
    else:
        slow.ways[node.name].cut = False
    until("all nodes are seen again",
          lambda: all(slow.cluster.ready(port, whole=True) for port in slow.cluster.gateways))
    time.sleep(2)
    print(f"{node.name} lost by {how}: the gateways' next awards after {again[0]:.1f} and {again[1]:.1f} s, longest wait "
          f"{longest:.1f} s, answers in 6 s {statuses}", flush=True)
    return max(again)


def losses(slow):
    slow.have(max(options.nodes))
    awards = Awards(slow)
    # The verification begins here.
    slow.point_uid = slow.api.must("POST", "/api/v1/crm/points", point_name="lost")["point_uid"]
    awards.thread.start()
    time.sleep(3)
    took = collections.defaultdict(list)
    for number in range(options.losses):
        how = ("kill -9", "stop", "cut from MongoDB")[number % 3]
        took[how].append(lose(slow, awards, how))
    awards.stopped.set()
    awards.thread.join()
    slow.delay(0.0)
    lost, doubled, balances = awards.verify()
    print("; ".join(f"{how}: on again after {max(times):.1f} s at most" for how, times in took.items()))
    print(f"{options.losses} losses, {len(awards.acknowledged)} acknowledged awards: {len(lost)} lost, {len(doubled)} doubled, "
          f"{len(balances)} wrong balances")
    if lost or doubled or balances or awards.wrong:
        print("\n".join(awards.wrong[:10]), list(lost)[:5], doubled[:5], balances[:5], f"logs in {data}", sep="\n")
        raise SystemExit(1)


slow = Slow(max(options.nodes))
load(slow, options.clients[0], options.compiling)
if options.rounds:
    rounds(slow)
if options.losses:
    losses(slow)
slow.stop()
shutil.rmtree(data)
