#!/usr/bin/env python3
"""Fills an account on a small heap until everything it asks for is refused, while another account works; restarts; asks again.

One account sends tickets with different texts, fans with different places and sources, snapshots, filters, tags, campaigns and
kinds of points, as fast as it is answered, until each kind is refused with `quota-reached` or its share of the time is over.
Another account registers a fan and reads it at a fixed rate. Then the server is killed and started on the same data. The test
requires: nothing ends the process, no answer is another problem, the full account is answered and is refused more, and the
other account gets no refusal, before and after the start. It prints the other account's latencies without and with the attack,
and the CPU time of the server and of this script.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import threading
import time

from encore_bench import Server, parsed, shortened

LONG = "x" * 20

# The kinds with many different texts, which take more than one connection.
WIDE = ("tickets", "fans", "sources")


class Attack:
    """The calls of one kind, until one is refused."""

    def __init__(self, name, client, call, until):
        self.name, self.client, self.call, self.until = name, client, call, until
        self.calls, self.refused, self.wrong, self.lock = 0, None, [], threading.Lock()

    def run(self):
        client = self.client.twin()
        while time.monotonic() < self.until and self.refused is None:
            with self.lock:
                self.calls += 1
                number = self.calls
            try:
                status, _, body = self.call(client, number)
            except OSError as failed:
                self.wrong.append(str(failed))
                return
            if status == 400 and body.get("type") == "/problems/quota-reached":
                self.refused = body["detail"]
            elif status == 503:
                time.sleep(0.05)
            elif status != 200:
                self.wrong.append(f"{status} {body}")
                return


def text(number, width):
    """Returns a text of this width that is no other number's."""
    return (f"{number:x}." + LONG * (width // 20 + 1))[:width]


def ticket(number):
    return {
        "first_name": "Ann", "last_name": "Lee", "email": "ann@fans.example", "purchase_timestamp": 1750000000, "paid_amount": 1,
        "num_seats": 1, "event_date": "2026-05-01", "event_name": text(number, 255), "event_key": f"e{number}",
        "ticket_key": f"t{number}", "venue_name": text(number, 255), "artist_name": text(number, 255),
        "price_code": text(number, 255), "network": "axs"}


def tickets(client, number):
    rows = [ticket(number * 100 + row) for row in range(100)]
    return client.call("POST", "/api/v1/crm/bulk_tickets", json.dumps(rows), {"Content-Type": "application/json"})


def fans(client, number):
    return client.post(
        "/api/v1/crm/activities", first_name="Ann", last_name="Lee", email=f"ann{number}@fans.example", country_code="DE",
        province=text(number, 128), postal_code=text(number, 32))


def sources(client, number):
    return client.post("/api/v1/crm/fans", email=f"bob{number}@fans.example", fan_source=text(number, 64))


def snapshots(client, number, fan):
    return client.post("/api/v1/manage/snapshots", snapshot_name=f"Snapshot {number}", fan_ids=fan)


def filters(client, number):
    return client.post("/api/v1/manage/search_filters", filter_name=f"Filter {number}", fan_rating=number)


def tags(client, number):
    return client.post("/api/v1/crm/fans", email=f"tags{number % 100}@fans.example", **{f"tag_{text(number, 100)}-{number}": "true"})


def points(client, number):
    return client.post("/api/v1/crm/points", point_name=f"Points {number}")


def campaigns(client, number):
    return client.post("/api/v1/manage/apps", name=f"Campaign {number}", app_type="trivia")


class Other:
    """Another account, which registers a fan and reads it twenty times a second."""

    def __init__(self, client):
        self.client, self.latencies, self.wrong, self.number, self.late = client, [], [], 0, 0
        self.ending = threading.Event()
        self.thread = None

    def start(self):
        self.ending.clear()
        self.latencies = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        client = self.client.twin()
        while not self.ending.is_set():
            began = time.monotonic()
            self.number += 1
            try:
                status, _, body = client.post("/api/v1/crm/fans", email=f"other{self.number}@fans.example", fan_source="shop")
                if status == 200:
                    status, headers, body = client.get(f"/api/v1/crm/fans/{body['fan_id']}")
                    if status == 404 and "Encore-Lag" in headers:
                        # The projection has not come to the registration within a second, and the answer says so.
                        self.late += 1
                        status = 200
            except OSError as failed:
                status, body = 0, str(failed)
            if status != 200:
                self.wrong.append(f"{status} {body}")
            self.latencies.append(time.monotonic() - began)
            time.sleep(max(0.0, 0.05 - (time.monotonic() - began)))

    def stop(self):
        self.ending.set()
        self.thread.join()
        ordered = sorted(self.latencies)
        return f"p50 {1000 * ordered[len(ordered) // 2]:.0f} ms, p99 {1000 * ordered[len(ordered) * 99 // 100]:.0f} ms of {len(ordered)}, {self.late} late"


def account(server, name):
    opened = server.operator().must("POST", "/api/v1/manage/accounts", name=name, calls_per_minute=100_000_000)
    demo = server.demo()
    demo.headers = {"Api-Key": opened["api_key"], "Api-Secret": opened["api_secret"]}
    return demo


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--heap", type=int, default=192, help="megabytes (192)")
    options.add_argument("--seconds", type=int, default=120, help="the longest time of the attack (120)")
    options.add_argument("--threads", type=int, default=3, help="connections for each kind with texts (3)")
    options.add_argument("--quota", action="append", default=[], metavar="THINGS=NUMBER", help="sets a quota of the account first")
    given = parsed(options, seconds=4)
    # With the young generation of a gigabyte, half of a small heap would stay empty.
    os.environ["ENCORE_JAVA_OPTS"] = f"-Xms96m -Xmx{given.heap}m -XX:NewSize=24m -XX:MaxNewSize={given.heap // 4}m"
    folder = tempfile.mkdtemp(prefix="quotas-")
    server = Server(os.path.join(folder, "data"), settings={"ENCORE_DEMO": "on"})
    ready = server.start(ready_within=600)
    full, other = account(server, "Full"), Other(account(server, "Other"))
    number = next(row["account_id"] for row in server.operator().get("/api/v1/manage/accounts")[2] if row["name"] == "Full")
    for quota in given.quota:
        things, most = quota.split("=")
        server.operator().must("POST", f"/api/v1/manage/accounts/{number}", **{"quota_" + things: most})
    fan = full.must("POST", "/api/v1/crm/fans", email="first@fans.example")["fan_id"]

    other.start()
    time.sleep(shortened(8))
    print(f"start {ready:.1f} s; the other account alone: {other.stop()}")

    other.start()
    began, server_cpu, own_cpu = time.monotonic(), server.cpu_seconds(), time.process_time()
    end = began + given.seconds
    kinds = {
        "tickets": tickets, "fans": fans, "sources": sources, "filters": filters, "tags": tags, "points": points,
        "campaigns": campaigns, "snapshots": lambda client, n: snapshots(client, n, fan)}
    attacks = [Attack(name, full, call, end) for name, call in kinds.items()]
    threads = [
        threading.Thread(target=attack.run, daemon=True) for attack in attacks for _ in range(given.threads if attack.name in WIDE else 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - began
    print(f"attacked for {took:.0f} s, CPU: server {server.cpu_seconds() - server_cpu:.0f} s, this script "
          f"{time.process_time() - own_cpu:.0f} s; resident {server.resident_mb():.0f} MB")
    print(f"the other account meanwhile: {other.stop()}")
    failed = bool(other.wrong)
    for attack in attacks:
        print(f"  {attack.name}: {attack.calls} calls, {attack.refused or 'not refused in this time'}")
        failed |= bool(attack.wrong)
        for wrong in attack.wrong[:3]:
            print("    WRONG:", wrong[:300])

    server.kill()
    ready = server.start(ready_within=300)
    print(f"start on the same data {ready:.1f} s, after kill -9")
    read = full.twin().get(f"/api/v1/crm/fans/{fan}")[0]
    print(f"the full account reads a fan: {read}; a page of fans: {full.twin().get('/api/v1/crm/fans', limit=100)[0]}")
    failed |= read != 200
    other.start()
    for attack in attacks:
        again = Attack(attack.name, full, kinds[attack.name], time.monotonic() + 5)
        again.calls = attack.calls + 1_000_000
        again.run()
        print(f"  {attack.name}: {again.refused or 'not refused'}")
        # A call that was refused before the start is refused after it.
        failed |= bool(again.wrong) or (attack.refused is not None and again.refused is None)
    time.sleep(3)
    print(f"the other account after the start: {other.stop()}")
    failed |= bool(other.wrong)
    for wrong in other.wrong[:3]:
        print("  WRONG for the other account:", wrong[:300])
    server.stop()
    if failed:
        print("FAILED; data and log are in", folder)
        sys.exit(1)
    shutil.rmtree(folder)
    print("passed")


if __name__ == "__main__":
    main()
