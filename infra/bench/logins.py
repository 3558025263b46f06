#!/usr/bin/env python3
"""Logins: guests, codes, passwords, reads through sessions, first look-ups, and what live sessions cost.

    infra/bench/logins.py [--runs 3] [--seconds 20] [--fans 5000] [--sessions 100000] [--only guests,codes,…]

Everything shares the machine's cores, so the CPU of the server and of the load stand beside each rate. Loads that are compared
take turns of some seconds. The parts, each of which --only may name:

guests      guest connects, against durable awards
codes       logins by code: a code is asked for, comes to a webhook and is submitted
reads       a fan's own record through its session, against the same record by key
lookups     the first use of each session after a restart, one after another: p50, p99
passwords   password logins, against a bare loop of Bouncy Castle on as many threads; then 1,000 awards a second beside them
memory      live sessions, each known to the gateway: heap after a collection, resident memory, and a restart
"""

import argparse
import collections
import json
import os
import re
import resource
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

from encore_bench import (
    FORM, ROOT, Client, Server, SmsWebhook, all_at_once, business_for_logins, login_settings, management, parsed,
    shortened, wrk_command)

PARTS = ("guests", "codes", "reads", "lookups", "passwords", "memory")
arguments = argparse.ArgumentParser()
arguments.add_argument("--runs", type=int, default=3)
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--slice", type=int, default=4)
arguments.add_argument("--connections", type=int, default=64)
arguments.add_argument("--clients", type=int, default=32, help="connections that log in by code")
arguments.add_argument("--fans", type=int, default=5000)
arguments.add_argument("--sessions", type=int, default=100_000)
arguments.add_argument("--only", default=",".join(PARTS))
options = parsed(arguments, runs=1, seconds=2, slice=2, connections=8, clients=4, fans=20, sessions=100)
parts = options.only.split(",")
PASSWORD = "correct horse"
CONNECT = "/api/v1/sessions/connect"


class Raw:
    """A connection that sends prepared requests: a third of the cost of http.client."""

    def __init__(self, port, headers):
        self.head = "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "Host: localhost\r\n"
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def get(self, path):
        return self.call(f"GET {path} HTTP/1.1\r\n{self.head}\r\n")

    def post(self, path, **form):
        body = urllib.parse.urlencode(form)
        return self.call(f"POST {path} HTTP/1.1\r\n{self.head}Content-Type: {FORM}\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n{body}")

    def call(self, request):
        self.socket.sendall(request.encode())
        while (at := self.rest.find(b"\r\n\r\n")) < 0:
            self.more()
        head = self.rest[:at].lower()
        length = int(re.search(rb"content-length: *(\d+)", head).group(1))
        while len(self.rest) < at + 4 + length:
            self.more()
        body, self.rest = self.rest[at + 4:at + 4 + length], self.rest[at + 4 + length:]
        return int(head.split(b" ", 2)[1]), body

    def more(self):
        some = self.socket.recv(65_536)
        if not some:
            raise OSError("the server closed the connection")
        self.rest += some


class Cost:
    """CPU of the server and of the load between two moments, in cores."""

    def __init__(self, server):
        self.server, self.began = server, time.monotonic()
        self.cpu, self.own = server.cpu_seconds(), self.spent()

    @staticmethod
    def spent():
        return sum(usage.ru_utime + usage.ru_stime for usage in map(
            resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))

    def tell(self):
        took = time.monotonic() - self.began
        return (f"CPU: server {(self.server.cpu_seconds() - self.cpu) / took:.2f} cores, load "
                f"{(self.spent() - self.own) / took:.2f}")


class Load:
    """wrk in slices: the rate covers all of them, p99 is the worst."""

    def __init__(self, name, server, script, **environment):
        self.name, self.server, self.script = name, server, script
        self.environment = dict(os.environ, **environment)
        self.reset()

    def reset(self):
        self.done = self.bad = self.seconds = self.cpu = self.client = 0
        self.p99 = []

    def run(self, seconds):
        cpu, own = self.server.cpu_seconds(), Cost.spent()
        text = subprocess.run(
            wrk_command(f"http://127.0.0.1:{self.server.port}", self.script, "-t2", f"-c{options.connections}",
                        f"-d{seconds}s", "--latency"),
            env=self.environment, capture_output=True, text=True, check=True).stdout
        self.cpu += self.server.cpu_seconds() - cpu
        self.client += Cost.spent() - own
        self.seconds += seconds
        self.done += seconds * float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
        number, unit = re.search(r"\s99%\s+([\d.]+)(us|ms|s)", text).groups()
        self.p99.append(float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit])
        bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        self.bad += int(bad.group(1)) if bad else 0
        return self

    @property
    def rate(self):
        return self.done / self.seconds

    def tell(self):
        print(f"  {self.name}: {self.rate:,.0f}/s, p99 {max(self.p99):.1f} ms, not 2xx: {self.bad}; server "
              f"{self.cpu / self.done * 1e6:.0f} us each, {self.cpu / self.seconds:.2f} cores, wrk "
              f"{self.client / self.seconds:.2f} cores", flush=True)


def take_turns(*loads):
    for load in loads:
        load.run(max(shortened(5), options.seconds // 2))
        load.reset()
    for _ in range(-(-options.seconds // options.slice)):
        for load in loads:
            load.run(options.slice)
    for load in loads:
        load.tell()


def percentile(times, share):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * share))] * 1000


webhook = SmsWebhook()


class Place:
    """A server with fans, each with a phone, an email and, for the first hundred, a password."""

    def __init__(self, data):
        self.server = Server(data, settings=login_settings(webhook.url))
        self.server.start()
        api = self.server.demo(timeout=60)
        self.key, self.secret = api.headers["Api-Key"], api.headers["Api-Secret"]
        self.business = business_for_logins(api)
        self.points = api.must("POST", "/api/v1/crm/points", point_name="logins")["point_uid"]
        self.fans = [None] * options.fans
        all_at_once(16, self.register)
        self.member = 0

    def register(self, part):
        mine = self.server.demo(timeout=60)
        for i in range(part, options.fans, 16):
            fan = mine.must("POST", "/api/v1/crm/fans", email=self.email(i), phone=self.phone(i), first_name="Ada",
                            last_name=f"Number {i}")["fan_id"]
            self.fans[i] = fan
            if i < 100:
                while mine.post(f"/api/v1/crm/fans/{fan}", password=PASSWORD)[0] != 200:
                    time.sleep(0.05)
            mine.must("POST", "/api/v1/ent/fan_points", fan_id=fan, point_uid=self.points, point_count=1)

    @staticmethod
    def email(i):
        return f"fan-{i}@logins.example"

    @staticmethod
    def phone(i):
        return f"+49151{20_000_000 + i}"

    def raw(self, with_secret=False):
        return Raw(self.server.port, {"Api-Key": self.key} | ({"Api-Secret": self.secret} if with_secret else {}))

    def awards(self):
        return Load("durable awards", self.server, "award.lua", KEY=self.key, SECRET=self.secret, POINT_UID=self.points,
                    FANS=",".join(map(str, self.fans[:2000])), AWARD_KEYS="off")

    def log_in_by_code(self, client, i):
        """Returns the session_uid, and the seconds of each step."""
        times = [time.perf_counter()]
        status, body = client.post(CONNECT, network="verify_sms", business_id=self.business, phone=self.phone(i))
        times.append(time.perf_counter())
        if status != 200:
            raise SystemExit(f"a code was answered {status} {body}")
        request = json.loads(body)["request_uid"]
        code = webhook.code(request)
        times.append(time.perf_counter())
        status, body = client.post(CONNECT, network="submit_verification_code", business_id=self.business,
                                   request_uid=request, verification_code=code)
        times.append(time.perf_counter())
        if status != 200:
            raise SystemExit(f"a login was answered {status} {body}")
        return json.loads(body)["session_uid"], [later - earlier for earlier, later in zip(times, times[1:])]

    def sessions_of_fans(self, count):
        found = [None] * count
        all_at_once(options.clients, lambda part: self.log_some_in(found, part))
        return found

    def log_some_in(self, found, part):
        client = self.raw()
        for i in range(part, len(found), options.clients):
            found[i] = self.log_in_by_code(client, i)[0]

    def guests(self, count):
        found = []

        def some(part):
            client = self.raw()
            for _ in range(part, count, 16):
                status, body = client.post(CONNECT, business_id=self.business)
                if status != 200:
                    raise SystemExit(f"a guest was answered {status} {body}")
                found.append(json.loads(body)["session_uid"])
        all_at_once(16, some)
        return found


def guests(place):
    awards = place.awards()
    connects = Load("guest connects", place.server, "guest.lua", KEY=place.key, BUSINESS=str(place.business))
    take_turns(awards, connects)
    print(f"guests: {connects.rate / awards.rate:.2f} of durable awards (wanted: 0.6)", flush=True)


def codes(place):
    steps = collections.defaultdict(list)
    numbers = iter(range(options.fans))
    lock = threading.Lock()
    began = time.monotonic()
    counted = []

    def some(_):
        client = place.raw()
        while True:
            with lock:
                i = next(numbers, None)
            if i is None:
                return
            _, times = place.log_in_by_code(client, i)
            counted.append(time.monotonic() - began)
            for name, took in zip(("asked", "delivered", "submitted"), times):
                steps[name].append(took)
    cost = Cost(place.server)
    all_at_once(options.clients, some)
    spent = cost.tell()
    counted.sort()
    late = [at for at in counted if at > counted[-1] / 3]
    rate = (len(late) - 1) / (late[-1] - late[0])
    told = ", ".join(f"{name} p50 {percentile(times, .5):.1f} p99 {percentile(times, .99):.1f} ms"
                     for name, times in steps.items())
    print(f"codes: {rate:,.0f} logins/s over the last two thirds of {len(counted)} (wanted: 500); {told}; {spent}", flush=True)


def reads(place):
    count = min(1000, options.fans)
    sessions = place.sessions_of_fans(count)
    files = []
    for path in ("/api/v1/sessions/{session}/fan", "/api/v1/crm/fans/{fan}"):
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.writelines(path.format(session=sessions[i], fan=place.fans[i]) + "\n" for i in range(count))
        files.append(file.name)
    through = Load("fan by session", place.server, "read.lua", KEY=place.key, SECRET="", PATHS=files[0])
    keyed = Load("fan by key", place.server, "read.lua", KEY=place.key, SECRET=place.secret, PATHS=files[1])
    take_turns(keyed, through)
    print(f"reads: {through.rate / keyed.rate:.2f} of the read by key (wanted: 0.9), "
          f"{(through.cpu / through.done - keyed.cpu / keyed.done) * 1e6:+.0f} us of the server's CPU", flush=True)
    for file in files:
        os.unlink(file)


def lookups(place):
    count = min(2000, options.fans)
    sessions = place.sessions_of_fans(count) + place.guests(count)
    place.server.stop()
    place.server.start()
    client = place.raw()
    warm, cold = sessions[::4], [uid for i, uid in enumerate(sessions) if i % 4]
    times = {}
    for name, uids in (("warm-up", warm), ("first use", cold), ("second use", cold)):
        cost = Cost(place.server)
        took = []
        for uid in uids:
            began = time.perf_counter()
            status, _ = client.get("/api/v1/sessions/" + uid)
            took.append(time.perf_counter() - began)
            if status != 200:
                raise SystemExit(f"a session was answered {status}")
            # Paced, so that an answer does not wait for the one before.
            time.sleep(0.002)
        times[name] = took
        print(f"  {name}: {len(took)}, p50 {percentile(took, .5):.2f} ms, p99 {percentile(took, .99):.2f} ms; {cost.tell()}",
              flush=True)
    print(f"lookups: p99 {percentile(times['first use'], .99):.2f} ms (wanted: 5 ms)", flush=True)


def bare_loop(threads, seconds):
    return float(subprocess.run([os.path.join(ROOT, "encore"), "bench", "PasswordLoop", str(threads), str(seconds)],
                                capture_output=True, text=True, check=True).stdout)


def passwords(place):
    threads = max(1, os.cpu_count() // 2)
    members = min(100, options.fans)

    def logins(seconds):
        end = time.monotonic() + seconds
        counts = []

        def some(part):
            client, count = place.raw(), 0
            while time.monotonic() < end:
                status, body = client.post(CONNECT, network="password", business_id=place.business,
                                           email=place.email((part + 8 * count) % members), password=PASSWORD)
                if status != 200:
                    raise SystemExit(f"a password was answered {status} {body}")
                count += 1
            counts.append(count)
        cost = Cost(place.server)
        all_at_once(8, some)
        return sum(counts) / seconds, cost.tell()
    logins(max(shortened(5), options.seconds // 2))
    rates, loops = [], []
    for _ in range(max(1, options.seconds // 10)):
        rate, spent = logins(10 if options.seconds >= 10 else options.seconds)
        rates.append(rate)
        loops.append(bare_loop(threads, 10 if options.seconds >= 10 else options.seconds))
        print(f"  password logins {rate:.1f}/s ({spent}); bare loop on {threads} thread(s) {loops[-1]:.1f}/s", flush=True)
    print(f"passwords: {statistics.mean(rates) / statistics.mean(loops):.2f} of the bare loop (wanted: 0.8)", flush=True)
    beside = subprocess.Popen(
        [os.path.join(ROOT, "encore"), "bench", "OpenLoop", str(place.server.port), "1000", str(options.seconds), "64",
         place.key, place.secret, place.points, ",".join(map(str, place.fans[:1000]))],
        stdout=subprocess.PIPE, text=True)
    rate, spent = logins(options.seconds + shortened(15))
    print(f"passwords beside 1,000 awards/s (p99 wanted: 50 ms): {rate:.1f} logins/s; {spent}; the awards:", flush=True)
    print(*beside.communicate()[0].strip().splitlines()[-2:], sep="\n", flush=True)


def heap_mb(server):
    subprocess.run([os.path.join(os.environ["JAVA_HOME"], "bin", "jcmd"), str(server.process.pid), "GC.run"],
                   stdout=subprocess.DEVNULL, check=True)
    text = Client(management(server.port), {}).get("/metrics")[2].decode()
    return sum(float(n) for n in re.findall(r'^jvm_memory_used_bytes\{area="heap".*?} ([\d.E]+)', text, re.M)) / 1e6


def use_each(place, sessions):
    """Uses every session once, so that the gateway knows it. Returns the seconds."""
    def some(part):
        client = place.raw()
        for uid in sessions[part::8]:
            status, _ = client.get("/api/v1/sessions/" + uid + "/fan")
            if status != 200:
                raise SystemExit(f"a session was answered {status}")
    began = time.monotonic()
    all_at_once(8, some)
    return time.monotonic() - began


def memory(place):
    place.guests(2000)
    time.sleep(shortened(10))
    before, resident = heap_mb(place.server), place.server.resident_mb()
    began = time.monotonic()
    sessions = place.guests(options.sessions)
    opened = time.monotonic() - began
    used = use_each(place, sessions)
    time.sleep(shortened(10))
    after = heap_mb(place.server)
    print(f"  {options.sessions} sessions opened in {opened:.0f} s and used in {used:.0f} s", flush=True)
    print(f"memory: {after - before:.0f} MB of heap for {options.sessions} live sessions (wanted: 100 MB), {before:.0f} before; "
          f"resident {resident:.0f} MB, then {place.server.resident_mb():.0f} MB", flush=True)
    place.server.kill()
    ready = place.server.start()
    began = time.monotonic()
    use_each(place, sessions[::100])
    print(f"  restart: ready after {ready:.1f} s, {len(sessions[::100])} of them good {time.monotonic() - began:.1f} s later "
          f"(wanted: 10 s after a restart)", flush=True)
    use_each(place, sessions)
    time.sleep(shortened(10))
    print(f"  after the restart, all used: {heap_mb(place.server):.0f} MB of heap, {place.server.resident_mb():.0f} MB resident",
          flush=True)


for run in range(1, options.runs + 1):
    data = tempfile.mkdtemp(prefix="encore-login-figures-")
    place = Place(data)
    print(f"run {run}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    for name, part in zip(PARTS, (guests, codes, reads, lookups, passwords, memory)):
        if name in parts:
            part(place)
    place.server.stop()
    shutil.rmtree(data)
