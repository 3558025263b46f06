#!/usr/bin/env python3
"""Followers that resume from the start of a log of other accounts' events, while a paying caller of another account continues.

    infra/bench/follow_abuse.py [--events 80000] [--seconds 20] [--rate 50]

An account with six events opens two RSocket connections with 63 subscriptions each and `after=0`, waits until all of them
have caught up, closes the connections and begins anew. It prints the paying caller's times and the CPU of both sides with and without the
attack, for `points.history` of one fan and for `events`. The test requires: the 99th percentile of the paying caller's calls
stays below 250 ms, no call fails, and every subscription is told exactly the events of its account. It exits with 1 when a
requirement fails. The script shares the machine's cores with the server.
"""

import argparse
import json
import multiprocessing
import os
import resource
import shutil
import socket
import struct
import sys
import tempfile
import time

from abuse import ATTACKER, CALL_MS, call_forever, drained, percentile
from encore_bench import Client, Server, all_at_once, parsed, within

CONNECTIONS, EACH = 2, 63


class Connection:
    """An RSocket connection over TCP. Over /ws a stream can be followed once on each socket, here any number of times."""

    SETUP, KEEPALIVE, REQUEST_STREAM, PAYLOAD, ERROR = 1, 3, 6, 10, 11

    def __init__(self, port, key, secret):
        self.sock = socket.socket()
        self.sock.settimeout(60)
        self.sock.bind((ATTACKER, 0))
        self.sock.connect(("127.0.0.1", port))
        self.file = self.sock.makefile("rb")
        self.requests = 0
        mimes = b"".join(bytes([len(mime)]) + mime for mime in (b"message/x.rsocket.routing.v0", b"application/json"))
        pair = json.dumps({"api_key": key, "api_secret": secret}).encode()
        # Version 1.0, a keep-alive interval and a lifetime in milliseconds.
        self.send(0, self.SETUP, 0, struct.pack(">HHII", 1, 0, 30_000, 90_000) + mimes + pair)

    def send(self, stream, kind, flags, body):
        frame = struct.pack(">IH", stream, kind << 10 | flags) + body
        self.sock.sendall(len(frame).to_bytes(3, "big") + frame)

    def follow(self, **data):
        self.send(2 * self.requests + 1, self.REQUEST_STREAM, 0, struct.pack(">I", 0x7FFFFFFF) + json.dumps(data).encode())
        self.requests += 1

    def frame(self):
        """Returns the next frame of a stream."""
        while True:
            head = self.file.read(3)
            if len(head) < 3:
                raise OSError("closed by the server")
            frame = self.file.read(int.from_bytes(head, "big"))
            kind, flags = frame[4] >> 2, (frame[4] & 3) << 8 | frame[5]
            if kind == self.PAYLOAD:
                return json.loads(frame[6:])
            if kind == self.ERROR:
                raise OSError("refused: " + repr(frame[6:]))
            if kind == self.KEEPALIVE and flags & 0x80:
                self.send(0, self.KEEPALIVE, 0, frame[6:])

    def close(self):
        self.file.close()
        self.sock.close()


def attack(port, pair, subscription, wanted, until, outcome):
    """Resumes all subscriptions again and again; reports the rounds, the events told, and the CPU used."""
    rounds, told, wrong, longest = 0, 0, 0, 0.0
    while time.monotonic() < until:
        began = time.monotonic()
        connections = [Connection(port, *pair) for _ in range(CONNECTIONS)]
        for each in connections:
            for _ in range(EACH):
                each.follow(**subscription)
        for each in connections:
            positions = []
            while len(positions) < EACH * len(wanted):
                frame = each.frame()
                # Automations may have written later events.
                if frame["event"] == "event" and frame["position"] <= wanted[-1]:
                    positions.append(frame["position"])
            told += len(positions)
            wrong += sorted(positions) != sorted(wanted * EACH)
            each.close()
        rounds += 1
        longest = max(longest, time.monotonic() - began)
        # Each subscription counts as a call, and an account has 10,000 of them a minute.
        time.sleep(max(0, began + 0.8 - time.monotonic()))
    used = resource.getrusage(resource.RUSAGE_SELF)
    outcome.put((rounds, told, wrong, longest, used.ru_utime + used.ru_stime))


class Measured:
    """The paying caller's times during one kind of attack, over all of its slices."""

    def __init__(self, name):
        self.name, self.calls, self.trouble = name, [], []
        self.seconds = self.server = self.client = self.longest = self.rounds = self.told = self.wrong = 0

    def slice(self, server, port, pair, chosen, seconds, calls):
        before, began = server.cpu_seconds(), time.monotonic()
        if chosen is None:
            time.sleep(seconds)
        else:
            outcome = multiprocessing.Queue()
            attacker = multiprocessing.Process(
                target=attack, args=(port, pair, *chosen, began + seconds, outcome), daemon=True)
            attacker.start()
            attacker.join(seconds + 180)
            if attacker.is_alive() or attacker.exitcode != 0:
                self.trouble.append("an attack failed or did not end")
                attacker.terminate()
            else:
                rounds, told, wrong, longest, client = outcome.get()
                self.rounds, self.told, self.wrong = self.rounds + rounds, self.told + told, self.wrong + wrong
                self.longest, self.client = max(self.longest, longest), self.client + client
        self.calls += drained(calls)
        self.seconds += time.monotonic() - began
        self.server += server.cpu_seconds() - before

    def tell(self):
        """Prints the result, and returns whether the requirements hold."""
        times = [ms for _, ms, _ in self.calls]
        failed = sum(code != 200 for _, _, code in self.calls)
        print(f"{self.name}: {len(times)} calls of another account, p50 {percentile(times, 0.5):.1f} p99 "
              f"{percentile(times, 0.99):.1f} max {max(times, default=0):.0f} ms, {failed} failed; CPU: server "
              f"{self.server / self.seconds:.2f} cores, attacker {self.client / self.seconds:.2f} cores", flush=True)
        if self.rounds:
            print(f"    {self.rounds} rounds of {CONNECTIONS * EACH} subscriptions, at most {self.longest:.2f} s each, "
                  f"{self.told} events told, {self.wrong} connections told other events")
        for trouble in self.trouble:
            print("    " + trouble)
        return not (self.trouble or self.wrong or not times or not within(failed, 0)
                    or not within(percentile(times, 0.99), CALL_MS))


def fill(port, headers, point_uid, fans, events):
    """Makes events of another account."""
    def some(worker):
        client = Client(port, headers)
        for i in range(worker, events, 16):
            client.must("POST", "/api/v1/ent/fan_points", fan_id=fans[i % len(fans)], point_uid=point_uid, point_count=1)
    all_at_once(16, some)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=80_000, help="of other accounts")
    parser.add_argument("--seconds", type=float, default=20, help="of each attack")
    parser.add_argument("--slices", type=int, default=4, help="in which attacks take turns, so that a slow minute affects all")
    parser.add_argument("--rate", type=float, default=50, help="calls a second of the paying caller")
    parser.add_argument("--checkout", help="another checkout, whose server is attacked")
    options = parsed(parser, events=2_000, seconds=2, slices=1)
    data = tempfile.mkdtemp(prefix="encore-follow-")
    port = int(os.environ.get("BENCH_PORT", "18080")) + 1
    settings = {"ENCORE_RATE_LIMIT": "10000000", "RSOCKET_PORT": str(port)}
    server = Server(data, settings=settings, **({"checkout": options.checkout} if options.checkout else {}))
    server.start(ready_within=300)
    over, begun, calls = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue()
    caller = None
    try:
        api = server.demo()
        point_uid = api.must("POST", "/api/v1/crm/points", point_name="abuse")["point_uid"]
        fans = [api.must("POST", "/api/v1/crm/fans", email=f"fan-{i}@fans.example")["fan_id"] for i in range(50)]
        opened = server.operator().must("POST", "/api/v1/manage/accounts", name="follower", calls_per_minute=10_000)
        pair = (opened["api_key"], opened["api_secret"])
        own = Client(server.port, {"Api-Key": pair[0], "Api-Secret": pair[1]})
        own_uid = own.must("POST", "/api/v1/crm/points", point_name="own")["point_uid"]
        own_fan = own.must("POST", "/api/v1/crm/fans", email="own@fans.example")["fan_id"]
        awards = []
        for _ in range(4):
            status, headers, _ = own.post("/api/v1/ent/fan_points", fan_id=own_fan, point_uid=own_uid, point_count=1)
            awards.append(int(headers["Encore-Position"]))
        before, began = server.cpu_seconds(), time.monotonic()
        fill(server.port, api.headers, point_uid, fans, options.events)
        print(f"{options.events:,} events of others in {time.monotonic() - began:.0f} s, "
              f"{(server.cpu_seconds() - before) / options.events * 1e6:.0f} us of the server's CPU each", flush=True)
        everything = all_events(port, pair, awards[-1])
        caller = multiprocessing.Process(target=call_forever, daemon=True, args=(
            server.port, api.headers, options.rate, point_uid, fans[0], calls, begun, over))
        caller.start()
        begun.wait()
        attacks = {
            "nothing": None,
            "points.history": (dict(stream="points.history", fan_id=int(own_fan), point_uid=own_uid, after=0), awards),
            "events": (dict(stream="events", after=0), everything),
        }
        measured = {name: Measured(name) for name in attacks}
        for _ in range(options.slices):
            for name, chosen in attacks.items():
                time.sleep(1)
                drained(calls)
                measured[name].slice(server, port, pair, chosen, options.seconds / options.slices, calls)
        bad = [one.name for one in measured.values() if not one.tell()]
        print("did not hold: " + ", ".join(bad) if bad else "all held")
        return 1 if bad else 0
    finally:
        over.set()
        if caller:
            caller.terminate()
        server.stop()
        shutil.rmtree(data, ignore_errors=True)


def all_events(port, pair, last):
    """Returns the positions of all events of the account, which ends at a position."""
    client = Connection(port, *pair)
    client.follow(stream="events", after=0)
    positions = []
    while not positions or positions[-1] < last:
        frame = client.frame()
        if frame["event"] == "event":
            positions.append(frame["position"])
    client.close()
    return positions


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    sys.exit(main())
