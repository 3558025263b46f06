#!/usr/bin/env python3
"""Two nodes of each side on one MongoDB, load through both gateways, and rounds of kill -9 of a random process.

    infra/bench/chaos.py [--rounds 20] [--clients 12] [--seed N]

The load is awards with award_key, with Idempotency-Key and with neither, new fans, connections, and reads with
Encore-Min-Position. An unacknowledged write is sent again with the same key, through either gateway. At the end: no
acknowledged command is lost, none is doubled, positions have no gap, the hash chain is whole, every read with a position
contained that write, and clients saw errors for at most five seconds after a kill. ENCORE_TEST_MONGO names a server;
without it the test double is used.
"""

import argparse
import collections
import random
import shutil
import subprocess
import tempfile
import threading
import time
import uuid

from encore_bench import Client, Cluster, Mongo, all_at_once, bench_classes, java, parsed, within

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--clients", type=int, default=12)
arguments.add_argument("--fans", type=int, default=40)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, clients=4, fans=6)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

data = tempfile.mkdtemp(prefix="encore-chaos-")
server = Mongo()
mongo = server.database("chaos")
cluster = Cluster(data, mongo)
cluster.start()
api = cluster.demo()
stamp = uuid.uuid4().hex[:8]
point_uid = api.must("POST", "/api/v1/crm/points", point_name="chaos " + stamp)["point_uid"]
fans = [api.must("POST", "/api/v1/crm/fans", email=f"{stamp}-{i}@chaos.example")["fan_id"] for i in range(options.fans)]
print(f"{len(cluster.nodes)} processes on {'the test double' if server.process else server.uri}", flush=True)


def revoked_everywhere():
    """Returns the seconds until the other gateway refuses a key that was revoked through the first."""
    status, _, pair = api.post("/api/v1/manage/keys", label="chaos", scopes="crm")
    if status == 409:  # On a busy machine the gateway sends the command twice, and only the first answer has the secret.
        return revoked_everywhere()
    other = Client(cluster.gateways[1], {"Api-Key": pair["api_key"], "Api-Secret": pair["api_secret"]})
    end = time.monotonic() + 5
    while other.get("/api/v1/crm/points")[0] != 200 and time.monotonic() < end:
        time.sleep(0.005)
    api.delete("/api/v1/manage/keys/" + pair["api_key"])
    began = time.monotonic()
    while other.get("/api/v1/crm/points")[0] == 200 and time.monotonic() - began < 5:
        time.sleep(0.005)
    return time.monotonic() - began


revocation = max(revoked_everywhere() for _ in range(5))
print(f"a revoked key is refused by the other gateway {revocation * 1000:.0f} ms after the answer at most", flush=True)

lock = threading.Lock()
acknowledged = {}  # key -> (fan, count, fan_point_uid)
unknown = 0  # awards without any key and without an answer
pending = collections.deque()
emails = {}  # email -> fan_id
connected = {}  # pair -> the last acknowledged state
wrong = [f"a revoked key was let in for {revocation:.1f} s"] if revocation > 1 else []
errors = []  # (time, error)
numbers = iter(range(10**9))
done = collections.Counter()
alive = [True, True]  # the state of the gateways, as a load balancer knows it
starts = [0, 0]  # a kept connection does not outlive its gateway


def look_after_gateways(stop):
    while not stop.is_set():
        for i, port in enumerate(cluster.gateways):
            alive[i] = cluster.ready(port)
        time.sleep(0.25)


class Load:
    def __init__(self, number):
        self.chance = random.Random(options.seed * 1_000 + number)
        self.clients = [cluster.demo(i, timeout=15) for i in range(2)]
        self.seen = list(starts)

    def call(self, method, path, extra=None, gateway=None, **form):
        """Returns (status, headers, body); status 0 without an answer. Every status except 200 counts as a client's error."""
        first = self.chance.randrange(2) if gateway is None else gateway
        i = first if alive[first] else 1 - first
        try:
            client = self.clients[i]
            if self.seen[i] != starts[i]:
                client.close()
                self.seen[i] = starts[i]
            if method == "POST":
                status, headers, body = client.post(path, extra, **form)
            else:
                status, headers, body = client.call("GET", path, None, extra)
        except OSError as failed:
            status, headers, body = 0, {}, str(failed)
            alive[i] = False
        if status != 200:
            with lock:
                errors.append((time.monotonic(), f"{method} {path.split('/')[-1]} at gateway-{i + 1}: {status} "
                                                 f"{body.get('detail') if isinstance(body, dict) else body}"))
            if status not in (0, 409, 503):
                wrong.append(f"{method} {path} was answered with {status}: {body}")
            time.sleep(0.05)
        return status, headers, body

    def award(self):
        with lock:
            sent = pending.popleft() if pending else None
        fresh = sent is None
        if fresh:
            n = next(numbers)
            sent = (f"{stamp}-{n}", self.chance.choice(fans), self.chance.randint(1, 9), n % 3)
        key, fan, count, kind = sent
        form = dict(point_uid=point_uid, fan_id=fan, point_count=count)
        extra = {"Idempotency-Key": key} if kind == 1 else None
        if kind == 0:
            form["award_key"] = key
        status, headers, body = self.call("POST", "/api/v1/ent/fan_points", extra, **form)
        global unknown
        if status != 200:
            with lock:
                if kind == 2:
                    unknown += 1
                else:
                    pending.append(sent)
            return
        with lock:
            first = acknowledged.setdefault(key, (fan, count, body["fan_point_uid"]))
            done["awards"] += 1
        if first[2] != body["fan_point_uid"]:
            wrong.append(f"{key} was answered with {first[2]} and with {body['fan_point_uid']}")
        if self.chance.random() < 0.3:
            self.read(fan, int(headers["Encore-Position"]), fresh)

    def read(self, fan, position, fresh):
        """Checks that a write through one gateway is readable through the other at its position.

        A repeated write may have been recorded the first time: then the position in its answer is the log's end.
        """
        status, _, body = self.call("GET", f"/api/v1/manage/fans/{fan}/balances", {"Encore-Min-Position": str(position)})
        if status == 200:
            done["reads"] += 1
            row = next((row for row in body if row["point_uid"] == point_uid), None)
            if row is None or (fresh and row["position"] < position):
                wrong.append(f"a read at {position} showed {row}")

    def register(self):
        with lock:
            email = f"{stamp}-new-{self.chance.randrange(400)}@chaos.example"
        status, _, body = self.call("POST", "/api/v1/crm/fans", email=email)
        if status == 200:
            with lock:
                done["fans"] += 1
                if emails.setdefault(email, body["fan_id"]) != body["fan_id"]:
                    wrong.append(f"{email} is {emails[email]} and {body['fan_id']}")

    def connect(self):
        one, other = sorted(self.chance.sample(fans, 2))
        status, _, _ = self.call("POST", f"/api/v1/crm/fan_connections/{one}", connected_fan_id=other)
        if status == 200:
            with lock:
                done["connections"] += 1
                connected[one, other] = True

    def run(self, stop):
        while not stop.is_set():
            dice = self.chance.random()
            if dice < 0.75:
                self.award()
            elif dice < 0.9:
                self.register()
            else:
                self.connect()
            time.sleep(0.01)


stop = threading.Event()
load = threading.Thread(target=all_at_once, args=(options.clients, lambda i: Load(i).run(stop)))
looking = threading.Thread(target=look_after_gateways, args=(stop,))
looking.start()
load.start()
time.sleep(3)
longest = 0.0
after_kill = collections.defaultdict(list)
for round_number in range(options.rounds):
    victim = chance.choice(cluster.nodes)
    killed = time.monotonic()
    before = len(acknowledged)
    victim.kill()
    time.sleep(chance.uniform(3, 6))
    meanwhile = len(acknowledged) - before
    if victim.part == "gateway":
        starts[int(victim.name[-1]) - 1] += 1
    victim.start()
    end = time.monotonic() + 90
    while not all(cluster.ready(port, whole=True) for port in cluster.gateways):
        if time.monotonic() > end:
            wrong.append(f"{victim.name} did not come back")
            break
        time.sleep(0.2)
    back = time.monotonic() - killed
    time.sleep(1.5)
    with lock:
        seen = [(at - killed, what) for at, what in errors if at >= killed]
    last = max((at for at, _ in seen), default=0.0)
    longest = max(longest, last)
    after_kill[victim.part].append(last)
    print(f"round {round_number + 1}: {victim.name} killed, {len(seen)} errors, the last after {last:.1f} s; "
          f"{meanwhile} awards while it was away; back after {back:.1f} s", flush=True)
    if last > 5:
        for at, what in seen[-3:]:
            print(f"    {at:.1f} s: {what}", flush=True)
stop.set()
load.join()
looking.join()
finishing = Load(options.clients)
while pending:
    finishing.award()

api = cluster.demo(timeout=120)
today = time.strftime("%Y-%m-%d", time.gmtime())
yesterday = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400))
recorded, sums, expected = collections.Counter(), collections.Counter(), collections.Counter()
for fan in fans:
    for row in api.must("GET", "/api/v1/ent/fan_points", start_date=yesterday, end_date=today, fan_id=fan,
                        point_uid=point_uid):
        recorded[row["fan_point_uid"]] += 1
        sums[fan] += row["point_count"]
for fan, count, _ in acknowledged.values():
    expected[fan] += count
known = {uid for _, _, uid in acknowledged.values()}
lost = [key for key, (_, _, uid) in acknowledged.items() if recorded[uid] == 0]
twice = [uid for uid, times in recorded.items() if times > 1]
extra = [uid for uid in recorded if uid not in known]
if lost:
    wrong.append(f"lost: {lost[:5]}")
if twice:
    wrong.append(f"doubled: {twice[:5]}")
if len(extra) > unknown:
    wrong.append(f"{len(extra)} awards that nobody was told of, and {unknown} without an answer")
for fan in fans:
    rows = api.must("GET", f"/api/v1/manage/fans/{fan}/balances")
    balance = next((row["balance"] for row in rows if row["point_uid"] == point_uid), 0)
    if balance != sums[fan] or (not extra and balance != expected[fan]):
        wrong.append(f"the balance of {fan} is {balance}; {sums[fan]} recorded, {expected[fan]} acknowledged")
missing = 0
for one in fans:
    rows = api.must("GET", f"/api/v1/crm/fan_connections/{one}")
    theirs = {row["fan_id"] for row in (rows["connections"] if isinstance(rows, dict) and "connections" in rows else rows)}
    missing += sum(1 for a, b in connected if a == one and b not in theirs)
if missing:
    wrong.append(f"{missing} acknowledged connections are not there")
for email, fan in list(emails.items())[:50]:
    if api.must("POST", "/api/v1/crm/fans", email=email)["fan_id"] != fan:
        wrong.append(f"{email} is another fan now")
cluster.stop()
verified = subprocess.run([java(), "-cp", bench_classes(), "encore.infra.bench.VerifyMongoLog", mongo],
                          capture_output=True, text=True)
print(verified.stdout.strip().rpartition("\n")[2], flush=True)
if verified.returncode:
    wrong.append("the log is not whole: " + (verified.stdout + verified.stderr)[-300:])
server.stop()
print(f"{options.rounds} rounds, {len(acknowledged)} acknowledged awards ({done['reads']} reads with a position, {done['fans']} "
      f"fans, {done['connections']} connections): {len(lost)} lost, {len(twice)} doubled, {unknown} plain awards without an "
      f"answer of which {len(extra)} were recorded; errors for at most {longest:.1f} s after a kill "
      + ", ".join(f"({part}: {max(seconds):.1f})" for part, seconds in sorted(after_kill.items())))
if not within(longest, 5):
    wrong.append(f"errors for {longest:.1f} s")
if wrong:
    print("\n".join(wrong[:20]))
    print(f"the logs of the processes are in {data}")
    raise SystemExit(1)
shutil.rmtree(data)
