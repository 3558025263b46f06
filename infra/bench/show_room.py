#!/usr/bin/env python3
"""One room of a live show with thousands of sockets: delays, CPU a delivery, memory a socket; and Node's ws beside it.

    infra/bench/show_room.py [--sockets 5000] [--rates 20,100] [--seconds 600,10] [--warm-up 20] [--peer] [--peer-only]

All sockets are in a chat room and in the control room. Fans write in turn, the other sockets are guests'. Every two seconds an overlay is
pushed. Wrong is a socket that was closed, a message that was refused, and one that was not told to all exactly once.

Wanted at 20 messages a second: p99 of 250 ms from a sender to all, 100 ms for control frames, 8 us of the server's CPU a delivery,
and 40 KB a socket. At 100 a second: p99 of 1 s and 2 us. --peer sends the same bytes from memory by Node's `ws` (npm installs the
version of the tests), with the same clients.
"""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.request

from encore_bench import ROOT, Server, SmsWebhook, cpu_seconds, install, java, management, parsed
from show_world import Show, Verdict, settings

arguments = argparse.ArgumentParser()
arguments.add_argument("--sockets", type=int, default=5000)
arguments.add_argument("--rates", default="20,100", help="messages a second, one number or several")
arguments.add_argument("--seconds", default="600,10", help="of the measurement at each rate")
arguments.add_argument("--warm-up", type=int, default=20)
arguments.add_argument("--peer", action="store_true")
arguments.add_argument("--peer-only", action="store_true")
options = parsed(arguments, sockets=30, rates="5", seconds="3", warm_up=2)
rates, seconds = [[int(one) for one in text.split(",")] for text in (options.rates, options.seconds)]
seconds += [seconds[-1]] * (len(rates) - len(seconds))
writers = min(options.sockets, max(60, 3 * max(rates)))
if writers * 4 < 10 * max(rates):
    raise SystemExit("a fan may write 5 messages in 10 s: take more sockets, or a lower rate")
verdict = Verdict()


class Measured:
    """RoomClients against a process, and what they told."""

    def __init__(self, name, process, port, account, rooms, sessions, rate, seconds, at_joined=None, at_begin=None):
        self.deliveries = self.cpu = 0
        self.p99, self.controls = 0.0, {}
        clients = subprocess.Popen(
            [java(), "-Xmx1g", "-XX:+UseSerialGC",
             os.path.join(ROOT, "infra/bench/src/main/java/encore/infra/bench/rooms/RoomClients.java"), str(port), str(account),
             ",".join(rooms), sessions, str(writers), str(options.sockets), str(rate), str(options.warm_up), str(seconds)],
            stdout=subprocess.PIPE, text=True)
        for line in clients.stdout:
            if line.strip() == "begin":
                if at_begin:
                    at_begin()
                began, of_server, of_clients = time.monotonic(), cpu_seconds(process), cpu_seconds(clients)
            elif line.startswith("end"):
                self.took = time.monotonic() - began
                self.cpu = cpu_seconds(process) - of_server
                load = cpu_seconds(clients) - of_clients
                self.deliveries = int(line.split()[1])
            elif line.startswith("control"):
                _, number, at = line.split()
                self.controls.setdefault(int(number), []).append(int(at))
            elif line.startswith("told"):
                told, wanted = re.findall(r"\d+", line)
                verdict.must(told == wanted or name != "Encore", name, "at", rate, "a second:", line.strip())
            elif "joined" in line:
                verdict.must(int(line.split()[0]) == options.sockets, name, line.strip())
                if at_joined:
                    at_joined()
            else:
                print("  " + line, end="", flush=True)
                if summary := re.search(r"(\d+) closed, (\d+) refused; .* p99 ([\d.]+) ms", line):
                    verdict.must(summary.group(1, 2) == ("0", "0"), name, "at", rate, "a second:", line.strip())
                    self.p99 = float(summary.group(3))
        if clients.wait() or not self.deliveries:
            raise SystemExit("the clients gave up")
        print(f"{name}, {options.sockets} sockets, {rate} messages a second: {self.deliveries / self.took:,.0f} deliveries/s, "
              f"{self.each:.2f} us of CPU a delivery; CPU in cores: {name} {self.cpu / self.took:.2f}, clients "
              f"{load / self.took:.2f}", flush=True)

    @property
    def each(self):
        return self.cpu / self.deliveries * 1e6 if self.deliveries else 0


class Heap:
    """The heap of a server after a collection, and its resident memory, in MB."""

    def __init__(self, server):
        self.server, self.seen = server, {}

    def note(self, when):
        resident = self.server.resident_mb()
        jcmd = os.path.join(os.environ["JAVA_HOME"], "bin", "jcmd")
        subprocess.run([jcmd, str(self.server.process.pid), "GC.run"], check=True, stdout=subprocess.DEVNULL)
        with urllib.request.urlopen(f"http://127.0.0.1:{management(self.server.port)}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        heap = sum(float(line.split()[-1]) for line in lines
                   if line.startswith("jvm_memory_used_bytes") and 'area="heap"' in line)
        self.seen[when] = heap / 2**20, resident
        print(f"  {when}: heap {heap / 2**20:.0f} MB after a collection, {resident:.0f} MB resident", flush=True)

    def grown(self, first, then):
        """Returns the KB a socket, of heap and of resident memory."""
        return [(after - before) * 1024 / options.sockets for before, after in zip(self.seen[first], self.seen[then])]


def encore():
    webhook = SmsWebhook()
    data = tempfile.mkdtemp(prefix="encore-room-")
    server = Server(data, settings=settings(webhook))
    server.start()
    found = []
    try:
        show = Show(server, [server.port], webhook, writers, options.sockets - writers)
        show.api.must("POST", show.live + "/chat_settings", messages_per_second=10_000)
        sessions = os.path.join(data, "sessions")
        with open(sessions, "w") as lines:
            lines.write("\n".join(show.sessions) + "\n")
        pushes = max(seconds) // 2 + 1
        overlays = [show.overlay(overlay_type="banner", overlay_public_name=f"control {number}") for number in range(pushes)]
        heap = Heap(server)
        heap.note("before")
        for rate, long in zip(rates, seconds):
            pushed = {}
            stop = threading.Event()

            def push():
                for number in range(long // 2):
                    if stop.wait(2):
                        break
                    pushed[number] = time.monotonic_ns()
                    show.push(overlays[number])
            pushing = threading.Thread(target=push)
            one = Measured("Encore", server.process, server.port, show.account, [show.hall, show.control], sessions, rate, long,
                           at_joined=lambda: heap.note(f"joined, at {rate}"), at_begin=pushing.start)
            stop.set()
            pushing.join()
            delays = sorted((at - pushed[number]) / 1e6 for number, all_at in one.controls.items() for at in all_at
                            if number in pushed and at > pushed[number])
            verdict.must(delays or not pushed, "no control frame was told")
            heap.note(f"after {rate}")
            gathered = rate >= 50
            verdict.figure("p99 from a sender to all", one.p99, 1000 if gathered else 250)
            if delays:
                verdict.figure(f"p99 of {len(delays)} control frames", delays[int((len(delays) - 1) * 0.99)],
                               1000 if gathered else 100)
            verdict.figure("CPU a delivery", one.each, 2 if gathered else 8, "us")
            found.append(one)
        of_heap, resident = heap.grown("before", f"joined, at {rates[0]}")
        verdict.figure("heap a socket", of_heap, 40, "KB")
        flat = heap.seen[f"after {rates[0]}"][0] - heap.seen[f"joined, at {rates[0]}"][0]
        print(f"  resident memory a socket: {resident:,.1f} KB, with the code that was loaded meanwhile; the heap grew by "
              f"{flat:.1f} MB in {seconds[0]} s at {rates[0]} a second", flush=True)
        return found
    finally:
        server.stop()
        shutil.rmtree(data)


def peer():
    """The same clients at Node's ws."""
    home, sources = os.path.join(ROOT, "infra/bench/target/peer"), os.path.join(ROOT, "infra/standalone/src/test/node")
    os.makedirs(home, exist_ok=True)
    for file in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(sources, file), home)
    shutil.copy(os.path.join(ROOT, "infra/bench/peer/room.mjs"), home)
    if not os.path.exists(os.path.join(home, "node_modules/ws")):
        install("npm", "ci", "--no-audit", "--no-fund", "--silent", cwd=home)
    port = int(os.environ.get("BENCH_PORT", "18080")) + 7
    with tempfile.NamedTemporaryFile("w") as sessions:
        sessions.write("".join(f"session-{i}\n" for i in range(options.sockets)))
        sessions.flush()
        found = []
        for rate, long in zip(rates, seconds):
            node = subprocess.Popen(["node", "room.mjs", str(port), "Fan 12"], cwd=home, stdout=subprocess.PIPE, text=True)
            try:
                node.stdout.readline()
                found.append(Measured("Node's ws", node, port, 1, [f"permanent_rooms:hall:{2**41}"], sessions.name, rate, long))
            finally:
                node.kill()
        return found


own = [] if options.peer_only else encore()
others = peer() if options.peer or options.peer_only else []
for rate, mine, other in zip(rates, own, others):
    print(f"at {rate} messages a second a delivery costs {mine.each:.2f} us here and {other.each:.2f} us at Node's ws: "
          f"{mine.each / other.each:.2f} times as much" if other.each else "the peer delivered nothing")
verdict.end()
