#!/usr/bin/env python3
"""Scarce rewards and kill -9, in rounds: as many fans get one as there are places, the first by cause, and each once.

    infra/bench/scarce_kill.py [--rounds 20] [--calm 3] [--command-nodes 2|1] [--claimants 1000] [--clients 32] [--seed N]

With two command nodes it is a cluster of two nodes of each side on MongoDB (the server in ENCORE_TEST_MONGO, or the test
double), and the claims go through both gateways. With one it is `./encore run` on embedded stores. Each round has a reward with
100 places and one with 80 prize codes, both for the points of the round. Of the claimants 48 % complete a quest for the points,
48 % are awarded them, and 4 % are assigned both rewards by hand. In turns the rewards are there before the claims, are made
amid them, or get 40 of their places and codes amid them. Who gets no answer, 409 or 503 tries again, at the other gateway. The
calm rounds show how long all takes. In the others a random process is killed amid the claims and started again.

After each round: exactly 100 and 80 are given, numbered from 1 on, no fan or code twice. Those who got it by the rule are the
first by the position of their points, in this order. Every acknowledged assignment is there, and every refused one is not. Every
claimant has the points once, and a repeated completion has the same activity_id. At the end every projection is rebuilt, and with
embedded stores the automations' documents are deleted: neither may write an event. Then the log is verified.
"""

import argparse
import collections
import glob
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from encore_bench import (
    SMALLEST, Automation, Client, Cluster, Mongo, Server, SmsWebhook, all_at_once, bench_classes, cpu_seconds, java,
    parsed, until)

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--calm", type=int, default=3, help="rounds without a kill, before the others")
arguments.add_argument("--command-nodes", type=int, choices=(1, 2), default=2)
arguments.add_argument("--claimants", type=int, default=1000)
arguments.add_argument("--clients", type=int, default=32)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, calm=1, command_nodes=1, claimants=40, clients=8)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

PLACES, CODES, LATER, POINTS = (6, 4, 2, 10) if SMALLEST else (100, 80, 40, 10)
MODES = ("made before", "made amid the claims", "raised amid the claims")
CONNECT = "/api/v1/sessions/connect"
SETTINGS = {"ENCORE_RATE_LIMIT": "1000000000", "SMS_WEBHOOK_SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}

webhook = SmsWebhook()
SETTINGS["SMS_WEBHOOK_URL"] = webhook.url
lock = threading.Lock()
wrong = []
stamp = uuid.uuid4().hex[:6]
data = tempfile.mkdtemp(prefix="encore-scarce-")
mongo = None
if options.command_nodes == 1:
    running = Server(data, settings=SETTINGS)
else:
    mongo = Mongo(memory="4g")
    database = mongo.database("scarce")
    running = Cluster(data, database, settings=SETTINGS)
running.start()
automation = Automation(running, "WhenRequirementMetThenIssueReward")


def ports():
    return [running.port] if options.command_nodes == 1 else running.gateways


class Caller:
    """A client at every gateway. It goes to the next one when a call was not answered."""

    def __init__(self, first=0, public=False):
        headers = dict(running.demo().headers)
        if public:
            del headers["Api-Secret"]
        self.clients = [Client(port, headers, timeout=15) for port in ports()]
        self.at = first

    def call(self, method, path, extra=None, **form):
        """Repeats a call until it is answered, and returns status and body."""
        end = time.monotonic() + 120
        while True:
            try:
                mine = self.clients[self.at % len(self.clients)]
                status, _, body = mine.post(path, extra, **form) if method == "POST" else mine.get(path, **form)
                if status not in (409, 429, 503):
                    return status, body
            except OSError as failed:
                status, body = 0, str(failed)
            if time.monotonic() > end:
                raise SystemExit(f"{method} {path} is not answered: {status} {body}")
            self.at += 1
            time.sleep(0.02)

    def must(self, method, path, extra=None, **form):
        status, body = self.call(method, path, extra, **form)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {body}")
        return body


def in_parts(items, work):
    """Does work(caller, item) for all items, by many clients at once, and returns the results by item."""
    queue, found = iter(items), {}

    def some(number):
        caller = Caller(number)
        while True:
            with lock:
                item = next(queue, None)
            if item is None:
                return
            result = work(caller, item)
            with lock:
                found[item] = result
    all_at_once(options.clients, some)
    return found


api = Caller()
# Limits by address would end the logins after the first ones.
api.must("POST", "/api/v1/crm/monitored_ip_addresses", ip_address="127.0.0.1", is_blocked="false")
api.must("POST", "/api/v1/manage/login_settings", codes_per_day=1_000_000, sms_codes_per_day=1_000_000)
business = api.must("POST", "/api/v1/manage/businesses", business_name=f"Rovers {stamp}")["business_id"]
api.must("POST", "/api/v1/manage/apps", name=f"Door {stamp}", app_type="signup", business_id=business)
QUESTS = f"/api/v1/ent/businesses/{business}/quests"
REWARDS = f"/api/v1/ent/businesses/{business}/rewards"
MANAGED = "/api/v1/manage/rewards/"


def of_fan(fan):
    return f"/api/v1/ent/businesses/{business}/fans/{fan}/rewards"


def prepare(caller, number):
    """Returns a fan who is logged in at the business and was active for it."""
    phone = f"+49151{10_000_000 + number}"
    fan = caller.must("POST", "/api/v1/crm/fans", phone=phone, first_name="Ada", last_name=f"Number {number}")["fan_id"]
    page = Caller(number, public=True)
    # A code that was used without an answer is wrong when it is sent again. Then another one is asked for.
    for _ in range(5):
        request = page.must("POST", CONNECT, network="verify_sms", business_id=business, phone=phone)["request_uid"]
        status, body = page.call("POST", CONNECT, network="submit_verification_code", business_id=business,
                                 request_uid=request, verification_code=webhook.code(request))
        if status == 200 and body.get("fan_id") == fan:
            break
    else:
        raise SystemExit(f"a login was answered {status} {body}")
    caller.must("POST", f"/api/v1/crm/fans/{fan}/activities", campaign_title=f"Door {stamp}")
    return fan


class Spent:
    """CPU by part between two moments, in cores."""

    def __init__(self):
        self.began, self.before = time.monotonic(), self.now()

    @staticmethod
    def now():
        took = collections.Counter(load=sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        if options.command_nodes == 1:
            took["server"] = running.cpu_seconds()
        else:
            for node in running.nodes:
                took[node.part] += node.cpu_seconds()
            if mongo.process:
                took["MongoDB"] = cpu_seconds(mongo.process)
        return took

    def tell(self):
        took = time.monotonic() - self.began
        return ", ".join(f"{part} {(seconds - self.before[part]) / took:.2f}" for part, seconds in self.now().items())


class Round:
    """One reward with places and one with prize codes, and those who claim them."""

    def __init__(self, number, mode):
        self.number, self.mode = number, mode
        self.points = api.must("POST", "/api/v1/crm/points", point_name=f"round {number} {stamp}")["point_uid"]
        api.must("POST", f"/api/v1/manage/businesses/{business}", point_uid=self.points)
        self.quest = api.must("POST", QUESTS, quest_title=f"Quest {number}", quest_type="custom", reward_type="fan_points",
                              fan_points_reward=POINTS)["page_tab_id"]
        self.codes = [f"{stamp}-{number}-{i}" for i in range(CODES)]
        self.places = self.vouchers = None
        self.activities, self.assigned, self.refused = {}, {}, set()
        mixed = chance.sample(fans, len(fans))
        half = len(fans) * 48 // 100
        self.completing, self.awarded, self.by_hand = mixed[:half], mixed[half:2 * half], mixed[2 * half:]
        self.answered = 0
        if mode != MODES[1]:
            self.make()

    def make(self):
        held_back = LATER if self.mode == MODES[2] else 0
        form = dict(requirement_type="fan_points", fan_points_required=POINTS)
        self.places = api.must("POST", REWARDS, reward_title=f"Places {self.number}", reward_type="badge",
                               winner_selection_model="first", reward_limit=PLACES - held_back, **form)["reward_uid"]
        self.vouchers = api.must("POST", REWARDS, reward_title=f"Codes {self.number}", reward_type="prize_code",
                                 is_limited="true", prize_codes="\n".join(self.codes[:CODES - held_back]), **form)["reward_uid"]

    def change(self):
        """What is changed amid the claims."""
        if self.mode == MODES[1]:
            self.make()
        elif self.mode == MODES[2]:
            api.must("POST", MANAGED + self.places, reward_limit=PLACES)
            # A repeated call would be refused, since its codes are there.
            api.must("POST", f"{MANAGED}{self.vouchers}/codes", {"Idempotency-Key": uuid.uuid4().hex},
                     prize_codes=",".join(self.codes[CODES - LATER:]))

    def claim(self, kill=None):
        """Sends all claims. Returns the seconds until all was given, and when the kill was."""
        claims = [(self.complete, fan) for fan in self.completing] + [(self.award, fan) for fan in self.awarded]
        chance.shuffle(claims)
        by_hand = [(self.assign, fan) for fan in self.by_hand]
        if self.mode == MODES[1]:  # Nothing can be assigned before it is there.
            claims[len(claims) // 2:] = self.mixed(claims[len(claims) // 2:], by_hand)
        else:
            claims = self.mixed(claims, by_hand)
        began = time.monotonic()
        load = threading.Thread(target=in_parts, args=(range(len(claims)), lambda caller, i: self.one(caller, *claims[i])))
        load.start()
        beside = []
        if self.mode != MODES[0]:
            beside.append(threading.Thread(target=self.when, args=(len(claims) * 3 // 10, self.change)))
        if kill:
            beside.append(threading.Thread(target=self.when, args=(chance.randrange(len(claims) * 7 // 10), kill)))
        for thread in beside:
            thread.start()
        for thread in [load, *beside]:
            thread.join()
        answered = time.monotonic() - began
        while self.given() != (PLACES, CODES):
            if time.monotonic() - began > 600:
                raise SystemExit(f"not all is given: {self.given()}, {automation.status()}; the logs are in {data}")
            time.sleep(0.05)
        return answered, time.monotonic() - began

    @staticmethod
    def mixed(claims, others):
        together = claims + others
        chance.shuffle(together)
        return together

    def when(self, answered, work):
        while self.answered < answered:
            time.sleep(0.002)
        work()

    def one(self, caller, claim, fan):
        claim(caller, fan)
        with lock:
            self.answered += 1

    def complete(self, caller, fan):
        self.activities[fan] = caller.must("POST", f"{QUESTS}/{self.quest}/fans/{fan}/complete")["activity_id"]

    def award(self, caller, fan):
        caller.must("POST", "/api/v1/ent/fan_points", {"Idempotency-Key": f"{stamp}-{self.number}-{fan}"}, fan_id=fan,
                    point_uid=self.points, point_count=POINTS)

    def assign(self, caller, fan):
        while self.vouchers is None:
            time.sleep(0.01)
        for reward in (self.places, self.vouchers):
            status, body = caller.call("POST", of_fan(fan), reward_uid=reward)
            if status == 200:
                self.assigned[fan, reward] = body["fan_point_uid"]
            elif status == 400 and body["type"].endswith("reward-none-left"):
                self.refused.add((fan, reward))
            else:
                raise SystemExit(f"an assignment was answered {status}: {body}")

    def given(self):
        return (api.must("GET", MANAGED + self.places)["issued_count"],
                api.must("GET", f"{MANAGED}{self.vouchers}/codes")["given"])

    def check(self):
        """Compares everything with the answers, after all has settled."""
        automation.events()
        ledger = in_parts([*self.completing, *self.awarded], lambda caller, fan: [json.loads(line) for line in caller.must(
            "GET", f"/api/v1/manage/audit/fans/{fan}/points", point_uid=self.points).splitlines()])
        for fan, rows in ledger.items():
            if [row["point_count"] for row in rows] != [POINTS]:
                self.is_wrong("points", fan, rows)
        at = {fan: rows[0]["position"] for fan, rows in ledger.items() if rows}
        by_rule = [self.check_reward(self.places, PLACES, at), self.check_reward(self.vouchers, CODES, at)]
        self.check_codes()
        repeated = in_parts(chance.sample(self.completing, min(40, len(self.completing))), lambda caller, fan: caller.must(
            "POST", f"{QUESTS}/{self.quest}/fans/{fan}/complete")["activity_id"])
        for fan, activity in repeated.items():
            if activity != self.activities[fan]:
                self.is_wrong("another activity", fan, activity, self.activities[fan])
        return by_rule

    def check_reward(self, reward, count, at):
        rows = self.rows(reward)
        if [row["number"] for row in rows] != list(range(1, count + 1)):
            self.is_wrong("numbers", [row["number"] for row in rows])
        if len({row["fan_id"] for row in rows}) != count or len({row["fan_point_uid"] for row in rows}) != count:
            self.is_wrong("a fan or a uid twice", rows)
        by_hand = {row["fan_id"]: row["fan_point_uid"] for row in rows if row["is_by_hand"]}
        acknowledged = {fan: uid for (fan, of), uid in self.assigned.items() if of == reward}
        if by_hand != acknowledged:
            self.is_wrong("by hand", by_hand, acknowledged)
        if {(row["fan_id"], reward) for row in rows} & self.refused:
            self.is_wrong("given to one who was refused")
        winners = [row["fan_id"] for row in rows if not row["is_by_hand"]]
        first = sorted(at, key=at.get)[:len(winners)]
        if winners != first:
            self.is_wrong("not the first", winners, first)
        for row in rows:
            if not row["is_by_hand"] and row["causes"][-1] != at.get(row["fan_id"]):
                self.is_wrong("causes", row, at.get(row["fan_id"]))
        return len(winners)

    @staticmethod
    def rows(reward):
        rows, after = [], {}
        while True:
            page = api.must("GET", f"{MANAGED}{reward}/fans", **after)
            rows += page["data"]
            key = page["meta"].get("next_fan_key")
            if not key or not page["data"]:
                return rows
            after = {"next_fan_key": key}

    def check_codes(self):
        winners = [row["fan_id"] for row in self.rows(self.vouchers)]
        won = in_parts(winners, lambda caller, fan: [
            row["prize_code"] for row in caller.must("GET", of_fan(fan)) if row["reward_uid"] == self.vouchers])
        if sorted(code for codes in won.values() for code in codes) != sorted(self.codes):
            self.is_wrong("codes", won)
        left = api.must("GET", f"{MANAGED}{self.vouchers}/codes")
        if left != {"total": CODES, "given": CODES, "left": 0}:
            self.is_wrong("codes left", left)

    def is_wrong(self, *what):
        wrong.append((self.number, self.mode, *what))


killed = []


def kill():
    if options.command_nodes == 1:
        running.kill()
        killed.append("the server")
        running.start()
        return
    node = chance.choice(running.nodes)
    node.kill()
    killed.append(node.name)
    node.start()


def whole():
    if options.command_nodes == 2:
        until("every node is up", lambda: all(running.ready(port, whole=True) for port in running.gateways), 180)


began = time.monotonic()
fans = list(in_parts(range(options.claimants), prepare).values())
print(f"{len(fans)} fans are logged in, after {time.monotonic() - began:.0f} s; "
      f"{'embedded stores' if not mongo else 'the test double' if mongo.process else mongo.uri}; load of the machine "
      f"{os.getloadavg()[0]:.1f}", flush=True)
slowest = collections.defaultdict(float)
for number in range(1, options.calm + options.rounds + 1):
    calm = number <= options.calm
    one = Round(number, MODES[0] if calm else MODES[number % 3])
    automation.events()
    spent = Spent()
    answered, took = one.claim(None if calm else kill)
    cpu = f"; CPU in cores: {spent.tell()}, load of the machine {os.getloadavg()[0]:.1f}" if calm else ""
    slowest[calm] = max(slowest[calm], took)
    whole()
    by_rule = one.check()
    print(f"round {number}, {one.mode}, {'no kill' if calm else killed[-1] + ' killed'}: {one.answered} claims answered after "
          f"{answered:.1f} s, {PLACES} and {CODES} given after {took:.1f} s ({by_rule[0]} and {by_rule[1]} by the rule); "
          f"{len(wrong)} wrong{cpu}", flush=True)
    if wrong:
        break

head = automation.events()
names = {row["name"] for row in api.must("GET", "/api/v1/manage/projections")}
for name in names:
    running.operator().must("POST", f"/api/v1/manage/projections/{name}/rebuild")
until("every rebuild is filled", lambda: all(
    row["lag"] == 0 for row in api.must("GET", "/api/v1/manage/projections")), 300)
rebuilt = automation.events() - head - len(names)  # The journal records each order.
lost = 0
refused = {row["name"]: row["refused"] for row in api.must("GET", "/api/v1/manage/automations") if row["refused"]}
if options.command_nodes == 1:
    head = automation.events()
    running.stop()
    shutil.rmtree(os.path.join(data, "automations"))
    running.start()
    lost = automation.events(300) - head
running.stop()
if mongo:
    verified = subprocess.run([java(), "-cp", bench_classes(), "encore.infra.bench.VerifyMongoLog", database],
                              capture_output=True, text=True)
    mongo.stop()
else:
    [log] = glob.glob(os.path.join(data, "**", "events.db"), recursive=True)
    verified = subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "verify_log.py"), log],
                              capture_output=True, text=True)
print(f"{number} rounds, {options.claimants} claimants each, killed {dict(collections.Counter(killed))}: {len(wrong)} wrong; all "
      f"given after {slowest[True]:.1f} s at most without a kill, {slowest[False]:.1f} s with one; {rebuilt} events written by a "
      f"rebuild, {lost} from lost documents; refused {refused}; the log: {verified.stdout.strip().rpartition(chr(10))[2]}")
if wrong or rebuilt or lost or verified.returncode:
    print(*(str(one)[:500] for one in wrong[:10]), verified.stderr[-300:], f"the data is in {data}", sep="\n")
    raise SystemExit(1)
shutil.rmtree(data)
