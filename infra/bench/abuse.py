#!/usr/bin/env python3
"""Attacks a server of its own in a dozen ways while a paying caller continues, and reports the effect on that caller.

Each attack comes from one address (127.0.0.66; calls come from 127.0.0.1) and without a key, unless its description says
otherwise. In the meantime one caller makes awards at a fixed rate, and health is read at the management port. The test
requires: health answers within a second, the 99th percentile of calls stays below 250 ms, no call fails, and memory returns
to its level before the attack. It exits with 1 when a requirement fails.
"""

import argparse
import gzip
import multiprocessing
import os
import resource
import shutil
import socket
import sys
import tempfile
import time

from encore_bench import OPERATOR, SMALLEST, Client, Server, management, parsed, shortened, within

ATTACKER = "127.0.0.66"
HEALTH_MS, CALL_MS = 1_000, 250


def connect(port, receive=None):
    """Opens a connection of the attacker, or returns None when it is refused."""
    sock = socket.socket()
    try:
        if receive:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        sock.settimeout(2)
        sock.bind((ATTACKER, 0))
        sock.connect(("127.0.0.1", port))
        return sock
    except OSError:
        sock.close()
        return None


def head(method, path, *lines):
    return ("\r\n".join([f"{method} {path} HTTP/1.1", "Host: encore", *lines]) + "\r\n\r\n").encode()


def send(sock, data):
    """Returns whether all bytes were accepted."""
    try:
        sock.sendall(data)
        return True
    except OSError:
        return False


def status(sock):
    """Returns the status of the answer; 0 when there is none."""
    try:
        line = sock.recv(64)
        return int(line[9:12]) if line.startswith(b"HTTP/1.") else 0
    except (OSError, ValueError):
        return 0


def held(wanted, open_one, until, pause=0.0005):
    """Keeps up to this many connections open, reopens closed ones, and counts."""
    socks, opened, closed = [], 0, 0
    while time.monotonic() < until:
        if len(socks) < wanted:
            sock = open_one()
            if sock is None:
                closed += 1
                time.sleep(0.005)
            else:
                opened += 1
                sock.setblocking(False)
                socks.append(sock)
            time.sleep(pause)
            if len(socks) < wanted and opened % 200:
                continue
        alive = []
        for sock in socks:
            try:
                gone = sock.recv(65_536, socket.MSG_PEEK) == b""
            except BlockingIOError:
                gone = False
            except OSError:
                gone = True
            if gone:
                closed += 1
                sock.close()
            else:
                alive.append(sock)
        socks = alive
        if len(socks) >= wanted:
            time.sleep(0.05)
    return f"{opened} opened, {closed} closed or refused by the server, {len(socks)} open at the end"


def withheld(port, until, key=None):
    """Bodies of 1 MiB whose last byte never arrives."""
    body = b"a=" + b"x" * ((1 << 20) - 3)
    lines = ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {1 << 20}"]
    if key:
        lines.append(f"Api-Key: {key}")

    def one():
        sock = connect(port)
        if sock:
            send(sock, head("POST", "/api/v1/crm/fans", *lines) + body)
        return sock

    return held(220, one, until)


def silent(port, until, count):
    return held(count, lambda: connect(port), until, pause=0)


def sockets(port, until):
    """Sockets at /ws that never authenticate."""
    upgrade = head("GET", "/ws", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                   "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==")

    def one():
        sock = connect(port)
        if sock and send(sock, upgrade) and status(sock) == 101:
            return sock
        if sock:
            sock.close()
        return None

    return held(2_000, one, until)


def half_heads(port, until):
    """Request heads that never end."""
    part = head("GET", "/api/v1/crm/fans")[:-4] + b"\r\nX-Half"

    def one():
        sock = connect(port)
        if sock:
            send(sock, part)
        return sock

    return held(2_000, one, until)


def large_heads(port, until):
    """Request heads of 60 KB that never end."""
    part = head("GET", "/api/v1/crm/fans")[:-4] + b"\r\nX-Long: " + b"x" * 60_000

    def one():
        sock = connect(port)
        if sock:
            send(sock, part)
        return sock

    return held(1_000, one, until)


def slow_readers(port, until):
    """Pages that the client requests and does not read."""
    def one():
        sock = connect(port, receive=4_096)
        if sock:
            send(sock, head("GET", "/docs/swagger-ui-bundle.js"))
        return sock

    return held(900, one, until)


def asked(port, until, request, pause=0.002):
    """Repeats a request, each time on a new connection, and counts the answers by status."""
    answers = {}
    while time.monotonic() < until:
        sock = connect(port)
        code = 0
        if sock:
            if send(sock, request):
                code = status(sock)
            sock.close()
        answers[code] = answers.get(code, 0) + 1
        time.sleep(pause)
    return "answers: " + ", ".join(f"{count} x {code or 'closed'}" for code, count in sorted(answers.items()))


def compressed(port, until):
    """4 MB of zeros, compressed to 4 KB."""
    body = gzip.compress(b"\0" * 4_000_000)
    return asked(port, until, head("POST", "/api/v1/crm/fans", "Content-Encoding: gzip",
                                   "Content-Type: application/json", f"Content-Length: {len(body)}") + body)


def guesses(port, until, key):
    """Wrong secrets for a known key, with calls without a secret in between."""
    wrong = head("GET", "/api/v1/manage/keys", f"Api-Key: {key}", "Api-Secret: guessed", "Connection: close")
    return asked(port, until, wrong)


def search_bomb(port, until, key, secret):
    """A search with an account of its own that repeats the same criterion 2,000 times (as many as fit into a request line)."""
    query = "&".join(["fan_not_only_filter=latitude"] * 2_000)
    return asked(port, until, head("GET", "/api/v1/crm/fans?" + query, f"Api-Key: {key}", f"Api-Secret: {secret}",
                                   "Connection: close"))


def call_forever(port, headers, rate, point_uid, fan, results, begun, over):
    """The paying caller: sends awards at a fixed rate, whatever the answers; returns (time, ms, status) of each."""
    client, due = Client(port, headers, timeout=10), time.monotonic()
    begun.set()
    while not over.is_set():
        time.sleep(max(0, due - time.monotonic()))
        code = 0
        try:
            code = client.post("/api/v1/ent/fan_points", fan_id=fan, point_uid=point_uid, point_count=1)[0]
        except OSError:
            pass
        # Measured from the due time: waiting for the previous call counts, too.
        results.put((due, (time.monotonic() - due) * 1_000, code))
        due += 1 / rate


def ask_forever(port, results, over):
    """Reads health, on a new connection each time, as a probe does."""
    while not over.is_set():
        began = time.monotonic()
        code = 0
        try:
            code = Client(port, {}, timeout=5).get("/health/ready")[0]
        except OSError:
            pass
        results.put((began, (time.monotonic() - began) * 1_000, code))
        time.sleep(0.2)


def drained(queue):
    rows = []
    while not queue.empty():
        rows.append(queue.get())
    return rows


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15, help="of each attack")
    parser.add_argument("--rate", type=float, default=50, help="calls a second of the paying caller")
    parser.add_argument("--heap", default="256m", help="of the server")
    parser.add_argument("--only", help="attacks whose names contain this")
    options = parsed(parser, seconds=1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    data = tempfile.mkdtemp(prefix="encore-abuse-")
    server = Server(data, settings={"ENCORE_JAVA_OPTS": f"-Xmx{options.heap} " + os.environ.get("ENCORE_JAVA_OPTS", "")})
    server.start()
    over, begun, calls, health = (multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Queue(),
                                  multiprocessing.Queue())
    helpers = []
    try:
        api = server.demo()
        point_uid = api.must("POST", "/api/v1/crm/points", point_name="abuse")["point_uid"]
        fan = api.must("POST", "/api/v1/crm/fans", email="jo@fans.example")["fan_id"]
        operator = Client(server.port, {"Authorization": "Bearer " + OPERATOR})
        other = operator.must("POST", "/api/v1/manage/accounts", name="other", calls_per_minute=600)
        key = api.headers["Api-Key"]
        port = server.port
        attacks = {
            "nothing, warm-up": lambda until: time.sleep(max(0, until - time.monotonic())) or "",
            "nothing": lambda until: time.sleep(max(0, until - time.monotonic())) or "",
            "withheld bodies": lambda until: withheld(port, until),
            "withheld bodies under a public key": lambda until: withheld(port, until, key),
            "10,000 sockets of one address": lambda until: silent(port, until, min(500 if SMALLEST else 10_000, hard - 500)),
            "idle sockets at /ws": lambda until: sockets(port, until),
            "half-open heads": lambda until: half_heads(port, until),
            "floods of headers": lambda until: large_heads(port, until),
            "slow readers": lambda until: slow_readers(port, until),
            "compressed bodies": lambda until: compressed(port, until),
            "guessed secrets": lambda until: guesses(port, until, key),
            "search bomb with a key": lambda until: search_bomb(port, until, other["api_key"], other["api_secret"]),
        }
        helpers = [
            multiprocessing.Process(target=call_forever, daemon=True,
                                    args=(port, api.headers, options.rate, point_uid, fan, calls, begun, over)),
            multiprocessing.Process(target=ask_forever, daemon=True, args=(management(port), health, over)),
        ]
        for helper in helpers:
            helper.start()
        begun.wait()
        bad, settled = [], None
        for name, attack in attacks.items():
            if options.only and options.only not in name and not name.startswith("nothing"):
                continue
            time.sleep(shortened(3))  # Collects the garbage of the previous attack, so that each is measured by itself.
            drained(calls), drained(health)
            outcome = multiprocessing.Queue()
            attacker = multiprocessing.Process(
                target=lambda: outcome.put(attack(time.monotonic() + options.seconds)), daemon=True)
            attacker.start()
            said = outcome.get()
            attacker.join()
            calling, asking = drained(calls), drained(health)
            times = [ms for _, ms, _ in calling]
            failed = sum(code != 200 for _, _, code in calling)
            slowest = max((ms for _, ms, _ in asking), default=float("nan"))
            unwell = sum(code != 200 for _, _, code in asking)
            resident = server.resident_mb()
            if name == "nothing":
                settled = resident
            print(f"{name}: {len(calling)} calls, p50 {percentile(times, 0.5):.1f} p99 {percentile(times, 0.99):.1f} "
                  f"max {max(times, default=0):.0f} ms, {failed} failed; health at most {slowest:.0f} ms, {unwell} "
                  f"not ready; resident {resident:.0f} MB; {said}", flush=True)
            if name != "nothing, warm-up" and (
                    not calling or not asking or not within(failed + unwell, 0)
                    or not within(percentile(times, 0.99), CALL_MS) or not within(slowest, HEALTH_MS)):
                bad.append(name)
        time.sleep(shortened(12))  # The held connections are released.
        text = Client(management(server.port), {}).get("/metrics")[2].decode()
        left = [line for line in text.splitlines()
                if line.startswith(("encore_connections ", "encore_requests_bytes", "encore_inflight_requests "))]
        print(f"at the end: resident {server.resident_mb():.0f} MB (it was {settled:.0f}); " + "; ".join(left))
        if not within(server.resident_mb(), settled + 150):
            bad.append("memory")
        print("did not hold: " + ", ".join(bad) if bad else "all held")
        return 1 if bad else 0
    finally:
        over.set()
        for helper in helpers:
            helper.terminate()
        server.stop()
        shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    sys.exit(main())
