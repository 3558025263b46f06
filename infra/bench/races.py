#!/usr/bin/env python3
"""Scans against their registrations and tickets at the same moment, one name by many clients, pages while four write.

    infra/bench/races.py [--scans 1000] [--clients 64] [--calls 600] [PART...]

PART: scans, same, pages; all by default. `scans`: --scans scans beside the registrations of half of them and the tickets
of the others, in any order: each belongs to its fan, once. `same`: --clients clients at once on one new tag, one ticket_key
and one email in bulk calls: one tag, one ticket, one fan. `pages`: readers continue by their keys while four writers write
purchases, tickets and scans: no row is missed or repeated. A client that gets 409 or 503 tries again, as clients do.
"""

import argparse
import datetime
import itertools
import json
import random
import shutil
import tempfile
import threading
import time

from encore_bench import Server, all_at_once, parsed

CRM, MANAGE = "/api/v1/crm/", "/api/v1/manage/"
SHOW = {"event_key": "gala", "event_name": "Gala", "event_date": "2026-05-01"}
PERSON = {"first_name": "Ada", "last_name": "Lee"}
DAYS = {"start_date": datetime.date.today() - datetime.timedelta(1), "end_date": datetime.date.today() + datetime.timedelta(1)}

arguments = argparse.ArgumentParser()
arguments.add_argument("--scans", type=int, default=1000)
arguments.add_argument("--clients", type=int, default=64)
arguments.add_argument("--calls", type=int, default=600)
arguments.add_argument("parts", nargs="*")
options = parsed(arguments, scans=30, clients=8, calls=40)
again = itertools.count()


def insist(client, path, body):
    for _ in range(200):
        status, _, answer = client.call("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        if status == 200:
            return answer
        if status not in (409, 503):
            raise SystemExit(f"{path}: {status} {answer}")
        next(again)
        time.sleep(random.uniform(0.01, 0.1))
    raise SystemExit(f"{path}: answered 409 or 503 200 times")


def ticket(key, email):
    return dict(PERSON, **SHOW, email=email, network="door", ticket_key=key, num_seats=1, paid_amount=10,
                purchase_timestamp="2026-01-01 10:00:00")


def scan(source, **code):
    return dict(network="door", source_key=source, scan_timestamp="2026-05-01 20:00:00", scan_group_name="Gate", **code)


def pages(client, path, key, **query):
    """Reads all rows page by page, and returns them and the key to continue with."""
    rows, after = [], query.pop("after", None)
    while True:
        page = client.must("GET", CRM + path, **query, **({key: after} if after else {}))
        rows += page["data"]
        following = page["meta"].get(key)
        if following is None or not page["data"]:
            return rows, after
        after = following


def scans(server):
    wanted, lock, works = {}, threading.Lock(), []

    def register(n):
        def work(client):
            answer = insist(client, CRM + "registrations", dict(
                PERSON, network="door", registration_key=f"r{n}", email=f"r{n}@race.example", event_name="Gala",
                event_date="2026-05-01", registration_timestamp="2026-04-01 10:00:00"))
            with lock:
                wanted[f"s{n}"] = answer["fan_id"]
        return work

    def sell(numbers):
        def work(client):
            rows = insist(client, CRM + "bulk_tickets", [ticket(f"t{n}", f"t{n}@race.example") for n in numbers])
            with lock:
                wanted.update({f"s{n}": row["fan_id"] for n, row in zip(numbers, rows)})
        return work

    def come(numbers):
        def work(client):
            insist(client, MANAGE + "scans", {"scans": [
                scan(f"s{n}", **({"registration_key": f"r{n}"} if n % 2 else {"ticket_key": f"t{n}"}))
                for n in numbers]})
        return work

    works += [register(n) for n in range(1, options.scans, 2)]
    works += [sell(range(n, min(n + 40, options.scans), 2)) for n in range(0, options.scans, 40)]
    works += [come(range(n, min(n + 10, options.scans))) for n in range(0, options.scans, 10)]
    random.shuffle(works)
    queue = iter(works)

    def run(_):
        client = server.demo(timeout=120)
        while True:
            with lock:
                work = next(queue, None)
            if work is None:
                return
            work(client)

    began = time.monotonic()
    all_at_once(options.clients, run)
    took = time.monotonic() - began
    rows, _ = pages(server.demo(timeout=120), "registrations/scans", "next_scan_key", network="door", scan_group_name="Gate", **DAYS)
    found = {}
    for row in rows:
        name = row.get("registration_key") or row.get("ticket_key")
        found.setdefault("s" + name[1:] if name else None, []).append(row["fan_id"])
    linked = sum(found.get(name) == [fan] for name, fan in wanted.items())
    right = linked == options.scans == len(rows) == len(set(wanted.values()))
    print(f"scans: {options.scans} in {took:.1f} s, {len(rows)} shown, {linked} linked with their fan, once: "
          f"{'right' if right else 'WRONG'}", flush=True)
    return right


def same(server):
    fans, ids, lock = set(), set(), threading.Lock()

    def run(i):
        client = server.demo(timeout=120)
        insist(client, CRM + "fans", {"email": f"tag{i}@race.example", "tag_newest": True})
        row, other = insist(client, CRM + "bulk_tickets", [
            ticket("same", "same@race.example"), ticket(f"own{i}", "same@race.example")])
        with lock:
            fans.update({row["fan_id"], other["fan_id"]})
            ids.add(row["ticket_id"])

    all_at_once(options.clients, run)
    client = server.demo(timeout=120)
    given = [row for row in client.must("GET", CRM + "fan_tags") if row["tag_name"] == "newest"]
    tags, tagged = {row["tag_id"] for row in given}, {row["fan_id"] for row in given}
    right = len(fans) == len(ids) == len(tags) == 1 and len(given) == len(tagged) == options.clients
    print(f"same: {options.clients} clients, {len(fans)} fan, {len(ids)} ticket, {len(tags)} tag of {len(tagged)} fans: "
          f"{'right' if right else 'WRONG'}", flush=True)
    return right


def written(server, path, body_of, read):
    """Reads while four writers write, and returns the reader's rows, each once."""
    numbers, lock, over = iter(range(options.calls)), threading.Lock(), threading.Event()

    def write(_):
        client = server.demo(timeout=120)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            insist(client, path, body_of(number))

    writers = threading.Thread(target=lambda: (all_at_once(4, write), over.set()))
    writers.start()
    client, seen, after, looks = server.demo(timeout=120), [], None, 0
    while True:
        last = over.is_set()
        rows, after = read(client, after)
        seen += rows
        looks += 1
        if last and not rows:
            break
    writers.join()
    return seen, looks


def reading(server):
    today = datetime.date.today()
    around = {"start_date": today - datetime.timedelta(2), "end_date": today + datetime.timedelta(2)}

    def purchase(n):
        return {"purchase_key": f"p{n}", "network": "shop", "order_key": f"o{n}", "merchant_key": "m",
                "order_timestamp": f"{today} 00:00:00", "gross_sale_amount": 1, "net_sale_amount": 1,
                "email": f"p{n % 50}@race.example"}

    def read_tickets(client, after):
        page = client.must("GET", CRM + "tickets", limit=100, min_ticket_id=after or 0)["data"]
        ids = sorted(row["ticket_id"] for row in page)
        return ids, ids[-1] if ids else after

    def read_scans(client, after):
        rows, going_on = pages(client, "registrations/scans", "next_scan_key", network="gate", scan_group_name="Gate", after=after, **DAYS)
        return [row["scan_key"] for row in rows], going_on

    def read_purchases(client, after):
        rows, _ = pages(client, "purchases", "next_purchase_key", network="shop", **around)
        keys = [row["purchase_key"] for row in rows]
        if len(keys) != len(set(keys)):
            raise SystemExit("pages: a purchase was shown twice")
        news = [key for key in keys if key not in after] if after else keys
        return news, set(keys)

    right = True
    for what, path, body, each, read in (
            ("tickets", CRM + "bulk_tickets",
             lambda n: [ticket(f"w{n}-{i}", f"w{n % 40}@race.example") for i in range(5)], 5, read_tickets),
            ("scans", MANAGE + "scans",
             lambda n: {"scans": [dict(scan(f"w{n}-{i}", barcode=f"w{n}-{i}"), network="gate") for i in range(5)]}, 5,
             read_scans),
            ("purchases", CRM + "purchases", purchase, 1, read_purchases)):
        before = set(read_all_tickets(server)) if what == "tickets" else set()
        seen, looks = written(server, path, body, read)
        new = [one for one in seen if one not in before]
        good = len(new) == len(set(new)) == options.calls * each
        right = right and good
        print(f"pages of {what}: four writers, {looks} looks, {len(new)} of {options.calls * each} seen, "
              f"{len(new) - len(set(new))} twice: {'right' if good else 'WRONG'}", flush=True)
    return right


def read_all_tickets(server):
    client, seen, after = server.demo(timeout=120), [], 0
    while True:
        page = client.must("GET", CRM + "tickets", limit=1000, min_ticket_id=after)["data"]
        if not page:
            return seen
        seen += [row["ticket_id"] for row in page]
        after = max(seen)


directory = tempfile.mkdtemp(prefix="encore-races-")
served = Server(directory, settings={"ENCORE_RATE_LIMIT": "1000000000"})
served.start(ready_within=300)
try:
    parts = options.parts or ["scans", "same", "pages"]
    outcomes = [dict(scans=scans, same=same, pages=reading)[part](served) for part in parts]
    print(f"answered 409 or 503 {next(again)} times", flush=True)
finally:
    served.stop()
shutil.rmtree(directory)
if not all(outcomes):
    raise SystemExit(1)
