#!/usr/bin/env python3
"""A history of a million awards by `./encore import`: rows a second, memory of both sides, and another account's awards beside it.

    infra/bench/imports.py [--rows 1000000] [--fans 100000] [--rate 100] [--parallel 2] [--keep FOLDER]

The fans are imported first, then points of ten years, one row in ten equal to the row before it. Another account awards points at
a steady rate, alone and beside the import; the p99 beside it may be 2.5 times its own. A second run finds all rows known.
"""

import argparse
import os
import random
import re
import subprocess
import threading
import time

from encore_bench import ROOT, Client, Server, end, parsed, shortened, within, working_folder

arguments = argparse.ArgumentParser()
arguments.add_argument("--rows", type=int, default=1_000_000)
arguments.add_argument("--fans", type=int, default=100_000)
arguments.add_argument("--rate", type=int, default=100, help="awards a second of the other account")
arguments.add_argument("--parallel", type=int, default=2)
arguments.add_argument("--alone", type=int, default=30, help="seconds in which the other account awards alone")
arguments.add_argument("--keep", help="a folder for data and files, which is not deleted")
options = parsed(arguments, rows=3_000, fans=500, rate=20)

MAX_RATIO = 2.5
MAX_SECONDS_OF_A_MILLION = 600
# A server is slow in its first minute, so smaller runs show no speed.
MIN_ROWS_FOR_SPEED = 500_000


def write_files(folder):
    chance = random.Random(57)
    fans, points = os.path.join(folder, "fans.csv"), os.path.join(folder, "points.csv")
    with open(fans, "w", encoding="utf-8") as file:
        file.write("E-Mail,First name,Last name\n")
        file.writelines(f"fan-{n}@history.example,Fan,Number {n}\n" for n in range(options.fans))
    with open(points, "w", encoding="utf-8") as file:
        file.write("email,point_count,effective_at\n")
        row = ""
        for n in range(options.rows):
            if n % 10 != 9:
                at = 1_262_304_000 + chance.randrange(10 * 365 * 86_400)
                row = f"fan-{chance.randrange(options.fans)}@history.example,{chance.randint(1, 50)},{at}\n"
            file.write(row)
    return fans, points


def high_water_mb(process):
    """Returns the most memory that a process had so far, or None after its end."""
    try:
        with open(f"/proc/{process.pid}/status") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), None)
    except OSError:
        return None


def run_import(server, kind, file, *more):
    """Runs the command, prints its speed and memory, and returns its numbers of rows by outcome and its seconds."""
    began = time.monotonic()
    client = subprocess.Popen(
        [os.path.join(ROOT, "encore"), "import", kind, file, "--at", f"http://127.0.0.1:{server.port}", "--key-file",
         os.path.join(server.data, "demo-keys.json"), "--parallel", str(options.parallel), *more],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    memory = 0

    def watch():
        nonlocal memory
        while client.poll() is None:
            memory = max(memory, high_water_mb(client) or 0)
            time.sleep(0.2)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        output = client.communicate()[0]
    finally:
        end(client)
    watcher.join()
    seconds = time.monotonic() - began
    summary = re.search(r"([\d,]+) rows in .*: ([\d,]+) done, ([\d,]+) known, ([\d,]+) differ, ([\d,]+) refused", output)
    if client.returncode != 0 or not summary:
        raise SystemExit(f"the import of {kind} ended with {client.returncode}: {output[-2000:]}")
    rows, done, known, _, _ = (int(group.replace(",", "")) for group in summary.groups())
    print(f"{kind}: {rows:,} rows in {seconds:.1f} s, {rows / seconds:,.0f} rows/s, {done:,} done, {known:,} known; "
          f"client {memory:.0f} MB, server {high_water_mb(server.process):.0f} MB", flush=True)
    return rows, done, known, seconds


class Awards:
    """Awards of another account at a steady rate, with the time of each answer from when it was due."""

    def __init__(self, server):
        status, _, account = server.operator().post("/api/v1/manage/accounts", name="Neighbour")
        if status != 200:
            raise SystemExit(f"{status} {account}")
        self.api = Client(server.port, {"Api-Key": account["api_key"], "Api-Secret": account["api_secret"]})
        self.fans = [self.api.must("POST", "/api/v1/crm/fans", email=f"n-{n}@neighbour.example")["fan_id"] for n in range(100)]
        self.points = self.api.must("POST", "/api/v1/crm/points", point_name="steady")["point_uid"]

    def during(self, work):
        """Awards until the work has ended. Returns the answers' p99 in milliseconds, and the result of the work."""
        times, ended = [], threading.Event()

        def award(part, parts):
            mine = self.api.twin()
            due = time.monotonic() + part / options.rate
            while not ended.is_set():
                time.sleep(max(0.0, due - time.monotonic()))
                status, _, body = mine.post("/api/v1/ent/fan_points", fan_id=random.choice(self.fans), point_uid=self.points, point_count=1)
                if status != 200:
                    raise SystemExit(f"{status} {body}")
                times.append(time.monotonic() - due)
                due += parts / options.rate

        threads = [threading.Thread(target=award, args=(part, 8), daemon=True) for part in range(8)]
        for thread in threads:
            thread.start()
        try:
            result = work()
        finally:
            ended.set()
            for thread in threads:
                thread.join()
        times.sort()
        return times[int(len(times) * 0.99)] * 1000, times[len(times) // 2] * 1000, result


with working_folder("imports", options.keep) as folder:
    fans, points = write_files(folder)
    server = Server(os.path.join(folder, "data"), settings={"ENCORE_RATE_LIMIT": "1000000000"})
    os.makedirs(server.data, exist_ok=True)
    server.start()
    demo = server.demo()
    demo.must("POST", "/api/v1/crm/points", point_name="history")
    awards = Awards(server)
    run_import(server, "fans", fans)
    awards.during(lambda: time.sleep(shortened(5)))
    alone, median_alone, _ = awards.during(lambda: time.sleep(shortened(options.alone)))
    beside, median_beside, (rows, done, _, seconds) = awards.during(
        lambda: run_import(server, "points", points, "--set", "point_name=history", "--with-effects"))
    print(f"another account's awards: p99 {alone:.1f} ms alone and {beside:.1f} ms beside it ({beside / alone:.2f} times), "
          f"p50 {median_alone:.1f} ms and {median_beside:.1f} ms", flush=True)
    _, again, known, _ = run_import(server, "points", points, "--set", "point_name=history", "--with-effects")
    server.stop()
    wrong = []
    if done != rows or again != 0 or known != rows:
        wrong.append(f"{done} of {rows} rows were done, and then {again}")
    if not within(beside / alone, MAX_RATIO):
        wrong.append(f"the p99 beside the import is more than {MAX_RATIO} times that alone")
    if rows >= MIN_ROWS_FOR_SPEED and not within(seconds / rows * 1_000_000, MAX_SECONDS_OF_A_MILLION):
        wrong.append("a million rows would take more than ten minutes")
    if wrong:
        raise SystemExit("; ".join(wrong))
