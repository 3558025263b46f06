#!/usr/bin/env python3
"""Tickets imported in bulk and imported again, and what reading them costs.

    infra/bench/tickets.py [--data DIR] [--tickets 100000] [--people 60000] [--connections 8] [--calls 40] [--warm N] [PART...]

PART: bulk, repeat, reads, kills; the first three unless said. Wanted on two idle cores: 100,000 tickets of 60,000 people in
30 s, again in 20 s; with --tickets 2000000 any page in 100 ms and ticket_stats in 50 ms. With --warm as many tickets of other
people are imported before, which is told of as well: a server that has just started still compiles its code, and a night's
import finds one that has run since. Reads are medians over HTTP, of a whole answer, behind a warm-up. A directory that is
named keeps the log for a next run, which then reads alone: say `reads`. `kills` imports while the server is killed (-9) ten
times, on a directory of its own, looks that nothing is lost or doubled, and imports again.
"""

import argparse
import datetime
import http.client
import json
import random
import statistics
import tempfile
import threading
import time
import urllib.parse

from encore_bench import Server

PARTS = ("bulk", "repeat", "reads")
ROWS = 100

arguments = argparse.ArgumentParser()
arguments.add_argument("--data")
arguments.add_argument("--tickets", type=int, default=100_000)
arguments.add_argument("--people", type=int, default=60_000)
arguments.add_argument("--events", type=int, default=200)
arguments.add_argument("--connections", type=int, default=8)
arguments.add_argument("--calls", type=int, default=40)
arguments.add_argument("--warm", type=int, default=0, help="how many tickets of others are imported before")
arguments.add_argument("parts", nargs="*")
options = arguments.parse_args()


def row(number, chance, whose):
    event = chance.randrange(options.events)
    person = number if number < options.people else chance.randrange(options.people)
    bought = datetime.datetime(2024, 1, 1) + datetime.timedelta(minutes=chance.randrange(60 * 24 * 730))
    return {
        "first_name": "Ada",
        "last_name": f"Fan {person}",
        "email": f"{whose}fan{person}@tickets.example",
        "network": "box",
        "ticket_key": f"{whose}k{number}",
        "order_key": f"{whose}o{number // 2}",
        "purchase_timestamp": bought.strftime("%Y-%m-%d %H:%M:%S"),
        "paid_amount": chance.randrange(1000, 20_000) / 100,
        "num_seats": chance.randrange(1, 5),
        "event_key": f"e{event}",
        "event_name": f"Show {event % 50}",
        "event_date": (datetime.date(2025, 1, 1) + datetime.timedelta(days=event)).isoformat(),
        "venue_name": f"Hall {event % 20}",
        "artist_name": f"Artist {event % 30}",
        "price_code": "AB"[event % 2],
        "is_subscribed": True,
        "city": "Boston",
        "country_code": "US",
        "postal_code": f"{person % 100_000:05}",
    }


def bodies(tickets, whose=""):
    chance = random.Random(58)
    for first in range(0, tickets, ROWS):
        last = min(tickets, first + ROWS)
        yield json.dumps([row(number, chance, whose) for number in range(first, last)]).encode()


def send(server, calls, counts, lock):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    headers = dict(server.demo().headers, **{"Content-Type": "application/json"})
    while True:
        with lock:
            body = next(calls, None)
        if body is None:
            return
        connection.request("POST", "/api/v1/crm/bulk_tickets", body, headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{answer.status} {text[:300]}")
        with lock:
            for one in json.loads(text):
                counts[one["status"]] = counts.get(one["status"], 0) + 1


def bulk(server, what, tickets=options.tickets, whose=""):
    calls, counts, lock = iter(list(bodies(tickets, whose))), {}, threading.Lock()
    used, began = server.cpu_seconds(), time.monotonic()
    threads = [threading.Thread(target=send, args=(server, calls, counts, lock)) for _ in range(options.connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took, cpu = time.monotonic() - began, server.cpu_seconds() - used
    print(f"{what}: {tickets} tickets in {took:.1f} s, {cpu:.1f} s of processor time: {counts}", flush=True)


def insistent(server, calls, lock):
    """Sends each body until it is answered."""
    while True:
        with lock:
            body = next(calls, None)
        if body is None:
            return
        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
                headers = dict(server.demo().headers, **{"Content-Type": "application/json"})
                connection.request("POST", "/api/v1/crm/bulk_tickets", body, headers)
                if connection.getresponse().status == 200:
                    break
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.1)


def kills(server, rounds=10):
    """Kills, and looks that there is one ticket for each key and one fan for each email; then that a repeat changes nothing."""
    calls, lock = iter(list(bodies(options.tickets))), threading.Lock()
    threads = [threading.Thread(target=insistent, args=(server, calls, lock)) for _ in range(options.connections)]
    for thread in threads:
        thread.start()
    killed = 0
    for _ in range(rounds):
        time.sleep(random.uniform(2, 6))
        if not any(thread.is_alive() for thread in threads):
            break
        server.kill()
        server.start(ready_within=300)
        killed += 1
    for thread in threads:
        thread.join()
    people = min(options.people, options.tickets)
    wanted = (options.tickets, people, people)
    found = sold(server)
    print(f"killed {killed} times: {found[0]} tickets of {found[1]} fans, {found[2]} fans in all: "
          f"{'right' if found == wanted else 'WRONG'}", flush=True)
    head = position(server)
    bulk(server, "sent again")
    written = position(server) - head - 1
    again = sold(server)
    print(f"sent again: {again[0]} tickets of {again[1]} fans, {again[2]} fans in all, {written} events written: "
          f"{'right' if (again, written) == (wanted, 0) else 'WRONG'}", flush=True)
    if not found == again == wanted or written:
        raise SystemExit(1)


def sold(server):
    """How many tickets, fans who have one, and fans in all."""
    api = server.demo(timeout=120)
    stats = api.must("GET", "/api/v1/crm/ticket_stats", min_purchase_date="2020-01-01", max_purchase_date="2030-01-01")
    emails, page = [], api.must("GET", "/api/v1/crm/fans", limit=999)
    while True:
        emails += [fan["email"] for fan in page["data"]]
        following = page["meta"].get("search_uid")
        if not following:
            break
        page = api.must("GET", "/api/v1/crm/fans", search_uid=following)
    if len(emails) != len(set(emails)):
        raise SystemExit(f"{len(emails) - len(set(emails))} fans have an email that another has")
    return stats["sales_count"], stats["returning_fans_count"] + stats["new_fans_count"], len(emails)


def position(server):
    """The log's head, behind an event of its own."""
    status, headers, body = server.demo(timeout=120).post("/api/v1/crm/points", point_name=f"head {time.time()}")
    if status != 200:
        raise SystemExit(f"points: {status} {body}")
    return int(headers["Encore-Position"])


def read(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    headers = server.demo().headers

    def once(path, **query):
        began = time.perf_counter()
        connection.request("GET", f"/api/v1/crm/{path}?" + urllib.parse.urlencode(query), headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body[:300]}")
        return (time.perf_counter() - began) * 1e3, json.loads(body)

    def report(what, path, **query):
        times = [once(path, **query)[0] for _ in range(options.calls * 2)][options.calls:]
        print(f"{what}: {statistics.median(times):.1f} ms, {max(times):.1f} at most", flush=True)

    last = once("tickets", limit=1)[1]["data"][0]["ticket_id"]
    report("the newest 100", "tickets")
    report("the newest 1000", "tickets", limit=1000)
    report("1000 with their fans", "tickets", limit=1000, data="fan")
    report("100 in the middle", "tickets", min_ticket_id=last // 2)
    report("one day of purchase", "tickets", min_purchase_date="2025-03-03", max_purchase_date="2025-03-03", limit=1000)
    report("a day without any", "tickets", min_purchase_date="2030-03-03", max_purchase_date="2030-03-03")
    report("one fan's", "tickets", email="fan7@tickets.example")
    days = {"min_purchase_date": "2024-06-01", "max_purchase_date": "2025-06-01"}
    report("ticket_stats of a year", "ticket_stats", **days)
    report("of a year by event", "ticket_stats", **days, event_specific="true")
    report("of one event", "ticket_stats", **days, event_key="e7")
    report("of all there is", "ticket_stats", min_purchase_date="2020-01-01", max_purchase_date="2030-01-01")


directory = options.data or tempfile.mkdtemp(prefix="encore-tickets-")
served = Server(directory, settings={"ENCORE_RATE_LIMIT": "1000000000"})
served.start()
try:
    parts = options.parts or PARTS
    if "kills" in parts:
        kills(served)
    if options.warm:
        bulk(served, "others imported, cold", options.warm, "another-")
    if "bulk" in parts:
        bulk(served, "imported, warm" if options.warm else "imported, cold")
    if "repeat" in parts:
        bulk(served, "imported again")
    if "reads" in parts:
        read(served)
    print(f"resident: {served.resident_mb():.0f} MB", flush=True)
finally:
    served.stop()
