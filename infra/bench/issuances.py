#!/usr/bin/env python3
"""Rewards for many: how many are issued a second, beside a hot row of PostgreSQL, and how soon a reward follows its points.

    infra/bench/issuances.py [--fans 2000] [--rate 50] [--seconds 20] [--runs 1]

It is `./encore run` on embedded stores. Fans who are logged in and active have points. Then a reward for these points is made,
which all of them get (ADR 112): the rate counts from its creation to the last issuance. PostgreSQL takes one from a row and
inserts a unique row in a transaction, with 64 clients and synchronous_commit=on (`UPDATE ... WHERE left > 0`). At last fans are
awarded points for another reward, so many a second, and each reads its rewards every 5 ms until it has it.
"""

import argparse
import os
import queue
import re
import resource
import shutil
import tempfile
import time

from encore_bench import Client, Server, SmsWebhook, all_at_once, parsed, until
from postgres import Postgres

arguments = argparse.ArgumentParser()
arguments.add_argument("--fans", type=int, default=2000)
arguments.add_argument("--rate", type=int, default=50, help="awards a second of which each unlocks a reward")
arguments.add_argument("--seconds", type=int, default=20)
arguments.add_argument("--clients", type=int, default=16)
arguments.add_argument("--runs", type=int, default=1)
options = parsed(arguments, fans=50, rate=10, seconds=3, clients=4)

CONNECT = "/api/v1/sessions/connect"
webhook = SmsWebhook()
data = tempfile.mkdtemp(prefix="encore-issuances-")
server = Server(data, settings={"ENCORE_RATE_LIMIT": "1000000000", "SMS_WEBHOOK_URL": webhook.url,
                                "SMS_WEBHOOK_SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"})
server.start()
api = server.demo(timeout=60)
api.must("POST", "/api/v1/crm/monitored_ip_addresses", ip_address="127.0.0.1", is_blocked="false")
api.must("POST", "/api/v1/manage/login_settings", codes_per_day=1_000_000, sms_codes_per_day=1_000_000)
business = api.must("POST", "/api/v1/manage/businesses", business_name="Rovers")["business_id"]
api.must("POST", "/api/v1/manage/apps", name="Door", app_type="signup", business_id=business)
fans = [None] * options.fans


def point_type(name):
    uid = api.must("POST", "/api/v1/crm/points", point_name=name)["point_uid"]
    api.must("POST", f"/api/v1/manage/businesses/{business}", point_uid=uid)
    return uid


def reward(title):
    return api.must("POST", f"/api/v1/ent/businesses/{business}/rewards", reward_title=title, reward_type="badge",
                    requirement_type="fan_points", fan_points_required=10)["reward_uid"]


def award(client, fan, points):
    client.must("POST", "/api/v1/ent/fan_points", fan_id=fan, point_uid=points, point_count=10)


def register(part):
    mine = server.demo(timeout=60)
    page = Client(server.port, {"Api-Key": mine.headers["Api-Key"]}, 60)
    for i in range(part, options.fans, options.clients):
        phone = f"+49151{10_000_000 + i}"
        fans[i] = mine.must("POST", "/api/v1/crm/fans", phone=phone, first_name="Ada")["fan_id"]
        request = page.must("POST", CONNECT, network="verify_sms", business_id=business, phone=phone)["request_uid"]
        page.must("POST", CONNECT, network="submit_verification_code", business_id=business, request_uid=request,
                  verification_code=webhook.code(request))
        mine.must("POST", f"/api/v1/crm/fans/{fans[i]}/activities", campaign_title="Door")


class Spent:
    """CPU of the server and of this script, in cores."""

    def __init__(self):
        self.began, self.server, self.own = time.monotonic(), server.cpu_seconds(), self.mine()

    @staticmethod
    def mine():
        return sum(resource.getrusage(resource.RUSAGE_SELF)[:2])

    def tell(self):
        took = time.monotonic() - self.began
        return (f"CPU in cores: server {(server.cpu_seconds() - self.server) / took:.2f}, load "
                f"{(self.mine() - self.own) / took:.2f}; load of the machine {os.getloadavg()[0]:.1f}")


def issue_to_all(run):
    points = point_type(f"many {run}")
    all_at_once(options.clients, lambda part: [award(client, fan, points) for client in (server.demo(timeout=60),)
                                               for fan in fans[part::options.clients]])
    time.sleep(3)
    spent, began = Spent(), time.monotonic()
    uid = reward(f"For many {run}")
    took = {}

    def is_done():
        count = api.must("GET", f"/api/v1/manage/rewards/{uid}")["issued_count"]
        if count:
            took.setdefault("first", time.monotonic() - began)
        return count == options.fans
    until("all have the reward", is_done, 600)
    whole = time.monotonic() - began
    rate = options.fans / whole
    print(f"run {run}: {options.fans} issuances in {whole:.1f} s, the first seen after {took['first']:.1f} s: {rate:,.0f}/s, "
          f"{(options.fans - 1) / max(0.001, whole - took['first']):,.0f}/s from the first on (wanted: 2,000); {spent.tell()}",
          flush=True)


def hot_row(run):
    postgres = Postgres()
    postgres.ask("CREATE TABLE rewards (id int PRIMARY KEY, left_over int NOT NULL);"
                 "CREATE TABLE issued (reward int, fan bigint, PRIMARY KEY (reward, fan)); CREATE SEQUENCE fans;"
                 "INSERT INTO rewards VALUES (1, 1000000000)")
    script = os.path.join(postgres.directory, "hot.sql")
    with open(script, "w") as file:
        file.write("BEGIN;\nUPDATE rewards SET left_over = left_over - 1 WHERE id = 1 AND left_over > 0;\n"
                   "INSERT INTO issued VALUES (1, nextval('fans'));\nCOMMIT;\n")
    os.chmod(script, 0o644)
    cpu, began = postgres.cpu_seconds(), time.monotonic()
    told = postgres.run("pgbench", "-h", postgres.directory, "-n", "-M", "prepared", "-c", "64", "-j", "2", "-T",
                        str(options.seconds), "-f", script, "postgres")
    took = time.monotonic() - began
    rate = float(re.search(r"tps = ([\d.]+)", told).group(1))
    print(f"run {run}: PostgreSQL's hot row: {rate:,.0f}/s with 64 clients; CPU in cores: server "
          f"{(postgres.cpu_seconds() - cpu) / took:.2f}; load of the machine {os.getloadavg()[0]:.1f}", flush=True)
    postgres.stop()


def one_by_one(run):
    points = point_type(f"each {run}")
    reward(f"For each {run}")
    time.sleep(3)
    count = min(options.fans, options.rate * options.seconds)
    due, times = queue.Queue(), []
    spent, began = Spent(), time.monotonic()
    for i in range(count):
        due.put((began + i / options.rate, fans[i]))

    def some(_):
        mine = server.demo(timeout=60)
        while True:
            try:
                at, fan = due.get_nowait()
            except queue.Empty:
                return
            time.sleep(max(0.0, at - time.monotonic()))
            path = f"/api/v1/ent/businesses/{business}/fans/{fan}/rewards"
            before = len(mine.must("GET", path))
            award(mine, fan, points)
            awarded = time.monotonic()
            while len(mine.must("GET", path)) == before:
                if time.monotonic() - awarded > 60:
                    raise SystemExit("a reward did not come")
                time.sleep(0.005)
            times.append(time.monotonic() - awarded)
    all_at_once(options.clients, some)
    took = time.monotonic() - began
    times.sort()
    print(f"run {run}: the reward is seen {times[len(times) // 2] * 1000:.0f} ms (p50), {times[len(times) * 99 // 100] * 1000:.0f} "
          f"ms (p99) after the answer to its award, at {count / took:.0f}/s (wanted: 50 and 300 ms at 500/s); {spent.tell()}",
          flush=True)


began = time.monotonic()
all_at_once(options.clients, register)
print(f"{options.fans} fans are logged in, after {time.monotonic() - began:.0f} s", flush=True)
for number in range(1, options.runs + 1):
    one_by_one(number)
    issue_to_all(number)
    hot_row(number)
server.stop()
shutil.rmtree(data)
