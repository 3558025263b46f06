#!/usr/bin/env python3
"""Costly questions of twelve attackers, of one account and of twelve, while another account reads a fan at a fixed rate.

    infra/bench/read_abuse.py [--fans 20000] [--seconds 15] [--rate 50] [--only TEXT] [--checkout CHECKOUT]

Every attacker sends its question again and again and abandons each call after 3 s. The questions are searches for fans: a name of a
thousand words of one letter, one of as many distinct words as are allowed, one letter with a page of 999 rows, and counts of
the fans of a name. It prints the other account's times, the attackers' answers by status, and the CPU of both sides, which
share the machine's cores. The test requires that the 99th percentile of the other account's calls stays below 250 ms and that
no call fails. It exits with 1 when a requirement fails.
"""

import argparse
import multiprocessing
import random
import resource
import shutil
import string
import sys
import tempfile
import threading
import time

from abuse import CALL_MS, connect, head, percentile, send
from encore_bench import Client, Server, all_at_once, parsed, within

ATTACKERS, ABANDONED = 12, 3
FIRST = ["Florence", "Lena", "Frida", "Felix", "Lars", "Linus", "Fatima", "Lucia", "Frank", "Laura"]
WORDS = "a b c d e f g h i j k l m n o p".split()
PAIRS = [one + other for one in string.ascii_lowercase for other in WORDS]


def searches():
    return {
        "1,000 words": "/api/v1/crm/fans?name=" + "+".join(["f", "l"] * 500),
        "16 words": "/api/v1/crm/fans?name=" + "+".join(WORDS),
        "name=f&limit=999": "/api/v1/crm/fans?name=f&limit=999",
        "name=f l&limit=999": "/api/v1/crm/fans?name=f+l&limit=999",
        "fan_count of f l": "/api/v1/manage/fan_count?name=f+l",
        "fan_count of 300 words": "/api/v1/manage/fan_count?name=" + "+".join(PAIRS[:300]),
    }


def ask_once(port, request):
    """Sends a request on a new connection and returns the status; 0 when it was closed, -1 when it was abandoned."""
    sock = connect(port)
    if sock is None:
        return 0
    try:
        sock.settimeout(ABANDONED)
        if not send(sock, request):
            return 0
        line = sock.recv(64)
        return int(line[9:12]) if line.startswith(b"HTTP/1.") else 0
    except TimeoutError:
        return -1
    except OSError:
        return 0
    finally:
        sock.close()


def attack(port, path, pairs, seconds, outcome):
    answers, until, lock = {}, time.monotonic() + seconds, threading.Lock()

    def one(i):
        key, secret = pairs[i % len(pairs)]
        request = head("GET", path, f"Api-Key: {key}", f"Api-Secret: {secret}", "Connection: close")
        while time.monotonic() < until:
            code = ask_once(port, request)
            with lock:
                answers[code] = answers.get(code, 0) + 1
            time.sleep(0.02)

    all_at_once(ATTACKERS, one)
    used = resource.getrusage(resource.RUSAGE_SELF)
    outcome.put((answers, used.ru_utime + used.ru_stime))


def read_forever(port, headers, rate, fan, results, begun, over):
    """The other account: reads one fan at a fixed rate, whatever the answers; reports (time, ms, status) of each."""
    client, due = Client(port, headers, timeout=30), time.monotonic()
    begun.set()
    while not over.is_set():
        time.sleep(max(0, due - time.monotonic()))
        code = 0
        try:
            code = client.get(f"/api/v1/crm/fans/{fan}")[0]
        except OSError:
            pass
        # Measured from the due time: waiting for the previous call counts, too.
        results.put((due, (time.monotonic() - due) * 1_000, code))
        due += 1 / rate


def reads_due(results, begin, end):
    """Waits for the reads that were due in a time, however late they are answered; returns (ms, status) of each."""
    found = []
    while True:
        due, ms, code = results.get(timeout=300)
        if due >= end:
            return found
        if due >= begin:
            found.append((ms, code))


def fill(client, fans, tag):
    chance = random.Random(7)
    names = [(chance.choice(FIRST), " ".join(chance.choice(WORDS) + "eta" for _ in range(3))) for _ in range(fans)]

    def some(worker):
        own = client.twin()
        for i in range(worker, fans, 16):
            own.must("POST", "/api/v1/crm/fans", email=f"fl.{tag}.{i}@fans.example", first_name=names[i][0], last_name=names[i][1])
    all_at_once(16, some)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fans", type=int, default=20_000, help="of the first attacking account; the others have a hundredth")
    parser.add_argument("--seconds", type=float, default=15, help="of each attack")
    parser.add_argument("--rate", type=float, default=50, help="calls a second of the other account")
    parser.add_argument("--only", default="", help="questions whose names contain this")
    parser.add_argument("--checkout", help="another checkout, whose server is attacked")
    options = parsed(parser, fans=500, seconds=1)
    data = tempfile.mkdtemp(prefix="encore-reads-")
    server = Server(data, settings={"ENCORE_RATE_LIMIT": "10000000"},
                    **({"checkout": options.checkout} if options.checkout else {}))
    server.start()
    over, begun, calls = multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue()
    reader = None
    try:
        pairs = []
        for i in range(ATTACKERS):
            opened = server.operator().must("POST", "/api/v1/manage/accounts", name=f"attacker {i}", calls_per_minute=1_000_000)
            pairs.append((opened["api_key"], opened["api_secret"]))
            own = Client(server.port, {"Api-Key": pairs[i][0], "Api-Secret": pairs[i][1]})
            fill(own, options.fans if i == 0 else max(1, options.fans // 100), i)
        api = server.demo()
        fan = api.must("POST", "/api/v1/crm/fans", email="jo@other.example", first_name="Jo")["fan_id"]
        reader = multiprocessing.Process(
            target=read_forever, daemon=True, args=(server.port, api.headers, options.rate, fan, calls, begun, over))
        reader.start()
        begun.wait()
        attacks = [("nothing, warm-up", None, []), ("nothing", None, [])]
        for name, path in searches().items():
            if options.only in name:
                attacks.append((name + ", one account", path, pairs[:1]))
                attacks.append((name + ", twelve accounts", path, pairs))
        bad = []
        for name, path, attacking in attacks:
            time.sleep(3)  # The server ends what it still works at.
            before, began, said = server.cpu_seconds(), time.monotonic(), ""
            if path is None:
                time.sleep(options.seconds)
            else:
                outcome = multiprocessing.Queue()
                attacker = multiprocessing.Process(
                    target=attack, args=(server.port, path, attacking, options.seconds, outcome), daemon=True)
                attacker.start()
                answers, client = outcome.get(timeout=options.seconds + 60)
                attacker.join()
                labels = {0: "closed", -1: "abandoned"}
                said = (f"; attackers {client / (time.monotonic() - began):.2f} cores, "
                        + ", ".join(f"{count} x {labels.get(code, code)}" for code, count in sorted(answers.items())))
            ended = time.monotonic()
            server_cores = (server.cpu_seconds() - before) / (ended - began)
            calling = reads_due(calls, began, ended)
            times = [ms for ms, _ in calling]
            failed = sum(code != 200 for _, code in calling)
            print(f"{name}: {len(calling)} reads of another account, p50 {percentile(times, 0.5):.1f} p99 "
                  f"{percentile(times, 0.99):.1f} max {max(times, default=0):.0f} ms, {failed} failed; server "
                  f"{server_cores:.2f} cores{said}", flush=True)
            if path is not None and (not calling or not within(failed, 0) or not within(percentile(times, 0.99), CALL_MS)):
                bad.append(name)
        print("did not hold: " + "; ".join(bad) if bad else "all held")
        return 1 if bad else 0
    finally:
        over.set()
        if reader:
            reader.terminate()
        server.stop()
        shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    sys.exit(main())
