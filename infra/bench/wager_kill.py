#!/usr/bin/env python3
"""Stakes, results and kill -9, in rounds: each stake is taken once, and each fan wager is paid once.

    infra/bench/wager_kill.py [--rounds 20] [--stakes 500] [--fans 100] [--many 0] [--seed N]

It is `./encore run` on embedded stores, and the whole process is killed once in each round: while fans stake, or while they
are paid. Every stake carries an Idempotency-Key and is sent until it is answered. In each round one wager is won, one lost,
one void and one withdrawn. At the end every fan's balance, every fan wager and every number of wager_entries is compared
with the answers. Then every projection is rebuilt and the automation's documents are deleted, neither of which may write an
event, and the log is verified. With --many, this many stakes go on one more wager, which is won: the output shows the rate
of staking and of paying.
"""

import argparse
import collections
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from encore_bench import Automation, Server, all_at_once, parsed, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--stakes", type=int, default=500, help="of each round")
arguments.add_argument("--fans", type=int, default=100)
arguments.add_argument("--many", type=int, default=0)
arguments.add_argument("--clients", type=int, default=16)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, stakes=20, fans=10, clients=4)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

NAME = "WhenWagerEndsThenPayStakes"
FIRST = 10**9
RESULTS = ("winner", "loser", "void", None)
lock = threading.Lock()
data = tempfile.mkdtemp(prefix="encore-wagers-")
server = Server(data)
server.start()
automation = Automation(server, NAME)
stamp = uuid.uuid4().hex[:8]
api = server.demo()
points = api.must("POST", "/api/v1/crm/points", point_name=f"stakes {stamp}")["point_uid"]
business = api.must("POST", "/api/v1/manage/businesses", business_name="Rovers", point_uid=points)["business_id"]
cup = api.must("POST", "/api/v1/manage/apps", name=f"Cup {stamp}", app_type="wager", business_id=business)["page_tab_id"]
items = f"/api/v1/manage/apps/{cup}/tab_items"
balances = {}


def certain(client, method, path, extra=None, **form):
    """Repeats a call until there is an answer, and returns it."""
    while True:
        try:
            status, _, body = client.post(path, extra, **form) if method == "POST" else client.call(method, path)
            if status not in (409, 429, 503):
                return status, body
        except OSError:
            pass
        time.sleep(0.02)


def register(count):
    made = []

    def some(i):
        mine = server.demo()
        for n in range(i, count, options.clients):
            fan = mine.must("POST", "/api/v1/crm/fans", email=f"{stamp}-{len(balances)}-{n}@wagers.example")["fan_id"]
            mine.must("POST", "/api/v1/ent/fan_points", fan_id=fan, point_uid=points, point_count=FIRST)
            with lock:
                made.append(fan)
    all_at_once(options.clients, some)
    balances.update((fan, FIRST) for fan in made)
    return made


def offer(item, title, odds):
    wager = api.must("POST", f"{item}/wagers", title=title, odds=odds)["wager_uid"]
    return f"{item}/wagers/{wager}"


def new_item(title):
    return f"{items}/{api.must('POST', items, title=title)['tab_item_id']}"


def stake_all(stakes, taken):
    """Stakes each of (wager, fan, count), by many clients at once."""
    queue = iter(stakes)

    def run(_):
        mine = server.demo(timeout=20)
        while True:
            with lock:
                one = next(queue, None)
            if one is None:
                return
            wager, fan, count = one
            status, body = certain(
                mine, "POST", f"{wager}/fan_wagers", {"Idempotency-Key": uuid.uuid4().hex}, fan_id=fan, point_count=count)
            if status != 200:
                raise SystemExit(f"a stake was answered {status} {body}")
            with lock:
                taken[body["fan_wager_uid"]] = one
    all_at_once(options.clients, run)


def kill():
    server.kill()
    server.start()


def entries():
    code, _, body = server.demo(timeout=30).get(f"/api/v1/apps/{cup}/wager_entries")
    if code != 200:
        raise OSError(str(code))
    return {row["tab_item_id"]: row for row in body}


def payout(odds, count, result):
    return {"winner": odds * count // 10, "loser": 0}.get(result, count)


fans = register(options.fans)
wrong = []
told = {}
staked = paid = 0
for number in range(1, options.rounds + 1):
    api = server.demo()
    item = new_item(f"Round {number}")
    odds = [chance.randrange(1, 50) for _ in RESULTS]
    wagers = [offer(item, f"Wager {i}", f"{odds[i] / 10}") for i in range(len(RESULTS))]
    stakes = [(chance.choice(wagers), chance.choice(fans), chance.randrange(1, 1000)) for _ in range(options.stakes)]
    taken = {}
    while_staking = number % 2 == 1
    if while_staking:
        at = chance.randrange(options.stakes)
        staking = threading.Thread(target=stake_all, args=(stakes, taken))
        staking.start()
        while len(taken) < at:
            time.sleep(0.001)
        kill()
        staking.join()
    else:
        stake_all(stakes, taken)
    if len(taken) != options.stakes:
        wrong.append((number, "staked", len(taken)))
    api = server.demo()
    pause = chance.uniform(0, 0.25)
    for wager, result in zip(wagers, RESULTS):
        method, form = ("POST", dict(result=result)) if result else ("DELETE", {})
        answered, body = certain(api, method, wager, **form)
        if answered != 200:
            raise SystemExit(f"{method} {wager}: {answered} {body}")
    if not while_staking:
        time.sleep(pause)
        kill()
        api = server.demo()
    expected = collections.Counter()
    of_item = collections.Counter()
    for wager, fan, count in stakes:
        i = wagers.index(wager)
        back = payout(odds[i], count, RESULTS[i])
        balances[fan] += back - count
        expected[wager] += back
        staked += 1
        paid += back > 0
        if RESULTS[i]:
            of_item.update({"fan_wager_count": 1, "debit_point_count": count, "credit_point_count": back})
            if RESULTS[i] != "void":
                of_item[f"{RESULTS[i]}_wager_count"] += 1
    of_item.update(total_wager_count=3, wager_result_count=3, classic_wager_count=3, pending_wager_count=0)
    told[int(item.rsplit("/", 1)[1])] = of_item
    took = until("all is paid", lambda: automation.status()["outbox"] == 0 and entries()[int(item.rsplit("/", 1)[1])][
        "credit_point_count"] == of_item["credit_point_count"])
    for i, wager in enumerate(wagers[:3]):
        rows = api.must("GET", f"{wager}/fan_wagers")
        mine = {uid: one for uid, one in taken.items() if one[0] == wager}
        kept = {row["fan_wager_uid"]: (wager, row["fan_id"], row["point_count"]) for row in rows}
        if kept != mine or len(rows) != len(mine):
            wrong.append((number, "fan wagers", len(mine), len(rows)))
        for row in rows:
            if row["credit_point_count"] != payout(odds[i], row["point_count"], RESULTS[i]) or row["state"] != RESULTS[i]:
                wrong.append((number, "paid", row))
    where = f"at stake {at}" if while_staking else f"{pause * 1000:.0f} ms after the results"
    print(f"round {number}: killed {where}; all paid {took:.1f} s later", flush=True)

if options.many:
    crowd = register(min(options.many, 2000))
    api = server.demo()
    item = new_item("Final")
    wager = offer(item, "Home wins", "2.5")
    stakes = [(wager, crowd[n % len(crowd)], 1 + n % 7) for n in range(options.many)]
    taken = {}
    began = time.monotonic()
    stake_all(stakes, taken)
    staking = time.monotonic() - began
    total = sum(payout(25, count, "winner") for _, _, count in stakes)
    for _, fan, count in stakes:
        balances[fan] += payout(25, count, "winner") - count
    began = time.monotonic()
    api.must("POST", wager, result="winner")
    until("all are paid", lambda: entries()[int(item.rsplit("/", 1)[1])]["credit_point_count"] == total, 600)
    paying = time.monotonic() - began
    paid += len(stakes)
    staked += len(stakes)
    told[int(item.rsplit("/", 1)[1])] = {"fan_wager_count": len(stakes), "credit_point_count": total}
    print(f"{options.many} fan wagers were staked in {staking:.1f} s ({options.many / staking:.0f}/s) and paid in "
          f"{paying:.1f} s ({options.many / paying:.0f}/s), {server.resident_mb():.0f} MB resident", flush=True)


def compare(when):
    client = server.demo()
    for fan, balance in balances.items():
        rows = client.must("GET", f"/api/v1/manage/fans/{fan}/balances")
        found = sum(row["balance"] for row in rows if row["point_uid"] == points)
        if found != balance:
            wrong.append((when, "balance", fan, balance, found))
    for item, row in entries().items():
        if any(row[field] != count for field, count in told[item].items()):
            wrong.append((when, "entry", item, row, told[item]))
    total = client.must("GET", f"/api/v1/apps/{cup}/total_points")["total_points"]
    if total != sum(balances.values()) - FIRST * len(balances):
        wrong.append((when, "total", total))


head = automation.events(300)
compare("live")
names = {row["name"] for row in server.demo().must("GET", "/api/v1/manage/projections")}
for name in names:
    server.operator().must("POST", f"/api/v1/manage/projections/{name}/rebuild")
until("every rebuild is filled", lambda: all(
    row["lag"] == 0 for row in server.demo().must("GET", "/api/v1/manage/projections")), 300)
rebuilt = automation.events(300) - head - len(names)  # The journal records each order.
compare("rebuilt")
head = automation.events(300)
server.stop()
shutil.rmtree(os.path.join(data, "automations"))
server.start()
lost = automation.events(300) - head
refused = automation.status()["refused"]
server.stop()
logs = glob.glob(os.path.join(data, "**", "events.db"), recursive=True)
verified = [subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "verify_log.py"), path],
                           capture_output=True, text=True).stdout.strip() for path in logs]
print(f"{options.rounds} rounds, {staked} fan wagers, {paid} of them paid: {len(wrong)} wrong; {rebuilt} events written by a "
      f"rebuild, {lost} from lost documents; {refused} refused; the log is {verified}")
if wrong or rebuilt or lost or refused or not verified or any(not one.startswith("whole") for one in verified):
    print("wrong", wrong[:20])
    raise SystemExit(1)
shutil.rmtree(data)
