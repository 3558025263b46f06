#!/usr/bin/env python3
"""Clicks, reports and imports of purchases and kill -9, in rounds: nothing acknowledged is lost, and no order counts twice.

    infra/bench/tracker_kill.py [--rounds 20] [--clients 12] [--fans 40] [--seed N]

A third of the clients follows the link of a tracker and reports a purchase for the click that the redirect told. Another third
sends orders of fans by both ways at the same time: as a report that names the fan, and as an imported ticket. The last third
imports records of a stream. Whatever is unacknowledged when the server dies is sent again with the same key after the restart.

At the end: every acknowledged click, report and record is there once; the purchases of the first tracker are the reported
ones; each order of the second tracker counts once, with the amount of one of its two sides. Then the log is verified.
"""

import argparse
import collections
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from encore_bench import Client, Server, all_at_once, parsed, until

arguments = argparse.ArgumentParser()
arguments.add_argument("--rounds", type=int, default=20)
arguments.add_argument("--clients", type=int, default=12)
arguments.add_argument("--fans", type=int, default=40)
arguments.add_argument("--seed", type=int, default=int(time.time()))
options = parsed(arguments, rounds=1, clients=3, fans=8)
print(f"seed {options.seed}", flush=True)
chance = random.Random(options.seed)

DOMAIN, TICKET = "127.0.0.1", 1_000_000
JSON = {"Content-Type": "application/json"}
EVENTS = "/api/v1/manage/tracker_events"
SETTINGS = {"ENCORE_RATE_LIMIT": "1000000000", "ENCORE_CROWDED_NETWORKS": "127.0.0.0/8"}
stamp = uuid.uuid4().hex[:8]
data = tempfile.mkdtemp(prefix="encore-tracker-kill-")
server = Server(data, settings=SETTINGS)
server.start()
api = server.demo()


def tracker(key):
    return api.must(
        "POST", "/api/v1/trackers", virtual_domain=DOMAIN, target_url="https://shop.example/a", tracker_name=key,
        tracker_group_name="kill", tracker_key=key)["tracker_id"]


api.must("POST", "/api/v1/manage/tracker_domains", virtual_domain=DOMAIN)
clicked, ordered = tracker("clicked" + stamp), tracker("ordered" + stamp)
wall = "kill" + stamp
api.must("POST", "/api/v1/manage/streams", stream_key=wall, trust_level=2, record_limit=100000)
emails = [f"{stamp}-{i}@kill.example" for i in range(options.fans)]
fans = [api.must("POST", "/api/v1/crm/fans", email=email)["fan_id"] for email in emails]
links = api.call("POST", f"/api/v1/manage/trackers/{ordered}/links", json.dumps({"fan_ids": fans}), JSON)[2]
began = int(time.time()) - 5

lock = threading.Lock()
numbers = iter(range(10**9))
pending = {kind: collections.deque() for kind in ("report", "order", "ticket", "record")}
clicks, reports, orders, tickets, records = set(), {}, set(), set(), set()


def follow(visitor, path):
    """Returns the uid of the click that a redirect tells, or None."""
    status, headers, body = Client(server.port, {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) " + visitor}, 10).get(path)
    if status not in (302, 503):
        raise SystemExit(f"a redirect was answered with {status}: {body}")
    return (headers.get("Location") or "").rpartition("tracker_click_uid=")[2] if status == 302 else None


for number, link in enumerate(links):
    path = link["tracker_url"][link["tracker_url"].index("/t/"):]
    until("a click of each fan is recorded", lambda: follow(f"fan {number}", path), 30)
time.sleep(1.1)


def send(mine, path, rows):
    status, _, body = mine.call("POST", path, json.dumps(rows), JSON)
    if status not in (200, 409, 503):
        raise SystemExit(f"{path} was answered with {status}: {body}")
    return body if status == 200 else None


def next_of(kind, make):
    with lock:
        return pending[kind].popleft() if pending[kind] else make(next(numbers))


def click_and_report(mine):
    visitor = f"{stamp} {next(numbers)}"
    uid = follow(visitor, "/t/clicked" + stamp)
    if uid:
        with lock:
            clicks.add(uid)
            pending["report"].append((f"r-{uid}", uid, random.randint(1, 9)))
    report_purchase(mine)


def report_purchase(mine):
    with lock:
        report = pending["report"].popleft() if pending["report"] else None
    if report:
        key, uid, amount = report
        row = dict(purchase_event_name="Gala", tracker_click_uid=uid, source_key=key, order_key="o-" + key,
                   purchase_amount=amount)
        told(mine, "report", report, EVENTS, [row], lambda: reports.__setitem__(key, amount))


def told(mine, kind, item, path, rows, note):
    done = False
    try:
        done = send(mine, path, rows) is not None
    finally:
        with lock:
            note() if done else pending[kind].append(item)
    if not done:
        time.sleep(0.01)


def order_by_both(mine):
    """Each order is sent by report and as a ticket. Which comes first is a matter of time."""
    with lock:
        kind = chance.choice(("order", "ticket"))
        if not pending[kind]:
            number = next(numbers)
            for each in ("order", "ticket"):
                pending[each].append((number, number % len(fans)))
    send_order(mine, kind)


def send_order(mine, kind):
    with lock:
        item = pending[kind].popleft() if pending[kind] else None
    if item is None:
        return
    number, fan = item
    key = f"both-{stamp}-{number}"
    if kind == "order":
        row = dict(purchase_event_name="Gala", fan_id=fans[fan], order_key=key, purchase_amount=1, source_key=key)
        told(mine, kind, item, EVENTS, [row], lambda: orders.add(number))
    else:
        row = dict(first_name="A", last_name="B", email=emails[fan], network="box", ticket_key=key, order_key=key,
                   purchase_timestamp=time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()), paid_amount=TICKET, num_seats=1,
                   event_date="2026-05-01", event_key="gala", event_name="Gala")
        told(mine, kind, item, "/api/v1/crm/bulk_tickets", [row], lambda: tickets.add(number))


def import_records(mine):
    batch = next_of("record", lambda n: [dict(network="photos", record_key=f"k{n}-{i}", caption=f"word{n} {i}",
                                              author_id=f"a{n % 7}") for i in range(5)])
    told(mine, "record", batch, f"/api/v1/manage/streams/{wall}/records", {"records": batch},
         lambda: records.update(row["record_key"] for row in batch))


WORK = (click_and_report, order_by_both, import_records)


def client(stop):
    def run(i):
        mine = server.demo(timeout=10)
        while not stop():
            try:
                WORK[i % 3](mine)
            except OSError:
                time.sleep(0.01)

    return run


restarts = []
for round_number in range(options.rounds):
    over = threading.Event()
    load = threading.Thread(target=all_at_once, args=(options.clients, client(over.is_set)))
    load.start()
    time.sleep(chance.uniform(1.0, 3.0))
    server.kill()
    over.set()
    load.join()
    restarts.append(server.start())
    print(f"round {round_number + 1}: {len(clicks)} clicks, {len(reports)} reports, {len(orders)} and {len(tickets)} orders by "
          f"both ways, {len(records)} records; ready after {restarts[-1]:.1f} s", flush=True)

# What was unacknowledged is sent again, and every order by both ways.
api = server.demo(timeout=120)
while any(pending.values()):
    report_purchase(api)
    for kind in ("order", "ticket"):
        send_order(api, kind)
    if pending["record"]:
        import_records(api)

shown, cursor = collections.Counter(), "0"
while True:
    page = api.must("GET", "/api/v1/trackers/events", start_timestamp=began, end_timestamp=int(time.time()) + 60,
                    cursor=cursor)
    cursor = page["meta"]["cursor"]
    if not page["records"]:
        break
    shown.update(row["tracker_event_uid"] for row in page["records"] if row["is_clicked"])
lost_clicks = [uid for uid in clicks if shown[uid] != 1]


def numbers_of(which):
    row = api.must("GET", f"/api/v1/trackers/{which}")
    return row["attributed_purchase_count"], float(row["attributed_purchase_amount"])


def of_one_side():
    count, amount = numbers_of(ordered)
    return count == len(orders | tickets) == amount // TICKET + amount % TICKET


expected = len(reports), float(sum(reports.values()))
until("the reported purchases are counted", lambda: numbers_of(clicked) == expected)
until("each order is attributed once", of_one_side)
found, after = collections.Counter(), None
while True:
    query = {} if after is None else {"next_record_key": after}
    page = api.must("GET", f"/api/v1/manage/streams/{wall}/records", **query)
    found.update(row["record_key"] for row in page["data"])
    after = page["meta"].get("next_record_key")
    if after is None:
        break
lost_records = [key for key in records if found[key] != 1]
server.stop()
[log] = glob.glob(os.path.join(data, "**", "events.db"), recursive=True)
verified = subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "verify_log.py"), log],
                          capture_output=True, text=True)
print(f"{options.rounds} rounds, {options.clients} clients: of {len(clicks)} clicks {len(lost_clicks)} and of {len(records)} records "
      f"{len(lost_records)} are lost or double; {expected[0]} reported orders and {len(orders | tickets)} orders by both ways count "
      f"once; ready after {min(restarts):.1f} to {max(restarts):.1f} s; the log: "
      f"{verified.stdout.strip().rpartition(chr(10))[2]}")
if lost_clicks or lost_records or verified.returncode:
    print(lost_clicks[:5], lost_records[:5], verified.stderr[-300:], f"the data is in {data}", sep="\n")
    raise SystemExit(1)
shutil.rmtree(data)
